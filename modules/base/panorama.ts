import type { Text } from "#kernel/text.ts";
import { OpenQuestion } from "#modules/admin/index.ts";

/** What an area knows about an item in an organisation, as rows of words that need no further look-up. */
export interface ItemFact {
  readonly kind: "PRICE" | "ORDER" | "STOCK" | "ASL" | "QUALITY";
  readonly title: Text;
  /** A decimal, or words. */
  readonly value: string;
  /** {uom} in it stands for the name of the unit. */
  readonly note?: string;
  readonly uom?: string;
  readonly at?: string;
  readonly route?: string;
}

/** Prices, open orders, stock, sources and quality of an item: whichever area keeps them answers. */
export const itemFacts = new OpenQuestion<{ readonly itemId: string; readonly orgId: string | null }, ItemFact>();
