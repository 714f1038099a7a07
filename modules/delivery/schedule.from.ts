import { add, cmp, isPositive, min, sub, trim } from "#kernel/decimal.ts";
import { keywordFields, type Doc, type Where } from "#kernel/entity.ts";
import { from, source, type Along, type Taken } from "#kernel/from.ts";
import { toUtc } from "#kernel/time.ts";
import { item } from "#modules/base/index.ts";
import { canNotice, canShip, order, orderDelivery, orderLine } from "#modules/order/index.ts";
import { note } from "./note.entity.ts";
import { notice, noticeLine } from "./notice.entity.ts";
import { ordersOf, placesOf, type Place } from "./receive.place.ts";

type Schedule = Along<readonly [typeof order, typeof orderLine, typeof orderDelivery]>;
type Called = Along<readonly [typeof notice, typeof noticeLine]>;
type Notice = Doc<typeof notice>;

/** What pages show of a schedule, and what call-offs and shipments copy of it. */
const scheduleRow = ([of, line, row]: Schedule) => ({
  orderDeliveryId: row.id as string,
  orderId: of.id,
  orderNum: of.orderNum,
  orderLineNum: line.lineNum,
  scheduleNum: row.scheduleNum,
  orgId: of.orgId,
  supplierId: of.supplierId,
  deliveryMode: of.deliveryMode,
  deliveryInfoId: row.deliveryInfoId,
  invOrgId: row.invOrgId,
  itemId: line.itemId,
  itemDesc: line.itemDesc,
  uom: line.uom,
  uomDecimals: line.uomDecimals,
  qty: row.qty,
  needByDate: row.needByDate,
  promiseDate: row.currentPromiseDate ?? row.needByDate,
  noticeOpen: row.noticeOpenQty,
  inTransitQty: row.inTransitQty,
  receivedQty: row.receivedQty,
});
type ScheduleRow = ReturnType<typeof scheduleRow>;

/** What a call-off adds to it. */
const noCall = {
  noticeLineId: null as string | null,
  noticeNum: null as string | null,
  dockCode: null as string | null,
  arriveFrom: null as string | null,
  arriveTo: null as string | null,
};

/** Rows of running orders that a supplier has confirmed; the tolerance of a line lies with its rows. */
const running = (more: Where = {}): Where => ({
  confirmStatus: "CONFIRMED",
  parent: { lineStatus: "OPEN", parent: { status: ["PUBLISHED", "CONFIRMED", "CHANGING"], liveId: null, ...more } } as never,
});

/** Goods somebody means by a word: their code, their name in either language or their description. */
const goodsCalled = (keyword: string): readonly Where[] => [
  { itemDesc: { contains: keyword } },
  { itemId: { row: { any: keywordFields(item).map((key) => ({ [key]: { contains: keyword } })) }, of: item.name } },
];
/** The order's number, or its goods. */
const calledOnOrder = (keyword: string): Where => ({
  parent: { any: [{ parent: { orderNum: { contains: keyword } } as never }, ...goodsCalled(keyword)] } as never,
});

const only = (asked: Readonly<Record<string, string>>, keys: readonly string[]): Where =>
  Object.fromEntries(keys.flatMap((key) => (asked[key] ? [[key, asked[key]]] : [])));
const nothing: Where = { id: [] };

/** What was promised and is neither on the road nor here; tolerance is not suggested. */
function promised(row: Doc<typeof orderDelivery>, left: string): string {
  const rest = sub(row.qty, add(row.inTransitQty, row.receivedQty));
  return trim(isPositive(rest) ? min(rest, left) : left);
}

/** The schedules behind lines of call-offs, in one question. */
const placesBehind = async (rows: readonly Called[], find: Parameters<typeof ordersOf>[0]): Promise<ReadonlyMap<string, Place>> =>
  placesOf(
    await ordersOf(
      find,
      rows.map(([, line]) => line.orderDeliveryId),
    ),
  );

/** Goods of one supplier to one address travel on one paper. */
const onePlace = ({ row }: Taken<ScheduleRow>) => [row.orgId, row.supplierId, row.invOrgId, row.deliveryInfoId];

/** What a line of a call-off or a shipment copies of its schedule. */
const copied = ({ orderDeliveryId, orderNum, orderLineNum, scheduleNum, itemId, itemDesc, uom }: ScheduleRow) => ({
  orderDeliveryId,
  orderNum,
  orderLineNum,
  scheduleNum,
  itemId,
  itemDesc,
  uom,
});

/** When goods are awaited: at the hour of the call, else in the morning of the promised day. */
const etaOf = (row: ScheduleRow & typeof noCall, today: string, zone: string): string =>
  row.arriveFrom ?? toUtc(row.promiseDate > today ? `${row.promiseDate} 09:00:00` : `${today} 18:00:00`, zone)!;

export const notesFrom = from(note, "doCreateFrom", {
  sources: {
    NOTICE: source([notice, noticeLine], {
      offers: () => ({ openQty: { above: "0" }, parent: { status: ["CONFIRMED", "PARTIAL"] } as never }),
      reads: placesBehind,
      left: ([, line], places) => {
        const at = places.get(line.orderDeliveryId);
        const most = at ? canShip(at.order, at.line, at.row) : "0";
        return trim(cmp(line.openQty, most) < 0 ? line.openQty : most);
      },
      row: ([of, line], left, places) => {
        const at = places.get(line.orderDeliveryId);
        return { ...(at ? scheduleRow([at.order, at.line, at.row]) : ({} as ScheduleRow)), ...onCall(of, line.id), canShip: left };
      },
      matches: (asked) =>
        asked["sourceMode"] === "ORDER" ? nothing : { ...only(asked, ["orderId"]), parent: only(asked, ["orgId", "supplierId"]) as never },
      called: (keyword) => ({ any: [{ orderNum: { contains: keyword } }, ...goodsCalled(keyword)] }),
      named: (ids) => ({ orderDeliveryId: ids }),
    }),
    ORDER: source([order, orderLine, orderDelivery], {
      offers: () => running({ deliveryMode: { not: "NOTICE" } }),
      left: ([of, line, row]) => canShip(of, line, row),
      suggests: ([, , row], left) => promised(row, left),
      row: (along, left) => ({ ...scheduleRow(along), ...noCall, canShip: left }),
      matches: (asked) => (asked["sourceMode"] === "NOTICE" ? nothing : only(asked, ["orgId", "supplierId", "orderId"])),
      called: calledOnOrder,
    }),
  },
  groupBy: onePlace,
  head: ([first], _, { me, at }) => ({ shipDate: at.today, eta: etaOf(first!.row, at.today, me.zone) }),
  lines: ["lines", ({ row, qty }) => ({ ...copied(row), noteQty: qty, noticeLineId: row.noticeLineId })],
  links: { ORDER: "orderDeliveryId", NOTICE: "noticeLineId" },
});

function onCall(of: Notice, noticeLineId: string): typeof noCall {
  const [arriveFrom, arriveTo] = [of.confirmFrom ?? of.arriveFrom, of.confirmTo ?? of.arriveTo];
  return { noticeLineId, noticeNum: of.noticeNum, dockCode: of.dockCode, arriveFrom, arriveTo };
}

export const noticesFrom = from(notice, "doCreateFrom", {
  sources: {
    ORDER: source([order, orderLine, orderDelivery], {
      offers: () => running(),
      left: ([of, line, row]) => canNotice(of, line, row),
      row: (along, left) => ({ ...scheduleRow(along), canNotice: left }),
      matches: (asked) => only(asked, ["orgId", "supplierId", "orderId"]),
      called: calledOnOrder,
    }),
  },
  groupBy: onePlace,
  head: (_, __, { input }) => ({ arriveFrom: input.arriveFrom, arriveTo: input.arriveTo }),
  lines: ["lines", ({ row, qty }) => ({ ...copied(row), noticeQty: qty })],
  links: { ORDER: "orderDeliveryId" },
});
