import { add, cmp, div, mul, round, sub, sum, type Decimal } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { movedBy, overCaps, type Deltas, type EventOf } from "#kernel/ledger.ts";
import type { Post } from "#kernel/ledger-book.ts";
import { postTo } from "#kernel/ledger-rule.ts";
import type { Effect, Find } from "#kernel/rule.ts";
import { category, convertUom, getRate } from "#modules/base/index.ts";
import { planHome } from "./plan-home.ts";
import { byAmount, planLedger, planRefusal } from "./plan.ledger.ts";
import { procurementPlan, type planLine } from "./procurement-plan.entity.ts";

export type Plan = Doc<typeof procurementPlan>;
export type PlanLine = Doc<typeof planLine>;

/** What one document does to one plan line: how occupied and used change, in the line's unit and the plan's currency. */
export interface PlanPosting {
  readonly planLineId: string;
  readonly occupiedQty: Decimal;
  readonly usedQty: Decimal;
  readonly occupiedAmount: Decimal;
  readonly usedAmount: Decimal;
  /** E1 … E19, as in the ledger of the requisition line behind it. */
  readonly eventCode: string;
  readonly causeType: string;
  readonly causeId: string;
  readonly causeLineId: string;
}

/** What a requisition line has on its plan at one moment. */
export interface PlanUse {
  readonly qty: Decimal;
  readonly amount: Decimal;
}
export const noUse: PlanUse = { qty: "0", amount: "0" };

/** A requisition line as far as its plan is concerned. */
export interface Asking {
  readonly requestQty: Decimal;
  readonly cancelledQty: Decimal;
  readonly orderedQty: Decimal;
  readonly estAmount: Decimal | null;
}

/** OCC: what is neither cancelled nor ordered, at the estimate, in the requisition's own unit and currency. */
export function occupiedBy(line: Asking): PlanUse {
  const qty = sub(sub(line.requestQty, line.cancelledQty), line.orderedQty);
  const amount = cmp(line.requestQty, "0") === 0 ? "0" : div(mul(line.estAmount ?? "0", qty), line.requestQty, 2);
  return { qty, amount };
}

/** The plan line a requisition line falls under; a plan without a fitting line has nothing left for it. */
export interface PlanPlace {
  readonly plan: Plan;
  readonly line: PlanLine | null;
  /** One unit of the requisition line in the plan line's unit, and of its currency in the plan's. */
  readonly qtyRate: Decimal;
  readonly amountRate: Decimal;
}

const inPlan = (use: PlanUse, place: PlanPlace): PlanUse => ({
  qty: round(mul(use.qty, place.qtyRate), 6),
  amount: round(mul(use.amount, place.amountRate), 2),
});

type Cause = Pick<PlanPosting, "eventCode" | "causeType" | "causeId" | "causeLineId">;

/** The posting that brings a requisition line from one occupation to another and adds to what it used; null when nothing moves. */
export function planPosting(place: PlanPlace, occ: { before: PlanUse; after: PlanUse }, used: PlanUse, cause: Cause): PlanPosting | null {
  if (!place.line) return null;
  const [before, after, more] = [inPlan(occ.before, place), inPlan(occ.after, place), inPlan(used, place)];
  const posting = {
    ...cause,
    planLineId: place.line.id as string,
    occupiedQty: sub(after.qty, before.qty),
    occupiedAmount: sub(after.amount, before.amount),
    usedQty: more.qty,
    usedAmount: more.amount,
  };
  const figures = [posting.occupiedQty, posting.occupiedAmount, posting.usedQty, posting.usedAmount];
  return figures.every((figure) => cmp(figure, "0") === 0) ? null : posting;
}

const postOf = (entry: PlanPosting): Post<typeof planLedger> => ({
  owner: entry.planLineId,
  event: entry.eventCode as EventOf<typeof planLedger>,
  deltas: deltasOf(entry),
  causeType: entry.causeType,
  causeId: entry.causeId,
  causeLineId: entry.causeLineId,
});

/** Postings gathered by the plan they belong to, each plan's in one go. */
export const postPlan = (placed: readonly { readonly place: PlanPlace; readonly posting: PlanPosting | null }[]): Effect[] => {
  const byPlan = Map.groupBy(
    placed.filter((candidate) => candidate.posting !== null),
    (entry) => entry.place.plan.id as string,
  );
  return [...byPlan].map(([id, some]) => postTo(planHome, id, merged(some.flatMap((entry) => entry.posting ?? [])).map(postOf)));
};

export const openOf = (plan: Pick<Plan, "controlBasis">, line: PlanLine): Decimal =>
  planLedger.computes[byAmount(plan, line) ? "openAmount" : "openQty"](line);

/** A posting as the plan's ledger takes it. */
const deltasOf = (entry: PlanPosting): Deltas<typeof planLedger> => ({
  OCC_QTY: entry.occupiedQty,
  USED_QTY: entry.usedQty,
  OCC_AMT: entry.occupiedAmount,
  USED_AMT: entry.usedAmount,
});

/** By how much postings lower what is open of a plan line; negative where they give back. */
export const lowers = (plan: Pick<Plan, "controlBasis">, line: PlanLine, postings: readonly PlanPosting[]): Decimal =>
  sum(
    postings
      .filter((posting) => posting.planLineId === line.id)
      .flatMap((posting) => (byAmount(plan, line) ? [posting.occupiedAmount, posting.usedAmount] : [posting.occupiedQty, posting.usedQty])),
  );

export interface Over {
  readonly planLineId: string | null;
  readonly left: Decimal;
  readonly asked: Decimal;
}

const onLine = (postings: readonly PlanPosting[], line: PlanLine): Deltas<typeof planLedger>[] =>
  postings.filter((posting) => posting.planLineId === line.id).map(deltasOf);

/** Where postings would take more than is open. What gives back is never stopped, whatever it leaves: a negative rest is shown. */
export const overPlan = (plan: Plan, postings: readonly PlanPosting[]): readonly Over[] =>
  plan.lines.flatMap((line) =>
    overCaps(planLedger, line, onLine(postings, line), plan).map(({ left, asked }) => ({ planLineId: line.id as string, left, asked })),
  );

/** What plan control says to requisition lines about to be submitted: those a plan has no line for, and whether one is exceeded.
 *  Lines that exceed a blocking plan are refused by the plan itself, under its lock. */
export function planVerdict(
  placed: readonly { readonly place: PlanPlace; readonly posting: PlanPosting | null; readonly asked: PlanUse }[],
): { readonly refusals: readonly Refusal[]; readonly exception: boolean } {
  const missing = placed.filter((candidate) => candidate.place.line === null && candidate.place.plan.controlMode !== "NONE");
  const refusals = missing
    .filter((candidate) => candidate.place.plan.controlMode === "BLOCK")
    .map((entry) => planRefusal({ left: "0", asked: inPlan(entry.asked, entry.place).amount }));
  const plans = [...new Map(placed.map((entry) => [entry.place.plan.id, entry.place.plan])).values()];
  const postings = placed.flatMap((entry) => entry.posting ?? []);
  const exceeded = plans.some((plan) => plan.controlMode === "WARN" && overPlan(plan, postings).length > 0);
  return { refusals, exception: exceeded || missing.some((candidate) => candidate.place.plan.controlMode === "WARN") };
}

/** What a requisition line is looked for by. */
export interface Wanted {
  readonly id: string;
  readonly itemId: string | null;
  /** Its category and those above it, nearest first. */
  readonly categories: readonly string[];
  readonly needByDate: string;
}

const narrowness: Readonly<Record<string, number>> = { MONTH: 0, QUARTER: 1, YEAR: 2 };

/** The plan a requisition line falls under: the named one, else the approved one whose period holds the day, of the department before
 *  that without one, the shorter period before the longer. */
export function choosePlan(
  plans: readonly Plan[],
  asked: { planId: string | null; deptId: string | null },
  needByDate: string,
): Plan | null {
  if (asked.planId) return plans.find((plan) => plan.id === asked.planId) ?? null;
  const fits = plans.filter(
    (plan) =>
      plan.status === "APPROVED" &&
      plan.periodStart <= needByDate &&
      needByDate <= plan.periodEnd &&
      (plan.deptId === null || plan.deptId === asked.deptId),
  );
  const rank = (plan: Plan): number => (plan.deptId === null ? 10 : 0) + (narrowness[plan.planType] ?? 3);
  return fits.toSorted((a, b) => rank(a) - rank(b) || (a.id < b.id ? 1 : -1))[0] ?? null;
}

/** In a plan: the item's line before the category's, the nearest category first, the month's before that of the whole period. */
export function choosePlanLine(plan: Plan, wanted: Wanted): PlanLine | null {
  if (plan.status !== "APPROVED") return null;
  const month = wanted.needByDate.slice(0, 7);
  const inTime = (planLine: PlanLine): boolean => planLine.needMonth === null || planLine.needMonth.slice(0, 7) === month;
  const best = (some: readonly PlanLine[]): PlanLine | null => some.find((planLine) => planLine.needMonth !== null) ?? some[0] ?? null;
  const lines = plan.lines.filter(inTime);
  const own = wanted.itemId ? best(lines.filter((line) => line.itemId === wanted.itemId)) : null;
  if (own) return own;
  for (const id of wanted.categories) {
    const found = best(lines.filter((line) => !line.itemId && line.categoryId === id));
    if (found) return found;
  }
  return null;
}

/** One line of a requisition that asks for its place. `planLineId` names the place it was given at submission. */
export interface Seeking {
  readonly id: string;
  readonly itemId: string | null;
  readonly categoryId: string | null;
  readonly uom: string;
  readonly needByDate: string;
  readonly planLineId?: string | null;
}

export interface Seeker {
  readonly planId: string | null;
  readonly orgId: string;
  readonly deptId: string | null;
  readonly currency: string;
  /** What one of its currency is in that of its organisation, as the requisition keeps it. */
  readonly exchangeRate: string | null;
  /** The day whose rates count: that of the request, so that what was added is taken off alike. */
  readonly day: string;
}

/** One of a requisition's currency in those of its plans: its own rate where a plan is in the organisation's currency. */
async function planRates(find: Find, of: Seeker, currencies: readonly string[]): Promise<ReadonlyMap<string, Decimal>> {
  const others = [...new Set(currencies)].filter((currency) => currency !== of.currency);
  const functional = others.length ? (await find.maybe(organization, of.orgId))?.functionalCurrency : null;
  const rated = await Promise.all(
    others.map(async (to): Promise<[string, Decimal]> => {
      if (of.exchangeRate !== null && to === functional) return [to, of.exchangeRate];
      return [to, (await getRate(find, { rateType: "CORPORATE", from: of.currency, to, day: of.day, orgId: of.orgId })).rate];
    }),
  );
  return new Map([[of.currency, "1"], ...rated]);
}

/** The place of every line of a requisition in the plans; lines under no plan are absent. Asks as often for a hundred lines as for one. */
export async function placesIn(find: Find, of: Seeker, lines: readonly Seeking[]): Promise<ReadonlyMap<string, PlanPlace>> {
  const days = lines.map((line) => line.needByDate).toSorted();
  const values = [...new Set(lines.flatMap((line) => line.planLineId ?? []))];
  const categoryIds = [...new Set(lines.flatMap((line) => line.categoryId ?? []))];
  if (lines.length === 0) return new Map();
  const [live, placed, categories] = await Promise.all([
    of.planId
      ? find.where(procurementPlan, { id: of.planId })
      : find.where(procurementPlan, {
          orgId: of.orgId,
          status: "APPROVED",
          liveId: null,
          periodStart: { to: days.at(-1)! },
          periodEnd: { from: days[0]! },
        }),
    values.length ? find.where(procurementPlan, { lines: { some: { id: values } } }) : [],
    categoryIds.length ? find.where(category, { id: categoryIds }) : [],
  ]);
  const above = new Map(categories.map((category) => [category.id as string, (category.idPath ?? category.id).split("/").toReversed()]));
  const found = lines.flatMap((line): { line: Seeking; plan: Plan; to: PlanLine | null }[] => {
    const home = line.planLineId ? placed.find((doc) => doc.lines.some((l) => l.id === line.planLineId)) : undefined;
    if (home) return [{ line, plan: home, to: home.lines.find((l) => l.id === line.planLineId)! }];
    const plan = choosePlan(live, of, line.needByDate);
    const wanted = { ...line, categories: line.categoryId ? (above.get(line.categoryId) ?? [line.categoryId]) : [] };
    return plan ? [{ line, plan, to: choosePlanLine(plan, wanted) }] : [];
  });
  const rates = await planRates(
    find,
    of,
    found.map(({ plan }) => plan.currency),
  );
  const places = await Promise.all(
    found.map(async ({ line, plan, to }): Promise<[string, PlanPlace]> => {
      const units = to?.uom && to.uom !== line.uom && to.itemId;
      const qtyRate = units
        ? await convertUom(find, { itemId: to.itemId, qty: "1000000", from: line.uom, to: to.uom!, day: of.day })
        : null;
      const amountRate = rates.get(plan.currency) ?? "1";
      const place = { plan, line: to, qtyRate: qtyRate ? div(qtyRate.qty, "1000000", 12) : "1", amountRate };
      return [line.id, place];
    }),
  );
  return new Map(places);
}

/** The balances of a plan line with postings on it. */
export const posted = (line: PlanLine, postings: readonly PlanPosting[]) => movedBy(planLedger, line, onLine(postings, line));

/** Postings of one cause on one line, each once. */
export function merged(postings: readonly PlanPosting[]): readonly PlanPosting[] {
  const groups = Map.groupBy(postings, (posting) => `${posting.planLineId}|${posting.eventCode}|${posting.causeLineId}`);
  return [...groups.values()].map((some) => ({
    ...some[0]!,
    occupiedQty: sum(some.map((entry) => entry.occupiedQty)),
    usedQty: sum(some.map((entry) => entry.usedQty)),
    occupiedAmount: sum(some.map((entry) => entry.occupiedAmount)),
    usedAmount: sum(some.map((entry) => entry.usedAmount)),
  }));
}

/** Where an adjustment would leave less than is used and occupied; lines it does not touch are let be. */
export function belowUse(revision: Pick<Plan, "lines">, live: Plan): Refusal[] {
  const docs = new Map(revision.lines.flatMap((line) => (line.liveLineId ? [[line.liveLineId as string, line] as const] : [])));
  return live.lines.flatMap((line) => {
    const isAmount = byAmount(live, line);
    const doc = docs.get(line.id);
    const whole = (of: PlanLine | undefined): Decimal =>
      of ? add((isAmount ? of.planAmount : of.planQty) ?? "0", (isAmount ? of.adjustAmount : of.adjustQty) ?? "0") : "0";
    const use = isAmount ? add(line.occupiedAmount, line.usedAmount) : add(line.occupiedQty, line.usedQty);
    const isChanged = cmp(whole(doc), whole(line)) !== 0;
    return isChanged && cmp(whole(doc), use) < 0
      ? [refuse("PUR-2006", `计划调整后${whole(doc)}低于已用+占用${use}`, `Adjusted plan ${whole(doc)} is below used plus reserved ${use}`)]
      : [];
  });
}
