import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, run, set, tell, type Effect, type Find } from "#kernel/rule.ts";
import { addMonths } from "#kernel/days.ts";
import { scene, supplierCategory, supplierInfo, track } from "#modules/supplier/index.ts";
import { isBare, isMissing, qualify } from "./qualify.entity.ts";
import { fault, nodeCode, type Line, type Qualify } from "./qualify.rules.ts";

const send = rule(qualify, "doSendSupplier", {
  decide: (doc, _, input, __, at) => {
    const due = String(input.dueDate ?? "");
    const missing = doc.lines.filter(isMissing);
    return [
      due < at.today && fault("dueDate", "FIELD_RANGE", "期限不能早于今天", "The due date cannot be in the past"),
      missing.length === 0 && refuse("SLC_QC_006", "没有需要供应商补充的资料", "Nothing is missing from the supplier"),
      ...doc.lines.map((line) => set(line, { askFlag: isMissing(line) ? "Y" : "N" })),
      set(doc, { supplierDueDate: due, sentFlag: "Y" }),
    ];
  },
});

/** What a must line lacks, as faults of its fields. */
const lacking = (doc: Line, i: number, path: string, today: string): Refusal[] => [
  ...(doc.fileIds || doc.qualificationId
    ? []
    : [
        fault(
          `${path}[${i}].fileIds`,
          "SUP_REG_007",
          `请上传：${doc.requireName}`,
          `Please upload: ${doc.requireNameEn ?? doc.requireName}`,
        ),
      ]),
  ...(doc.needNo === "Y" && !doc.certNo ? [fault(`${path}[${i}].certNo`, "TABLE_REQUIRED", "请填写证号", "Enter the number")] : []),
  ...(doc.needValidity === "Y" && !doc.validTo && doc.longTermFlag !== "Y"
    ? [fault(`${path}[${i}].validTo`, "TABLE_REQUIRED", "请填写有效期", "Enter the validity")]
    : []),
  ...(doc.validTo && doc.longTermFlag !== "Y" && doc.validTo < today
    ? [fault(`${path}[${i}].validTo`, "FIELD_RANGE", "证件已过期", "It has expired already")]
    : []),
];

const answered = rule(qualify, "doSupplierSubmit", {
  decide: (doc, _, __, ___, at) => [
    ...doc.lines.flatMap((line, i) =>
      line.askFlag === "Y" && line.mustFlag === "Y" && line.lineResult !== "WAIVED" ? lacking(line, i, "lines", at.today) : [],
    ),
    ...doc.lines.filter((line) => line.askFlag === "Y" && !isBare(line)).map((line) => set(line, { lineResult: "PENDING" })),
    tell("QUALIFY_ANSWERED", { id: doc.id, no: doc.qualifyNo, supplierId: doc.supplierId }),
  ],
});

/** The supplier hears that nothing is wanted of it any more. */
const endTold = (doc: Qualify, reason: string): Effect =>
  tell("QUALIFY_ENDED", { id: doc.id, no: doc.qualifyNo, reason, supplierId: doc.supplierId });

const recall = rule(qualify, "doRecall", {
  decide: (doc) => [...doc.lines.map((line) => set(line, { askFlag: "N" })), endTold(doc, "")],
});

/** The checklist in one text: the same text is the same checklist. */
const digest = (doc: Qualify): string =>
  JSON.stringify(
    doc.lines
      .map((line) => [
        line.requireId,
        line.qualificationId,
        line.certNo,
        line.validFrom,
        line.validTo,
        line.longTermFlag,
        line.fileIds,
        line.lineResult,
      ])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  );

const submit = rule(qualify, "doSubmit", {
  decide: (doc, _, __, ___, at) => {
    const pending = doc.lines.filter((line) => line.lineResult === "PENDING");
    const bad = doc.lines.some((line) => line.mustFlag === "Y" && line.lineResult === "NG");
    return [
      pending.length > 0 && refuse("SLC_QC_007", `还有${pending.length}项资质未审核`, `Documents not assessed yet: ${pending.length}`),
      !doc.conclusion && fault("conclusion", "TABLE_REQUIRED", "请填写结论", "Enter the conclusion"),
      doc.conclusion === "PASS" && bad && refuse("SLC_QC_001", "必须资质不合格时不能判定通过", "Cannot pass with a failed required proof"),
      doc.conclusion === "CONDITIONAL" &&
        (!doc.conditionDueDate || doc.conditionDueDate < at.today) &&
        fault("conditionDueDate", "TABLE_REQUIRED", "有条件通过须填写今后的补充期限", "A conditional pass needs a future due date"),
      ...doc.lines.flatMap((line, i) => (line.lineResult === "OK" ? lacking(line, i, "lines", at.today) : [])),
      set(doc, { submittedList: digest(doc) }),
    ];
  },
});

const results: Readonly<Record<string, string>> = { PASS: "PASSED", CONDITIONAL: "CONDITIONAL", FAIL: "FAILED" };

const approve = rule(qualify, "doApproval", {
  reads: async (doc, find) => ({
    scene: doc.sceneId ? await find.one(scene, doc.sceneId) : null,
    grants:
      doc.purpose === "REQUALIFY"
        ? await find.where(supplierCategory, { supplierId: doc.supplierId, categoryId: doc.categoryIds ?? [] }, 500)
        : [],
  }),
  decide: (doc, { scene: by, grants }, _, me, at) => {
    if (doc.submittedList !== digest(doc))
      return refuse(
        "SLC_QC_008",
        "清单在提交后有变化，请驳回后重新提交",
        "The checklist changed since submission; reject it and submit again",
      );
    const fresh = doc.lines.filter((line) => line.lineResult === "OK" && !line.qualificationId && line.fileIds);
    const source = { docType: qualify.name, docId: doc.id };
    return [
      fresh.length > 0 &&
        run(supplierInfo, doc.supplierId, "doCertify", {
          ...source,
          certificates: fresh.map((row) => ({
            certType: row.certType,
            certName: row.requireName,
            certNo: row.certNo,
            fileIds: row.fileIds,
            verifiedBy: me.userId,
            validFrom: row.validFrom,
            validTo: row.longTermFlag === "Y" ? null : row.validTo,
            longTermFlag: row.longTermFlag,
            certStatus: "VALID",
          })),
        }),
      doc.trackId !== null &&
        doc.purpose === "INTRODUCE" &&
        run(track, doc.trackId, "doNode", {
          nodeCode,
          nodeStatus: results[doc.conclusion ?? "FAIL"]!,
          ...source,
          reason: doc.conclusionDesc?.slice(0, 300) ?? null,
        }),
      doc.purpose === "REQUALIFY" && doc.conclusion !== "FAIL" && prolonged(doc, grants, by?.defaultValidMonths ?? 24, at.today, source),
    ];
  },
});

/** A requalification carries the grants of its categories on, from their end or from today. */
function prolonged(
  doc: Qualify,
  grants: readonly Doc<typeof supplierCategory>[],
  months: number,
  today: string,
  source: { readonly docType: string; readonly docId: string },
): Effect | false {
  const mine = grants.filter(
    (grant) => (grant.orgId === doc.orgId || grant.orgId === null) && ["QUALIFIED", "SUSPENDED"].includes(grant.categoryStatus),
  );
  if (mine.length === 0) return false;
  const from = (end: string | null): string => (end !== null && end > today ? end : today);
  return run(supplierInfo, doc.supplierId, "doGrant", {
    ...source,
    categories: mine.map((row) => ({
      orgId: row.orgId,
      categoryId: row.categoryId,
      categoryStatus: "QUALIFIED",
      validTo: addMonths(from(row.validTo), months),
      gradeLevel: row.gradeLevel,
    })),
  });
}

/** Sent back, or stopped from above: its step goes on with it. */
const back = (action: "doReject" | "doWithdraw") =>
  rule(qualify, action, {
    decide: (doc) =>
      doc.trackId !== null && doc.purpose === "INTRODUCE"
        ? [run(track, doc.trackId, "doNode", { nodeCode, nodeStatus: "DOING", docType: qualify.name, docId: doc.id })]
        : [],
  });

/** A review that is given up leaves its step to another one; the introduction ends when nothing else was done for it. */
async function leftover(doc: Qualify, find: Find): Promise<"NONE" | "STOP" | "REOPEN"> {
  if (doc.trackId === null || doc.purpose !== "INTRODUCE") return "NONE";
  const found = await find.maybe(track, doc.trackId);
  if (found?.trackStatus !== "RUNNING") return "NONE";
  const others = found.nodes.flatMap((node) => (node.history ?? []).flatMap((it) => it.docId ?? [])).filter((id) => id !== doc.id);
  return others.length === 0 ? "STOP" : "REOPEN";
}
const leaving = (doc: Qualify, how: "NONE" | "STOP" | "REOPEN", reason: string): Effect[] =>
  how === "STOP"
    ? [run(track, doc.trackId!, "doStop", { stopReason: reason })]
    : how === "REOPEN"
      ? [run(track, doc.trackId!, "doNode", { nodeCode, nodeStatus: "OPEN", docType: qualify.name, docId: doc.id, reason })]
      : [];

const cancel = rule(qualify, "doCancel", {
  reads: async (doc, find) => ({ how: await leftover(doc, find) }),
  decide: (doc, { how }, input, _, at) => [
    set(doc, { cancelReason: input.cancelWhy ?? null }),
    at.before(doc)?.status === "SUPPLIER_FILLING" && endTold(doc, input.cancelWhy ?? ""),
    ...leaving(doc, how, input.cancelWhy ?? ""),
  ],
});

const remove = rule(qualify, "delete", {
  reads: async (doc, find) => ({ how: await leftover(doc, find) }),
  decide: (doc, { how }) => leaving(doc, how, doc.qualifyNo ?? ""),
});

export const qualifyFlowRules = [send, answered, recall, submit, approve, back("doReject"), back("doWithdraw"), cancel, remove];
