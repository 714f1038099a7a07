import { cmp, div } from "#kernel/decimal.ts";
import { action, entity } from "#kernel/entity.ts";
import { date, pick, rate, yn } from "#kernel/field.ts";
import { notFound } from "./common.ts";

/** What one currency was worth in another from a day on. A used row is voided, never deleted. */
export const exchangeRate = entity("SrmBaseExchangeRate", "汇率", "Exchange rate", {
  fields: {
    rateType: pick("汇率类型", "Rate type", "FX_RATE_TYPE", { initial: "CORPORATE" }),
    fromCurrency: pick("原币", "From", "CURRENCY"),
    toCurrency: pick("目标币", "To", "CURRENCY"),
    effectiveDate: date("生效日期", "Effective date"),
    rate: rate("汇率", "Rate", { least: 0, adds: false, hint: ["1 原币 = 汇率 × 目标币", "1 from = rate × to"] }),
    inverseRate: rate("反向汇率", "Inverse", { computed: true, optional: true, adds: false }),
    source: pick("来源", "Source", "FX_SOURCE", { initial: "MANUAL", computed: true }),
    usedFlag: yn("已引用", "Used", { initial: "N", computed: true }),
    status: pick("状态", "Status", "FX_STATUS", { computed: true }),
  },
  stateLookup: "FX_STATUS",
  states: { ACTIVE: ["有效", "Active", "done"], VOID: ["作废", "Void", "ended"] },
  computes: { inverseRate: (doc) => (doc.rate && cmp(doc.rate, "0") > 0 ? div("1", doc.rate, 8) : null) },
  holds: { rateAboveZero: ["rate", ">", 0], differentCurrencies: ["fromCurrency", "<>", "toCurrency"] },
  unique: [
    {
      fields: ["rateType", "fromCurrency", "toCurrency", "effectiveDate"],
      while: { status: "ACTIVE" },
      code: "BASE_FX_002",
      text: ["同类型同币种同日汇率已存在", "A rate for this type, pair and day exists"],
    },
  ],
  actions: {
    doVoid: action("作废", "Void", { button: "btnDelete", who: "internal", from: ["ACTIVE"], to: "VOID", tone: "danger", batch: "each" }),
    doMarkUsed: action("记为已引用", "Mark as used", { button: "btnSave", who: "system", quiet: true, loads: "row" }),
  },
  sees: { internal: "all" },
  saves: "internal",
  savesFrom: ["ACTIVE"],
  deletes: "internal",
  deletesFrom: ["ACTIVE"],
  title: ["fromCurrency", "toCurrency"],
  list: [
    "rateType",
    "fromCurrency",
    "toCurrency",
    "effectiveDate",
    "rate",
    "inverseRate",
    "source",
    "status",
    "lastUpdatedBy",
    "lastUpdateDate",
  ],
  search: ["rateType", "fromCurrency", "toCurrency", "effectiveDate", "source", "status"],
  order: [
    ["effectiveDate", "desc"],
    ["fromCurrency", "asc"],
  ],
  views: {
    active: ["有效", "Active", () => ({ status: "ACTIVE" })],
    void: ["作废", "Void", () => ({ status: "VOID" })],
  },
  pages: { list: "exchangeRateManagement" },
  importKey: ["rateType", "fromCurrency", "toCurrency", "effectiveDate"],
  codes: notFound,
});
