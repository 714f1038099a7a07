import { ledgerActions } from "#kernel/ledger-rule.ts";
import { action } from "#kernel/entity.ts";
import { int, longtext, payload, qty, ref, rows, text } from "#kernel/field.ts";

const why = (cn: string, en: string) => longtext(cn, en, { max: 500 });

const every = ["DRAFT", "APPROVING", "REJECTED", "TO_CONFIRM", "EFFECTIVE", "CHANGING", "EXPIRED", "CLOSED", "ABOLISHED"] as const;

/** What can be done with an agreement, by whom, from which state. */
export const agreementActions = {
  doSubmit: action("提交审批", "Submit", {
    button: "btnSubmit",
    who: "internal",
    from: ["DRAFT", "REJECTED"],
    to: "APPROVING",
    tone: "primary",
    approval: {
      bill: "PUR_AGREEMENT",
      label: ["采购协议", "Purchase agreement"],
      approve: "doApproval",
      reject: "doReject",
      withdraw: "doTakenBack",
      stop: "doTakenBack",
      amount: "agreedAmount",
      currency: "currency",
      org: "orgId",
      supplier: "supplierId",
      summary: [
        ...["agreementNum", "revisionNum", "agreementType", "supplierId", "orgId", "startDate", "endDate"],
        ...["amountLimit", "agreedAmount", "paymentTermId", "changeReason"],
      ],
    },
  }),
  doApproval: action("批准", "Approve", { button: "btnApproval", who: "system", from: ["APPROVING"], quiet: true }),
  doReject: action("驳回", "Reject", { button: "btnReject", who: "system", from: ["APPROVING"], to: "REJECTED", quiet: true }),
  doTakenBack: action("撤回审批", "Withdrawn", {
    button: "btnWithdraw",
    who: "system",
    from: ["APPROVING"],
    to: "DRAFT",
    quiet: true,
  }),
  doWithdraw: action("撤回", "Withdraw", {
    button: "btnWithdraw",
    who: "internal",
    from: ["TO_CONFIRM"],
    to: "DRAFT",
    batch: "each",
  }),
  doSupplierConfirm: action("确认协议", "Confirm", {
    button: "btnSupplierConfirm",
    who: "supplier",
    from: ["TO_CONFIRM"],
    tone: "primary",
  }),
  doSupplierRefuse: action("拒绝", "Decline", {
    button: "btnSupplierRefuse",
    who: "supplier",
    from: ["TO_CONFIRM"],
    to: "REJECTED",
    tone: "danger",
    input: { refuseWhy: why("拒绝原因", "Reason") },
  }),
  doCopy: action("复制", "Copy", { button: "btnCopy", who: "internal", from: every }),
  doChange: action("变更", "Change", {
    button: "btnChange",
    who: "internal",
    from: ["EFFECTIVE"],
    to: "CHANGING",
    input: { changeWhy: why("变更原因", "Reason") },
  }),
  doCancelChange: action("放弃变更", "Discard change", {
    button: "btnCancelChange",
    who: "internal",
    from: ["CHANGING"],
    tone: "danger",
    confirm: ["确定放弃变更吗？现行版本不变。", "Discard the change? The active version stays."],
  }),
  doToOrder: action("转订单", "Create order", {
    button: "btnToOrder",
    who: "internal",
    from: ["EFFECTIVE", "CHANGING"],
    input: {
      orderOrgId: ref("BaseOrganization", "下单组织", "Ordering organisation", { optional: true }),
      orderLines: rows("下单行", "Lines", { lineNum: int("协议行号", "Line"), qty: qty("数量", "Quantity", { least: 0 }) }),
    },
  }),
  doClose: action("关闭", "Close", {
    button: "btnClose",
    who: "internal",
    from: ["EFFECTIVE"],
    to: "CLOSED",
    tone: "danger",
    input: { closeWhy: why("关闭原因", "Reason") },
  }),
  doAbolish: action("作废", "Void", {
    button: "btnAbolish",
    who: "internal",
    from: ["DRAFT", "REJECTED", "EFFECTIVE"],
    to: "ABOLISHED",
    tone: "danger",
    input: { closeWhy: why("作废原因", "Reason") },
  }),
  /** How a draft revision stands, told to the version in force. */
  doMark: action("记变更状态", "Mark change", {
    button: "btnChange",
    who: "system",
    from: ["CHANGING"],
    quiet: true,
    input: { changeStatus: text("变更状态", "Change state", { max: 20, optional: true }) },
  }),
  /** The approved draft revision becomes the version in force. */
  doRevise: action("变更生效", "Take over", {
    button: "btnChange",
    who: "system",
    from: ["CHANGING"],
    to: "EFFECTIVE",
    quiet: true,
    input: { revisionId: text("变更草稿", "Draft revision", { max: 60 }) },
  }),
  /** A draft revision that is given up. */
  doDrop: action("放弃草稿", "Discard draft", {
    button: "btnChange",
    who: "system",
    from: ["DRAFT", "REJECTED"],
    to: "ABOLISHED",
    quiet: true,
  }),
  /** The lines a draft made elsewhere begins with. */
  doFill: action("带入行", "Fill", {
    button: "btnSave",
    who: "system",
    from: ["DRAFT"],
    quiet: true,
    input: { fill: payload("行", "Lines") },
  }),
  /** Orders hold, release and give back what they draw. */
  doRebuild: ledgerActions.doRebuild,
  doDraw: action("记用量", "Post use", {
    button: "btnSave",
    who: "system",
    from: every,
    quiet: true,
    input: { draws: payload("用量", "Usage") },
  }),
  /** What a new day brings: its end, and the warnings before it. */
  doTick: action("到期检查", "Check expiry", { button: "btnSave", who: "system", from: ["EFFECTIVE", "CHANGING"], quiet: true }),
} as const;
