import { expect, test } from "vitest";
import { changeOf, totalsOf } from "./report.ts";

test("amounts and counts change by percent, rates by points, nothing without a base", () => {
  expect(changeOf("money", "110.00", "100.00")).toBe("10.0");
  expect(changeOf("count", 3, 4)).toBe("-25.0");
  expect(changeOf("rate", "81.25", "80.00")).toBe("1.25");
  expect(changeOf("money", "110.00", "0.00")).toBeNull();
  expect(changeOf("rate", "81.25", null)).toBeNull();
});

test("the rows of a chosen part add up to what was chosen; a column without figures has no sum", () => {
  const rows = [
    { amount: "10.10", share: "40.00", orders: 2, cls: "A", open: null },
    { amount: "0.20", share: "60.00", orders: 1, cls: "B", open: null },
  ];
  expect(totalsOf(["amount", "share", "orders", "open"], rows)).toEqual({ amount: "10.30", share: "100.00", orders: "3", open: null });
});
