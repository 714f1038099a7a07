import { cmp } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add, closeTodo, drop, make, rule, run, set, tell, todo, type Decision, type Effect, type Find } from "#kernel/rule.ts";
import { addDays } from "#kernel/days.ts";
import { nodeClosed, supplierInfo, track } from "#modules/supplier/index.ts";
import { inspectFinding } from "./finding.entity.ts";
import { isGrave, judgesOf, resultOf, sectionsIn, totalsOf, weightFaults, weightRefusal, type Judge, type Mark } from "./inspect-score.ts";
import { inspection } from "./inspect.entity.ts";
import { inspectPlan } from "./plan.entity.ts";
import { scoreSheet } from "./score.entity.ts";

export type Inspection = Doc<typeof inspection>;
type Sheet = Doc<typeof scoreSheet>;
export type Finding = Doc<typeof inspectFinding>;

const fault = (path: string, code: string, cn: string, en: string): Refusal =>
  refuse(code, cn, en, { fieldErrors: [{ path, code, text: [cn, en] }] });

const nodeCode = "LOCALE_INSPECT";
const onNode = (doc: Inspection, nodeStatus: string): Effect | false =>
  doc.trackId !== null && run(track, doc.trackId, "doNode", { nodeCode, nodeStatus, docType: inspection.name, docId: doc.id });
const onLine = (doc: Inspection, lineStatus: string): Effect | false =>
  doc.planId !== null && doc.planLineId !== null && run(inspectPlan, doc.planId, "doLine", { lineId: doc.planLineId, lineStatus });

export const findingsOf = (find: Find, inspectId: string): Promise<readonly Finding[]> => find.where(inspectFinding, { inspectId });
const sheetsOf = (find: Find, inspectId: string): Promise<readonly Sheet[]> => find.where(scoreSheet, { inspectId });
const judges = (doc: Inspection): readonly Judge[] =>
  doc.members.map((member) => ({ userId: member.userId, sections: member.section, weight: member.weight }));

/** The result as totals and findings stand; written at every change of either until the inspection is submitted. */
export const concluded = (doc: Inspection, findings: readonly Pick<Finding, "level" | "findingStatus">[]): ReturnType<typeof resultOf> =>
  resultOf({
    total: doc.totalScore,
    vetoed: doc.vetoFlag === "Y",
    passScore: doc.passScore,
    allowConcession: doc.allowConcession,
    levels: findings.filter((finding) => finding.findingStatus !== "CLOSED").map((finding) => finding.level),
  });

/** Somebody who judges the same section twice would count twice. */
const doubled = (doc: Inspection): readonly Refusal[] =>
  sectionsIn(doc.items)
    .filter((section) => {
      const own = judgesOf(judges(doc), section).map((judge) => judge.userId);
      return new Set(own).size < own.length;
    })
    .map((section) => refuse("DATA_DUPLICATE", `板块${section}中有重复的成员`, `A member appears twice for ${section}`));

const save = rule(inspection, "saveOrUpdate", {
  reads: async (doc, find) => ({ of: doc.trackId ? await find.one(track, doc.trackId) : null }),
  decide: (doc, { of }, { before }) => {
    const node = of?.nodes.find((row) => row.nodeCode === nodeCode);
    return [
      ...doubled(doc),
      before === null && of !== null && nodeClosed(of, nodeCode),
      of !== null &&
        (of.supplierId !== doc.supplierId || of.orgId !== doc.orgId) &&
        fault("trackId", "SLC_INS_008", "引入跟踪与供应商或组织不符", "The track belongs to another supplier or organisation"),
      // What an introduction demands is not softened by the inspector.
      node?.passScore ? set(doc, { passScore: node.passScore, allowConcession: node.allowConcession }) : null,
      before === null && onNode(doc, "DOING"),
    ];
  },
});

const copyItems = rule(inspection, "doCopyItems", {
  reads: async (_, find, input) => ({ from: await find.one(inspection, input.fromId!) }),
  decide: (doc, { from }) => [
    from.items.length === 0 && fault("fromId", "SLC_INS_009", "所选考察单没有评分项", "The chosen inspection has no score items"),
    ...doc.items.map((row) => drop(row)),
    ...from.items.map((row) =>
      add(doc, "items", {
        seqNum: row.seqNum,
        section: row.section,
        itemName: row.itemName,
        itemNameEn: row.itemNameEn,
        criteria: row.criteria,
        maxScore: row.maxScore,
        weight: row.weight,
        vetoFlag: row.vetoFlag,
      }),
    ),
  ],
});

const notify = rule(inspection, "doNotify", {
  decide: (doc, _, __, ___, at) => [
    doc.inspectDate < at.today && fault("inspectDate", "SLC_INS_010", "考察日期不能早于今天", "The inspection date cannot be in the past"),
    set(doc, { notifyDate: at.now }),
    todo("INSPECT_VISIT", doc, { supplierId: doc.supplierId, contactRole: "QUALITY", dueDate: `${doc.inspectDate}T00:00:00.000Z` }),
    tell("INSPECT_NOTICE", { id: doc.id, no: doc.inspectNo, date: doc.inspectDate, agenda: doc.agenda ?? "", supplierId: doc.supplierId }),
  ],
});

/** The sheet one member fills: what he judges, in the order of the items. */
function sheetFor(doc: Inspection, userId: string, id: string, dueDate: string): Effect | null {
  const own = doc.items
    .filter((item) => judgesOf(judges(doc), item.section).some((judge) => judge.userId === userId))
    .toSorted((a, b) => a.seqNum - b.seqNum);
  return own.length === 0
    ? null
    : make(scoreSheet, id, {
        inspectId: doc.id,
        inspectNo: doc.inspectNo,
        supplierId: doc.supplierId,
        orgId: doc.orgId,
        inspectDate: doc.inspectDate,
        memberId: userId,
        dueDate,
        lines: own.map((item) => ({
          itemId: item.id,
          seqNum: item.seqNum,
          section: item.section,
          itemName: item.itemName,
          itemNameEn: item.itemNameEn,
          criteria: item.criteria,
          maxScore: item.maxScore,
          itemWeight: item.weight,
          vetoFlag: item.vetoFlag,
        })),
      });
}

const startScore = rule(inspection, "doStartScore", {
  decide: (doc, _, input, __, at): Decision => {
    const wrong = [...weightFaults(judges(doc), doc.items).map(weightRefusal), ...doubled(doc)];
    if (wrong.length > 0) return wrong;
    const last = doc.endDate ?? doc.inspectDate;
    const due = input.dueDate ?? `${addDays(last > at.today ? last : at.today, 3)}T10:00:00.000Z`;
    const sheets = [...new Set(doc.members.map((member) => member.userId))].map((userId) => {
      const id = at.newId();
      return { id, userId, made: sheetFor(doc, userId, id, due) };
    });
    return [
      ...sheets.map(({ made }) => made === null && refuse("SLC_INS_011", "有成员没有可评的板块", "A member has no section to score")),
      ...sheets.flatMap(({ id, made }) => (made ? [made, run(scoreSheet, id, "doOpen", {})] : [])),
      ...doc.members.map((member) => set(member, { sheetStatus: "PENDING", sheetDate: null })),
      set(doc, { scoreDueDate: due }),
      closeTodo("INSPECT_VISIT", doc, "HANDLED"),
    ];
  },
});

const marksOf = (sheets: readonly Sheet[]): Mark[] =>
  sheets.flatMap((sheet) =>
    sheet.lines.map((line) => ({ userId: sheet.memberId, itemId: line.itemId, score: line.score, naFlag: line.naFlag })),
  );

const sheetIn = rule(inspection, "doSheetIn", {
  reads: async (doc, find) => ({
    sheets: await sheetsOf(find, doc.id),
    findings: await findingsOf(find, doc.id),
    supplier: await find.maybe(supplierInfo, doc.supplierId),
  }),
  decide: (doc, { sheets, findings, supplier }, input, _, at): Decision => {
    const came = sheets.find((sheet) => sheet.id === input.scoreId);
    const isIn = (sheet: Sheet) => sheet.id === input.scoreId || sheet.status === "SUBMITTED";
    const stamps = doc.members
      .filter((member) => member.userId === came?.memberId)
      .map((member) => set(member, { sheetStatus: "SUBMITTED", sheetDate: at.now }));
    if (!sheets.every(isIn)) return stamps;
    const totals = totalsOf(doc.items, judges(doc), marksOf(sheets));
    const byItem = new Map(totals.items.map((itemTotal) => [itemTotal.itemId, itemTotal]));
    const counted = { totalScore: totals.total, scoreRate: totals.total, vetoFlag: totals.vetoed ? "Y" : "N" } as const;
    return [
      ...stamps,
      ...doc.items.map((item) => set(item, { avgScore: byItem.get(item.id)?.score ?? null, scoreRate: byItem.get(item.id)?.rate ?? null })),
      set(doc, {
        ...counted,
        status: "SUMMARIZING",
        sectionScores: totals.sections,
        result: concluded({ ...doc, ...counted }, findings),
      }),
      ...sheets.map((sheet) => run(scoreSheet, sheet.id, "doShow", { openFlag: "Y" })),
      tell("INSPECT_SCORED", {
        id: doc.id,
        no: doc.inspectNo,
        supplier: supplier?.supplierName ?? "",
        total: totals.total ?? "",
        leaderId: doc.leaderId,
      }),
    ];
  },
});

const returnScore = rule(inspection, "doReturnScore", {
  reads: async (doc, find) => ({ sheets: await sheetsOf(find, doc.id) }),
  decide: (doc, { sheets }, input): Decision => {
    const back = sheets.find((sheet) => sheet.memberId === input.memberId);
    if (!back) return fault("memberId", "SLC_INS_012", "该成员没有评分表", "This member has no sheet");
    return [
      run(scoreSheet, back.id, "doReturn", { returnReason: input.returnReason! }),
      ...sheets.map((sheet) => run(scoreSheet, sheet.id, "doShow", { openFlag: "N" })),
      ...doc.members
        .filter((member) => member.userId === back.memberId)
        .map((member) => set(member, { sheetStatus: "RETURNED", sheetDate: null })),
      ...doc.items.map((item) => set(item, { avgScore: null, scoreRate: null })),
      set(doc, { totalScore: null, scoreRate: null, vetoFlag: "N", sectionScores: null, result: null }),
    ];
  },
});

const submit = rule(inspection, "doSubmit", {
  reads: async (doc, find) => ({ findings: await findingsOf(find, doc.id) }),
  decide: (doc, { findings }) => {
    const result = concluded(doc, findings);
    return [
      !doc.summary?.trim() && fault("summary", "TABLE_REQUIRED", "请先汇总，填写总结", "Summarise first: the summary is missing"),
      result === null && refuse("SLC_INS_013", "没有可计算的得分", "There is no score to conclude from"),
      set(doc, { result }),
    ];
  },
});

const nodeAfter: Readonly<Record<string, string>> = { PASS: "PASSED", CONDITIONAL: "CONDITIONAL", FAIL: "FAILED" };

const approve = rule(inspection, "doApproval", {
  reads: async (doc, find) => ({ findings: await findingsOf(find, doc.id) }),
  decide: (doc, { findings }, _, __, at) => {
    const open = findings.filter((finding) => finding.findingStatus !== "CLOSED");
    const grave = open.filter((finding) => isGrave(finding.level));
    const first = grave.map((finding) => finding.dueDate).toSorted()[0];
    return [
      set(doc, {
        status: grave.length > 0 ? "RECTIFYING" : "APPROVED",
        approveDate: at.today,
        notifyDate: doc.notifyDate ?? at.now,
        rectifyCount: open.length,
        releasedScore: doc.totalScore,
        releasedResult: doc.result,
        releasedSections: doc.sectionScores,
      }),
      ...findings.map((finding) => run(inspectFinding, finding.id, "doRelease", {})),
      onLine(doc, "DONE"),
      onNode(doc, nodeAfter[doc.result ?? "FAIL"]!),
      closeTodo("INSPECT_VISIT", doc, "HANDLED"),
      grave.length > 0 &&
        todo("INSPECT_RECTIFY", doc, { supplierId: doc.supplierId, contactRole: "QUALITY", dueDate: `${first!}T10:00:00.000Z` }),
      tell("INSPECT_CONCLUDED", { id: doc.id, no: doc.inspectNo, n: open.length, supplierId: doc.supplierId }),
    ];
  },
});

const cancel = rule(inspection, "doCancel", {
  reads: async (doc, find) => ({ sheets: await sheetsOf(find, doc.id) }),
  decide: (doc, { sheets }, input) => [
    set(doc, { cancelReason: input.cancelReason ?? null }),
    closeTodo("INSPECT_VISIT", doc, "WITHDRAWN"),
    ...sheets.map((sheet) => run(scoreSheet, sheet.id, "doEnd", {})),
    onLine(doc, "PLANNED"),
    doc.notifyDate !== null &&
      tell("INSPECT_CANCELLED", { id: doc.id, no: doc.inspectNo, date: doc.inspectDate, supplierId: doc.supplierId }),
  ],
});

/** After the last grave finding is closed: a pass that was conditional for its findings alone is a pass. */
export const cured = (doc: Inspection): Effect | false =>
  doc.result === "CONDITIONAL" && doc.totalScore !== null && cmp(doc.totalScore, doc.passScore) >= 0 && onNode(doc, "PASSED");

export const inspectRules = [
  ...[save, copyItems, notify, startScore, sheetIn, returnScore, submit, approve, cancel],
  rule(inspection, "doSummary", {
    reads: async (doc, find) => ({ findings: await findingsOf(find, doc.id) }),
    decide: (doc, { findings }, input) => set(doc, { summary: input.summary!, result: concluded(doc, findings) }),
  }),
];
