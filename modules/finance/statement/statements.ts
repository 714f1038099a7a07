import { lookupOf as of, page, type Part } from "#kernel/module.ts";
import { pickedIn } from "#kernel/report.ts";
import { remedy } from "#kernel/remedy.ts";
import { root } from "#modules/admin/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { transactionInfo } from "../transaction/transaction.entity.ts";
import { disputeRules } from "./dispute.rules.ts";
import { accountStmt } from "./stmt.entity.ts";
import { stmtBoard } from "./report.ts";
import { stmtEvents } from "./stmt.events.ts";
import { stmtsFrom } from "./stmt.from.ts";
import { stmtRules } from "./stmt.rules.ts";
import { unfinishedStmt } from "./unfinished.entity.ts";
import { unfinishedViews } from "./unfinished.view.ts";

const list = "accountStmtList";
const unfinished = "unfinishedStmtList";
const files = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const looking = ["btnExport", "btnPrint", "btnPreviewAttachment", "btnDownloadAttachment"];
const drawing = [
  ...["btnAdd", "btnSave", "btnLoadTransaction", "btnClearTransaction", "btnLoadLines", "btnSubmit", "btnCancel"],
  ...["btnConfirm", "btnDispute", "btnSettleDispute", "btnExport", "btnPrint", ...files],
];
const generating = ["btnAutoGenerate"];
const deciding = ["btnApproval", "btnReject", "btnCancelApproved"];

const board = [stmtBoard.route, "btnExport", "btnPrint"] as const;

/** What both sides agree on before anything is invoiced. */
export const statements: Part = {
  entities: [accountStmt, unfinishedStmt],
  views: unfinishedViews,
  rules: [...stmtRules, ...disputeRules],
  froms: [stmtsFrom],
  events: stmtEvents,
  lookups: { RCN_SIDE: of("对账一方", "Side of a statement", "INTERNAL 采购方/Buyer · SUPPLIER 供应商/Supplier") },
  buttons: {
    btnLoadTransaction: { label: ["加载事务", "Load transactions"], icon: "list-plus" },
    btnClearTransaction: { label: ["移除事务", "Remove transactions"], icon: "list-x" },
    btnAutoGenerate: { label: ["自动生成", "Generate"], icon: "wand-sparkles" },
    btnLoadLines: { label: ["重新汇总", "Rebuild lines"], icon: "refresh-cw" },
    btnDispute: { label: ["提出异议", "Raise a difference"], icon: "message-circle-warning" },
    btnSettleDispute: { label: ["协商完成", "Settle differences"], icon: "handshake", colour: "PRIMARY" },
    btnCancelApproved: { label: ["取消已批准的对账单", "Cancel an approved statement"], icon: "circle-x", colour: "DANGER" },
  },
  programs: {
    RCN_STMT_AUTO: { label: ["自动生成对账单", "Generate statements"], cron: "0 3 * * *", overlap: "SKIP", keepDays: 90 },
  },
  informs: {
    SrmRcnAccountStmt: {
      doCreateFrom: { nobody: "A draft is not sent yet" },
      doLoadTranction: { nobody: "A draft is not sent yet" },
      doclearTranction: { nobody: "A draft is not sent yet" },
      doLoadLines: { nobody: "A draft is not sent yet" },
      doSubmit: ["RCN_STMT_SUBMITTED"],
      doConfirm: { nobody: "The approval that begins says what became of it" },
      doDispute: ["RCN_STMT_ANSWERED"],
      doSettleDispute: ["RCN_STMT_SUBMITTED"],
      doApproval: ["RCN_STMT_APPROVED"],
      doReject: ["RCN_STMT_ENDED"],
      doWithdraw: ["RCN_STMT_ENDED"],
      doCancel: ["RCN_STMT_ENDED"],
      doRevoke: ["RCN_STMT_ENDED"],
    },
  },
  menus: [
    root("FINANCE", [
      page(list, "对账单", "Statements", {
        audience: "BOTH",
        entities: [accountStmt],
        reads: [transactionInfo],
        buttons: [...new Set([...drawing, ...generating, ...deciding])],
        children: ["accountStmtEdit"],
      }),
      page(unfinished, "未完成对账", "Unfinished reconciliation", {
        audience: "BOTH",
        entities: [unfinishedStmt],
        reads: [accountStmt, transactionInfo],
        buttons: ["btnExport"],
      }),
      page(stmtBoard.route, ...stmtBoard.label, { picks: pickedIn(stmtBoard), buttons: ["btnExport", "btnPrint"] }),
    ]),
  ],
  remedies: {
    "RCN-010": remedy("rcnTransactionInfoList", "打开对账事务", "Open the transactions"),
    "RCN-108": remedy("srmBaseConfigProfileList", "调整对账单发起方", "Change who starts statements", {
      query: { profileCode: "RCN_STMT_START" },
      button: "btnSave",
    }),
  },
  roles: responsibilities({
    SYS_ADMIN: [[list, ...drawing, ...generating], [unfinished, "btnExport"], board],
    BUYER: [[list, ...drawing, ...generating], [unfinished, "btnExport"], board],
    FINANCE: [[list, ...drawing, ...generating], [unfinished, "btnExport"], board],
    PUR_MANAGER: [[list, ...drawing, "btnApproval", "btnReject"], [unfinished, "btnExport"], board],
    FINANCE_MANAGER: [[list, ...drawing, ...generating, ...deciding], [unfinished, "btnExport"], board],
    AUDITOR: [[list, ...looking], [unfinished, "btnExport"], board],
    SUP_ADMIN: [
      [list, ...drawing],
      [unfinished, "btnExport"],
    ],
    SUP_SALES: [
      [list, ...looking],
      [unfinished, "btnExport"],
    ],
    SUP_FINANCE: [
      [list, ...drawing],
      [unfinished, "btnExport"],
    ],
  }),
};
