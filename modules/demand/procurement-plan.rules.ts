import { cmp, div, isZero } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { postRule, rebuildRule } from "#kernel/ledger-rule.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add, drop, make, reveal, rule, run, set, type Effect, type Find } from "#kernel/rule.ts";
import { fault, fitsDecimals, noLines, tooFine, uomDecimals } from "./common.ts";
import { neededBy } from "./needed-by.ts";
import { planHome } from "./plan-home.ts";
import { belowUse, type Plan } from "./plan-use.ts";
import { procurementPlan } from "./procurement-plan.entity.ts";
import { requisition } from "./requisition.entity.ts";

type Line = Doc<typeof procurementPlan>["lines"][number];

/** A thing and a month stand once in a plan. */
function doubled(doc: Plan): Refusal[] {
  const keys = doc.lines.map((one) => `${one.itemId ?? `c:${one.categoryId}`}|${one.needMonth ?? ""}`);
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
  doc.lines.flatMap((one, i) => {
    const month = one.needMonth?.slice(0, 7);
    return month && doc.periodStart && doc.periodEnd && (month < doc.periodStart.slice(0, 7) || month > doc.periodEnd.slice(0, 7))
      ? [fault(`lines[${i}].needMonth`, "PUR-0007", "需求月份不在计划期间内", "The month is outside the plan period")]
      : [];
  });

const bare = (doc: Plan): Refusal[] =>
  doc.lines.flatMap((one, i) =>
    one.itemId && !isSet(one.planQty) && !isSet(one.planAmount) && !one.liveLineId
      ? [fault(`lines[${i}].planQty`, "PUR-0001", "计划数量或金额不能为空", "A planned quantity or amount is required")]
      : [],
  );
const isSet = (value: string | null): boolean => value !== null && !isZero(value);

async function tooFineIn(doc: Plan, find: Find): Promise<Refusal[]> {
  const decimals = await Promise.all(doc.lines.map((one) => uomDecimals(find, one.uom)));
  return doc.lines.flatMap((one, i) =>
    (["planQty", "adjustQty"] as const).flatMap((key) =>
      one[key] && !fitsDecimals(one[key], decimals[i]!) ? [tooFine(`lines[${i}].${key}`, one[key], one.uom ?? "-", decimals[i]!)] : [],
    ),
  );
}

/** In an adjustment what was planned stays; what changes stands beside it, and the frame of the plan is the old one. */
function rewritten(doc: Plan, live: Plan): Refusal[] {
  const frame = (["planType", "periodStart", "periodEnd", "orgId", "deptId", "currency", "controlBasis"] as const).filter(
    (key) => doc[key] !== live[key],
  );
  const known = new Map(live.lines.map((one) => [one.id as string, one]));
  const lines = doc.lines.flatMap((one, i) => {
    const was = one.liveLineId ? known.get(one.liveLineId) : undefined;
    const isSame = !was || (["itemId", "categoryId", "needMonth", "uom"] as const).every((key) => was[key] === one[key]);
    return isSame && (!was || (["planQty", "planAmount"] as const).every((key) => cmp(was[key] ?? "0", one[key] ?? "0") === 0))
      ? []
      : [
          fault(
            `lines[${i}].planQty`,
            "PUR-0008",
            "调整时不改原计划，请填写调整数量或金额",
            "The adjustment changes nothing. Enter what is added or removed",
          ),
        ];
  });
  return [
    ...frame.map((key) => fault(key, "PUR-0008", "调整时不能修改该字段", "This cannot change in an adjustment")),
    ...lines,
    ...belowUse(doc, live),
  ];
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
    ...(live ? rewritten(doc, live) : adjustedAlready(doc)),
  ],
});

const adjustedAlready = (doc: Plan): Refusal[] =>
  doc.lines.flatMap((one, i) =>
    isZero(one.adjustQty ?? "0") && isZero(one.adjustAmount ?? "0")
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
  decide: (doc) => (doc.liveId ? [set(doc, { status: "CLOSED" }), run(procurementPlan, doc.liveId, "doRevise", { by: doc.id })] : []),
});

const copied = (one: Line): object => ({
  ...{ itemId: one.itemId, categoryId: one.categoryId, needMonth: one.needMonth, uom: one.uom, remark: one.remark },
  ...{ planQty: one.planQty, planAmount: one.planAmount, adjustQty: one.adjustQty, adjustAmount: one.adjustAmount },
  ...{ occupiedQty: one.occupiedQty, usedQty: one.usedQty, occupiedAmount: one.occupiedAmount, usedAmount: one.usedAmount },
  liveLineId: one.id,
});

const adjust = rule(procurementPlan, "doAdjust", {
  reads: async (doc, find) => ({
    running: await find.where(procurementPlan, { liveId: doc.id, status: ["DRAFT", "APPROVING", "REJECTED"] }, 5),
  }),
  decide: (doc, { running }, input, _, at) => [
    doc.liveId !== null && refuse("PUR-0008", "请在执行中的计划上调整", "Adjust active plan"),
    running.length > 0 && refuse("PUR-0008", "该计划已有一份调整在办", "The plan is already being adjusted"),
    make(procurementPlan, at.newId(), {
      ...{ planNum: doc.planNum, revisionNum: doc.revisionNum + 1, planType: doc.planType, periodStart: doc.periodStart },
      ...{ periodEnd: doc.periodEnd, orgId: doc.orgId, deptId: doc.deptId, currency: doc.currency, remark: doc.remark },
      ...{ controlMode: doc.controlMode, controlBasis: doc.controlBasis, liveId: doc.id, adjustReason: input.adjustWhy ?? "" },
      lines: doc.lines.map(copied),
    } as never),
  ],
});

/** The plan in force takes over what an approved adjustment says; what is used meanwhile is looked at again, under its lock. */
const revise = rule(procurementPlan, "doRevise", {
  reads: async (_, find, input) => ({ by: await find.one(procurementPlan, String(input.by)) }),
  decide: (doc, { by }) => {
    const kept = new Map(by.lines.flatMap((one) => (one.liveLineId ? [[one.liveLineId as string, one] as const] : [])));
    const changed = doc.lines.flatMap((line): Effect[] => {
      const one = kept.get(line.id);
      return one ? [set(line, { adjustQty: one.adjustQty, adjustAmount: one.adjustAmount, remark: one.remark })] : [drop(line)];
    });
    const added = by.lines.flatMap((one) => (one.liveLineId ? [] : [add(doc, "lines", { ...copied(one), liveLineId: null })]));
    return [
      ...belowUse(by, doc),
      set(doc, { revisionNum: by.revisionNum, controlMode: by.controlMode, remark: by.remark }),
      ...changed,
      ...added,
    ];
  },
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
    const lines = doc.lines.filter((one) => one.itemId && one.uom && cmp(one.openQty, "0") > 0 && (!wanted || wanted.has(one.id)));
    if (lines.length === 0) return refuse("PUR-0006", "没有剩余数量的物料行", "No item line has quantity left");
    const id = at.newId();
    return [
      make(requisition, id, {
        ...{ billTypeId: input.billTypeId, requisitionType: "MATERIAL", orgId: doc.orgId, deptId: doc.deptId, currency: doc.currency },
        ...{ planId: doc.id, sourceType: "PLAN", sourceNum: doc.planNum, requesterId: me.userId, requestDate: at.today },
        lines: lines.map((one) => ({
          ...{ itemId: one.itemId, uom: one.uom, requestQty: one.openQty, invOrgId: input.invOrgId ?? null },
          needByDate: neededBy(one, input.needByDate ?? null, doc.periodEnd),
          estPrice: cmp(one.openAmount, "0") > 0 ? div(one.openAmount, one.openQty, 8) : null,
        })),
      } as never),
      run(requisition, id, "saveOrUpdate", {}),
      reveal({ id }),
    ];
  },
});

export const procurementPlanRules = [
  ...[save, submit, approve, adjust, revise, close, toRequisition],
  ...[postRule(planHome, procurementPlan), rebuildRule(planHome)],
];
