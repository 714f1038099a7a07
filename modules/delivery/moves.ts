import { add, cmp } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import type { Post } from "#kernel/ledger-book.ts";
import { run, type Effect } from "#kernel/rule.ts";
import type { noteLedger, noticeLedger } from "./delivery.ledger.ts";
import { note } from "./note.entity.ts";
import { notice } from "./notice.entity.ts";

/** What an event adds to the figures of a notice line. */
export type NoticeMove = Post<typeof noticeLedger>;

/** What an event adds to the figures of a note line. */
export type NoteMove = Post<typeof noteLedger>;

/** What becomes of a box by a receipt or its undoing. */
export interface ScannedBox {
  readonly barcodeId: string;
  readonly status: "SHIPPED" | "RECEIVED" | "REVERSED";
  readonly receiveLineId?: string | null;
}

/** Posts movements of a notice's lines; its status follows. */
export const postNotice = (noticeId: string, moves: readonly NoticeMove[]): Effect => run(notice, noticeId, "doPost", { moves });

/** Posts what receipts and their undoing do to a note's lines and boxes; its status follows. */
export const postNote = (noteId: string, moves: readonly NoteMove[], scanned: readonly ScannedBox[] = []): Effect =>
  run(note, noteId, "doPost", { moves, scanned });

/** What a payload holds, if it is a list. */
export const listed = <T>(payload: unknown): readonly T[] => (Array.isArray(payload) ? (payload as readonly T[]) : []);

type NoticeLine = Doc<typeof notice>["lines"][number];

/** Notices on which goods may go out: a word was given, and it is neither refused nor given up. */
export const isLiveNotice = (status: string): boolean => ["CONFIRMED", "PARTIAL", "SHIPPED"].includes(status);

/** The state of a live notice, told from its lines. */
export function noticeState(status: string, lines: readonly Pick<NoticeLine, "shippedQty" | "openQty">[]): string {
  const total = (key: "shippedQty" | "openQty"): string => lines.reduce((all, line) => add(all, line[key]), "0");
  const isOpen = cmp(total("openQty"), "0") > 0;
  const isShipped = cmp(total("shippedQty"), "0") > 0;
  if (status === "PUBLISHED") return isOpen ? status : "CLOSED";
  if (!isLiveNotice(status)) return status;
  if (!isOpen) return isShipped ? "SHIPPED" : "CLOSED";
  return isShipped ? "PARTIAL" : "CONFIRMED";
}

interface OnRoad {
  readonly arrivedQty: string;
  readonly inTransitQty: string;
}

/** The state of a note under way, told from what has arrived and what is still on the road. */
export function noteState(doc: { readonly status: string; readonly arriveTime: string | null }, lines: readonly OnRoad[]): string {
  if (!["SHIPPED", "ARRIVED", "PARTIAL", "RECEIVED"].includes(doc.status)) return doc.status;
  const isOut = lines.some((line) => cmp(line.inTransitQty, "0") > 0);
  const hasCome = lines.some((line) => cmp(line.arrivedQty, "0") > 0);
  if (!isOut) return "RECEIVED";
  if (hasCome) return "PARTIAL";
  return doc.arriveTime === null ? "SHIPPED" : "ARRIVED";
}

/** Where a line of a note stands. */
export const lineState = (status: string, line: OnRoad): string => {
  if (["CLOSED", "CANCELLED", "DRAFT"].includes(status)) return status;
  if (cmp(line.inTransitQty, "0") === 0) return "RECEIVED";
  return cmp(line.arrivedQty, "0") > 0 ? "PARTIAL" : status === "SHIPPED" ? "SHIPPED" : "ARRIVED";
};
