import { expect, test } from "vitest";
import { houseZone } from "./time.ts";
import { checkDigit, fitsCheckDigit, withCheckDigit } from "./check-digit.ts";
import { readPattern } from "./server/act/number.ts";

test("the digit is that of the Luhn rule", () => {
  expect(checkDigit("7992739871")).toBe("3");
  expect(checkDigit("BX261116000001")).toBe(withCheckDigit("BX261116000001").slice(-1));
});

test("a mistyped digit and swapped neighbours are noticed", () => {
  const good = withCheckDigit("BX261116000142");
  expect(fitsCheckDigit(good)).toBe(true);
  expect(fitsCheckDigit(good.replace("142", "143"))).toBe(false);
  expect(fitsCheckDigit(good.replace("142", "124"))).toBe(false);
  expect(fitsCheckDigit("BX")).toBe(false);
});

test("a number pattern may end in a check digit", () => {
  const pattern = readPattern("BX{yyMMdd}{000001}{check}", "2026-11-16T05:00:00.000Z", houseZone);
  expect(pattern.print(7)).toBe(withCheckDigit("BX261116000007"));
  expect(pattern.print(8)).toHaveLength(15);
});
