import type { Alteration, Deal, Freeze, Offer } from "./deal.ts";

const isQuiet = (deals: readonly Deal[], firm: number, from: number, to: number): boolean =>
  !deals.some((deal) => deal.firm === firm && deal.turn >= from && deal.turn <= to);

/** Some turns in a row in which a firm is sent no order and agrees on no prices. */
function quietSpan(deals: readonly Deal[], firm: number, length: number, first: number, turns: number): Omit<Freeze, "firm"> | null {
  const half = Math.ceil(turns / 2);
  for (let from = first + 1; from + length < turns; from++) {
    const to = from + length - 1;
    if ((half < from || half > to + 1) && isQuiet(deals, firm, from, to)) return { from, to };
  }
  return null;
}

/** Suppliers that were frozen and released again while nothing was ordered from them: the leading ones late in the year, two others before. */
export function freezesOf(deals: readonly Deal[], leads: readonly number[], others: readonly number[], turns: number): Freeze[] {
  const frozen = (firm: number, length: number, first: number): Freeze[] => {
    const span = quietSpan(deals, firm, length, first, turns);
    return span ? [{ firm, ...span }] : [];
  };
  const usual = [0.1, 0.4].flatMap((part, i) => frozen(others[i * 3]!, 2, Math.floor(turns * part)));
  return [...usual, ...leads.flatMap((firm, i) => frozen(firm, 1, Math.floor(turns * 0.6) + 2 * i))];
}

/** What changed on the approved list: lead times of those bought from most, and a source that paused. */
export function alterationsOf(
  deals: readonly Deal[],
  offers: ReadonlyMap<number, readonly Offer[]>,
  chosen: { readonly sooner: readonly number[]; readonly paused: readonly number[] },
  from: number,
  turns: number,
): Alteration[] {
  const goods = (firm: number, count: number): number[] =>
    offers
      .get(firm)!
      .slice(0, count)
      .map(({ good }) => good);
  const step = Math.max(1, Math.floor((turns * 0.6 - from) / chosen.sooner.length));
  return [
    ...chosen.sooner.map((firm, i): Alteration => ({ turn: from + 1 + i * step, firm, goods: goods(firm, 2), type: "LIMIT" })),
    ...chosen.paused.flatMap((firm, i): Alteration[] => {
      const span = quietSpan(deals, firm, 2, Math.floor((turns * (i + 1)) / 4), turns);
      const about = { firm, goods: goods(firm, 1) };
      return span
        ? [
            { ...about, turn: span.from, type: "SUSPEND" },
            { ...about, turn: span.to, type: "RESUME" },
          ]
        : [];
    }),
  ].filter((alteration) => alteration.turn < turns);
}
