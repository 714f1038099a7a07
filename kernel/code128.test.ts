import { expect, test } from "vitest";
import { code128, code128Symbols } from "./code128.ts";

test("the check symbol weighs each character by its place", () => {
  // "PJJ123C" in set A has the well-known check 54; set B begins one higher.
  expect(code128Symbols("PJJ123C").at(-2)).toBe(55);
});

test("bars lie side by side, eleven modules to a symbol and thirteen to the stop", () => {
  const { width, bars } = code128("BX2611160000018");
  expect(width).toBe((15 + 2) * 11 + 13);
  expect(bars).toHaveLength((15 + 2) * 3 + 4);
  expect(bars.every(([at, wide], i) => i === 0 || at > bars[i - 1]![0] + bars[i - 1]![1] - 1 + (wide > 0 ? 0 : 1))).toBe(true);
  expect(bars.at(-1)![0] + bars.at(-1)![1]).toBe(width);
});

test("what is not plain ASCII has no bars", () => {
  expect(() => code128("箱")).toThrow("bar code");
});
