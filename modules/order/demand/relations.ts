import { add, cmp, div, isZero, min, mul, round, sub, sum } from "#kernel/decimal.ts";
import { allocate, giveBack, inTurn, type DemandMove, type TargetRel } from "#modules/demand/index.ts";
import { moneyOf, type Priced } from "../price/money.ts";

/** A relation of an order line, with how many of its unit one of the order's is. */
export interface BackingRel extends Pick<
  TargetRel,
  | "id"
  | "reqLineId"
  | "requisitionNum"
  | "reqLineNum"
  | "needByDate"
  | "parentRelId"
  | "netQty"
  | "releasedQty"
  | "burnedQty"
  | "receivedQty"
  | "relStatus"
> {
  readonly requisitionId: string;
  readonly rate: string;
}

/** The order line whose demand moves. */
export interface Backed {
  readonly orderId: string;
  readonly orderLineId: string;
  readonly orderNum: string;
  readonly priced: Priced;
  readonly roundUpQty: string;
  readonly rels: readonly BackingRel[];
}

export interface Moved {
  readonly requisitionId: string;
  readonly move: DemandMove;
}

const ofOrder = (rel: Pick<BackingRel, "rate">, qty: string): string => (isOne(rel.rate) ? qty : div(qty, rel.rate, 6));
const ofDemand = (rel: Pick<BackingRel, "rate">, qty: string): string => (isOne(rel.rate) ? qty : round(mul(qty, rel.rate), 6));
const isOne = (rate: string): boolean => cmp(rate, "1") === 0;

const amountAt = (line: Backed, qty: string): string => moneyOf(qty, line.priced).amountExcl;

const target = (
  line: Backed,
  rel: BackingRel,
): Pick<DemandMove, "reqLineId" | "targetType" | "targetHeaderId" | "targetLineId" | "targetNum" | "parentRelId"> => ({
  reqLineId: rel.reqLineId,
  targetType: "ORDER",
  targetHeaderId: line.orderId,
  targetLineId: line.orderLineId,
  targetNum: line.orderNum,
  parentRelId: rel.parentRelId,
});

const inOrderUnit = (rel: BackingRel) => ({ ...rel, whole: rel, netQty: ofOrder(rel, rel.netQty) });

/** Gives back what an order line no longer needs: what was rounded up first, then its relations in reverse turn. */
export function givenBack(
  line: Backed,
  qty: string,
  how: { readonly burn: boolean; readonly reason?: string | null; readonly eventCode: string; readonly keepRoundUp?: true },
): { readonly roundUp: string; readonly moves: readonly Moved[] } {
  const rels = line.rels.map(inOrderUnit);
  const { roundUp, parts } = giveBack(rels, qty, how.keepRoundUp ? "0" : line.roundUpQty);
  let backed = sum(rels.map((rel) => rel.netQty));
  const moves = parts.map(({ of, qty: part }): Moved => {
    const rest = sub(backed, part);
    const amountExcl = sub(amountAt(line, backed), amountAt(line, rest));
    backed = rest;
    const demand = cmp(part, of.netQty) === 0 ? of.whole.netQty : ofDemand(of, part);
    const kind = how.burn ? "burn" : "release";
    const more = { amountExcl, eventCode: how.eventCode, ...(how.reason ? { reason: how.reason } : {}) };
    return { requisitionId: of.requisitionId, move: { kind, qty: demand, ...target(line, of.whole), ...more } };
  });
  return { roundUp, moves };
}

/** Takes again what was given back at closing: the relations in turn, each at most what it gave; the rest was rounded up. */
export function retaken(line: Backed, qty: string, eventCode: string): { readonly roundUp: string; readonly moves: readonly Moved[] } {
  let left = qty;
  let backed = sum(line.rels.map((rel) => ofOrder(rel, rel.netQty)));
  const moves: Moved[] = [];
  for (const rel of line.rels.toSorted(inTurn)) {
    const part = min(left, ofOrder(rel, rel.releasedQty));
    if (cmp(part, "0") <= 0) continue;
    const amountExcl = sub(amountAt(line, add(backed, part)), amountAt(line, backed));
    backed = add(backed, part);
    left = sub(left, part);
    moves.push({
      requisitionId: rel.requisitionId,
      move: { kind: "retake", qty: ofDemand(rel, part), ...target(line, rel), amountExcl, eventCode },
    });
  }
  return { roundUp: left, moves };
}

/** At approval what was held becomes what is ordered, each relation at its share of the line's amount. */
export function ordered(line: Backed, eventCode: string): readonly Moved[] {
  let backed = "0";
  return line.rels.toSorted(inTurn).flatMap((rel): Moved[] => {
    if (isZero(rel.netQty) || rel.relStatus !== "OCCUPIED") return [];
    const next = add(backed, ofOrder(rel, rel.netQty));
    const amountExcl = sub(amountAt(line, next), amountAt(line, backed));
    backed = next;
    return [{ requisitionId: rel.requisitionId, move: { kind: "order", qty: rel.netQty, ...target(line, rel), amountExcl, eventCode } }];
  });
}

/** At another price every relation uses its share of the line's new amount. */
export function repriced(line: Backed, eventCode: string): readonly Moved[] {
  let backed = "0";
  return line.rels.toSorted(inTurn).flatMap((rel): Moved[] => {
    if (isZero(rel.netQty) || rel.relStatus !== "ORDERED") return [];
    const next = add(backed, ofOrder(rel, rel.netQty));
    const amountExcl = sub(amountAt(line, next), amountAt(line, backed));
    backed = next;
    return [{ requisitionId: rel.requisitionId, move: { kind: "price", qty: rel.netQty, ...target(line, rel), amountExcl, eventCode } }];
  });
}

/** How much of each relation has come in, in turn; only what differs is told. */
export function received(line: Backed, fulfilled: string, eventCode: string): readonly Moved[] {
  const rels = line.rels.map(inOrderUnit);
  const { parts } = allocate(rels, fulfilled, (rel) => rel.netQty);
  return rels.flatMap((rel): Moved[] => {
    const part = parts.find((candidate) => candidate.of === rel)?.qty ?? "0";
    const share = cmp(part, rel.netQty) === 0 ? rel.whole.netQty : ofDemand(rel, part);
    if (cmp(share, rel.whole.receivedQty) === 0) return [];
    return [{ requisitionId: rel.requisitionId, move: { kind: "receive", qty: share, ...target(line, rel.whole), eventCode } }];
  });
}

/** More of what is already behind a line: held and ordered in one posting, in turn as far as each is asked. */
export function taken(
  line: Backed,
  parts: readonly { readonly rel: BackingRel; readonly qty: string }[],
  isOrdered: boolean,
  eventCode: string,
): readonly Moved[] {
  let backed = sum(line.rels.map((rel) => ofOrder(rel, rel.netQty)));
  return parts.flatMap(({ rel, qty }): Moved[] => {
    const next = add(backed, ofOrder(rel, qty));
    const amountExcl = sub(amountAt(line, next), amountAt(line, backed));
    backed = next;
    const own = { qty, ...target(line, rel), eventCode };
    const requisitionId = rel.requisitionId;
    const take: Moved = { requisitionId, move: { kind: "take", ...own } };
    return isOrdered ? [take, { requisitionId, move: { kind: "order", ...own, amountExcl } }] : [take];
  });
}
