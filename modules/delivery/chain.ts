import { neg } from "#kernel/decimal.ts";
import { some, type Doc } from "#kernel/entity.ts";
import type { Answer } from "#kernel/question.ts";
import type { Find } from "#kernel/rule.ts";
import { chainNumbers, chainOrders, chainPieces, type ChainPiece } from "#modules/demand/index.ts";
import { orderLine } from "#modules/order/index.ts";
import { note } from "./note.entity.ts";
import { notice } from "./notice.entity.ts";
import { receive } from "./receive.entity.ts";
import { writeOff } from "./write-off.entity.ts";

const most = 200;
const kinds: Readonly<Record<string, unknown>> = {
  [notice.name]: notice,
  [note.name]: note,
  [receive.name]: receive,
  [writeOff.name]: writeOff,
};
const ordersIn = (doc: { readonly lines: readonly { readonly orderId: string | null }[] } | null | undefined) =>
  [...new Set((doc?.lines ?? []).map((line) => line.orderId))].filter((id) => id !== null).map((orderId) => ({ orderId }));

async function byNumber(find: Find, num: string) {
  const [notices, notes, receipts, writeOffs] = await Promise.all([
    find.where(notice, { noticeNum: num }, 1),
    find.where(note, { noteNum: num }, 1),
    find.where(receive, { receiveNum: num }, 1),
    find.where(writeOff, { writeOffNum: num }, 1),
  ]);
  return [notices[0], notes[0], receipts[0], writeOffs[0]].flatMap((doc) => ordersIn(doc));
}

type Mine = (line: { readonly orderId: string | null }) => boolean;

const noticePiece = (doc: Doc<typeof notice>, mine: Mine): ChainPiece => ({
  entity: notice,
  id: doc.id,
  num: doc.noticeNum ?? "",
  stage: "NOTICE",
  status: doc.status,
  date: doc.arriveFrom.slice(0, 10),
  parts: doc.lines.filter(mine).map((line) => ({ orderLineId: line.orderLineId, qty: line.noticeQty })),
  from: ordersIn(doc).map(({ orderId }) => ({ type: "SrmPurOrderHeader", id: orderId })),
});

const notePiece = (doc: Doc<typeof note>, mine: Mine): ChainPiece => {
  const lines = doc.lines.filter(mine);
  const called = [...new Set(lines.flatMap((line) => (line.noticeId ? [line.noticeId as string] : [])))];
  return {
    entity: note,
    id: doc.id,
    num: doc.noteNum ?? "",
    stage: "NOTE",
    status: doc.status,
    date: doc.shipDate,
    parts: lines.map((line) => ({ orderLineId: line.orderLineId, qty: line.noteQty })),
    from:
      called.length > 0
        ? called.map((id) => ({ type: notice.name, id }))
        : ordersIn(doc).map(({ orderId }) => ({ type: "SrmPurOrderHeader", id: orderId })),
  };
};

const receivePiece = (doc: Doc<typeof receive>, mine: Mine): ChainPiece => ({
  entity: receive,
  id: doc.id,
  num: doc.receiveNum ?? "",
  stage: "RECEIVE",
  status: doc.status,
  date: doc.receiveDate,
  parts: doc.lines.filter(mine).map((line) => ({ orderLineId: line.orderLineId, qty: line.acceptedQty ?? "0", amount: line.amountIncl })),
  from: doc.noteId
    ? [{ type: note.name, id: doc.noteId }]
    : ordersIn(doc).map(({ orderId }) => ({ type: "SrmPurOrderHeader", id: orderId })),
});

const writeOffPiece = (doc: Doc<typeof writeOff>, mine: Mine, lineOf: (deliveryId: string | null) => string | null): ChainPiece => {
  const back = doc.writeOffType === "RETURN_REV";
  const lines = doc.lines.filter(mine);
  return {
    entity: writeOff,
    id: doc.id,
    num: doc.writeOffNum ?? "",
    stage: "RECEIVE",
    status: doc.status,
    date: doc.postDate,
    takesAway: !back,
    parts: lines.map((line) => ({
      orderLineId: lineOf(line.orderDeliveryId),
      qty: back ? line.qty : neg(line.qty),
      amount: line.amountIncl,
    })),
    from: [...new Set(lines.flatMap((line) => (line.receiveId ? [line.receiveId as string] : [])))].map((id) => ({
      type: receive.name,
      id,
    })),
  };
};

async function pieces(find: Find, orderIds: readonly string[]): Promise<readonly ChainPiece[]> {
  const inside = { lines: some({ orderId: orderIds }) };
  const [notices, notes, receipts, writeOffs] = await Promise.all([
    find.where(notice, inside, most),
    find.where(note, inside, most),
    find.where(receive, inside, most),
    find.where(writeOff, inside, most),
  ]);
  const rows = new Set(writeOffs.flatMap((doc) => doc.lines.flatMap((line) => (line.orderDeliveryId ? [line.orderDeliveryId] : []))));
  const lines = rows.size > 0 ? await find.where(orderLine, { deliveries: some({ id: [...rows] }) }, most) : [];
  const lineOf = (deliveryId: string | null) => lines.find((line) => line.deliveries.some((row) => row.id === deliveryId))?.id ?? null;
  const mine: Mine = (line) => line.orderId !== null && orderIds.includes(line.orderId);
  return [
    ...notices.map((doc) => noticePiece(doc, mine)),
    ...notes.map((doc) => notePiece(doc, mine)),
    ...receipts.map((doc) => receivePiece(doc, mine)),
    ...writeOffs.map((doc) => writeOffPiece(doc, mine, lineOf)),
  ];
}

/** Lets chains of documents pass through notices, notes, receipts and returns. */
export const deliveryChainAnswers: readonly Answer[] = [
  chainOrders.answeredBy(async (find, { docType, docId }) => {
    const kind = kinds[docType];
    return kind ? ordersIn(await find.maybe(kind as typeof notice, docId)) : [];
  }),
  chainNumbers.answeredBy(async (find, { num }) => byNumber(find, num)),
  chainPieces.answeredBy(async (find, { orderIds }) => pieces(find, orderIds)),
];
