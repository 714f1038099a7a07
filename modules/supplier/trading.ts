import type { Scope } from "#kernel/entity.ts";
import type { Sources, Sql } from "#kernel/query.ts";
import { Question } from "#kernel/question.ts";

/** Where sums over many postings are read; whoever asks brings it along. */
export interface Books {
  query<T>(statement: string | Sql, values?: unknown[]): Promise<T[]>;
}

/** On which days was there an order in force or a posting with a supplier, first and last? Purchasing answers. */
export const tradeDays = new Question<
  { readonly db: Books; readonly until: string },
  { readonly supplierId: string; readonly first: string; readonly last: string }
>();

export interface TradeFigures {
  readonly supplierId: string;
  /** What was received in twelve months, without tax, in the group's currency. */
  readonly spend12m: string;
  /** Percent of the deliveries due in twelve months that were there in full on the day promised first; null where none was due. */
  readonly onTimeRate: string | null;
}

/** How much was bought of these suppliers, and how punctually was it delivered? Purchasing answers, of what the reader sees. */
export const tradeFigures = new Question<
  { readonly db: Books; readonly source: Sources; readonly supplierIds: readonly string[]; readonly today: string },
  TradeFigures
>();

/** What was received of each category from each supplier in twelve months, by organisation. */
export const categorySpend = new Question<
  { readonly db: Books; readonly source: Sources; readonly today: string; readonly categories: Scope },
  { readonly supplierId: string; readonly categoryId: string; readonly orgId: string; readonly amount: string }
>();
