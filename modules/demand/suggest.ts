import type { Form } from "#kernel/seen.ts";
import type { requisitionLine } from "./requisition-line.entity.ts";

/** What the areas suggest for a line that is being typed: whom to buy from, at which price, in which unit. */
export interface TypedSuggestion {
  readonly lineId: string;
  readonly uom: string;
  readonly supplierId: string | null;
  readonly supplierName: string | null;
  readonly priceListId: string | null;
  readonly price: string | null;
}

const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
/** Still as it was suggested, or never filled: what somebody typed stays. */
const isOurs = (row: Form<typeof requisitionLine>, key: "suggestSupplierId" | "estPrice"): boolean =>
  text(row[key]) === "" || row[key] === row[`$${key}`];

/** What a line takes over of a suggestion. */
export function suggestedFor(row: Form<typeof requisitionLine>, found: TypedSuggestion): Form<typeof requisitionLine> {
  return {
    ...(text(row.uom) === "" && found.uom ? { uom: found.uom } : {}),
    ...(isOurs(row, "suggestSupplierId") && found.supplierId
      ? {
          suggestSupplierId: found.supplierId,
          suggestSupplierName: found.supplierName,
          $suggestSupplierId: found.supplierId,
          suggestPriceId: found.priceListId,
        }
      : {}),
    ...(isOurs(row, "estPrice") && found.price ? { estPrice: found.price, $estPrice: found.price } : {}),
  };
}
