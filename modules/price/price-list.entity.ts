import { action, entity } from "#kernel/entity.ts";
import { code, date, int, longtext, payload, percent, pick, price, qty, ref, text, yn } from "#kernel/field.ts";
import { ofGoods } from "#modules/base/index.ts";
import { purchaseCodes } from "#modules/demand/index.ts";
import { priceKey } from "./price-key.ts";

const optionalQty = (cn: string, en: string) => qty(cn, en, { optional: true, least: 0, adds: false });

/** The price library: what a supplier asks for an item in an organisation from one day to another. */
export const priceList = entity("SrmPurSupplierPriceList", "供应商价格", "Supplier price", {
  fields: {
    orgId: ref("BaseOrganization", "采购组织", "Organisation", { fixed: "create", pick: { enabledFlag: "Y" } }),
    invOrgId: ref("BaseOrganization", "库存组织", "Inventory organisation", {
      optional: true,
      fixed: "create",
      pick: { enabledFlag: "Y" },
    }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", fixed: "create", pick: { infoStatus: "EFFECTIVE" } }),
    supplierSiteId: ref("SrmSupSite", "供应商地点", "Supplier site", {
      within: { supplierId: "supplierId" },
      optional: true,
      fixed: "create",
      pick: { siteStatus: "ACTIVE" },
    }),
    itemId: ref("SrmBaseItem", "物料", "Item", { optional: true, fixed: "create", pick: { itemStatus: "ACTIVE" } }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { optional: true, fixed: "create", pick: { enabledFlag: "Y" } }),
    itemDesc: text("物料描述", "Description", { max: 200, repeats: "itemId", optional: true, fixed: "create" }),
    priceType: pick("价格类型", "Price type", "PUR_PRICE_TYPE", { initial: "STANDARD", fixed: "create" }),
    currency: pick("币种", "Currency", "CURRENCY", { initial: "CNY", fixed: "create" }),
    uom: pick("单位", "UOM", "UOM", { fixed: "create" }),
    priceUnit: qty("价格单位", "Price unit", { initial: "1", adds: false }),
    price: price("单价", "Price", { currency: "currency" }),
    taxRate: pick("税率", "Tax rate", "TAX_RATE", { initial: "T13" }),
    taxIncludedFlag: yn("含税", "Tax included", { initial: "N" }),
    stepFlag: yn("阶梯价", "Step prices", { computed: true, initial: "N" }),
    stepMode: pick("阶梯方式", "Step mode", "PUR_STEP_MODE", { computed: true, optional: true }),
    stepJson: payload("阶梯", "Steps", { computed: true, optional: true }),
    startDate: date("生效日期", "Valid from"),
    endDate: date("失效日期", "Valid to", { optional: true }),
    moq: optionalQty("最小订购量", "MOQ"),
    mpq: optionalQty("最小包装量", "MPQ"),
    leadTimeDays: int("交期（天）", "Lead days", { optional: true, least: 0 }),
    priority: int("优先级", "Priority", { initial: 1, least: 1, most: 99 }),
    sourceGroup: pick("来源组", "Source group", "PUR_PRICE_GROUP", { computed: true, initial: "LIST" }),
    sourceType: pick("来源", "Source", "PUR_PRICE_SOURCE", { computed: true, initial: "MANUAL" }),
    sourceId: text("来源单据", "Source document", { max: 60, computed: true, optional: true }),
    sourceNum: code("来源单号", "Source no.", { max: 60, computed: true, optional: true }),
    agreementLineId: ref("SrmPurAgreementLine", "协议行", "Agreement line", { computed: true, optional: true }),
    prevPriceId: ref("SrmPurSupplierPriceList", "上一价格", "Previous price", { computed: true, optional: true }),
    changePercent: percent("涨跌%", "Change %", { computed: true, optional: true, adds: false }),
    reason: text("维护原因", "Reason for maintenance", { max: 300, optional: true }),
    priceKey: text("价格键", "Price key", { max: 700, computed: true, optional: true, hidden: "all" }),
    status: pick("状态", "Status", "PUR_PRICE_STATUS", { computed: true }),
  },
  stateLookup: "PUR_PRICE_STATUS",
  states: {
    EFFECTIVE: ["生效", "Effective", "done"],
    FUTURE: ["未生效", "Not yet", "waiting"],
    EXPIRED: ["已失效", "Expired", "ended"],
    INVALID: ["作废", "Void", "refused"],
  },
  computes: { priceKey },
  requires: { categoryId: (row) => !row.itemId, itemDesc: (row) => !row.itemId },
  holds: { priceAboveZero: ["price", ">", 0], unitAboveZero: ["priceUnit", ">", 0], validPeriod: ["startDate", "<=", "endDate"] },
  ranges: [
    {
      fields: ["priceKey"],
      from: "startDate",
      to: "endDate",
      while: { status: { not: "INVALID" } },
      code: "PUR-2102",
      text: ["与同一供应商同一物料的另一价格有效期重叠", "Validity overlaps another price of the same supplier and item"],
    },
  ],
  actions: {
    doInvalid: action("作废价格", "Invalidate", {
      button: "btnPriceMaintain",
      who: "internal",
      from: ["EFFECTIVE", "FUTURE"],
      to: "INVALID",
      tone: "danger",
      batch: "each",
      input: { maintainWhy: longtext("原因", "Reason", { max: 300 }) },
    }),
    /** The day decides whether a price counts already, still, or no more. */
    doRefresh: action("刷新状态", "Refresh status", { button: "btnSave", who: "system", from: ["EFFECTIVE", "FUTURE"], quiet: true }),
  },
  timed: [
    { does: "doRefresh", in: ["FUTURE"], on: "startDate", program: "refreshPriceStatus" },
    { does: "doRefresh", in: ["EFFECTIVE"], after: "endDate", program: "refreshPriceStatus" },
  ],
  sees: { internal: (me) => ({ orgId: me.orgs, ...ofGoods(me) }) },
  saves: "internal",
  savesFrom: ["EFFECTIVE", "FUTURE", "EXPIRED"],
  title: ["itemId", "supplierId"],
  list: [
    ...(["supplierId", "itemId", "status", "price", "stepFlag", "currency", "startDate", "endDate", "priceUnit", "uom"] as const),
    ...(["taxIncludedFlag", "taxRate", "sourceGroup", "sourceNum", "changePercent", "moq", "mpq", "leadTimeDays"] as const),
    ...(["priority", "orgId", "invOrgId", "priceType", "itemDesc"] as const),
  ],
  search: ["supplierId", "itemId", "orgId", "priceType", "sourceGroup", "sourceNum", "status", "startDate", "endDate"],
  order: [["id", "desc"]],
  views: {
    effective: ["生效", "Effective", () => ({ status: "EFFECTIVE" })],
    future: ["未生效", "Not yet", () => ({ status: "FUTURE" })],
    over: ["已失效", "Over", () => ({ status: ["EXPIRED", "INVALID"] })],
  },
  importKey: [
    ...(["orgId", "invOrgId", "supplierId", "supplierSiteId", "itemId", "categoryId", "itemDesc"] as const),
    ...(["priceType", "currency", "uom", "startDate"] as const),
  ],
  codes: purchaseCodes,
});
