import { add, cmp, div, mul, round, sub, sum, type Decimal } from "#kernel/decimal.ts";
import type { Doc, Draft } from "#kernel/entity.ts";
import { run, type Effect } from "#kernel/rule.ts";
import { Question } from "#kernel/question.ts";
import { monthStart, weekStart } from "#kernel/days.ts";
import { demandSummary, summaryStatus } from "./demand-summary.entity.ts";
import type { Requisition, RequisitionLine } from "./doors.ts";
import type { DemandMove } from "./moves.ts";

export type Summary = Doc<typeof demandSummary>;

/** One requisition line and how much of it goes into a summary. */
export interface Gathered {
  readonly requisition: Pick<Requisition, "id" | "orgId">;
  readonly line: Pick<RequisitionLine, "id" | "lineNum" | "itemId" | "categoryId" | "uom" | "invOrgId" | "needByDate" | "buyerId">;
  readonly qty: Decimal;
}

/** The first day of the stretch of time a day falls into. */
export function periodOf(day: string, type: string): string {
  if (type === "MONTH") return monthStart(day);
  return type === "DAY" ? day : weekStart(day);
}

/** Lines that are bought together: the same thing, for the same place, in the same stretch of time. */
export function groupsOf(lines: readonly Gathered[], periodType: string): readonly (readonly Gathered[])[] {
  const key = ({ requisition, line }: Gathered): string =>
    [requisition.orgId, line.invOrgId ?? "", line.itemId, line.uom, periodOf(line.needByDate, periodType)].join("|");
  return [...Map.groupBy(lines, key).values()];
}

/** The summary of a group, and the moves that hold its lines. */
export function summaryOf(group: readonly Gathered[], periodType: string) {
  const { requisition, line } = group[0]!;
  const buyers = new Set(group.map((gathered) => gathered.line.buyerId));
  return {
    orgId: requisition.orgId,
    invOrgId: line.invOrgId,
    itemId: line.itemId!,
    categoryId: line.categoryId,
    uom: line.uom!,
    periodKey: periodOf(line.needByDate, periodType),
    buyerId: buyers.size === 1 ? line.buyerId : null,
    rels: group.map((gathered) => ({
      requisitionId: gathered.requisition.id,
      reqLineId: gathered.line.id,
      reqLineNum: gathered.line.lineNum,
      needByDate: gathered.line.needByDate,
      qty: gathered.qty,
    })),
  } satisfies Draft<typeof demandSummary>;
}

export const holdsOf = (group: readonly Gathered[], summaryId: string): readonly { requisitionId: string; move: DemandMove }[] =>
  group.map((gathered) => ({
    requisitionId: gathered.requisition.id,
    move: {
      kind: "take",
      reqLineId: gathered.line.id,
      qty: gathered.qty,
      targetType: "DEMAND_SUMMARY",
      targetHeaderId: summaryId,
      targetLineId: summaryId,
      targetNum: "",
    },
  }));

/** Moves gathered by the requisition they belong to. */
export const byRequisition = (moves: readonly { readonly requisitionId: string; readonly move: DemandMove }[]) =>
  [...Map.groupBy(moves, (entry) => entry.requisitionId)].map(([requisitionId, some]) => ({
    requisitionId,
    moves: some.map((entry) => entry.move),
  }));

/** How a hold of a summary changed on its requisition. */
export interface HoldChange {
  readonly summaryId: string;
  readonly reqLineId: string;
  readonly moved: Decimal;
  readonly released: Decimal;
}

/** Summaries follow what happens to their holds; the requisition's own posting says so. */
export const summariesFollow = (changes: readonly HoldChange[]): Effect[] =>
  [...Map.groupBy(changes, (change) => change.summaryId)].map(([id, rels]) => run(demandSummary, id, "doFollow", { rels }));

/** The holds of a summary and its state after changes of them. */
export function followed(doc: Pick<Summary, "rels">, changes: readonly HoldChange[]) {
  const rels = doc.rels.map((rel) => {
    const mine = changes.filter((change) => change.reqLineId === rel.reqLineId);
    return {
      rel,
      movedQty: add(rel.movedQty, sum(mine.map((holdChange) => holdChange.moved))),
      releasedQty: add(rel.releasedQty, sum(mine.map((holdChange) => holdChange.released))),
      isChanged: mine.length > 0,
    };
  });
  const moved = sum(rels.map((rel) => rel.movedQty));
  const open = sub(sum(rels.map((rel) => rel.rel.qty)), add(moved, sum(rels.map((rel) => rel.releasedQty))));
  const status = cmp(open, "0") === 0 && cmp(moved, "0") === 0 ? "DISSOLVED" : summaryStatus(moved, open);
  return { rels: rels.filter((rel) => rel.isChanged), status } as const;
}

/** How a demand is shared out over suppliers: the measuring of suppliers knows history, multiples and who is stopped. */
export interface Share {
  readonly supplierId: string;
  readonly qty: Decimal;
  readonly ratio: Decimal;
  readonly priceListId?: string | null;
}
export interface ShareAsked {
  readonly orgId: string;
  readonly itemId: string;
  readonly qty: Decimal;
  readonly date: string;
}
export const splitDemand = new Question<ShareAsked, Share>();

/** Equal shares in whole units of the given digits; what does not divide goes to the first. */
export function equalShares(
  qty: Decimal,
  suppliers: readonly { readonly supplierId: string; readonly priceListId: string | null }[],
  digits: number,
): Share[] {
  const count = String(suppliers.length);
  const near = div(qty, count, digits);
  const part = cmp(mul(near, count), qty) > 0 ? sub(near, digits === 0 ? "1" : `0.${"0".repeat(digits - 1)}1`) : near;
  const shares = suppliers.map((supplier, i) => ({ ...supplier, qty: i === 0 ? sub(qty, mul(part, String(suppliers.length - 1))) : part }));
  return shares
    .filter((share) => cmp(share.qty, "0") > 0)
    .map((share) => ({ ...share, ratio: round(div(mul(share.qty, "100"), qty, 6), 4) }));
}
