import type { Chooser } from "#kernel/chooser.ts";
import { code, date, pick, qty, ref } from "#kernel/field.ts";

const filters = {
  orgId: ref("BaseOrganization", "采购组织", "Organisation", { optional: true }),
  supplierId: ref("SrmSupInfo", "供应商", "Supplier", { optional: true }),
  orderId: ref("SrmPurOrderHeader", "订单", "Order", { optional: true }),
};

const shared = {
  columns: {
    itemId: ref("SrmBaseItem", "物料", "Item", { optional: true }),
    deliveryInfoId: ref("SrmBaseDeliveryInfo", "收货地址", "Ship-to", { optional: true }),
    promiseDate: date("承诺日期", "Promised"),
    qty: qty("计划数量", "Scheduled"),
  },
  heads: [["订单行", "Order line"], "orderNum", "orderLineNum", "scheduleNum"],
  groups: ["supplierId", "orgId", "invOrgId", "deliveryInfoId"],
  unit: "uom",
} as const;

/** How people choose what is shipped: schedules of orders, and what was called off of them. */
export const shipChooser: Chooser = {
  ...shared,
  list: "listShippable",
  preview: "previewShipments",
  left: ["可发", "Shippable"],
  sources: { NOTICE: ["送货通知", "Delivery notice"], ORDER: ["采购订单", "Purchase order"] },
  columns: { noticeNum: code("送货通知", "Notice", { optional: true }), ...shared.columns },
  filters: { ...filters, sourceMode: pick("来源", "Source", "PUR_NOTE_SOURCE", { optional: true }) },
  empty: ["没有可发的交货行。", "Nothing can be shipped."],
};

/** How people choose what is called off. */
export const callOffChooser: Chooser = {
  ...shared,
  list: "listNoticeable",
  preview: "previewCallOffs",
  left: ["可通知", "Callable"],
  sources: { ORDER: ["采购订单", "Purchase order"] },
  filters,
  empty: ["没有可通知的交货行。", "Nothing can be called off."],
};
