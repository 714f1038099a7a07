import { cmp } from "#kernel/decimal.ts";
import { action, entity } from "#kernel/entity.ts";
import { code, date, datetime, files, longtext, money, percent, pick, qty, ref, rows, text, yn } from "#kernel/field.ts";
import { passRate } from "./judge.ts";
import { notFound } from "./common.ts";

/** One item of a small batch: how many were planned, came, were good; and who says so. */
export const tryoutLine = entity("SrmSlcBatchTryoutLine", "小批量试用行", "Pilot run line", {
  fields: {
    itemId: ref("SrmBaseItem", "物料", "Item", { pick: { itemStatus: ["DRAFT", "APPROVING", "ACTIVE", "FROZEN"] } }),
    itemDesc: text("物料名称", "Item name", { max: 400, repeats: "itemId", computed: true, optional: true }),
    planQty: qty("计划数量", "Planned quantity", { least: 0 }),
    uom: pick("单位", "UOM", "UOM"),
    orderNo: text("试用订单", "Trial order", { max: 80, computed: true, optional: true }),
    orderLineId: text("订单行", "Order line", { max: 64, computed: true, optional: true }),
    orderClosedFlag: yn("订单已关闭", "Order closed", { computed: true, initial: "N" }),
    receivedQty: qty("收货", "Received", { computed: true, optional: true }),
    okQty: qty("合格", "OK", { computed: true, optional: true }),
    ngQty: qty("不良", "Not OK", { computed: true, optional: true }),
    concessionQty: qty("让步", "Concession", { computed: true, optional: true }),
    passRate: percent("合格率%", "Pass rate %", { computed: true, optional: true, adds: false }),
    defectDesc: text("缺陷", "Defects", { max: 500, computed: true, optional: true }),
    figureSource: pick("数据来源", "Data source", "TRYOUT_FIGURES", { computed: true, optional: true }),
    filledBy: ref("BaseUsers", "填写人", "Filled in by", { computed: true, optional: true }),
    filledDate: datetime("填写时间", "Filled in", { computed: true, optional: true }),
  },
  computes: { passRate: (line) => passRate(line) },
  holds: { planAboveZero: ["planQty", ">", 0] },
  sees: {},
  shows: {
    supplier: [
      "itemId",
      "itemDesc",
      "planQty",
      "uom",
      "orderNo",
      "receivedQty",
      "okQty",
      "ngQty",
      "concessionQty",
      "passRate",
      "defectDesc",
    ],
  },
  title: ["itemDesc"],
  list: ["itemId", "planQty", "uom", "orderNo", "receivedQty", "okQty", "ngQty", "concessionQty", "passRate", "defectDesc", "figureSource"],
  codes: notFound,
});

/** A small batch bought on trial: a plan that opens the category for trial orders, and a result that says whether it was good enough. */
export const batchTryout = entity("SrmSlcBatchTryout", "小批量试用", "Pilot run", {
  fields: {
    tryoutNo: code("试用单号", "Pilot run no.", { computed: true, optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", fixed: "create" }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { pick: { enabledFlag: "Y" } }),
    trackId: ref("SrmSlcIntroduceTrack", "引入跟踪", "Onboarding", { optional: true, fixed: "create" }),
    sampleTrialId: ref("SrmSlcSampleTrial", "样品单", "Sample trial", { optional: true, pick: { status: "APPROVED" } }),
    planStart: date("计划开始", "Plan start"),
    planEnd: date("计划结束", "Plan end"),
    ownerId: ref("BaseUsers", "负责人", "Owner", { pick: { userType: "INTERNAL", userStatus: "ACTIVE" } }),
    productLine: text("产线", "Production line", { max: 120, optional: true }),
    passLine: percent("合格率要求%", "Required pass rate %", { initial: "95", least: 0, most: 100, adds: false }),
    trialAmountLimit: money("试用金额上限", "Trial amount limit", { optional: true, least: 0, adds: false }),
    itemLine: { ...text("物料", "Items", { max: 1000, computed: true, optional: true }), english: "itemLineEn" },
    itemLineEn: text("物料（英文）", "Items (English)", { max: 1000, computed: true, optional: true }),
    orderLine: text("试用订单", "Trial orders", { max: 500, computed: true, optional: true }),
    worstRate: percent("最低合格率%", "Lowest pass rate %", { computed: true, optional: true, adds: false }),
    result: pick("拟定结论", "Proposed result", "TRIAL_RESULT", { computed: true, optional: true }),
    resultDesc: longtext("拟定说明", "Proposed note", { max: 2000, computed: true, optional: true }),
    toldResult: pick("结论", "Result", "TRIAL_RESULT", { computed: true, optional: true }),
    toldDesc: longtext("结论说明", "Note on the result", { max: 2000, computed: true, optional: true }),
    endReason: text("作废原因", "Reason for ending", { max: 500, computed: true, optional: true }),
    startedFlag: yn("已开始执行", "Started", { computed: true, initial: "N" }),
    fileIds: files("附件", "Files", { optional: true, max: 20 }),
    status: pick("状态", "Status", "TRYOUT_STATUS", { computed: true }),
  },
  lines: { lines: tryoutLine },
  number: ["tryoutNo", "XP{yyyyMMdd}{0001}"],
  stateLookup: "TRYOUT_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVING: ["计划审批", "Plan approval", "running"],
    EXECUTING: ["执行中", "In progress", "running"],
    RESULT_APPROVING: ["结果审批", "Result approval", "running"],
    APPROVED: ["已批准", "Approved", "done"],
    REJECTED: ["已驳回", "Rejected", "refused"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
  },
  holds: { endsAfterStart: ["planStart", "<=", "planEnd"] },
  computes: {
    orderLine: (doc) =>
      [...new Set(doc.lines.flatMap((line: { orderNo: string | null }) => line.orderNo ?? []))].join("、").slice(0, 500) || null,
    worstRate: (doc) => lowest(doc.lines),
  },
  shownWhen: {
    result: (doc) => Boolean(doc.result) && !doc.toldResult,
    resultDesc: (doc) => Boolean(doc.resultDesc) && !doc.toldResult,
    toldResult: (doc) => Boolean(doc.toldResult),
    toldDesc: (doc) => Boolean(doc.toldDesc),
    endReason: (doc) => Boolean(doc.endReason),
    worstRate: (doc) => Boolean(doc.worstRate),
  },
  approval: [
    {
      bill: "SLC_BATCH_TRYOUT",
      label: ["小批量试用计划", "Pilot run plan"],
      to: "EXECUTING",
      submit: { label: ["提交计划", "Submit plan"] },
      amount: "trialAmountLimit",
      org: "orgId",
      supplier: "supplierId",
      summary: ["tryoutNo", "supplierId", "itemLine", "planStart", "planEnd", "passLine"],
    },
    {
      bill: "SLC_TRYOUT_RESULT",
      label: ["小批量试用结果", "Pilot run result"],
      during: "RESULT_APPROVING",
      to: "APPROVED",
      submit: {
        name: "doSubmitResult",
        label: ["提交结果", "Submit result"],
        button: "btnSubmitResult",
        from: ["EXECUTING"],
        input: {
          result: pick("结论", "Result", "TRIAL_RESULT"),
          resultDesc: longtext("结论说明", "Note on the result", { max: 2000, optional: true }),
        },
      },
      approve: { name: "doApproveResult" },
      reject: { name: "doRejectResult", to: "EXECUTING" },
      withdraw: { name: "doRejectResult" },
      org: "orgId",
      supplier: "supplierId",
      summary: ["tryoutNo", "supplierId", "itemLine", "passLine", "worstRate", "result", "resultDesc"],
    },
  ],
  actions: {
    linkOrder: action("关联试用订单", "Link trial order", {
      button: "btnLinkOrder",
      who: "internal",
      from: ["EXECUTING"],
      quiet: true,
      input: {
        lineId: text("行", "Line", { max: 64 }),
        orderNo: text("订单号", "Order no.", { max: 80, optional: true }),
        orderClosedFlag: yn("订单已关闭", "Order closed", { optional: true }),
      },
    }),
    doFillResult: action("填写结果", "Fill in results", {
      button: "btnFillResult",
      who: "internal",
      from: ["EXECUTING"],
      quiet: true,
      input: {
        lines: rows(
          "结果",
          "Results",
          {
            lineId: text("行", "Line", { max: 64 }),
            receivedQty: qty("收货", "Received", { least: 0 }),
            okQty: qty("合格", "OK", { least: 0 }),
            ngQty: qty("不良", "Not OK", { least: 0 }),
            concessionQty: qty("让步", "Concession", { least: 0 }),
            defectDesc: text("缺陷", "Defects", { max: 500, optional: true }),
          },
          { optional: true },
        ),
      },
    }),
    doAbolish: action("作废", "Void", {
      button: "btnAbolish",
      who: "internal",
      from: ["EXECUTING"],
      to: "CANCELLED",
      tone: "danger",
      input: { abolishReason: longtext("作废原因", "Reason", { max: 500 }) },
    }),
    doCancel: action("取消", "Cancel", {
      button: "btnCancel",
      who: "internal",
      from: ["DRAFT", "REJECTED"],
      to: "CANCELLED",
      tone: "danger",
      input: { cancelReason: longtext("取消原因", "Reason", { max: 500 }) },
    }),
  },
  sees: {
    internal: (me) => ({ orgId: me.orgs }),
    supplier: (me) => ({ supplierId: me.supplierId ?? "-", startedFlag: "Y" }),
  },
  shows: {
    supplier: [
      ...(["tryoutNo", "orgId", "planStart", "planEnd", "passLine", "itemLine", "itemLineEn", "orderLine", "worstRate"] as const),
      ...(["toldResult", "toldDesc", "endReason", "status", "lines"] as const),
    ],
  },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["tryoutNo", "itemLine"],
  list: ["tryoutNo", "supplierId", "itemLine", "planEnd", "orderLine", "worstRate", "toldResult", "status", "orgId"],
  search: ["tryoutNo", "supplierId", "itemLine", "orgId", "status", "toldResult", "ownerId"],
  order: [["id", "desc"]],
  views: {
    executing: ["执行中", "In progress", () => ({ status: "EXECUTING" })],
    approving: ["审批中", "In approval", () => ({ status: ["APPROVING", "RESULT_APPROVING"] })],
  },
  pages: {
    list: "srmSlcBatchTryoutList",
    edit: "srmSlcBatchTryoutEdit",
    sections: [
      ["基本信息", "Basics", ["supplierId", "orgId", "trackId", "sampleTrialId", "ownerId", "productLine"]],
      ["计划", "Plan", ["planStart", "planEnd", "passLine", "trialAmountLimit"]],
      ["结论", "Result", ["worstRate", "result", "resultDesc", "toldResult", "toldDesc", "endReason"]],
    ],
  },
  codes: notFound,
});

function lowest(lines: readonly { readonly passRate: string | null }[]): string | null {
  const known = lines.flatMap((line) => line.passRate ?? []);
  return known.length === 0 ? null : known.reduce((least, value) => (cmp(value, least) < 0 ? value : least));
}
