import { div } from "#kernel/decimal.ts";
import { action, entity } from "#kernel/entity.ts";
import { code, date, files, int, longtext, money, month, percent, pick, qty, ref, refs, text, year } from "#kernel/field.ts";
import { notFound } from "./common.ts";

const people = { userType: "INTERNAL", userStatus: "ACTIVE" };

/** One visit that is planned: whom, in which month, by whom and why. */
export const inspectPlanLine = entity("SrmSlcInspectPlanLine", "考察计划行", "Plan line", {
  fields: {
    planId: ref("SrmSlcInspectPlan", "计划", "Plan", { computed: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", pick: { infoStatus: "EFFECTIVE" } }),
    categoryIds: refs("SrmBasePurchaseCategory", "品类", "Categories", { computed: true, optional: true }),
    planMonth: month("月份", "Month"),
    leaderId: ref("BaseUsers", "组长", "Leader", { pick: people }),
    reasonType: pick("原因", "Reason", "INSPECT_REASON", { initial: "PERIODIC" }),
    templateId: ref("SrmQstSurveyTemplate", "评分模板", "Score template", { optional: true }),
    lastScore: qty("上次得分", "Last score", { computed: true, optional: true, scale: 2, adds: false }),
    lastDate: date("上次日期", "Last date", { computed: true, optional: true }),
    proposeNote: { ...text("推荐依据", "Reason for proposal", { max: 200, computed: true, optional: true }), english: "proposeNoteEn" },
    proposeNoteEn: text("推荐依据（英文）", "Reason for proposal (English)", { max: 200, computed: true, optional: true }),
    lineStatus: pick("状态", "Status", "PLAN_LINE_STATUS", { computed: true }),
    inspectId: ref("SrmSlcLocaleInspect", "考察单", "Inspection", { computed: true, optional: true }),
    moveReason: text("延期或取消原因", "Reason for postponing or cancellation", { max: 500, computed: true, optional: true }),
  },
  stateField: "lineStatus",
  stateLookup: "PLAN_LINE_STATUS",
  states: {
    PLANNED: ["已计划", "Planned"],
    GENERATED: ["已生成", "Created", "running"],
    DONE: ["已完成", "Completed", "done"],
    POSTPONED: ["已延期", "Postponed", "waiting"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
  },
  computes: { planId: (_, plan) => plan.id },
  unique: [
    {
      fields: ["planId", "supplierId", "planMonth"],
      while: { lineStatus: ["PLANNED", "GENERATED", "DONE"] },
      code: "DATA_DUPLICATE",
      text: ["同一供应商在同一计划的同一月份只能有一行", "A supplier can appear only once per plan and month"],
    },
  ],
  sees: {},
  title: ["supplierId", "planMonth"],
  list: [
    "supplierId",
    "planMonth",
    "leaderId",
    "reasonType",
    "proposeNote",
    "lastScore",
    "lastDate",
    "categoryIds",
    "lineStatus",
    "inspectId",
  ],
  order: [["planMonth", "asc"]],
  codes: notFound,
});

const done = (lines: readonly { readonly lineStatus: string }[]): string => {
  const meant = lines.filter((line) => line.lineStatus !== "CANCELLED" && line.lineStatus !== "POSTPONED");
  return meant.length === 0
    ? "0"
    : div(String(meant.filter((candidate) => candidate.lineStatus === "DONE").length * 100), String(meant.length), 2);
};

const lineId = text("计划行", "Plan line", { max: 64 });

/** Which suppliers are visited in a year or a quarter. */
export const inspectPlan = entity("SrmSlcInspectPlan", "考察计划", "Inspection plan", {
  fields: {
    planNo: code("计划编号", "Plan no.", { computed: true, optional: true }),
    planName: text("计划名称", "Name", { max: 120 }),
    planYear: year("年度", "Year"),
    planPeriod: pick("周期", "Period", "PLAN_PERIOD", { initial: "YEAR" }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { pick: { enabledFlag: "Y" } }),
    ownerId: ref("BaseUsers", "负责人", "Owner", { optional: true, pick: people, hint: ["留空为本人", "Empty: yourself"] }),
    budgetAmount: money("预算", "Budget", { optional: true, least: 0, currency: "currency" }),
    currency: pick("币种", "Currency", "CURRENCY", { optional: true, initial: "CNY" }),
    lineCount: int("供应商数", "Lines", { computed: true, initial: 0 }),
    doneRate: percent("完成率", "Done", { computed: true, initial: "0", scale: 2, adds: false }),
    remark: longtext("备注", "Remark", { max: 1000, optional: true }),
    endReason: text("关闭或取消原因", "Reason for closing or cancellation", { max: 500, computed: true, optional: true }),
    fileIds: files("附件", "Files", { optional: true, max: 20 }),
    status: pick("状态", "Status", "INSPECT_PLAN_STATUS", { computed: true }),
  },
  lines: { lines: inspectPlanLine },
  number: ["planNo", "KCJH{yyyy}{0001}"],
  stateLookup: "INSPECT_PLAN_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVED: ["已批准", "Approved", "running"],
    CLOSED: ["已关闭", "Closed", "done"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
  },
  computes: { lineCount: (doc) => doc.lines.length, doneRate: (doc) => done(doc.lines) },
  shownWhen: { endReason: (doc) => Boolean(doc.endReason) },
  approval: {
    bill: "SLC_INSPECT_PLAN",
    to: "APPROVED",
    amount: "budgetAmount",
    currency: "currency",
    org: "orgId",
    summary: ["planName", "planYear", "planPeriod", "orgId", "ownerId", "lineCount", "budgetAmount"],
  },
  actions: {
    autoPropose: action("自动推荐", "Propose", {
      button: "btnAutoPropose",
      who: "internal",
      from: ["DRAFT", "REJECTED"],
      input: {
        most: int("最多推荐", "At most", { least: 1, most: 200, initial: 10 }),
        months: int("距上次考察（月）", "Months since the last visit", { least: 1, most: 120, initial: 12 }),
        leaderId: ref("BaseUsers", "组长", "Leader", {
          optional: true,
          pick: people,
          hint: ["留空为计划负责人", "Empty: the plan's owner"],
        }),
      },
    }),
    doGenInspect: action("生成考察", "Create inspection", {
      button: "btnGenInspect",
      who: "internal",
      from: ["APPROVED"],
      quiet: true,
      input: { lineId, inspectDate: date("考察日期", "Inspection date", { optional: true }) },
    }),
    doPostpone: action("延期", "Postpone", {
      button: "btnPostpone",
      who: "internal",
      from: ["APPROVED"],
      quiet: true,
      input: { lineId, newMonth: month("新的月份", "New month"), moveReason: longtext("延期原因", "Reason", { max: 500 }) },
    }),
    doCancelLine: action("取消行", "Cancel line", {
      button: "btnCancelLine",
      who: "internal",
      from: ["APPROVED"],
      quiet: true,
      tone: "danger",
      input: { lineId, moveReason: longtext("取消原因", "Reason", { max: 500 }) },
    }),
    doLine: action("记录行状态", "Record a line", {
      button: "btnSave",
      who: "system",
      quiet: true,
      input: { lineId, lineStatus: pick("状态", "Status", "PLAN_LINE_STATUS") },
    }),
    doClose: action("关闭", "Close", {
      button: "btnClose",
      who: "internal",
      from: ["APPROVED"],
      to: "CLOSED",
      tone: "danger",
      input: { closeReason: longtext("关闭原因", "Reason", { max: 500, optional: true }) },
    }),
    doCancel: action("取消", "Cancel", {
      button: "btnCancel",
      who: "internal",
      from: ["DRAFT", "REJECTED", "APPROVED"],
      to: "CANCELLED",
      tone: "danger",
      input: { cancelReason: longtext("取消原因", "Reason", { max: 500 }) },
    }),
  },
  sees: { internal: (me) => ({ orgId: me.orgs }) },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["planNo", "planName"],
  list: ["planNo", "planName", "status", "planYear", "planPeriod", "lineCount", "doneRate", "orgId", "ownerId"],
  search: ["planNo", "planName", "planYear", "orgId", "ownerId", "status"],
  order: [["planNo", "desc"]],
  views: {
    running: ["执行中", "In progress", () => ({ status: "APPROVED" })],
    draft: ["拟定", "Draft", () => ({ status: ["DRAFT", "REJECTED"] })],
    approving: ["审批中", "In approval", () => ({ status: "APPROVING" })],
  },
  pages: {
    list: "inspectPlanList",
    edit: "inspectPlanEdit",
    sections: [
      [
        "基本信息",
        "Basics",
        ["planNo", "planName", "planYear", "planPeriod", "orgId", "ownerId", "budgetAmount", "currency", "remark", "endReason"],
      ],
    ],
  },
  codes: notFound,
});
