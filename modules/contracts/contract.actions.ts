import { action } from "#kernel/entity.ts";
import { files, text } from "#kernel/field.ts";
import { isSecret } from "./common.ts";
import { executionActions } from "./execution/actions.ts";
import { textActions } from "./text/text.actions.ts";

const facts = { amount: "amountIncl", currency: "currency", org: "orgId", supplier: "supplierId" } as const;
const summary = [
  ...(["contractNum", "contractName", "contractType", "supplierId", "orgId", "amountIncl", "effectiveDate", "expiryDate"] as const),
  "deviationLevel",
] as const;

const content = {
  to: "APPROVED",
  closed: isSecret,
  ...facts,
  summary,
  rate: { field: "rate", day: "effectiveDate" },
  again: ["effectiveDate", "expiryDate", "textJson"],
} as const;
const isDraftChange = (doc: Readonly<Record<string, unknown>>): boolean => Boolean(doc["liveId"]);

/** The content of a contract, and a change of it, is agreed on by our own people before the supplier reads it. */
export const contractApprovals = [
  {
    bill: "CCT_CONTRACT",
    label: ["合同内容", "Contract content"],
    ...content,
    submit: { offered: (doc: Readonly<Record<string, unknown>>) => !isDraftChange(doc) },
  },
  {
    bill: "CCT_ALTERATION",
    label: ["合同变更", "Contract change"],
    ...content,
    submit: { name: "doSubmitChange", label: ["提交变更", "Submit change"], offered: isDraftChange },
  },
] as const;

/** What can be done with a contract beside its approval, by whom, from which state. */
export const contractActions = {
  ...executionActions,
  ...textActions,
  doApproveLegal: action("批准偏离（法务）", "Approve deviations (legal)", {
    button: "btnDeviationLegal",
    who: { notOwner: "ownerId", of: "internal" },
    from: ["APPROVING"],
    offered: (doc) => doc["deviationLevel"] === "LEGAL",
  }),
  doApproveManager: action("批准偏离（采购经理）", "Approve deviations (manager)", {
    button: "btnDeviationManager",
    who: { notOwner: "ownerId", of: "internal" },
    from: ["APPROVING"],
    offered: (doc) => doc["deviationLevel"] === "MANAGER",
  }),
  doSendConfirm: action("发送供应商确认", "Send to supplier", {
    button: "btnSendConfirm",
    who: "internal",
    from: ["APPROVED", "SUPPLIER_REFUSED"],
    to: "CONFIRMING",
    tone: "primary",
  }),
  doRevocation: action("收回", "Recall", {
    button: "btnRevocation",
    who: "internal",
    from: ["CONFIRMING"],
    to: "DRAFT",
    confirm: ["收回后须重新审批，确定吗？", "A recalled contract has to be approved again. Recall it?"],
  }),
  doSupplierConfirm: action("确认合同", "Confirm contract", {
    button: "btnSupplierConfirm",
    who: "supplier",
    from: ["CONFIRMING"],
    to: "CONFIRMED",
    tone: "primary",
    input: {
      pdfHash: text("正文校验值", "Text checksum", { max: 64 }),
      confirmRemark: text("备注", "Remark", { max: 500, optional: true }),
    },
  }),
  doSupplierRefuse: action("拒绝合同", "Decline contract", {
    button: "btnSupplierRefuse",
    who: "supplier",
    from: ["CONFIRMING"],
    to: "SUPPLIER_REFUSED",
    tone: "danger",
    input: {
      refuseReason: text("拒绝原因", "Reason", { max: 500 }),
      refuseFileIds: files("修订件", "Marked-up files", { optional: true, max: 5 }),
    },
  }),
} as const;
