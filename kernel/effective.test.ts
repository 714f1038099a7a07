import { describe, expect, test } from "vitest";
import { countsOn, currentOn, isInForce, isOver, successionOf } from "./effective.ts";

const today = "2026-11-18";
const row = (id: string, from: string | null, next: string | null = null) => ({ id, from, next });
const chain = (rows: readonly ReturnType<typeof row>[]) =>
  successionOf(rows, (entry) => entry.from, today).map((succession) => [succession.row.id, succession.next?.id ?? null, succession.isOver]);
const on = (rows: readonly ReturnType<typeof row>[], day: string) =>
  currentOn(rows, { from: (current) => current.from, next: (current) => current.next }, day).map((entry) => entry.id);

describe("values that count from a day on", () => {
  test("both ends of a span belong to it, and an empty one is open", () => {
    const span = { from: "2026-11-18", to: "2026-11-20" };
    expect(["2026-11-17", "2026-11-18", "2026-11-20", "2026-11-21"].map((day) => countsOn(span, day))).toEqual([false, true, true, false]);
    expect(countsOn({ from: null, to: null }, "0001-01-02")).toBe(true);
    expect(["2026-11-17", "2026-11-20"].map((day) => isInForce({ startDate: "2026-11-18", endDate: null }, day))).toEqual([false, true]);
    expect(["2026-11-20", "2026-11-21"].map((day) => isOver("2026-11-20", day))).toEqual([false, true]);
  });

  test("what begins later waits for its day; what has begun gives way at once", () => {
    expect(chain([row("old", "2025-01-01"), row("new", "2026-11-21")])).toEqual([
      ["old", "new", false],
      ["new", null, false],
    ]);
    expect(chain([row("old", "2026-06-01"), row("new", "2026-01-01")])).toEqual([
      ["old", "new", true],
      ["new", null, false],
    ]);
  });

  test("one that counts now goes before one that waits, and a second entry for the same day takes the place of the first", () => {
    expect(chain([row("old", null), row("waiting", "2027-01-01"), row("now", "2026-11-18")])).toEqual([
      ["old", "now", true],
      ["now", "waiting", false],
      ["waiting", null, false],
    ]);
    expect(chain([row("old", null), row("first", "2027-01-01"), row("corrected", "2027-01-01")])).toEqual([
      ["old", "corrected", false],
      ["first", "corrected", true],
      ["corrected", null, false],
    ]);
  });

  test("on every day exactly one counts, whether or not anything was written that morning", () => {
    const rows = [row("old", "2025-01-01", "new"), row("new", "2026-11-21")];
    expect(["2026-11-18", "2026-11-20", "2026-11-21", "2026-12-31"].map((day) => on(rows, day))).toEqual([
      ["old"],
      ["old"],
      ["new"],
      ["new"],
    ]);
  });
});
