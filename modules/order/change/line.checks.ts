import { add, cmp, div, isZero, mul, round, sub, sum, trim } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { gone, pairs, revisionFaults, type Pair } from "#kernel/revision-diff.ts";
import { goodsWords } from "#modules/base/index.ts";
import { inTurn } from "#modules/demand/index.ts";
import type { BackingRel } from "../demand/relations.ts";
import type { Backing, Order, OrderLine, OrderRow } from "../ledger/effects.ts";
import { moneyOf, pricedOf } from "../price/money.ts";
import { order } from "../order.entity.ts";
import { orderRevision } from "./order.revision.ts";
import type { SaveFacts } from "../save/save.facts.ts";
import { eff, summed } from "../ledger/quantities.ts";

const { lines } = orderRevision.lines;
const { deliveries } = lines.lines;

/** A line of a draft revision beside the one in force it stands for. */
export type LinePair = Pair<OrderLine>;

export const linePairs = (draft: Order, live: Order): LinePair[] => pairs(lines, live.lines, draft.lines);
export const rowPairs = ({ draft, live }: LinePair): Pair<OrderRow>[] => pairs(deliveries, live?.deliveries ?? [], draft.deliveries);
export const rowsGone = ({ draft, live }: LinePair): OrderRow[] => gone(deliveries, live?.deliveries ?? [], draft.deliveries);

/** What an order that is over may still change: prices. */
const overFaults = (draft: Order, live: Order): Refusal[] =>
  ["COMPLETED", "CLOSED"].includes(live.statusBeforeChange ?? "") && linePairs(draft, live).some((pair) => !pair.live)
    ? [refuse("PUR-2206", "已完成的订单不能新增行", "A finished order cannot get new lines")]
    : [];

/** How much more, or less, of demand a changed line wants, in the order's unit; what was rounded up stays so. */
export const demandDelta = ({ draft, live }: LinePair): string => {
  const was = live ? eff({ ...summed(live.deliveries), qty: live.qty }) : "0";
  const gone = live ? add(summed(live.deliveries).cancelledQty, summed(live.deliveries).closedQty) : "0";
  return sub(sub(draft.qty, gone), was);
};

/** Which relations a raised line takes more of: those it has, in turn, as far as their requisition lines are open; the last one is asked for the rest. */
export function furtherNeeds(
  pair: LinePair,
  backing: Backing,
  facts: SaveFacts,
): readonly { readonly rel: BackingRel; readonly qty: string }[] {
  const more = demandDelta(pair);
  const rels = (backing.rels.get(pair.live?.id ?? "") ?? []).toSorted(inTurn);
  if (cmp(more, "0") <= 0 || rels.length === 0) return [];
  let left = more;
  const parts: { rel: BackingRel; qty: string }[] = [];
  rels.forEach((rel, i) => {
    if (isZero(left)) return;
    const open = facts.needs.get(rel.reqLineId)?.line.openQty ?? "0";
    const may = div(open, rel.rate, 6);
    const part = i === rels.length - 1 || cmp(left, may) <= 0 ? left : may;
    if (cmp(part, "0") > 0) parts.push({ rel, qty: cmp(rel.rate, "1") === 0 ? part : round(mul(part, rel.rate), 6) });
    left = sub(left, part);
  });
  return parts;
}

/** Extra demand that is not there. */
const demandFaults = (draft: Order, live: Order, facts: SaveFacts, backing: Backing): Refusal[] =>
  linePairs(draft, live).flatMap((pair) => {
    const wanted = pair.live
      ? furtherNeeds(pair, backing, facts).map(({ rel, qty }) => ({ reqLineId: rel.reqLineId, qty }))
      : (pair.draft.reqRels ?? []).map((rel) => ({ reqLineId: rel.reqLineId as string, qty: rel.qty }));
    return wanted.flatMap(({ reqLineId, qty }) => {
      const need = facts.needs.get(reqLineId)?.line;
      const open = need?.openQty ?? "0";
      if (cmp(qty, open) <= 0) return [];
      return [
        refuse(
          "PUR-2001",
          `申请行[${need?.lineNum ?? ""}]可用数量${trim(open)}，不足${trim(qty)}`,
          `Requisition line ${need?.lineNum ?? ""} has ${trim(open)} open, ${trim(qty)} needed`,
        ),
      ];
    });
  });

/** Extra quantity or money that an agreement no longer has. */
const agreementFaults = (draft: Order, live: Order, facts: SaveFacts): Refusal[] =>
  linePairs(draft, live).flatMap((pair) => {
    const drawn = facts.drawn.get(pair.draft.id);
    if (!drawn) return [];
    const more = mul(demandDelta(pair), drawn.rate);
    const was = pair.live
      ? moneyOf(eff({ ...summed(pair.live.deliveries), qty: pair.live.qty }), pricedOf(live, pair.live)).amountExcl
      : "0";
    const money = sub(
      moneyOf(
        sum([demandDelta(pair), pair.live ? eff({ ...summed(pair.live.deliveries), qty: pair.live.qty }) : "0"]),
        pricedOf(draft, pair.draft),
      ).amountExcl,
      was,
    );
    const short = (left: string, needed: string): Refusal[] =>
      cmp(needed, "0") > 0 && cmp(needed, left) > 0
        ? [
            refuse(
              "PUR-2103",
              `协议[${drawn.agreement.agreementNum ?? ""}]可用额度${trim(left)}，本单需要${trim(needed)}`,
              `Agreement ${drawn.agreement.agreementNum ?? ""} has ${trim(left)} left, ${trim(needed)} needed`,
              { data: { agreementId: drawn.agreement.id } },
            ),
          ]
        : [];
    return [
      ...(drawn.line.openQty === null ? [] : short(drawn.line.openQty, more)),
      ...(drawn.agreement.openAmount === null ? [] : short(drawn.agreement.openAmount, money)),
    ];
  });

/** Everything that forbids a revision, on the live order as it stands now. */
export const changeRefusals = (draft: Order, live: Order, facts: SaveFacts, backing: Backing): Refusal[] => [
  ...floorRefusals(draft, live),
  ...demandFaults(draft, live, facts, backing),
  ...agreementFaults(draft, live, facts),
];

/** What can be said while the draft is still written. */
export const floorRefusals = (draft: Order, live: Order): Refusal[] => [...overFaults(draft, live), ...revisionFaults(order, live, draft)];

/** What a revision changes, in a few words for whoever approves it, in one of the two languages. */
export const changeWords = (draft: Order, live: Order, items: SaveFacts["items"], language: 0 | 1): string =>
  linePairs(draft, live)
    .flatMap((pair) => {
      const { draft: line, live: old } = pair;
      if (!old) return [`+ ${goodsWords(line.itemDesc, items.get(line.itemId ?? ""))[language]} ${trim(line.qty)} × ${trim(line.price)}`];
      const dates = rowPairs(pair).filter((rowPair) => rowPair.live && rowPair.draft.needByDate !== rowPair.live.needByDate);
      return [
        ...(cmp(line.qty, old.qty) === 0 ? [] : [`${old.lineNum}: ${trim(old.qty)} → ${trim(line.qty)} ${line.uom}`]),
        ...(cmp(line.price, old.price) === 0
          ? []
          : [`${old.lineNum}: ${trim(old.price)} → ${trim(line.price)}${line.retroFlag === "Y" ? " *" : ""}`]),
        ...dates.map((date) => `${old.lineNum}/${date.draft.scheduleNum ?? ""}: ${date.live!.needByDate} → ${date.draft.needByDate}`),
      ];
    })
    .join("\n")
    .slice(0, 4000);
