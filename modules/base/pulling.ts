import { cmp, round, trim } from "#kernel/decimal.ts";
import type { Text } from "#kernel/text.ts";
import { daysBetween } from "#kernel/days.ts";
import { jumpOf, mostJump } from "./rate.rules.ts";
import { findRate, type RateRow } from "./rate.ts";

/** One `from` is so many `to`. */
export interface Quote {
  readonly from: string;
  readonly to: string;
  readonly rate: string;
}

/** What a source says of a day. */
export interface QuotedRates {
  readonly day: string;
  readonly quotes: readonly Quote[];
  /** What it said word by word, for the log. */
  readonly said: string;
}

/** A place exchange rates come from. */
export interface RateSource {
  /** A folder or a host, as people are told. */
  readonly name: string;
  /** Answers inside this installation: nothing leaves the machine. */
  readonly local: boolean;
  /** The newest rates up to the day; null when it has none. */
  on(day: string): Promise<QuotedRates | null>;
}

/** A rate that is kept already, in force or voided. */
export interface KeptRate extends RateRow {
  readonly status: string;
}

export interface Pulled {
  readonly taken: readonly { readonly fromCurrency: string; readonly toCurrency: string; readonly rate: string }[];
  readonly skipped: readonly string[];
  readonly failed: readonly { readonly pair: string; readonly reason: Text }[];
}

/** Which of the wanted rates are taken over: those the source can tell, that are not kept already, and that do not leap. */
export function choose(asked: {
  readonly quotes: readonly Quote[];
  readonly kept: readonly KeptRate[];
  readonly wanted: readonly string[];
  readonly group: string;
  readonly day: string;
}): Pulled {
  const { quotes, kept, group, day } = asked;
  const rows: readonly RateRow[] = quotes.map((quote, at) => ({
    id: String(at),
    fromCurrency: quote.from,
    toCurrency: quote.to,
    effectiveDate: day,
    rate: quote.rate,
  }));
  // A source quotes against one currency of its own: two of its quotes make the rate between any two others.
  const through = quotes[0]?.from ?? null;
  const taken: Pulled["taken"][number][] = [];
  const skipped: string[] = [];
  const failed: Pulled["failed"][number][] = [];
  for (const fromCurrency of asked.wanted) {
    const pair = `${fromCurrency}→${group}`;
    const own = kept.filter((row) => row.fromCurrency === fromCurrency && row.toCurrency === group);
    const found = findRate(rows, { from: fromCurrency, to: group, day, staleDays: 0, through });
    const before = own
      .filter((row) => row.status === "ACTIVE" && row.effectiveDate < day)
      .toSorted((a, b) => (a.effectiveDate < b.effectiveDate ? 1 : -1))[0];
    // A row somebody voided on that day was wrong: the same source does not bring it back.
    if (own.some((row) => row.effectiveDate === day)) skipped.push(pair);
    else if (found === null || cmp(round(found.exact, 8), "0") <= 0)
      failed.push({ pair, reason: ["来源没有该币种", "the source does not quote it"] });
    else if (before && cmp(jumpOf(found.rate, before.rate), mostJump) > 0)
      failed.push({
        pair,
        reason: [
          `${trim(found.rate)} 与上一汇率${trim(before.rate)}相差${trim(jumpOf(found.rate, before.rate))}%，请人工确认后录入`,
          `${trim(found.rate)} is ${trim(jumpOf(found.rate, before.rate))}% away from previous ${trim(before.rate)}; enter it by hand if it is right`,
        ],
      });
    else taken.push({ fromCurrency, toCurrency: group, rate: found.rate });
  }
  return { taken, skipped, failed };
}

/** The currencies a parameter names: USD, EUR … without the group's own. */
export const currenciesOf = (text: string, group: string): readonly string[] =>
  [...new Set(text.toUpperCase().match(/[A-Z]{3}/g) ?? [])].filter((value) => value !== group);

/** Rates too old to be used would only look as if the day were covered. */
export const isTooOld = (quoted: string, day: string, staleDays: number): boolean => daysBetween(quoted, day) > staleDays;
