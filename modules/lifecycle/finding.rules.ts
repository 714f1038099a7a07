import { refuse, type Refusal } from "#kernel/refusal.ts";
import { closeTodo, rule, run, set, tell, todo, type Decision, type Effect, type Find } from "#kernel/rule.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import { inspectFinding } from "./finding.entity.ts";
import { isGrave } from "./inspect-score.ts";
import { inspection } from "./inspect.entity.ts";
import { concluded, cured, findingsOf, type Finding, type Inspection } from "./inspect.rules.ts";

const fault = (path: string, code: string, cn: string, en: string): Refusal =>
  refuse(code, cn, en, { fieldErrors: [{ path, code, text: [cn, en] }] });
const gone = refuse("SUP_AUTH_404", "数据不存在或无权查看", "Not found or not visible");

/** While the team is at work findings are noted; what was submitted stands. */
const noting = ["DRAFT", "NOTIFIED", "SCORING", "SUMMARIZING"];
const wrongTime = (of: Inspection): Refusal | false =>
  !noting.includes(of.status) &&
  refuse("STATE_NOT_ALLOWED", "考察已提交，不能再修改发现项", "The inspection is submitted; its findings cannot be changed");

/** The figures of the inspection after its findings are these. */
const figures = (of: Inspection, findings: readonly Finding[]): Effect =>
  set(of, {
    openFindings: findings.filter((finding) => finding.findingStatus !== "CLOSED").length,
    ...(of.status === "SUMMARIZING" ? { result: concluded(of, findings) } : {}),
  });

const read = async (doc: Finding, find: Find) => {
  const of = await find.lock(inspection, doc.inspectId);
  return { of, others: (await findingsOf(find, doc.inspectId)).filter((finding) => finding.id !== doc.id) };
};

const save = rule(inspectFinding, "saveOrUpdate", {
  reads: read,
  decide: (doc, { of, others }, { before }, _, at) => [
    wrongTime(of),
    doc.dueDate !== before?.dueDate &&
      doc.dueDate < at.today &&
      fault("dueDate", "SLC_INS_010", "整改期限不能早于今天", "The due date cannot be in the past"),
    set(doc, { inspectNo: of.inspectNo, supplierId: of.supplierId, orgId: of.orgId }),
    figures(of, [...others, doc]),
  ],
});

const remove = rule(inspectFinding, "delete", {
  reads: read,
  decide: (_, { of, others }) => [wrongTime(of), figures(of, others)],
});

/** The finding somebody answers or judges, if it belongs here and the supplier knows of it. */
const meant = (findings: readonly Finding[], id: unknown): Finding | undefined =>
  findings.find((finding) => finding.id === id && finding.releasedFlag === "Y");
const waits = (finding: Finding): boolean => finding.findingStatus === "OPEN" || finding.findingStatus === "REOPENED";

const reply = rule(inspection, "doRectifyReply", {
  reads: async (doc, find) => ({ findings: await findingsOf(find, doc.id), supplier: await find.maybe(supplierInfo, doc.supplierId) }),
  decide: (doc, { findings, supplier }, input): Decision => {
    const finding = meant(findings, input.findingId);
    if (!finding) return gone;
    const rest = findings.filter((other) => other !== finding && waits(other));
    return [
      !waits(finding) && refuse("STATE_NOT_ALLOWED", "该发现项不需要回复", "This finding cannot be answered now"),
      run(inspectFinding, finding.id, "doReply", { supplierReply: input.supplierReply!, replyFiles: input.replyFiles ?? null }),
      set(doc, { rectifyCount: rest.length }),
      !rest.some((other) => isGrave(other.level)) && closeTodo("INSPECT_RECTIFY", doc, "HANDLED"),
      tell("INSPECT_REPLIED", { id: doc.id, no: doc.inspectNo, supplier: supplier?.supplierName ?? "", leaderId: doc.leaderId }),
    ];
  },
});

const verify = rule(inspection, "doVerify", {
  reads: async (doc, find) => ({ findings: await findingsOf(find, doc.id) }),
  decide: (doc, { findings }, input, _, at): Decision => {
    const finding = meant(findings, input.findingId);
    if (!finding) return gone;
    const ok = input.verifyResult === "OK";
    const due = input.dueDate ?? finding.dueDate;
    const others = findings.filter((other) => other !== finding && other.findingStatus !== "CLOSED");
    const ends = doc.status === "RECTIFYING" && ok && !others.some((other) => isGrave(other.level));
    const open = [...others.filter(waits), ...(ok ? [] : [finding])];
    return [
      finding.findingStatus === "CLOSED" && refuse("STATE_NOT_ALLOWED", "该发现项已关闭", "This finding is closed"),
      waits(finding) && isGrave(finding.level) && refuse("SLC_INS_014", "供应商尚未回复，不能验证", "The supplier has not answered yet"),
      !ok && !input.verifyRemark?.trim() && fault("verifyRemark", "TABLE_REQUIRED", "请填写验证意见", "Describe the problem"),
      !ok && due < at.today && fault("dueDate", "SLC_INS_010", "新的期限不能早于今天", "The new due date cannot be in the past"),
      run(inspectFinding, finding.id, "doJudge", {
        verifyResult: input.verifyResult!,
        verifyRemark: input.verifyRemark ?? null,
        dueDate: due,
      }),
      set(doc, {
        openFindings: others.length + (ok ? 0 : 1),
        rectifyCount: open.length,
        ...(ends ? { status: "APPROVED" } : {}),
      }),
      ends && closeTodo("INSPECT_RECTIFY", doc, "HANDLED"),
      ends && cured(doc),
      !ok &&
        isGrave(finding.level) &&
        todo("INSPECT_RECTIFY", doc, { supplierId: doc.supplierId, contactRole: "QUALITY", dueDate: `${due}T10:00:00.000Z` }),
    ];
  },
});

export const findingRules = [
  ...[save, remove, reply, verify],
  rule(inspectFinding, "doReply", {
    decide: (doc, _, input, __, at) =>
      set(doc, { supplierReply: input.supplierReply!, replyFiles: input.replyFiles ?? null, replyDate: at.now, verifyResult: null }),
  }),
  rule(inspectFinding, "doJudge", {
    decide: (doc, _, input, me, at) =>
      set(doc, {
        verifyResult: input.verifyResult!,
        verifyRemark: input.verifyRemark ?? null,
        verifyBy: me.userId,
        verifyDate: at.now,
        findingStatus: input.verifyResult === "OK" ? "CLOSED" : "REOPENED",
        dueDate: input.dueDate ?? doc.dueDate,
      }),
  }),
  rule(inspectFinding, "doRelease", { decide: (doc) => set(doc, { releasedFlag: "Y" }) }),
];
