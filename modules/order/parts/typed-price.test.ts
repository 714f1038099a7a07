import { expect, test } from "vitest";
import { lineColumnsOf } from "#kernel/page.ts";
import { isShownNow } from "#kernel/page-document.ts";
import { orderLine } from "../order-line.entity.ts";
import { marked, typed } from "./typed-price.ts";

const due = { price: "12.5", priceUnit: "1", uom: "PCS" };
const line = { itemId: "I", $quoted: "I", uom: "PCS", priceUnit: "1", $due: due };

test("a typed price is marked at once, and the mark goes when the library's price is back", () => {
  expect(marked({ ...line, price: "12.50" })).toEqual({});
  expect(marked({ ...line, price: "13" })).toMatchObject({ priceException: "Y", priceSource: "MANUAL" });
  expect(marked({ ...line, price: "1250", priceUnit: "100" })).toEqual({});
  expect(marked({ ...line, price: "12.5", priceException: "Y", $exception: true })).toMatchObject({ priceException: "N" });
  expect(marked({ ...line, price: "12.5", priceException: "Y" }), "what the server found stays").toEqual({});
});

test("a price of an item without any in the library is an exception; where nothing is judged nothing is marked", () => {
  expect(marked({ ...line, $due: "none", price: "5" })).toMatchObject({ priceException: "Y" });
  expect(marked({ ...line, $due: null, price: "5" })).toEqual({});
  expect(marked({ ...line, $due: "none", price: "0", giftFlag: "Y" })).toEqual({});
  expect(marked({ ...line, uom: "BOX", price: "5" }), "another unit is the server's to compare").toEqual({});
});

test("the page has a field for the reason of a price exception, shown where one is needed", () => {
  expect(lineColumnsOf(orderLine, "internal").map((column) => column.key)).toContain("exceptionReason");
  expect(lineColumnsOf(orderLine, "supplier").map((column) => column.key)).not.toContain("exceptionReason");
  expect(isShownNow(orderLine, "exceptionReason", { priceException: "N" })).toBe(false);
  expect(isShownNow(orderLine, "exceptionReason", { priceException: "Y" })).toBe(true);
  expect(isShownNow(orderLine, "exceptionReason", { exceptionReason: "why" })).toBe(true);
});

test("a typed price loses the tag of its list at once, before the library was asked; the list price brings it back", () => {
  const saved = { itemId: "I", price: "12.5", priceSource: "AGREEMENT" };
  expect(typed({ ...saved, price: "13" }, saved)).toEqual({ priceSource: "MANUAL", $source: "AGREEMENT" });
  expect(typed({ ...saved, price: "12.50" }, saved)).toEqual({});
  expect(typed({ ...saved, $price: "12.5", price: "12" }, null)).toMatchObject({ priceSource: "MANUAL" });
  expect(typed({ ...saved, price: "13", priceSource: "MANUAL" }, saved)).toEqual({});
  expect(marked({ ...line, price: "12.5", priceSource: "MANUAL", $source: "AGREEMENT" })).toEqual({ priceSource: "AGREEMENT" });
});
