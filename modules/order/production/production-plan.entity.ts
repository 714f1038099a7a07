import { action, entity } from "#kernel/entity.ts";
import { code, date, files, int, longtext, pick, qty, ref, text, yn } from "#kernel/field.ts";
import { ofGoods } from "#modules/base/index.ts";
import { purchaseCodes } from "#modules/demand/index.ts";

/** One step of a production plan: what is to be done by when, and what was. */
export const productionPlanLine = entity("SrmPurProductionPlanLine", "生产计划行", "Production plan line", {
  fields: {
    stepName: text("工序", "Step", { max: 100 }),
    planDate: date("计划日期", "Plan date", { optional: true }),
    planQty: qty("计划数量", "Plan quantity", { optional: true, least: 0, adds: false }),
    actualDate: date("实际日期", "Actual date", { computed: true, optional: true }),
    actualQty: qty("实际数量", "Actual quantity", { computed: true, optional: true, adds: false }),
    defectQty: qty("不良数量", "Defects", { computed: true, optional: true, adds: false }),
    delayReason: text("延误原因", "Delay reason", { max: 300, optional: true }),
  },
  sees: {},
  shows: { supplier: ["stepName", "planDate", "planQty", "actualDate", "actualQty", "defectQty", "delayReason"] },
  title: ["stepName"],
  list: ["stepName", "planDate", "planQty", "actualDate", "actualQty", "defectQty", "delayReason"],
  codes: purchaseCodes,
});

const progress = {
  lineId: text("工序行", "Step line", { max: 64, optional: true, hint: ["不填则登记为新的进度行", "Empty: kept as a separate line"] }),
  started: qty("本次投产", "Started now", { optional: true, least: 0 }),
  finished: qty("本次完工", "Finished now", { optional: true, least: 0 }),
  packed: qty("本次包装", "Packed now", { optional: true, least: 0 }),
  defects: qty("本次不良", "Defects now", { optional: true, least: 0 }),
  newFinishDate: date("预计完工", "Expected finish", { optional: true }),
  delayWhy: text("延误原因", "Delay reason", { max: 300, optional: true }),
};

/** How far a supplier's production of one confirmed order row is, and whether it will be in time. */
export const productionPlan = entity("SrmPurProductionPlan", "供应商生产计划", "Supplier production plan", {
  fields: {
    planNum: code("计划编号", "Plan no.", { max: 40, computed: true, optional: true }),
    orderDeliveryId: ref("SrmPurOrderDelivery", "交货计划行", "Schedule line", { fixed: "create", pick: { confirmStatus: "CONFIRMED" } }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", computed: true, optional: true }),
    orgId: ref("BaseOrganization", "采购组织", "Organisation", { computed: true, optional: true }),
    orderId: ref("SrmPurOrderHeader", "采购订单", "Order", { computed: true, optional: true }),
    lineNum: int("订单行", "Order line", { computed: true, optional: true }),
    itemId: ref("SrmBaseItem", "物料", "Item", { computed: true, optional: true }),
    uom: pick("单位", "UOM", "UOM", { computed: true, optional: true }),
    buyerId: ref("BaseUsers", "采购员", "Buyer", { computed: true, optional: true }),
    promiseDate: date("承诺日期", "Promise date", { computed: true, optional: true }),
    planQty: qty("计划数量", "Plan quantity", { least: "0.000001" }),
    startDate: date("开工日期", "Start date"),
    finishDate: date("完工日期", "Finish date"),
    materialReadyFlag: yn("物料齐套", "Material ready", { initial: "N" }),
    startedQty: qty("已投产", "Started", { computed: true, initial: "0" }),
    finishedQty: qty("已完工", "Finished", { computed: true, initial: "0" }),
    packedQty: qty("已包装", "Packed", { computed: true, initial: "0" }),
    riskLevel: pick("风险", "Risk", "RISK_LIGHT", { computed: true, initial: "GREEN" }),
    lateDays: int("预计延误天数", "Days late", { computed: true, initial: 0 }),
    toldDays: int("已提醒延误天数", "Days notified", { computed: true, initial: 0 }),
    requestedFlag: yn("采购方要求", "Requested by buyer", { computed: true, initial: "N" }),
    returnReason: text("退回原因", "Reason for return", { max: 300, computed: true, optional: true }),
    remark: longtext("备注", "Remark", { max: 1000, optional: true }),
    fileIds: files("照片与附件", "Photos and files", { optional: true, max: 20 }),
    status: pick("状态", "Status", "PUR_PROD_STATUS", { computed: true }),
  },
  lines: { lines: productionPlanLine },
  number: ["planNum", "SP{yyyyMMdd}{0001}"],
  stateLookup: "PUR_PROD_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    SUBMITTED: ["已提交", "Submitted", "waiting"],
    ACCEPTED: ["已接受", "Accepted", "running"],
    RETURNED: ["已退回", "Returned", "refused"],
    FINISHED: ["已完工", "Finished", "done"],
  },
  holds: { startBeforeFinish: ["startDate", "<=", "finishDate"], finishedWithinPlan: ["finishedQty", "<=", "planQty"] },
  shownWhen: { returnReason: (doc) => Boolean(doc.returnReason) },
  unique: [
    // Unique with the id at the end: plain indexes for what is asked by row and by day.
    { fields: ["orderDeliveryId", "id"] },
    { fields: ["finishDate", "id"], while: { status: ["DRAFT", "SUBMITTED", "ACCEPTED", "RETURNED"] } },
  ],
  actions: {
    doRequest: action("要求提交计划", "Request a plan", {
      button: "btnRequest",
      who: "internal",
      creates: true,
      input: {
        deliveryId: ref("SrmPurOrderDelivery", "交货计划行", "Schedule line", { pick: { confirmStatus: "CONFIRMED" } }),
        dueDate: date("提交期限", "Due", { optional: true }),
      },
    }),
    doSubmit: action("提交", "Submit", {
      button: "btnSubmit",
      who: "supplier",
      from: ["DRAFT", "RETURNED"],
      to: "SUBMITTED",
      tone: "primary",
    }),
    doReport: action("填报进度", "Report progress", {
      button: "btnReport",
      who: "supplier",
      from: ["SUBMITTED", "ACCEPTED"],
      tone: "primary",
      input: progress,
    }),
    doAccept: action("接受", "Accept", { button: "btnAccept", who: "internal", from: ["SUBMITTED"], to: "ACCEPTED", tone: "primary" }),
    doReturn: action("退回", "Return", {
      button: "btnReturn",
      who: "internal",
      from: ["SUBMITTED", "ACCEPTED"],
      to: "RETURNED",
      tone: "danger",
      input: { returnWhy: text("退回原因", "Reason", { max: 300 }) },
    }),
    doUrge: action("催办", "Remind", {
      button: "btnUrge",
      who: "internal",
      from: ["DRAFT", "SUBMITTED", "ACCEPTED", "RETURNED"],
      batch: "each",
    }),
    doRisk: action("重算风险", "Calculate risk", {
      button: "btnUrge",
      who: "system",
      from: ["SUBMITTED", "ACCEPTED", "RETURNED", "DRAFT"],
      quiet: true,
    }),
  },
  sees: {
    internal: (me) => ({ orgId: me.orgs, ...ofGoods(me, null) }),
    supplier: (me) => ({ supplierId: me.supplierId ?? "-" }),
  },
  shows: {
    supplier: [
      ...(["planNum", "orderDeliveryId", "supplierId", "orgId", "orderId", "lineNum", "itemId", "uom", "promiseDate", "planQty"] as const),
      ...(["startDate", "finishDate", "materialReadyFlag", "startedQty", "finishedQty", "packedQty", "requestedFlag"] as const),
      ...(["returnReason", "remark", "fileIds", "status", "lines"] as const),
    ],
  },
  saves: "supplier",
  savesFrom: ["DRAFT", "RETURNED"],
  deletes: "supplier",
  deletesFrom: ["DRAFT"],
  title: ["planNum"],
  list: [
    ...(["planNum", "orderId", "lineNum", "itemId", "supplierId", "status", "planQty", "startedQty", "finishedQty", "packedQty"] as const),
    ...(["finishDate", "promiseDate", "riskLevel", "lateDays", "uom"] as const),
  ],
  search: ["planNum", "supplierId", "itemId", "orderId", "riskLevel", "finishDate", "status"],
  order: [["id", "desc"]],
  views: {
    open: ["进行中", "In progress", () => ({ status: ["DRAFT", "SUBMITTED", "ACCEPTED", "RETURNED"] })],
    submitted: ["已提交", "Submitted", () => ({ status: "SUBMITTED" })],
    finished: ["已完工", "Finished", () => ({ status: "FINISHED" })],
  },
  pages: {
    list: "srmPurProductionPlanList",
    edit: "srmPurProductionPlanEdit",
    cards: ["orderId", "itemId", "planQty", "finishedQty", "finishDate"],
    sections: [
      ["订单", "Order", ["planNum", "orderDeliveryId", "orderId", "lineNum", "itemId", "supplierId", "promiseDate", "uom"]],
      [
        "计划与进度",
        "Plan and progress",
        ["planQty", "startDate", "finishDate", "materialReadyFlag", "startedQty", "finishedQty", "packedQty"],
      ],
      ["风险与说明", "Risk and notes", ["riskLevel", "lateDays", "returnReason", "remark"]],
    ],
  },
  unit: "uom",
  codes: purchaseCodes,
});
