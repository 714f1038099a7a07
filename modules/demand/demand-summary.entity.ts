import { cmp, sub, sum } from "#kernel/decimal.ts";
import { action, entity } from "#kernel/entity.ts";
import { code, date, int, payload, percent, pick, qty, ref, text } from "#kernel/field.ts";
import { ofGoods } from "#modules/base/index.ts";
import { purchaseCodes } from "./common.ts";

const counter = (cn: string, en: string) => qty(cn, en, { computed: true, initial: "0", least: 0 });
type Figures = Readonly<Record<string, string>>;
const total =
  (key: string) =>
  (doc: { readonly rels: readonly Figures[] }): string =>
    sum(doc.rels.map((rel) => rel[key]!));

/** One requisition line that a summary holds: a copy for reading of the relation that counts. */
export const summaryRel = entity("SrmPurDemandSummaryRel", "汇总来源", "Source of a summary", {
  fields: {
    requisitionId: ref("SrmPurRequisitionHeader", "采购申请", "Requisition", { computed: true }),
    reqLineId: ref("SrmPurRequisitionLine", "申请行", "Requisition line", { computed: true }),
    reqLineNum: int("行号", "Line", { computed: true, initial: 0 }),
    needByDate: date("需求日期", "Need-by date", { computed: true }),
    qty: counter("占用数量", "Reserved"),
    movedQty: counter("已转数量", "Moved on"),
    releasedQty: counter("释放数量", "Released"),
    openQty: counter("剩余数量", "Open"),
  },
  computes: { openQty: (row) => sub(row.qty, sum([row.movedQty, row.releasedQty])) },
  holds: { net: ["movedQty + releasedQty", "<=", "qty"] },
  sees: { internal: "all" },
  title: ["reqLineNum"],
  list: ["requisitionId", "reqLineNum", "needByDate", "qty", "movedQty", "releasedQty", "openQty"],
  codes: purchaseCodes,
});

/** What one supplier is to get of a summary. */
export const summarySplit = entity("SrmPurDemandSummarySplit", "供应商拆分", "Supplier split", {
  fields: {
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", pick: { infoStatus: "EFFECTIVE" } }),
    ratio: percent("比例%", "Share %", { optional: true, least: 0, most: 100, adds: false }),
    qty: qty("数量", "Quantity", { least: 0 }),
    priceListId: text("价格", "Price", { max: 60, optional: true, computed: true }),
    targetType: pick("去向", "Target", "PUR_TARGET_TYPE", { initial: "ORDER" }),
    reason: text("调整原因", "Reason for change", { max: 300, optional: true }),
  },
  sees: { internal: "all" },
  title: ["supplierId"],
  list: ["supplierId", "ratio", "qty", "targetType", "reason"],
  codes: purchaseCodes,
});

/** Needs of the same thing at the same time, gathered so that they are bought together. */
export const demandSummary = entity("SrmPurDemandSummary", "需求汇总", "Demand summary", {
  fields: {
    summaryNum: code("汇总编号", "Summary no.", { max: 40, computed: true, optional: true }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { fixed: "create", pick: { enabledFlag: "Y" } }),
    invOrgId: ref("BaseOrganization", "收货组织", "Inventory organisation", { computed: true, optional: true }),
    itemId: ref("SrmBaseItem", "物料", "Item", { fixed: "create", pick: { itemStatus: "ACTIVE" } }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { computed: true, optional: true }),
    uom: pick("单位", "Unit", "UOM", { fixed: "create" }),
    periodKey: date("需求时段", "Period", { fixed: "create" }),
    totalQty: counter("汇总数量", "Total"),
    movedQty: counter("已转数量", "Moved on"),
    releasedQty: counter("释放数量", "Released"),
    openQty: counter("剩余数量", "Open"),
    sourceCount: int("来源行数", "Sources", { computed: true, initial: 0 }),
    splitQty: counter("已拆数量", "Split"),
    earliestNeedDate: date("最早需求日期", "Earliest need", { computed: true, optional: true }),
    buyerId: ref("BaseUsers", "采购员", "Buyer", { optional: true, pick: { userType: "INTERNAL" } }),
    splitMode: pick("拆分方式", "Split", "PUR_SPLIT_MODE", { initial: "MANUAL" }),
    status: pick("状态", "Status", "PUR_SUMMARY_STATUS", { computed: true }),
  },
  lines: { rels: summaryRel, splits: summarySplit },
  number: ["summaryNum", "DS{yyyyMMdd}{0001}"],
  stateLookup: "PUR_SUMMARY_STATUS",
  states: {
    OPEN: ["待处理", "Open", "waiting"],
    PARTIAL: ["部分处理", "Partial", "running"],
    DONE: ["已处理", "Done", "done"],
    DISSOLVED: ["已解散", "Dissolved", "ended"],
  },
  computes: {
    totalQty: total("qty"),
    movedQty: total("movedQty"),
    releasedQty: total("releasedQty"),
    openQty: (doc) => sub(total("qty")(doc), sum([total("movedQty")(doc), total("releasedQty")(doc)])),
    sourceCount: (doc) => doc.rels.length,
    splitQty: (doc) => sum(doc.splits.map((split: { qty: string | null }) => split.qty ?? "0")),
    earliestNeedDate: (doc) => doc.rels.map((rel: { needByDate: string }) => rel.needByDate).toSorted()[0] ?? null,
  },
  holds: { net: ["movedQty + releasedQty", "<=", "totalQty"] },
  actions: {
    doGenerate: action("生成汇总", "Generate", {
      button: "btnGenerate",
      who: "internal",
      creates: true,
      tone: "primary",
      input: {
        ofOrgId: ref("BaseOrganization", "组织", "Organisation"),
        ofItemId: ref("SrmBaseItem", "物料", "Item", { optional: true }),
        ofCategoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { optional: true }),
        ofBuyerId: ref("BaseUsers", "采购员", "Buyer", { optional: true, pick: { userType: "INTERNAL" } }),
        needFrom: date("需求日期起", "Needed from", { optional: true }),
        needTo: date("需求日期止", "Needed to", { optional: true }),
        periodType: pick("时段", "Period", "PUR_PERIOD_TYPE", { optional: true, hint: ["不填按周", "Empty: by week"] }),
        reqLineIds: payload("申请行", "Lines", { optional: true }),
      },
    }),
    doSplitByQuota: action("按配额拆分", "Split by quota", {
      button: "btnSplitByQuota",
      who: "internal",
      from: ["OPEN", "PARTIAL"],
      batch: "each",
    }),
    doToTarget: action("转订单", "Create order", {
      button: "btnToOrder",
      who: "internal",
      from: ["OPEN", "PARTIAL"],
      tone: "primary",
      input: {
        targetType: pick("去向", "Target", "PUR_TARGET_TYPE", { optional: true, hint: ["不填为订单", "Orders if empty"] }),
        billTypeId: ref("SrmBasePurchaseBillType", "单据类型", "Document type", {
          optional: true,
          pick: { billCategory: "ORDER", status: "EFFECTIVE" },
        }),
      },
    }),
    doDissolve: action("解散", "Dissolve", {
      button: "btnDissolve",
      who: "internal",
      from: ["OPEN", "PARTIAL"],
      tone: "danger",
      batch: "each",
      input: { dissolveWhy: text("解散原因", "Reason", { max: 300, optional: true }) },
    }),
    doFollow: action("跟随占用", "Follow reservations", {
      button: "btnSave",
      who: "system",
      quiet: true,
      input: { rels: payload("占用变动", "Reservations changed") },
    }),
  },
  sees: { internal: (me) => ({ orgId: me.orgs, ...ofGoods(me) }) },
  saves: "internal",
  savesFrom: ["OPEN", "PARTIAL"],
  title: ["summaryNum"],
  list: [
    ...(["summaryNum", "status", "itemId", "uom", "periodKey", "totalQty", "movedQty", "releasedQty", "openQty"] as const),
    ...(["sourceCount", "splitQty", "earliestNeedDate", "buyerId", "orgId"] as const),
  ],
  search: ["summaryNum", "orgId", "itemId", "categoryId", "earliestNeedDate", "buyerId", "status"],
  order: [["id", "desc"]],
  views: {
    open: ["待处理", "To do", () => ({ status: ["OPEN", "PARTIAL"] })],
    done: ["已处理", "Done", () => ({ status: "DONE" })],
    dissolved: ["已解散", "Dissolved", () => ({ status: "DISSOLVED" })],
  },
  pages: {
    list: "purDemandSummaryList",
    key: "openQty",
    sections: [
      ["汇总", "Summary", ["summaryNum", "orgId", "invOrgId", "itemId", "categoryId", "uom", "periodKey", "earliestNeedDate"]],
      ["数量", "Quantities", ["totalQty", "movedQty", "releasedQty", "openQty", "splitQty", "sourceCount"]],
      ["处理", "Handling", ["buyerId", "splitMode"]],
    ],
  },
  unit: "uom",
  codes: purchaseCodes,
});

/** What the state of a summary follows from. */
export const summaryStatus = (moved: string, open: string): "OPEN" | "PARTIAL" | "DONE" =>
  cmp(open, "0") === 0 ? "DONE" : cmp(moved, "0") > 0 ? "PARTIAL" : "OPEN";
