import { remedy, type Remedies } from "#kernel/remedy.ts";

const list = remedy("srmPurAslList", "打开合格货源清单", "Open the approved supplier list");
const agreement = remedy("purAgreementManage/purAgreementEdit", "打开协议", "Open the agreement", { query: { id: "{agreementId}" } });

export const priceRemedies: Remedies = {
  "PUR-1001": list,
  "PUR-1002": [remedy("purAslApplyList", "申请货源", "Apply for the approved list", { button: "btnAdd" }), list],
  "PUR-1003": [remedy("purAslAlterationList", "变更货源", "Change the approved list", { button: "btnAdd" }), list],
  "PUR-1004": [
    remedy("supplierInfoEdit", "打开供应商", "Open the supplier", { query: { id: "{supplierId}" } }),
    remedy("supplierInfoList", "打开供应商列表", "Open suppliers"),
  ],
  "PUR-1005": [remedy("purAslAlterationList", "调整试用上限", "Raise the trial cap", { button: "btnAdd" }), list],
  "PUR-1006": remedy("aslAlterationManage/AslAlterationEdit", "打开变更单", "Open the change", { query: { id: "{alterationId}" } }),
  "PUR-2103": agreement,
  "PUR-2104": agreement,
  "PUR-2107": agreement,
  "PUR-2110": remedy("purAgreementList", "维护协议价格", "Set up prices", { button: "btnAdd" }),
  "PUR-2121": remedy("paymentProportionManagement", "启用付款条件", "Enable a payment term", { button: "btnEnable" }),
  "PUR-2206": agreement,
};
