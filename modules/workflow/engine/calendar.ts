import { inZone, toUtc } from "#kernel/time.ts";
import { addDays, weekday } from "#kernel/days.ts";

/** When an organisation works: hours of each weekday (0 = Sunday) as local times, days off, and days worked by exception. */
export interface Calendar {
  readonly zone: string;
  readonly week: Readonly<Record<number, readonly Hours[]>>;
  /** Days that differ from their weekday; an empty list is a holiday. */
  readonly days: Readonly<Record<string, readonly Hours[]>>;
}

/** From and to as HH:mm. */
export type Hours = readonly [from: string, to: string];

const minute = 60_000;
/** More days without one working minute than any calendar has: the calendar itself is wrong. */
const mostIdleDays = 400;

const hoursOf = (calendar: Calendar, day: string): readonly Hours[] => calendar.days[day] ?? calendar.week[weekday(day)] ?? [];

const utc = (day: string, time: string, zone: string): number =>
  Date.parse(time === "24:00" ? toUtc(`${addDays(day, 1)} 00:00:00`, zone) : toUtc(`${day} ${time}:00`, zone));

/** The working spans from a moment on, as UTC milliseconds; they end where a year brings none. */
function* spansFrom(calendar: Calendar, from: number): Generator<readonly [from: number, to: number]> {
  let day = inZone(new Date(from).toISOString(), calendar.zone).slice(0, 10);
  for (let idle = 0; idle < mostIdleDays; idle++, day = addDays(day, 1)) {
    for (const [open, shut] of hoursOf(calendar, day)) {
      const end = utc(day, shut, calendar.zone);
      if (end <= from) continue;
      idle = 0;
      yield [Math.max(utc(day, open, calendar.zone), from), end];
    }
  }
}

/** The moment so many working minutes after another. */
export function addWorking(calendar: Calendar, from: string, minutes: number): string {
  let left = minutes * minute;
  for (const [open, shut] of spansFrom(calendar, Date.parse(from))) {
    if (left <= shut - open) return new Date(open + left).toISOString();
    left -= shut - open;
  }
  throw new Error("the calendar has no working time");
}

/** How many working minutes lie between two moments. */
export function workingBetween(calendar: Calendar, from: string, to: string): number {
  const until = Date.parse(to);
  let worked = 0;
  for (const [open, shut] of spansFrom(calendar, Date.parse(from))) {
    if (open >= until) break;
    worked += Math.min(shut, until) - open;
  }
  return worked / minute;
}

/** A due date whose clock stood still between two moments; one already past stays past. */
export function shiftDue(calendar: Calendar, due: string, from: string, to: string): string {
  if (Date.parse(due) <= Date.parse(from)) return due;
  return addWorking(calendar, to, workingBetween(calendar, from, due));
}

/** Always at work: for limits that count every hour. */
export const roundTheClock: Calendar = {
  zone: "UTC",
  week: Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((d) => [d, [["00:00", "24:00"]]])),
  days: {},
};
