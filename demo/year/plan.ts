import { Chance } from "./chance.ts";
import type { Coming, Currency, Deal, Offer, Year } from "./deal.ts";
import { firms, type Firm } from "./firms.ts";
import { goods, type Good } from "./goods.ts";
import { incidents } from "./incidents.ts";
import { leadCurrencies, leadDeals, leadOffers, leadsFrom } from "./leads.ts";
import { lot } from "./lot.ts";
import { newcomersOf } from "./newcomers.ts";
import { alterationsOf, freezesOf } from "./standing.ts";

export interface Scale {
  readonly seed: number;
  /** Buyers order, sellers ship and keepers receive once in each turn of a fortnight. */
  readonly turns: number;
  readonly materials: number;
  /** Orders in an ordinary turn. */
  readonly orders: number;
}

export const turnDays = 14;
export const wholeYear: Scale = { seed: 20_260, turns: 26, materials: 1_988, orders: 7.9 };

/** How busy a month is: quiet around the spring festival, busy in autumn. */
const seasons = [0.9, 0.6, 1, 1.05, 1, 1.1, 0.95, 0.9, 1.2, 1.25, 1.2, 1];

/** Second suppliers that sell in their own currency. */
const abroad: ReadonlyMap<number, Currency> = new Map([
  [9, "EUR"],
  [27, "USD"],
]);

/** Two suppliers of one category in one business unit sell the same few goods; the second asks a little more. */
function offersOf(all: readonly Firm[], shelf: readonly Good[], chance: Chance): ReadonlyMap<number, readonly Offer[]> {
  const offers = new Map<number, readonly Offer[]>();
  let shared: readonly number[] = [];
  let drift = 1;
  all.forEach((firm, i) => {
    if (firm.stage !== "trading" || firm.isLead) return;
    if (i % 2 === 0) {
      const fitting = shelf.flatMap((good, at) => (good.category === firm.category ? [at] : []));
      shared = chance.some(fitting, 5);
    }
    const dearer = i % 2 === 0 ? 1 : 1 + chance.int(20, 70) / 1000;
    // Never by so much that every order after it would need a reason.
    if (i % 2 === 0) drift = 1 + chance.int(-45, 34) / 1000;
    const own = drift + chance.int(0, 8) / 1000;
    offers.set(
      i,
      shared.map((good) => {
        const first = Math.max(1, Math.round(shelf[good]!.cents * dearer));
        return { good, cents: [first, Math.max(1, Math.round(first * own))], currency: abroad.get(i) ?? "CNY" };
      }),
    );
  });
  return offers;
}

/** How punctual a supplier is: of each pair the favourite keeps its word more often. */
const lateBy = (firm: number, chance: Chance): number =>
  chance.is(firm % 2 === 0 ? 0.86 : 0.72) ? -chance.int(0, 4) : chance.int(3, firm % 7 === 3 ? 24 : 12);

function comings(qty: number, firm: number, chance: Chance): readonly Coming[] {
  const lead = chance.int(12, 26);
  const half = Math.floor(qty / 2);
  const parts = half >= 5 && chance.is(0.25) ? [half, qty - half] : [qty];
  return parts.map((part, i) => {
    const need = lead + 14 * i;
    const refused = part >= 10 && chance.is(firm % 2 === 0 ? 0.03 : 0.06) ? Math.max(1, Math.round(part * 0.04)) : 0;
    const returned = part >= 20 && chance.is(0.02) ? Math.max(1, Math.round(part * 0.05)) : 0;
    const after = Math.max(1, Math.round((need + lateBy(firm, chance)) / turnDays));
    return { qty: part, need, after, refused, returned, isReplaced: false, miscounted: 0, missing: 0 };
  });
}

function deal(turn: number, firm: number, offers: readonly Offer[], isLate: boolean, chance: Chance): Deal {
  const chosen = chance.some(offers, chance.int(1, 4));
  return {
    turn,
    firm,
    isAsked: chance.is(0.6),
    isDropped: false,
    currency: offers[0]!.currency,
    isTaxIncluded: false,
    isRelease: false,
    noteEnd: null,
    lines: chosen.map(({ good, cents }) => {
      const price = cents[isLate ? 1 : 0];
      return { good, cents: price, rows: comings(lot(chance.int(2_000, 24_000), price), firm, chance) };
    }),
  };
}

/** The whole year as it will be: who exists, what each offers, what is ordered when, and what comes of it. Nothing is read, nothing written. */
export function planYear({ seed, turns, materials, orders }: Scale, monthOf: (turn: number) => number): Year {
  const chance = new Chance(seed);
  const all = firms(seed);
  const shelf = goods(materials);
  const pairs = offersOf(all, shelf, chance);
  const trading = [...pairs.keys()];
  const planned = Array.from({ length: turns }, (_, turn) => {
    const count = Math.max(1, Math.round(orders * seasons[monthOf(turn)]! + chance.next() * 4 - 2));
    return Array.from({ length: count }, () => {
      const pair = chance.pick(trading.filter((value) => value % 2 === 0));
      const firm = chance.is(0.68) ? pair : pair + 1;
      return deal(turn, firm, pairs.get(firm)!, turn >= turns / 2, chance);
    });
  }).flat();
  const leads = all.flatMap((firm, i) => (firm.isLead ? [i] : []));
  const [luck, used] = [new Chance(seed + 1), new Set([...pairs.values()].flat().map(({ good }) => good))];
  const offers = new Map([...pairs, ...leads.map((i, k) => [i, leadOffers(all[i]!, leadCurrencies[k]!, shelf, used, luck)] as const)]);
  const from = leadsFrom(turns);
  const usual = incidents(planned, turns, (firm) => all[firm]!.user !== null);
  const deals = [...usual, ...leadDeals(leads, offers, turns, luck)].toSorted((a, b) => a.turn - b.turn);
  const seconds = trading.filter((value) => value % 2);
  const freezes = freezesOf(deals, leads, seconds.slice(0, -4), turns);
  return {
    turns,
    goods: shelf,
    firms: all,
    offers,
    deals,
    freezes,
    leadsFrom: from,
    newcomers: newcomersOf(all, pairs),
    alterations: alterationsOf(deals, offers, { sooner: [...leads, trading[0]!], paused: seconds.slice(-4, -3) }, from, turns),
  };
}
