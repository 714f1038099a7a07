import { page, type EventShape, type MenuFolder, type RoleShape } from "#kernel/module.ts";
import { billType, category, item, paymentTerm } from "#modules/base/index.ts";
import { purchaseMenu } from "#modules/demand/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { agreement } from "./agreement.entity.ts";
import { priceList } from "./price-list.entity.ts";

const list = "purAgreementList";
const edit = "purAgreementManage/purAgreementEdit";
const attachments = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const looks = ["btnExport", "btnPreviewAttachment", "btnDownloadAttachment"];
const writing = [
  ...["btnAdd", "btnCopy", "btnSave", "btnDelete", "btnSubmit", "btnWithdraw", "btnChange", "btnCancelChange", "btnClose", "btnToOrder"],
  ...["btnImport", "btnExport", ...attachments],
];
const deciding = ["btnApproval", "btnReject", "btnAbolish"];
const answering = ["btnSupplierConfirm", "btnSupplierRefuse", ...looks];

/** The desk of agreements and prices, for both sides. */
export const agreementMenus: readonly MenuFolder[] = [
  purchaseMenu({
    PUR_SOURCE: [
      page(list, "采购协议与价格", "Agreements & prices", {
        audience: "BOTH",
        entities: [agreement, priceList],
        reads: [billType, category, item, paymentTerm],
        buttons: [...new Set([...writing, ...deciding, ...answering, "btnPriceMaintain"])],
        children: [edit],
      }),
    ],
  }),
];

export const agreementRoles: Readonly<Record<string, RoleShape>> = responsibilities({
  SYS_ADMIN: [[list, ...writing, "btnAbolish", "btnPriceMaintain"]],
  BUYER: [[list, ...writing]],
  SOURCING: [[list, ...writing]],
  PUR_MANAGER: [[list, ...writing, ...deciding, "btnPriceMaintain"]],
  MASTER_DATA: [[list, "btnAdd", "btnSave", "btnImport", "btnExport", "btnPriceMaintain"]],
  PLANNER: [[list, ...looks]],
  FINANCE: [[list, ...looks]],
  FINANCE_MANAGER: [[list, ...looks]],
  AUDITOR: [[list, ...looks]],
  SUP_ADMIN: [[list, ...answering]],
  SUP_SALES: [[list, ...answering]],
  SUP_FINANCE: [[list, ...looks]],
});

const about: EventShape["carries"] = {
  id: ["协议", "Agreement"],
  num: ["协议编号", "Agreement no."],
  orgId: ["组织", "Organisation"],
  supplierId: ["供应商", "Supplier"],
};

export const agreementEvents: Readonly<Record<string, EventShape>> = {
  PUR_AGREEMENT_EXPIRING: {
    label: ["采购协议即将到期", "Purchase agreement expiring"],
    kind: "WARNING",
    carries: { ...about, date: ["到期日", "Ends on"], p: ["已下达%", "Committed %"] },
    tells: {
      title: ["协议${num}将于${date}到期，已下达${p}%", "Agreement ${num} ends ${date}, ${p}% committed"],
      channels: ["SITE"],
      to: ["CREATOR"],
      route: `${edit}?id=\${id}`,
    },
  },
  PUR_AGREEMENT_EFFECTIVE: {
    label: ["采购协议生效", "Purchase agreement in force"],
    kind: "BUSINESS",
    carries: { ...about, from: ["生效日", "Effective from"], to: ["失效日", "Effective to"] },
    tells: {
      title: ["协议${num}已生效，有效期${from}至${to}", "Agreement ${num} is in force from ${from} to ${to}"],
      channels: ["SITE"],
      to: [{ supplier: "SALES" }],
      route: `${edit}?id=\${id}`,
    },
  },
  PUR_AGREEMENT_ANSWERED: {
    label: ["采购协议答复", "Purchase agreement answered"],
    kind: "BUSINESS",
    carries: { ...about, answer: ["答复", "Answer"], answerEn: ["答复（英文）", "Answer (English)"] },
    tells: {
      title: ["供应商对协议${num}：${answer}", "The supplier on agreement ${num}: ${answerEn}"],
      channels: ["SITE"],
      to: ["CREATOR"],
      route: `${edit}?id=\${id}`,
    },
  },
  PUR_AGREEMENT_ENDED: {
    label: ["采购协议撤回、关闭或作废", "Purchase agreement withdrawn or ended"],
    kind: "BUSINESS",
    carries: { ...about, how: ["结果", "Result"], howEn: ["结果（英文）", "Result (English)"], reason: ["原因", "Reason"] },
    tells: {
      title: ["协议${num}已${how} ${reason}", "Agreement ${num} was ${howEn} ${reason}"],
      channels: ["SITE", "EMAIL"],
      to: [{ supplier: "SALES" }],
      route: `${edit}?id=\${id}`,
    },
  },
  PUR_AGREEMENT_USED: {
    label: ["采购协议用量提醒", "Purchase agreement used"],
    kind: "WARNING",
    carries: { ...about, p: ["已用%", "Used %"] },
    tells: {
      title: ["协议${num}已使用${p}%", "Agreement ${num} is ${p}% used"],
      channels: ["SITE"],
      to: ["CREATOR"],
      route: `${edit}?id=\${id}`,
    },
  },
  PUR_PRICE_CHANGED: {
    label: ["价格变更", "Prices changed"],
    kind: "BUSINESS",
    carries: { ...about, items: ["价格", "Prices"] },
  },
};
