import { action, entity } from "#kernel/entity.ts";
import { code, date, datetime, files, int, longtext, payload, pick, picks, ref, refs, rows, secret, text, yn } from "#kernel/field.ts";
import { notFound } from "./common.ts";

/** One touched field: what it is, what it shall be, and how much care the field asks for. */
export const changeLine = entity("SrmSupChangeInfoLine", "变更明细", "Change line", {
  fields: {
    seqNum: int("序号", "No", { computed: true, initial: 0 }),
    section: pick("板块", "Section", "CHANGE_SECTION", { computed: true }),
    entityName: text("实体", "Entity", { max: 60 }),
    rowId: text("行", "Row", { max: 64 }),
    rowAction: pick("动作", "Action", "ROW_ACTION", { initial: "UPDATE" }),
    rowTitle: text("记录", "Record", { max: 300, computed: true, optional: true }),
    fieldKey: text("字段", "Field", { max: 60 }),
    fieldLabel: { ...text("字段名称", "Field name", { max: 120, computed: true }), english: "fieldLabelEn" },
    fieldLabelEn: text("字段名称（英文）", "Field name (English)", { max: 120, computed: true, optional: true }),
    oldValue: payload("旧值", "Old value", { computed: true, optional: true }),
    newValue: payload("新值", "New value", { optional: true }),
    /** What a reference pointed to and shall point to, by name. */
    oldName: text("旧值名称", "Old name", { max: 500, computed: true, optional: true }),
    newName: text("新值名称", "New name", { max: 500, computed: true, optional: true }),
    /** The whole of a sensitive value; the two fields above hold its last four characters. */
    oldSealed: secret("旧值密文", "Old value, encrypted", { max: 2000, computed: true, optional: true, hidden: "all" }),
    newSealed: secret("新值密文", "New value, encrypted", { max: 2000, computed: true, optional: true, hidden: "all" }),
    guardLevel: pick("字段级别", "Protection level", "GUARD_LEVEL", { computed: true }),
    baseVersion: int("基准版本", "Base version", { computed: true, initial: 0 }),
    reason: text("原因", "Reason", { max: 300, optional: true }),
    fileIds: files("证明", "Proof", { optional: true, max: 10 }),
    lineResult: pick("结果", "Result", "LINE_RESULT", { computed: true, optional: true }),
    lineRemark: text("意见", "Remark", { max: 500, computed: true, optional: true }),
  },
  sees: {},
  shows: {
    supplier: [
      ...(["seqNum", "section", "entityName", "rowId", "rowAction", "rowTitle", "fieldKey", "fieldLabel", "fieldLabelEn"] as const),
      ...(["oldValue", "newValue", "oldName", "newName", "guardLevel", "reason", "fileIds", "lineResult", "lineRemark"] as const),
    ],
  },
  title: ["fieldLabel", "rowTitle"],
  list: ["fieldLabel", "section", "rowAction", "rowTitle", "oldValue", "newValue", "guardLevel", "reason", "lineResult", "lineRemark"],
  order: [["seqNum", "asc"]],
  codes: notFound,
});

/** A request to change a supplier's file. Only touched fields are lines; what is free takes effect at once, the rest by approval. */
export const supplierChange = entity("SrmSupChangeInfo", "信息变更", "Change request", {
  fields: {
    changeNo: code("变更单号", "Change no.", { max: 40, computed: true, optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", fixed: "create" }),
    initiatorSide: pick("发起方", "Side", "SIDE", { computed: true, initial: "INTERNAL" }),
    changeReason: text("变更原因", "Reason", { max: 500 }),
    effectDate: date("生效日", "Effective on", {
      optional: true,
      hint: ["不填则批准时生效", "Empty: takes effect when approved"],
    }),
    sections: picks("变更内容", "Sections", "CHANGE_SECTION", { computed: true, optional: true }),
    changeScope: pick("变更级别", "Scope", "GUARD_LEVEL", { computed: true, optional: true }),
    lineCount: int("变更项", "Fields", { computed: true, initial: 0 }),
    bankFlag: yn("含账户", "Bank", { computed: true, initial: "N" }),
    verifyStatus: pick("核验", "Verified", "VERIFY_STATUS", { computed: true, optional: true }),
    verifyMethod: pick("核验方式", "Method", "VERIFY_METHOD", { computed: true, optional: true }),
    verifyNumber: text("回拨号码", "Number called", { max: 40, computed: true, optional: true, hidden: "last4" }),
    verifyRecord: longtext("核验记录", "Record of the check", { max: 1000, computed: true, optional: true }),
    verifiedBy: ref("BaseUsers", "核验人", "Checked by", { computed: true, optional: true }),
    verifyDate: datetime("核验时间", "Checked on", { computed: true, optional: true }),
    initiatorId: ref("BaseUsers", "发起人", "Started by", { computed: true }),
    submitDate: datetime("提交时间", "Submitted", { computed: true, optional: true }),
    effectiveAt: datetime("生效时间", "Effective since", { computed: true, optional: true }),
    rejectReason: text("驳回原因", "Reason for rejection", { max: 500, computed: true, optional: true }),
    /** Payments wait because of this request; another one's hold is not its to lift. */
    holdFlag: yn("付款冻结", "Payments held", { computed: true, initial: "N" }),
    heldSiteIds: refs("SrmSupSite", "付款冻结的地点", "Sites held", { computed: true, optional: true }),
    fileIds: files("附件", "Files", { optional: true, max: 20 }),
    status: pick("状态", "Status", "SUP_CHANGE_STATUS", { computed: true }),
  },
  lines: { lines: changeLine },
  number: ["changeNo", "BG{yyyyMMdd}{0001}"],
  stateLookup: "SUP_CHANGE_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    VERIFYING: ["账户核验中", "Verifying account", "waiting"],
    APPROVING: ["审批中", "In approval", "waiting"],
    APPROVED: ["已批准", "Approved", "running"],
    EFFECTIVE: ["已生效", "Effective", "done"],
    REJECTED: ["已驳回", "Rejected", "refused"],
    WITHDRAWN: ["已撤回", "Withdrawn", "ended"],
  },
  shownWhen: {
    verifyStatus: (doc) => doc.bankFlag === "Y",
    verifyMethod: (doc) => Boolean(doc.verifyMethod),
    verifyNumber: (doc) => Boolean(doc.verifyNumber),
    verifyRecord: (doc) => Boolean(doc.verifyRecord),
    verifiedBy: (doc) => Boolean(doc.verifiedBy),
    verifyDate: (doc) => Boolean(doc.verifyDate),
    rejectReason: (doc) => Boolean(doc.rejectReason),
    effectiveAt: (doc) => Boolean(doc.effectiveAt),
  },
  computes: { lineCount: (doc) => doc.lines.length },
  approval: {
    bill: "SUP_CHANGE",
    label: ["供应商信息变更", "Supplier change"],
    submit: { who: { owner: "initiatorId" }, from: ["DRAFT", "REJECTED"] },
    ask: { name: "doSendToApproval", from: ["DRAFT", "REJECTED", "VERIFYING"] },
    approve: { from: null },
    reject: { from: null, to: null },
    withdraw: { name: "doTakenBack", from: ["VERIFYING", "APPROVING"], to: "WITHDRAWN" },
    supplier: "supplierId",
    summary: ["changeNo", "supplierId", "changeReason", "sections", "changeScope", "bankFlag", "verifyStatus", "effectDate"],
  },
  actions: {
    doVerifyBank: action("核验账户", "Verify account", {
      button: "btnVerifyBank",
      proof: "recent",
      who: "internal",
      from: ["VERIFYING"],
      tone: "primary",
      input: {
        method: pick("核验方式", "Method", "VERIFY_METHOD"),
        callNumber: text("回拨号码", "Number called", { max: 40, optional: true }),
        record: longtext("核验记录", "Record of the check", { max: 1000 }),
        result: pick("结果", "Result", "VERIFY_STATUS"),
      },
    }),
    doJudge: action("逐项意见", "Review lines", {
      button: "btnApproval",
      who: { notOwner: "initiatorId", of: "internal" },
      quiet: true,
      input: {
        lineResults: rows("逐项意见", "Lines", {
          id: text("行", "Line", { max: 64 }),
          lineResult: pick("结果", "Result", "LINE_RESULT", { optional: true }),
          lineRemark: text("意见", "Remark", { max: 500, optional: true }),
        }),
      },
    }),
    doWithdraw: action("撤回", "Withdraw", {
      button: "btnWithdraw",
      who: { owner: "initiatorId" },
      from: ["VERIFYING", "APPROVING"],
      tone: "danger",
      confirm: ["撤回后该变更不再办理，确定撤回？", "The request ends when it is withdrawn. Withdraw it?"],
    }),
    doTakeEffect: action("生效", "Take effect", { button: "btnApproval", who: "system", quiet: true, from: ["APPROVED"], to: "EFFECTIVE" }),
    doFail: action("未能生效", "Could not take effect", {
      button: "btnReject",
      who: "system",
      quiet: true,
      from: ["APPROVED"],
      to: "REJECTED",
    }),
  },
  // One that no longer fits the file goes back to whoever asked for it.
  timed: [{ does: "doTakeEffect", otherwise: "doFail", in: ["APPROVED"], on: "effectDate", program: "SUP_CHANGE_EFFECT" }],
  sees: { internal: "all", supplier: (me) => ({ supplierId: me.supplierId ?? "-" }) },
  shows: {
    supplier: [
      ...(["changeNo", "supplierId", "initiatorSide", "changeReason", "effectDate", "sections", "changeScope", "lineCount"] as const),
      ...(["bankFlag", "verifyStatus", "initiatorId", "submitDate", "effectiveAt", "rejectReason", "fileIds", "status", "lines"] as const),
    ],
  },
  saves: { owner: "initiatorId" },
  savesFrom: ["DRAFT", "REJECTED"],
  deletes: { owner: "initiatorId" },
  deletesFrom: ["DRAFT"],
  title: ["changeNo"],
  list: [
    ...(["changeNo", "supplierId", "status", "sections", "changeScope", "lineCount", "bankFlag", "initiatorSide"] as const),
    ...(["initiatorId", "submitDate", "effectDate"] as const),
  ],
  search: ["changeNo", "supplierId", "sections", "initiatorSide", "bankFlag", "changeScope", "status", "submitDate"],
  order: [["id", "desc"]],
  views: {
    draft: ["拟定", "Draft", () => ({ status: ["DRAFT", "REJECTED"] })],
    verifying: ["账户核验", "Verifying", () => ({ status: "VERIFYING" })],
    approving: ["审批中", "In approval", () => ({ status: "APPROVING" })],
    waiting: ["待生效", "Waiting to take effect", () => ({ status: "APPROVED" })],
    effective: ["已生效", "Effective", () => ({ status: "EFFECTIVE" })],
  },
  pages: {
    list: "changeInfoList",
    edit: "changeInfoEdit",
    sections: [
      [
        "变更申请",
        "Request",
        [
          ...(["supplierId", "changeReason", "effectDate", "changeScope", "initiatorSide", "initiatorId", "submitDate"] as const),
          ...(["effectiveAt", "rejectReason", "verifyStatus", "verifyMethod", "verifyNumber", "verifiedBy", "verifyDate"] as const),
          "verifyRecord",
        ],
      ],
    ],
  },
  codes: notFound,
});
