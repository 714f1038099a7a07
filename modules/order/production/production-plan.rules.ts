import { add as plus, cmp, isZero } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add, closeTodo, rule, set, tell, todo, type Effect, type Find } from "#kernel/rule.ts";
import { daysBetween } from "#kernel/days.ts";
import { fault, fitsDecimals, tooFine, uomDecimals } from "#modules/demand/index.ts";
import { order } from "../order.entity.ts";
import { orderDelivery } from "../order-line.entity.ts";
import { productionPlan } from "./production-plan.entity.ts";
import { openOf } from "../ledger/quantities.ts";

export type ProductionPlan = Doc<typeof productionPlan>;
type Row = Doc<typeof orderDelivery>;
const running = ["CONFIRMED", "CHANGING", "PUBLISHED"];

/** The order row a plan is about, the order it belongs to, and the digits of its unit. */
async function aboutRow(find: Find, deliveryId: string | null) {
  const row = await find.maybe(orderDelivery, deliveryId);
  const [head, decimals] = await Promise.all([find.maybe(order, (row?.orderId as string | null) ?? null), uomDecimals(find, row?.uom)]);
  return { row, head, decimals };
}
type About = Awaited<ReturnType<typeof aboutRow>>;

/** What the order says is written down with the plan, so that lists need not ask for it. */
const copied = (doc: ProductionPlan, row: Row): Effect =>
  set(doc, {
    supplierId: row.supplierId,
    orgId: row.orgId,
    orderId: row.orderId,
    itemId: row.itemId,
    lineNum: row.lineNum,
    uom: row.uom,
    buyerId: row.buyerId,
    promiseDate: row.currentPromiseDate ?? row.promiseDate ?? row.needByDate,
  });

const notThere = (path: string): Refusal =>
  fault(path, "PUR-0004", "单据不存在或无权查看", "Document does not exist or is not visible to you");

/** Only a confirmed row of a running order is planned. */
function rowFaults({ row, head }: About, path: string, supplierId: string | null): Refusal[] {
  if (!row || !head || (supplierId !== null && row.supplierId !== supplierId)) return [notThere(path)];
  if (row.confirmStatus !== "CONFIRMED" || !running.includes(head.status))
    return [fault(path, "PUR-3304", `交货行[${row.scheduleNum ?? ""}]尚未确认`, `Schedule ${row.scheduleNum ?? ""} is not confirmed yet`)];
  return [];
}

/** Nobody plans more than is still to come or on its way. */
function planFaults(doc: ProductionPlan, { row, decimals }: About): (Refusal | false)[] {
  // What is not filled in is told as missing, not as too much.
  if (!row || doc.planQty === null) return [];
  const most = plus(openOf(row), row.inTransitQty);
  return [
    doc.finishDate < doc.startDate && fault("finishDate", "PUR-0007", "结束日期不能早于开始日期", "End date cannot be before start date"),
    !fitsDecimals(doc.planQty, decimals) && tooFine("planQty", doc.planQty, row.uom ?? "", decimals),
    cmp(doc.planQty, most) > 0 &&
      fault("planQty", "PUR-3701", `计划数量${doc.planQty}超过订单未交数量${most}`, `Planned ${doc.planQty} exceeds ${most} still to come`),
    cmp(doc.finishedQty, doc.planQty) > 0 && overPlan(doc.finishedQty, doc.planQty),
  ];
}
const overPlan = (finished: string, planned: string): Refusal =>
  refuse("PUR-3702", `完工数量${finished}超过计划数量${planned}`, `Finished ${finished} exceeds the planned ${planned}`);

const save = rule(productionPlan, "saveOrUpdate", {
  reads: (doc, find) => aboutRow(find, doc.orderDeliveryId),
  decide: (doc, about, { before }, me) => [
    ...(before === null || before.orderDeliveryId !== doc.orderDeliveryId ? rowFaults(about, "orderDeliveryId", me.supplierId) : []),
    ...planFaults(doc, about),
    about.row !== null && copied(doc, about.row),
  ],
});

const reportTodo = (
  doc: ProductionPlan,
  supplierId: string | null,
  dueDate: string | null,
  priority: "NORMAL" | "URGENT" = "NORMAL",
): Effect => todo("PROD_PLAN_REPORT", doc, { supplierId, contactRole: "SALES", dueDate, priority });

/** The buyer asks for a plan: a draft stands ready for the supplier, and a to-do tells it so. */
const request = rule(productionPlan, "doRequest", {
  reads: (_, find, input) => aboutRow(find, input.deliveryId ?? null),
  decide: (doc, about, input, __, at) => {
    const wrong = rowFaults(about, "deliveryId", null);
    const { row } = about;
    if (wrong.length > 0 || !row) return wrong;
    const promise = row.currentPromiseDate ?? row.promiseDate ?? row.needByDate;
    const begin = promise < at.today ? promise : at.today;
    return [
      set(doc, { orderDeliveryId: row.id, planQty: openOf(row), startDate: begin, finishDate: promise, requestedFlag: "Y" }),
      copied(doc, row),
      reportTodo(doc, row.supplierId as string | null, input.dueDate ?? promise),
    ];
  },
});

const told = (doc: ProductionPlan, buyerId: unknown) => ({ id: doc.id, num: doc.planNum, supplierId: doc.supplierId, buyerId });

const submit = rule(productionPlan, "doSubmit", {
  reads: (doc, find) => aboutRow(find, doc.orderDeliveryId),
  decide: (doc, about, _, me, at) => [
    ...rowFaults(about, "orderDeliveryId", me.supplierId),
    ...planFaults(doc, about),
    about.row !== null && copied(doc, about.row),
    set(doc, { returnReason: null }),
    closeTodo("PROD_PLAN_REPORT", doc, "HANDLED"),
    tell("PUR_PRODUCTION_SUBMITTED", told(doc, about.row?.buyerId ?? doc.buyerId)),
    ...risked(doc, about.row, doc.finishDate, doc.finishedQty, at.today, about.head?.orderNum ?? ""),
  ],
});

interface Progress {
  readonly lineId?: string | null;
  readonly started?: string | null;
  readonly finished?: string | null;
  readonly packed?: string | null;
  readonly defects?: string | null;
  readonly newFinishDate?: string | null;
  readonly delayWhy?: string | null;
}

/** What a report says of one step, or a line of its own where it names none. */
function entered(doc: ProductionPlan, progress: Progress, today: string): Effect {
  const line = progress.lineId ? doc.lines.find((row) => row.id === progress.lineId) : undefined;
  const actual = progress.finished ?? progress.started ?? "0";
  if (!line)
    return add(doc, "lines", {
      stepName: "进度填报",
      actualDate: today,
      actualQty: actual,
      defectQty: progress.defects ?? null,
      delayReason: progress.delayWhy ?? null,
    });
  return set(line, {
    actualDate: today,
    actualQty: plus(line.actualQty ?? "0", actual),
    defectQty: progress.defects ? plus(line.defectQty ?? "0", progress.defects) : line.defectQty,
    delayReason: progress.delayWhy ?? line.delayReason,
  });
}

const report = rule(productionPlan, "doReport", {
  reads: (doc, find) => aboutRow(find, doc.orderDeliveryId),
  decide: (doc, about, input, __, at) => {
    const progress = input as Progress;
    const finishedQty = plus(doc.finishedQty, progress.finished ?? "0");
    const started = plus(doc.startedQty, progress.started ?? "0");
    const packedQty = plus(doc.packedQty, progress.packed ?? "0");
    const isDone = cmp(finishedQty, doc.planQty) === 0;
    const finishDate = progress.newFinishDate ?? doc.finishDate;
    const isUnknown = Boolean(progress.lineId) && !doc.lines.some((line) => line.id === progress.lineId);
    const fine = [progress.started, progress.finished, progress.packed, progress.defects].filter((value): value is string =>
      Boolean(value),
    );
    return [
      isUnknown && notThere("lineId"),
      cmp(finishedQty, doc.planQty) > 0 && overPlan(finishedQty, doc.planQty),
      cmp(packedQty, finishedQty) > 0 &&
        refuse("PUR-3702", `包装数量${packedQty}超过完工数量${finishedQty}`, `Packed ${packedQty} exceeds finished ${finishedQty}`),
      ...fine
        .filter((value) => !fitsDecimals(value, about.decimals))
        .map((value) => tooFine("finished", value, doc.uom ?? "", about.decimals)),
      progress.newFinishDate != null &&
        progress.newFinishDate < doc.startDate &&
        fault("newFinishDate", "PUR-0007", "结束日期不能早于开始日期", "End date cannot be before start date"),
      entered(doc, progress, at.today),
      set(doc, { finishedQty, packedQty, finishDate, startedQty: cmp(started, finishedQty) < 0 ? finishedQty : started }),
      isDone && set(doc, { status: "FINISHED", riskLevel: "GREEN", lateDays: 0 }),
      closeTodo("PROD_PLAN_REPORT", doc, "HANDLED"),
      ...(isDone ? [] : risked(doc, about.row, finishDate, finishedQty, at.today, about.head?.orderNum ?? "")),
    ];
  },
});

const accept = rule(productionPlan, "doAccept", { decide: (doc) => tell("PUR_PRODUCTION_ACCEPTED", told(doc, doc.buyerId)) });

const sendBack = rule(productionPlan, "doReturn", {
  decide: (doc, _, input) => [
    set(doc, { returnReason: input.returnWhy ?? null }),
    reportTodo(doc, doc.supplierId as string | null, doc.finishDate),
  ],
});

const urge = rule(productionPlan, "doUrge", {
  reads: (doc, find) => aboutRow(find, doc.orderDeliveryId),
  decide: (doc, { row }) =>
    isOver(row)
      ? refuse("PUR-0003", "交货行已无未交数量，无需填报", "Nothing is still to come of this schedule, so nothing is to be reported")
      : reportTodo(doc, doc.supplierId as string | null, doc.finishDate, "URGENT"),
});

/** What ended or has come needs no report and has no delay. */
const isOver = (row: Row | null): boolean => row !== null && isZero(openOf(row));
const over = (doc: ProductionPlan): Effect[] => [
  set(doc, { lateDays: 0, riskLevel: "GREEN", toldDays: 0 }),
  closeTodo("PROD_PLAN_REPORT", doc, "WITHDRAWN"),
];

/** Steps that should be done by today, and what they were to bring. */
const dueQty = (doc: ProductionPlan, today: string): string => {
  const due = doc.lines.filter((line) => line.planDate !== null && line.planDate < today);
  // Each step handles the same pieces: the furthest counts, not their sum.
  return due.reduce((most, row) => (cmp(row.planQty ?? "0", most) > 0 ? (row.planQty ?? "0") : most), "0");
};

/** Red when it finishes after the promise, yellow when less is finished than was due; the buyer is told once for each delay. */
export function riskOf(doc: ProductionPlan, promise: string | null, finishDate: string, finishedQty: string, today: string) {
  const expected = finishDate < today ? today : finishDate;
  const lateDays = promise !== null && expected > promise ? daysBetween(promise, expected) : 0;
  const isBehind = cmp(finishedQty, dueQty(doc, today)) < 0;
  return { lateDays, riskLevel: lateDays > 0 ? "RED" : isBehind ? "YELLOW" : "GREEN" };
}

function risked(doc: ProductionPlan, row: Row | null, finishDate: string, finishedQty: string, today: string, num: string): Effect[] {
  const promise = row?.currentPromiseDate ?? row?.promiseDate ?? doc.promiseDate;
  const { lateDays, riskLevel } = riskOf(doc, promise, finishDate, finishedQty, today);
  const isNews = lateDays > 0 && lateDays !== doc.toldDays;
  return [
    set(doc, { lateDays, riskLevel, promiseDate: promise, ...(isNews || lateDays === 0 ? { toldDays: lateDays } : {}) }),
    ...(isNews
      ? [tell("PUR_PRODUCTION_RISK", { id: doc.id, num, line: doc.lineNum, d: lateDays, supplierId: doc.supplierId, buyerId: doc.buyerId })]
      : []),
  ];
}

const reckon = rule(productionPlan, "doRisk", {
  reads: (doc, find) => aboutRow(find, doc.orderDeliveryId),
  decide: (doc, { row, head }, _, __, at) => {
    if (isOver(row)) return over(doc);
    const isPlanned = doc.status === "SUBMITTED" || doc.status === "ACCEPTED";
    return isPlanned ? risked(doc, row, doc.finishDate, doc.finishedQty, at.today, head?.orderNum ?? "") : [];
  },
});

export const productionRules = [save, request, submit, report, accept, sendBack, urge, reckon];
