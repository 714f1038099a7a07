import { expect, test } from "vitest";
import { pastedRows } from "./pasted.ts";

const chooses = { heads: [["订单行", "Order line"], "num", "line"], left: ["剩余", "Left"] } as const;
const [one, two] = [
  { id: "1", num: "PO1", line: 10 },
  { id: "2", num: "PO1", line: 20 },
];

test("rows are named by one cell or several, with a quantity or without", () => {
  expect(pastedRows("PO1-10\t1,200\nPO1\t20\t3.5\n\n", chooses, [one, two])).toEqual({
    found: [
      { row: one, qty: "1200" },
      { row: two, qty: "3.5" },
    ],
    unknown: [],
  });
  expect(pastedRows("PO1\t20", chooses, [one, two])).toEqual({ found: [{ row: two, qty: null }], unknown: [] });
});

test("names that no row has come back", () => {
  expect(pastedRows("Order\tQty\nPO2-10\t5", chooses, [one])).toEqual({ found: [], unknown: ["Order-Qty", "PO2-10"] });
});

test("a row that is taken as a whole has no quantity", () => {
  expect(pastedRows("PO1\t10", { ...chooses, left: null }, [one])).toEqual({ found: [{ row: one, qty: null }], unknown: [] });
});
