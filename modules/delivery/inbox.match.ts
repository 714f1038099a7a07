import { abs, cmp, div, min, round, sub, trim } from "#kernel/decimal.ts";
import type { Doc, Draft } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { dayIn, houseZone } from "#kernel/time.ts";
import { convertUom, item } from "#modules/base/index.ts";
import { order } from "#modules/order/index.ts";
import { barcode } from "./barcode.entity.ts";
import { note } from "./note.entity.ts";
import { receive } from "./receive.entity.ts";
import {
  aboutPlace,
  isAbove,
  isInspected,
  isSome,
  ordersOf,
  placesOf,
  receivable,
  type Note,
  type Order,
  type OrderLine,
  type Place,
} from "./receive.place.ts";
import type { Receive } from "./receive.posting.ts";
import type { storageInbox } from "./storage-inbox.entity.ts";

export type Inbound = Doc<typeof storageInbox>;

/** What a movement may belong to. */
export interface Matched {
  readonly box: Doc<typeof barcode> | null;
  readonly note: Note | null;
  readonly orders: readonly Order[];
  readonly itemId: string | null;
  /** The quantity in the unit of the order line, by line. */
  readonly converted: ReadonlyMap<string, string>;
  readonly receives: readonly Receive[];
}

export const unknown = (doc: Inbound): Refusal => {
  const text = [doc.noteNum, doc.orderNum && `${doc.orderNum}-${doc.lineNum ?? ""}`, doc.barcode, doc.itemCode].filter(Boolean).join(" / ");
  return refuse("PUR-3602", `未匹配到订单/送货单：${text}`, `No order or note matches ${text}`);
};

/** A quantity in the unit of the order's line, by the factor frozen on it: what a conversion has become since does not touch the order.
 * A unit that is neither the order's nor the stock's is brought to the stock's first. */
async function inOrderUnit(
  find: Find,
  line: OrderLine,
  { qty, uom, day }: { readonly qty: string; readonly uom: string; readonly day: string },
): Promise<string> {
  const to = line.stockUom ?? line.uom;
  const stock = uom === to ? qty : (await convertUom(find, { itemId: line.itemId, qty, from: uom, to, day })).qty;
  return to === line.uom ? stock : trim(round(div(stock, line.convertRate, 12), 6));
}

/** The box, the note, the order and the item a movement names. */
export async function matchOf(doc: Inbound, find: Find, day: string): Promise<Matched> {
  const [boxes, notes, numbered, items] = await Promise.all([
    doc.barcode ? find.where(barcode, { barcode: doc.barcode }, 2) : [],
    doc.noteNum ? find.where(note, { noteNum: doc.noteNum }, 2) : [],
    doc.orderNum ? find.where(order, { orderNum: doc.orderNum, liveId: null }, 2) : [],
    doc.itemCode ? find.where(item, { itemCode: doc.itemCode }, 2) : [],
  ]);
  const box = boxes[0] ?? null;
  const onNote = notes[0] ?? (box?.noteId ? await find.maybe(note, box.noteId) : null);
  const orders = onNote
    ? await ordersOf(
        find,
        onNote.lines.map((line) => line.orderDeliveryId),
      )
    : numbered;
  const lines = orders.flatMap((order) => order.lines).filter((line) => doc.uom && line.uom !== doc.uom);
  const converted = await Promise.all(
    lines.map(async (line) => {
      return [line.id, await inOrderUnit(find, line, { qty: abs(doc.qty), uom: doc.uom!, day })] as const;
    }),
  );
  const receives =
    doc.movementType === "PO_RETURN" && orders.length
      ? await find.where(
          receive,
          { status: "POSTED", supplierId: orders[0]!.supplierId, sourceNums: { contains: onNote?.noteNum ?? orders[0]!.orderNum ?? "-" } },
          500,
        )
      : [];
  return { box, note: onNote, orders, itemId: items[0]?.id ?? box?.itemId ?? null, converted: new Map(converted), receives };
}

/** Does the movement mean this row? What it does not name it does not ask. */
const isMeant = (doc: Inbound, match: Matched, { order: of, line, row }: Place): boolean =>
  (!doc.orderNum || of.orderNum === doc.orderNum) &&
  (doc.lineNum === null || line.lineNum === doc.lineNum) &&
  (doc.scheduleNum === null || row.scheduleNum === doc.scheduleNum) &&
  (match.itemId === null || line.itemId === match.itemId);

export interface Part {
  readonly place: Place;
  readonly noteLineId: string | null;
  readonly qty: string;
}

/** A quantity spread over the rows it may belong to, the earliest first; the last takes what is more. */
function spread(doc: Inbound, match: Matched, rows: readonly { place: Place; noteLineId: string | null; room: string }[]): Part[] {
  let left = rows[0] ? (match.converted.get(rows[0].place.line.id) ?? abs(doc.qty)) : "0";
  const parts: Part[] = [];
  rows.forEach(({ place, noteLineId, room }, i) => {
    const qty = i === rows.length - 1 ? left : min(left, room);
    if (isSome(qty)) parts.push({ place, noteLineId, qty });
    left = sub(left, qty);
  });
  return parts;
}

const dueOf = ({ row }: Place): string => row.currentPromiseDate ?? row.needByDate;

/** Which rows a movement goes to, or why none. */
export function partsOf(doc: Inbound, match: Matched): readonly Part[] | Refusal {
  const places = placesOf(match.orders);
  if (match.note) {
    const lines = match.note.lines.filter((line) => {
      const place = places.get(line.orderDeliveryId ?? "");
      return place && (match.box ? line.id === match.box.noteLineId : isMeant(doc, match, place)) && isAbove(line.inTransitQty, "0");
    });
    const rows = lines.map((line) => ({ place: places.get(line.orderDeliveryId!)!, noteLineId: line.id, room: line.inTransitQty }));
    return rows.length ? spread(doc, match, rows) : unknown(doc);
  }
  if (!doc.orderNum || (doc.lineNum === null && match.itemId === null)) return unknown(doc);
  const meant = [...places.values()].filter((place) => isMeant(doc, match, place)).toSorted((a, b) => (dueOf(a) < dueOf(b) ? -1 : 1));
  const open = doc.movementType === "CONSIGN_USE" ? meant : meant.filter((place) => isAbove(receivable(place), "0"));
  const rows = (open.length ? open : meant.slice(0, 1)).map((place) => ({ place, noteLineId: null, room: receivable(place) }));
  return rows.length ? spread(doc, match, rows) : unknown(doc);
}

/** The receipt that books the movement. */
export function receiptDraft(doc: Inbound, match: Matched, parts: readonly Part[], day: string): Draft<typeof receive> {
  const { order: of, row } = parts[0]!.place;
  return {
    receiveType: doc.movementType === "CONSIGN_USE" ? "CONSIGN_USE" : match.note ? "NOTE" : "ORDER",
    orgId: of.orgId,
    supplierId: of.supplierId,
    currency: of.currency,
    noteId: match.note?.id ?? null,
    receiveDate: day,
    invOrgId: match.note?.invOrgId ?? row.invOrgId,
    sourceType: /erp|sap|oracle/i.test(doc.sourceSystem) ? "ERP" : "WMS",
    sourceNums: match.note?.noteNum ?? of.orderNum,
    requestId: `${doc.sourceSystem}:${doc.sourceTxnId}`,
    lines: parts.map(({ place, noteLineId, qty }, i) => ({
      ...aboutPlace(place),
      lineNum: i + 1,
      noteLineId,
      arrivalQty: qty,
      rejectedQty: "0",
      acceptedQty: isInspected(place) ? "0" : qty,
      batchNum: doc.batchNum,
      warehouseCode: doc.warehouseCode,
      expectedQty: noteLineId ? (match.note?.lines.find((line) => line.id === noteLineId)?.inTransitQty ?? "0") : receivable(place),
    })),
  };
}

/** A reported return as lines of a write-off: the latest receipts first, as far as they can be returned. */
export function returnLines(doc: Inbound, match: Matched): readonly { receiveLineId: string; qty: string }[] | Refusal {
  const rows = match.receives
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .flatMap((receive) => receive.lines)
    .filter((line) => {
      const place = placesOf(match.orders).get(line.orderDeliveryId ?? "");
      return place && isMeant(doc, match, place) && (!doc.batchNum || line.batchNum === doc.batchNum) && isAbove(line.reversibleQty, "0");
    });
  let left = abs(doc.qty);
  const lines: { receiveLineId: string; qty: string }[] = [];
  for (const row of rows) {
    const qty = min(left, row.reversibleQty);
    if (isSome(qty)) lines.push({ receiveLineId: row.id, qty });
    left = sub(left, qty);
  }
  return lines.length && cmp(left, "0") === 0 ? lines : unknown(doc);
}

/** How long the next try waits: a minute, then two, four, eight. */
export const waitMinutes = (tries: number): number => 2 ** Math.max(0, Math.min(tries, 10) - 1);
export const mostTries = 5;

/** The day a movement is booked on: its own, never one that is still to come. */
export const dayOf = (doc: Inbound, today: string): string => {
  const own = dayIn(doc.movementTime, houseZone);
  return own > today ? today : own;
};
