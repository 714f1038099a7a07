import { cmp, div, isZero } from "#kernel/decimal.ts";
import { postRule, rebuildRule } from "#kernel/ledger-rule.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { revisionFaults } from "#kernel/revision-diff.ts";
import { revisionRules, takeoverRule, takesOver } from "#kernel/revision-rule.ts";
import { make, reveal, rule, run, set, type Find } from "#kernel/rule.ts";
import { fault, fitsDecimals, noLines, tooFine, uomDecimals } from "./common.ts";
import { neededBy } from "./needed-by.ts";
import { planHome } from "./plan-home.ts";
import { belowUse, type Plan } from "./plan-use.ts";
import { procurementPlan } from "./procurement-plan.entity.ts";
import { requisition } from "./requisition.entity.ts";

/** A thing and a month stand once in a plan. */
function doubled(doc: Plan): Refusal[] {
  const keys = doc.lines.map((line) => `${line.itemId ?? `c:${line.categoryId}`}|${line.needMonth ?? ""}`);
  return keys.flatMap((key, i) =>
    keys.indexOf(key) < i
      ? [
          fault(
            `lines[${i}].itemId`,
            "PUR-0001",
            "同一物料或品类在同一月份只能有一行",
            "An item or category can appear only once per month",
          ),
        ]
      : [],
  );
}

const outside = (doc: Plan): Refusal[] =>
  doc.lines.flatMap((line, i) => {
    const month = line.needMonth?.slice(0, 7);
    return month && doc.periodStart && doc.periodEnd && (month < doc.periodStart.slice(0, 7) || month > doc.periodEnd.slice(0, 7))
      ? [fault(`lines[${i}].needMonth`, "PUR-0007", "需求月份不在计划期间内", "The month is outside the plan period")]
      : [];
  });

const bare = (doc: Plan): Refusal[] =>
  doc.lines.flatMap((line, i) =>
    line.itemId && !isSet(line.planQty) && !isSet(line.planAmount) && !line.liveLineId
      ? [fault(`lines[${i}].planQty`, "PUR-0001", "计划数量或金额不能为空", "A planned quantity or amount is required")]
      : [],
  );
const isSet = (value: string | null): boolean => value !== null && !isZero(value);

async function tooFineIn(doc: Plan, find: Find): Promise<Refusal[]> {
  const decimals = await Promise.all(doc.lines.map((line) => uomDecimals(find, line.uom)));
  return doc.lines.flatMap((line, i) =>
    (["planQty", "adjustQty"] as const).flatMap((key) =>
      line[key] && !fitsDecimals(line[key], decimals[i]!) ? [tooFine(`lines[${i}].${key}`, line[key], line.uom ?? "-", decimals[i]!)] : [],
    ),
  );
}

const save = rule(procurementPlan, "saveOrUpdate", {
  reads: async (doc, find) => {
    const [live, fine] = await Promise.all([find.maybe(procurementPlan, doc.liveId), tooFineIn(doc, find)]);
    return { live, fine };
  },
  decide: (doc, { live, fine }) => [
    doc.periodEnd < doc.periodStart && fault("periodEnd", "PUR-0007", "结束日期不能早于开始日期", "End date cannot be before start date"),
    ...doubled(doc),
    ...outside(doc),
    ...bare(doc),
    ...fine,
    ...(live ? [...revisionFaults(procurementPlan, live, doc), ...belowUse(doc, live)] : adjustedAlready(doc)),
  ],
});

const adjustedAlready = (doc: Plan): Refusal[] =>
  doc.lines.flatMap((line, i) =>
    isZero(line.adjustQty ?? "0") && isZero(line.adjustAmount ?? "0")
      ? []
      : [fault(`lines[${i}].adjustQty`, "PUR-0008", "计划批准后才能调整", "A plan is adjusted after it is approved")],
  );

const submit = rule(procurementPlan, "doSubmit", {
  reads: async (doc, find) => ({ live: await find.maybe(procurementPlan, doc.liveId) }),
  decide: (doc, { live }) => [
    doc.lines.length === 0 && noLines(),
    ...(live ? [live.status !== "APPROVED" && ended(), ...belowUse(doc, live)] : []),
  ],
});
const ended = (): Refusal => refuse("PUR-0008", "被调整的计划已不在执行", "The plan to adjust is no longer active");

const approve = rule(procurementPlan, "doApproval", {
  decide: (doc) => (doc.liveId ? takesOver(procurementPlan, doc) : []),
});

const close = rule(procurementPlan, "doClose", {
  reads: async (doc, find) => ({
    running: await find.exists(procurementPlan, { liveId: doc.id, status: ["DRAFT", "APPROVING", "REJECTED"] }),
  }),
  decide: (doc, { running }, input) => [
    running && refuse("PUR-0008", "请先办完或删除进行中的调整", "Finish or delete the open adjustment first"),
    set(doc, { closeReason: input.closeWhy ?? null }),
  ],
});

/** What is still open of item lines becomes a requisition of this plan. */
const toRequisition = rule(procurementPlan, "doToRequisition", {
  decide: (doc, _, input, me, at) => {
    const wanted = Array.isArray(input.lineIds) ? new Set(input.lineIds.map(String)) : null;
    const lines = doc.lines.filter((line) => line.itemId && line.uom && cmp(line.openQty, "0") > 0 && (!wanted || wanted.has(line.id)));
    if (lines.length === 0) return refuse("PUR-0006", "没有剩余数量的物料行", "No item line has quantity left");
    const id = at.newId();
    return [
      make(requisition, id, {
        billTypeId: input.billTypeId,
        requisitionType: "MATERIAL",
        orgId: doc.orgId,
        deptId: doc.deptId,
        currency: doc.currency,
        planId: doc.id,
        sourceType: "PLAN",
        sourceNum: doc.planNum,
        requesterId: me.userId,
        requestDate: at.today,
        lines: lines.map((line) => ({
          itemId: line.itemId,
          uom: line.uom,
          requestQty: line.openQty,
          invOrgId: input.invOrgId ?? null,
          needByDate: neededBy(line, input.needByDate ?? null, doc.periodEnd),
          estPrice: cmp(line.openAmount, "0") > 0 ? div(line.openAmount, line.openQty, 8) : null,
        })),
      }),
      run(requisition, id, "saveOrUpdate", {}),
      reveal({ id }),
    ];
  },
});

export const procurementPlanRules = [
  ...[save, submit, approve, close, toRequisition],
  ...revisionRules(procurementPlan),
  // what is used meanwhile is looked at again, under its lock
  takeoverRule(procurementPlan, (live, draft) => belowUse(draft, live)),
  ...[postRule(planHome, procurementPlan), rebuildRule(planHome)],
];
