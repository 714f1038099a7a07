import { cmp, div, isZero, max, mul, neg, round, sub, sum } from "#kernel/decimal.ts";
import { rule, run, set, type Effect } from "#kernel/rule.ts";
import { agreedPrice, contractGate, together, type contract, type ContractQuestion, type ExecRow } from "#modules/contracts/index.ts";
import type { Doc } from "#kernel/entity.ts";
import { linePairs } from "../change/line.checks.ts";
import type { Order, OrderLine } from "../ledger/effects.ts";
import { eff, summed } from "../ledger/quantities.ts";
import { order } from "../order.entity.ts";
import { moneyOf, pricedOf } from "../price/money.ts";
import type { SourcePrice } from "../save/checks.ts";
import { moreOf } from "../save/trade.ts";

export type Contract = Doc<typeof contract>;
type Item = Contract["items"][number];

/** The item of a contract that a line buys: the one it has already, else the first open one of the same goods. */
export function contractItemFor(line: Pick<OrderLine, "itemId" | "itemDesc" | "contractItemId">, doc: Contract | null): Item | null {
  if (!doc) return null;
  const alike = (item: Item): boolean => (line.itemId ? item.itemId === line.itemId : item.itemName === line.itemDesc);
  const items = doc.items.filter(alike);
  return items.find((item) => item.id === line.contractItemId) ?? items.find((item) => item.lineStatus === "OPEN") ?? items[0] ?? null;
}

/** The price that the contract says for a line, for its price unit. */
export function contractPrice(doc: Order, line: OrderLine, under: Contract | null): SourcePrice | null {
  const item = contractItemFor(line, under);
  if (!item || !under || !line.qty) return null;
  const asked = { qty: line.qty, isTaxIncluded: doc.taxIncludedFlag === "Y", taxPercent: line.taxPercent ?? "0" };
  const price = round(mul(agreedPrice(item, under, asked), line.priceUnit), 8);
  return { price, priceSource: "CONTRACT", priceSourceId: item.id, stepPriceId: null, moq: null, mpq: null, lotUom: line.uom };
}

const question = (doc: Order, line: OrderLine, more: { readonly qty: string; readonly amount: string }, day: string): ContractQuestion => ({
  contractId: doc.contractId!,
  orgId: doc.orgId,
  supplierId: doc.supplierId,
  currency: doc.currency,
  day,
  lineNum: line.lineNum,
  contractItemId: line.contractItemId,
  uom: line.uom,
  qty: line.qty,
  price: div(line.price, line.priceUnit, 8),
  isTaxIncluded: doc.taxIncludedFlag === "Y",
  taxPercent: line.taxPercent ?? "0",
  moreQty: more.qty,
  moreAmount: more.amount,
});

const inclOf = (doc: Order, line: OrderLine, qty: string): string => moneyOf(qty, pricedOf(doc, line)).amountIncl;

/** Goods free of charge use up nothing of a contract, and need not be among its items. */
const isBought = (line: OrderLine): boolean => line.giftFlag !== "Y";

/** What an order that names a contract asks of it: all lines of a new order; of a change those that order more or cost otherwise. */
export function contractQuestions(doc: Order, live: Order | null, day: string): ContractQuestion[] {
  if (!doc.contractId) return [];
  if (!live)
    return doc.lines.filter(isBought).map((line) => question(doc, line, { qty: line.qty, amount: inclOf(doc, line, line.qty) }, day));
  return linePairs(doc, live).flatMap((pair) => {
    if (!isBought(pair.draft)) return [];
    const more = moreOf(doc, live, pair);
    const isPriced = !pair.live || cmp(pair.live.price, pair.draft.price) !== 0;
    const isMore = !isZero(more.qty) || !isZero(more.amount);
    return isMore || isPriced ? [question(doc, pair.draft, { qty: max("0", more.qty), amount: more.amount }, day)] : [];
  });
}

const netOf = (line: OrderLine): string => {
  const { receivedQty, reversedQty, returnReplaceQty, returnRefundQty } = summed(line.deliveries);
  return sub(receivedQty, sum([reversedQty, returnReplaceQty, returnRefundQty]));
};

/** What an order in force comes to on its contract, by item: what is neither cancelled nor closed, and what came in and stayed. */
export function contractUse(doc: Order): ExecRow[] {
  const rows = doc.lines.filter(isBought).map((line): ExecRow => {
    const ordered = eff({ ...summed(line.deliveries), qty: line.qty });
    return {
      contractItemId: line.contractItemId,
      orderedQty: ordered,
      orderedAmount: inclOf(doc, line, ordered),
      receivedQty: netOf(line),
      receivedAmount: line.receivedAmount,
    };
  });
  return [...Map.groupBy(rows, (row) => row.contractItemId ?? "").values()].map((own) => own.reduce(together));
}

const keys = ["orderedQty", "orderedAmount", "receivedQty", "receivedAmount"] as const;

/** The rows by which one use differs from another. */
export function movedUse(before: readonly ExecRow[], after: readonly ExecRow[]): ExecRow[] {
  const turned = before.map((row): ExecRow => ({
    contractItemId: row.contractItemId ?? null,
    ...Object.fromEntries(keys.map((key) => [key, neg(row[key] ?? "0")])),
  }));
  return [...Map.groupBy([...turned, ...after], (row) => row.contractItemId ?? "").values()]
    .map((own) => own.reduce(together))
    .filter((row) => keys.some((key) => cmp(row[key] ?? "0", "0") !== 0));
}

/** An order under a contract keeps it up to date, in the transaction of what happened. */
export const tellsContract = (doc: Pick<Order, "id" | "contractId">): Effect[] =>
  doc.contractId ? [run(order, doc.id, "doUseContract", {})] : [];

/** What the order comes to on its contract follows what it is now; the difference is posted. */
const useContract = rule(order, "doUseContract", {
  reads: async (doc, find) => {
    const after = contractUse(doc);
    const rows = movedUse((doc.contractUse ?? []) as readonly ExecRow[], after);
    const exec = { contractId: doc.contractId ?? "", rows, refType: order.name, refId: doc.id, refNum: doc.orderNum, key: null };
    return { after, effects: rows.length && doc.contractId ? await contractGate.use(find, [exec]) : [] };
  },
  decide: (doc, { after, effects }) => (effects.length ? [set(doc, { contractUse: after }), ...effects] : []),
});

export const contractRules = [useContract];
