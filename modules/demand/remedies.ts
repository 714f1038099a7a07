import { remedy, type Remedies } from "#kernel/remedy.ts";

export const demandRemedies: Remedies = {
  "PUR-1104": remedy("purForecast/purForecastEdit", "打开最新版本", "Open the newest version", { query: { id: "{forecastId}" } }),
  "PUR-2002": [
    remedy("purOrderManage/purchaseOrderEdit", "打开占用的订单", "Open the order", { query: { id: "{orderId}" } }),
    remedy("purAgreementManage/purAgreementEdit", "打开占用的协议", "Open the agreement", { query: { id: "{agreementId}" } }),
    remedy("purDemandSummaryList", "打开需求汇总", "Open demand summaries", { query: { summaryNum: "{summaryNum}" } }),
  ],
  "PUR-2003": remedy("procurementPlanList", "调整采购计划", "Adjust the plan", { button: "btnAdjust" }),
  "PUR-2008": remedy("purCustomerOrderList", "打开客户订单", "Open customer orders", { query: { keyword: "{customerOrderNum}" } }),
};
