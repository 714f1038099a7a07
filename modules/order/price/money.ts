import { add, cmp, div, mul, neg, round, sub } from "#kernel/decimal.ts";

/** What an amount is reckoned from: the price with its unit and tax, which side it includes, the digits of the currency. */
export interface Priced {
  readonly price: string;
  readonly priceUnit: string;
  readonly taxPercent: string;
  readonly taxIncludedFlag: string;
  readonly digits: number;
}

export interface Money {
  readonly amountExcl: string;
  readonly taxAmount: string;
  readonly amountIncl: string;
}

const money = (amountExcl: string, taxAmount: string): Money => ({ amountExcl, taxAmount, amountIncl: add(amountExcl, taxAmount) });
export const plusMoney = (a: Money, b: Money): Money => money(add(a.amountExcl, b.amountExcl), add(a.taxAmount, b.taxAmount));
export const minusMoney = (a: Money, b: Money): Money => money(sub(a.amountExcl, b.amountExcl), sub(a.taxAmount, b.taxAmount));
export const noMoney: Money = money("0.00", "0.00");

/** How a line of an order is priced. */
export const pricedOf = (
  order: { readonly taxIncludedFlag: string; readonly currencyDigits: number },
  line: { readonly price: string; readonly priceUnit: string; readonly taxPercent: string },
): Priced => ({
  price: line.price,
  priceUnit: line.priceUnit,
  taxPercent: line.taxPercent,
  taxIncludedFlag: order.taxIncludedFlag,
  digits: order.currencyDigits,
});

/** The amounts of a quantity, each rounded half away from zero to the currency's digits. */
export function moneyOf(qty: string, line: Priced): Money {
  const gross = div(mul(qty, line.price), line.priceUnit, line.digits);
  const rate = mul(line.taxPercent, "0.01");
  if (line.taxIncludedFlag !== "Y") return money(gross, round(mul(gross, rate), line.digits));
  const excl = div(gross, add("1", rate), line.digits);
  return money(excl, sub(gross, excl));
}

/** The price without and with tax, for people; amounts are never reckoned from it. */
export function unitPrices(line: Priced): { readonly priceExcl: string; readonly priceIncl: string } {
  const factor = add("1", mul(line.taxPercent, "0.01"));
  return line.taxIncludedFlag === "Y"
    ? { priceExcl: div(line.price, factor, 8), priceIncl: round(line.price, 8) }
    : { priceExcl: round(line.price, 8), priceIncl: round(mul(line.price, factor), 8) };
}

/** A posted receipt as far as undoing it needs. */
export interface Origin extends Priced {
  readonly qty: string;
  readonly amountExcl: string;
  readonly taxAmount: string;
}

const amountOf = (origin: Origin, qty: string): Money =>
  cmp(qty, origin.qty) === 0 ? money(origin.amountExcl, origin.taxAmount) : moneyOf(qty, origin);

/** What undoing q of a receipt books: all that is undone then comes to the amount of its whole, whatever was undone and taken back before. */
export function writeOffMoney(origin: Origin, undoneQty: string, undone: Pick<Money, "amountExcl" | "taxAmount">, qty: string): Money {
  const after = amountOf(origin, add(undoneQty, qty));
  return money(neg(sub(after.amountExcl, undone.amountExcl)), neg(sub(after.taxAmount, undone.taxAmount)));
}

/** What taking back q of a return books: its share of what the return booked, so that taken back whole it is exactly its negative. */
export function returnRevMoney(
  returned: { readonly qty: string; readonly amountExcl: string; readonly taxAmount: string; readonly digits: number },
  undoneQty: string,
  qty: string,
): Money {
  const whole = returned.qty.startsWith("-") ? neg(returned.qty) : returned.qty;
  const share = (amount: string, of: string): string => (cmp(of, whole) === 0 ? amount : div(mul(amount, of), whole, returned.digits));
  const part = (amount: string): string => neg(sub(share(amount, add(undoneQty, qty)), share(amount, undoneQty)));
  return money(part(returned.amountExcl), part(returned.taxAmount));
}

/** What a receipt of which so much is not undone is to be adjusted by: its amount at the newest price less that at the posted one. */
export const adjustment = (posted: Priced, newest: Priced, notUndone: string): Money =>
  minusMoney(moneyOf(notUndone, newest), moneyOf(notUndone, posted));
