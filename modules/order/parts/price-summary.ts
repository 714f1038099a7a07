import { add, cmp, div, isPositive, mul } from "#kernel/decimal.ts";
import type { Row } from "#kernel/page-document.ts";

export interface PriceSummary {
  readonly last: string | null;
  readonly lowest: string | null;
  readonly highest: string | null;
  readonly average: string | null;
  /** Oldest first, for a drawing. */
  readonly trend: readonly number[];
}

const of = (row: Row, key: string): string => (row[key] === null || row[key] === undefined || row[key] === "" ? "0" : String(row[key]));

/** The price for one unit in base currency. */
const each = (row: Row): string => div(of(row, "priceBaseCurrency"), isPositive(of(row, "priceUnit")) ? of(row, "priceUnit") : "1", 8);

/** Last, lowest, highest and weighted price of an item; gifts and prices that are not final do not count. */
export function priceSummary(rows: readonly Row[]): PriceSummary {
  const counted = rows
    .filter((row) => row["giftFlag"] !== "Y" && row["provisionalFlag"] !== "Y")
    .toSorted((a, b) => of(a, "orderDate").localeCompare(of(b, "orderDate")) || of(a, "id").localeCompare(of(b, "id")));
  if (counted.length === 0) return { last: null, lowest: null, highest: null, average: null, trend: [] };
  const prices = counted.map(each);
  const qty = counted.reduce((all, row) => add(all, of(row, "qty")), "0");
  const amount = counted.reduce((all, row, at) => add(all, mul(prices[at]!, of(row, "qty"))), "0");
  return {
    last: prices.at(-1)!,
    lowest: prices.reduce((a, b) => (cmp(a, b) <= 0 ? a : b)),
    highest: prices.reduce((a, b) => (cmp(a, b) >= 0 ? a : b)),
    average: isPositive(qty) ? div(amount, qty, 8) : null,
    trend: prices.map(Number),
  };
}
