import { lookupOf as of, page, type Part } from "#kernel/module.ts";
import { pickedIn } from "#kernel/report.ts";
import { remedy } from "#kernel/remedy.ts";
import { root } from "#modules/admin/index.ts";
import { storageTransaction } from "#modules/order/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { followAnswers } from "./follow.ts";
import { transactionHome } from "./home.ts";
import { postRules } from "./post.rules.ts";
import { transactionPosting } from "./posting.entity.ts";
import { byItem, byOrderLine } from "./report.ts";
import { transactionInfo } from "./transaction.entity.ts";
import { transactionRules } from "./transaction.rules.ts";

const list = "rcnTransactionInfoList";
const files = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const looking = ["btnExport", "btnPreviewAttachment", "btnDownloadAttachment"];
const entering = [
  "btnAdd",
  "btnSave",
  "btnDelete",
  "btnSubmit",
  "btnWithdraw",
  "btnCancel",
  "btnHold",
  "btnRelease",
  "btnExport",
  ...files,
];
const deciding = ["btnApproval", "btnReject"];
const reports = [
  [byOrderLine.route, "btnExport", "btnPrint"],
  [byItem.route, "btnExport", "btnPrint"],
] as const;
const supplierLooks = [
  [list, "btnExport"],
  [byOrderLine.route, "btnExport", "btnPrint"],
] as const;

/** What finance reconciles: every posting of purchasing, and amounts entered by hand. */
export const transactions: Part = {
  entities: [transactionInfo, transactionPosting],
  ledgers: [transactionHome],
  rules: [...transactionRules, ...postRules],
  answers: followAnswers,
  lookups: { RCN_LEDGER_OWNER: of("对账台账对象", "Reconciliation ledger owner", "RCN_TXN 对账事务/Reconcilable transaction") },
  programs: {
    RCN_TXN_BACKFILL: {
      label: ["补建对账事务", "Create missing reconcilable transactions"],
      cron: "30 1 * * *",
      overlap: "SKIP",
      keepDays: 30,
    },
  },
  buttons: { btnHold: { label: ["冻结", "Hold"], icon: "lock" } },
  informs: {
    SrmRcnTransactionInfo: {
      doSubmit: { nobody: "The supplier sees the transaction once it is approved" },
      doApproval: { nobody: "It reaches the supplier with the statement" },
      doReject: { nobody: "The supplier never saw it" },
      doWithdraw: { nobody: "The supplier never saw it" },
      doCancel: { nobody: "What is in no statement was never agreed on" },
      doHold: { nobody: "The supplier sees the hold on the transaction" },
      doRelease: { nobody: "The supplier sees the hold on the transaction" },
    },
  },
  menus: [
    root("FINANCE", [
      page(list, "对账事务", "Reconcilable transactions", {
        audience: "BOTH",
        entities: [transactionInfo],
        reads: [storageTransaction],
        buttons: [...new Set([...entering, ...deciding])],
        children: ["rcnTransactionInfoEdit"],
      }),
      page(byOrderLine.route, ...byOrderLine.label, { audience: "BOTH", picks: pickedIn(byOrderLine), buttons: ["btnExport", "btnPrint"] }),
      page(byItem.route, ...byItem.label, { picks: pickedIn(byItem), buttons: ["btnExport", "btnPrint"] }),
    ]),
  ],
  remedies: {
    "RCN-004": remedy(list, "打开对账事务", "Open the transactions", { button: "btnRelease" }),
    "RCN-106": remedy(list, "打开已冻结事务", "Open held transactions", { query: { view: "onHold" } }),
  },
  roles: responsibilities({
    SYS_ADMIN: [[list, ...entering], ...reports],
    FINANCE: [[list, ...entering], ...reports],
    FINANCE_MANAGER: [[list, ...entering, ...deciding], ...reports],
    BUYER: [[list, ...looking, "btnHold", "btnRelease"], ...reports],
    PUR_MANAGER: [[list, ...looking, "btnHold", "btnRelease"], ...reports],
    QUALITY: [[list, ...looking, "btnHold", "btnRelease"]],
    AUDITOR: [[list, ...looking], ...reports],
    SUP_ADMIN: [...supplierLooks],
    SUP_SALES: [...supplierLooks],
    SUP_FINANCE: [...supplierLooks],
  }),
};
