import { describe, expect, test } from "vitest";
import { houseZone } from "#kernel/time.ts";
import { choiceOf, defaultChoice } from "./preference.ts";
import { afterQuiet, classOfCode, digestAt, isFailing, ladderMinutes, maskAddress, nextTry, readHours } from "./schedule.ts";

const now = new Date("2026-11-15T04:00:00.000Z");
const minutes = (at: Date | null) => (at === null ? null : (at.getTime() - now.getTime()) / 60_000);

describe("trying again", () => {
  test("one, five, fifteen, sixty, two hundred and forty minutes, a fifth more or less", () => {
    expect([1, 2, 3, 4, 5].map((tries) => minutes(nextTry({ tries, errorClass: "TRANSIENT", now }, 0.5)))).toEqual([...ladderMinutes]);
    expect(nextTry({ tries: 6, errorClass: "TRANSIENT", now }, 0.5)).toBeNull();
    expect(minutes(nextTry({ tries: 3, errorClass: "TRANSIENT", now }, 0))).toBe(12);
    expect(minutes(nextTry({ tries: 3, errorClass: "TRANSIENT", now }, 1))).toBe(18);
    expect(nextTry({ tries: 3, errorClass: "UNKNOWN", now }, 0.5)).toBeNull();
    expect(minutes(nextTry({ tries: 1, errorClass: "TRANSIENT", now, retryAfterSeconds: 600 }, 0.5))).toBe(10);
  });

  test("messaging: whatever chance and expiry, tries follow each other and never leave the expiry", () => {
    let seed = 7;
    const chance = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    for (let run = 0; run < 500; run++) {
      const expires = new Date(now.getTime() + Math.floor(chance() * 600) * 60_000);
      let at = now;
      for (let tries = 1; tries < 10; tries++) {
        const next = nextTry({ tries, errorClass: "TRANSIENT", now: at, expiresAt: expires.toISOString() }, chance());
        if (next === null) break;
        expect(next.getTime()).toBeGreaterThan(at.getTime());
        expect(next.getTime()).toBeLessThan(expires.getTime());
        at = next;
      }
    }
  });
});

describe("the hours nobody is woken", () => {
  const hours = readHours("22:00-07:30");
  const at = (iso: string, zone = houseZone) => afterQuiet(new Date(iso), hours, zone).toISOString();
  test("at night it waits for the morning of that zone, by day it does not wait", () => {
    expect(at("2026-11-15T15:00:00.000Z")).toBe("2026-11-15T23:30:00.000Z");
    expect(at("2026-11-15T20:00:00.000Z")).toBe("2026-11-15T23:30:00.000Z");
    expect(at("2026-11-15T23:30:00.000Z")).toBe("2026-11-15T23:30:00.000Z");
    expect(at("2026-11-15T04:00:00.000Z")).toBe("2026-11-15T04:00:00.000Z");
    expect(at("2026-11-15T04:00:00.000Z", "America/New_York")).toBe("2026-11-15T12:30:00.000Z");
    expect(afterQuiet(now, readHours("12:00-13:00"), houseZone).toISOString()).toBe("2026-11-15T05:00:00.000Z");
    expect(afterQuiet(now, null, houseZone)).toBe(now);
    expect([readHours(""), readHours("22:00"), readHours("08:00-08:00")]).toEqual([null, null, null]);
  });
  test("a digest goes at the next such time, or the next full hour", () => {
    expect(digestAt(now, "DAILY_DIGEST", "18:00", houseZone).toISOString()).toBe("2026-11-15T10:00:00.000Z");
    expect(digestAt(new Date("2026-11-15T10:00:00.000Z"), "DAILY_DIGEST", "18:00", houseZone).toISOString()).toBe(
      "2026-11-16T10:00:00.000Z",
    );
    expect(digestAt(new Date("2026-11-15T10:20:00.000Z"), "HOURLY", "18:00", houseZone).toISOString()).toBe("2026-11-15T11:00:00.000Z");
  });
});

describe("what an answer means", () => {
  test.each([
    ["ECONNREFUSED", "SMTP", "TRANSIENT"],
    ["EAUTH", "SMTP", "SOURCE_DOWN"],
    [421, "SMTP", "TRANSIENT"],
    [450, "SMTP", "TRANSIENT"],
    [550, "SMTP", "PERMANENT_ADDRESS"],
    [552, "SMTP", "TRANSIENT"],
    [554, "SMTP", "PERMANENT_SOURCE"],
    [535, "SMTP", "SOURCE_DOWN"],
    [429, "HTTP", "TRANSIENT"],
    [503, "HTTP", "TRANSIENT"],
    [401, "HTTP", "SOURCE_DOWN"],
    [413, "HTTP", "PERMANENT_CONTENT"],
    [400, "HTTP", "PERMANENT_SOURCE"],
    [null, "HTTP", "UNKNOWN"],
  ] as const)("%s over %s is %s", (code, kind, meant) => expect(classOfCode(code, kind)).toBe(meant));

  test("half of twenty within five minutes is failing", () => {
    const tries = (bad: number, all: number, ago = 0) => Array.from({ length: all }, (_, n) => ({ at: now.getTime() - ago, ok: n >= bad }));
    expect(isFailing(tries(10, 20), now)).toBe(true);
    expect(isFailing(tries(9, 20), now)).toBe(false);
    expect(isFailing(tries(19, 19), now)).toBe(false);
    expect(isFailing(tries(20, 20, 301_000), now)).toBe(false);
  });

  test("addresses in logs are masked", () => {
    expect(["13800000000", "buyer@example.com", "a@b.cn", "zhang.san", "ab"].map(maskAddress)).toEqual([
      "138****0000",
      "bu***@example.com",
      "a***@b.cn",
      "zh****an",
      "****",
    ]);
  });
});

test("defaults of the house, and choices that may not be made", () => {
  expect(defaultChoice("BUSINESS", "EMAIL", true)).toBe("ON");
  expect(defaultChoice("BUSINESS", "EMAIL", false)).toBe("DIGEST");
  expect(defaultChoice("TASK", "EMAIL", false)).toBe("DIGEST");
  expect(defaultChoice("MARKETING", "SITE", false)).toBe("OFF");
  expect(choiceOf({ SYSTEM: { EMAIL: "OFF" } }, "SYSTEM", "EMAIL", false)).toBe("ON");
  expect(choiceOf({ BUSINESS: { EMAIL: "OFF" } }, "BUSINESS", "EMAIL", false)).toBe("OFF");
});
