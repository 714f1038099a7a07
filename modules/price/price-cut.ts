import { addDays } from "#kernel/days.ts";

/** A span of days, the end included; no end is never. */
export interface Span {
  readonly startDate: string;
  readonly endDate: string | null;
}

/** What becomes of one older row: a shorter end, or nothing of it at its own place; and what goes on after the newer one as rows of their own. */
export interface Cut<R extends Span> {
  readonly row: R;
  /** The new end; "void" where nothing is left at the row's own beginning. */
  readonly end: string | "void";
  readonly rests: readonly Span[];
}

export const overlaps = (a: Span, b: Span): boolean =>
  (b.endDate === null || a.startDate <= b.endDate) && (a.endDate === null || b.startDate <= a.endDate);

function without(span: Span, taken: Span): Span[] {
  if (!overlaps(span, taken)) return [span];
  const left: Span[] = [];
  if (span.startDate < taken.startDate) left.push({ startDate: span.startDate, endDate: addDays(taken.startDate, -1) });
  if (taken.endDate !== null && (span.endDate === null || span.endDate > taken.endDate))
    left.push({ startDate: addDays(taken.endDate, 1), endDate: span.endDate });
  return left;
}

/** Cuts older rows of one key where newer spans take their place: to the day before, and on from the day after; a row wholly covered is void. */
export function cutBy<R extends Span>(older: readonly R[], newer: readonly Span[]): Cut<R>[] {
  return older.flatMap((row) => {
    if (!newer.some((span) => overlaps(row, span))) return [];
    const left = newer.reduce<Span[]>((pieces, span) => pieces.flatMap((piece) => without(piece, span)), [row]);
    const [first] = left;
    const keeps = first?.startDate === row.startDate;
    return [{ row, end: keeps ? first!.endDate! : "void", rests: keeps ? left.slice(1) : left }];
  });
}

/** Whether a price counts on a day already, still, or no more. */
export const statusOn = (span: Span, today: string): "FUTURE" | "EFFECTIVE" | "EXPIRED" =>
  span.startDate > today ? "FUTURE" : span.endDate !== null && span.endDate < today ? "EXPIRED" : "EFFECTIVE";
