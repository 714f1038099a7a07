import { add as plus, cmp, sub, sum } from "#kernel/decimal.ts";
import { isWithin, some, type Me } from "#kernel/entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import type { Answer } from "#kernel/question.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add, drop, make, reveal, rule, set, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { allocate } from "./allocate.ts";
import { fault, fitsDecimals, tooFine, uomDecimals } from "./common.ts";
import {
  byRequisition,
  equalShares,
  followed,
  groupsOf,
  holdsOf,
  splitDemand,
  summaryOf,
  type Gathered,
  type HoldChange,
  type Share,
  type Summary,
} from "./demand-summary.ts";
import { demandSummary } from "./demand-summary.entity.ts";
import { demandTargets, moveDemand, relsOf, suggestions, targetNumbers, type TargetMade, type TargetRel } from "./doors.ts";
import type { DemandMove } from "./moves.ts";
import { requisition } from "./requisition.entity.ts";

const held = (num: string | null, left: string, asked: string): Refusal =>
  refuse("PUR-2007", `来源[${num ?? ""}]占用剩余${left}，不足${asked}`, `${num ?? "It"} still holds ${left}, ${asked} needed`);

const openQty = (doc: Summary): string => sum(doc.rels.map((rel) => sub(rel.qty, plus(rel.movedQty, rel.releasedQty))));

const save = rule(demandSummary, "saveOrUpdate", {
  reads: async (doc, find) => ({ digits: await uomDecimals(find, doc.uom) }),
  decide: (doc, { digits }, { before }, me) => {
    if (before === null && me.audience === "system") return [];
    if (before === null) return refuse("PUR-0008", "需求汇总由申请行生成", "Create a demand summary from requisition lines");
    if (doc.splits.some((row) => !row.qty)) return [];
    const ids = doc.splits.map((row) => row.supplierId as string);
    const asked = sum(doc.splits.map((row) => row.qty));
    const was = new Map(before.splits.map((row) => [row.id as string, row]));
    return [
      ...doc.splits.flatMap((row, i) => [
        ids.indexOf(row.supplierId) < i && fault(`splits[${i}].supplierId`, "PUR-0001", "供应商重复", "A supplier appears twice"),
        !fitsDecimals(row.qty, digits) && tooFine(`splits[${i}].qty`, row.qty, doc.uom, digits),
        before.splitMode === "QUOTA" &&
          cmp(was.get(row.id)?.qty ?? "0", row.qty) !== 0 &&
          !row.reason?.trim() &&
          fault(`splits[${i}].reason`, "PUR-0001", "修改配额数量须填写原因", "Enter a reason for deviating from the quota"),
      ]),
      cmp(asked, openQty(doc)) > 0 && held(doc.summaryNum, openQty(doc), asked),
    ];
  },
});

interface Wish {
  readonly ofOrgId?: string;
  readonly ofItemId?: string | null;
  readonly ofCategoryId?: string | null;
  readonly ofBuyerId?: string | null;
  readonly needFrom?: string | null;
  readonly needTo?: string | null;
  readonly periodType?: string;
  readonly reqLineIds?: unknown;
}

/** Lines that are approved, have something open and are wanted here. */
async function openLines(find: Find, wish: Wish, me: Me): Promise<readonly Gathered[]> {
  if (!wish.ofOrgId || !isWithin(me.orgs, wish.ofOrgId)) return [];
  const docs = await find.where(
    requisition,
    { orgId: wish.ofOrgId, status: ["APPROVED", "PARTIAL"], lines: some({ lineStatus: ["OPEN", "PARTIAL"], openQty: { above: 0 } }) },
    500,
  );
  const ids = Array.isArray(wish.reqLineIds) ? new Set(wish.reqLineIds.map(String)) : null;
  return docs.flatMap((doc) =>
    doc.lines
      .filter(
        (line) =>
          ["OPEN", "PARTIAL"].includes(line.lineStatus) &&
          cmp(line.openQty, "0") > 0 &&
          line.itemId !== null &&
          line.uom !== null &&
          (me.categories === "all" || (line.categoryId !== null && isWithin(me.categories, line.categoryId))) &&
          (!ids || ids.has(line.id)) &&
          (!wish.ofItemId || line.itemId === wish.ofItemId) &&
          (!wish.ofCategoryId || line.categoryId === wish.ofCategoryId) &&
          (!wish.ofBuyerId || line.buyerId === wish.ofBuyerId) &&
          (!wish.needFrom || line.needByDate >= wish.needFrom) &&
          (!wish.needTo || line.needByDate <= wish.needTo),
      )
      .map((line) => ({ requisition: doc, line, qty: line.openQty })),
  );
}

/** Gathers what is open and holds it; the first group is this document, every further one a document of its own. */
const generate = rule(demandSummary, "doGenerate", {
  reads: async (_, find, input, me) => ({ lines: await openLines(find, input as Wish, me) }),
  decide: (doc, { lines }, input, __, at) => {
    const type = (input as Wish).periodType ?? "WEEK";
    const groups = groupsOf(lines, type);
    if (groups.length === 0) return refuse("PUR-0006", "没有可汇总的申请行", "No requisition line is open for a summary");
    const ids = groups.map((_, i) => (i === 0 ? (doc.id as string) : at.newId()));
    const { rels, ...head } = summaryOf(groups[0]!, type);
    return [
      set(doc, head),
      ...rels.map((rel) => add(doc, "rels", rel)),
      ...groups.slice(1).map((group, i) => make(demandSummary, ids[i + 1]!, summaryOf(group, type))),
      ...byRequisition(groups.flatMap((group, i) => holdsOf(group, ids[i]!))).map((entry) => moveDemand(entry.requisitionId, entry.moves)),
      reveal({ ids }),
    ];
  },
});

/** Shares by quota; where nobody measures suppliers, equal ones among those who may supply it. */
async function sharesOf(doc: Summary, find: Find, at: Moment): Promise<readonly Share[]> {
  const qty = openQty(doc);
  if (splitDemand.isAnswered(find)) return splitDemand.ask(find, { orgId: doc.orgId, itemId: doc.itemId, qty, date: at.today });
  const [digits, org] = await Promise.all([uomDecimals(find, doc.uom), find.maybe(organization, doc.orgId)]);
  const line = { lineId: doc.id as string, invOrgId: doc.invOrgId, itemId: doc.itemId, categoryId: doc.categoryId, qty, uom: doc.uom };
  const found = await suggestions.ask(find, {
    orgId: doc.orgId,
    currency: org?.functionalCurrency ?? "CNY",
    onDate: at.today,
    lines: [{ ...line, supplierId: null }],
  });
  const suppliers = [...new Map(found.map((suggestion) => [suggestion.supplierId, suggestion])).values()];
  return suppliers.length ? equalShares(qty, suppliers, digits) : [];
}

const split = rule(demandSummary, "doSplitByQuota", {
  reads: async (doc, find, _, __, at) => ({ shares: await sharesOf(doc, find, at) }),
  decide: (doc, { shares }) =>
    shares.length === 0
      ? refuse("PUR-1002", "没有可供该物料的合格供应商", "No approved supplier for this item was found")
      : [
          ...doc.splits.map(drop),
          ...shares.map((share) =>
            add(doc, "splits", {
              supplierId: share.supplierId,
              ratio: share.ratio,
              qty: share.qty,
              priceListId: share.priceListId ?? null,
            }),
          ),
          set(doc, { splitMode: "QUOTA" }),
        ],
});

interface Turned {
  readonly isAvailable: boolean;
  readonly made: readonly TargetMade[];
  readonly rels: readonly TargetRel[];
  readonly left: string;
}

/** What each supplier is to get, taken from the holds in turn and made into drafts by whoever makes them. */
async function turned(
  doc: Summary,
  find: Find,
  input: { targetType: string; billTypeId: string | null },
  me: Me,
  at: Moment,
): Promise<Turned> {
  const question: (typeof demandTargets)["ORDER"] | undefined = demandTargets[input.targetType as keyof typeof demandTargets];
  const rels = await relsOf(find, "DEMAND_SUMMARY", doc.id);
  const docs = await find.where(requisition, { id: [...new Set(rels.map((rel) => rel.parentId))] }, 1000);
  const lineOf = new Map(docs.flatMap((row) => row.lines.map((line) => [line.id as string, { requisition: row, line }] as const)));
  const left = new Map(rels.map((rel) => [rel.id as string, sub(rel.qty, plus(rel.movedQty, rel.releasedQty))]));
  let missing = "0";
  const asked = doc.splits
    .filter((row) => row.targetType === input.targetType && cmp(row.qty, "0") > 0)
    .map((row) => {
      const shared = allocate(rels, row.qty, (rel) => left.get(rel.id)!);
      for (const part of shared.parts) left.set(part.of.id, sub(left.get(part.of.id)!, part.qty));
      missing = plus(missing, shared.left);
      const lines = shared.parts.map((part) => ({ ...lineOf.get(part.of.reqLineId)!, qty: part.qty, parentRelId: part.of.id as string }));
      return { ...input, lines, fromHeaderId: doc.id, supplierId: row.supplierId as string, mergeFlag: "Y" as const, me, at };
    });
  const ready = asked.filter((candidate) => candidate.lines.length > 0);
  const made = question ? (await Promise.all(ready.map((entry) => question.ask(find, entry)))).flat() : [];
  return { isAvailable: question?.isAnswered(find) ?? false, made, rels, left: missing };
}

/** What a target takes out of the pool is carried over from the summary's own hold. */
function carried(doc: Summary, { made, rels }: Turned): readonly { requisitionId: string; move: DemandMove }[] {
  const relOf = new Map(rels.map((rel) => [rel.reqLineId as string, rel.id as string]));
  const carry = (move: DemandMove): DemandMove =>
    move.kind === "take"
      ? { ...move, kind: "carry", parentRelId: relOf.get(move.reqLineId) ?? "", fromHeaderId: doc.id }
      : move.kind === "carry"
        ? move
        : { ...move, parentRelId: relOf.get(move.reqLineId) ?? null };
  return made.flatMap((targetMade) =>
    targetMade.moves.flatMap(({ requisitionId, moves }) => moves.map((move) => ({ requisitionId, move: carry(move) }))),
  );
}

const toTarget = rule(demandSummary, "doToTarget", {
  reads: async (doc, find, input, me, at) => {
    const targetType = String(input.targetType ?? "ORDER");
    return { targetType, ...(await turned(doc, find, { targetType, billTypeId: (input.billTypeId as string | null) ?? null }, me, at)) };
  },
  decide: (doc, facts) => {
    const { isAvailable, made, left, targetType } = facts;
    const chosen = doc.splits.filter((row) => row.targetType === targetType);
    const asked = sum(chosen.map((row) => row.qty));
    if (!isAvailable) return refuse("PUR-0008", "该去向尚不可用", "This target is not available");
    if (chosen.length === 0) return refuse("PUR-0006", "请先拆分到供应商", "Split it among suppliers first");
    const effects: (Effect | Refusal)[] = made.flatMap((targetMade) => [...targetMade.effects]);
    return [
      cmp(left, "0") > 0 && held(doc.summaryNum, sub(asked, left), asked),
      ...effects,
      ...byRequisition(carried(doc, facts)).map((entry) => moveDemand(entry.requisitionId, entry.moves)),
      ...chosen.map(drop),
      reveal({ targetHeaderIds: made.flatMap((targetMade) => targetMade.ids) }),
    ];
  },
});

const dissolve = rule(demandSummary, "doDissolve", {
  reads: async (doc, find) => ({ rels: await relsOf(find, "DEMAND_SUMMARY", doc.id) }),
  decide: (doc, { rels }, input) => {
    const moves = rels.flatMap((rel) => {
      const qty = sub(rel.qty, plus(rel.movedQty, rel.releasedQty));
      const move: DemandMove = {
        kind: "release",
        reqLineId: rel.reqLineId,
        qty,
        targetType: "DEMAND_SUMMARY",
        targetHeaderId: doc.id,
        targetLineId: doc.id,
        targetNum: doc.summaryNum ?? "",
        reason: input.dissolveWhy ?? "解散需求汇总",
      };
      return cmp(qty, "0") > 0 ? [{ requisitionId: rel.parentId, move }] : [];
    });
    return [...byRequisition(moves).map((entry) => moveDemand(entry.requisitionId, entry.moves)), ...doc.splits.map(drop)];
  },
});

const follow = rule(demandSummary, "doFollow", {
  decide: (doc, _, input) => {
    const { rels, status } = followed(doc, Array.isArray(input.rels) ? (input.rels as readonly HoldChange[]) : []);
    return [...rels.map((rel) => set(rel.rel, { movedQty: rel.movedQty, releasedQty: rel.releasedQty })), set(doc, { status })];
  },
});

export const demandSummaryRules = [save, generate, split, toTarget, dissolve, follow];

export const summaryAnswers: readonly Answer[] = [
  // Lines a buyer picked out of the pool become summaries in the same way.
  demandTargets.DEMAND_SUMMARY.answeredBy(async (_, asked): Promise<readonly TargetMade[]> => {
    const lines = asked.lines.filter((line) => line.line.itemId !== null && line.line.uom !== null);
    if (lines.length < asked.lines.length)
      return [
        { ids: [], effects: [refuse("PUR-0001", "没有物料的申请行不能汇总", "A line without an item cannot be summarised")], moves: [] },
      ];
    const groups = groupsOf(lines, "WEEK");
    const ids = groups.map(() => asked.at.newId());
    return [
      {
        ids,
        effects: groups.map((group, i) => make(demandSummary, ids[i]!, summaryOf(group, "WEEK"))),
        moves: byRequisition(groups.flatMap((group, i) => holdsOf(group, ids[i]!))),
      },
    ];
  }),
  targetNumbers.answeredBy(async (find, { targetType, ids }) =>
    targetType === "DEMAND_SUMMARY"
      ? (await find.where(demandSummary, { id: ids }, ids.length + 1)).map((doc) => ({ id: doc.id, num: doc.summaryNum ?? "" }))
      : [],
  ),
];
