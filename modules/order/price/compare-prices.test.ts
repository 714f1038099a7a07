import { expect, test } from "vitest";
import { compared, savingOf } from "./compare-prices.ts";

const paid = (supplierId: string, average: string | null, qty: string) => ({
  itemId: "I",
  supplierId,
  supplierName: supplierId,
  uom: "PCS",
  count: 1,
  qty,
  last: "1",
  lowest: "1",
  highest: "1",
  average,
  lastDate: "2026-01-01",
  trend: [],
});

test("suppliers of an item stand side by side, the cheapest first, with what the others cost more", () => {
  const found = compared([paid("S1", "11", "100"), paid("S2", "10", "50"), paid("S3", null, "0")]);
  expect(found.map((compared) => [compared.supplierId, compared.gap, compared.saving])).toEqual([
    ["S2", "0.00", "0.00"],
    ["S1", "10.00", "100.00"],
    ["S3", null, null],
  ]);
  expect(savingOf(found)).toBe("100.00");
});

test("a lowest price of nothing has no percent", () => {
  expect(compared([paid("S1", "0", "1"), paid("S2", "5", "2")]).map((compared) => compared.gap)).toEqual([null, null]);
});
