import { expect, test } from "vitest";
import { mondayToFriday, type WorkingDays } from "./days.ts";
import { houseZone } from "./time.ts";
import { clockface, isDue, offsetFrom, searched, stepDates, stepReached, type Remind, type Timed } from "./timed.ts";

/** The first days of October are off, and the Saturday after them is worked. */
const october: WorkingDays = {
  off: [0, 6],
  exceptions: { ...Object.fromEntries(["01", "02", "05", "06", "07"].map((day) => [`2026-10-${day}`, false])), "2026-10-10": true },
};
const on = (day: string, calendar = mondayToFriday) => clockface(new Date(`${day}T04:00:00Z`), houseZone, calendar);
const at = (iso: string, inZone = houseZone) => clockface(new Date(iso), inZone, mondayToFriday);

test("a day is due from its first minute in the zone, and over after its last", () => {
  const begins: Timed = { does: "doStart", on: "startDate" };
  const ends: Timed = { does: "doExpire", after: "endDate" };
  const row = { startDate: "2026-03-01", endDate: "2026-03-01" };
  expect(isDue(begins, row, at("2026-02-28T15:59:59Z"))).toBeNull();
  expect(isDue(begins, row, at("2026-02-28T16:00:00Z"))).toMatchObject({ date: "2026-03-01", left: 0 });
  expect(isDue(ends, row, at("2026-03-01T15:59:59Z"))).toBeNull();
  expect(isDue(ends, row, at("2026-03-01T16:00:00Z"))).toMatchObject({ date: "2026-03-01", left: -1 });
});

test("a moment is due to the millisecond; an empty date never is", () => {
  const timed: Timed = { does: "doClose", on: "deadline" };
  expect(isDue(timed, { deadline: "2026-03-01T09:00:00.000Z" }, at("2026-03-01T08:59:59.999Z"))).toBeNull();
  expect(isDue(timed, { deadline: "2026-03-01T09:00:00.000Z" }, at("2026-03-01T09:00:00.000Z"))).not.toBeNull();
  expect(
    isDue({ does: "doClose", after: "deadline" }, { deadline: "2026-03-01T09:00:00.000Z" }, at("2026-03-01T09:00:00.000Z")),
  ).toBeNull();
  expect(isDue(timed, { deadline: null }, on("2030-01-01"))).toBeNull();
});

test("months end on the last day of a shorter month", () => {
  expect(offsetFrom("2026-01-31", { months: 1 }, {}, on("2026-01-01"))).toBe("2026-02-28");
  expect(offsetFrom("2028-02-29", { months: 12 }, {}, on("2026-01-01"))).toBe("2029-02-28");
  expect(offsetFrom("2026-03-31", { months: 1 }, {}, on("2026-01-01"), -1)).toBe("2026-02-28");
});

test("working days pass over weekends and holidays and count worked Saturdays, in both directions", () => {
  expect(offsetFrom("2026-09-30", { workingDays: 1 }, {}, on("2026-09-01", october))).toBe("2026-10-08");
  expect(offsetFrom("2026-09-30", { workingDays: 3 }, {}, on("2026-09-01", october))).toBe("2026-10-10");
  expect(offsetFrom("2026-10-12", { workingDays: 4 }, {}, on("2026-09-01", october), -1)).toBe("2026-09-30");
  expect(offsetFrom("2026-09-21", { days: 10, toWorkingDay: true }, {}, on("2026-09-01", october))).toBe("2026-10-08");
});

test("a field of the document gives the distance", () => {
  const notice: Remind = { tells: "RENEW_NOTICE", before: "expiryDate", by: [{ days: "noticeDays" }] };
  const row = { expiryDate: "2026-12-31", noticeDays: 30 };
  expect(stepReached(notice, row, on("2026-11-30"))).toBeNull();
  expect(stepReached(notice, row, on("2026-12-01"))).toMatchObject({ step: 1, left: 30 });
  expect(searched(notice, "2026-12-01")).toEqual({ field: "expiryDate", to: null });
});

test("a moment keeps its time of day over a change of clocks, hours are elapsed time", () => {
  const berlin = at("2026-03-01T00:00:00Z", "Europe/Berlin");
  expect(offsetFrom("2026-03-28T16:00:00.000Z", 1, {}, berlin)).toBe("2026-03-29T15:00:00.000Z");
  expect(offsetFrom("2026-03-28T16:00:00.000Z", { hours: 24 }, {}, berlin)).toBe("2026-03-29T16:00:00.000Z");
  expect(offsetFrom("2026-10-25T16:00:00.000Z", 1, {}, berlin, -1)).toBe("2026-10-24T15:00:00.000Z");
});

test("of the steps that passed unseen only the last is told, and none once the date has come", () => {
  const expiring: Remind = { tells: "EXPIRING", before: "endDate", by: [90, 60, 30] };
  const row = { endDate: "2026-12-31" };
  expect(stepReached(expiring, row, on("2026-10-01"))).toBeNull();
  expect(stepReached(expiring, row, on("2026-10-02"))).toMatchObject({ step: 1, left: 90 });
  expect(stepReached(expiring, row, on("2026-12-15"))).toMatchObject({ step: 3, left: 16 });
  expect(stepReached(expiring, row, on("2026-12-31"))).toMatchObject({ step: 3, left: 0 });
  expect(stepReached(expiring, row, on("2027-01-01"))).toBeNull();
  expect(stepDates(expiring, row, on("2027-01-01"))).toEqual(["2026-10-02", "2026-11-01", "2026-12-01"]);
});

test("after a date steps follow each other and the last repeats", () => {
  const dunning: Remind = { tells: "OVERDUE", since: "dueDate", by: [3, 10], every: 7 };
  const step = (day: string): number | undefined => stepReached(dunning, { dueDate: "2026-03-01" }, on(day))?.step;
  expect(["2026-03-03", "2026-03-04", "2026-03-10", "2026-03-11", "2026-03-17", "2026-03-18", "2026-03-25"].map(step)).toEqual([
    ...[undefined, 1, 1, 2, 2, 3, 4],
  ]);
});

test("what is looked through reaches as far as any step, whatever its distance", () => {
  const reach = (current: Timed | Remind): string | null => searched(current, "2026-03-31").to;
  for (const [plus, date] of [
    [30, "2026-03-01"],
    [{ months: 1 }, "2026-02-28"],
    [{ months: -2 }, "2026-05-31"],
    [{ workingDays: 5 }, "2026-03-24"],
    [{ workingDays: -5 }, "2026-04-07"],
  ] as const) {
    expect(isDue({ does: "x", on: "date", plus }, { date }, on("2026-03-31"))).not.toBeNull();
    expect(reach({ does: "x", on: "date", plus })! >= date).toBe(true);
  }
  expect(reach({ tells: "x", before: "date", by: [90, 30] })! >= "2026-06-29").toBe(true);
});
