import { action, entity } from "#kernel/entity.ts";
import { code, int, picks, pick, rate, ref, text, yn } from "#kernel/field.ts";
import { notFound } from "./common.ts";
import { cities, countries, ofSupplier, provinces } from "./supplier-common.ts";

/** Where a supplier is: its registered seat, offices, factories, stores. */
export const supplierLocation = entity("SrmSupLocation", "供应商地址", "Supplier location", {
  fields: {
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { fixed: "create" }),
    locationCode: code("地址编码", "Code", { max: 30 }),
    locationType: picks("地址类型", "Type", "LOCATION_TYPE"),
    countryId: ref("SrmBaseDistrict", "国家", "Country", { pick: countries }),
    provinceId: ref("SrmBaseDistrict", "省", "Province", { optional: true, pick: provinces }),
    cityId: ref("SrmBaseDistrict", "市", "City", { optional: true, pick: cities }),
    countyId: ref("SrmBaseDistrict", "区县", "County", { optional: true, pick: { districtLevel: "COUNTY", enabledFlag: "Y" } }),
    address: text("详细地址", "Address", { max: 300 }),
    postCode: text("邮编", "Post code", { max: 10, optional: true }),
    phone: text("电话", "Phone", { max: 30, optional: true }),
    longitude: rate("经度", "Longitude", { optional: true, least: -180, most: 180 }),
    latitude: rate("纬度", "Latitude", { optional: true, least: -90, most: 90 }),
    primaryFlag: yn("主地址", "Primary", { initial: "N" }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
  },
  sees: ofSupplier,
  shows: {
    supplier: [
      ...(["supplierId", "locationCode", "locationType", "countryId", "provinceId", "cityId", "countyId", "address"] as const),
      ...(["postCode", "phone", "longitude", "latitude", "primaryFlag", "enabledFlag"] as const),
    ],
  },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["supplierId", "locationCode"] }],
  title: ["locationCode", "address"],
  list: [
    "supplierId",
    "locationCode",
    "locationType",
    "countryId",
    "provinceId",
    "cityId",
    "address",
    "phone",
    "primaryFlag",
    "enabledFlag",
  ],
  search: ["supplierId", "locationCode", "countryId", "address", "enabledFlag"],
  codes: notFound,
});

/** A trading site: what one business unit has agreed with one supplier; documents take their defaults from it. */
export const supplierSite = entity("SrmSupSite", "供应商地点", "Supplier site", {
  fields: {
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { fixed: "create" }),
    siteCode: code("地点编码", "Site code", { max: 30 }),
    siteName: text("地点名称", "Site name", { max: 80 }),
    orgId: ref("BaseOrganization", "业务组织", "Business unit", { pick: { enabledFlag: "Y" } }),
    locationId: ref("SrmSupLocation", "地址", "Location", { pick: { enabledFlag: "Y" } }),
    siteUse: picks("用途", "Use", "SITE_USE"),
    currency: pick("币种", "Currency", "CURRENCY"),
    taxRate: pick("税率", "Tax rate", "TAX_RATE"),
    termId: ref("SrmBasePaymentTerm", "付款条件", "Payment term", { pick: { status: "EFFECTIVE" } }),
    paymentMethod: pick("付款方式", "Payment method", "PAYMENT_METHOD", { optional: true }),
    accountId: ref("SrmSupAccount", "收款账号", "Bank account", { optional: true }),
    incoterm: pick("贸易条款", "Incoterm", "INCOTERM", { optional: true }),
    deliveryDays: int("运输天数", "Transit days", { optional: true, least: 0 }),
    invoiceType: pick("发票类型", "Invoice type", "INVOICE_TYPE", { optional: true }),
    matchMode: pick("匹配方式", "Match mode", "MATCH_MODE", { optional: true }),
    statementDay: int("对账日", "Statement day", { optional: true, least: 1, most: 31 }),
    erpSiteCode: text("ERP地点", "ERP site", { max: 40, optional: true }),
    siteStatus: pick("状态", "Status", "SITE_STATUS", { computed: true }),
  },
  stateField: "siteStatus",
  stateLookup: "SITE_STATUS",
  states: { DRAFT: ["拟定", "Draft"], ACTIVE: ["有效", "Active", "done"], DISABLED: ["停用", "Disabled", "ended"] },
  actions: {
    doDisable: action("停用地点", "Disable site", {
      button: "btnDisableSite",
      who: "internal",
      from: ["ACTIVE", "DRAFT"],
      to: "DISABLED",
      tone: "danger",
      confirm: ["停用后新单据不能再使用该地点，确定停用吗？", "New documents can no longer use this site. Disable it?"],
    }),
    doEnabled: action("启用地点", "Enable site", { button: "btnDisableSite", who: "internal", from: ["DISABLED", "DRAFT"], to: "ACTIVE" }),
  },
  requires: { accountId: (doc) => (doc.siteUse ?? []).includes("PAY") && doc.siteStatus === "ACTIVE" },
  sees: { ...ofSupplier, internal: (me) => ({ orgId: me.orgs }) },
  shows: {
    supplier: [
      ...(["supplierId", "siteCode", "siteName", "orgId", "locationId", "siteUse", "currency", "taxRate", "termId"] as const),
      ...(["paymentMethod", "accountId", "incoterm", "deliveryDays", "invoiceType", "statementDay", "siteStatus"] as const),
    ],
  },
  saves: "internal",
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  unique: [{ fields: ["supplierId", "siteCode"] }],
  title: ["siteCode", "siteName"],
  list: ["orgId", "supplierId", "siteCode", "siteName", "siteUse", "currency", "taxRate", "termId", "accountId", "siteStatus"],
  search: ["orgId", "supplierId", "siteName", "currency", "siteStatus"],
  lists: {
    organisation: {
      route: "orgLibrarySupplier",
      title: ["组织供应商库", "Organisation library"],
      columns: ["orgId", "supplierId", "siteCode", "siteName", "siteUse", "currency", "taxRate", "termId", "accountId", "siteStatus"],
      search: ["orgId", "supplierId", "siteName", "currency", "siteStatus"],
      views: {
        active: ["有效", "Active", () => ({ siteStatus: "ACTIVE" })],
        disabled: ["停用", "Disabled", () => ({ siteStatus: "DISABLED" })],
      },
    },
  },
  codes: notFound,
});
