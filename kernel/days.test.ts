import { describe, expect, test } from "vitest";
import {
  addDays,
  addMonths,
  addMonthsToEnd,
  addWorkingDays,
  dayFromNumber,
  dayNumber,
  daysBetween,
  daysInclusive,
  daysInMonth,
  isWorkingDay,
  mondayToFriday,
  monthEnd,
  monthsBetween,
  monthStart,
  nextDayOfMonth,
  shiftMonth,
  weekday,
  weekStart,
  workingDayFrom,
  workingDaysBetween,
  type WorkingDays,
} from "./days.ts";
import { dayIn, hoursBetween, houseZone, msOf, shift, wholeDaysBetween } from "./time.ts";

describe("days", () => {
  test("are added across months, years and leap days", () => {
    expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
    expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
    expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
    expect(addDays("2026-11-19", 365)).toBe("2027-11-19");
    expect(addDays("0099-12-31", 1)).toBe("0100-01-01");
  });

  test("stay in the calendar", () => {
    expect(addDays("9999-12-31", 1)).toBe("9999-12-31");
    expect(addDays("0001-01-01", -1)).toBe("0001-01-01");
    expect(addMonths("9999-12-15", 1)).toBe("9999-12-31");
    expect(addMonths("0001-01-15", -1)).toBe("0001-01-01");
  });

  test("between two of them the first is not counted, inclusive both are", () => {
    expect(daysBetween("2026-11-19", "2026-11-19")).toBe(0);
    expect(daysBetween("2026-02-27", "2026-03-01")).toBe(2);
    expect(daysBetween("2024-02-27", "2024-03-01")).toBe(3);
    expect(daysBetween("2026-03-01", "2026-02-27")).toBe(-2);
    expect(daysInclusive("2026-11-01", "2026-11-30")).toBe(30);
    expect(daysInclusive("2026-11-19", "2026-11-19")).toBe(1);
  });

  test("have numbers and weekdays", () => {
    expect([dayNumber("1970-01-01"), dayNumber("1969-12-31"), dayFromNumber(20_776)]).toEqual([0, -1, "2026-11-19"]);
    expect([weekday("2026-11-19"), weekday("2026-11-22"), weekday("1969-12-28")]).toEqual([4, 0, 0]);
    expect([weekStart("2026-11-19"), weekStart("2026-11-22"), weekStart("2026-11-23")]).toEqual(["2026-11-16", "2026-11-16", "2026-11-23"]);
  });
});

describe("months", () => {
  test("keep the date, or end with a shorter month", () => {
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
    expect(addMonths("2024-01-31", 1)).toBe("2024-02-29");
    expect(addMonths("2026-03-31", -1)).toBe("2026-02-28");
    expect(addMonths("2026-11-15", 24)).toBe("2028-11-15");
    expect(addMonths("2026-01-15", -13)).toBe("2024-12-15");
    expect(addMonths("2024-02-29", 12)).toBe("2025-02-28");
    expect(addMonths("2026-02-28", 1)).toBe("2026-03-28");
  });

  test("end to end where that is asked", () => {
    expect(addMonthsToEnd("2026-02-28", 1)).toBe("2026-03-31");
    expect(addMonthsToEnd("2024-02-28", 1)).toBe("2024-03-28");
    expect(addMonthsToEnd("2026-03-30", -1)).toBe("2026-02-28");
  });

  test("have a first and a last day, of common and leap years", () => {
    expect([monthStart("2026-11-19"), monthEnd("2026-11-19"), monthEnd("2026-02")]).toEqual(["2026-11-01", "2026-11-30", "2026-02-28"]);
    expect([monthEnd("2024-02"), monthEnd("2000-02"), monthEnd("2100-02")]).toEqual(["2024-02-29", "2000-02-29", "2100-02-28"]);
    expect([daysInMonth(2026, 4), daysInMonth(2026, 12)]).toEqual([30, 31]);
    expect([shiftMonth("2026-11", 2), shiftMonth("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
  });

  test("the next fixed date comes strictly after", () => {
    expect(nextDayOfMonth("2026-11-19", 25)).toBe("2026-11-25");
    expect(nextDayOfMonth("2026-11-25", 25)).toBe("2026-12-25");
    expect(nextDayOfMonth("2026-01-31", 31)).toBe("2026-02-28");
    expect(nextDayOfMonth("2026-02-10", 31)).toBe("2026-02-28");
    expect(nextDayOfMonth("2026-12-31", 10)).toBe("2027-01-10");
  });

  test("are completed by the same date or the last day of a shorter month", () => {
    expect(monthsBetween("2026-01-15", "2026-07-14")).toBe(5);
    expect(monthsBetween("2026-01-15", "2026-07-15")).toBe(6);
    expect(monthsBetween("2025-12-31", "2026-02-28")).toBe(2);
    expect(monthsBetween("2024-06-30", "2026-06-30")).toBe(24);
  });
});

/** The week of the Chinese national day: seven days off, the Saturday after them worked. */
const october: WorkingDays = {
  off: [0, 6],
  exceptions: {
    ...Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`2026-10-0${i + 1}`, false])),
    "2026-10-10": true,
  },
};

describe("working days", () => {
  test("follow the weekdays and the exceptions of a calendar", () => {
    expect(["2026-10-02", "2026-10-08", "2026-10-10", "2026-10-11"].map((day) => isWorkingDay(october, day))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isWorkingDay(mondayToFriday, "2026-10-02")).toBe(true);
  });

  test("a day off moves to the next or the last working day", () => {
    expect(workingDayFrom(mondayToFriday, "2026-11-21")).toBe("2026-11-23");
    expect(workingDayFrom(mondayToFriday, "2026-11-20")).toBe("2026-11-20");
    expect(workingDayFrom(october, "2026-10-01")).toBe("2026-10-08");
    expect(workingDayFrom(october, "2026-10-01", -1)).toBe("2026-09-30");
    expect(() => workingDayFrom({ off: [0, 1, 2, 3, 4, 5, 6], exceptions: {} }, "2026-10-01")).toThrow("no working days");
  });

  test("are added and counted", () => {
    expect(addWorkingDays(mondayToFriday, "2026-11-13", 1)).toBe("2026-11-16");
    expect(addWorkingDays(mondayToFriday, "2026-11-14", 1)).toBe("2026-11-16");
    expect(addWorkingDays(october, "2026-09-30", 3)).toBe("2026-10-10");
    expect(addWorkingDays(mondayToFriday, "2026-11-16", -1)).toBe("2026-11-13");
    expect(workingDaysBetween(mondayToFriday, "2026-11-13", "2026-11-16")).toBe(1);
    expect(workingDaysBetween(october, "2026-09-30", "2026-10-12")).toBe(4);
    expect(workingDaysBetween(mondayToFriday, "2026-11-16", "2026-11-13")).toBe(0);
    expect(workingDaysBetween(mondayToFriday, "9999-12-30", "9999-12-31")).toBe(1);
  });
});

describe("moments", () => {
  test("the day of a moment is that of the zone it is read in", () => {
    const evening = "2026-11-18T16:30:00.000Z";
    expect([dayIn(evening, houseZone), dayIn(evening, "Europe/Berlin"), dayIn(evening, "UTC")]).toEqual([
      "2026-11-19",
      "2026-11-18",
      "2026-11-18",
    ]);
    expect([dayIn("2026-07-01T22:30:00.000Z", "Europe/Berlin"), dayIn("2026-12-01T22:30:00.000Z", "Europe/Berlin")]).toEqual([
      "2026-07-02",
      "2026-12-01",
    ]);
  });

  test("a day of elapsed time is 24 hours, also where clocks change", () => {
    const before = "2026-03-28T12:00:00.000Z";
    expect(shift(before, { days: 1 })).toBe("2026-03-29T12:00:00.000Z");
    expect(shift(new Date(before), { days: -1, hours: 2, minutes: 30 }).toISOString()).toBe("2026-03-27T14:30:00.000Z");
    expect(msOf({ hours: 1, minutes: 1 })).toBe(3_660_000);
  });

  test("hours and days count when they are complete", () => {
    expect(hoursBetween("2026-11-19T00:00:00Z", "2026-11-19T01:59:59Z")).toBe(1);
    expect(hoursBetween("2026-11-19T02:00:00Z", "2026-11-19T00:30:00Z")).toBe(-2);
    expect(wholeDaysBetween("2026-11-19T00:00:00Z", "2026-11-20T23:59:59Z")).toBe(1);
  });
});
