import type { Sources } from "#kernel/query.ts";
import { Question } from "#kernel/question.ts";
import type { Books } from "#modules/supplier/index.ts";

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
  readonly db: Books;
  readonly source: Sources;
  readonly basis: "ORDERED" | "RECEIVED";
  readonly from: string;
  readonly to: string;
}

/** How much was bought? Purchasing answers; while nobody does, reports say so. */
export const purchaseAmounts = new Question<AmountsAsked, AmountRow>();
