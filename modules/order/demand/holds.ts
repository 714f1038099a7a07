import { cmp, div, isZero, mul, round, sub, trim } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { noConversion } from "#modules/base/index.ts";
import { allocate, type DemandMove, type TargetRel } from "#modules/demand/index.ts";
import type { Moved } from "./relations.ts";
import { lotsOf, roundedUp, type SourcePrice } from "../save/checks.ts";
import type { LineCheck } from "../save/check.facts.ts";
import type { Order, OrderLine } from "../ledger/effects.ts";
import { needKey, type Need, type SaveFacts } from "../save/save.facts.ts";

type ReqRel = NonNullable<OrderLine["reqRels"]>[number];

/** What a line is to hold of each requisition line, and what of it is rounding up. */
export interface Wanted {
  readonly reqRels: readonly ReqRel[];
  readonly roundUpQty: string;
  readonly refusals: readonly Refusal[];
}

const missing = (): Refusal => refuse("PUR-0004", "单据不存在或无权查看", "Document does not exist or is not visible to you");

/** Shares a line's quantity over the requisition lines it names, in their turn; what is left may only be rounding up. */
export function wantedOf(line: OrderLine, facts: SaveFacts, source: SourcePrice | null, check: LineCheck | undefined): Wanted {
  const named = line.reqRels ?? [];
  if (named.length === 0) return { reqRels: [], roundUpQty: "0", refusals: [] };
  const known = named.map((rel) => ({
    rel,
    need: facts.needs.get(rel.reqLineId),
    rate: facts.needRates.get(needKey(line.id, rel.reqLineId)),
  }));
  const lost = known.find((candidate) => !candidate.need || !candidate.rate);
  if (lost)
    return { reqRels: named, roundUpQty: "0", refusals: [lost.need ? noConversion(line.uom, lost.need.line.uom ?? "") : missing()] };
  const turns = known.map(({ rel, need, rate }) => ({
    ...turnOf(need!),
    rel: { ...rel, rate: rate! },
    most: cmp(rate!, "1") === 0 ? rel.qty : div(rel.qty, rate!, 6),
  }));
  const { parts, left } = allocate(turns, line.qty, (turn) => turn.most);
  const reqRels = parts.map(({ of, qty }) => ({
    ...of.rel,
    qty: trim(cmp(qty, of.most) === 0 ? of.rel.qty : cmp(of.rel.rate, "1") === 0 ? qty : round(mul(qty, of.rel.rate), 6)),
  }));
  const base = sub(line.qty, left);
  const may = sub(roundedUp(base, lotsOf(line, source, facts.drawn.get(line.id) ?? null, check)), base);
  const refusals =
    cmp(left, may) > 0
      ? [
          refuse(
            "PUR-2204",
            `行[${line.lineNum}]超出申请数量${trim(left)}，仅允许取整${trim(may)}`,
            `Line ${line.lineNum} is ${trim(left)} above its requisitions; rounding up allows ${trim(may)}`,
          ),
        ]
      : [];
  return { reqRels, roundUpQty: trim(left), refusals };
}

const turnOf = ({ requisition, line }: Need) => ({
  id: line.id as string,
  needByDate: line.needByDate,
  requisitionNum: requisition.requisitionNum,
  reqLineNum: line.lineNum,
});

const keyOf = (lineId: string, reqLineId: string, parentRelId: string | null | undefined): string =>
  [lineId, reqLineId, parentRelId ?? ""].join("|");

/** What comes in: out of the hold of the document the order was made from, else out of what is open. */
export const entering = (
  doc: Pick<Order, "sourceDocId">,
  change: Omit<DemandMove, "kind" | "fromHeaderId" | "parentRelId"> & { readonly parentRelId: string | null },
): DemandMove =>
  change.parentRelId
    ? { ...change, kind: "carry", parentRelId: change.parentRelId, fromHeaderId: doc.sourceDocId ?? "" }
    : { ...change, kind: "take" };

/** What an order names as its source but no longer holds: somebody else would be ordered from, or nobody. */
export const lostHolds = (doc: Order, facts: Pick<SaveFacts, "rels">): Refusal[] => {
  const held = new Map(facts.rels.map((rel): [string, TargetRel] => [keyOf(rel.targetLineId, rel.reqLineId, rel.parentRelId), rel]));
  return doc.lines.flatMap((line) =>
    (line.reqRels ?? []).flatMap((rel) => {
      const found = held.get(keyOf(line.id, rel.reqLineId, rel.parentRelId));
      const left = found?.relStatus === "OCCUPIED" ? found.netQty : "0";
      if (cmp(left, rel.qty) >= 0) return [];
      return [
        refuse(
          "PUR-2007",
          `第${line.lineNum}行对需求的占用剩余${trim(left)}，不足${trim(rel.qty)}，请退回修改后重新提交`,
          `Line ${line.lineNum} still holds ${trim(left)} of its requisition, ${trim(rel.qty)} needed; send it back to be corrected`,
        ),
      ];
    }),
  );
};

/** The difference between what an order holds and what it is to hold: taken or carried where more, released where less. */
export function holdMoves(doc: Order, wanted: ReadonlyMap<string, Wanted>, facts: Pick<SaveFacts, "rels" | "needs">): readonly Moved[] {
  const moves: Moved[] = [];
  const own = (lineId: string, reqLineId: string, parentRelId: string | null) => ({
    reqLineId,
    parentRelId,
    targetType: "ORDER",
    targetHeaderId: doc.id,
    targetLineId: lineId,
    targetNum: doc.orderNum ?? "",
    eventCode: "HOLD",
  });
  const held = new Map(facts.rels.map((rel): [string, TargetRel] => [keyOf(rel.targetLineId, rel.reqLineId, rel.parentRelId), rel]));
  const seen = new Set<string>();
  for (const [lineId, { reqRels }] of wanted)
    for (const rel of reqRels) {
      const parentRelId = rel.parentRelId ?? null;
      const key = keyOf(lineId, rel.reqLineId, parentRelId);
      seen.add(key);
      const more = sub(rel.qty, held.get(key)?.netQty ?? "0");
      const requisitionId = facts.needs.get(rel.reqLineId)?.requisition.id ?? held.get(key)?.parentId;
      if (isZero(more) || !requisitionId) continue;
      const change = { qty: more.startsWith("-") ? more.slice(1) : more, ...own(lineId, rel.reqLineId, parentRelId) };
      moves.push({
        requisitionId,
        move: cmp(more, "0") < 0 ? { kind: "release", ...change } : entering(doc, change),
      });
    }
  for (const [key, rel] of held)
    if (!seen.has(key) && !isZero(rel.netQty))
      moves.push({
        requisitionId: rel.parentId,
        move: { kind: "release", qty: rel.netQty, ...own(rel.targetLineId, rel.reqLineId, rel.parentRelId) },
      });
  // What is given back first may be taken by another line of the same order.
  return moves.toSorted((a, b) => Number(a.move.kind !== "release") - Number(b.move.kind !== "release"));
}
