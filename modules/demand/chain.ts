import type { Entity } from "#kernel/entity.ts";
import type { Text } from "#kernel/text.ts";
import { Question } from "#kernel/question.ts";

/** The steps a piece of goods passes, in the order in which a chain is drawn. */
export const chainStages = {
  SOURCE: ["需求与协议", "Demand and agreement"],
  ORDER: ["订单", "Order"],
  NOTICE: ["通知", "Notice"],
  NOTE: ["发货", "Shipment"],
  RECEIVE: ["收退货", "Receipts and returns"],
  TRANSACTION: ["事务", "Transactions"],
  STATEMENT: ["对账", "Statement"],
  INVOICE: ["发票", "Invoice"],
  PAYMENT: ["付款", "Payment"],
} as const satisfies Readonly<Record<string, Text>>;
export type ChainStage = keyof typeof chainStages;

/** One document of a chain as its own area knows it: how much of which order line it carries, and what it came from. */
export interface ChainPiece {
  readonly entity: Entity;
  readonly id: string;
  readonly num: string;
  readonly stage: ChainStage;
  /** The code of its state. */
  readonly status: string;
  readonly date: string | null;
  /** Takes away what another brought: a return, a reversal, a deduction. */
  readonly takesAway?: boolean;
  /** A word after the kind, such as the kind of return. */
  readonly note?: Text;
  readonly parts: readonly { readonly orderLineId: string | null; readonly qty: string; readonly amount?: string | null }[];
  readonly from: readonly { readonly type: string; readonly id: string }[];
  /** Where a row without a page of its own is shown, such as a posting in its list. */
  readonly route?: string;
}

/** Which orders does this document belong to? Asked for the entity's name and the id of the document. */
export const chainOrders = new Question<{ readonly docType: string; readonly docId: string }, { readonly orderId: string }>();
/** Which orders does this number lead to, whatever document of the chain carries it? */
export const chainNumbers = new Question<{ readonly num: string }, { readonly orderId: string }>();
/** Which documents belong to these orders? */
export const chainPieces = new Question<{ readonly orderIds: readonly string[] }, ChainPiece>();

/** A document of a chain as a reader sees it: without a link where the page is not for him, without money where the document is not. */
export interface ChainNode {
  readonly type: string;
  readonly kind: Text;
  readonly id: string;
  readonly num: string;
  readonly stage: ChainStage;
  readonly status: string;
  readonly statusText: Text;
  readonly tone: string;
  readonly date: string | null;
  readonly qty: string | null;
  readonly amount: string | null;
  readonly takesAway: boolean;
  readonly note: Text | null;
  readonly href: string | null;
}

export interface ChainEdge {
  readonly from: string;
  readonly to: string;
  readonly qty: string | null;
}

/** One step of a line passport: how much of the order came that far, and what it is worth. */
export interface PassportStep {
  readonly key: string;
  readonly label: Text;
  readonly stage: ChainStage;
  readonly qty: string | null;
  readonly amount: string | null;
  /** The figure of the ledger behind it, where there is one. */
  readonly figure?: string;
}

export interface ChainOrder {
  /** The name of the order's entity. */
  readonly type: string;
  readonly id: string;
  readonly num: string;
  readonly status: string;
  readonly supplierName: string;
  readonly lines: readonly {
    readonly id: string;
    readonly lineNum: number;
    readonly itemName: string;
    readonly uom: string;
    /** The delivery rows whose postings make its figures. */
    readonly ownerIds: readonly string[];
  }[];
}

export interface Chain {
  readonly order: ChainOrder | null;
  /** Further orders of the same document, when it belongs to several. */
  readonly others: readonly { readonly id: string; readonly num: string }[];
  readonly currency: string;
  readonly nodes: readonly ChainNode[];
  readonly edges: readonly ChainEdge[];
  readonly passport: readonly PassportStep[];
}
