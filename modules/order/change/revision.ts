import { add, cmp, div, neg, sub, trim } from "#kernel/decimal.ts";
import type { Me } from "#kernel/entity.ts";
import { add as addRow, drop, run, set, type Effect, type Moment } from "#kernel/rule.ts";
import { isSame } from "#kernel/page-document.ts";
import { newRow, takenFrom } from "#kernel/revision-rule.ts";
import { goodsWords } from "#modules/base/index.ts";
import { historyRow } from "../supplier-answer/agree-rows.ts";
import { givenBack, received, repriced as usedAt, taken, type Moved } from "../demand/relations.ts";
import { bucketFields } from "../ledger/buckets.ts";
import { demandDelta, furtherNeeds, rowPairs, rowsGone, type LinePair } from "./line.checks.ts";
import {
  ledgerLines,
  lineBacked,
  shifted,
  type Backing,
  type DrawStep,
  type Order,
  type OrderLine,
  type OrderRow,
} from "../ledger/effects.ts";
import { entering } from "../demand/holds.ts";
import { moneyOf, pricedOf } from "../price/money.ts";
import { order } from "../order.entity.ts";
import { orderRevision } from "./order.revision.ts";
import { bookFor, settlingOf, transactionEffects, transactionsOf } from "../ledger/post.rules.ts";
import { type Entry, type LedgerLine } from "../ledger/posting.ts";
import { mirrored } from "../ledger/repeated-fields.ts";
import { storageTransaction } from "../ledger/transaction.entity.ts";
import { type SaveFacts } from "../save/save.facts.ts";
import { eff, ful, summed } from "../ledger/quantities.ts";

export const cause = (doc: Order, lineId: string) => ({ causeType: order.name, causeId: doc.id as string, causeLineId: lineId });

export const terms = ["paymentTermId", "deliveryTerm", "settleMode", "deliveryMode"] as const;

const { lines } = orderRevision.lines;
const { deliveries } = lines.lines;

/** What a revision brings to a line in force. */
export const lineTaken = (draft: OrderLine): Partial<OrderLine> => takenFrom(lines, draft);
const rowTaken = (draft: OrderRow): Partial<OrderRow> => takenFrom(deliveries, draft);

const isSameRow = (draft: OrderRow, live: OrderRow): boolean => deliveries.changes.every((key) => isSame(draft[key], live[key]));

interface Step {
  readonly effects: Effect[];
  readonly entries: Entry[];
  readonly moves: Moved[];
  readonly draws: DrawStep[];
  readonly after: LedgerLine;
}

/** Rows of a changed line: what moved waits for the supplier again, what stands keeps its word. */
function revisedRows(
  doc: Order,
  pair: LinePair,
  live: OrderLine,
  at: Moment,
): { effects: Effect[]; entries: Entry[]; rows: LedgerLine["rows"][number][] } {
  const effects: Effect[] = [];
  const entries: Entry[] = [];
  const rows: LedgerLine["rows"][number][] = [];
  const moved = (rowId: string, bucket: "ORD" | "CFM", delta: string): void =>
    void entries.push({ rowId, bucket, delta, event: "E2", ...cause(doc, live.id) });
  let next = Math.max(0, ...live.deliveries.map((row) => row.scheduleNum ?? 0));
  for (const { draft, live: old } of rowPairs(pair)) {
    if (!old) {
      const id = at.newId();
      effects.push(addRow(live, "deliveries", { id, ...mirrored(doc, live), ...rowTaken(draft), scheduleNum: ++next }));
      moved(id, "ORD", draft.qty);
      rows.push(freshRow(id, next, draft.qty));
      continue;
    }
    const isAsked = !isSameRow(draft, old) || (old.confirmStatus === "REFUSED" && live.lineStatus === "OPEN");
    const ledgerRow = ledgerLines({ ...doc, lines: [{ ...live, deliveries: [old] }] })[0]!.rows[0]!;
    rows.push({ ...ledgerRow, qty: draft.qty, ...(isAsked ? { confirmedQty: "0", confirmStatus: "PENDING" } : {}) });
    if (!isAsked) continue;
    moved(old.id, "ORD", sub(draft.qty, old.qty));
    moved(old.id, "CFM", neg(old.confirmedQty));
    effects.push(
      set(old, {
        ...rowTaken(draft),
        confirmStatus: "PENDING",
        confirmedQty: "0",
        proposal: null,
        promiseQty: null,
        promiseDate: null,
      }),
    );
  }
  for (const gone of rowsGone(pair)) {
    moved(gone.id, "ORD", neg(gone.qty));
    moved(gone.id, "CFM", neg(gone.confirmedQty));
    effects.push(drop(gone));
  }
  return { effects, entries, rows };
}

const freshRow = (id: string, scheduleNum: number, qty: string): LedgerLine["rows"][number] => ({
  ...(Object.fromEntries(Object.values(bucketFields).map((key) => [key, "0"])) as Record<
    (typeof bucketFields)[keyof typeof bucketFields],
    string
  >),
  id,
  scheduleNum,
  qty,
  confirmStatus: "PENDING",
});

const isRepriced = ({ draft, live }: { readonly draft: OrderLine; readonly live: OrderLine }): boolean =>
  (["price", "priceUnit", "taxPercent"] as const).some((key) => cmp(draft[key], live[key]) !== 0);

/** What a changed line gives back of its demand and takes more, at the price it will have; what stays is used at that price too. */
export function demandMoved(
  doc: Order,
  draft: Order,
  pair: LinePair & { readonly live: OrderLine },
  facts: { readonly save: SaveFacts; readonly backing: Backing },
): { readonly roundUp: string; readonly moves: readonly Moved[] } {
  const delta = demandDelta(pair);
  const backed = lineBacked(doc, pair.live, facts.backing);
  const back = cmp(delta, "0") < 0 ? givenBack(backed, neg(delta), { burn: false, eventCode: "E2" }) : { roundUp: "0", moves: [] };
  const priced = pricedOf(draft, pair.draft);
  const entries = isRepriced(pair) ? usedAt({ ...shifted(backed, back.moves), priced }, "E2") : [];
  const more = taken({ ...backed, priced }, furtherNeeds(pair, facts.backing, facts.save), true, "E2");
  return { roundUp: back.roundUp, moves: [...back.moves, ...entries, ...more] };
}

/** What a new line takes of demand: held and ordered in one go, each relation at its share of the line's amount. */
export const demandEntered = (doc: Order, line: OrderLine, save: SaveFacts): readonly Moved[] => {
  const priced = pricedOf(doc, line);
  let backed = "0";
  return (line.reqRels ?? []).flatMap((rel): Moved[] => {
    const requisitionId = save.needs.get(rel.reqLineId)?.requisition.id;
    if (!requisitionId) return [];
    const next = add(backed, div(rel.qty, rel.rate ?? "1", 6));
    const amountExcl = sub(moneyOf(next, priced).amountExcl, moneyOf(backed, priced).amountExcl);
    backed = next;
    const own = {
      reqLineId: rel.reqLineId as string,
      parentRelId: rel.parentRelId ?? null,
      qty: rel.qty,
      targetType: "ORDER",
      targetHeaderId: doc.id as string,
      targetLineId: line.id as string,
      targetNum: doc.orderNum ?? "",
      eventCode: "E2",
    };
    return [
      { requisitionId, move: entering(doc, own) },
      { requisitionId, move: { kind: "order", ...own, amountExcl } },
    ];
  });
};

/** One line of the live order as the revision makes it. */
export function revisedLine(
  doc: Order,
  draft: Order,
  pair: LinePair,
  live: OrderLine,
  facts: { save: SaveFacts; backing: Backing },
  at: Moment,
): Step {
  const { effects, entries, rows } = revisedRows(doc, pair, live, at);
  const delta = demandDelta(pair);
  const before = eff({ ...summed(live.deliveries), qty: live.qty });
  const backed = lineBacked(doc, live, facts.backing);
  const { roundUp, moves } = demandMoved(doc, draft, { ...pair, live }, facts);
  const came = received(shifted(backed, moves), sub(ful(summed(live.deliveries)), live.reorderedQty), "E2");
  const [after] = ledgerLines({ ...doc, lines: [live] });
  effects.push(
    set(live, {
      ...lineTaken(pair.draft),
      ...(backed.rels.length ? { roundUpQty: sub(live.roundUpQty, roundUp) } : {}),
    }),
  );
  const draw: DrawStep = {
    line: live,
    kind: "released",
    check: true,
    eventCode: "E2",
    before: { qty: before, priced: pricedOf(doc, live) },
    after: { qty: add(before, delta), priced: pricedOf(draft, pair.draft) },
  };
  return { effects, entries, moves: [...moves, ...came], draws: [draw], after: { ...after!, rows } };
}

/** What the history keeps of a changed line; a new one is called by its goods in both languages. */
export function lineHistory(
  doc: Order,
  draft: Order,
  pair: LinePair,
  items: SaveFacts["items"],
  revisionNum: number,
  me: Me,
  at: Moment,
): Effect[] {
  const { draft: line, live } = pair;
  const own = { askedBy: "BUYER", buyerCausedFlag: "Y", changeReason: draft.changeReason, revisionNum } as const;
  const notify = (changeType: string, oldValue: string | null, newValue: string | null, row: OrderRow | null = null): Effect =>
    historyRow(doc, { line: live ?? line, row }, { changeType, oldValue, newValue, ...own }, me, at);
  if (!live) {
    const [newValue, newValueEn] = goodsWords(line.itemDesc, items.get(line.itemId ?? "")).map((name) => `${name} ${trim(line.qty)}`);
    return [
      historyRow(doc, { line }, { changeType: "ADD_LINE", oldValue: null, newValue: newValue!, newValueEn: newValueEn!, ...own }, me, at),
    ];
  }
  const price = (of: OrderLine): string => `${trim(of.price)}/${trim(of.priceUnit)}`;
  return [
    ...(price(line) === price(live) ? [] : [notify("PRICE", price(live), price(line))]),
    ...rowPairs(pair).flatMap(({ draft: row, live: old }) => [
      ...(!old || cmp(row.qty, old.qty) !== 0 ? [notify("QTY", old ? trim(old.qty) : "0", trim(row.qty), old)] : []),
      ...(old && row.needByDate !== old.needByDate ? [notify("DATE", old.needByDate, row.needByDate, old)] : []),
    ]),
    ...rowsGone(pair).map((row) => notify("QTY", trim(row.qty), "0", row)),
  ];
}

/** Receipts before a price that counts for them too, and prices that are final from now on. */
export function repriced(
  doc: Order,
  draft: Order,
  pair: LinePair,
  live: OrderLine,
  facts: { posted: Awaited<ReturnType<typeof transactionsOf>>; settling: Awaited<ReturnType<typeof settlingOf>> },
  at: Moment,
): Effect[] {
  const isChanged = cmp(pair.draft.price, live.price) !== 0 || cmp(pair.draft.priceUnit, live.priceUnit) !== 0;
  const isFinal = live.provisionalFlag === "Y" && pair.draft.provisionalFlag !== "Y";
  const finals = isFinal
    ? facts.posted
        .filter((row) => row.orderLineId === live.id && row.provisionalFlag === "Y")
        .map((row) => run(storageTransaction, row.id, "doFinal", {}))
    : [];
  if (pair.draft.retroFlag !== "Y" || !isChanged || live.giftFlag === "Y") return finals;
  const book = bookFor(doc, live, facts.posted, facts.settling, at).reprice(pricedOf(draft, pair.draft));
  const rowOf = (originId: string | null): OrderRow =>
    live.deliveries.find((row) => row.id === facts.posted.find((candidate) => candidate.id === originId)?.orderDeliveryId) ??
    live.deliveries[0]!;
  const by = { causeType: order.name, causeId: doc.id };
  return [
    ...finals,
    ...book.booked.flatMap((booked) =>
      transactionEffects(doc, { ...live, provisionalFlag: pair.draft.provisionalFlag }, rowOf(booked.originTransactionId), booked, by, at),
    ),
    set(live, { receivedAmount: add(live.receivedAmount, book.amountAdded) }),
  ];
}

/** A new line of a revision: entered whole, then posted by an action of its own. */
export const newLine = (doc: Order, draft: OrderLine, id: string, lineNum: number): Effect =>
  addRow(doc, "lines", {
    ...newRow(order.lines.lines, lines, draft),
    id,
    orderId: doc.id,
    lineNum,
    lineStatus: "OPEN",
    deliveries: draft.deliveries.map((row, i) => ({
      ...rowTaken(row),
      ...mirrored(doc, { ...draft, id, lineNum } as OrderLine),
      scheduleNum: i + 1,
    })),
  });
