import { addDays, addMonths, addMonthsToEnd, daysInclusive, monthNumber, monthStart } from "./days.ts";

/** Two days, or two months, both counted. */
export type Span = readonly [from: string, to: string];

/** The time before that compares: as many months earlier where the span begins with a month, else as many days. */
export function spanBefore([from, to]: Span): Span {
  if (from.length === 7) {
    const [first, last] = spanBefore([`${from}-01`, `${to}-01`]);
    return [first.slice(0, 7), last.slice(0, 7)];
  }
  if (from === monthStart(from)) {
    const months = monthNumber(to) - monthNumber(from) + 1;
    return [addMonths(from, -months), addMonthsToEnd(to, -months)];
  }
  return [addDays(from, -daysInclusive(from, to)), addDays(from, -1)];
}

/** Can a time be compared with? What is counted must have begun before it, or in its first week. */
export const isCovered = ([from]: Span, since: string | null): boolean =>
  since !== null && since <= addDays(from.length === 7 ? `${from}-01` : from, 6);
