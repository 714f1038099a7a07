import { afterEach, expect, test } from "vitest";
import { houseZone } from "#kernel/time.ts";
import { learnServerTime, learnZones, ownZone, readTime, timeText, today, utcOffset } from "./clock.ts";

afterEach(() => learnZones(`${houseZone};${houseZone}`));

test("a time without zone is read in the person's zone, whatever the machine is set to", () => {
  learnZones(`${houseZone};${houseZone}`);
  expect(readTime("2026-11-18 18:00:00")).toBe(Date.parse("2026-11-18T10:00:00Z"));
  learnZones(`America/New_York;${houseZone}`);
  expect(readTime("2026-11-18 18:00:00")).toBe(Date.parse("2026-11-18T23:00:00Z"));
  expect(readTime("2026-11-18 18:00")).toBe(Date.parse("2026-11-18T23:00:00Z"));
  expect(readTime("2026-11-18T10:00:00.000Z")).toBe(Date.parse("2026-11-18T10:00:00Z"));
  expect(timeText(Date.parse("2026-11-18T10:00:00Z"))).toBe("2026-11-18 05:00:00");
});

test("business days are counted in the organisation's zone, times are shown in the person's", () => {
  learnServerTime("2026-11-18T17:30:00Z");
  learnZones(`Europe/Berlin;${houseZone}`);
  expect(ownZone()).toBe("Europe/Berlin");
  expect(today()).toBe("2026-11-19");
  expect(timeText(Date.parse("2026-11-18T17:30:00Z"))).toBe("2026-11-18 18:30:00");
});

test("a zone is told by its distance from UTC", () => {
  expect([utcOffset(houseZone), utcOffset("UTC")]).toEqual(["UTC+8", "UTC+0"]);
});
