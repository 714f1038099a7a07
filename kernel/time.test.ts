import { describe, expect, test } from "vitest";
import { houseZone, inZone, isDay, msOf, offsetAt, readTime, toUtc } from "./time.ts";

const hours = (iso: string, zone: string): number => offsetAt(Date.parse(iso), zone) / msOf({ hours: 1 });

describe("how far a zone is ahead", () => {
  test("all through the year where clocks are never changed", () => {
    for (const iso of ["2026-01-01T00:00:00Z", "2026-07-01T12:34:56Z", "2026-12-31T23:59:59Z"])
      expect([hours(iso, houseZone), hours(iso, "Asia/Kolkata"), hours(iso, "UTC")]).toEqual([8, 5.5, 0]);
  });

  test("changes at the very moment clocks are changed, not with the day around it", () => {
    expect(hours("2026-03-29T00:59:59Z", "Europe/Berlin")).toBe(1);
    expect(hours("2026-03-29T01:00:00Z", "Europe/Berlin")).toBe(2);
    expect(hours("2026-10-25T00:59:59Z", "Europe/Berlin")).toBe(2);
    expect(hours("2026-10-25T01:00:00Z", "Europe/Berlin")).toBe(1);
    expect(hours("2026-04-04T14:59:59Z", "Australia/Lord_Howe")).toBe(11);
    expect(hours("2026-04-04T15:00:00Z", "Australia/Lord_Howe")).toBe(10.5);
  });

  test("every hour of a year agrees with the calendar of the machine", () => {
    const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/New_York", dateStyle: "short", timeStyle: "medium" });
    for (let ms = Date.parse("2026-01-01T00:30:00Z"); ms < Date.parse("2027-01-01T00:00:00Z"); ms += msOf({ hours: 1 }))
      expect(inZone(new Date(ms).toISOString(), "America/New_York")).toBe(clock.format(ms));
  });

  test("of no moment there is none", () => expect(offsetAt(Number.NaN, houseZone)).toBeNaN());
});

test("a local time that clocks skip becomes the next valid one", () => {
  expect(toUtc("2026-03-29 01:59:59", "Europe/Berlin")).toBe("2026-03-29T00:59:59.000Z");
  expect(toUtc("2026-03-29 02:30:00", "Europe/Berlin")).toBe("2026-03-29T01:30:00.000Z");
  expect(toUtc("2026-11-17 08:00:00", houseZone)).toBe("2026-11-17T00:00:00.000Z");
});

test("what no clock shows and no database stores is no time", () => {
  for (const text of ["2026-01-01T00:00:00+99:99", "0000-01-01 00:00:00", "0001-01-01 00:00:00", "2026-02-30 00:00:00"])
    expect(readTime(text, houseZone), text).toBeNull();
  expect(readTime("9999-12-31 23:59:59", "America/New_York")).toBeNull();
  expect(readTime("9999-12-31 23:59:59", houseZone)).toBe("9999-12-31T15:59:59.000Z");
  for (const day of ["0000-01-01", "0000-00-00", "10000-01-01"]) expect(isDay(day), day).toBe(false);
});
