import type { Bucket } from "./buckets.ts";

/** What moves the ledger of a delivery row from outside the order: notices, notes, receipts, write-offs, finance. */
export type PostingEvent =
  | "E5"
  | "E6"
  | "E7"
  | "E8"
  | "E9"
  | "E10"
  | "E11"
  | "E11i"
  | "E12"
  | "E13"
  | "E13i"
  | "E14"
  | "E15"
  | "E16"
  | "E19"
  | "E17"
  | "E18";

export type TransactionType =
  | "RECEIVE"
  | "REVERSAL"
  | "RETURN_REPLACE"
  | "RETURN_REFUND"
  | "RETURN_REV"
  | "PRICE_ADJUST"
  | "SERVICE"
  | "CONSUME";

/** A storage transaction as its cause knows it; the order adds price and amounts. */
export interface TransactionDraft {
  /** Brought where the cause's own line is to name it. */
  readonly id?: string;
  readonly transactionType: Exclude<TransactionType, "PRICE_ADJUST">;
  readonly transactionDate: string;
  /** Signed: received above nothing, undone and returned below. */
  readonly qty: string;
  /** Accepted services: the accepted amount itself, on the side the price is quoted on, in place of quantity times price. */
  readonly amount?: string | null;
  /** The receipt that is undone; for RETURN_REV the return that is taken back. */
  readonly originTransactionId?: string | null;
  readonly receiveId?: string | null;
  readonly receiveLineId?: string | null;
  readonly writeOffLineId?: string | null;
  readonly invOrgId?: string | null;
  readonly warehouseCode?: string | null;
  readonly storageLocationId?: string | null;
  readonly batchNum?: string | null;
}

/** One movement of one delivery row: the event, what it adds to which column, what caused it, and what it books. */
export interface OrderPosting {
  readonly deliveryId: string;
  readonly event: PostingEvent;
  readonly deltas: Partial<Record<Bucket, string>>;
  readonly causeType: string;
  readonly causeId: string;
  readonly causeLineId: string;
  readonly transactions?: readonly TransactionDraft[];
  /** A refunded return that goes back to the requisition (E16), or one taken back that is to be taken again (E19). */
  readonly reorder?: boolean;
}
