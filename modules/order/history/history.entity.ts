import { entity } from "#kernel/entity.ts";
import { code, date, datetime, int, payload, percent, pick, price, qty, ref, text, yn } from "#kernel/field.ts";
import { ofGoods } from "#modules/base/index.ts";
import { purchaseCodes } from "#modules/demand/index.ts";

/** What was changed on an order, by whom it was asked, and who caused it; on-time scoring reads dates from here alone. */
export const orderHistory = entity("SrmPurOrderHistory", "订单变更历史", "Order history", {
  fields: {
    orderId: ref("SrmPurOrderHeader", "采购订单", "Order", { computed: true }),
    orgId: ref("BaseOrganization", "采购组织", "Organisation", { computed: true }),
    /** Empty on changes made before the supplier knew of the order: they are none of its business. */
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "keep", computed: true, optional: true }),
    orderLineId: text("订单行", "Order line", { max: 64, computed: true, optional: true }),
    orderDeliveryId: text("交货计划行", "Schedule", { max: 64, computed: true, optional: true }),
    lineNum: int("行号", "Line", { computed: true, optional: true }),
    scheduleNum: int("计划行", "Schedule line no.", { computed: true, optional: true }),
    revisionNum: int("版次", "Revision", { computed: true, initial: 0 }),
    changeType: pick("变更类型", "Change", "PUR_CHANGE_TYPE", { computed: true }),
    oldValue: text("原值", "Old", { max: 500, computed: true, optional: true }),
    newValue: { ...text("新值", "New", { max: 500, computed: true, optional: true }), english: "newValueEn" },
    /** Only where the value is words: figures and days read alike. */
    newValueEn: text("新值（英文）", "New (English)", { max: 500, computed: true, optional: true }),
    askedBy: pick("提出方", "Asked by", "PUR_SIDE", { computed: true }),
    buyerCausedFlag: yn("采购方原因", "Caused by buyer", { computed: true, initial: "Y" }),
    snapshotJson: payload("快照", "Snapshot", { computed: true, optional: true }),
    diffJson: payload("差异", "Difference", { computed: true, optional: true }),
    changedBy: ref("BaseUsers", "变更人", "Changed by", { computed: true, optional: true }),
    changeReason: text("变更原因", "Reason", { max: 500, computed: true, optional: true }),
    approvedDate: datetime("生效时间", "Approved at", { computed: true, optional: true }),
  },
  appendOnly: true,
  judgedBy: "orderId",
  sees: {
    internal: (me) => ({ orgId: me.orgs }),
    supplier: (me) => ({ supplierId: me.supplierId ?? "-" }),
  },
  shows: {
    supplier: [
      ...(["orderId", "orderLineId", "orderDeliveryId", "lineNum", "scheduleNum", "revisionNum", "changeType"] as const),
      ...(["oldValue", "newValue", "newValueEn", "askedBy", "approvedDate"] as const),
    ],
  },
  title: ["changeType", "newValue"],
  list: [
    ...(["orderId", "revisionNum", "lineNum", "scheduleNum", "changeType", "oldValue", "newValue", "askedBy"] as const),
    ...(["buyerCausedFlag", "changedBy", "changeReason", "approvedDate"] as const),
  ],
  search: ["orderId", "changeType", "askedBy", "revisionNum"],
  order: [["id", "desc"]],
  codes: purchaseCodes,
});

/** At which price what was bought, one row for each published line and revision. */
export const purchaseHistory = entity("SrmPurHistory", "采购历史", "Purchase history", {
  fields: {
    itemId: ref("SrmBaseItem", "物料", "Item"),
    itemDesc: text("描述", "Description", { max: 500, repeats: "itemId", computed: true, optional: true }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { computed: true, optional: true }),
    orgId: ref("BaseOrganization", "采购组织", "Organisation"),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry" }),
    orderId: ref("SrmPurOrderHeader", "采购订单", "Order", { computed: true, optional: true }),
    orderLineId: text("订单行", "Order line", { max: 64, computed: true, optional: true }),
    orderNum: code("订单号", "Order no.", { max: 40 }),
    revisionNum: int("版次", "Revision", { computed: true, initial: 0 }),
    orderDate: date("日期", "Date"),
    qty: qty("数量", "Quantity", { least: 0 }),
    uom: pick("单位", "UOM", "UOM"),
    currency: pick("币种", "Currency", "CURRENCY"),
    priceUnit: qty("价格单位", "Price unit", { least: 0, initial: "1", adds: false }),
    priceExcl: price("未税单价", "Price excl. tax", { least: 0, adds: false }),
    priceBaseCurrency: price("本位币单价", "Base price", { computed: true, initial: "0", adds: false }),
    prevPrice: price("上次单价", "Previous price", { computed: true, optional: true, adds: false }),
    changePercent: percent("变动%", "Change %", { computed: true, optional: true, adds: false }),
    sourceType: pick("来源", "Source", "PUR_HISTORY_SOURCE", { computed: true, initial: "IMPORT" }),
    currentFlag: yn("当前版次", "Current", { computed: true, initial: "Y" }),
    /** The newest row of its organisation and item: what a price rise is measured against. */
    latestFlag: yn("最新", "Latest", { computed: true, initial: "N" }),
    giftFlag: yn("赠品", "Free of charge", { computed: true, initial: "N" }),
    provisionalFlag: yn("暂估价", "Provisional", { computed: true, initial: "N" }),
  },
  holds: { priceUnitAboveZero: ["priceUnit", ">", 0] },
  unique: [{ fields: ["orderNum", "itemId", "supplierId", "orderLineId", "revisionNum"] }],
  sees: { internal: (me) => ({ orgId: me.orgs, ...ofGoods(me) }) },
  saves: "internal",
  title: ["orderNum"],
  list: [
    ...(["orderNum", "itemId", "supplierId", "orderDate", "qty", "uom", "priceExcl", "priceBaseCurrency", "changePercent"] as const),
    ...(["prevPrice", "currency", "priceUnit", "orgId", "sourceType", "currentFlag"] as const),
  ],
  search: ["itemId", "supplierId", "orgId", "orderDate", "orderNum", "currentFlag", "sourceType"],
  order: [["orderDate", "desc"]],
  pages: { list: "purchaseHistoryList", cards: ["itemId", "supplierId", "orderDate", "priceExcl", "currency", "changePercent"] },
  importKey: ["orderNum", "itemId", "supplierId"],
  unit: "uom",
  codes: purchaseCodes,
});

/** The newest of several purchases: what the next price is measured against. */
export const newestOf = <R extends { readonly orderDate: string; readonly id: string }>(rows: readonly R[]): R | null =>
  rows.toSorted((a, b) => b.orderDate.localeCompare(a.orderDate) || b.id.localeCompare(a.id))[0] ?? null;
