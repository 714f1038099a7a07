import { cmp, isDecimal, sub, sum } from "#kernel/decimal.ts";
import { isWithin, type Me } from "#kernel/entity.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import { add, reveal, rule, set, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { notAvailable } from "./available.ts";
import { summariesFollow, type HoldChange } from "./demand-summary.ts";
import { demandTargets, moveDemand, type Requisition, type RequisitionLine, type TargetRel } from "./doors.ts";
import { heldRefusals, holdersOf, relsFor } from "./holders.ts";
import { qtyLedger } from "./ledger.entity.ts";
import { chosenLines, nothingLeft, posted, settle } from "./ledger-steps.ts";
import { lineStatusText } from "./lookups.ts";
import { netOf, relStatusOf, type DemandMove, type Posting, type RelState } from "./moves.ts";
import { planPlaces, planSteps } from "./requisition-plan.ts";
import { movedIn, planStepsOf } from "./requisition-posting.ts";
import { requisition } from "./requisition.entity.ts";

const written = (rel: RelState) => ({
  targetNum: rel.targetNum,
  qty: rel.qty,
  movedQty: rel.movedQty,
  releasedQty: rel.releasedQty,
  burnedQty: rel.burnedQty,
  receivedQty: rel.receivedQty,
  usedAmount: rel.usedAmount,
  releaseReason: rel.releaseReason,
  netQty: netOf(rel),
  relStatus: relStatusOf(rel),
});

const isSame = (old: TargetRel, next: ReturnType<typeof written>): boolean =>
  (Object.keys(next) as (keyof typeof next)[]).every((key) => {
    const [a, b] = [old[key], next[key]];
    return isDecimal(a) && isDecimal(b) ? cmp(a, b) === 0 : a === b;
  });

/** The relations as they stand after a posting: changed where they were, added where they are new. */
function relEffects(doc: Requisition, posting: Posting, rels: readonly TargetRel[]): Effect[] {
  return posting.rels.flatMap((rel): Effect[] => {
    const known = rels.find((targetRel) => targetRel.id === rel.id);
    const next = written(rel);
    if (known) return isSame(known, next) ? [] : [set(known, next)];
    const line = doc.lines.find((row) => row.id === rel.reqLineId)!;
    return [
      add(doc, "rels", {
        id: rel.id,
        reqLineId: rel.reqLineId,
        targetType: rel.targetType,
        targetHeaderId: rel.targetHeaderId,
        targetLineId: rel.targetLineId,
        parentRelId: rel.parentRelId,
        parentKey: rel.parentRelId ?? "-",
        requisitionNum: doc.requisitionNum,
        reqLineNum: line.lineNum,
        needByDate: line.needByDate,
        ...next,
      }),
    ];
  });
}

/** What summaries learn of their holds. */
const summaryChanges = (posting: Posting, rels: readonly TargetRel[]): HoldChange[] =>
  posting.rels.flatMap((rel) => {
    const known = rels.find((targetRel) => targetRel.id === rel.id);
    const [moved, released] = [sub(rel.movedQty, known?.movedQty ?? "0"), sub(rel.releasedQty, known?.releasedQty ?? "0")];
    return rel.targetType === "DEMAND_SUMMARY" && (cmp(moved, "0") !== 0 || cmp(released, "0") !== 0)
      ? [{ summaryId: rel.targetHeaderId, reqLineId: rel.reqLineId, moved, released }]
      : [];
  });

const post = rule(requisition, "doPost", {
  reads: async (doc, find) => {
    const [rels, places] = await Promise.all([relsFor(find, doc), planPlaces(find, doc, doc.lines, false)]);
    return { rels, places };
  },
  decide: (doc, { rels, places }, input, me, at) => {
    const moves = (input.moves ?? []) as readonly DemandMove[];
    const { posting, states } = movedIn(doc, rels, moves, at);
    if (posting.refusals.length) return posting.refusals;
    const after = doc.lines.map((line) => ({ ...line, ...posting.book.settled(line.id) }));
    const plans = planSteps(places, planStepsOf(doc, posting, states));
    return [
      ...posting.book.effects(qtyLedger, me, at),
      ...relEffects(doc, posting, rels),
      ...settle(doc, after),
      ...plans.effects,
      ...summariesFollow(summaryChanges(posting, rels)),
    ];
  },
});

/** What nobody has ordered of a line: before approval and while it is with the requester the whole of it. */
const restOf = (line: RequisitionLine): string => sub(line.requestQty, sum([line.cancelledQty, line.occupiedQty, line.orderedQty]));

/** Gives up the rest of some lines: what is ordered stays, what is held stands in the way. */
async function giveUpFacts(doc: Requisition, find: Find) {
  const [holders, places] = await Promise.all([holdersOf(find, doc), planPlaces(find, doc, doc.lines, false)]);
  return { holders, places };
}

const givenUp = (line: RequisitionLine, closes: boolean) => {
  const cancelledQty = sub(line.requestQty, sum([line.occupiedQty, line.orderedQty]));
  const isOrdered = cmp(line.orderedQty, "0") > 0;
  return { cancelledQty, lineStatus: closes ? "CLOSED" : isOrdered ? "ORDERED" : "CANCELLED" };
};

function giveUp(
  doc: Requisition,
  lines: readonly RequisitionLine[],
  facts: Awaited<ReturnType<typeof giveUpFacts>>,
  how: { readonly eventCode: "CANCEL" | "CLOSE"; readonly me: Me; readonly at: Moment },
): (Effect | Refusal)[] {
  const closes = how.eventCode === "CLOSE";
  const { effects } = planSteps(
    facts.places,
    lines.map((line) => ({
      line,
      after: { ...line, ...givenUp(line, closes) },
      cause: { eventCode: how.eventCode, causeType: requisition.name, causeId: doc.id as string, causeLineId: line.id as string },
    })),
  );
  return [
    ...heldRefusals(lines, facts.holders),
    ...posted(doc, lines, how.eventCode, "CAN", restOf).effects(qtyLedger, how.me, how.at),
    ...lines.map((line) => set(line, { lineStatus: givenUp(line, closes).lineStatus })),
    ...effects,
  ];
}

const cancel = rule(requisition, "doCancel", {
  reads: giveUpFacts,
  decide: (doc, facts, input, me, at) => {
    const lines = chosenLines(doc, input.lineIds, (line) => cmp(restOf(line), "0") > 0 || cmp(line.occupiedQty, "0") > 0);
    if (lines instanceof Refusal) return lines;
    const after = doc.lines.map((line) => (lines.includes(line) ? { ...line, ...givenUp(line, false) } : line));
    const isOver = after.every((line) => line.lineStatus === "CANCELLED");
    const early = ["DRAFT", "REJECTED"].includes(doc.status);
    return [
      lines.length === 0 && doc.lines.length > 0 && nothingLeft("取消", "cancel"),
      ...giveUp(doc, lines, facts, { eventCode: "CANCEL", me, at }),
      ...(early ? (isOver ? [set(doc, { status: "CANCELLED" })] : []) : settle(doc, after)),
    ];
  },
});

const close = rule(requisition, "doClose", {
  reads: giveUpFacts,
  decide: (doc, facts, input, me, at) => {
    const lines = doc.lines.filter((line) => line.lineStatus !== "CANCELLED");
    const after = doc.lines.map((line) => (lines.includes(line) ? { ...line, ...givenUp(line, true) } : line));
    return [
      ...giveUp(doc, lines, facts, { eventCode: "CLOSE", me, at }),
      set(doc, { closeReason: input.closeWhy ?? null }),
      ...settle(doc, after),
    ];
  },
});

interface Wish {
  readonly reqLineId: string;
  readonly qty: string;
}
const wishesOf = (lines: unknown): readonly Wish[] => (Array.isArray(lines) ? (lines as readonly Wish[]) : []);

/** Makes documents of another area out of lines of one or several requisitions, and takes their demand in the same moment. */
const turn = (action: "toOrder" | "toAgreement" | "toDemandSummary", targetType: keyof typeof demandTargets) =>
  rule(requisition, action, {
    reads: async (_, find, input, me, at) => {
      const wishes = wishesOf(input.lines);
      const ids = wishes.map((wish) => String(wish.reqLineId));
      const homes = ids.length ? await find.where(requisition, { lines: { some: { id: ids } }, orgId: me.orgs }) : [];
      const lines = wishes.flatMap((wish) => {
        const home = homes.find((doc) => doc.lines.some((line) => line.id === wish.reqLineId));
        const line = home?.lines.find((row) => row.id === wish.reqLineId);
        return home && line && isWithin(me.orgs, home.orgId) ? [{ requisition: home, line, qty: String(wish.qty ?? line.openQty) }] : [];
      });
      const isWhole = lines.length === wishes.length && lines.length > 0;
      const asked = {
        targetType,
        lines,
        fromHeaderId: null,
        supplierId: input.supplierId ?? null,
        billTypeId: input.billTypeId ?? null,
        mergeFlag: input.mergeFlag ?? ("Y" as const),
        me,
        at,
      };
      const shut = lines.flatMap(({ line, qty }) => notAvailable(line, qty, lineStatusText) ?? []);
      return { isWhole, shut, made: isWhole && shut.length === 0 ? await demandTargets[targetType].ask(find, asked) : [] };
    },
    decide: (_, { isWhole, shut, made }) => {
      if (!isWhole) return refuse("PUR-0004", "单据不存在或无权查看", "Document does not exist or is not visible to you");
      if (shut.length) return shut;
      if (made.length === 0) return refuse("PUR-2005", "当前环境没有该去向单据", "These documents are not used here");
      const moves = Map.groupBy(
        made.flatMap((targetMade) => targetMade.moves),
        (entry) => entry.requisitionId,
      );
      return [
        ...made.flatMap((targetMade) => targetMade.effects),
        ...[...moves].map(([id, some]) =>
          moveDemand(
            id,
            some.flatMap((entry) => entry.moves),
          ),
        ),
        reveal({ targetHeaderIds: made.flatMap((targetMade) => targetMade.ids) }),
      ];
    },
  });

export const demandRules = [
  ...[post, cancel, close],
  ...[turn("toOrder", "ORDER"), turn("toAgreement", "AGREEMENT"), turn("toDemandSummary", "DEMAND_SUMMARY")],
];
