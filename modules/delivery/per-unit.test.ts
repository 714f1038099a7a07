import { expect, test } from "vitest";
import { perUnit } from "./per-unit.ts";

test("quantities of one unit are one figure, those of several are told apart", () => {
  expect(
    perUnit([
      ["PCS", "590"],
      ["PCS", "10"],
    ]),
  ).toBe("600");
  expect(
    perUnit([
      ["PCS", "590"],
      ["KG", "1.500000"],
      ["L", "0"],
    ]),
  ).toBe("590 PCS + 1.5 KG");
  expect(perUnit([])).toBe("0");
});
