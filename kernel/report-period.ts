/** Two days, or two months, both counted. */
export type Span = readonly [from: string, to: string];

const dayOf = (year: number, month: number, day: number): string => new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
const parts = (day: string): [year: number, month: number, day: number] => day.split("-").map(Number) as [number, number, number];
const lastOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();
const dayMs = 86_400_000;
const daysLater = (day: string, days: number): string => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** A day so many months earlier: the last of a month stays the last, and a day that month has not becomes its last. */
function monthsEarlier(day: string, months: number): string {
  const [year, month, date] = parts(day);
  const there = new Date(Date.UTC(year, month - 1 - months, 1));
  const last = lastOf(there.getUTCFullYear(), there.getUTCMonth() + 1);
  return dayOf(there.getUTCFullYear(), there.getUTCMonth() + 1, date === lastOf(year, month) ? last : Math.min(date, last));
}

/** The time before that compares: as many months earlier where the span begins with a month, else as many days. */
export function spanBefore([from, to]: Span): Span {
  if (from.length === 7) {
    const [first, last] = spanBefore([`${from}-01`, monthsEarlier(`${to}-01`, 0)]);
    return [first.slice(0, 7), last.slice(0, 7)];
  }
  const [[fromYear, fromMonth, fromDay], [toYear, toMonth]] = [parts(from), parts(to)];
  if (fromDay === 1) {
    const months = (toYear - fromYear) * 12 + (toMonth - fromMonth) + 1;
    return [monthsEarlier(from, months), monthsEarlier(to, months)];
  }
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  return [daysLater(from, -days), daysLater(from, -1)];
}

/** Can a time be compared with? What is counted must have begun before it, or in its first week. */
export const isCovered = ([from]: Span, since: string | null): boolean =>
  since !== null && since <= daysLater(from.length === 7 ? `${from}-01` : from, 6);
