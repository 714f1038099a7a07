import { expect, test } from "vitest";
import { shortMoney, unitFor } from "./short-figure.ts";

test("an amount in a sentence is read in the large unit of the language, with its currency", () => {
  expect(shortMoney("370123.45", "CNY", "CN")).toBe("37.0 万元");
  expect(shortMoney("18426000.00", "CNY", "CN")).toBe("1,842.6 万元");
  expect(shortMoney("218426000", "CNY", "CN")).toBe("2.18 亿元");
  expect(shortMoney("18426000.00", "CNY", "EN")).toBe("¥18.43 M");
  expect(shortMoney("370123.45", "EUR", "EN")).toBe("€370.1 K");
  expect(shortMoney("370123.45", "SEK", "CN")).toBe("37.0 万 SEK");
});

test("small amounts stay whole, negative ones keep their minus, nothing is a dash", () => {
  expect(shortMoney("9999.50", "CNY", "CN")).toBe("9,999.50 元");
  expect(shortMoney("9999.50", "CNY", "EN")).toBe("¥9,999.50");
  expect(shortMoney("-54600", "CNY", "CN")).toBe("−5.5 万元");
  expect(shortMoney("-54600", "CNY", "EN")).toBe("−¥54.6 K");
  expect(shortMoney(null, "CNY", "CN")).toBe("–");
  expect(shortMoney("12.00", undefined, "EN")).toBe("12.00");
});

test("an axis takes the unit of its greatest figure", () => {
  expect(unitFor("160000", "CN").word).toBe("万");
  expect(unitFor("900", "CN")).toEqual({ by: "1", word: "", digits: 2 });
  expect(unitFor("160000", "EN")).toEqual({ by: "1000", word: "K", digits: 1 });
});
