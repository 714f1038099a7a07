import { cmp, sum } from "#kernel/decimal.ts";
import { action, entity } from "#kernel/entity.ts";
import { code, date, files, int, longtext, money, month, payload, pick, qty, ref, text } from "#kernel/field.ts";
import { ledgerActions } from "#kernel/ledger-rule.ts";
import { revisionActions } from "#kernel/revision.ts";
import { purchaseCodes } from "./common.ts";
import { planLedger } from "./plan.ledger.ts";
import { planStates } from "./plan-words.ts";

type Figures = Readonly<Record<string, string | null>>;
const total =
  (...keys: readonly string[]) =>
  (doc: { readonly lines: readonly Figures[] }): string =>
    sum(doc.lines.flatMap((line) => keys.map((key) => line[key] ?? "0")));

/** How much of one item or category may be bought in a month, and what of it is asked for and ordered. */
export const planLine = entity("SrmPurProcurementPlanLine", "采购计划行", "Procurement plan line", {
  fields: {
    itemId: ref("SrmBaseItem", "物料", "Item", { optional: true, pick: { itemStatus: "ACTIVE" } }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { optional: true, pick: { enabledFlag: "Y" } }),
    needMonth: month("需求月份", "Month", { optional: true, hint: ["不填表示整个计划期间", "Empty: the whole period"] }),
    uom: pick("单位", "Unit", "UOM", { optional: true }),
    planQty: qty("计划数量", "Planned qty", { optional: true, least: 0 }),
    planAmount: money("计划金额", "Planned amount", { optional: true, least: 0 }),
    adjustQty: qty("调整数量", "Adjusted qty", { initial: "0" }),
    adjustAmount: money("调整金额", "Adjusted amount", { initial: "0" }),
    ...planLedger.fields,
    remark: text("备注", "Remark", { max: 300, optional: true }),
    liveLineId: ref("SrmPurProcurementPlanLine", "在用计划行", "Active line", { computed: true, optional: true }),
  },
  requires: {
    uom: (row) => row.planQty !== null && row.planQty !== undefined && cmp(row.planQty, "0") > 0,
    categoryId: (row) => !row.itemId,
    planAmount: (row) => !row.itemId,
  },
  computes: planLedger.computes,
  sees: { internal: "all" },
  title: ["itemId", "categoryId"],
  list: [
    ...(["itemId", "categoryId", "needMonth", "uom", "planQty", "adjustQty", "occupiedQty", "usedQty", "openQty"] as const),
    ...(["planAmount", "adjustAmount", "occupiedAmount", "usedAmount", "openAmount", "remark"] as const),
  ],
  unit: "uom",
  codes: purchaseCodes,
});

/** What an organisation means to buy in a period, and how strictly requisitions are held to it. */
export const procurementPlan = entity("SrmPurProcurementPlan", "采购计划", "Procurement plan", {
  fields: {
    planNum: code("计划编号", "Plan no.", { max: 40, computed: true, optional: true }),
    revisionNum: int("版次", "Revision", { computed: true, initial: 0 }),
    planType: pick("计划类型", "Plan type", "PUR_PLAN_TYPE", { initial: "MONTH" }),
    periodStart: date("期间起", "Period from"),
    periodEnd: date("期间止", "Period to"),
    orgId: ref("BaseOrganization", "组织", "Organisation", { fixed: "create", pick: { enabledFlag: "Y" } }),
    deptId: ref("BaseDepartment", "部门", "Department", {
      optional: true,
      hint: ["不填则对没有部门计划的申请生效", "Empty: for requisitions whose department has no plan"],
      pick: { enabledFlag: "Y" },
      fits: ["works", "orgId"],
    }),
    currency: pick("币种", "Currency", "CURRENCY", { initial: "CNY" }),
    controlMode: pick("控制方式", "Control", "PUR_PLAN_CONTROL", { initial: "WARN" }),
    controlBasis: pick("控制依据", "Control basis", "PUR_PLAN_BASIS", {
      initial: "AMOUNT",
      hint: ["品类行始终按金额控制", "Category lines are always controlled by amount"],
    }),
    planAmount: money("计划金额", "Planned amount", { computed: true, initial: "0", currency: "currency" }),
    occupiedAmount: money("占用金额", "Reserved", { computed: true, initial: "0", currency: "currency" }),
    usedAmount: money("已用金额", "Used", { computed: true, initial: "0", currency: "currency" }),
    openAmount: money("剩余金额", "Open", { computed: true, initial: "0", currency: "currency" }),
    adjustReason: longtext("调整原因", "Reason for adjustment", { max: 500, optional: true }),
    closeReason: text("关闭原因", "Reason for closing", { max: 300, computed: true, optional: true }),
    liveId: ref("SrmPurProcurementPlan", "在用计划", "Active plan", { computed: true, optional: true }),
    changeRows: payload("调整内容", "What changed", { computed: true, optional: true }),
    remark: longtext("备注", "Remark", { max: 1000, optional: true }),
    fileIds: files("附件", "Files", { optional: true, max: 20 }),
    status: pick("状态", "Status", "PUR_DOC_STATUS", { computed: true }),
  },
  lines: { lines: planLine },
  number: ["planNum", "PP{yyyy}{0001}"],
  revises: {
    start: "doAdjust",
    live: "liveId",
    number: "revisionNum",
    reason: "adjustReason",
    kept: "changeRows",
    open: ["DRAFT", "APPROVING", "REJECTED"],
    done: "CLOSED",
    codes: { fixed: "PUR-0008", draft: "PUR-0008", open: "PUR-0008" },
    changes: ["controlMode", "remark", "fileIds"],
    fixed: ["planType", "periodStart", "periodEnd", "orgId", "deptId", "currency", "controlBasis"],
    leaves: ["closeReason"],
    lines: {
      lines: {
        by: "liveLineId",
        called: ["计划行", "Plan line", "needMonth"],
        changes: ["adjustQty", "adjustAmount", "remark"],
        // what was planned stays; what changes stands beside it
        fixed: ["itemId", "categoryId", "needMonth", "uom", "planQty", "planAmount"],
        gone: "removed",
      },
    },
  },
  unique: [{ fields: ["planNum"], while: { liveId: null } }],
  stateLookup: "PUR_DOC_STATUS",
  states: planStates,
  holds: { periodInOrder: ["periodStart", "<=", "periodEnd"] },
  computes: {
    planAmount: total("planAmount", "adjustAmount"),
    occupiedAmount: total("occupiedAmount"),
    usedAmount: total("usedAmount"),
    openAmount: total("openAmount"),
  },
  requires: { adjustReason: (doc) => Boolean(doc.liveId) },
  shownWhen: {
    adjustReason: (doc) => Boolean(doc.liveId),
    closeReason: (doc) => Boolean(doc.closeReason),
  },
  approval: {
    bill: "PUR_PLAN",
    to: "APPROVED",
    amount: "planAmount",
    currency: "currency",
    org: "orgId",
    summary: ["planNum", "revisionNum", "planType", "periodStart", "periodEnd", "orgId", "deptId", "planAmount", "adjustReason"],
  },
  actions: {
    doAdjust: action("调整", "Adjust", {
      button: "btnAdjust",
      who: "internal",
      from: ["APPROVED"],
      input: { adjustWhy: longtext("调整原因", "Reason", { max: 500 }) },
    }),
    doRevise: revisionActions({ from: ["APPROVED"], discardFrom: [], input: {} }).doRevise,
    doClose: action("关闭", "Close", {
      button: "btnClose",
      who: "internal",
      from: ["APPROVED"],
      to: "CLOSED",
      tone: "danger",
      input: { closeWhy: text("关闭原因", "Reason", { max: 300 }) },
    }),
    doToRequisition: action("转采购申请", "Create requisition", {
      button: "btnToRequisition",
      who: "internal",
      from: ["APPROVED"],
      input: {
        billTypeId: ref("SrmBasePurchaseBillType", "单据类型", "Document type", {
          pick: { billCategory: "REQUISITION", status: "EFFECTIVE" },
        }),
        invOrgId: ref("BaseOrganization", "收货组织", "Inventory organisation", {
          optional: true,
          pick: { orgType: "INV", enabledFlag: "Y" },
        }),
        needByDate: date("需求日期", "Need-by date", {
          optional: true,
          hint: ["不填取行的月份或期间末", "Empty: the line's month or the period's end"],
        }),
        lineIds: payload("计划行", "Lines", { optional: true }),
      },
    }),
    doPost: { ...ledgerActions.doPost, from: ["APPROVED", "CLOSED"] },
    doRebuild: ledgerActions.doRebuild,
  },
  sees: { internal: (me) => ({ orgId: me.orgs }) },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["planNum"],
  list: [
    ...(["planNum", "revisionNum", "status", "planAmount", "usedAmount", "occupiedAmount", "openAmount", "currency"] as const),
    ...(["planType", "periodStart", "periodEnd", "orgId", "deptId", "controlMode"] as const),
  ],
  search: [
    ...(["planNum", "periodStart", "periodEnd", "orgId", "lines.categoryId", "lines.itemId", "status"] as const),
    ...(["deptId", "planType", "controlMode"] as const),
  ],
  order: [
    ["planNum", "desc"],
    ["revisionNum", "desc"],
  ],
  views: {
    inForce: ["执行中", "Active", () => ({ status: "APPROVED", liveId: null })],
    open: ["办理中", "In progress", () => ({ status: ["DRAFT", "APPROVING", "REJECTED"] })],
    closed: ["已关闭", "Closed", () => ({ status: "CLOSED" })],
  },
  pages: {
    list: "procurementPlanList",
    key: "planAmount",
    sections: [
      ["基本信息", "Basics", ["planNum", "revisionNum", "planType", "periodStart", "periodEnd", "orgId", "deptId", "currency"]],
      ["控制", "Control", ["controlMode", "controlBasis", "planAmount", "usedAmount", "occupiedAmount", "openAmount"]],
      ["说明", "Notes", ["adjustReason", "closeReason", "liveId", "remark"]],
    ],
  },
  codes: purchaseCodes,
});
