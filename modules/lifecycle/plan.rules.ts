import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add, make, rule, run, set, type Decision, type Effect, type Find } from "#kernel/rule.ts";
import { Question } from "#kernel/question.ts";
import { nodeClosed, supplierCategory, supplierInfo, track, type Track } from "#modules/supplier/index.ts";
import { inspection } from "./inspect.entity.ts";
import { inspectPlan } from "./plan.entity.ts";
import { monthsOf, propose, type Candidate } from "./propose.ts";

type Plan = Doc<typeof inspectPlan>;
type Line = Plan["lines"][number];
type Inspection = Doc<typeof inspection>;

/** How much was bought from these suppliers in the last twelve months, in the currency of the organisation? Purchasing knows. */
export const spendOfSuppliers = new Question<
  { readonly orgId: string; readonly supplierIds: readonly string[]; readonly today: string },
  { readonly supplierId: string; readonly amount: string }
>();

const fault = (path: string, code: string, cn: string, en: string): Refusal =>
  refuse(code, cn, en, { fieldErrors: [{ path, code, text: [cn, en] }] });
const gone = refuse("SUP_AUTH_404", "数据不存在或无权查看", "Not found or not visible");
const ended = ["APPROVED", "RECTIFYING"];
const living = ["CANDIDATE", "TRIAL", "QUALIFIED", "SUSPENDED"];

/** The latest ended inspection of each supplier. */
async function lastVisits(find: Find, supplierIds: readonly string[]): Promise<ReadonlyMap<string, Inspection>> {
  if (supplierIds.length === 0) return new Map();
  const found = await find.where(inspection, { supplierId: supplierIds, status: ended }, 20_000);
  return new Map(found.toSorted((a, b) => (a.inspectDate < b.inspectDate ? -1 : 1)).map((doc) => [doc.supplierId, doc]));
}

async function categoriesOf(find: Find, supplierIds: readonly string[], orgId: string): Promise<ReadonlyMap<string, readonly string[]>> {
  if (supplierIds.length === 0) return new Map();
  const found = await find.where(supplierCategory, { supplierId: supplierIds, categoryStatus: living }, 20_000);
  const own = found.filter((doc) => doc.orgId === null || doc.orgId === orgId);
  return new Map(
    [...Map.groupBy(own, (doc) => doc.supplierId)].map(([id, rows]) => [id, [...new Set(rows.map((row) => row.categoryId))]] as const),
  );
}

const lastOf = (visit: Inspection | undefined) => ({ lastScore: visit?.totalScore ?? null, lastDate: visit?.inspectDate ?? null });

const save = rule(inspectPlan, "saveOrUpdate", {
  reads: async (doc, find) => {
    const ids = [...new Set(doc.lines.flatMap((line) => line.supplierId ?? []))];
    const [visits, categories] = await Promise.all([lastVisits(find, ids), categoriesOf(find, ids, doc.orgId)]);
    return { visits, categories };
  },
  decide: (doc, { visits, categories }, _, me) => {
    const inside = monthsOf(doc.planYear, doc.planPeriod);
    return [
      ...doc.lines.map(
        (line, at) =>
          Boolean(line.planMonth) &&
          !inside.includes(line.planMonth) &&
          fault(`lines[${at}].planMonth`, "SLC_INS_004", "月份不在计划周期内", "The month is outside the plan's period"),
      ),
      !doc.ownerId && set(doc, { ownerId: me.userId }),
      ...doc.lines.map((line) => set(line, { ...lastOf(visits.get(line.supplierId)), categoryIds: categories.get(line.supplierId) ?? [] })),
    ];
  },
});

/** The suppliers business is done with; where there are too many to weigh one by one, those with a warning light. */
async function traded(find: Find): Promise<readonly { readonly id: string; readonly riskLight: string | null }[]> {
  const all = { supStatus: ["QUALIFIED", "TRIAL"] };
  const most = 5_000;
  return (await find.count(supplierInfo, all)) <= most
    ? find.where(supplierInfo, all, most)
    : find.where(supplierInfo, { ...all, riskLight: ["RED", "YELLOW"] }, 20_000);
}

const autoPropose = rule(inspectPlan, "autoPropose", {
  reads: async (doc, find, _, __, at) => {
    const taken = new Set(doc.lines.map((line) => line.supplierId));
    const suppliers = (await traded(find)).filter((row) => !taken.has(row.id));
    const ids = suppliers.map((supplier) => supplier.id);
    const [visits, categories, spent] = await Promise.all([
      lastVisits(find, ids),
      categoriesOf(find, ids, doc.orgId),
      spendOfSuppliers.ask(find, { orgId: doc.orgId, supplierIds: ids, today: at.today }),
    ]);
    const spend = new Map(spent.map((entry) => [entry.supplierId, entry.amount]));
    const candidates = suppliers
      .filter((supplier) => categories.has(supplier.id))
      .map((supplier): Candidate => ({
        supplierId: supplier.id,
        riskLight: supplier.riskLight,
        spend: spend.get(supplier.id) ?? null,
        ...lastOf(visits.get(supplier.id)),
      }));
    return { candidates, visits, categories };
  },
  decide: (doc, { candidates, visits, categories }, input, me, at): Decision => {
    const found = propose(candidates, {
      today: at.today,
      year: doc.planYear,
      period: doc.planPeriod,
      most: input.most ?? 10,
      months: input.months ?? 12,
    });
    return [
      found.length === 0 && refuse("SLC_INS_005", "没有需要推荐的供应商", "No supplier needs to be proposed"),
      ...found.map(({ supplierId, reasonType, planMonth, note }) =>
        add(doc, "lines", {
          supplierId,
          reasonType,
          planMonth,
          ...lastOf(visits.get(supplierId)),
          leaderId: input.leaderId ?? doc.ownerId ?? me.userId,
          categoryIds: categories.get(supplierId) ?? [],
          proposeNote: note[0].slice(0, 200),
          proposeNoteEn: note[1].slice(0, 200),
        }),
      ),
    ];
  },
});

const typeOf = (reason: string): string => (reason === "NEW" ? "ADMISSION" : reason === "PERIODIC" ? "PERIODIC" : "SPECIAL");
const nodeIn = (of: Track | null) => of?.nodes.find((node) => node.nodeCode === "LOCALE_INSPECT");

/** The introduction that waits for this visit, if there is one. */
const waiting = (tracks: readonly Track[]): Track | null =>
  tracks.find((track) => ["OPEN", "DOING"].includes(nodeIn(track)?.nodeStatus ?? "") && nodeClosed(track, "LOCALE_INSPECT") === null) ??
  null;

const wrongLine = (line: Line | undefined): Refusal | false =>
  !line ? gone : line.lineStatus !== "PLANNED" && refuse("STATE_NOT_ALLOWED", "该计划行当前不能操作", "This line is no longer open");

const generate = rule(inspectPlan, "doGenInspect", {
  reads: async (doc, find, input) => {
    const line = doc.lines.find((row) => row.id === input.lineId);
    const tracks = line ? await find.where(track, { supplierId: line.supplierId, orgId: doc.orgId, trackStatus: "RUNNING" }) : [];
    return { of: line?.reasonType === "NEW" ? waiting(tracks) : null };
  },
  decide: (doc, { of }, input, _, at): Decision => {
    const line = doc.lines.find((row) => row.id === input.lineId);
    const wrong = wrongLine(line);
    if (wrong || !line) return [wrong];
    const id = at.newId();
    const first = `${line.planMonth}-01`;
    const node = nodeIn(of);
    return [
      make(inspection, id, {
        supplierId: line.supplierId,
        orgId: doc.orgId,
        planId: doc.id,
        planLineId: line.id,
        trackId: of?.id ?? null,
        inspectType: typeOf(line.reasonType),
        leaderId: line.leaderId,
        templateId: line.templateId,
        inspectDate: input.inspectDate ?? (first > at.today ? first : at.today),
        ...(node?.passScore ? { passScore: node.passScore } : {}),
        ...(node ? { allowConcession: node.allowConcession } : {}),
        members: [{ userId: line.leaderId, weight: "100" }],
      }),
      set(line, { lineStatus: "GENERATED", inspectId: id }),
      of !== null && run(track, of.id, "doNode", { nodeCode: "LOCALE_INSPECT", nodeStatus: "DOING", docType: inspection.name, docId: id }),
    ];
  },
});

const postpone = rule(inspectPlan, "doPostpone", {
  decide: (doc, _, input): Decision => {
    const line = doc.lines.find((row) => row.id === input.lineId);
    const wrong = wrongLine(line);
    if (wrong || !line) return [wrong];
    return [
      (input.newMonth ?? "") <= line.planMonth &&
        fault("newMonth", "SLC_INS_004", "新的月份须晚于原月份", "The new month must be later than the old one"),
      set(line, { lineStatus: "POSTPONED", moveReason: input.moveReason ?? null }),
      add(doc, "lines", {
        supplierId: line.supplierId,
        categoryIds: line.categoryIds,
        leaderId: line.leaderId,
        reasonType: line.reasonType,
        templateId: line.templateId,
        lastScore: line.lastScore,
        lastDate: line.lastDate,
        proposeNote: line.proposeNote,
        proposeNoteEn: line.proposeNoteEn,
        planMonth: input.newMonth,
      }),
    ];
  },
});

const cancelled = (line: Line, reason: string | null): Effect => set(line, { lineStatus: "CANCELLED", moveReason: reason });

const cancelLine = rule(inspectPlan, "doCancelLine", {
  decide: (doc, _, input): Decision => {
    const line = doc.lines.find((row) => row.id === input.lineId);
    const wrong = wrongLine(line);
    return wrong || !line ? [wrong] : [cancelled(line, input.moveReason ?? null)];
  },
});

const record = rule(inspectPlan, "doLine", {
  decide: (doc, _, input): Decision => {
    const line = doc.lines.find((row) => row.id === input.lineId);
    if (!line) return [];
    return set(line, { lineStatus: input.lineStatus!, ...(input.lineStatus === "PLANNED" ? { inspectId: null } : {}) });
  },
});

const close = rule(inspectPlan, "doClose", {
  decide: (doc, _, input) => {
    const open = doc.lines.filter((line) => line.lineStatus === "PLANNED" || line.lineStatus === "GENERATED").length;
    return [
      open > 0 &&
        !input.closeReason?.trim() &&
        fault("closeReason", "TABLE_REQUIRED", `还有${open}行未完成，请填写关闭原因`, `${open} lines are not done; give a reason to close`),
      set(doc, { endReason: input.closeReason ?? null }),
    ];
  },
});

const cancel = rule(inspectPlan, "doCancel", {
  decide: (doc, _, input) => [
    doc.lines.some((line) => line.lineStatus === "GENERATED" || line.lineStatus === "DONE") &&
      refuse("SLC_INS_006", "已有考察单的计划不能取消，请关闭", "A plan with inspections cannot be cancelled; close it instead"),
    set(doc, { endReason: input.cancelReason ?? null }),
    ...doc.lines.filter((line) => line.lineStatus === "PLANNED").map((line) => cancelled(line, input.cancelReason ?? null)),
  ],
});

export const planRules = [
  ...[save, autoPropose, generate, postpone, cancelLine, record, close, cancel],
  rule(inspectPlan, "doSubmit", {
    decide: (doc) => [doc.lines.length === 0 && refuse("SLC_INS_007", "请至少添加一个供应商", "Add at least one supplier")],
  }),
];
