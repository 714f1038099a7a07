/** Values that count from a day on. Until that day the value before counts, everywhere: a change made early leaves no gap. */

/** The days something counts on; both belong to it, and an empty one is open. */
export interface Span {
  readonly from: string | null;
  readonly to: string | null;
}

export const hasBegun = (from: string | null, day: string): boolean => from === null || from <= day;

/** Its last day is behind us. */
export const isOver = (to: string | null, day: string): boolean => to !== null && to < day;

/** Does it count on this day? */
export const countsOn = (span: Span, day: string): boolean => hasBegun(span.from, day) && !isOver(span.to, day);

/** A record with the first and the last day it counts on. */
export interface Period {
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/** The same of a record. */
export const isInForce = ({ startDate, endDate }: Period, day: string): boolean => countsOn({ from: startDate, to: endDate }, day);

/** One of several values of the same thing, and the one that takes its place. */
export interface Succession<R> {
  readonly row: R;
  readonly next: R | null;
  /** The next has begun: this one no longer counts. */
  readonly isOver: boolean;
}

/**
 * How values of one thing follow one another, given in the order they were entered: each counts until the next begins.
 * What has begun is followed by what was entered after it, whatever day it says; what begins later waits for its day, and of two that begin on the same day the later entry counts.
 */
export function successionOf<R>(rows: readonly R[], fromOf: (row: R) => string | null, today: string): readonly Succession<R>[] {
  const begin = (row: R): string => (hasBegun(fromOf(row), today) ? "" : fromOf(row)!);
  const days = [...Map.groupBy(rows, begin)].toSorted(([a], [b]) => a.localeCompare(b)).map(([, sameDay]) => sameDay);
  return days.flatMap((sameDay, i) => {
    const last = sameDay.at(-1)!;
    const later = days[i + 1]?.at(-1) ?? null;
    return sameDay.map((row) => (row === last ? { row, next: later, isOver: false } : { row, next: last, isOver: true }));
  });
}

/** Of values that name the one taking their place, those that count on a day: begun, and not yet followed by one that has begun. */
export const currentOn = <R extends { readonly id: string }>(
  rows: readonly R[],
  of: { readonly from: (row: R) => string | null; readonly next: (row: R) => string | null },
  day: string,
): readonly R[] =>
  rows.filter((row) => {
    if (!hasBegun(of.from(row), day)) return false;
    const next = rows.find((candidate) => candidate.id === of.next(row));
    return !next || !hasBegun(of.from(next), day);
  });
