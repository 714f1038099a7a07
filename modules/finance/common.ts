import { add, div, mul, round, sub } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";

/** The same answer for a missing id and for one outside the caller's rows, and for a version that is no longer the newest. */
export const financeCodes = {
  notFound: ["RCN-026", "数据不存在", "Record not found"],
  stale: ["RCN-011", "单据已被{0}于{1}修改，请刷新后重试", "The document was changed by {0} at {1}; refresh and retry"],
} as const;

/** Net, tax and gross in document currency. */
export interface Amounts {
  readonly amountExcl: string;
  readonly taxAmount: string;
  readonly amountIncl: string;
}

export const amounts = (amountExcl: string, taxAmount: string): Amounts => ({
  amountExcl,
  taxAmount,
  amountIncl: add(amountExcl, taxAmount),
});
export const noAmounts: Amounts = amounts("0.00", "0.00");
export const plus = (a: Amounts, b: Amounts): Amounts => amounts(add(a.amountExcl, b.amountExcl), add(a.taxAmount, b.taxAmount));
export const minus = (a: Amounts, b: Amounts): Amounts => amounts(sub(a.amountExcl, b.amountExcl), sub(a.taxAmount, b.taxAmount));

/** Net, tax and gross of an amount that is net (EXCL) or gross (INCL), each rounded half away from zero to the currency's digits. */
export function taxed(basis: string, amount: string, taxPercent: string, digits: number): Amounts {
  const rate = mul(taxPercent, "0.01");
  const own = round(amount, digits);
  if (basis !== "INCL") return amounts(own, round(mul(own, rate), digits));
  const net = div(own, add("1", rate), digits);
  return amounts(net, sub(own, net));
}

/** Someone else took what was free a moment ago. */
export const takenMeanwhile = (): Refusal => refuse("RCN-010", "数据已被他人占用，请刷新", "Someone else has just used this; refresh");

/** A refusal pinned to a field. */
export const fault = (path: string, code: string, cn: string, en: string): Refusal =>
  refuse(code, cn, en, { fieldErrors: [{ path, code, text: [cn, en] }] });
