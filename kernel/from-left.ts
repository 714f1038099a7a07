import { cmp, isDecimal, isZero, type Decimal } from "./decimal.ts";

/** Whether a quantity is something, and no more than what is left; what is owed back is taken with its sign. */
export function isWithinLeft(qty: Decimal, left: Decimal): boolean {
  if (!isDecimal(qty) || isZero(qty)) return false;
  const isBack = cmp(left, "0") < 0;
  return isBack ? cmp(qty, "0") < 0 && cmp(qty, left) >= 0 : cmp(qty, "0") > 0 && cmp(qty, left) <= 0;
}
