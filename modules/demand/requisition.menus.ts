import { page, type ButtonShape, type MenuFolder, type RoleShape } from "#kernel/module.ts";
import { billType, category, item, itemOrg } from "#modules/base/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { purchaseMenu } from "./folders.ts";
import { qtyLedger } from "./ledger.entity.ts";
import { requisition } from "./requisition.entity.ts";

const list = "purchaseRequisitionList";
const attachments = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const reading = ["btnExport", "btnPrint", "btnPreviewAttachment", "btnDownloadAttachment"];
const asking = [
  ...["btnAdd", "btnCopy", "btnEdit", "btnSave", "btnDelete", "btnSubmit", "btnWithdraw", "btnCancel", "btnSuggest", "btnImport"],
  ...["btnImportLine", "btnFromCustomerOrder", "btnFromPlan"],
  ...attachments,
];
const buying = ["btnClose", "btnReturn", "btnAssignBuyer", "btnToDemandSummary", "btnToOrder", "btnToAgreement"];
const deciding = ["btnApproval", "btnReject"];

export const requisitionButtons: Readonly<Record<string, ButtonShape>> = {
  btnAssignBuyer: { label: ["分配采购员", "Assign buyer"], icon: "user-check" },
  btnSuggest: { label: ["建议货源", "Suggest"], icon: "sparkles" },
  btnFromCustomerOrder: { label: ["从客户订单", "From customer orders"], icon: "contact" },
  btnFromPlan: { label: ["从采购计划", "From a plan"], icon: "calendar-range" },
  btnToDemandSummary: { label: ["转需求汇总", "Create demand summary"], icon: "combine" },
  btnToOrder: { label: ["转订单", "Create order"], icon: "shopping-cart", colour: "PRIMARY" },
  btnToAgreement: { label: ["转协议", "Create agreement"], icon: "handshake" },
};

/** The desk of requesters and buyers. */
export const requisitionMenus: readonly MenuFolder[] = [
  purchaseMenu({
    PUR_DEMAND: [
      page(list, "采购申请", "Requisitions", {
        entities: [requisition],
        reads: [qtyLedger, billType, category, item, itemOrg],
        buttons: [...new Set([...asking, ...reading, ...buying, ...deciding])],
        children: ["purRequisitionManage/purRequisitionEdit", "purRequisitionPoolList"],
      }),
    ],
  }),
];

/** Who asks, who buys, who decides, who looks. */
export const requisitionRoles: Readonly<Record<string, RoleShape>> = responsibilities({
  SYS_ADMIN: [[list, ...asking, ...reading, ...buying]],
  REQUESTER: [[list, ...asking, ...reading]],
  PLANNER: [[list, ...asking, ...reading, "btnToDemandSummary"]],
  BUYER: [[list, ...asking, ...reading, ...buying]],
  SOURCING: [[list, ...reading, ...buying]],
  PUR_MANAGER: [[list, ...asking, ...reading, ...buying, ...deciding]],
  AUDITOR: [[list, ...reading]],
});
