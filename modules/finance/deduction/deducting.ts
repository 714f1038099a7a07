import { page, type Part } from "#kernel/module.ts";
import { remedy } from "#kernel/remedy.ts";
import { root } from "#modules/admin/index.ts";
import { contract } from "#modules/contracts/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { concessionAnswer } from "./concession.ts";
import { contractDeductionsFrom } from "./contract.from.ts";
import { deductionHome } from "./deduction.home.ts";
import { deduction } from "./deduction.entity.ts";
import { deductionRules } from "./deduction.rules.ts";
import { deductionEvents, deductionInforms, deductionLookups } from "./deduction.words.ts";
import { offsetPosting } from "./offset-posting.entity.ts";

const list = "deductionsList";
const reading = ["btnPreviewAttachment", "btnDownloadAttachment", "btnPrint", "btnExport"];
const writing = ["btnAdd", "btnEdit", "btnSave", "btnSubmit", "btnCancel", "btnAnswerAppeal", "btnImport", "btnCreateContractDeductions"];
const working = [...writing, "btnUploadAttachment", "btnDelAttachment", ...reading];
const deciding = ["btnApproval", "btnReject"];
const answering = ["btnSuppConfirm", "btnSuppAppeal", "btnUploadAttachment", "btnDelAttachment"];

/** What suppliers owe and what is kept back for it: proposed, approved, confirmed by the supplier, used up by statements and payments. */
export const deducting: Part = {
  entities: [deduction, offsetPosting],
  ledgers: [deductionHome],
  froms: [contractDeductionsFrom],
  rules: deductionRules,
  answers: [concessionAnswer],
  lookups: deductionLookups,
  events: deductionEvents,
  informs: deductionInforms,
  buttons: {
    btnSuppConfirm: { label: ["确认扣款", "Confirm"], icon: "check", colour: "PRIMARY" },
    btnSuppAppeal: { label: ["申诉", "Appeal"], icon: "message-circle-warning" },
    btnAnswerAppeal: { label: ["答复申诉", "Answer appeal"], icon: "message-circle-reply", colour: "PRIMARY" },
    btnCreateContractDeductions: { label: ["生成合同扣款", "Create from contracts"], icon: "file-input" },
  },
  remedies: {
    "RCN-054": remedy(list, "查看扣款", "Open deductions"),
    "RCN-058": remedy(list, "新增扣款", "Add a deduction", { button: "btnAdd" }),
  },
  menus: [
    root("FINANCE", [
      page(list, "扣款", "Deductions", {
        entities: [deduction],
        reads: [contract],
        audience: "BOTH",
        buttons: [...new Set([...working, ...deciding, ...answering])],
        children: ["deductionsEdit"],
      }),
    ]),
  ],
  roles: responsibilities({
    SYS_ADMIN: [[list, ...working]],
    BUYER: [[list, ...working]],
    PUR_MANAGER: [[list, ...working, ...deciding]],
    FINANCE: [[list, ...working]],
    FINANCE_MANAGER: [[list, ...working, ...deciding]],
    AUDITOR: [[list, ...reading]],
    SUP_ADMIN: [[list, ...answering, ...reading]],
    SUP_FINANCE: [[list, ...answering, ...reading]],
  }),
};
