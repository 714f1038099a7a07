import { OpenQuestion } from "#modules/admin/index.ts";

/** What was ordered from or received of one supplier in one month, as purchasing keeps it: tax excluded, in the currency of the documents. */
export interface AmountRow {
  readonly supplierId: string;
  readonly month: string;
  readonly orgId: string | null;
  readonly categoryId: string | null;
  readonly currency: string;
  readonly amount: string;
}

/** Months from and to, both counted. */
export interface AmountsAsked {
  readonly basis: "ORDERED" | "RECEIVED";
  readonly from: string;
  readonly to: string;
}

/** How much was bought? Purchasing answers; while nobody does, reports say so. */
export const purchaseAmounts = new OpenQuestion<AmountsAsked, AmountRow>();

/** The day of the last approved order, receipt or invoice with a supplier, beside what its file keeps. */
export const lastBusiness = new OpenQuestion<{ readonly until: string }, { readonly supplierId: string; readonly day: string }>();

/** On-time rate in percent and parts per million of a supplier over the last twelve months. */
export const deliveryFacts = new OpenQuestion<
  { readonly supplierIds: readonly string[] },
  { readonly supplierId: string; readonly otd: string | null; readonly ppm: number | null }
>();
