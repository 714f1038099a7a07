import { expect, test } from "vitest";
import { checkValue } from "./check.ts";
import { qty } from "./field.ts";

const at = { zone: "UTC", clean: "later" } as const;

test("a number outside its limits is told the limits it has", () => {
  const said = (limits: object, value: string) => checkValue(qty("数量", "Quantity", limits), value, at);
  expect(said({ least: 0 }, "-3")).toEqual({ code: "TABLE_RANGE", text: ["不能小于 0", "cannot be less than 0"] });
  expect(said({ most: 10 }, "11")).toEqual({ code: "TABLE_RANGE", text: ["不能大于 10", "cannot be more than 10"] });
  expect(said({ least: 1, most: 10 }, "11")).toEqual({ code: "TABLE_RANGE", text: ["应在 1 至 10 之间", "must be between 1 and 10"] });
  expect(said({ least: 0, most: 10 }, "5")).toEqual({ value: "5" });
});
