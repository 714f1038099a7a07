import { cmp, div, isZero, mul, sub } from "#kernel/decimal.ts";
import type { Me } from "#kernel/entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { make, rule, set, tell, todo, type Decision, type Effect, type LockAhead, type Moment } from "#kernel/rule.ts";
import { shift } from "#kernel/time.ts";
import { supplierInfo, tradeGate } from "#modules/supplier/index.ts";
import { confirmed, followed, placedRows, todosAnswered } from "../supplier-answer/agree-rows.ts";
import { newestOf, purchaseHistory } from "../history/history.entity.ts";
import type { Order, OrderLine } from "../ledger/effects.ts";
import { pricedOf, unitPrices } from "../price/money.ts";
import { order } from "../order.entity.ts";
import { answering, pricesBefore, reachOf, unreachable } from "./publish.facts.ts";
import { eff } from "../ledger/quantities.ts";
import { runningQuestions } from "../save/trade.ts";

type Before = Awaited<ReturnType<typeof pricesBefore>>;

/** The prices of a published revision, for whoever buys the same again; older revisions are no longer current. */
export function priceRows(doc: Order, lines: readonly OrderLine[], before: Before, revisionNum: number, at: Moment): Effect[] {
  // Published once more without a change: its prices are there already.
  if (before.own.some((row) => row.revisionNum === revisionNum)) return [];
  const named = lines.filter((line) => line.itemId !== null && cmp(eff(line), "0") > 0);
  const counts = (line: OrderLine): boolean => line.giftFlag !== "Y" && line.provisionalFlag !== "Y";
  const newest = new Map(named.filter(counts).map((line) => [line.itemId as string, line.id]));
  const paid = Map.groupBy(before.latest, (row) => `${row.itemId}|${row.uom}`);
  return [
    ...before.own.map((row) => set(row, { currentFlag: "N", latestFlag: "N" })),
    ...before.latest.filter((row) => newest.has(row.itemId)).map((row) => set(row, { latestFlag: "N" })),
    ...named.map((line) => {
      const { priceExcl } = unitPrices(pricedOf(doc, line));
      const priceBaseCurrency = div(mul(priceExcl, doc.exchangeRate ?? "1"), line.priceUnit, 8);
      const prev = newestOf(paid.get(`${line.itemId}|${line.uom}`) ?? [])?.priceBaseCurrency ?? null;
      return make(purchaseHistory, at.newId(), {
        itemId: line.itemId!,
        itemDesc: line.itemDesc,
        categoryId: line.categoryId,
        orgId: doc.orgId,
        supplierId: doc.supplierId,
        orderId: doc.id,
        orderLineId: line.id,
        orderNum: doc.orderNum ?? "",
        revisionNum,
        orderDate: doc.orderDate,
        qty: eff(line),
        uom: line.uom,
        currency: doc.currency,
        priceUnit: line.priceUnit,
        priceExcl,
        priceBaseCurrency,
        prevPrice: prev,
        changePercent: prev && !isZero(prev) ? div(mul(sub(priceBaseCurrency, prev), "100"), prev, 4) : null,
        sourceType: "ORDER",
        giftFlag: line.giftFlag,
        provisionalFlag: line.provisionalFlag,
        latestFlag: newest.get(line.itemId!) === line.id ? "Y" : "N",
      });
    }),
  ];
}

/** Puts an order before its supplier: time to answer, to-do, message. */
export function putBefore(doc: Order, hours: number, event: string, revisionNum: number, at: Moment): Effect[] {
  const confirmDeadline = shift(at.now, { hours });
  const payload = {
    id: doc.id,
    num: doc.orderNum,
    r: String(revisionNum),
    supplierId: doc.supplierId,
    deadline: confirmDeadline,
    buyerId: doc.buyerId,
  };
  return [
    set(doc, { publishDate: doc.publishDate ?? at.now, confirmDeadline, refuseReason: null }),
    todo("PO_CONFIRM", doc, { supplierId: doc.supplierId, contactRole: "SALES", dueDate: confirmDeadline }),
    tell(event, payload),
  ];
}

/** Where nobody has to confirm, publishing confirms. */
function confirmedAtOnce(doc: Order, me: Me, at: Moment): Effect[] {
  const picked = placedRows(doc).map((placedRow) => ({ ...placedRow, date: placedRow.row.needByDate }));
  return [...confirmed(doc, picked, true, me, at), ...followed(doc, () => "CONFIRMED", at)];
}

/** Publishing: the supplier sees the order from now on and has its time to answer. */
const publish = rule(order, "doPublish", {
  locks: async ({ id, supplierId }, find) => {
    const { own, latest } = await pricesBefore(find, await find.one(order, id));
    return [[supplierInfo, supplierId], ...[...own, ...latest].map((row): LockAhead => [purchaseHistory, row.id])];
  },
  reads: async (doc, find, _, __, at) => {
    const [reach, answer, before, barred] = await Promise.all([
      reachOf(find, doc.supplierId),
      answering(find, doc),
      pricesBefore(find, doc),
      tradeGate.ask(find, runningQuestions(doc, at.today)),
    ]);
    return { reach, answer, before, barred };
  },
  decide: (doc, { reach, answer, before, barred }, _, me, at): Decision => {
    if (doc.liveId) return refuse("PUR-0003", "变更稿不能发布", "A draft revision is not published");
    if (barred.length) return barred;
    if (!reach.isReachable) return unreachable(doc.supplierId, reach.supplier);
    const refused = placedRows(doc).filter(({ row }) => row.confirmStatus === "REFUSED");
    const asked = placedRows(doc).map(({ row }) => (row.confirmStatus === "REFUSED" ? "PENDING" : row.confirmStatus));
    return [
      ...todosAnswered(doc, asked),
      ...putBefore(doc, answer.hours, "PUR_ORDER_PUBLISHED", doc.revisionNum, at),
      ...refused.map(({ row }) => set(row, { confirmStatus: "PENDING" })),
      ...priceRows(doc, doc.lines, before, doc.revisionNum, at),
      ...(answer.mode === "NONE" ? confirmedAtOnce(doc, me, at) : []),
    ];
  },
});

export const publishRules = [publish];
