import type { Text } from "#kernel/text.ts";

/** A price of the library for a line that is being written. */
export interface QuotedPrice {
  readonly priceListId: string;
  readonly price: string;
  readonly priceUnit: string;
  readonly uom: string;
  readonly taxRate: string;
  readonly taxPercent: string;
  readonly taxIncludedFlag: string;
  readonly agreementNum: string | null;
  readonly agreementLineId: string | null;
  readonly sourceGroup: string;
  readonly stepNum: number | null;
  readonly moq: string | null;
  readonly mpq: string | null;
  readonly leadTimeDays: number | null;
  readonly validTo: string | null;
  readonly why: Text;
}

/** What was paid before, newest first. */
export interface LastPaid {
  readonly orderNum: string;
  readonly supplierName: string;
  readonly orderDate: string;
  readonly qty: string;
  readonly priceExcl: string;
  readonly currency: string;
}

/** What a line takes over from its item. */
export interface QuotedItem {
  readonly desc: string;
  readonly categoryId: string | null;
  readonly categoryName: string;
  readonly uom: string;
  /** Of the item, its category or the supplier's site. */
  readonly taxRate: string | null;
  readonly taxPercent: string | null;
}

/** Everything a buyer wants to know about a line while writing it, from one call for all lines. */
export interface Quote {
  readonly key: string;
  readonly item: QuotedItem | null;
  readonly prices: readonly QuotedPrice[];
  readonly leftOut: readonly { readonly num: string | null; readonly price: string; readonly why: Text }[];
  readonly last: readonly LastPaid[];
  readonly moq: string | null;
  readonly mpq: string | null;
  readonly leadTimeDays: number | null;
  /** Whether the bill type holds typed prices against those of the library. */
  readonly isPriceJudged: boolean;
  /** Where the supplier stands on the list of approved ones. */
  readonly asl: { readonly status: string | null; readonly listed: boolean; readonly allowOrder: boolean };
}
