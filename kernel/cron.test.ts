import { describe, expect, test } from "vitest";
import { isCron, nextRun, nextRuns, readCron } from "./cron.ts";
import { houseZone, inZone, isDay, msOf, toUtc } from "./time.ts";

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
const next = (text: string, after: string, zone = "UTC"): string | null => iso(nextRun(readCron(text), Date.parse(after), zone));
const local = (text: string, after: string, zone: string, count: number): string[] =>
  nextRuns(text, zone, Date.parse(toUtc(after, zone)), count).map((ms) => inZone(new Date(ms).toISOString(), zone));

describe("reading", () => {
  test("five fields, six fields, names, lists, ranges, steps, L and #", () => {
    expect(next("*/15 * * * *", "2026-03-01T00:01:00Z")).toBe("2026-03-01T00:15:00.000Z");
    expect(next("30 0 0 * * *", "2026-03-01T00:00:00Z")).toBe("2026-03-01T00:00:30.000Z");
    expect(next("0 9-17/4 * * MON-FRI", "2026-03-06T14:00:00Z")).toBe("2026-03-06T17:00:00.000Z");
    expect(next("0 9-17/4 * * MON-FRI", "2026-03-06T17:00:00Z")).toBe("2026-03-09T09:00:00.000Z");
    expect(next("0 0 L * ?", "2026-02-01T00:00:00Z")).toBe("2026-02-28T00:00:00.000Z");
    expect(next("0 0 L-1 * ?", "2026-02-01T00:00:00Z")).toBe("2026-02-27T00:00:00.000Z");
    expect(next("0 0 ? * 5L", "2026-02-01T00:00:00Z")).toBe("2026-02-27T00:00:00.000Z");
    expect(next("0 0 ? * MON#2", "2026-03-01T00:00:00Z")).toBe("2026-03-09T00:00:00.000Z");
    expect(next("0 0 1,15 JAN,jul *", "2026-01-02T00:00:00Z")).toBe("2026-01-15T00:00:00.000Z");
    expect(next("0 0 29 2 *", "2026-01-01T00:00:00Z")).toBe("2028-02-29T00:00:00.000Z");
    expect(next("0 0 * * 7", "2026-03-02T00:00:00Z")).toBe("2026-03-08T00:00:00.000Z");
  });

  test("day of month or weekday: where both are named either is enough", () => {
    expect(next("0 0 13 * FRI", "2026-03-01T00:00:00Z")).toBe("2026-03-06T00:00:00.000Z");
    expect(next("0 0 13 * FRI", "2026-03-06T00:00:00Z")).toBe("2026-03-13T00:00:00.000Z");
  });

  test("what is no expression is refused, and so is one that never comes", () => {
    for (const text of [
      "",
      "* * * *",
      "60 * * * *",
      "* 24 * * *",
      "* * 0 * *",
      "* * * 13 *",
      "5-1 * * * *",
      "*/0 * * * *",
      "a * * * *",
      "0 0 30 2 *",
      "* * * * * * *",
      "1//2 * * * *",
      "0 0 * * MON#6",
    ])
      expect([text, isCron(text)]).toEqual([text, false]);
    for (const text of ["* * * * *", "0 0 2 * * ?", "0 0 L * *"]) expect([text, isCron(text)]).toEqual([text, true]);
  });
});

describe("clocks that change", () => {
  test("a local time that is skipped runs once, at the next valid minute", () => {
    expect(local("30 2 * * *", "2026-03-28 12:00:00", "Europe/Berlin", 3)).toEqual([
      "2026-03-29 03:00:00",
      "2026-03-30 02:30:00",
      "2026-03-31 02:30:00",
    ]);
    expect(local("*/10 2 * * *", "2026-03-29 00:00:00", "Europe/Berlin", 2)).toEqual(["2026-03-29 03:00:00", "2026-03-30 02:00:00"]);
  });

  test("a local time that comes twice runs once", () => {
    const runs = nextRuns("30 2 * * *", "Europe/Berlin", Date.parse("2026-10-24T12:00:00Z"), 2);
    expect(runs.map(iso)).toEqual(["2026-10-25T00:30:00.000Z", "2026-10-26T01:30:00.000Z"]);
  });

  test("what runs every hour follows real hours: twenty-five in the long day, twenty-three in the short one", () => {
    const inDay = (text: string, from: string, to: string): number =>
      nextRuns(text, "America/New_York", Date.parse(from) - 1, 2_000).filter((ms) => ms < Date.parse(to)).length;
    expect(inDay("30 * * * *", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z")).toBe(25);
    expect(inDay("30 * * * *", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z")).toBe(23);
    expect(inDay("* * * * *", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z")).toBe(25 * 60);
  });

  test("a zone that moves by half an hour", () => {
    expect(local("15 2 * * *", "2026-10-03 12:00:00", "Australia/Lord_Howe", 2)).toEqual(["2026-10-04 02:30:00", "2026-10-05 02:15:00"]);
  });
});

/** Every moment of the year is asked what clocks show; the expressions are judged by that and nothing else. */
describe("a year in three zones, compared with a clock that ticks every five minutes", () => {
  const from = Date.parse("2026-01-01T00:00:00Z");
  const to = Date.parse("2027-01-01T00:00:00Z");
  const zones = [houseZone, "Europe/Berlin", "America/New_York"];
  const runsOf = (text: string, zone: string): number[] => {
    const cron = readCron(text);
    const found: number[] = [];
    for (let at = nextRun(cron, from - 1, zone); at !== null && at < to; at = nextRun(cron, at, zone)) found.push(at);
    return found;
  };

  test.each(zones)("%s: once on every day, whatever clocks do", (zone) => {
    for (const time of ["00:00", "02:00", "02:30", "03:00", "23:59"]) {
      const [h, m] = time.split(":");
      const runs = runsOf(`${Number(m)} ${Number(h)} * * *`, zone);
      const days = runs.map((ms) => inZone(new Date(ms).toISOString(), zone).slice(0, 10));
      expect(days.every(isDay)).toBe(true);
      expect(new Set(days).size).toBe(days.length);
      expect(days.length).toBe(365);
      const odd = runs.filter((ms) => inZone(new Date(ms).toISOString(), zone).slice(11, 16) !== time);
      expect(odd.length).toBe(zone !== houseZone && time.startsWith("02") ? 1 : 0);
    }
  });

  test.each(zones)("%s: working days, last days, n-th weekdays", (zone) => {
    const texts = ["45 1 * * 1-5", "15 2 L * *", "30 1 ? * 1#1,5L", "0 */6 1-7 * *", "*/20 1-3 * 3,10,11 SUN"];
    const expected = texts.map(() => [] as string[]);
    const crons = texts.map(readCron);
    const step = 5 * 60_000;
    let shown = 0;
    for (let at = from - msOf({ days: 1 }); at < to; at += step) {
      const wall = Date.parse(`${inZone(new Date(at).toISOString(), zone).replace(" ", "T")}Z`);
      // What clocks show for the first time at this tick: one local time, or all those they jumped over, or none when they went back.
      for (let w = shown === 0 ? wall : shown + step; w <= wall; w += step)
        crons.forEach((cron, i) => at >= from && matches(cron, w) && expected[i]!.at(-1) !== iso(at) && expected[i]!.push(iso(at)!));
      shown = Math.max(shown, wall);
    }
    texts.forEach((text, i) => expect([text, ...runsOf(text, zone).map(iso)]).toEqual([text, ...expected[i]!]));
  });

  test.each(zones)("%s: every hour and every ten minutes, evenly", (zone) => {
    const runs = runsOf("*/10 * * * *", zone);
    expect(runs.length).toBe(365 * 24 * 6);
    expect(runs.slice(1).every((ms, i) => 600_000 === ms - runs[i]!)).toBe(true);
  });

  function matches(cron: ReturnType<typeof readCron>, wall: number): boolean {
    const at = new Date(wall);
    const length = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
    const dom = at.getUTCDate();
    const dow = at.getUTCDay();
    const byDay = cron.days.set.has(dom) || cron.days.back.some((b) => dom === length - b);
    const byWeekday =
      cron.weekdays.set.has(dow) ||
      (cron.weekdays.last.has(dow) && dom > length - 7) ||
      cron.weekdays.nth.some((n) => n.day === dow && dom > (n.n - 1) * 7 && dom <= n.n * 7);
    const onDay = cron.days.all ? cron.weekdays.all || byWeekday : cron.weekdays.all ? byDay : byDay || byWeekday;
    return (
      onDay && cron.months.has(at.getUTCMonth() + 1) && cron.hours.includes(at.getUTCHours()) && cron.minutes.includes(at.getUTCMinutes())
    );
  }
});
