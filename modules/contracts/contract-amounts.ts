import { add, cmp, div, isZero, mul, round, sub, sum } from "#kernel/decimal.ts";
import { rmbCapital } from "#kernel/rmb.ts";

export interface Money {
  readonly amountExcl: string;
  readonly taxAmount: string;
  readonly amountIncl: string;
}

interface Priced {
  readonly qty: string | null;
  readonly unitPrice: string | null;
  readonly unitPriceIncl: string | null;
}

/** A line of a contract: the price that was entered counts, the other one and the amounts follow from it. */
export function lineMoney(line: Priced, taxPercent: string, isInclusive: boolean, digits: number) {
  const rate = mul(taxPercent, "0.01");
  const [price, incl] = isInclusive
    ? [div(line.unitPriceIncl ?? "0", add("1", rate), 8), round(line.unitPriceIncl ?? "0", 8)]
    : [round(line.unitPrice ?? "0", 8), round(mul(line.unitPrice ?? "0", add("1", rate)), 8)];
  const qty = line.qty ?? "0";
  const entered = round(mul(qty, isInclusive ? (line.unitPriceIncl ?? "0") : (line.unitPrice ?? "0")), digits);
  const amountExcl = isInclusive ? div(entered, add("1", rate), digits) : entered;
  const amountIncl = isInclusive ? entered : add(entered, round(mul(entered, rate), digits));
  return { unitPrice: price, unitPriceIncl: incl, amountExcl, taxAmount: sub(amountIncl, amountExcl), amountIncl };
}

export const sumOf = (lines: readonly Money[]): Money => ({
  amountExcl: sum(lines.map((line) => line.amountExcl)),
  taxAmount: sum(lines.map((line) => line.taxAmount)),
  amountIncl: sum(lines.map((line) => line.amountIncl)),
});

/** The amounts of payment stages: each rounded, the last one takes what is left, so that they add up to the contract. */
export function stageAmounts(amountIncl: string, percents: readonly string[], digits: number): readonly string[] {
  const first = percents.slice(0, -1).map((percent) => round(div(mul(amountIncl, percent), "100", digits + 4), digits));
  return percents.length ? [...first, sub(amountIncl, sum(first))] : [];
}

/** An amount in Chinese capitals, as a contract writes it behind the figure. */
export const amountInCapitals = (amount: string): string => rmbCapital(amount).replace("人民币", "");

/** Whether the steps of a ladder begin at nought and rise in quantity. */
export const isLadder = (ladder: readonly { readonly fromQty: string }[]): boolean =>
  ladder.length === 0 ||
  (isZero(ladder[0]!.fromQty) && ladder.every((step, i) => i === 0 || cmp(step.fromQty, ladder[i - 1]!.fromQty) > 0));
