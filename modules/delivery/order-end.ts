import { cmp, neg } from "#kernel/decimal.ts";
import { some } from "#kernel/entity.ts";
import type { Answer } from "#kernel/question.ts";
import { notesUnderway, noticesEnd } from "#modules/order/index.ts";
import { postNotice, type NoticeMove } from "./moves.ts";
import { note } from "./note.entity.ts";
import { notice } from "./notice.entity.ts";

export const orderEndAnswers: readonly Answer[] = [
  // Which notes carry goods of these schedules that are still on their way or not judged.
  notesUnderway.answeredBy(async (find, { rowIds }) => {
    if (rowIds.length === 0) return [];
    const found = await find.where(
      note,
      { status: ["SHIPPED", "ARRIVED", "PARTIAL", "RECEIVED"], lines: some({ orderDeliveryId: rowIds }) },
      5000,
    );
    return found.flatMap((doc) =>
      doc.lines
        .filter((line) => rowIds.includes(line.orderDeliveryId) && (cmp(line.inTransitQty, "0") > 0 || doc.status !== "RECEIVED"))
        .map((line) => ({ noteNum: doc.noteNum ?? doc.id, rowId: line.orderDeliveryId })),
    );
  }),
  // Notices of schedules that end: what they still asked for is closed with them; the order posts its own side.
  noticesEnd.answeredBy(async (find, { rowIds, event, orderId }) => {
    if (rowIds.length === 0) return [];
    const found = await find.where(
      notice,
      { status: ["PUBLISHED", "CONFIRMED", "PARTIAL"], lines: some({ orderDeliveryId: rowIds }) },
      5000,
    );
    return found.flatMap((doc) => {
      const moves = doc.lines
        .filter((line) => rowIds.includes(line.orderDeliveryId) && cmp(line.openQty, "0") > 0)
        .map((line): NoticeMove => ({
          owner: line.id,
          event,
          deltas: { CLS: line.openQty, OPN: neg(line.openQty) },
          causeType: "SrmPurOrderHeader",
          causeId: orderId,
          causeLineId: line.orderDeliveryId,
        }));
      return moves.length ? [postNotice(doc.id, moves)] : [];
    });
  }),
];
