import { cmp, sum } from "#kernel/decimal.ts";
import { minusMoney, moneyOf, noMoney, plusMoney, type Money, type Priced } from "./money.ts";

/** A posting as far as its cents go. */
export interface Posted extends Omit<Priced, "digits"> {
  readonly transactionType: string;
  readonly reconStatus: string;
  readonly qty: string;
  readonly amountExcl: string;
  readonly taxAmount: string;
  readonly amountIncl: string;
}

const priceOf = (row: Posted): string => [row.price, row.priceUnit, row.taxPercent, row.taxIncludedFlag].join("|");

/** What the postings of a line come to beyond the amount of their quantity as a whole: the cents left by rounding each delivery by itself.
 * A change of price is no rounding, so each price is reckoned for itself. */
export function roundingOf(rows: readonly Posted[], digits: number): Money {
  const counted = rows.filter((row) => row.transactionType !== "PRICE_ADJUST" && row.reconStatus !== "NA");
  return [...Map.groupBy(counted, priceOf).values()].reduce((all, own): Money => {
    const posted = own.reduce<Money>(plusMoney, noMoney);
    return plusMoney(all, minusMoney(posted, moneyOf(sum(own.map((row) => row.qty)), { ...own[0]!, digits })));
  }, noMoney);
}

export const isRounded = ({ amountExcl, amountIncl }: Money): boolean => cmp(amountExcl, "0") !== 0 || cmp(amountIncl, "0") !== 0;
