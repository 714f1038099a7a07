import { add, cmp, div, isZero, mul, sub } from "#kernel/decimal.ts";
import { amounts, type Amounts } from "../common.ts";

/** A transaction as far as slices of it need: what was posted, and what is live of it in statements. */
export interface Sliced {
  readonly qty: string;
  readonly amountExcl: string;
  readonly taxAmount: string;
  readonly liveQty: string;
  readonly liveExcl: string;
  readonly liveTax: string;
}

/** Neither figure turns against the sign of what was posted. */
const along = (posted: string, slice: string): string =>
  isZero(slice) || isZero(posted) || slice.startsWith("-") === posted.startsWith("-") ? slice : sub(slice, slice);

const part = (posted: string, live: string, reached: string, of: Sliced, digits: number): string =>
  along(posted, sub(cmp(reached, of.qty) === 0 ? posted : div(mul(posted, reached), of.qty, digits), live));

/** The amounts of so much of a transaction, so that all slices together are what was posted, to the cent. A row without quantity is taken whole. */
export function sliceOf(of: Sliced, qty: string, digits: number): Amounts {
  if (isZero(of.qty)) return amounts(sub(of.amountExcl, of.liveExcl), sub(of.taxAmount, of.liveTax));
  const reached = add(of.liveQty, qty);
  return amounts(part(of.amountExcl, of.liveExcl, reached, of, digits), part(of.taxAmount, of.liveTax, reached, of, digits));
}
