import { add, cmp, div, isZero, mul, round, sub, sum, trim } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { goodsWords } from "#modules/base/index.ts";
import { inTurn } from "#modules/demand/index.ts";
import { belowFloor } from "./floor.ts";
import type { BackingRel } from "./backing.ts";
import type { Backing, Order, OrderLine, OrderRow } from "./ledger-effects.ts";
import { moneyOf, pricedOf } from "./money.ts";
import type { SaveFacts } from "./save.facts.ts";
import { eff, floorOf, maxOf, summed, taken } from "./strip.ts";

/** A line of a draft revision beside the live one it stands for. */
export interface LinePair {
  readonly draft: OrderLine;
  readonly live: OrderLine | null;
}
export interface RowPair {
  readonly draft: OrderRow;
  readonly live: OrderRow | null;
}

export function linePairs(draft: Order, live: Order): LinePair[] {
  const known = new Map(live.lines.map((line) => [line.id as string, line]));
  return draft.lines.map((line) => ({ draft: line, live: known.get(line.liveLineId ?? "") ?? null }));
}
export const rowPairs = ({ draft, live }: LinePair): RowPair[] =>
  draft.deliveries.map((row) => ({ draft: row, live: live?.deliveries.find((one) => one.id === row.liveRowId) ?? null }));
export const rowsGone = ({ draft, live }: LinePair): OrderRow[] =>
  (live?.deliveries ?? []).filter((row) => !draft.deliveries.some((one) => one.liveRowId === row.id));

const frozen = (what: readonly [string, string]): Refusal =>
  refuse("PUR-2206", `订单发布后不能修改[${what[0]}]`, `${what[1]} cannot change after publishing`);
const statusNames: Readonly<Record<string, readonly [string, string]>> = {
  COMPLETED: ["已完成", "completed"],
  CLOSED: ["已关闭", "closed"],
  CANCELLED: ["已取消", "cancelled"],
};

const headFaults = (draft: Order, live: Order): Refusal[] => [
  ...(draft.supplierId === live.supplierId ? [] : [frozen(["供应商", "Supplier"])]),
  ...(draft.currency === live.currency ? [] : [frozen(["币种", "Currency"])]),
  ...(draft.taxIncludedFlag === live.taxIncludedFlag ? [] : [frozen(["含税报价", "Price includes tax"])]),
  ...(draft.orgId === live.orgId ? [] : [frozen(["采购组织", "Organisation"])]),
  ...(live.lines.every((line) => draft.lines.some((one) => one.liveLineId === line.id))
    ? []
    : [frozen(["订单行", "A line (cancel it instead)"])]),
];

/** What a line may not become: less than what was done, another thing, or more while it is over. */
export function lineFaults(pair: LinePair): Refusal[] {
  const { draft, live } = pair;
  if (!live) return [];
  const faults: Refusal[] = [];
  if (draft.itemId !== live.itemId) faults.push(frozen(["物料", "Item"]));
  if (draft.uom !== live.uom) faults.push(frozen(["单位", "UOM"]));
  const isMoved =
    cmp(draft.qty, live.qty) !== 0 ||
    rowPairs(pair).some((one) => !one.live || cmp(one.draft.qty, one.live.qty) !== 0) ||
    rowsGone(pair).length > 0;
  if (isMoved && live.lineStatus !== "OPEN") {
    const [cn, en] = statusNames[live.lineStatus] ?? [live.lineStatus, live.lineStatus];
    return [
      ...faults,
      refuse("PUR-2207", `行[${live.lineNum}]状态[${cn}]，不能变更数量`, `Line ${live.lineNum} is ${en}; its quantity cannot change`),
    ];
  }
  for (const { draft: row, live: old } of rowPairs(pair))
    if (old && cmp(row.qty, old.qty) !== 0 && cmp(row.qty, floorOf(old)) < 0) faults.push(belowFloor(old));
  for (const row of rowsGone(pair)) if (cmp(floorOf(row), "0") > 0) faults.push(belowFloor(row));
  const counters = summed(live.deliveries);
  if (isMoved && cmp(maxOf({ ...live, ...counters, qty: draft.qty }), taken(counters)) < 0 && cmp(draft.qty, live.qty) < 0)
    faults.push(belowFloor({ ...live.deliveries[0]!, ...counters }));
  return faults;
}

/** What an order that is over may still change: prices. */
const overFaults = (draft: Order, live: Order): Refusal[] =>
  ["COMPLETED", "CLOSED"].includes(live.statusBeforeChange ?? "") && linePairs(draft, live).some((pair) => !pair.live)
    ? [frozen(["订单行", "A finished order cannot get new lines"])]
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
export const floorRefusals = (draft: Order, live: Order): Refusal[] => [
  ...headFaults(draft, live),
  ...overFaults(draft, live),
  ...linePairs(draft, live).flatMap(lineFaults),
];

/** What a revision changes, in a few words for whoever approves it, in one of the two languages. */
export const changeWords = (draft: Order, live: Order, items: SaveFacts["items"], language: 0 | 1): string =>
  linePairs(draft, live)
    .flatMap((pair) => {
      const { draft: line, live: old } = pair;
      if (!old) return [`+ ${goodsWords(line.itemDesc, items.get(line.itemId ?? ""))[language]} ${trim(line.qty)} × ${trim(line.price)}`];
      const dates = rowPairs(pair).filter((one) => one.live && one.draft.needByDate !== one.live.needByDate);
      return [
        ...(cmp(line.qty, old.qty) === 0 ? [] : [`${old.lineNum}: ${trim(old.qty)} → ${trim(line.qty)} ${line.uom}`]),
        ...(cmp(line.price, old.price) === 0
          ? []
          : [`${old.lineNum}: ${trim(old.price)} → ${trim(line.price)}${line.retroFlag === "Y" ? " *" : ""}`]),
        ...dates.map((one) => `${old.lineNum}/${one.draft.scheduleNum ?? ""}: ${one.live!.needByDate} → ${one.draft.needByDate}`),
      ];
    })
    .join("\n")
    .slice(0, 4000);
