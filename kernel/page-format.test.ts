import { expect, test } from "vitest";
import { amountText, dateText, isMixed, numberText } from "./page-format.ts";

test("numbers are read with thousands, a true minus and the digits of their kind", () => {
  expect(numberText({ kind: "money" }, "-1234567.8")).toBe("−1,234,567.80");
  expect(numberText({ kind: "price" }, "12.80000000")).toBe("12.80");
  expect(numberText({ kind: "price" }, "0.00125")).toBe("0.00125");
  expect(numberText({ kind: "qty" }, "12000.000000")).toBe("12,000");
  expect(numberText({ kind: "percent" }, "13.0000")).toBe("13%");
  expect(numberText({ kind: "int" }, 42)).toBe("42");
  expect(numberText({ kind: "money" }, null)).toBe("–");
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
