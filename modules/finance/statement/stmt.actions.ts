import { addsFrom, createsFrom } from "#kernel/chooser.ts";
import { action } from "#kernel/entity.ts";
import { longtext, payload, refs, text } from "#kernel/field.ts";
import { stmtChooser } from "./stmt.chooser.ts";

/** The side that started a statement draws it up, and the other side answers. */
export const owner = { side: "ownerSide" } as const;
export const other = { side: "otherSide" } as const;

const open = ["DRAFT", "REJECTED", "DISPUTED"] as const;

/** The other side's confirmation begins the approval. */
export const stmtApproval = {
  bill: "RCN_STATEMENT",
  label: ["对账单", "Statement"],
  to: "APPROVED",
  amount: "invoiceableInc",
  currency: "currency",
  org: "orgId",
  supplier: "supplierId",
  again: ["adjustInc", "dateTo"],
  summary: ["stmtNo", "periodId", "supplierId", "orgId", "goodsInc", "adjustInc", "adjustOverFlag", "invoiceableInc", "currency"],
  submit: { name: "doConfirm", label: ["确认", "Confirm"], button: "btnConfirm", who: other, from: ["WAIT_CONFIRM"], batch: "each" },
} as const;

/** What is done with a statement beside its approval. */
export const stmtActions = {
  doCreateFrom: createsFrom("生成对账单", "Create statements", stmtChooser, {
    button: "btnAdd",
    who: "both",
    // The key of a generated statement: a second run of the same day adds to its draft.
    input: { runKey: text("生成键", "Run key", { max: 200, optional: true }) },
  }),
  doLoadTranction: addsFrom("加载事务", "Load transactions", stmtChooser, { button: "btnLoadTransaction", who: owner, from: open }),
  doclearTranction: action("移除事务", "Remove transactions", {
    button: "btnClearTransaction",
    who: owner,
    from: open,
    quiet: true,
    input: { txnIds: refs("SrmRcnTransactionInfo", "对账事务", "Transactions", { optional: true }) },
  }),
  doLoadLines: action("重新汇总", "Rebuild lines", { button: "btnLoadLines", who: owner, from: open }),
  doSubmit: action("提交对方确认", "Send to the other side", {
    button: "btnSubmit",
    who: owner,
    from: ["DRAFT", "REJECTED"],
    to: "WAIT_CONFIRM",
    tone: "primary",
  }),
  doDispute: action("提出异议", "Raise a difference", {
    button: "btnDispute",
    who: other,
    from: ["WAIT_CONFIRM"],
    to: "DISPUTED",
    input: { details: payload("差异", "Differences") },
  }),
  doSettleDispute: action("协商完成", "Settle differences", {
    button: "btnSettleDispute",
    who: owner,
    from: ["DISPUTED"],
    tone: "primary",
    input: { details: payload("处理", "Settlement") },
  }),
  doCancel: action("取消", "Cancel", {
    button: "btnCancel",
    who: owner,
    from: ["DRAFT", "WAIT_CONFIRM", "DISPUTED", "REJECTED"],
    to: "CANCELLED",
    tone: "danger",
    input: { cancelReason: longtext("取消原因", "Reason for cancellation", { max: 500 }) },
  }),
  doRevoke: action("取消已批准的对账单", "Cancel an approved statement", {
    button: "btnCancelApproved",
    who: "internal",
    from: ["APPROVED", "CLOSED"],
    to: "CANCELLED",
    tone: "danger",
    input: { cancelReason: longtext("取消原因", "Reason for cancellation", { max: 500 }) },
  }),
} as const;
