import type { Text } from "#kernel/text.ts";
import { Question } from "#kernel/question.ts";

/** What a fact about an item is about. */
export type FactKind = "PRICE" | "ORDER" | "STOCK" | "ASL" | "QUALITY";

/** What an area knows about an item in an organisation, as rows of words that need no further look-up. */
export interface ItemFact {
  readonly kind: FactKind;
  readonly title: Text;
  /** A decimal, or words. */
  readonly value: string;
  /** {uom} in it stands for the name of the unit. */
  readonly note?: string;
  readonly uom?: string;
  readonly at?: string;
  readonly route?: string;
}

/** Prices, open orders, stock, sources and quality of an item, everywhere or in some organisations: whichever area keeps them answers. */
export const itemFacts = new Question<{ readonly itemId: string; readonly orgIds: readonly string[] | null }, ItemFact>();

/** What an organisation paid for an item last, and to whom. */
export interface LastPaid {
  readonly itemId: string;
  readonly orgId: string;
  readonly price: string;
  readonly currency: string;
  readonly uom: string;
  readonly supplier: Text;
  readonly day: string;
}

/** What was paid last for some items, one row for each organisation that buys them; purchasing answers for all at once. */
export const lastPaid = new Question<{ readonly itemIds: readonly string[] }, LastPaid>();
