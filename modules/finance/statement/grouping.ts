import { isZero, trim } from "#kernel/decimal.ts";
import type { Info } from "../transaction/holds.ts";

/** The transactions of an order line at one price stand in one line; adjustments of its price in one of their own, amounts by hand each by itself. */
export function groupKey(of: Pick<Info, "id" | "qty" | "poLineId" | "price" | "priceUnit" | "taxRate" | "priceBasis" | "uom">): string {
  if (!of.poLineId) return `M|${of.id}`;
  if (isZero(of.qty)) return `P|${of.poLineId}|${of.taxRate}|${of.priceBasis}`;
  return ["G", of.poLineId, trim(of.price), trim(of.priceUnit), of.taxRate, of.priceBasis, of.uom ?? ""].join("|");
}
