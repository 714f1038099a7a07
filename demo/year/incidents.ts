import type { Coming, Deal, DealLine, NoteEnd } from "./deal.ts";

/** A row that comes as ordered, large enough that a part of it can go wrong. */
const isSound = (row: Coming): boolean => row.qty >= 10 && !row.refused && !row.returned && !row.missing && !row.miscounted;
const part = (row: Coming, share: number): number => Math.max(1, Math.round(row.qty * share));
const isSingle = ({ rows }: DealLine): boolean => rows.length === 1 && isSound(rows[0]!);

const withRow = (deal: Deal, line: number, row: number, change: (row: Coming) => Coming): Deal => ({
  ...deal,
  lines: deal.lines.map((dealLine, i) =>
    i === line ? { ...dealLine, rows: dealLine.rows.map((it, j) => (j === row ? change(it) : it)) } : dealLine,
  ),
});
const short = (row: Coming): Coming => ({ ...row, missing: part(row, 0.3) });

/** Ordered at prices with tax. */
export const taxIncluded = (deal: Deal): Deal => ({ ...deal, isTaxIncluded: true });
/** Given up by the buyer before anything came. */
export const dropped = (deal: Deal): Deal => ({ ...deal, isDropped: true });
/** The first line never comes in full, and the rest of it is closed. */
export const lineClosed = (deal: Deal): Deal => withRow(deal, 0, 0, short);
/** No line comes in full, and the order is closed. */
export const orderClosed = (deal: Deal): Deal => deal.lines.reduce((now, _, i) => withRow(now, i, 0, short), deal);
/** More was posted than had come: reversed, and received when it is there. */
export const reversed = (deal: Deal): Deal => withRow(deal, 0, 0, (row) => ({ ...row, miscounted: part(row, 0.2) }));
export const refunded = (deal: Deal): Deal => withRow(deal, 0, 0, (row) => ({ ...row, returned: part(row, 0.05) }));
/** What goes back is replaced. */
export const replaced = (deal: Deal): Deal =>
  deal.lines.some(({ rows }) => rows.some((row) => row.returned))
    ? { ...deal, lines: deal.lines.map((line) => ({ ...line, rows: line.rows.map((row) => ({ ...row, isReplaced: row.returned > 0 })) })) }
    : replaced(refunded(deal));
export const noteEnds =
  (noteEnd: NoteEnd) =>
  (deal: Deal): Deal => ({ ...deal, noteEnd });

interface Incident {
  /** How many of a hundred orders. */
  readonly share: number;
  readonly fits: (deal: Deal) => boolean;
  readonly change: (deal: Deal) => Deal;
}

/** So many of them, evenly spread. */
const spread = <T>(of: readonly T[], count: number): T[] =>
  Array.from({ length: Math.min(count, of.length) }, (_, i) => of[Math.floor(((i + 0.5) * of.length) / Math.min(count, of.length))]!);

/** What goes otherwise than planned in the orders of a year: each kind a few times, spread over the months, one kind to an order. */
export function incidents(deals: readonly Deal[], turns: number, hasPortal: (firm: number) => boolean): readonly Deal[] {
  const lastArrival = ({ turn, lines }: Deal): number => turn + Math.max(...lines.flatMap(({ rows }) => rows.map((row) => row.after)));
  const isOver = (deal: Deal): boolean => lastArrival(deal) + 2 < turns;
  const firstSound = ({ lines: [line] }: Deal): boolean => isSound(line!.rows[0]!);
  const onNote = (deal: Deal): boolean => hasPortal(deal.firm) && firstSound(deal) && deal.turn + deal.lines[0]!.rows[0]!.after + 1 < turns;
  const kinds: readonly Incident[] = [
    { share: 1.6, fits: onNote, change: noteEnds("cancelled") },
    { share: 1.6, fits: onNote, change: noteEnds("reopened") },
    { share: 1.4, fits: onNote, change: noteEnds("closed") },
    { share: 2.4, fits: (deal) => isOver(deal) && deal.lines.every(isSingle), change: orderClosed },
    { share: 2.4, fits: (deal) => isOver(deal) && deal.lines.length > 1 && isSingle(deal.lines[0]!), change: lineClosed },
    { share: 3.4, fits: (deal) => isOver(deal) && firstSound(deal), change: reversed },
    { share: 2, fits: (deal) => isOver(deal) && firstSound(deal), change: replaced },
    { share: 0.8, fits: (deal) => isOver(deal) && firstSound(deal), change: refunded },
    { share: 2, fits: ({ turn }) => turn + 1 < turns, change: dropped },
    { share: 3.6, fits: ({ currency }) => currency === "CNY", change: taxIncluded },
  ];
  const after = [...deals];
  const free = new Set(deals.keys());
  for (const { share, fits, change } of kinds) {
    const fitting = [...free].filter((i) => fits(deals[i]!));
    for (const i of spread(fitting, Math.max(1, Math.round((deals.length * share) / 100)))) {
      after[i] = change(deals[i]!);
      free.delete(i);
    }
  }
  return after;
}
