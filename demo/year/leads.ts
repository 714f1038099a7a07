import type { Chance } from "./chance.ts";
import type { Coming, Currency, Deal, Offer } from "./deal.ts";
import type { Firm } from "./firms.ts";
import type { Good } from "./goods.ts";
import { dropped, lineClosed, noteEnds, orderClosed, refunded, replaced, reversed, taxIncluded } from "./incidents.ts";
import { lot } from "./lot.ts";

/** What the other stories tell of them happened within this many fortnights. */
const most = 21;
export const leadsFrom = (turns: number): number => Math.max(0, turns - most);

/** In what each of them sells what it brings from abroad. */
export const leadCurrencies: readonly Currency[] = ["USD", "EUR"];

/** One order after the other of a leading supplier: from home or from abroad, and what becomes of it. */
const script: readonly (readonly [from: "home" | "abroad", ...changes: readonly ((deal: Deal) => Deal)[]])[] = [
  ["home", noteEnds("closed")],
  ["home", reversed],
  ["abroad"],
  ["home", noteEnds("cancelled")],
  ["home"],
  ["home", dropped],
  ["home", orderClosed],
  ["home"],
  ["home", taxIncluded, refunded],
  ["abroad"],
  ["home", noteEnds("reopened")],
  ["home", replaced],
  ["home"],
  ["abroad", lineClosed],
];

/** Goods that nobody else offers: three under a framework agreement, two from abroad. */
export function leadOffers(
  { category }: Firm,
  abroad: Currency,
  shelf: readonly Good[],
  used: ReadonlySet<number>,
  chance: Chance,
): readonly Offer[] {
  const fitting = shelf.flatMap((good, at) => (good.category === category && !used.has(at) ? [at] : []));
  return chance.some(fitting, 5).map((good, i): Offer => {
    const { cents } = shelf[good]!;
    return { good, cents: [cents, cents], currency: i < 3 ? "CNY" : abroad };
  });
}

const sound = (qty: number, chance: Chance): Coming => ({
  qty,
  need: chance.int(13, 16),
  after: 1,
  refused: 0,
  returned: 0,
  isReplaced: false,
  miscounted: 0,
  missing: 0,
});

/** The orders of the suppliers that lead through the demonstration, so that whoever signs in as one of them finds every kind. */
export function leadDeals(leads: readonly number[], offers: ReadonlyMap<number, readonly Offer[]>, turns: number, chance: Chance): Deal[] {
  const first = leadsFrom(turns);
  return leads.flatMap((firm, k) => {
    // What an order brings takes up to two turns, and happens before the year ends; in every fourth turn nothing is ordered.
    const busy = Array.from({ length: turns - 2 - first }, (_, i) => first + i).filter((turn) => (turn - first + k) % 4 !== 3);
    return busy.slice(0, script.length).map((turn, n) => {
      const [from, ...changes] = script[n]!;
      const currency = from === "home" ? "CNY" : leadCurrencies[k]!;
      const own = offers.get(firm)!.filter((offer) => offer.currency === currency);
      const deal: Deal = {
        turn,
        firm,
        isAsked: true,
        isDropped: false,
        currency,
        isTaxIncluded: false,
        isRelease: from === "home",
        noteEnd: null,
        lines: chance.some(own, chance.int(1, 2)).map(({ good, cents: [cents] }) => ({
          good,
          cents,
          rows: [sound(Math.max(20, lot(chance.int(6_000, 24_000), cents)), chance)],
        })),
      };
      return changes.reduce((now, change) => change(now), deal);
    });
  });
}
