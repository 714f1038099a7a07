import { action, entity } from "#kernel/entity.ts";
import { code, date, files, int, longtext, money, pick, ref, refs, text, yn } from "#kernel/field.ts";
import { notFound } from "./common.ts";

/** One kind of business that must be settled before a supplier is gone. */
export const quitCheck = entity("SrmSlcSupplierQuitCheck", "退出检查项", "Exit check", {
  fields: {
    checkItem: pick("检查项", "Check item", "QUIT_CHECK", { computed: true }),
    openCount: int("未结数", "Open count", { computed: true, optional: true }),
    openAmount: money("金额", "Open amount", { computed: true, optional: true }),
    handlerId: ref("BaseUsers", "处理人", "Handler", { optional: true, pick: { userType: "INTERNAL", userStatus: "ACTIVE" } }),
    blockFlag: yn("阻断", "Blocking", { computed: true, initial: "Y" }),
    doneFlag: yn("完成", "Done", { computed: true, initial: "N" }),
    keptFlag: yn("系统内有数据", "Local only", { computed: true, initial: "N" }),
    route: text("页面", "Page", { max: 120, computed: true, optional: true, hidden: "all" }),
  },
  sees: { internal: "all" },
  title: ["checkItem"],
  codes: notFound,
});

/** A supplier leaves, wholly or for some organisations or categories: blocked at once, gone on the day when everything is settled. */
export const quit = entity("SrmSlcSupplierQuit", "供应商退出", "Supplier exit", {
  fields: {
    quitNo: code("单号", "Number", { max: 40, computed: true, optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "keep", fixed: "create" }),
    quitScope: pick("范围", "Scope", "QUIT_SCOPE", { initial: "ALL" }),
    orgIds: refs("BaseOrganization", "组织", "Organisations", { optional: true }),
    categoryIds: refs("SrmBasePurchaseCategory", "品类", "Categories", { optional: true }),
    quitType: pick("类型", "Type", "QUIT_TYPE", { initial: "ELIMINATED" }),
    quitReason: pick("原因", "Reason", "QUIT_REASON"),
    reasonDesc: longtext("说明", "Note", { max: 1000, optional: true }),
    quitDate: date("退出日", "Exit date"),
    transitionPlan: longtext("过渡方案", "Transition plan", { max: 4000 }),
    replaceSupplierId: ref("SrmSupInfo", "替代供应商", "Replacement supplier", {
      merging: "carry",
      optional: true,
      pick: { infoStatus: "EFFECTIVE" },
    }),
    returnCoolMonths: int("再入冷却月", "Cooling months", { initial: 12, least: 0, most: 120 }),
    openCount: int("未结事项", "Open items", { computed: true, initial: 0 }),
    checkDate: date("检查日", "Checked on", { computed: true, optional: true }),
    releasedBy: ref("BaseUsers", "放行人", "Released by", { computed: true, optional: true }),
    releaseReason: text("放行原因", "Reason for the release", { max: 500, computed: true, optional: true }),
    effectDate: date("生效日", "Left on", { computed: true, optional: true }),
    accessEndedFlag: yn("账号已停用", "Accounts ended", { computed: true, initial: "N" }),
    cancelReason: text("取消原因", "Reason for cancellation", { max: 500, computed: true, optional: true }),
    fileIds: files("附件", "Files", { optional: true, max: 20 }),
    status: pick("状态", "Status", "QUIT_STATUS", { computed: true }),
  },
  lines: { checks: quitCheck },
  number: ["quitNo", "TC{yyyyMMdd}{0001}"],
  stateLookup: "QUIT_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVED: ["待退出", "Leaving", "running"],
    EFFECTIVE: ["已退出", "Left", "ended"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
  },
  computes: {
    openCount: (doc) => doc.checks.filter((check: { doneFlag: string }) => check.doneFlag !== "Y").length,
  },
  requires: {
    orgIds: (doc) => doc.quitScope === "ORG",
    categoryIds: (doc) => doc.quitScope === "CATEGORY",
  },
  shownWhen: {
    orgIds: (doc) => doc.quitScope !== "ALL",
    categoryIds: (doc) => doc.quitScope === "CATEGORY",
    cancelReason: (doc) => Boolean(doc.cancelReason),
    releasedBy: (doc) => Boolean(doc.releasedBy),
    releaseReason: (doc) => Boolean(doc.releaseReason),
  },
  unique: [
    {
      fields: ["supplierId"],
      while: { quitScope: "ALL", status: ["APPROVING", "APPROVED"] },
      code: "SLC_QUT_004",
      text: ["该供应商已有进行中的退出", "An exit of this supplier is already in progress"],
    },
  ],
  approval: {
    bill: "SLC_QUIT",
    label: ["供应商退出", "Supplier exit"],
    to: "APPROVED",
    supplier: "supplierId",
    summary: ["quitNo", "supplierId", "quitScope", "quitType", "quitReason", "quitDate", "transitionPlan", "openCount", "releaseReason"],
  },
  actions: {
    refreshCheck: action("刷新检查", "Refresh checks", {
      button: "btnRefreshCheck",
      who: "internal",
      from: ["DRAFT", "REJECTED", "APPROVING", "APPROVED"],
    }),
    doRelease: action("放行", "Release", {
      button: "btnRelease",
      who: "internal",
      from: ["DRAFT", "REJECTED"],
      input: { releaseText: longtext("放行原因", "Reason", { max: 500 }) },
    }),
    doCancel: action("取消", "Cancel", {
      button: "btnCancel",
      who: "internal",
      from: ["APPROVED"],
      to: "CANCELLED",
      tone: "danger",
      input: { cancelText: longtext("取消原因", "Reason", { max: 500 }) },
    }),
    doLeave: action("退出", "Leave", { button: "btnSubmit", who: "system", from: ["APPROVED"], quiet: true }),
    doEndAccess: action("停用账号", "End the accounts", { button: "btnSubmit", who: "system", from: ["EFFECTIVE"], quiet: true }),
  },
  timed: [
    // As long as something is open, whoever has to close it hears of it every night.
    { does: "doLeave", again: true, in: ["APPROVED"], on: "quitDate", program: "SLC_QUIT_TICK" },
    {
      does: "doEndAccess",
      in: ["EFFECTIVE"],
      on: "effectDate",
      plus: 180,
      program: "SLC_QUIT_TICK",
      where: { quitScope: "ALL", accessEndedFlag: "N" },
    },
  ],
  sees: { internal: "all" },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["quitNo", "supplierId"],
  list: ["quitNo", "supplierId", "quitScope", "quitType", "quitReason", "quitDate", "openCount", "status", "createdBy"],
  search: ["quitNo", "supplierId", "quitScope", "quitReason", "status", "quitDate"],
  order: [["id", "desc"]],
  views: {
    open: ["办理中", "In progress", () => ({ status: ["DRAFT", "APPROVING", "REJECTED"] })],
    leaving: ["待退出", "Leaving", () => ({ status: "APPROVED" })],
    left: ["已退出", "Left", () => ({ status: "EFFECTIVE" })],
  },
  pages: {
    list: "srmSlcSupplierQuitList",
    edit: "slcSupplierQuitEdit",
    sections: [
      ["范围", "Scope", ["supplierId", "quitScope", "orgIds", "categoryIds", "quitType", "quitReason", "quitDate", "returnCoolMonths"]],
      ["过渡", "Transition", ["reasonDesc", "transitionPlan", "replaceSupplierId", "releasedBy", "releaseReason", "cancelReason"]],
    ],
  },
  codes: notFound,
});
