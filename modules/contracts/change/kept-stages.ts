import { cmp, div, isZero, mul, round, sub, sum } from "#kernel/decimal.ts";
import { stageAmounts } from "../contract-amounts.ts";

export interface Share {
  readonly percent: string | null;
  /** The amount of a stage that was paid or asked for: it stays. */
  readonly kept: string | null;
}

/**
 * Payment stages of a changed amount: those that were asked for keep their amount, the others share the rest by their percents.
 * The percents follow from the amounts, so that they are 100 together again. Null where nothing is left to take the rest.
 */
export function sharedStages(
  total: string,
  shares: readonly Share[],
  digits: number,
): readonly { amount: string; percent: string }[] | null {
  const rest = sub(total, sum(shares.map((share) => share.kept ?? "0")));
  const open = shares.filter((share) => share.kept === null);
  const weight = sum(open.map((share) => share.percent ?? "0"));
  if (isZero(weight) && !isZero(rest)) return null;
  const percents = open.map((share) => (isZero(weight) ? "0" : div(mul(share.percent ?? "0", "100"), weight, 12)));
  const amounts = [...stageAmounts(cmp(rest, "0") < 0 ? "0" : rest, percents, digits)];
  const found = shares.map((share) => share.kept ?? amounts.shift() ?? "0");
  const parts = found.map((amount) => (isZero(total) ? "0" : round(div(mul(amount, "100"), total, 8), 4)));
  const last = parts.length - 1;
  return found.map((amount, i) => ({ amount, percent: i === last ? sub("100", sum(parts.slice(0, -1))) : parts[i]! }));
}
