import { expect, test } from "vitest";
import { moneyOf } from "./money.ts";
import { isRounded, roundingOf, type Posted } from "./rounding.ts";

const priced = { price: "0.335", priceUnit: "1", taxPercent: "13", taxIncludedFlag: "N" };
const posted = (qty: string, more: Partial<Posted> = {}): Posted => {
  const own = { ...priced, ...more };
  return { ...own, ...moneyOf(qty, { ...own, digits: 2 }), transactionType: "RECEIVE", reconStatus: "NONE", qty, ...more };
};

test("purchasing 11: three receipts of one leave a cent beside the amount of three, one receipt of three leaves none", () => {
  expect(roundingOf([posted("1"), posted("1"), posted("1")], 2)).toMatchObject({ amountExcl: "0.01", amountIncl: "0.00" });
  expect(isRounded(roundingOf([posted("3")], 2))).toBe(false);
});

test("another price, an adjustment and what nobody settles are no rounding", () => {
  const others = [posted("1", { price: "9.5" }), posted("0", { transactionType: "PRICE_ADJUST", amountExcl: "-30.00" })];
  expect(isRounded(roundingOf([posted("3"), ...others, posted("1", { reconStatus: "NA" })], 2))).toBe(false);
});
