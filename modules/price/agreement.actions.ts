import { ledgerActions } from "#kernel/ledger-rule.ts";
import { action } from "#kernel/entity.ts";
import { changeReason, revisionActions } from "#kernel/revision.ts";
import { int, longtext, payload, qty, ref, rows } from "#kernel/field.ts";

const why = (cn: string, en: string) => longtext(cn, en, { max: 500 });

const every = ["DRAFT", "APPROVING", "REJECTED", "TO_CONFIRM", "EFFECTIVE", "CHANGING", "EXPIRED", "CLOSED", "ABOLISHED"] as const;

/** What can be done with an agreement beside its approval, by whom, from which state. */
export const agreementActions = {
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
  ...revisionActions({
    from: ["EFFECTIVE"],
    to: "CHANGING",
    discardFrom: ["CHANGING"],
    input: { changeWhy: changeReason() },
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
