import { action, entity } from "#kernel/entity.ts";
import { bilingual, code, int, payload, pick, qty, rate, ref, text, yn } from "#kernel/field.ts";
import { notFound, switches } from "./common.ts";

/** A shelf or floor place inside a storage. */
export const storageLocator = entity("SrmBaseStorageLocator", "货位", "Locator", {
  fields: {
    storageId: ref("SrmBaseStorageLocation", "仓库", "Storage", { computed: true }),
    locatorCode: code("货位编码", "Locator code", { max: 40 }),
    ...bilingual("locatorName", "货位名称", "Locator name", { max: 80, optional: true }),
    capacity: qty("容量", "Capacity", { optional: true, least: 0 }),
    capacityUom: pick("单位", "Unit", "UOM", { optional: true }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
  },
  computes: { storageId: (_, storage) => storage.id },
  unique: [{ fields: ["storageId", "locatorCode"] }],
  sees: {},
  title: ["locatorCode", "locatorName"],
  list: ["locatorCode", "locatorName", "locatorNameEn", "capacity", "capacityUom", "enabledFlag"],
  codes: notFound,
});

/** A warehouse of an inventory organisation; a VMI storage holds a supplier's own goods. */
export const storage = entity("SrmBaseStorageLocation", "库存地点", "Storage location", {
  fields: {
    orgId: ref("BaseOrganization", "库存组织", "Inventory org", { pick: { orgType: "INV", enabledFlag: "Y" }, fixed: "create" }),
    storageCode: code("仓库编码", "Code", { max: 40, fixed: "create" }),
    ...bilingual("storageName", "仓库名称", "Name", { max: 120 }),
    storageType: pick("类型", "Type", "STORAGE_TYPE", { initial: "NORMAL" }),
    keeperId: ref("BaseUsers", "仓管员", "Keeper", { optional: true, pick: { userType: "INTERNAL", userStatus: "ACTIVE" } }),
    vmiFlag: yn("VMI", "VMI", { initial: "N" }),
    vmiSupplierId: ref("SrmSupInfo", "VMI供应商", "VMI supplier", { merging: "carry", optional: true, pick: { infoStatus: "EFFECTIVE" } }),
    deliveryInfoId: ref("SrmBaseDeliveryInfo", "收货信息", "Delivery info", { optional: true, pick: { enabledFlag: "Y" } }),
    erpCode: text("ERP编码", "ERP code", { max: 40, optional: true }),
    locatorCount: int("货位数", "Locators", { computed: true, initial: 0 }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y", computed: true }),
  },
  lines: { locators: storageLocator },
  computes: { locatorCount: (doc) => doc.locators.filter((locator: { enabledFlag: string }) => locator.enabledFlag === "Y").length },
  shownWhen: { vmiSupplierId: (doc) => doc.vmiFlag === "Y" },
  unique: [{ fields: ["orgId", "storageCode"] }],
  actions: switches,
  sees: {
    internal: (me) => ({ orgId: me.orgs }),
    supplier: (me) => ({ vmiFlag: "Y", vmiSupplierId: me.supplierId ?? "-", enabledFlag: "Y" }),
  },
  shows: { supplier: ["orgId", "storageCode", "storageName", "storageNameEn", "storageType", "deliveryInfoId", "enabledFlag"] },
  saves: "internal",
  deletes: "internal",
  title: ["storageCode", "storageName"],
  list: ["storageCode", "storageName", "orgId", "storageType", "keeperId", "vmiFlag", "vmiSupplierId", "locatorCount", "enabledFlag"],
  search: ["storageCode", "storageName", "orgId", "storageType", "vmiFlag", "enabledFlag"],
  order: [["storageCode", "asc"]],
  views: {
    vmi: ["VMI 仓", "VMI", () => ({ vmiFlag: "Y" })],
    off: ["已停用", "Disabled", () => ({ enabledFlag: "N" })],
  },
  pages: {
    list: "storageLocationList",
    edit: "storageLocationEdit",
    sections: [
      [
        "基本信息",
        "Basics",
        ["orgId", "storageCode", "storageName", "storageNameEn", "storageType", "keeperId", "deliveryInfoId", "erpCode"],
      ],
      ["寄售", "Consignment", ["vmiFlag", "vmiSupplierId"]],
    ],
  },
  importKey: ["orgId", "storageCode"],
  codes: notFound,
});

/** Where goods are delivered to: address, consignee, opening hours, docks. */
export const deliveryInfo = entity("SrmBaseDeliveryInfo", "收货信息", "Delivery info", {
  fields: {
    deliveryCode: code("编码", "Code", { max: 40 }),
    ...bilingual("deliveryName", "名称", "Name", { max: 120 }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { pick: { orgType: "INV,BU", enabledFlag: "Y" } }),
    // Districts are kept for China only: elsewhere the address says it all.
    districtId: ref("SrmBaseDistrict", "地区", "District", { optional: true, pick: { districtLevel: "CITY,COUNTY", enabledFlag: "Y" } }),
    ...bilingual("address", "详细地址", "Address", { max: 300 }),
    ...bilingual("addressFull", "全地址", "Full address", { max: 700, computed: true, optional: true }),
    ...bilingual("consignee", "收货人", "Consignee", { max: 60 }),
    consigneePhone: text("电话", "Phone", { max: 30, format: "phone" }),
    backupPhone: text("备用电话", "Backup phone", { max: 30, format: "phone", optional: true }),
    email: text("邮箱", "E-mail", { max: 120, format: "email", optional: true }),
    openHours: payload("收货时段", "Opening hours", { optional: true }),
    dockCount: int("卸货口", "Docks", { optional: true, least: 1 }),
    appointmentFlag: yn("需预约", "By appointment", { initial: "N" }),
    unloadingNote: { ...text("卸货要求", "Unloading note", { max: 500, optional: true }), english: "unloadingNoteEn" },
    unloadingNoteEn: text("卸货要求（英文）", "Unloading note (English)", { max: 500, optional: true }),
    longitude: rate("经度", "Longitude", { optional: true, least: -180, most: 180 }),
    latitude: rate("纬度", "Latitude", { optional: true, least: -90, most: 90 }),
    storageId: ref("SrmBaseStorageLocation", "默认仓库", "Storage", { optional: true, pick: { enabledFlag: "Y" } }),
    defaultFlag: yn("默认", "Default", { initial: "N" }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y", computed: true }),
  },
  unique: [
    { fields: ["deliveryCode"] },
    {
      fields: ["orgId"],
      while: { defaultFlag: "Y" },
      code: "BASE_DEF_001",
      text: ["该组织已存在默认记录", "The organisation already has a default"],
    },
  ],
  actions: {
    ...switches,
    doSetDefault: action("设为默认", "Make default", { button: "btnSetDefault", who: "internal" }),
  },
  sees: { internal: (me) => ({ orgId: me.orgs }), supplier: () => ({ enabledFlag: "Y" }) },
  shows: {
    supplier: [
      ...([
        "deliveryCode",
        "deliveryName",
        "deliveryNameEn",
        "orgId",
        "districtId",
        "address",
        "addressEn",
        "addressFull",
        "addressFullEn",
        "consignee",
        "consigneeEn",
        "consigneePhone",
        "backupPhone",
      ] as const),
      ...([
        "openHours",
        "dockCount",
        "appointmentFlag",
        "unloadingNote",
        "unloadingNoteEn",
        "longitude",
        "latitude",
        "enabledFlag",
      ] as const),
    ],
  },
  saves: "internal",
  deletes: "internal",
  title: ["deliveryCode", "deliveryName"],
  list: [
    "deliveryCode",
    "deliveryName",
    "orgId",
    "addressFull",
    "consignee",
    "consigneePhone",
    "appointmentFlag",
    "defaultFlag",
    "enabledFlag",
  ],
  search: ["deliveryCode", "deliveryName", "orgId", "addressFull", "consignee", "defaultFlag", "enabledFlag"],
  order: [["deliveryCode", "asc"]],
  pages: {
    list: "deliveryInfoList",
    edit: "deliveryInfoEdit",
    sections: [
      ["基本信息", "Basics", ["deliveryCode", "deliveryName", "deliveryNameEn", "orgId", "storageId", "defaultFlag"]],
      ["地址", "Address", ["districtId", "address", "addressEn", "addressFull", "addressFullEn", "longitude", "latitude"]],
      ["收货人", "Consignee", ["consignee", "consigneeEn", "consigneePhone", "backupPhone", "email"]],
      ["收货", "Receiving", ["appointmentFlag", "dockCount", "openHours", "unloadingNote", "unloadingNoteEn"]],
    ],
  },
  importKey: ["deliveryCode"],
  codes: notFound,
});
