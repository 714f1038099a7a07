import { page, type Part } from "#kernel/module.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { customerOrder } from "./customer-order.entity.ts";
import { customerOrderRules } from "./customer-order.rules.ts";
import { demandSummary } from "./demand-summary.entity.ts";
import { demandSummaryRules, summaryAnswers } from "./demand-summary.rules.ts";
import { purchaseMenu } from "./folders.ts";
import { planHome } from "./plan-home.ts";
import { planningLookups } from "./plan-words.ts";
import { procurementPlan } from "./procurement-plan.entity.ts";
import { procurementPlanRules } from "./procurement-plan.rules.ts";

const attachments = ["btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const plans = "procurementPlanList";
const summaries = "purDemandSummaryList";
const orders = "purCustomerOrderList";
const keeping = ["btnAdd", "btnEdit", "btnSave", "btnDelete", "btnImport", "btnExport"];
const budgeting = [...keeping, "btnSubmit", "btnAdjust", "btnClose", "btnToRequisition", ...attachments];
const deciding = ["btnWithdraw", "btnApproval", "btnReject"];
const merging = ["btnEdit", "btnSave", "btnGenerate", "btnSplitByQuota", "btnToOrder", "btnDissolve", "btnExport"];
const covering = [...keeping, "btnToRequisition", "btnPeg", "btnUnpeg", "btnClose"];

/** What is meant to be bought, what is gathered to be bought together, and what customers wait for. */
export const planning: Part = {
  entities: [procurementPlan, demandSummary, customerOrder],
  rules: [...procurementPlanRules, ...demandSummaryRules, ...customerOrderRules],
  answers: summaryAnswers,
  lookups: planningLookups,
  ledgers: [planHome],
  events: {
    PUR_CUSTOMER_ORDER_ENDED: {
      label: ["客户订单已结束", "Customer order ended"],
      kind: "BUSINESS",
      carries: {
        num: ["客户订单号", "Order no."],
        line: ["行号", "Line"],
        how: ["结果", "Result"],
        howEn: ["结果（英文）", "Result (English)"],
      },
      tells: {
        title: ["客户订单${num}第${line}行${how}，请处理相关采购", "Customer order ${num} line ${line} was ${howEn}. Check its purchases"],
        channels: ["SITE"],
        to: [{ value: "userIds" }],
        route: "purCustomerOrderList?id=${id}",
      },
    },
  },
  programs: {
    customerOrderCover: {
      label: ["重算客户订单覆盖", "Calculate customer order coverage"],
      cron: "30 6 * * *",
      overlap: "SKIP",
      keepDays: 30,
    },
  },
  menus: [
    purchaseMenu({
      PUR_DEMAND: [
        page(summaries, "需求汇总", "Demand summary", { entities: [demandSummary], buttons: merging }),
        page(orders, "客户订单", "Customer orders", { entities: [customerOrder], buttons: covering }),
      ],
      PUR_PLAN: [page(plans, "采购计划", "Procurement plans", { entities: [procurementPlan], buttons: [...budgeting, ...deciding] })],
    }),
  ],
  buttons: {
    btnAdjust: { label: ["调整", "Adjust"], icon: "sliders-horizontal" },
    btnToRequisition: { label: ["转采购申请", "Create requisition"], icon: "file-input", colour: "PRIMARY" },
    btnSplitByQuota: { label: ["按配额拆分", "Split by quota"], icon: "split" },
    btnToOrder: { label: ["转订单", "Create order"], icon: "shopping-cart", colour: "PRIMARY" },
    btnDissolve: { label: ["解散", "Dissolve"], icon: "ungroup", colour: "DANGER" },
    btnPeg: { label: ["挂接库存", "Reserve stock"], icon: "pin" },
    btnUnpeg: { label: ["解除挂接", "Release stock"], icon: "pin-off" },
  },
  roles: responsibilities({
    SYS_ADMIN: [
      [plans, ...budgeting],
      [summaries, ...merging],
      [orders, ...covering],
    ],
    PLANNER: [
      [plans, ...budgeting, "btnWithdraw"],
      [summaries, ...merging],
      [orders, ...covering],
    ],
    BUYER: [
      [plans, "btnExport", "btnToRequisition", "btnPreviewAttachment", "btnDownloadAttachment"],
      [summaries, ...merging],
      [orders, "btnExport", "btnToRequisition", "btnPeg", "btnUnpeg"],
    ],
    PUR_MANAGER: [
      [plans, ...budgeting, ...deciding],
      [summaries, ...merging],
      [orders, ...covering],
    ],
    REQUESTER: [
      [plans, "btnExport"],
      [orders, "btnExport", "btnToRequisition"],
    ],
    AUDITOR: [
      [plans, "btnExport", "btnPreviewAttachment", "btnDownloadAttachment"],
      [summaries, "btnExport"],
      [orders, "btnExport"],
    ],
  }),
};
