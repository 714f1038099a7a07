import { entity } from "#kernel/entity.ts";
import { code, date, files, int, percent, pick, qty, ref, refs, text, year } from "#kernel/field.ts";
import { notFound } from "./common.ts";
import { countries, ofSupplier } from "./supplier-common.ts";

/** A brand a supplier makes or may sell. */
export const supplierBrand = entity("SrmSupBrand", "供应商品牌", "Supplier brand", {
  fields: {
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", fixed: "create" }),
    brandName: { ...text("品牌", "Brand", { max: 120 }), english: "brandNameEn" },
    brandNameEn: text("品牌（英文）", "Brand (English)", { max: 120, optional: true }),
    brandRole: pick("品牌关系", "Relation", "BRAND_ROLE", { initial: "OWN" }),
    originCountryId: ref("SrmBaseDistrict", "产地", "Origin", { optional: true, pick: countries }),
    authLevel: pick("授权级别", "Authorisation level", "AUTH_LEVEL", { optional: true }),
    authValidTo: date("授权至", "Authorised until", { optional: true }),
    categoryIds: refs("SrmBasePurchaseCategory", "品类", "Categories", { optional: true, pick: { enabledFlag: "Y" } }),
    fileIds: files("授权书", "Letter of authorisation", { optional: true, max: 10 }),
  },
  requires: {
    authLevel: (doc) => doc.brandRole === "AUTHORISED",
    authValidTo: (doc) => doc.brandRole === "AUTHORISED",
  },
  shownWhen: { authLevel: (doc) => doc.brandRole !== "OWN", authValidTo: (doc) => doc.brandRole !== "OWN" },
  sees: ofSupplier,
  shows: {
    supplier: [
      ...(["supplierId", "brandName", "brandNameEn", "brandRole", "originCountryId"] as const),
      ...(["authLevel", "authValidTo", "categoryIds", "fileIds"] as const),
    ],
  },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["supplierId", "brandName"], caseless: true }],
  title: ["brandName"],
  list: ["supplierId", "brandName", "brandNameEn", "brandRole", "originCountryId", "authLevel", "authValidTo"],
  search: ["supplierId", "brandName", "brandRole", "authValidTo"],
  codes: notFound,
});

/** A machine a supplier makes or measures with. */
export const supplierDevice = entity("SrmSupDevice", "供应商设备", "Supplier equipment", {
  fields: {
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", fixed: "create" }),
    deviceName: text("设备名称", "Equipment", { max: 120 }),
    model: text("型号", "Model", { max: 80, optional: true }),
    maker: text("厂家", "Maker", { max: 120, optional: true }),
    deviceKind: pick("类别", "Kind", "DEVICE_KIND", { initial: "PRODUCTION" }),
    qty: int("数量", "Quantity", { least: 1, initial: 1 }),
    purchaseYear: year("购置年", "Year bought", { optional: true }),
    capacityPerMonth: qty("月产能", "Capacity per month", { optional: true, least: 0, adds: false }),
    capacityUom: pick("产能单位", "Capacity unit", "UOM", { optional: true }),
    calibrateValidTo: date("校准有效期", "Calibrated until", { optional: true }),
    statusNote: text("状态说明", "Note", { max: 300, optional: true }),
    fileIds: files("附件", "Files", { optional: true, max: 10 }),
  },
  requires: { calibrateValidTo: (doc) => doc.deviceKind === "TEST" },
  sees: ofSupplier,
  shows: {
    supplier: [
      ...(["supplierId", "deviceName", "model", "maker", "deviceKind", "qty", "purchaseYear"] as const),
      ...(["capacityPerMonth", "capacityUom", "calibrateValidTo", "statusNote", "fileIds"] as const),
    ],
  },
  saves: "internal",
  deletes: "internal",
  title: ["deviceName", "model"],
  list: ["supplierId", "deviceName", "model", "maker", "deviceKind", "qty", "capacityPerMonth", "capacityUom", "calibrateValidTo"],
  search: ["supplierId", "deviceName", "deviceKind", "calibrateValidTo"],
  codes: notFound,
});

/** Who stands behind a trader or an agent: the maker, the mine, the subcontractor. */
export const supplierIndirect = entity("SrmSupIndirect", "间接供应商", "Sub-tier supplier", {
  fields: {
    supplierId: ref("SrmSupInfo", "直接供应商", "Direct supplier", { merging: "carry", fixed: "create" }),
    indirectName: text("间接供方名称", "Sub-tier name", { max: 200 }),
    indirectUscc: code("信用代码", "Credit code", { max: 40, optional: true }),
    countryId: ref("SrmBaseDistrict", "国家", "Country", { pick: countries }),
    indirectRole: pick("关系", "Relation", "INDIRECT_ROLE"),
    linkedSupplierId: ref("SrmSupInfo", "系统内供应商", "Linked supplier", { merging: "carry", optional: true }),
    categoryIds: refs("SrmBasePurchaseCategory", "品类", "Categories", { pick: { enabledFlag: "Y" } }),
    itemDesc: text("物料", "Items", { max: 300, optional: true }),
    sharePercent: percent("占比%", "Share %", { optional: true, least: 0, most: 100, adds: false }),
    riskNote: text("风险", "Risk note", { max: 500, optional: true }),
    fileIds: files("附件", "Files", { optional: true, max: 10 }),
  },
  sees: ofSupplier,
  shows: {
    supplier: [
      ...(["supplierId", "indirectName", "indirectUscc", "countryId", "indirectRole"] as const),
      ...(["categoryIds", "itemDesc", "sharePercent", "fileIds"] as const),
    ],
  },
  saves: "internal",
  deletes: "internal",
  title: ["indirectName"],
  list: ["supplierId", "indirectName", "indirectUscc", "countryId", "indirectRole", "linkedSupplierId", "sharePercent", "riskNote"],
  search: ["supplierId", "indirectName", "indirectUscc", "indirectRole", "countryId"],
  codes: notFound,
});
