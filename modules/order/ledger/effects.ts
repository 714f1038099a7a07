import { add, cmp, div, isZero, mul, neg, round, sub } from "#kernel/decimal.ts";
import type { Doc, Me } from "#kernel/entity.ts";
import { bookOf } from "#kernel/ledger-rule.ts";
import { closeTodo, run, set, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { moveDemand, qtyLedger, relsOf, requisition, type DemandMove, type Requisition } from "#modules/demand/index.ts";
import { drawAgreement, type Draw } from "#modules/price/index.ts";
import { givenBack, received, retaken, type Backed, type BackingRel, type Moved } from "../demand/relations.ts";
import { bucketFields, buckets, type BucketField } from "./buckets.ts";
import { orderHome } from "./posted-rows.ts";
import { moneyOf, pricedOf, type Priced } from "../price/money.ts";
import { order } from "../order.entity.ts";
import { orderStatusOf, stripOf, type Entry, type Ledger, type LedgerLine, type LedgerRow } from "./posting.ts";
import { eff, ful, summed } from "./quantities.ts";

export type Order = Doc<typeof order>;
export type OrderLine = Order["lines"][number];
export type OrderRow = OrderLine["deliveries"][number];

/** The demand behind an order: relations by line, and how many of a requisition's currency one of the order's is. */
export interface Backing {
  readonly rels: ReadonlyMap<string, readonly BackingRel[]>;
  readonly factors: ReadonlyMap<string, string>;
}

/** How many of each requisition's currency one of the order's is, where they differ. */
export const factorsFor = (doc: Pick<Order, "currency" | "exchangeRate">, sources: readonly Requisition[]): Backing["factors"] =>
  new Map(
    sources.flatMap((source): [string, string][] =>
      source.currency === doc.currency ? [] : [[source.id, div(doc.exchangeRate ?? "1", source.exchangeRate ?? "1", 12)]],
    ),
  );

/** Everything that stands behind an order's lines, in two questions whatever their number. */
export async function backingOf(find: Find, doc: Pick<Order, "id" | "currency" | "exchangeRate" | "lines">): Promise<Backing> {
  const found = await relsOf(find, "ORDER", doc.id);
  const ids = [...new Set(found.map((rel) => rel.parentId))];
  const factors = factorsFor(doc, ids.length ? await find.where(requisition, { id: ids }, 5000) : []);
  const lines = new Map(doc.lines.map((line) => [line.id as string, line]));
  const rateOf = (lineId: string, reqLineId: string): string =>
    lines.get(lineId)?.reqRels?.find((rel) => rel.reqLineId === reqLineId)?.rate ?? "1";
  const rels = Map.groupBy(
    found.map((rel): BackingRel & { readonly lineId: string } => ({
      ...rel,
      requisitionId: rel.parentId,
      rate: rateOf(rel.targetLineId, rel.reqLineId),
      lineId: rel.targetLineId,
    })),
    (rel) => rel.lineId,
  );
  return { rels, factors };
}

export const lineBacked = (doc: Order, line: OrderLine, backing: Backing): Backed => ({
  orderId: doc.id,
  orderLineId: line.id,
  orderNum: doc.orderNum ?? "",
  priced: pricedOf(doc, line),
  roundUpQty: line.roundUpQty,
  rels: backing.rels.get(line.id) ?? [],
});

/** All moves of one requisition together, in their order, their amounts in its own currency. */
export function gathered(
  moves: readonly Moved[],
  factors: Backing["factors"],
): { readonly requisitionId: string; readonly moves: readonly DemandMove[] }[] {
  const inOwn = ({ requisitionId, move }: Moved) => {
    const factor = factors.get(requisitionId);
    return factor && move.amountExcl ? { ...move, amountExcl: round(mul(move.amountExcl, factor), 2) } : move;
  };
  return [...Map.groupBy(moves, (moved) => moved.requisitionId)].map(([requisitionId, own]) => ({ requisitionId, moves: own.map(inOwn) }));
}

export const demandEffects = (moves: readonly Moved[], factors: Backing["factors"]): Effect[] =>
  gathered(moves, factors).map((entry) => moveDemand(entry.requisitionId, entry.moves));

/** Relations as moves leave them, for what is reckoned after them in the same posting. */
export function shifted(line: Backed, moves: readonly Moved[]): Backed {
  const sign = { release: -1, burn: -1, retake: 1, take: 1, carry: 1, order: 0, receive: 0, price: 0 } as const;
  const rels = line.rels.map((rel) => {
    let netQty = rel.netQty;
    for (const { move } of moves)
      if (move.reqLineId === rel.reqLineId && (move.parentRelId ?? null) === rel.parentRelId)
        netQty = sign[move.kind] === 0 ? netQty : sign[move.kind] > 0 ? add(netQty, move.qty) : sub(netQty, move.qty);
    return { ...rel, netQty };
  });
  return { ...line, rels };
}

/** What a line counts for on its agreement: the effective quantity in the agreement's unit, and its amount. */
const drawn = (qty: string, line: OrderLine, priced: Priced): { readonly qty: string; readonly amount: string } => ({
  qty: round(mul(qty, line.agreementRate), 6),
  amount: moneyOf(qty, priced).amountExcl,
});

export interface DrawStep {
  readonly line: OrderLine;
  readonly kind: "occupied" | "released";
  readonly before: { readonly qty: string; readonly priced: Priced } | null;
  readonly after: { readonly qty: string; readonly priced: Priced } | null;
  readonly check: boolean;
  readonly eventCode: string;
}

/** Each figure on an agreement is a function of the order's lines; what is posted is the difference before and after. */
export function drawEffects(doc: Order, steps: readonly DrawStep[]): Effect[] {
  const draws = steps.flatMap(({ line, kind, before, after, check, eventCode }): { agreementId: string; draw: Draw }[] => {
    if (!line.agreementLineId || !line.agreementId) return [];
    const was = before ? drawn(before.qty, line, before.priced) : { qty: "0", amount: "0" };
    const is = after ? drawn(after.qty, line, after.priced) : { qty: "0", amount: "0" };
    const [qty, amount] = [sub(is.qty, was.qty), sub(is.amount, was.amount)];
    if (isZero(qty) && isZero(amount)) return [];
    const none = { occupiedQtyDelta: "0", releasedQtyDelta: "0", occupiedAmountDelta: "0", releasedAmountDelta: "0" };
    const moved =
      kind === "occupied"
        ? { ...none, occupiedQtyDelta: qty, occupiedAmountDelta: amount }
        : { ...none, releasedQtyDelta: qty, releasedAmountDelta: amount };
    const own = { agreementLineId: line.agreementLineId, orderId: doc.id, orderLineId: line.id, orgId: doc.orgId };
    const bought = { supplierId: doc.supplierId, itemId: line.itemId };
    const more = { orderNum: doc.orderNum, orderDate: doc.orderDate, currency: doc.currency, eventCode };
    return [{ agreementId: line.agreementId, draw: { ...own, ...bought, ...moved, check, ...more } }];
  });
  return [...Map.groupBy(draws, (draw) => draw.agreementId)].map(([id, own]) => {
    const byLine = Map.groupBy(own, ({ draw }) => `${draw.agreementLineId}|${draw.orderLineId}`);
    return drawAgreement(
      id,
      [...byLine.values()].map((same) => same.map((entry) => entry.draw).reduce(together)),
    );
  });
}

/** Two movements of one line on its agreement are one. */
const together = (a: Draw, b: Draw): Draw => ({
  ...a,
  occupiedQtyDelta: add(a.occupiedQtyDelta, b.occupiedQtyDelta),
  releasedQtyDelta: add(a.releasedQtyDelta, b.releasedQtyDelta),
  occupiedAmountDelta: add(a.occupiedAmountDelta, b.occupiedAmountDelta),
  releasedAmountDelta: add(a.releasedAmountDelta, b.releasedAmountDelta),
  check: a.check || b.check,
});

/** Working copies of an order's lines for the ledger to move. */
export const ledgerLines = (doc: Order): LedgerLine[] =>
  doc.lines.map((line) => ({
    id: line.id,
    lineNum: line.lineNum ?? 0,
    lineStatus: line.lineStatus,
    closeReason: line.closeReason,
    overTolerance: line.overTolerance,
    underTolerance: line.underTolerance,
    uomDecimals: line.uomDecimals,
    rows: line.deliveries.map((row): LedgerRow => ({
      ...counters(row),
      id: row.id,
      scheduleNum: row.scheduleNum ?? 0,
      confirmStatus: row.confirmStatus,
    })),
  }));

const counters = (row: OrderRow): Record<BucketField, string> =>
  Object.fromEntries(buckets.map((bucket) => [bucketFields[bucket], row[bucketFields[bucket]] ?? "0"])) as Record<BucketField, string>;

/** Movements of delivery rows as postings; the rows themselves are written by whoever moves them. */
export const entryEffects = (doc: Order, entries: readonly Entry[], me: Me, at: Moment): readonly Effect[] =>
  bookOf(orderHome, doc)
    .record(
      entries.map(({ rowId, bucket, delta, ...of }) => ({
        owner: rowId,
        deltas: { [bucket]: delta },
        ...of,
        causeNum: of.causeType === order.name ? doc.orderNum : null,
      })),
    )
    .rows(qtyLedger, me, at);

export interface Written {
  readonly doc: Order;
  readonly ledger: Ledger;
  readonly lines: readonly LedgerLine[];
  readonly backing: Backing;
  /** Whether what a line no longer needs is lost to its requisition, or goes back. */
  readonly burn: (line: OrderLine) => boolean;
  readonly reason?: string | null;
  readonly eventCode: string;
  readonly check?: boolean;
  /** Further moves of demand, and refunds that go back, by line. */
  readonly further?: ReadonlyMap<string, { readonly moves: readonly Moved[]; readonly reordered: string }>;
  readonly status?: string;
}

/** Everything that follows from a moved ledger: rows, lines, ledger rows, demand, agreement, and the order's own state. */
export function ledgerEffects(w: Written, me: Me, at: Moment): Effect[] {
  const { doc, ledger } = w;
  const lines = new Map(doc.lines.map((line) => [line.id as string, line]));
  const steps = ledger.touched.map((line) => lineEffects(w, lines.get(line.id)!, line));
  const status = orderStatusOf(w.status ?? doc.status, w.lines);
  return [
    ...steps.flatMap((step) => step.effects),
    ...entryEffects(doc, ledger.entries, me, at),
    ...demandEffects(
      steps.flatMap((step) => step.moves),
      w.backing.factors,
    ),
    ...drawEffects(
      doc,
      steps.flatMap((step) => step.draws),
    ),
    ...(status === doc.status ? [] : [set(doc, { status } as Partial<Order>)]),
    // what was given up, or taken again, goes back to the supplier's caps, or counts there again
    ...(steps.some((step) => step.draws.length > 0) ? [run(order, doc.id, "doUseCaps", {})] : []),
    ...(doc.contractId ? [run(order, doc.id, "doUseContract", {})] : []),
    ...(doc.status === "PUBLISHED" && status !== "PUBLISHED" ? [closeTodo(["PO_CONFIRM", "PO_PROPOSAL"], doc, "HANDLED")] : []),
  ];
}

function lineEffects(w: Written, line: OrderLine, after: LedgerLine): { effects: Effect[]; moves: Moved[]; draws: DrawStep[] } {
  const { doc } = w;
  const effects: Effect[] = [];
  for (const row of line.deliveries) {
    const now = after.rows.find((ledgerRow) => ledgerRow.id === row.id)!;
    const patch = Object.fromEntries(
      buckets.map((bucket) => bucketFields[bucket]).flatMap((key) => (cmp(now[key], row[key] ?? "0") === 0 ? [] : [[key, now[key]]])),
    );
    const closedFlag = cmp(now.closedQty, "0") > 0 ? "Y" : "N";
    if (Object.keys(patch).length || closedFlag !== row.closedFlag) effects.push(set(row, { ...patch, closedFlag }));
  }
  if (after.lineStatus !== line.lineStatus || after.closeReason !== line.closeReason)
    effects.push(set(line, { lineStatus: after.lineStatus, closeReason: after.closeReason }));
  const priced = pricedOf(doc, line);
  const was = { ...summed(line.deliveries), qty: line.qty };
  const is = stripOf(after);
  const lost = sub(eff(was), eff(is));
  const backed = lineBacked(doc, line, w.backing);
  const further = w.further?.get(line.id);
  const back =
    cmp(lost, "0") > 0
      ? givenBack(backed, lost, { burn: w.burn(line), reason: w.reason ?? null, eventCode: w.eventCode })
      : cmp(lost, "0") < 0
        ? retaken(backed, neg(lost), w.eventCode)
        : { roundUp: "0", moves: [] };
  const moves = [...back.moves, ...(further?.moves ?? [])];
  const reordered = add(line.reorderedQty, further?.reordered ?? "0");
  const came = received(shifted(backed, moves), sub(ful(is), reordered), w.eventCode);
  const roundUpQty = cmp(lost, "0") < 0 ? add(line.roundUpQty, back.roundUp) : sub(line.roundUpQty, back.roundUp);
  if (backed.rels.length && cmp(roundUpQty, line.roundUpQty) !== 0) effects.push(set(line, { roundUpQty }));
  if (cmp(reordered, line.reorderedQty) !== 0) effects.push(set(line, { reorderedQty: reordered }));
  const draw: DrawStep = {
    line,
    kind: "released",
    before: { qty: eff(was), priced },
    after: { qty: eff(is), priced },
    check: w.check ?? false,
    eventCode: w.eventCode,
  };
  return { effects, moves: [...moves, ...came], draws: isZero(lost) ? [] : [draw] };
}
