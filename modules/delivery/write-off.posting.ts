import { add, cmp, neg, sub } from "#kernel/decimal.ts";
import type { OrderPosting, TransactionDraft } from "#modules/order/index.ts";
import type { NoteMove, ScannedBox } from "./moves.ts";
import type { Receive, ReceiveLine } from "./receive.posting.ts";
import { isSome } from "./receive.place.ts";
import { boxesMeant, type Box } from "./write-off.boxes.ts";
import type { Undoing } from "./write-off.origin.ts";

export type WriteOffType = "REVERSAL" | "RETURN_REPLACE" | "RETURN_REFUND" | "RETURN_REV";

/** A line of a write-off on its way into the ledger. */
export interface UndoneLine extends Undoing {
  readonly transactionId: string | null;
}

const isLive = (undoing: Undoing): boolean =>
  undoing.note !== null && ["SHIPPED", "ARRIVED", "PARTIAL", "RECEIVED"].includes(undoing.note.status);

/** What undoing adds to which column: an error puts goods back on a road that is still open, returns count as returned. */
export function undoneDeltas(type: WriteOffType, undoing: Undoing): OrderPosting["deltas"] {
  const { qty, undoRejectedQty: refused } = undoing.line;
  const origin = undoing.origin?.transactionType ?? "";
  if (origin === "CONSUME") return {};
  if (type === "RETURN_REPLACE") return { RTR: qty };
  if (type === "RETURN_REFUND") return { RTF: qty };
  if (type === "RETURN_REV") return origin === "RETURN_REPLACE" ? { RTR: neg(qty) } : { RTF: neg(qty) };
  return { REV: qty, REJ: neg(refused), ...(isLive(undoing) ? { TRN: add(qty, refused) } : {}) };
}

const events = { REVERSAL: "E14", RETURN_REPLACE: "E15", RETURN_REFUND: "E16", RETURN_REV: "E19" } as const;

/** The transaction that undoes: signed against its origin. */
export const undoneDraft = (type: WriteOffType, undoneLine: UndoneLine, day: string): TransactionDraft => ({
  ...(undoneLine.transactionId ? { id: undoneLine.transactionId } : {}),
  transactionType: type,
  transactionDate: day,
  qty: type === "RETURN_REV" ? undoneLine.line.qty : neg(undoneLine.line.qty),
  originTransactionId: undoneLine.origin?.id ?? null,
  receiveId: undoneLine.receive.id,
  receiveLineId: undoneLine.receipt.id,
  writeOffLineId: undoneLine.line.id,
  invOrgId: undoneLine.receive.invOrgId ?? undoneLine.place.row.invOrgId,
  warehouseCode: undoneLine.receipt.warehouseCode,
  storageLocationId: undoneLine.receipt.storageLocationId,
  batchNum: undoneLine.receipt.batchNum,
});

export const undonePosting = (type: WriteOffType, docId: string, undoneLine: UndoneLine, day: string, reorder: boolean): OrderPosting => ({
  deliveryId: undoneLine.place.row.id,
  event: events[type],
  deltas: undoneDeltas(type, undoneLine),
  causeType: "SrmPurWriteOff",
  causeId: docId,
  causeLineId: undoneLine.line.id,
  transactions: undoneLine.transactionId ? [undoneDraft(type, undoneLine, day)] : [],
  ...(reorder ? { reorder } : {}),
});

/** What an undone error does to its note: goods are on the road again, or count as closed where the note is. */
export const noteMove = (docId: string, undoing: Undoing): NoteMove | null => {
  if (!undoing.noteLine) return null;
  const qty = add(undoing.line.qty, undoing.line.undoRejectedQty);
  return {
    owner: undoing.noteLine.id,
    event: "E14",
    deltas: { ARR: neg(qty), ...(isLive(undoing) ? { TRN: qty } : { CLS: qty }) },
    causeType: "SrmPurWriteOff",
    causeId: docId,
    causeLineId: undoing.line.id,
  };
};

/** The boxes that go back: on the road again, or out of the way where the note is closed. */
export const boxesBack = (undoing: Undoing, boxes: readonly Box[]): ScannedBox[] =>
  boxesMeant(undoing, boxes).map((box) => ({ barcodeId: box.id, status: isLive(undoing) ? "SHIPPED" : "REVERSED", receiveLineId: null }));

/** The counters of the receipt line after it. */
export function receiptAfter(type: WriteOffType, undoing: Undoing, receipt: ReceiveLine): Partial<ReceiveLine> {
  const { qty, undoRejectedQty: refused } = undoing.line;
  const kind = type === "RETURN_REV" ? undoing.origin?.transactionType : type;
  const delta = type === "RETURN_REV" ? neg(qty) : qty;
  const reversedQty = kind === "REVERSAL" ? add(receipt.reversedQty, delta) : receipt.reversedQty;
  const returnReplaceQty = kind === "RETURN_REPLACE" ? add(receipt.returnReplaceQty, delta) : receipt.returnReplaceQty;
  const returnRefundQty = kind === "RETURN_REFUND" ? add(receipt.returnRefundQty, delta) : receipt.returnRefundQty;
  return {
    reversedQty,
    returnReplaceQty,
    returnRefundQty,
    undoneRejectedQty: add(receipt.undoneRejectedQty, refused),
    heldRejectedQty: sub(receipt.heldRejectedQty, refused),
  };
}

const undoneOf = (line: ReceiveLine): string => add(add(line.reversedQty, line.returnReplaceQty), line.returnRefundQty);

/** How far a receipt is written off. */
export function writeOffStatusOf(of: Receive): string {
  const lines = of.lines;
  if (!lines.some((line) => isSome(undoneOf(line)) || isSome(line.undoneRejectedQty))) return "NONE";
  return lines.every((line) => cmp(undoneOf(line), line.acceptedQty ?? "0") >= 0) ? "FULL" : "PARTIAL";
}
