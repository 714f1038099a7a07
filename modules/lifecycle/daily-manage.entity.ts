import { action, entity } from "#kernel/entity.ts";
import { anyId, code, date, datetime, files, longtext, payload, pick, picks, ref, text, yn } from "#kernel/field.ts";
import { notFound } from "./common.ts";

type Row = { readonly [key: string]: unknown };

const among =
  (key: string, ...codes: readonly string[]) =>
  (row: Row): boolean =>
    codes.includes(String(row[key]));
const isType = (...types: readonly string[]) => among("manageType", ...types);

/** One stretch of what is restricted or given back. */
export const dailyManageLine = entity("SrmSlcDailyManageLine", "日常管理范围", "Scope of a measure", {
  fields: {
    scopeType: pick("范围", "Scope", "CONTROL_SCOPE", { initial: "ALL" }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { optional: true }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { optional: true }),
    blockedOps: picks("禁止操作", "Blocked operations", "SUP_OPERATION", { optional: true }),
    siteId: ref("SrmSupSite", "地点", "Site", { optional: true }),
    itemId: ref("SrmBaseItem", "物料", "Item", { optional: true }),
    controlId: ref("SrmSupControl", "被解除的管控", "Control to lift", { optional: true }),
    formerStatus: pick("原品类状态", "Category status before", "SUP_CATEGORY_STATUS", { computed: true, optional: true }),
  },
  requires: {
    orgId: among("scopeType", "ORG"),
    categoryId: among("scopeType", "CATEGORY"),
    siteId: among("scopeType", "SITE"),
    itemId: among("scopeType", "ITEM"),
  },
  sees: { internal: "all" },
  title: ["scopeType"],
  codes: notFound,
});

/** A measure taken with a supplier: a restriction or its end, another level, a letter, a talk, a demand to put something right. */
export const dailyManage = entity("SrmSlcDailyManage", "日常管理", "Daily management", {
  fields: {
    dailyNo: code("单号", "Number", { max: 40, computed: true, optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", fixed: "create" }),
    manageType: pick("类型", "Type", "DAILY_TYPE", { fixed: "create", initial: "FREEZE" }),
    reasonType: pick("原因", "Reason", "CONTROL_REASON"),
    reasonDesc: longtext("说明", "Note", { max: 1000 }),
    sourceBizType: code("来源类型", "Source type", { max: 80, optional: true }),
    sourceBizId: anyId("来源单据", "Source document", { max: 64, optional: true }),
    startDate: date("生效日", "Effective date", { optional: true }),
    endDate: date("失效日", "Expiry date", { optional: true }),
    newLevel: pick("新等级", "New level", "SUP_LEVEL", { optional: true }),
    oldLevel: pick("原等级", "Level before", "SUP_LEVEL", { optional: true, computed: true }),
    rectifyDueDate: date("整改期限", "Rectify by", { optional: true }),
    rectifyReply: longtext("整改回复", "Reply", { max: 4000, optional: true, computed: true }),
    replyFileIds: files("回复附件", "Reply files", { optional: true, computed: true, max: 10 }),
    replyDate: datetime("回复时间", "Replied on", { optional: true, computed: true }),
    rectifyResult: pick("整改结果", "Result", "OK_NG", { optional: true, computed: true }),
    resultDesc: text("结果说明", "Note on the result", { max: 500, optional: true, computed: true }),
    notifySupplier: yn("通知供应商", "Notify supplier", { initial: "Y" }),
    letterId: ref("SrmBaseNotification", "警告函", "Warning letter", { optional: true, computed: true }),
    scopeTypes: picks("范围", "Scope", "CONTROL_SCOPE", { optional: true, computed: true }),
    scopeNames: text("范围对象", "Where", { max: 300, optional: true, computed: true }),
    impactJson: payload("影响快照", "Impact snapshot", { optional: true, computed: true }),
    approveDate: date("批准日", "Approved on", { optional: true, computed: true }),
    startedFlag: yn("已开始", "Started", { initial: "N", computed: true }),
    endedFlag: yn("已结束", "Ended", { initial: "N", computed: true }),
    fileIds: files("附件", "Files", { optional: true, max: 20 }),
    status: pick("状态", "Status", "DAILY_STATUS", { computed: true }),
  },
  lines: { lines: dailyManageLine },
  number: ["dailyNo", "RG{yyyyMMdd}{0001}"],
  stateLookup: "DAILY_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVING: ["审批中", "In approval", "waiting"],
    RECTIFYING: ["整改中", "Rectifying", "running"],
    APPROVED: ["已批准", "Approved", "done"],
    REJECTED: ["已驳回", "Rejected", "refused"],
  },
  requires: {
    startDate: isType("FREEZE", "SUSPEND"),
    newLevel: isType("LEVEL_ADJUST"),
    rectifyDueDate: isType("RECTIFY"),
  },
  shownWhen: {
    startDate: isType("FREEZE", "SUSPEND", "INTERVIEW"),
    endDate: isType("FREEZE", "SUSPEND"),
    newLevel: isType("LEVEL_ADJUST"),
    oldLevel: isType("LEVEL_ADJUST"),
    rectifyDueDate: isType("RECTIFY"),
    rectifyReply: isType("RECTIFY"),
    replyFileIds: isType("RECTIFY"),
    replyDate: isType("RECTIFY"),
    rectifyResult: isType("RECTIFY"),
    resultDesc: isType("RECTIFY"),
    letterId: isType("WARN_LETTER"),
    sourceBizId: (doc) => Boolean(doc.sourceBizId),
    sourceBizType: (doc) => Boolean(doc.sourceBizType),
  },
  holds: { endNotBeforeStart: ["startDate", "<=", "endDate"] },
  approval: {
    bill: "SLC_DAILY_MANAGE",
    label: ["日常管理", "Daily management"],
    to: "APPROVED",
    submit: { name: "doDailyManageSubmit" },
    approve: { name: "doDailyManageApproval" },
    reject: { name: "doDailyManageReject" },
    supplier: "supplierId",
    summary: [
      ...(["dailyNo", "supplierId", "manageType", "reasonType", "reasonDesc", "scopeTypes", "scopeNames"] as const),
      ...(["startDate", "endDate", "newLevel"] as const),
    ],
  },
  actions: {
    doRectifyReply: action("回复整改", "Reply", {
      button: "btnRectifyReply",
      who: "supplier",
      from: ["RECTIFYING"],
      tone: "primary",
      input: {
        reply: longtext("整改回复", "Reply", { max: 4000 }),
        replyFiles: files("回复附件", "Files", { optional: true, max: 10 }),
      },
    }),
    doVerify: action("验证整改", "Review reply", {
      button: "btnVerify",
      who: "internal",
      from: ["RECTIFYING"],
      tone: "primary",
      input: {
        result: pick("整改结果", "Result", "OK_NG"),
        opinion: longtext("结果说明", "Note", { max: 500, optional: true }),
        newDueDate: date("新的期限", "New due date", { optional: true }),
      },
    }),
    doStartDue: action("到期生效", "Start", { button: "btnSubmit", who: "system", from: ["APPROVED"], quiet: true }),
    doMarkEnded: action("标记结束", "Mark as ended", { button: "btnSubmit", who: "system", from: ["APPROVED"], quiet: true }),
    doEndDue: action("到期结束", "End", { button: "btnSubmit", who: "system", from: ["APPROVED"], quiet: true }),
  },
  waiting: [
    {
      todo: "RECTIFY",
      label: ["限期整改", "Rectification"],
      route: "slcDailyManageEdit",
      title: ["请整改并回复{bizNo}", "Carry out and answer rectification {bizNo}"],
      in: ["RECTIFYING"],
      who: { supplier: "ALL" },
      due: "rectifyDueDate",
      while: (doc) => doc["notifySupplier"] === "Y" && (doc["replyDate"] === null || doc["rectifyResult"] === "NG"),
    },
    {
      todo: "RECTIFY_JUDGE",
      label: ["验证整改", "Review a rectification"],
      route: "slcDailyManageEdit",
      title: ["供应商已回复整改{bizNo}", "Review the answer to rectification {bizNo}"],
      in: ["RECTIFYING"],
      who: { user: "createdBy" },
      while: (doc) => doc["replyDate"] !== null && doc["rectifyResult"] === null,
    },
  ],
  timed: [
    {
      does: "doStartDue",
      in: ["APPROVED"],
      on: "startDate",
      program: "SUP_CONTROL_TICK",
      where: { manageType: ["FREEZE", "SUSPEND"], startedFlag: "N", endedFlag: "N" },
    },
    {
      does: "doEndDue",
      in: ["APPROVED"],
      after: "endDate",
      program: "SUP_CONTROL_TICK",
      where: { manageType: ["FREEZE", "SUSPEND"], endedFlag: "N" },
    },
  ],
  sees: {
    internal: "all",
    supplier: (me) => ({
      supplierId: me.supplierId ?? "-",
      manageType: "RECTIFY",
      status: ["RECTIFYING", "APPROVED"],
      notifySupplier: "Y",
    }),
  },
  shows: {
    supplier: [
      ...(["dailyNo", "manageType", "reasonType", "reasonDesc", "rectifyDueDate", "rectifyReply", "replyFileIds"] as const),
      ...(["replyDate", "rectifyResult", "resultDesc", "approveDate", "status"] as const),
    ],
  },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["dailyNo", "supplierId"],
  list: [
    "dailyNo",
    "supplierId",
    "manageType",
    "status",
    "scopeTypes",
    "scopeNames",
    "startDate",
    "endDate",
    "rectifyDueDate",
    "reasonType",
  ],
  search: ["dailyNo", "supplierId", "manageType", "reasonType", "status", "startDate"],
  order: [["id", "desc"]],
  views: {
    open: ["办理中", "In progress", () => ({ status: ["DRAFT", "APPROVING", "REJECTED"] })],
    restricting: ["限制中", "Restrictions", () => ({ status: "APPROVED", manageType: ["FREEZE", "SUSPEND"], endedFlag: "N" })],
    rectifying: ["整改中", "Rectifying", () => ({ status: "RECTIFYING" })],
  },
  pages: {
    list: "srmSlcDailyManageList",
    edit: "slcDailyManageEdit",
    sections: [
      [
        "基本信息",
        "Basics",
        ["supplierId", "manageType", "reasonType", "startDate", "endDate", "oldLevel", "newLevel", "rectifyDueDate", "notifySupplier"],
      ],
      ["说明", "Note", ["reasonDesc", "letterId", "sourceBizType", "sourceBizId"]],
      ["整改", "Rectifying", ["rectifyReply", "replyFileIds", "replyDate", "rectifyResult", "resultDesc"]],
    ],
  },
  codes: notFound,
});
