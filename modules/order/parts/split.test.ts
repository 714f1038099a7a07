import { expect, test } from "vitest";
import { sum } from "#kernel/decimal.ts";
import { equalParts } from "./split.ts";

test("equal parts are whole units and add up to what was split", () => {
  expect(equalParts("10", 3, 0)).toEqual(["4", "3", "3"]);
  expect(equalParts("1.000", 3, 3)).toEqual(["0.334", "0.333", "0.333"]);
  expect(sum(equalParts("100.5", 7, 1))).toBe("100.5");
});
