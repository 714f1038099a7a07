/**
 * Arithmetic on calendar days, written "yyyy-MM-dd", and months, written "yyyy-MM". They have no zone: `dayIn` (time.ts) says which day
 * a moment falls on. Results stay in the calendar, which ends with 9999-12-31.
 */
import { msOf } from "./time.ts";

const dayMs = msOf({ days: 1 });

/** How many days after 1970-01-01. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;

const [firstNumber, lastNumber] = [dayNumber("0001-01-01"), dayNumber("9999-12-31")];

export const dayFromNumber = (number: number): string =>
  new Date(Math.min(Math.max(number, firstNumber), lastNumber) * dayMs).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => dayFromNumber(dayNumber(day) + days);

/** From one day to another, the first not counted: 0 on the same day, negative where `to` is earlier. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

/** From one day to another, both counted: 1 on the same day. */
export const daysInclusive = (from: string, to: string): number => daysBetween(from, to) + 1;

/** 0 is Sunday, 6 is Saturday. */
export const weekday = (day: string): number => (((dayNumber(day) + 4) % 7) + 7) % 7;

/** The Monday of its week. */
export const weekStart = (day: string): string => addDays(day, -((weekday(day) + 6) % 7));

/** How many months after January of the year 0, for a day or a month. */
export const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

const dateOf = (day: string): number => Number(day.slice(8));

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Month as 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** A date of a month, or the last day of a month that is shorter. */
function dayInMonth(number: number, date: number): string {
  const [year, month] = [Math.floor(number / 12), (((number % 12) + 12) % 12) + 1];
  if (year < 1) return dayFromNumber(firstNumber);
  if (year > 9999) return dayFromNumber(lastNumber);
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(Math.min(date, daysInMonth(year, month)))}`;
}

/** The same date so many months later, or the last day of a shorter month. */
export const addMonths = (day: string, months: number): string => dayInMonth(monthNumber(day) + months, dateOf(day));

/** Like addMonths, except that the last day of a month becomes the last day of the other: 02-28 and a month is 03-31. */
export const addMonthsToEnd = (day: string, months: number): string =>
  dayInMonth(monthNumber(day) + months, day === monthEnd(day) ? 31 : dateOf(day));

/** A month so many months later. */
export const shiftMonth = (month: string, months: number): string => dayInMonth(monthNumber(month) + months, 1).slice(0, 7);

/** The first day of a month, or of the month of a day. */
export const monthStart = (day: string): string => `${day.slice(0, 7)}-01`;

/** The last day of a month, or of the month of a day. */
export const monthEnd = (day: string): string => dayInMonth(monthNumber(day), 31);

/** The next day with this date (1 to 31) after a day; the last day of a shorter month. */
export function nextDayOfMonth(day: string, date: number): string {
  const here = dayInMonth(monthNumber(day), date);
  return here > day ? here : dayInMonth(monthNumber(day) + 1, date);
}

/** Months completed from one day to a later one. The last day of a shorter month completes a month: 12-31 to 02-28 are two. */
export function monthsBetween(from: string, to: string): number {
  const isComplete = dateOf(to) >= dateOf(from) || to === monthEnd(to);
  return monthNumber(to) - monthNumber(from) - (isComplete ? 0 : 1);
}

/** The days people work. */
export interface WorkingDays {
  /** Weekdays off, 0 is Sunday. */
  readonly off: readonly number[];
  /** Days that differ from their weekday: true is worked. */
  readonly exceptions: Readonly<Record<string, boolean>>;
}

export const mondayToFriday: WorkingDays = { off: [0, 6], exceptions: {} };

/** More days in a row without work than any calendar has: the calendar itself is wrong. */
const mostDaysOff = 400;

export const isWorkingDay = ({ off, exceptions }: WorkingDays, day: string): boolean => exceptions[day] ?? !off.includes(weekday(day));

/** The day itself where it is worked, else the next that is, or with -1 the last that was. */
export function workingDayFrom(calendar: WorkingDays, day: string, step: 1 | -1 = 1): string {
  for (let [at, off] = [day, 0]; off < mostDaysOff; at = addDays(at, step), off++) if (isWorkingDay(calendar, at)) return at;
  throw new Error("the calendar has no working days");
}

/** So many working days after a day, or before it where the number is negative. A day off counts as the working day before it. */
export function addWorkingDays(calendar: WorkingDays, day: string, days: number): string {
  const step = days < 0 ? -1 : 1;
  let at = day;
  for (let left = Math.abs(days); left > 0; left--) at = workingDayFrom(calendar, addDays(at, step), step);
  return at;
}

/** The working days after one day up to another, which is counted; 0 where `to` is not later. */
export function workingDaysBetween(calendar: WorkingDays, from: string, to: string): number {
  let worked = 0;
  for (let at = addDays(from, 1); at <= to; at = addDays(at, 1)) {
    if (isWorkingDay(calendar, at)) worked++;
    if (at === to) break;
  }
  return worked;
}
