import { expect, test } from "vitest";
import { priceSummary } from "./price-summary.ts";

const row = (orderDate: string, qty: string, priceBaseCurrency: string, more: object = {}) => ({
  id: orderDate,
  orderDate,
  qty,
  priceBaseCurrency,
  priceUnit: "1",
  ...more,
});

test("what an item cost: last by date, lowest, highest and weighted by quantity", () => {
  const found = priceSummary([
    row("2026-03-01", "100", "12"),
    row("2026-01-01", "300", "10"),
    row("2026-02-01", "10", "1500", { priceUnit: "100" }),
  ]);
  expect(found).toMatchObject({ last: "12.00000000", lowest: "10.00000000", highest: "15.00000000" });
  expect(Number(found.average)).toBeCloseTo(4350 / 410, 6);
  expect(found.trend).toEqual([10, 15, 12]);
});

test("gifts and provisional prices do not count", () => {
  expect(
    priceSummary([row("2026-01-01", "1", "0", { giftFlag: "Y" }), row("2026-01-02", "1", "9", { provisionalFlag: "Y" })]).last,
  ).toBeNull();
});
