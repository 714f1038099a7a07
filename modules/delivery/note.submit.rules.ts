import { neg } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import type { Book } from "#kernel/ledger-book.ts";
import { bookOf } from "#kernel/ledger-rule.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, set, tell, warn, type Effect, type Find, type Moment, type Rule } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { billType, getProfile, goodsWords, item } from "#modules/base/index.ts";
import { noLines, qtyLedger } from "#modules/demand/index.ts";
import { postOrder, type OrderPosting, type PostingEvent } from "#modules/order/index.ts";
import { aslFor } from "#modules/price/index.ts";
import { supplierInfo, supplierTold, tradeGate } from "#modules/supplier/index.ts";
import { barcode } from "./barcode.entity.ts";
import type { noteLedger } from "./delivery.ledger.ts";
import { noteHome } from "./ledger-home.ts";
import { postNotice, type NoteMove, type NoticeMove } from "./moves.ts";
import { note } from "./note.entity.ts";
import { noticesOf, type Note, type NoteLine } from "./note.save.rules.ts";
import { ordersOf, placesOf, type Place } from "./receive.place.ts";
import { lateRows, notAgreed, overCalled, overShips, shipped, tooEarly, tooOld, unfit } from "./ship-checks.ts";
import { deliveryQuestions } from "./trade.ts";
import { checkShipment } from "./shipping.ask.ts";
import { rowWord } from "./source.ts";

type Items = ReadonlyMap<string | null, Doc<typeof item>>;
const wordsOf = (line: { readonly itemId: string | null; readonly itemDesc: string | null }, items: Items): Text =>
  goodsWords(line.itemDesc, items.get(line.itemId));

/** Each kind of goods of a note once, with where it is bought. */
const goodsOf = (doc: Note, places: ReadonlyMap<string, Place>): readonly Place[] => [
  ...new Map(
    doc.lines.flatMap((line) => {
      const place = places.get(line.orderDeliveryId);
      return place ? [[`${place.order.orgId}|${place.line.itemId ?? ""}|${place.line.categoryId}`, place] as const] : [];
    }),
  ).values(),
];

/** Who says no: the list of approved sources, the judge of suppliers, the keeper of part approvals. */
async function objections(
  find: Find,
  doc: Note,
  places: ReadonlyMap<string, Place>,
  items: Items,
  at: Moment,
): Promise<readonly Refusal[]> {
  const goods = goodsOf(doc, places);
  const supplierId = doc.supplierId ?? "";
  const lines = doc.lines.flatMap((line) => {
    const place = places.get(line.orderDeliveryId);
    const lots = line.batches.length
      ? line.batches.map((batch) => ({ lotNo: batch.batchNum, qty: batch.batchQty }))
      : [{ lotNo: null, qty: line.noteQty }];
    return place?.line.itemId ? lots.map((lot) => ({ itemId: place.line.itemId!, revision: place.line.itemRevision, ...lot })) : [];
  });
  const [listed, allowed, quality] = await Promise.all([
    Promise.all(
      goods.map(({ order: of, line }) =>
        aslFor(find, {
          orgId: of.orgId,
          itemId: line.itemId,
          categoryId: line.categoryId,
          supplierId,
          supplierSiteId: of.supplierSiteId,
          onDate: at.today,
        }),
      ),
    ),
    tradeGate.ask(find, deliveryQuestions(supplierId, goods, at.today, false)),
    checkShipment.ask(find, { supplierId, supplierSiteId: doc.supplierSiteId, noteId: doc.id, lines }),
  ]);
  return [
    ...listed.flatMap(({ line }, i) => (line?.allowDelivery === "N" ? [notListed(doc, wordsOf(goods[i]!.line, items))] : [])),
    ...allowed,
    ...quality.map((entry) => refuse(entry.code, entry.cn, entry.en)),
  ];
}

const notListed = (doc: Note, [cn, en]: Text): Refusal =>
  refuse("PUR-1003", `供应商对[${cn}]的供货资格已停止送货`, `The supplier cannot deliver ${en} (note ${doc.noteNum ?? ""})`);

/** A book of the note with what it moves on its own lines. */
export const noteMoved = (
  doc: Note,
  event: NoteMove["event"],
  lines: readonly NoteLine[],
  of: (line: NoteLine) => NoteMove["deltas"],
): Book<typeof noteLedger> =>
  bookOf(noteHome, doc).post(
    lines.map((line) => ({
      owner: line.id,
      event,
      deltas: of(line),
      causeType: note.name,
      causeId: doc.id,
      causeLineId: line.id,
      causeNum: doc.noteNum,
    })),
  );

/** What a note moves on the orders' rows. */
export const noteOrders = (doc: Note, event: PostingEvent, of: (line: NoteLine) => OrderPosting["deltas"] | null): Effect[] =>
  [...Map.groupBy(doc.lines, (line) => line.orderId ?? "")].flatMap(([id, lines]) => {
    const postings = lines.flatMap((line): OrderPosting[] => {
      const deltas = of(line);
      return deltas
        ? [{ deliveryId: line.orderDeliveryId, event, deltas, causeType: note.name, causeId: doc.id, causeLineId: line.id }]
        : [];
    });
    return postings.length ? [postOrder(id, postings)] : [];
  });

/** What a note moves on the call-offs it answers. */
export const noteNotices = (doc: Note, event: NoticeMove["event"], of: (line: NoteLine) => NoticeMove["deltas"] | null): Effect[] =>
  [...Map.groupBy(doc.lines, (line) => line.noticeId ?? "")].flatMap(([id, lines]) => {
    const moves = lines.flatMap((line): NoticeMove[] => {
      const deltas = line.noticeLineId ? of(line) : null;
      return deltas ? [{ owner: line.noticeLineId!, event, deltas, causeType: note.name, causeId: doc.id, causeLineId: line.id }] : [];
    });
    return id !== "" && moves.length ? [postNotice(id, moves)] : [];
  });

const factsOf = async (doc: Note, find: Find, at: Moment) => {
  const orders = await ordersOf(
    find,
    doc.lines.map((line) => line.orderDeliveryId),
  );
  const places = placesOf(orders);
  const itemIds = [...new Set(doc.lines.flatMap((line) => line.itemId ?? []))];
  const items = new Map((itemIds.length ? await find.where(item, { id: itemIds }) : []).map((row) => [row.id as string | null, row]));
  const [notices, boxes, types, percent, objected, supplier] = await Promise.all([
    noticesOf(find, doc.lines),
    find.where(barcode, { noteId: doc.id }, 20_000),
    orders.length ? find.where(billType, { id: [...new Set(orders.flatMap((order) => order.billTypeId ?? []))] }) : [],
    getProfile(find, "PUR_SHELF_LIFE_PCT", { orgId: doc.orgId }),
    objections(find, doc, places, items, at),
    find.maybe(supplierInfo, doc.supplierId),
  ]);
  return { places, notices, boxes, objected, supplier, percent: percent.value, types, items };
};

/** The goods leave: caps, call-offs, batches, labels, reports, dates and the supplier's standing are asked, then everything moves at once. */
const submit = rule(note, "doSubmit", {
  reads: (doc, find, _, __, at) => factsOf(doc, find, at),
  decide: (doc, facts, _, me, at) => {
    const { places, notices, boxes } = facts;
    const early = new Map(facts.types.map((row) => [row.id as string, row.earlyDays]));
    const late = lateRows(doc, places).map(rowWord).join(", ");
    return [
      doc.lines.length === 0 && noLines(),
      ...notAgreed(doc, places),
      ...overCalled(doc, notices),
      ...overShips(shipped(doc), places),
      ...doc.lines.flatMap((line) => [
        ...unfit(line, boxes, wordsOf(line, facts.items)),
        ...tooOld(line, facts.items.get(line.itemId)?.shelfLifeDays ?? null, doc.shipDate, facts.percent),
      ]),
      ...tooEarly(doc, places, early),
      ...facts.objected,
      late !== "" && warn("PUR-3308", `晚于承诺日期：${late}`, `Later than promised: ${late}`),
      ...doc.lines.map((line) => set(line, { lineStatus: "SHIPPED" })),
      ...doc.lines.flatMap((line) => line.batches.map((batch) => set(batch, { frozenFlag: "Y" }))),
      ...boxes.filter((box) => box.status !== "VOID").map((box) => set(box, { status: "SHIPPED" })),
      ...noteOrders(doc, "E7", (line) => ({ TRN: line.noteQty, ...(line.noticeLineId ? { NTC: neg(line.noteQty) } : {}) })),
      ...noteNotices(doc, "E7", (line) => ({ SHP: line.noteQty, OPN: neg(line.noteQty) })),
      ...noteMoved(doc, "E7", doc.lines, (line) => ({ TRN: line.noteQty })).effects(qtyLedger, me, at),
      set(doc, { qrToken: at.newId() + at.newId(), submitTime: at.now }),
      tell("PUR_NOTE_SUBMITTED", {
        id: doc.id,
        num: doc.noteNum,
        supplierId: doc.supplierId,
        ...supplierTold(facts.supplier),
        eta: doc.eta,
        orgId: doc.orgId,
        plannerId: notices.find((notice) => notice.plannerId)?.plannerId ?? null,
      }),
    ];
  },
});

export const noteSubmitRules: readonly Rule[] = [submit];
