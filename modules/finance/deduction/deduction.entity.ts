import { createsFrom } from "#kernel/chooser.ts";
import { action, entity } from "#kernel/entity.ts";
import { anyId, code, date, datetime, files, int, longtext, money, payload, pick, ref, text, yn } from "#kernel/field.ts";
import { ledgerActions } from "#kernel/ledger-rule.ts";
import { financeCodes } from "../common.ts";
import { contractDeductions } from "./contract.chooser.ts";
import { deductionLedger, inForce } from "./deduction.ledger.ts";

const stamp = { computed: true, optional: true } as const;
const codes = { ...financeCodes, state: ["RCN-018"] } as const;

/** One round of an appeal: what the supplier says against a deduction, and what was decided. */
export const deductionAppeal = entity("SrmRcnDeductionAppeal", "扣款申诉", "Appeal against a deduction", {
  fields: {
    round: int("轮次", "Round", { computed: true, initial: 1, adds: false }),
    appealText: longtext("申诉内容", "Appeal", { max: 1000, computed: true }),
    appealFileIds: files("申诉附件", "Files of the appeal", { ...stamp, max: 10 }),
    appealedBy: text("申诉人", "Appealed by", { max: 120, ...stamp }),
    appealedAt: datetime("申诉时间", "Appealed at", { computed: true }),
    amountBefore: money("申诉时金额", "Amount appealed", { computed: true }),
    decision: pick("处理结果", "Decision", "RCN_APPEAL_DECISION", stamp),
    appealAnswer: longtext("答复", "Answer", { max: 1000, ...stamp }),
    amountAfter: money("处理后金额", "Amount decided", stamp),
    answeredBy: text("答复人", "Answered by", { max: 120, ...stamp }),
    answeredAt: datetime("答复时间", "Answered at", stamp),
  },
  sees: {},
  shows: {
    supplier: [
      ...(["round", "appealText", "appealFileIds", "appealedBy", "appealedAt", "amountBefore", "decision", "appealAnswer"] as const),
      ...(["amountAfter", "answeredAt"] as const),
    ],
  },
  title: ["round"],
  list: [
    ...(["round", "appealText", "appealFileIds", "appealedBy", "appealedAt", "amountBefore", "decision", "appealAnswer"] as const),
    ...(["amountAfter", "answeredBy", "answeredAt"] as const),
  ],
  order: [["round", "asc"]],
  codes,
});

/** Money that a supplier owes and that is kept back: off the invoice or off the payment. */
export const deduction = entity("SrmRcnDeductions", "扣款单", "Deduction", {
  fields: {
    deductNo: code("扣款单号", "Deduction no.", { max: 40, ...stamp }),
    sourceType: pick("来源", "Source", "RCN_DEDUCT_SOURCE", { computed: true, initial: "MANUAL" }),
    sourceId: anyId("来源单据", "Source document", { max: 64, ...stamp, hidden: "all" }),
    sourceNo: text("来源单号", "Source no.", { max: 80, ...stamp }),
    contractId: ref("SrmCctContract", "合同", "Contract", stamp),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", pick: { infoStatus: "EFFECTIVE" } }),
    orgId: ref("BaseOrganization", "业务实体", "Organisation", { pick: { enabledFlag: "Y" } }),
    currency: pick("币种", "Currency", "CURRENCY", { initial: "CNY" }),
    mode: pick("扣款方式", "Deducted from", "RCN_DEDUCT_MODE", { initial: "PAYMENT_OFFSET" }),
    amountIncl: money("扣款金额", "Amount", { least: 0, currency: "currency" }),
    taxRate: pick("税率", "Tax rate", "TAX_RATE", { optional: true }),
    amountExcl: money("不含税金额", "Amount excl. tax", { ...stamp, currency: "currency" }),
    taxAmount: money("税额", "Tax", { ...stamp, currency: "currency" }),
    ...deductionLedger.fields,
    happenDate: date("发生日", "Happened on", { begins: "today" }),
    validFrom: date("生效日", "Valid from", stamp),
    publishedAt: datetime("发布时间", "Published at", stamp),
    answerDue: date("答复期限", "Answer by", stamp),
    supplierConfirmFlag: yn("供方确认", "Confirmed by supplier", { computed: true, initial: "N" }),
    confirmDate: datetime("确认时间", "Confirmed at", stamp),
    noReplyFlag: yn("逾期未答复", "No reply in time", { computed: true, initial: "N" }),
    appealRound: int("申诉轮次", "Appeals answered", { computed: true, initial: 0, adds: false }),
    appealText: longtext("申诉内容", "Appeal", { max: 1000, ...stamp }),
    appealAnswer: longtext("申诉答复", "Answer to the appeal", { max: 1000, ...stamp }),
    ownerId: ref("BaseUsers", "经办人", "Owner", {
      optional: true,
      pick: { userType: "INTERNAL", userStatus: "ACTIVE" },
      begins: "me",
    }),
    reason: text("扣款原因", "Reason", { max: 500 }),
    fileIds: files("扣款依据", "Evidence", { optional: true, max: 20 }),
    remark: longtext("内部备注", "Internal remark", { max: 1000, optional: true }),
    cancelReason: text("取消原因", "Reason for cancellation", { max: 500, ...stamp }),
    status: pick("状态", "Status", "RCN_DED_STATUS", { computed: true }),
  },
  lines: { appeals: deductionAppeal },
  number: ["deductNo", "DE{yyyyMMdd}{0001}"],
  stateLookup: "RCN_DED_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    WAIT_CONFIRM: ["待供方确认", "Awaiting supplier", "waiting"],
    APPEALING: ["申诉中", "Under appeal", "waiting"],
    EFFECTIVE: ["已生效", "Effective", "running"],
    PART_USED: ["部分使用", "Partly used", "running"],
    USED: ["已用完", "Used", "done"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
  },
  computes: deductionLedger.computes,
  holds: { amountAboveZero: ["amountIncl", ">", 0], ...deductionLedger.holds },
  requires: { taxRate: (doc) => doc.mode === "INVOICE_OFFSET" },
  shownWhen: {
    sourceNo: (doc) => Boolean(doc.sourceNo),
    contractId: (doc) => Boolean(doc.contractId),
    taxRate: (doc) => doc.mode === "INVOICE_OFFSET",
    amountExcl: (doc) => doc.mode === "INVOICE_OFFSET",
    taxAmount: (doc) => doc.mode === "INVOICE_OFFSET",
    validFrom: (doc) => Boolean(doc.validFrom),
    publishedAt: (doc) => Boolean(doc.publishedAt),
    answerDue: (doc) => Boolean(doc.answerDue),
    supplierConfirmFlag: (doc) => Boolean(doc.publishedAt),
    confirmDate: (doc) => Boolean(doc.confirmDate),
    noReplyFlag: (doc) => doc.noReplyFlag === "Y",
    appealRound: (doc) => doc.appealRound > 0,
    appealText: (doc) => Boolean(doc.appealText),
    appealAnswer: (doc) => Boolean(doc.appealAnswer),
    cancelReason: (doc) => Boolean(doc.cancelReason),
  },
  approval: {
    bill: "RCN_DEDUCTION",
    label: ["扣款", "Deduction"],
    to: "WAIT_CONFIRM",
    amount: "amountIncl",
    currency: "currency",
    org: "orgId",
    supplier: "supplierId",
    again: ["mode", "taxRate", "reason", "fileIds"],
    summary: ["deductNo", "sourceType", "supplierId", "mode", "amountIncl", "currency", "happenDate", "reason"],
    reject: { to: "DRAFT" },
    submit: { batch: "each" },
  },
  actions: {
    doCreateContractDeductions: createsFrom("生成合同扣款", "Create from contracts", contractDeductions, {
      button: "btnCreateContractDeductions",
      who: "internal",
    }),
    doTakeEffect: action("生效", "Take effect", { button: "btnSave", who: "system", quiet: true, from: ["DRAFT"] }),
    doSuppConfirm: action("确认扣款", "Confirm", {
      button: "btnSuppConfirm",
      who: "supplier",
      from: ["WAIT_CONFIRM"],
      tone: "primary",
      batch: "each",
    }),
    doSuppAppeal: action("申诉", "Appeal", {
      button: "btnSuppAppeal",
      who: "supplier",
      from: ["WAIT_CONFIRM"],
      to: "APPEALING",
      input: {
        text: longtext("申诉内容", "Appeal", { max: 1000 }),
        proof: files("申诉附件", "Files", { optional: true, max: 10 }),
      },
    }),
    doAnswerAppeal: action("答复申诉", "Answer appeal", {
      button: "btnAnswerAppeal",
      who: "internal",
      from: ["APPEALING"],
      tone: "primary",
      input: {
        decision: pick("处理结果", "Decision", "RCN_APPEAL_DECISION", { initial: "KEEP" }),
        lowered: money("降低为", "Lowered to", { optional: true, least: 0 }),
        answer: longtext("答复", "Answer", { max: 1000 }),
      },
    }),
    doSilentConfirm: action("逾期视为同意", "Take silence as consent", {
      button: "btnSave",
      who: "system",
      quiet: true,
      from: ["WAIT_CONFIRM"],
    }),
    doCancel: action("取消", "Cancel", {
      button: "btnCancel",
      who: "internal",
      from: ["DRAFT", "WAIT_CONFIRM", "APPEALING", "EFFECTIVE"],
      to: "CANCELLED",
      tone: "danger",
      batch: "each",
      input: { reason: text("取消原因", "Reason", { max: 500 }) },
    }),
    doPost: action("过账", "Post", {
      button: "btnSave",
      who: "system",
      quiet: true,
      from: inForce,
      input: { postings: payload("过账", "Postings") },
    }),
    doRebuild: ledgerActions.doRebuild,
  },
  unique: [
    { fields: ["deductNo"] },
    {
      fields: ["sourceType", "sourceId"],
      while: { sourceType: { not: "MANUAL" } },
      code: "RCN-054",
      text: ["该来源已生成扣款单，请在扣款列表中查看", "This source has a deduction already; see the list of deductions"],
    },
  ],
  timed: [{ does: "doSilentConfirm", in: ["WAIT_CONFIRM"], after: "answerDue" }],
  waiting: [
    {
      todo: "DEDUCT_CONFIRM",
      label: ["扣款确认", "Confirm deduction"],
      route: "deductionsEdit",
      title: ["请确认扣款{bizNo}", "Confirm deduction {bizNo}"],
      in: ["WAIT_CONFIRM"],
      who: { supplier: "FINANCE" },
      org: "orgId",
      due: "answerDue",
      view: ["toConfirm", "待供方确认", "Awaiting supplier"],
      tile: { code: "RCN_DEDUCT_TO_CONFIRM", label: ["待确认的扣款", "Deductions to confirm"], seq: 60, late: "answerDue" },
    },
    {
      todo: "DEDUCT_APPEAL",
      label: ["答复扣款申诉", "Answer appeal"],
      route: "deductionsEdit",
      title: ["请答复扣款{bizNo}的申诉", "Answer the appeal against deduction {bizNo}"],
      in: ["APPEALING"],
      who: { user: "ownerId" },
      org: "orgId",
      view: ["toAnswer", "待我答复", "For me to answer"],
    },
  ],
  sees: {
    internal: (me) => ({ orgId: me.orgs }),
    supplier: (me) => ({ supplierId: me.supplierId ?? "-", publishedAt: { not: null } }),
  },
  shows: {
    supplier: [
      ...(["deductNo", "sourceType", "sourceNo", "supplierId", "orgId", "currency", "mode", "amountIncl", "taxRate", "amountExcl"] as const),
      ...(["taxAmount", "usedAmount", "reservedAmount", "balance", "happenDate", "validFrom", "publishedAt", "answerDue"] as const),
      ...(["supplierConfirmFlag", "confirmDate", "noReplyFlag", "appealRound", "appealText", "appealAnswer", "reason"] as const),
      ...(["fileIds", "cancelReason", "status", "appeals"] as const),
    ],
  },
  saves: "internal",
  savesFrom: ["DRAFT"],
  title: ["deductNo", "supplierId"],
  list: [
    ...(["deductNo", "sourceType", "sourceNo", "supplierId", "orgId", "mode", "amountIncl", "usedAmount", "reservedAmount"] as const),
    ...(["balance", "currency", "happenDate", "answerDue", "status"] as const),
  ],
  search: ["deductNo", "sourceType", "sourceNo", "supplierId", "orgId", "mode", "balance", "happenDate", "contractId", "status"],
  order: [["id", "desc"]],
  views: {
    drafts: ["拟定", "Drafts", () => ({ status: "DRAFT" })],
    open: ["有余额", "With a balance", () => ({ status: ["EFFECTIVE", "PART_USED"], balance: { above: "0" } })],
  },
  pages: {
    list: "deductionsList",
    edit: "deductionsEdit",
    key: "amountIncl",
    sections: [
      [
        "扣款依据",
        "Basis",
        [
          ...(["sourceType", "sourceNo", "contractId", "supplierId", "orgId", "ownerId", "happenDate", "reason", "cancelReason"] as const),
          "remark",
        ],
      ],
      [
        "金额",
        "Amount",
        ["currency", "amountIncl", "mode", "taxRate", "amountExcl", "taxAmount", "usedAmount", "reservedAmount", "balance", "validFrom"],
      ],
      [
        "供方确认",
        "Supplier's answer",
        [
          ...(["publishedAt", "answerDue", "supplierConfirmFlag", "confirmDate", "noReplyFlag", "appealRound", "appealText"] as const),
          "appealAnswer",
        ],
      ],
    ],
  },
  codes,
});
