import { remedy, type Remedies } from "#kernel/remedy.ts";

export const deliveryRemedies: Remedies = {
  "PUR-3303": remedy("purDeliveryNoticeList", "打开送货通知", "Open delivery notices"),
  "PUR-3304": [
    remedy("purOrderManage/purchaseOrderEdit", "打开订单", "Open the order", { query: { id: "{orderId}" } }),
    remedy("purchaseOrderList", "打开订单列表", "Open orders"),
    remedy("purchaseOrderList3", "确认订单", "Confirm the order", { button: "btnSupplierConfirm" }),
  ],
  "PUR-3406": remedy("srmBaseConfigProfileList", "调整库存期间", "Change the stock period", {
    query: { profileCode: "PUR_STOCK_OPEN_FROM" },
    button: "btnSave",
  }),
};
