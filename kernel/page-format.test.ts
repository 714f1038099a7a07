import { expect, test } from "vitest";
import { amountText, dateText, isMixed, numberText, percentText, reportText, several, unitAfter } from "./page-format.ts";

test("numbers are read with thousands, a true minus and the digits of their kind", () => {
  expect(numberText({ kind: "money" }, "-1234567.8")).toBe("−1,234,567.80");
  expect(numberText({ kind: "price" }, "12.80000000")).toBe("12.80");
  expect(numberText({ kind: "price" }, "0.00125")).toBe("0.00125");
  expect(numberText({ kind: "qty" }, "12000.000000")).toBe("12,000");
  expect(numberText({ kind: "percent" }, "13.0000")).toBe("13%");
  expect(numberText({ kind: "int" }, 42)).toBe("42");
  expect(numberText({ kind: "money" }, null)).toBe("–");
});

test("a share has as many digits as it needs, at most those its field keeps, in reports too", () => {
  expect(["13.0000", "12.5000", "0.1250", "100.00", "-3.10"].map((value) => percentText(value))).toEqual([
    ...["13%", "12.5%", "0.125%", "100%", "−3.1%"],
  ]);
  expect(percentText("94.6049", 2)).toBe("94.6%");
  expect(percentText("33.333333")).toBe("33.3333%");
  expect(percentText(null)).toBe("–");
  expect(reportText({ kind: "percent" }, "13.0000")).toBe("13%");
  expect(reportText({ kind: "percent" }, "66.67")).toBe("66.67%");
  expect(reportText({ kind: "money" }, "-1200")).toBe("−1,200.00");
});

test("an amount carries the sign of its currency", () => {
  expect(amountText("549060", "CNY")).toBe("¥549,060.00");
  expect(amountText("-1", undefined)).toBe("−¥1.00");
  expect(amountText("32974.5", "SEK")).toBe("SEK 32,974.50");
});

test("the current year is left out of lists, never out of months", () => {
  expect(dateText({ kind: "date" }, "2026-11-21", "2026")).toBe("11-21");
  expect(dateText({ kind: "date" }, "2025-11-21", "2026")).toBe("2025-11-21");
  expect(dateText({ kind: "datetime" }, "2026-11-21 09:12:44", "2026")).toBe("11-21 09:12");
  expect(dateText({ kind: "month" }, "2026-11", "2026")).toBe("2026-11");
});

test("amounts of two currencies are not added", () => {
  expect(isMixed([{ currency: "CNY" }, { currency: "EUR" }], "currency")).toBe(true);
  expect(isMixed([{ currency: "CNY" }, { currency: null }], "currency")).toBe(false);
  expect(isMixed([{ currency: "CNY" }, { currency: "EUR" }], undefined)).toBe(false);
});

test("several of a thing are named in the plural, in English", () => {
  const named = (en: string): string => several(["行", en])[1];
  expect(named("Order line")).toBe("Order lines");
  expect(named("Delivery batch")).toBe("Delivery batches");
  expect(named("Category to grant")).toBe("Categories to grant");
  expect(named("Source of a summary")).toBe("Sources of a summary");
  expect(named("Trade terms")).toBe("Trade terms");
  expect(named("Equipment")).toBe("Equipment");
  expect(several(["订单行", "Order line"])[0]).toBe("订单行");
});

test("a unit after its figure is in the plural unless there is one", () => {
  const read = (value: string, unit: string): string => unitAfter(value, ["件", unit])[1];
  expect([read("1.000000", "Piece"), read("400", "Piece"), read("2", "Box"), read("0.5", "Kilogram")]).toEqual([
    "piece",
    "pieces",
    "boxes",
    "kilograms",
  ]);
});
