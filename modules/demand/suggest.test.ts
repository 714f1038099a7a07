import { expect, test } from "vitest";
import { suggestedFor } from "./suggest.ts";

const found = { lineId: "1", uom: "PCS", supplierId: "S1", supplierName: "示例供应商", priceListId: "P1", price: "9.5" };

test("a line takes over what is suggested, and again when the suggestion changes; what was typed stays", () => {
  const first = suggestedFor({ itemId: "I1" }, found);
  expect(first).toMatchObject({ uom: "PCS", suggestSupplierId: "S1", suggestPriceId: "P1", estPrice: "9.5" });
  const next = { ...found, supplierId: "S2", price: "9" };
  expect(suggestedFor({ itemId: "I1", ...first }, next)).toMatchObject({ suggestSupplierId: "S2", estPrice: "9" });
  const typed = { itemId: "I1", ...first, estPrice: "12", suggestSupplierId: "S9", uom: "BOX" };
  expect(suggestedFor(typed, next)).toEqual({});
  expect(suggestedFor({ itemId: "I1" }, { ...found, supplierId: null, price: null })).toEqual({ uom: "PCS" });
});
