import { add, cmp, max, mul, round, sub, sum } from "#kernel/decimal.ts";
import type { TradeQuestion, TradeUse } from "#modules/supplier/index.ts";
import { demandDelta, linePairs, type LinePair } from "../change/line.checks.ts";
import type { Order, OrderLine } from "../ledger/effects.ts";
import { moneyOf, pricedOf } from "../price/money.ts";
import { order } from "../order.entity.ts";
import { eff, summed } from "../ledger/quantities.ts";

/** What an order asks of the gate of suppliers, line by line. */
interface Asking {
  readonly day: string;
  /** One of the order's currency in that of its organisation. */
  readonly rate: string;
}

const kindOf = (doc: Pick<Order, "orderType">): TradeQuestion["kind"] => (doc.orderType === "TRIAL" ? "TRIAL" : "NORMAL");

const question = (doc: Order, line: OrderLine, more: { readonly qty: string; readonly amount: string }, how: Asking): TradeQuestion => ({
  supplierId: doc.supplierId,
  op: "ORDER",
  orgId: doc.orgId,
  siteId: doc.supplierSiteId,
  categoryId: line.categoryId,
  itemId: line.itemId,
  kind: kindOf(doc),
  day: how.day,
  isReleased: false,
  amount: round(mul(more.amount, how.rate), 2),
  qty: mul(more.qty, line.convertRate),
});

const inclOf = (doc: Order, line: OrderLine, qty: string): string => moneyOf(qty, pricedOf(doc, line)).amountIncl;
const effOf = (line: OrderLine): string => eff({ ...summed(line.deliveries), qty: line.qty });
const nothing = { qty: "0", amount: "0" };

/** An order to be approved: all of it is new. */
export const orderQuestions = (doc: Order, how: Asking): TradeQuestion[] =>
  doc.lines.map((line) => question(doc, line, { qty: line.qty, amount: inclOf(doc, line, line.qty) }, how));

/** An order in force that goes on: asked about what it is for; what it costs is counted already. */
export const runningQuestions = (doc: Order, day: string): TradeQuestion[] =>
  doc.lines.filter((line) => cmp(effOf(line), "0") > 0).map((line) => question(doc, line, nothing, { day, rate: "1" }));

/** How much more a line of a revision orders than before, in quantity and in money. */
export function moreOf(draft: Order, live: Order, pair: LinePair): { readonly qty: string; readonly amount: string } {
  const before = pair.live ? effOf(pair.live) : "0";
  const delta = demandDelta(pair);
  const was = pair.live ? inclOf(live, pair.live, before) : "0";
  return { qty: max("0", delta), amount: max("0", sub(inclOf(draft, pair.draft, add(before, delta)), was)) };
}

/** A revision: only lines that order more, by as much as they do; one that orders less passes always. */
export const changeQuestions = (draft: Order, live: Order, how: Asking): TradeQuestion[] =>
  linePairs(draft, live).flatMap((pair) => {
    const more = moreOf(draft, live, pair);
    return cmp(more.qty, "0") > 0 || cmp(more.amount, "0") > 0 ? [question(draft, pair.draft, more, how)] : [];
  });

/** Lines that are opened again: what was closed of them counts anew. */
export const reopenQuestions = (doc: Order, lines: readonly OrderLine[], day: string): TradeQuestion[] =>
  lines.map((line) => {
    const more = { qty: line.closedQty, amount: sub(inclOf(doc, line, add(effOf(line), line.closedQty)), inclOf(doc, line, effOf(line))) };
    return question(doc, line, more, { day, rate: doc.exchangeRate ?? "1" });
  });

/** What an order in force uses of caps: by category what is neither cancelled nor closed, in the organisation's currency with tax. */
export const orderUses = (doc: Order): TradeUse[] =>
  [...Map.groupBy(doc.lines, (line) => line.categoryId)].map(([categoryId, lines]) => ({
    supplierId: doc.supplierId,
    key: `${doc.id}|${categoryId ?? ""}`,
    orgId: doc.orgId,
    categoryId,
    refType: order.name,
    refId: doc.id,
    qty: sum(lines.map((line) => mul(effOf(line), line.convertRate))),
    amount: round(mul(sum(lines.map((line) => inclOf(doc, line, effOf(line)))), doc.exchangeRate ?? "1"), 2),
  }));
