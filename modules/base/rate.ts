import { div, mul, round } from "#kernel/decimal.ts";
import { refuse } from "#kernel/refusal.ts";
import { addDays, daysBetween } from "#kernel/days.ts";

/** One stored rate: 1 `fromCurrency` is `rate` `toCurrency` from the day on. */
export interface RateRow {
  readonly id: string;
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly effectiveDate: string;
  readonly rate: string;
}

export interface RateAsked {
  readonly from: string;
  readonly to: string;
  readonly day: string;
  /** How old a rate may be. */
  readonly staleDays: number;
  /** The currency a cross rate goes through; null forbids cross rates. */
  readonly through: string | null;
}

/** A rate and how it came about: which rows, of which days, by which way. */
export interface Rated {
  /** Eight decimals, as documents keep it. */
  readonly rate: string;
  /** Twelve decimals, as amounts are reckoned. */
  readonly exact: string;
  readonly path: "SAME" | "DIRECT" | "INVERSE" | "CROSS";
  readonly rows: readonly {
    readonly id: string;
    readonly pair: string;
    readonly date: string;
    readonly rate: string;
    readonly inverse: boolean;
  }[];
}

const count = 12;

/** The newest row of a pair that counts on the day and is not too old. */
function newest(rows: readonly RateRow[], from: string, to: string, { day, staleDays }: RateAsked): RateRow | null {
  let best: RateRow | null = null;
  for (const row of rows)
    if (
      row.fromCurrency === from &&
      row.toCurrency === to &&
      row.effectiveDate <= day &&
      daysBetween(row.effectiveDate, day) <= staleDays &&
      (best === null || row.effectiveDate > best.effectiveDate)
    )
      best = row;
  return best;
}

interface Leg {
  readonly exact: string;
  readonly row: RateRow;
  readonly inverse: boolean;
}

function leg(rows: readonly RateRow[], from: string, to: string, asked: RateAsked): Leg | null {
  const direct = newest(rows, from, to, asked);
  if (direct) return { exact: direct.rate, row: direct, inverse: false };
  const turned = newest(rows, to, from, asked);
  return turned ? { exact: div("1", turned.rate, count), row: turned, inverse: true } : null;
}

const told = ({ row, inverse }: Leg): Rated["rows"][number] => ({
  id: row.id,
  pair: `${row.fromCurrency}→${row.toCurrency}`,
  date: row.effectiveDate,
  rate: row.rate,
  inverse,
});

/** The rate from one currency to another on a day: straight, turned round, or through the group's currency. Never a silent one, never a later day. */
export function findRate(rows: readonly RateRow[], asked: RateAsked): Rated | null {
  const { from, to, through } = asked;
  const answer = (exact: string, path: Rated["path"], legs: readonly Leg[]): Rated => ({
    rate: round(exact, 8),
    exact,
    path,
    rows: legs.map(told),
  });
  if (from === to) return answer("1", "SAME", []);
  const entry = leg(rows, from, to, asked);
  if (entry) return answer(entry.exact, entry.inverse ? "INVERSE" : "DIRECT", [entry]);
  if (through === null || through === from || through === to) return null;
  const first = leg(rows, from, through, asked);
  const second = first ? leg(rows, through, to, asked) : null;
  if (!first || !second) return null;
  // A leg that is turned round divides once, so that no digit is lost on the way.
  const exact = second.inverse ? div(first.exact, second.row.rate, count) : round(mul(first.exact, second.exact), count);
  return answer(exact, "CROSS", [first, second]);
}

/** The rate, or the refusal that says what is missing. */
export function mustRate(rows: readonly RateRow[], asked: RateAsked): Rated {
  const found = findRate(rows, asked);
  if (found) return found;
  const { from, to, day, staleDays } = asked;
  throw refuse(
    "BASE_FX_001",
    `${day}没有${from}→${to}的有效汇率（允许${staleDays}天内）`,
    `No ${from}→${to} rate valid on ${day} within ${staleDays} days`,
    { data: { fromCurrency: from, toCurrency: to } },
  );
}

/** The days of a stretch on which a pair has a usable rate, and of those the days with a rate of their own. */
export function coverage(
  rows: readonly RateRow[],
  pair: readonly [from: string, to: string],
  from: string,
  to: string,
  staleDays: number,
): readonly ("OWN" | "CARRIED" | "MISSING")[] {
  const days: ("OWN" | "CARRIED" | "MISSING")[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const found = leg(rows, pair[0], pair[1], { from: pair[0], to: pair[1], day, staleDays, through: null });
    days.push(found === null ? "MISSING" : found.row.effectiveDate === day ? "OWN" : "CARRIED");
  }
  return days;
}
