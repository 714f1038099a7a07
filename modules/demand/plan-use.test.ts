import { expect, test } from "vitest";
import {
  belowUse,
  choosePlan,
  choosePlanLine,
  lowers,
  merged,
  noUse,
  occupiedBy,
  openOf,
  overPlan,
  planPosting,
  planVerdict,
  posted,
  type Plan,
  type PlanLine,
  type PlanPlace,
  type PlanPosting,
  type PlanUse,
} from "./plan-use.ts";

const line = (more: Partial<PlanLine> = {}): PlanLine =>
  ({
    id: "L1",
    itemId: "I1",
    categoryId: null,
    needMonth: null,
    uom: "PCS",
    planQty: null,
    planAmount: "1000",
    adjustQty: "0",
    adjustAmount: "0",
    occupiedQty: "0",
    usedQty: "0",
    occupiedAmount: "0",
    usedAmount: "0",
    liveLineId: null,
    ...more,
  }) as PlanLine;
const plan = (lines: PlanLine[] = [line()], more: Partial<Plan> = {}): Plan =>
  ({
    id: "P1",
    status: "APPROVED",
    planType: "MONTH",
    periodStart: "2026-03-01",
    periodEnd: "2026-03-31",
    deptId: null,
    currency: "CNY",
    controlMode: "BLOCK",
    controlBasis: "AMOUNT",
    lines,
    ...more,
  }) as unknown as Plan;

const asking = { requestQty: "80", cancelledQty: "0", orderedQty: "0", estAmount: "800" };
const cause = { eventCode: "E1", causeType: "SrmPurRequisitionHeader", causeId: "R", causeLineId: "RL" };
const place = (of: Plan): PlanPlace => ({ plan: of, line: of.lines[0]!, qtyRate: "1", amountRate: "1" });

/** A plan after a posting, as the document itself would carry it out. */
function step(
  of: Plan,
  occ: { before: PlanUse; after: PlanUse },
  used: PlanUse,
): { after: Plan; over: readonly { left: string; asked: string }[] } {
  const posting = planPosting(place(of), occ, used, cause);
  const some = posting ? [posting] : [];
  return { after: { ...of, lines: of.lines.map((doc) => ({ ...doc, ...posted(doc, some) })) }, over: overPlan(of, some) };
}
const figures = (of: Plan) => {
  const { occupiedAmount, usedAmount } = of.lines[0]!;
  return [occupiedAmount, usedAmount, openOf(of, of.lines[0]!)].map(Number);
};

test("purchasing 36: plan control by amount, from submission over the order to its end", () => {
  const submitted = step(plan(), { before: noUse, after: occupiedBy(asking) }, noUse);
  expect([submitted.over, figures(submitted.after)]).toEqual([[], [800, 0, 200]]);
  // Returned and submitted again unchanged: what stands is replaced.
  const again = step(submitted.after, { before: occupiedBy(asking), after: occupiedBy(asking) }, noUse);
  expect(figures(again.after)).toEqual([800, 0, 200]);
  const whole = { before: occupiedBy(asking), after: occupiedBy({ ...asking, orderedQty: "80" }) };
  const dear = step(again.after, whole, { qty: "80", amount: "1000.80" });
  expect(dear.over.map(({ left, asked }) => [Number(left), Number(asked)])).toEqual([[200, 200.8]]);
  const ordered = step(again.after, whole, { qty: "80", amount: "1000" });
  expect([ordered.over, figures(ordered.after)]).toEqual([[], [0, 1000, 0]]);
  // 50 received, closed: burnt, or given back.
  const burnt = { ...asking, orderedQty: "50", cancelledQty: "30" };
  const closed = step(ordered.after, { before: whole.after, after: occupiedBy(burnt) }, { qty: "-30", amount: "-375" });
  expect([closed.over, figures(closed.after)]).toEqual([[], [0, 625, 375]]);
  const back = step(
    ordered.after,
    { before: whole.after, after: occupiedBy({ ...asking, orderedQty: "50" }) },
    { qty: "-30", amount: "-375" },
  );
  expect([back.over, figures(back.after)]).toEqual([[], [300, 625, 75]]);
});

test("a give-back is never stopped, and only what lowers further is stopped when nothing is left", () => {
  const spent = plan([line({ occupiedAmount: "900", usedAmount: "300" })]);
  const posting = (occupiedAmount: string, usedAmount: string): PlanPosting => ({
    ...cause,
    planLineId: "L1",
    occupiedQty: "0",
    usedQty: "0",
    occupiedAmount,
    usedAmount,
  });
  expect(openOf(spent, spent.lines[0]!)).toBe("-200");
  expect(overPlan(spent, [posting("300", "-320")])).toEqual([]);
  expect(overPlan(spent, [posting("320", "-300")]), "an order below the estimate occupies more than it used when it is given up").toEqual(
    [],
  );
  expect(overPlan(spent, [posting("320", "-300"), posting("5", "0")])).toMatchObject([{ left: "-200", asked: "5" }]);
  expect(overPlan(spent, [posting("0", "0.01")])).toMatchObject([{ left: "-200", asked: "0.01" }]);
  expect(merged([posting("1", "2"), posting("3", "4")])).toMatchObject([{ occupiedAmount: "4", usedAmount: "6" }]);
});

test("item lines are held to quantity where the plan says so, category lines to amount", () => {
  const by = plan([line({ planQty: "100", occupiedQty: "30" }), line({ id: "L2", itemId: null, categoryId: "C" })], {
    controlBasis: "QTY",
  });
  expect([openOf(by, by.lines[0]!), openOf(by, by.lines[1]!)]).toEqual(["70", "1000"]);
  const posting = planPosting({ ...place(by), qtyRate: "12" }, { before: noUse, after: { qty: "6", amount: "9" } }, noUse, cause)!;
  expect(lowers(by, by.lines[0]!, [posting])).toBe("72.000000");
  expect(overPlan(by, [posting])).toMatchObject([{ left: "70", asked: "72.000000" }]);
});

test("the plan of the department goes before that of all, the shorter before the longer; a named one before any", () => {
  const plans = [
    plan([], { id: "year" as never, planType: "YEAR", periodStart: "2026-01-01", periodEnd: "2026-12-31" }),
    plan([], { id: "month" as never }),
    plan([], { id: "dept" as never, deptId: "D" as never, planType: "YEAR", periodStart: "2026-01-01", periodEnd: "2026-12-31" }),
    plan([], { id: "other" as never, deptId: "E" as never }),
  ];
  const chosen = (deptId: string | null, day: string, planId: string | null = null) =>
    choosePlan(plans, { planId, deptId }, day)?.id ?? null;
  expect([chosen("D", "2026-03-09"), chosen(null, "2026-03-09"), chosen("X", "2026-04-01"), chosen(null, "2027-01-01")]).toEqual([
    "dept",
    "month",
    "year",
    null,
  ]);
  expect(chosen(null, "2026-03-09", "other")).toBe("other");
});

test("in a plan the item's line goes before the category's, the nearest category first, the month before the whole period", () => {
  const of = plan([
    line({ id: "root" as never, itemId: null, categoryId: "ROOT" as never }),
    line({ id: "leaf" as never, itemId: null, categoryId: "LEAF" as never }),
    line({ id: "march" as never, needMonth: "2026-03" }),
    line({ id: "any" as never }),
  ]);
  const wanted = { id: "x", itemId: "I1", categories: ["LEAF", "ROOT"], needByDate: "2026-03-10" };
  expect(choosePlanLine(of, wanted)?.id).toBe("march");
  expect(choosePlanLine(of, { ...wanted, needByDate: "2026-04-10" })?.id).toBe("any");
  expect(choosePlanLine(of, { ...wanted, itemId: "I2" })?.id).toBe("leaf");
  expect(choosePlanLine(of, { ...wanted, itemId: "I2", categories: ["X", "ROOT"] })?.id).toBe("root");
  expect(choosePlanLine(of, { ...wanted, itemId: "I2", categories: ["X"] })).toBeNull();
  expect(choosePlanLine({ ...of, status: "CLOSED" } as Plan, wanted)).toBeNull();
});

test("a plan without a fitting line has nothing left: blocked, noted, or only counted", () => {
  const placed = (controlMode: string) => [
    { place: { ...place(plan([line()], { controlMode })), line: null }, posting: null, asked: { qty: "8", amount: "80" } },
  ];
  expect(planVerdict(placed("BLOCK"))).toMatchObject({ refusals: [{ code: "PUR-2003" }], exception: false });
  expect(planVerdict(placed("WARN"))).toEqual({ refusals: [], exception: true });
  expect(planVerdict(placed("NONE"))).toEqual({ refusals: [], exception: false });
});

test("an adjustment leaves no less than is used and occupied; what it does not touch is let be", () => {
  const live = plan([
    line({ occupiedAmount: "300", usedAmount: "600" }),
    line({ id: "L2" as never, itemId: "I2" as never, usedAmount: "1200" }),
  ]);
  const revision = (adjustAmount: string) => ({
    lines: [line({ liveLineId: "L1" as never, adjustAmount }), line({ liveLineId: "L2" as never })],
  });
  expect(belowUse(revision("-100"), live)).toEqual([]);
  expect(belowUse(revision("-100.01"), live)).toMatchObject([{ code: "PUR-2006" }]);
  expect(belowUse({ lines: [] }, live)).toHaveLength(2);
});
