import { add, cmp, trim } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { getProfile } from "#modules/base/index.ts";
import { fault, fitsDecimals, noLines, required, tooFine } from "#modules/demand/index.ts";
import { maxOf, net, storageTransaction, taken } from "#modules/order/index.ts";
import { note } from "./note.entity.ts";
import { isNone, shareOf, wantedBy, type Booking, type Receive, type ReceiveLine } from "./receive.posting.ts";
import { isAbove, isConsigned, isSome, leftOf, ordersOf, placesOf, receivable, rowName } from "./receive.place.ts";
import type { Note, Order, Place } from "./receive.place.ts";

export interface Facts {
  readonly note: Note | null;
  readonly orders: readonly Order[];
  readonly overNote: boolean;
  /** What was accepted or used of an order line before, by line: amounts of services, quantities of consigned goods. */
  readonly before: ReadonlyMap<string, string>;
}

const isLive = (of: Note): boolean => ["SHIPPED", "ARRIVED", "PARTIAL"].includes(of.status);

/** What services were accepted for, and what was used of consigned goods; other receipts ask nothing. */
async function usedBefore(find: Find, doc: Receive, orders: readonly Order[]): Promise<ReadonlyMap<string, string>> {
  if (doc.receiveType !== "SERVICE" && doc.receiveType !== "CONSIGN_USE") return new Map();
  const found = await find.where(storageTransaction, { orderId: orders.map((order) => order.id) });
  const side = new Map(orders.map((order) => [order.id, order.taxIncludedFlag === "Y"]));
  const amount = (row: (typeof found)[number]) => (side.get(row.orderId) ? row.amountIncl : row.amountExcl);
  const used = found.filter((row) => row.transactionType === "CONSUME");
  const undone = found.filter((row) => used.some((use) => use.id === row.originTransactionId));
  return doc.receiveType === "SERVICE"
    ? wantedBy(found, (row) => row.orderLineId, amount)
    : wantedBy(
        [...used, ...undone],
        (row) => row.orderLineId,
        (row) => row.qty,
      );
}

/** The note, the orders and the rule about more than the note says. */
export async function factsOf(doc: Receive, find: Find): Promise<Facts> {
  const onNote = doc.noteId ? await find.maybe(note, doc.noteId) : null;
  const byNote = new Map((onNote?.lines ?? []).map((line) => [line.id, line.orderDeliveryId]));
  const ids = doc.lines.map((line) => (line.noteLineId ? (byNote.get(line.noteLineId) ?? line.orderDeliveryId) : line.orderDeliveryId));
  const [orders, overNote] = await Promise.all([
    ordersOf(find, ids),
    doc.noteId ? getProfile(find, "PUR_OVER_NOTE", { orgId: onNote?.orgId ?? null }) : null,
  ]);
  return { note: onNote, orders, overNote: overNote?.value === "Y", before: await usedBefore(find, doc, orders) };
}

/** The order row of every line; a line of a note receives the row its note line names. */
export function placed(doc: Receive, { note: onNote, orders }: Facts): ReadonlyMap<string, Place> {
  const places = placesOf(orders);
  const byNote = new Map((onNote?.lines ?? []).map((line) => [line.id, line.orderDeliveryId]));
  return new Map(
    doc.lines.flatMap((line) => {
      const place = places.get((line.noteLineId ? byNote.get(line.noteLineId) : line.orderDeliveryId) ?? "");
      return place ? [[line.id, place] as const] : [];
    }),
  );
}

const path = (i: number, key: string): string => `lines[${i}].${key}`;

/** What is wrong with the lines themselves, whatever the ledger says. */
export function lineFaults(doc: Receive, facts: Facts, places: ReadonlyMap<string, Place>): Refusal[] {
  const owners = new Set([...places.values()].map(({ order: of }) => `${of.supplierId}|${of.orgId}`));
  if (facts.note) owners.add(`${facts.note.supplierId ?? ""}|${facts.note.orgId ?? ""}`);
  return [
    ...(doc.lines.length === 0 && !doc.orgId ? [noLines()] : []),
    ...(doc.receiveType === "NOTE" && facts.note && !isLive(facts.note)
      ? [refuse("PUR-0003", "该送货单当前状态不能收货", "This note cannot be received in its status")]
      : []),
    ...(owners.size > 1
      ? [refuse("PUR-3102", "同一单据的供应商与收货地址必须一致", "One document holds one supplier and one ship-to")]
      : []),
    ...doc.lines.flatMap((line, i) => faultsOfLine(doc, facts, line, i, places.get(line.id))),
  ];
}

/** Services are accepted by amount, consigned goods are used after they came; nothing else is. */
const fitsType = (doc: Receive, { order: of }: Place): boolean =>
  doc.receiveType === "SERVICE" ? of.orderType === "SERVICE" : doc.receiveType !== "CONSIGN_USE" || isConsigned(of);

function faultsOfLine(doc: Receive, facts: Facts, line: ReceiveLine, i: number, place: Place | undefined): Refusal[] {
  if (!place)
    return [fault(path(i, "orderDeliveryId"), "PUR-0004", "单据不存在或无权查看", "Document does not exist or is not visible to you")];
  const { accepted, rejected, inspecting } = shareOf(line, place);
  const { uom, uomDecimals } = place.line;
  const digits = uomDecimals ?? 6;
  const wrong: (Refusal | false)[] = [
    doc.receiveType === "NOTE" &&
      !line.noteLineId &&
      !facts.overNote &&
      fault(
        path(i, "noteLineId"),
        "PUR-3403",
        `实到${trim(line.arrivalQty)}超过送货单在途0`,
        `Arrival ${trim(line.arrivalQty)} exceeds 0 in transit on the note`,
      ),
    doc.receiveType !== "SERVICE" && !fitsDecimals(line.arrivalQty, digits) && tooFine(path(i, "arrivalQty"), line.arrivalQty, uom, digits),
    cmp(add(add(accepted, rejected), inspecting), line.arrivalQty) !== 0 &&
      fault(
        path(i, "acceptedQty"),
        "PUR-3405",
        `合格+不合格必须等于待检数量${trim(line.arrivalQty)}`,
        `Accepted plus rejected must equal ${trim(line.arrivalQty)}`,
      ),
    isSome(rejected) && !line.rejectReason && required(path(i, "rejectReason"), "拒收原因", "Reason for rejection"),
    doc.receiveType === "SERVICE" && isNone(line.acceptedAmount) && required(path(i, "acceptedAmount"), "验收金额", "Accepted amount"),
    !fitsType(doc, place) &&
      fault(
        path(i, "orderDeliveryId"),
        "PUR-3409",
        `订单行${rowName(place)}不能按该类型接收`,
        `Order line ${rowName(place)} cannot be received this way`,
      ),
  ];
  return wrong.filter((refusal) => refusal !== false);
}

/** What the ledger does not let in: more than is on the road, more than the order takes, more than was consigned. */
export function ledgerFaults(doc: Receive, facts: Facts, bookings: readonly Booking[]): Refusal[] {
  const wrong: Refusal[] = [];
  const arrived = wantedBy(
    bookings,
    (booking) => booking.line.noteLineId,
    (booking) => booking.line.arrivalQty,
  );
  for (const [id, qty] of arrived) {
    const left = facts.note?.lines.find((line) => line.id === id)?.inTransitQty ?? "0";
    if (isAbove(qty, left))
      wrong.push(
        refuse(
          "PUR-3403",
          `实到${trim(qty)}超过送货单在途${trim(left)}`,
          `Arrival ${trim(qty)} exceeds ${trim(left)} in transit on the note`,
        ),
      );
  }
  const free = bookings.filter((booking) => !booking.line.noteLineId);
  const byRow = wantedBy(
    free,
    (booking) => booking.place.row.id,
    (booking) => add(booking.accepted, booking.inspecting),
  );
  for (const [id, qty] of byRow) {
    const { place } = free.find((booking) => booking.place.row.id === id)!;
    const used = facts.before.get(place.line.id) ?? "0";
    const isUse = doc.receiveType === "CONSIGN_USE";
    const left = isUse ? leftOf(net(place.line), used) : receivable(place);
    const [most, now] = isUse ? [net(place.line), used] : [maxOf(place.line), taken(place.line)];
    if (isAbove(qty, left) && !isUse && place.row.confirmStatus !== "CONFIRMED")
      wrong.push(
        refuse("PUR-3304", `交货行[${rowName(place)}]尚未确认`, `Schedule ${rowName(place)} is not confirmed yet`, {
          data: { orderId: place.order.id },
        }),
      );
    else if (isAbove(qty, left))
      wrong.push(
        refuse(
          "PUR-3404",
          `收货后将超出最大可收数量${trim(most)}（当前${trim(now)}）`,
          `Receipt would exceed the maximum ${trim(most)} (now ${trim(now)})`,
        ),
      );
  }
  return wrong;
}

/** A difference to the note is explained by whoever counted; what another system reports is taken as it comes. */
export function unexplained(doc: Receive, facts: Facts): Refusal[] {
  if (doc.receiveType !== "NOTE" || !["MANUAL", "SCAN"].includes(doc.sourceType)) return [];
  const groups = Map.groupBy(
    [...doc.lines.entries()].filter(([, line]) => line.noteLineId),
    ([, line]) => line.noteLineId!,
  );
  return [...groups].flatMap(([id, rows]) => {
    const left = facts.note?.lines.find((line) => line.id === id)?.inTransitQty ?? "0";
    const arrived = rows.reduce((all, [, line]) => add(all, line.arrivalQty), "0");
    const isTold = cmp(arrived, left) === 0 || rows.some(([, line]) => line.diffReason);
    return isTold ? [] : [required(path(rows[0]![0], "diffReason"), "差异原因", "Reason for the difference")];
  });
}
