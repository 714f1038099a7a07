import { page, type EventShape, type MenuFolder, type RoleShape } from "#kernel/module.ts";
import { root } from "#modules/admin/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { changeEntities, changePages, changing } from "./change/menus.ts";
import { contract } from "./contract.entity.ts";
import { executionButtons } from "./execution/pages.ts";
import { publishing, releasing, signingEntities } from "./signing/menus.ts";
import { template } from "./template.entity.ts";
import { textMark, textVersion } from "./text/mark.entity.ts";
import { textButtons } from "./text/text.actions.ts";
import { contractCarries, contractRoute } from "./about.ts";

const list = "cctContractList";
const edit = "contractManage/cctContractEdit";
const attachments = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const caring = ["btnFromSource", "btnRenew", "btnTransfer", "btnRemind", "btnArchive"];
const looks = ["btnExport", "btnPreviewAttachment", "btnDownloadAttachment"];
const reads = ["btnViewPrice", ...looks];
const writing = [
  ...publishing,
  ...["btnAdd", "btnSave", "btnDelete", "btnSubmit", "btnWithdraw", "btnSendConfirm", "btnRevocation", "btnImport", "btnExport"],
  ...attachments,
  ...caring,
  "btnViewPrice",
];
const deciding = ["btnApproval", "btnReject", ...releasing];
const answering = ["btnSign", "btnSupplierConfirm", "btnSupplierRefuse", "btnUploadAttachment", ...looks];

/** The desk of contracts, for both sides. */
export const contractMenus: readonly MenuFolder[] = [
  root("CONTRACT", [
    page(list, "合同", "Contracts", {
      audience: "BOTH",
      entities: [contract, ...changeEntities, ...signingEntities, textMark, textVersion],
      reads: [template],
      buttons: [
        ...new Set([
          ...[...writing, ...changing, ...deciding, "btnDeviationLegal", "btnDeviationManager", ...answering],
          ...[...publishing, ...releasing, ...executionButtons, ...textButtons],
        ]),
      ],
      children: [edit, "contractManage/cctContractText", ...changePages],
    }),
  ]),
];

export const contractRoles: Readonly<Record<string, RoleShape>> = responsibilities({
  SYS_ADMIN: [[list, ...writing]],
  BUYER: [[list, ...writing]],
  SOURCING: [[list, ...writing]],
  PUR_MANAGER: [[list, ...writing, ...deciding, "btnDeviationManager"]],
  LEGAL: [[list, ...reads, "btnArchive", ...deciding, ...publishing, "btnDeviationLegal"]],
  FINANCE: [[list, ...reads]],
  FINANCE_MANAGER: [[list, ...reads]],
  AUDITOR: [[list, ...reads]],
  SUP_ADMIN: [[list, ...answering]],
  SUP_SALES: [[list, ...answering]],
});

const [about, route] = [contractCarries, contractRoute];
const toOwner = { channels: ["SITE", "EMAIL"], to: [{ value: "ownerId" }], route } as const;
const toSupplier = { channels: ["SITE", "EMAIL"], to: [{ supplier: "LEGAL" }], route } as const;

export const contractEvents: Readonly<Record<string, EventShape>> = {
  CCT_SEND_CONFIRM: {
    label: ["合同待供应商确认", "Contract to confirm"],
    kind: "TASK",
    carries: { id: about.id, num: about.num, supplierId: about.supplierId, due: ["期限", "Due"] },
    tells: {
      ...toSupplier,
      channels: ["SITE", "EMAIL", "SMS"],
      title: ["请确认合同${num}，截止${due}", "Please confirm contract ${num} by ${due}"],
    },
  },
  CCT_RECALLED: {
    label: ["合同已收回", "Contract recalled"],
    kind: "BUSINESS",
    carries: about,
    tells: { ...toSupplier, title: ["合同${num}已收回，无需确认", "Contract ${num} was recalled; no answer is needed"] },
  },
  CCT_CONFIRMED: {
    label: ["供应商已确认合同", "Contract confirmed"],
    kind: "BUSINESS",
    carries: { ...about, remark: ["备注", "Remark"] },
    tells: { ...toOwner, title: ["供应商已确认合同${num} ${remark}", "The supplier confirmed contract ${num} ${remark}"] },
  },
  CCT_REFUSED: {
    label: ["供应商已拒绝合同", "Contract declined"],
    kind: "BUSINESS",
    carries: { ...about, reason: ["原因", "Reason"] },
    tells: { ...toOwner, title: ["供应商已拒绝合同${num}：${reason}", "The supplier declined contract ${num}: ${reason}"] },
  },
};
