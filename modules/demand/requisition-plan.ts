import { cmp } from "#kernel/decimal.ts";
import type { Refusal } from "#kernel/refusal.ts";
import { planRefusal } from "./plan.ledger.ts";
import { set, type Effect, type Find } from "#kernel/rule.ts";
import type { Requisition, RequisitionLine } from "./doors.ts";
import {
  merged,
  noUse,
  occupiedBy,
  overPlan,
  placesIn,
  planPosting,
  planVerdict,
  postPlan,
  type PlanPlace,
  type PlanPosting,
  type PlanUse,
} from "./plan-use.ts";

export type Places = ReadonlyMap<string, PlanPlace>;

/** Where lines stand in the plans; lines that were placed keep their place, `anew` looks for one where there is none. */
export const planPlaces = (find: Find, doc: Requisition, lines: readonly RequisitionLine[], anew: boolean): Promise<Places> =>
  placesIn(
    find,
    {
      planId: doc.planId,
      orgId: doc.orgId,
      deptId: doc.deptId,
      currency: doc.currency,
      exchangeRate: doc.exchangeRate ?? null,
      day: doc.requestDate ?? doc.creationDate.slice(0, 10),
    },
    lines
      .filter((line) => anew || line.planLineId !== null)
      .map((line) => ({
        id: line.id as string,
        itemId: line.itemId,
        categoryId: line.categoryId,
        uom: line.uom ?? "",
        needByDate: line.needByDate,
        planLineId: anew ? null : line.planLineId,
      })),
  );

/** How a line stands after what is about to happen, as far as its plan is concerned; null: it asks nothing any more. */
export interface PlanStep {
  readonly line: RequisitionLine;
  readonly after: { readonly requestQty: string; readonly cancelledQty: string; readonly orderedQty: string } | null;
  /** More, or less, ordered. */
  readonly used?: PlanUse;
  readonly cause: { readonly eventCode: string; readonly causeType: string; readonly causeId: string; readonly causeLineId: string };
}

/** A line in its plan, with what it would post there. */
interface Placed {
  readonly place: PlanPlace;
  readonly posting: PlanPosting | null;
  readonly asked: PlanUse;
}

/** The postings on plans that lines bring about, and what is kept of them on the lines. */
export function planSteps(
  places: Places,
  steps: readonly PlanStep[],
): {
  readonly effects: readonly Effect[];
  readonly placed: readonly Placed[];
  readonly verdict: { readonly refusals: readonly Refusal[]; readonly exception: boolean };
} {
  const placed = steps.flatMap((step) => {
    const place = places.get(step.line.id);
    if (!place) return [];
    const before = { qty: step.line.planOccQty, amount: step.line.planOccAmount };
    const after = step.after ? occupiedBy({ ...step.after, estAmount: step.line.estAmount }) : noUse;
    return [{ step, place, asked: after, after, posting: planPosting(place, { before, after }, step.used ?? noUse, step.cause) }];
  });
  return {
    effects: [
      ...placed
        .filter(
          ({ place, step, after }) =>
            place.line && (cmp(step.line.planOccQty, after.qty) !== 0 || cmp(step.line.planOccAmount, after.amount) !== 0),
        )
        .map(({ step, after }) => set(step.line, { planOccQty: after.qty, planOccAmount: after.amount })),
      ...postPlan(placed),
    ],
    placed,
    verdict: planVerdict(placed),
  };
}

/** Everything plans say to postings that are not made yet, also what they would refuse under their lock. */
export function judgePlans(placed: readonly Placed[]): { readonly refusals: readonly Refusal[]; readonly exception: boolean } {
  const { refusals, exception } = planVerdict(placed);
  const blocking = new Map(
    placed.filter((candidate) => candidate.place.plan.controlMode === "BLOCK").map((entry) => [entry.place.plan.id, entry.place.plan]),
  );
  const postings = merged(placed.flatMap((entry) => entry.posting ?? []));
  return { refusals: [...refusals, ...[...blocking.values()].flatMap((plan) => overPlan(plan, postings).map(planRefusal))], exception };
}
