import { abs, div, isZero, mul, sub, sum } from "#kernel/decimal.ts";
import { entity, type Me, type Where } from "#kernel/entity.ts";
import { code, date, datetime, int, longtext, percent, pick, qty, ref, text, yn } from "#kernel/field.ts";
import { purchaseCodes } from "./common.ts";
import { forecastActions } from "./forecast.actions.ts";

const counter = (cn: string, en: string) => qty(cn, en, { computed: true, initial: "0" });

/** What of an item is asked for and promised in one stretch of time. */
export const forecastPeriod = entity("SrmPurForecastPeriod", "预测时段", "Forecast period", {
  fields: {
    periodStart: date("时段起", "From"),
    periodEnd: date("时段止", "To", { computed: true, optional: true }),
    demandQty: qty("需求", "Demand", { least: 0, initial: "0" }),
    commitQty: qty("承诺", "Commitment", { computed: true, optional: true, least: 0 }),
    prevDemandQty: qty("上版需求", "Previous demand", { computed: true, optional: true }),
    orderedQty: counter("已下单", "Ordered"),
    gapReason: pick("差异原因", "Gap reason", "PUR_GAP_REASON", { computed: true, optional: true }),
    gapRemark: text("差异说明", "Gap remark", { max: 200, computed: true, optional: true }),
  },
  sees: {},
  shows: { supplier: ["periodStart", "periodEnd", "demandQty", "commitQty", "prevDemandQty", "gapReason", "gapRemark"] },
  title: ["periodStart"],
  list: ["periodStart", "periodEnd", "demandQty", "commitQty", "orderedQty", "prevDemandQty", "gapReason", "gapRemark"],
  codes: purchaseCodes,
});

type Period = { readonly demandQty: string | null; readonly commitQty: string | null };
type Rowed = { readonly periods: readonly Period[] };

/** One item for one place, over all periods. */
export const forecastLine = entity("SrmPurForecastLine", "预测行", "Forecast line", {
  fields: {
    itemId: ref("SrmBaseItem", "物料", "Item", { pick: { itemStatus: "ACTIVE" } }),
    invOrgId: ref("BaseOrganization", "收货组织", "Inventory organisation", {
      pick: { orgType: "INV", enabledFlag: "Y" },
      fits: ["receives", "orgId"],
    }),
    uom: pick("单位", "Unit", "UOM", { optional: true, hint: ["不填取物料的主单位", "Empty: the item's own"] }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { computed: true, optional: true }),
    demandTotal: counter("需求合计", "Demand"),
    commitTotal: counter("承诺合计", "Commitment"),
    gapTotal: counter("差异合计", "Gap"),
  },
  lines: { periods: forecastPeriod },
  computes: {
    demandTotal: (row: Rowed) => sum(row.periods.map((period) => period.demandQty ?? "0")),
    commitTotal: (row: Rowed) => sum(row.periods.map((period) => period.commitQty ?? "0")),
    gapTotal: (row: Rowed) =>
      sum(row.periods.flatMap((period) => (period.commitQty === null ? [] : [sub(period.commitQty, period.demandQty ?? "0")]))),
  },
  sees: {},
  shows: { supplier: ["itemId", "invOrgId", "uom", "demandTotal", "commitTotal", "gapTotal", "periods"] },
  title: ["itemId"],
  list: ["itemId", "invOrgId", "uom", "demandTotal", "commitTotal", "gapTotal"],
  unit: "uom",
  codes: purchaseCodes,
});

type Doc = { readonly lines: readonly Rowed[] };
const isAnswered = (row: Rowed): boolean => row.periods.length > 0 && row.periods.every((period) => period.commitQty !== null);

/** How far promises are from what was asked for, in hundredths of it; unknown while something is unanswered. */
function deviation(doc: Doc): string | null {
  const periods = doc.lines.flatMap((line) => line.periods);
  const asked = sum(periods.map((period) => period.demandQty ?? "0"));
  if (isZero(asked) || periods.some((period) => period.commitQty === null)) return null;
  return div(mul(sum(periods.map((period) => abs(sub(period.demandQty ?? "0", period.commitQty!)))), "100"), asked, 4);
}

/** A supplier sees what was published to it, also what became of it. */
const published = (me: Me): Where => ({
  supplierId: me.supplierId ?? "-",
  any: [{ status: ["PUBLISHED", "REPLIED", "CONFIRMED", "REFUSED", "CHANGED"] }, { status: "INVALID", publishDate: { not: null } }],
});

/** What one supplier is likely to be asked for, period by period, and what it promises. It obliges nobody by itself. */
export const forecast = entity("SrmPurForecast", "采购预测", "Forecast", {
  fields: {
    forecastNum: code("预测单号", "Forecast no.", { max: 40, computed: true, optional: true }),
    versionNo: int("版本", "Version", { computed: true, initial: 1 }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { fixed: "create", pick: { enabledFlag: "Y" } }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", fixed: "create", pick: { infoStatus: "EFFECTIVE" } }),
    supplierSiteId: ref("SrmSupSite", "供应商地点", "Site", {
      within: { supplierId: "supplierId" },
      fits: ["trades", "orgId"],
      optional: true,
      pick: { siteStatus: "ACTIVE" },
    }),
    periodType: pick("时段类型", "Period type", "PUR_PERIOD_TYPE", { initial: "WEEK" }),
    startPeriod: date("起始时段", "Start"),
    periodCount: int("时段数", "Periods", { least: 1, most: 52, initial: 12 }),
    firmPeriods: int("锁定期", "Firm zone", { optional: true, least: 0, most: 52 }),
    materialPeriods: int("备料期", "Material zone", { optional: true, least: 0, most: 52 }),
    replyDeadline: datetime("回复截止", "Reply by"),
    lineCount: int("行数", "Lines", { computed: true, initial: 0 }),
    repliedCount: int("已回复行", "Answered lines", { computed: true, initial: 0 }),
    deviationRate: percent("偏差率%", "Deviation %", { computed: true, optional: true, adds: false }),
    orderDeviation: percent("下单偏差率%", "Order deviation %", {
      computed: true,
      optional: true,
      adds: false,
      hint: ["已开始时段的下单数量与需求之差", "Orders against demand, for periods that have started"],
    }),
    publishDate: datetime("发布时间", "Published at", { computed: true, optional: true }),
    replyDate: datetime("回复时间", "Replied at", { computed: true, optional: true }),
    lateFlag: yn("逾期回复", "Answered late", { computed: true, initial: "N" }),
    readFlag: yn("供应商已读", "Read by supplier", { computed: true, initial: "N" }),
    refuseReason: text("拒绝原因", "Reason for declining", { max: 500, computed: true, optional: true }),
    prevForecastId: ref("SrmPurForecast", "上一版本", "Previous version", { computed: true, optional: true }),
    forceReason: text("锁定期下调原因", "Reason for lowering firm demand", { max: 500, optional: true }),
    invalidReason: text("失效原因", "Reason for invalidation", { max: 300, computed: true, optional: true }),
    remark: longtext("备注", "Remark", { max: 1000, optional: true }),
    status: pick("状态", "Status", "PUR_FORECAST_STATUS", { computed: true }),
  },
  lines: { lines: forecastLine },
  number: ["forecastNum", "FC{yyyyMM}{0001}"],
  revises: "prevForecastId",
  unique: [{ fields: ["forecastNum", "versionNo"] }, { fields: ["forecastNum"], while: { versionNo: 1 } }],
  stateLookup: "PUR_FORECAST_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    PUBLISHED: ["待回复", "To be answered", "waiting"],
    REPLIED: ["已回复", "Answered", "running"],
    CONFIRMED: ["已确认", "Confirmed", "done"],
    REFUSED: ["已拒绝", "Declined", "refused"],
    CHANGED: ["已变更", "Replaced", "ended"],
    INVALID: ["已失效", "Invalid", "ended"],
  },
  computes: {
    lineCount: (doc: Doc) => doc.lines.length,
    repliedCount: (doc: Doc) => doc.lines.filter(isAnswered).length,
    deviationRate: deviation,
  },
  holds: {
    firmWithinMaterial: ["firmPeriods", "<=", "materialPeriods"],
    materialWithinCount: ["materialPeriods", "<=", "periodCount"],
    firmWithinCount: ["firmPeriods", "<=", "periodCount"],
  },
  shownWhen: {
    refuseReason: (doc) => Boolean(doc.refuseReason),
    invalidReason: (doc) => Boolean(doc.invalidReason),
    prevForecastId: (doc) => Boolean(doc.prevForecastId),
    forceReason: (doc) => doc.versionNo > 1,
  },
  approval: {
    bill: "PUR_FORECAST",
    to: "PUBLISHED",
    submit: { name: "doPublish", label: ["发布", "Publish"], button: "btnPublish" },
    reject: { to: "DRAFT" },
    org: "orgId",
    supplier: "supplierId",
    summary: [
      ...(["forecastNum", "versionNo", "supplierId", "orgId", "periodType", "startPeriod", "periodCount"] as const),
      ...(["replyDeadline", "forceReason"] as const),
    ],
    optional: true,
  },
  actions: forecastActions,
  sees: { internal: (me) => ({ orgId: me.orgs }), supplier: published },
  shows: {
    supplier: [
      ...(["forecastNum", "versionNo", "orgId", "supplierId", "supplierSiteId", "periodType", "startPeriod", "periodCount"] as const),
      ...(["firmPeriods", "materialPeriods", "replyDeadline", "lineCount", "repliedCount", "publishDate", "replyDate"] as const),
      ...(["lateFlag", "readFlag", "refuseReason", "status", "lines"] as const),
    ],
  },
  saves: "internal",
  savesFrom: ["DRAFT"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["forecastNum"],
  list: [
    ...(["forecastNum", "versionNo", "status", "supplierId", "repliedCount", "deviationRate", "replyDeadline"] as const),
    ...(["startPeriod", "periodCount", "periodType", "orgId", "lineCount", "orderDeviation", "lateFlag", "publishDate"] as const),
  ],
  search: ["forecastNum", "supplierId", "lines.itemId", "status", "orgId", "periodType", "startPeriod", "replyDeadline"],
  order: [
    ["forecastNum", "desc"],
    ["versionNo", "desc"],
  ],
  waiting: [
    {
      todo: "FORECAST_REPLY",
      label: ["预测回复", "Reply to forecast"],
      route: "purForecast/purForecastEdit",
      title: ["回复预测{bizNo}", "Reply to forecast {bizNo}"],
      in: ["PUBLISHED"],
      who: { supplier: "SALES" },
      org: "orgId",
      due: "replyDeadline",
    },
    {
      todo: "FORECAST_DECIDE",
      label: ["预测回复处理", "Decide forecast reply"],
      route: "purForecast/purForecastEdit",
      title: ["处理预测{bizNo}的回复", "Decide the answer to forecast {bizNo}"],
      in: ["REPLIED", "REFUSED"],
      who: { user: "createdBy" },
      org: "orgId",
      ends: { CHANGED: "WITHDRAWN", INVALID: "WITHDRAWN" },
    },
  ],
  views: {
    draft: ["拟定", "Draft", () => ({ status: ["DRAFT", "APPROVING"] })],
    waiting: ["待回复", "To be answered", () => ({ status: "PUBLISHED" })],
    decide: ["待处理回复", "To decide", () => ({ status: ["REPLIED", "REFUSED"] })],
    confirmed: ["已确认", "Confirmed", () => ({ status: "CONFIRMED" })],
  },
  lists: {
    inbox: {
      route: "purForecastSupplierList",
      title: ["采购预测", "Forecasts"],
      columns: [
        ...(["forecastNum", "versionNo", "status", "orgId", "periodType", "startPeriod", "periodCount", "replyDeadline"] as const),
        ...(["repliedCount", "lineCount", "readFlag", "lateFlag"] as const),
      ],
      search: ["forecastNum", "lines.itemId", "orgId", "status", "replyDeadline"],
      where: (me) => (me.audience === "supplier" ? { status: { not: "CHANGED" } } : {}),
      views: {
        waiting: ["待回复", "To answer", () => ({ status: ["PUBLISHED", "REFUSED"] })],
        replied: ["已回复", "Answered", () => ({ status: ["REPLIED", "CONFIRMED"] })],
      },
    },
  },
  pages: {
    list: "purForecastList",
    edit: "purForecast/purForecastEdit",
    sections: [
      ["基本信息", "Basics", ["forecastNum", "versionNo", "orgId", "supplierId", "supplierSiteId", "replyDeadline"]],
      ["时段", "Horizon", ["periodType", "startPeriod", "periodCount", "firmPeriods", "materialPeriods", "forceReason"]],
      [
        "回复",
        "Reply",
        ["publishDate", "replyDate", "lateFlag", "deviationRate", "orderDeviation", "refuseReason", "invalidReason", "remark"],
      ],
    ],
  },
  codes: purchaseCodes,
});
