import { sub } from "#kernel/decimal.ts";
import { bookOf } from "#kernel/ledger-rule.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { Find, Moment } from "#kernel/rule.ts";
import type { Requisition, RequisitionLine, TargetRel } from "./doors.ts";
import { relsFor } from "./holders.ts";
import { lineStatusText } from "./lookups.ts";
import { causeOf, eventOf, Posting, type DemandMove, type LineState, type RelState } from "./moves.ts";
import { requisitionHome } from "./requisition-home.ts";
import { judgePlans, planPlaces, planSteps, type PlanStep } from "./requisition-plan.ts";
import { requisition } from "./requisition.entity.ts";

const lineState = (line: RequisitionLine): LineState => ({
  id: line.id as string,
  lineNum: line.lineNum,
  needByDate: line.needByDate,
  requestQty: line.requestQty,
  estAmount: line.estAmount,
  occupiedQty: line.occupiedQty,
  orderedQty: line.orderedQty,
  cancelledQty: line.cancelledQty,
  receivedQty: line.receivedQty,
  lineStatus: line.lineStatus,
});

const relState = (rel: TargetRel): RelState => ({
  id: rel.id as string,
  reqLineId: rel.reqLineId as string,
  targetType: rel.targetType,
  targetHeaderId: rel.targetHeaderId,
  targetLineId: rel.targetLineId,
  targetNum: rel.targetNum,
  parentRelId: rel.parentRelId,
  isNew: false,
  qty: rel.qty,
  movedQty: rel.movedQty,
  releasedQty: rel.releasedQty,
  burnedQty: rel.burnedQty,
  receivedQty: rel.receivedQty,
  usedAmount: rel.usedAmount,
  releaseReason: rel.releaseReason,
  held: rel.relStatus === "OCCUPIED" ? rel.netQty : "0",
});

/** Moves carried out on the counters of a requisition, without writing any of it. */
export function movedIn(
  doc: Requisition,
  rels: readonly TargetRel[],
  moves: readonly DemandMove[],
  at: Pick<Moment, "newId">,
): { readonly posting: Posting; readonly states: readonly LineState[] } {
  const states = doc.lines.map(lineState);
  const touched = new Set(moves.map((demandMove) => demandMove.reqLineId));
  const posting = new Posting(states, rels.filter((rel) => touched.has(rel.reqLineId)).map(relState), {
    newId: () => at.newId(),
    statusText: lineStatusText,
    book: bookOf(requisitionHome, doc),
  });
  posting.run(moves);
  return { posting, states };
}

/** What the plans learn of a posting: what is still asked for, and what was ordered at which price. */
export const planStepsOf = (doc: Requisition, posting: Posting, after: readonly LineState[]): PlanStep[] =>
  doc.lines.flatMap((line): PlanStep[] => {
    const state = after.find((row) => row.id === line.id)!;
    const last = posting.last.get(line.id);
    if (!last || line.planLineId === null) return [];
    const { causeNum: _, ...cause } = causeOf(last);
    return [
      {
        line,
        after: state,
        used: { qty: sub(state.orderedQty, line.orderedQty), amount: posting.used.get(line.id) ?? "0" },
        cause: { eventCode: eventOf(last), ...cause },
      },
    ];
  });

/** What plans would say if demand moved so: what a blocking plan refuses, and whether one that only warns is exceeded. Nothing is
 *  taken; whoever moves it later is judged again, under the plan's lock. */
export async function plansAhead(
  find: Find,
  asked: readonly { readonly requisitionId: string; readonly moves: readonly DemandMove[] }[],
  at: Pick<Moment, "newId">,
): Promise<{ readonly refusals: readonly Refusal[]; readonly exception: boolean }> {
  const docs = asked.length ? await find.where(requisition, { id: asked.map((entry) => entry.requisitionId) }, asked.length) : [];
  const placed = await Promise.all(
    docs
      .filter((doc) => doc.lines.some((line) => line.planLineId !== null))
      .map(async (doc) => {
        const [rels, places] = await Promise.all([relsFor(find, doc), planPlaces(find, doc, doc.lines, false)]);
        const { posting, states } = movedIn(doc, rels, asked.find((candidate) => candidate.requisitionId === doc.id)!.moves, at);
        return posting.refusals.length ? [] : planSteps(places, planStepsOf(doc, posting, states)).placed;
      }),
  );
  return judgePlans(placed.flat());
}
