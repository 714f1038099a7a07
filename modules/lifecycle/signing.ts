import { signingInforms } from "./informs.ts";
import { agreementTypes } from "./agreement-types.ts";
import { lookup, page, type Part } from "#kernel/module.ts";
import type { Answer } from "#kernel/question.ts";
import { responsibilities, openBusiness, supplierMenu } from "#modules/supplier/index.ts";
import { sealingRules } from "./sealing.rules.ts";
import { agreementSigning } from "./signing.entity.ts";
import { signingEvents, signingTodos } from "./signing.events.ts";
import { signingRules } from "./signing.rules.ts";

const attachments = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const reading = ["btnPreviewAttachment", "btnDownloadAttachment", "btnPrint", "btnExport"];
const files = [...attachments, "btnPrint", "btnExport"];
const agreements = "slcAgreementSigningList";
const owning = ["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnSubmit", "btnSend", "btnAbolish", "btnUrge", "btnStartSign"];
const supplying = ["btnSupplierSave", "btnSupplierConfirm", "btnSubmitInternal"];
const word = (cn: string, en: string) => [cn, en] as const;

const answers: readonly Answer[] = [
  // Agreements in force stand in the way of a supplier's exit until somebody has looked at them.
  openBusiness.answeredBy(async (find, { supplierId, orgIds }) => {
    const rows = await find.where(agreementSigning, { supplierId, status: "SIGNED", ...(orgIds ? { orgId: orgIds } : {}) });
    const count = rows.flatMap((row) => row.details).filter((doc) => doc.detailStatus === "SIGNED").length;
    return [{ item: "AGREEMENT", count, route: agreements }];
  }),
];

/** Agreements before the first order: drawn up, agreed, approved, signed, and watched until they end. */
export const signing: Part = {
  entities: [agreementSigning],
  answers,
  rules: [...signingRules, ...sealingRules],
  menus: [
    supplierMenu({
      SLC_INTRODUCE: [
        page(agreements, "协议签署", "Agreement signing", {
          entities: [agreementSigning],
          audience: "BOTH",
          buttons: [...owning, "btnApproval", "btnReject", "btnAssistDone", ...supplying, ...files],
          children: ["slcAgreementSigningEdit", "AgreementSigningAssistEdit"],
        }),
      ],
    }),
  ],
  lookups: {
    AGREEMENT_TYPE: lookup("协议类型", "Agreement type", agreementTypes),
    SIGN_MODE: lookup("签署方式", "Signing method", {
      ESIGN: ["电子签", "Electronic"],
      PAPER: ["纸质", "Paper"],
      CLICK: ["点击确认", "Click"],
    }),
    ASSIST_STATUS: lookup("协办状态", "Co-handling status", {
      NONE: ["无需", "None"],
      WAITING: ["待协办", "Waiting"],
      DONE: ["已完成", "Completed"],
    }),
    SIGNING_STATUS: lookup(
      "协议签署状态",
      "Signing status",
      Object.fromEntries(Object.entries(agreementSigning.states ?? {}).map(([code, [cn, en]]) => [code, word(cn, en)])),
    ),
    SIGNING_DETAIL_STATUS: lookup("协议状态", "Agreement status", {
      DRAFT: ["拟定", "Draft"],
      SUPPLIER: ["待供应商", "With supplier"],
      AGREED: ["已达成", "Agreed"],
      DISPUTED: ["有异议", "Disputed"],
      SIGNING: ["签署中", "Signing"],
      SIGNED: ["已签署", "Signed"],
      EXPIRED: ["已到期", "Expired"],
      TERMINATED: ["已终止", "Terminated"],
    }),
  },
  roles: responsibilities({
    SYS_ADMIN: [[agreements, ...owning, ...files]],
    SUP_SPECIALIST: [[agreements, ...owning, "btnAssistDone", ...files]],
    SOURCING: [[agreements, ...owning, "btnAssistDone", ...files]],
    BUYER: [[agreements, "btnAssistDone", ...reading]],
    LEGAL: [[agreements, "btnAssistDone", ...files]],
    QUALITY: [[agreements, "btnAssistDone", ...files]],
    QUALITY_MANAGER: [[agreements, "btnAssistDone", ...files]],
    FINANCE: [[agreements, "btnAssistDone", ...files]],
    PUR_MANAGER: [[agreements, "btnApproval", "btnReject", "btnAssistDone", ...files]],
    AUDITOR: [[agreements, "btnExport"]],
    SUP_ADMIN: [[agreements, ...supplying, ...files]],
    SUP_SALES: [[agreements, ...supplying, ...files]],
  }),
  buttons: {
    btnAbolish: { label: ["作废", "Void"], icon: "ban", colour: "DANGER" },
    btnStartSign: { label: ["发起签署", "Start signing"], icon: "pen-line", colour: "PRIMARY" },
    btnAssistDone: { label: ["完成协办", "Co-handling done"], icon: "check-check", colour: "PRIMARY" },
    btnSupplierSave: { label: ["供方保存", "Save"], icon: "save" },
    btnSubmitInternal: { label: ["退回采购方", "Return to buyer"], icon: "undo-2" },
  },
  events: signingEvents,
  todos: signingTodos,
  informs: signingInforms,
  programs: {
    AGREEMENT_WATCH: { label: ["协议到期检查", "Watch agreements"], cron: "0 1 * * *", overlap: "SKIP" },
  },
};
