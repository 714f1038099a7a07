import { action, entity } from "#kernel/entity.ts";
import { code, date, datetime, longtext, pick, ref, text, yn } from "#kernel/field.ts";
import { notFound } from "./common.ts";

/** The statuses in which a warning still counts; one key of supplier, kind and document has one of these at most. */
export const liveWarning = ["OPEN", "PROCESSING", "IGNORED"] as const;

/** Something about a supplier that wants attention: found by a rule, gone by itself when its cause is gone. */
export const supplierWarning = entity("SrmSupWarning", "供应商预警", "Supplier warning", {
  fields: {
    warningNo: code("编号", "Warning no.", { max: 40, computed: true, optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", computed: true }),
    warningType: pick("类型", "Type", "SUP_WARNING_TYPE", { computed: true }),
    severity: pick("级别", "Severity", "SEVERITY", { computed: true, initial: "YELLOW" }),
    content: { ...text("内容", "Content", { max: 500, computed: true }), english: "contentEn" },
    contentEn: text("内容（英文）", "Content (English)", { max: 500, computed: true, optional: true }),
    ruleValue: text("阈值", "Threshold", { max: 100, computed: true, optional: true }),
    hitValue: text("命中值", "Hit value", { max: 100, computed: true, optional: true }),
    /** Which occurrence of the cause this is: once handled by hand, the same one does not come again. */
    causeMark: text("命中标识", "Cause", { max: 200, computed: true, optional: true, hidden: "all" }),
    /** Which warn days the supplier was told of already. */
    toldDays: text("已提醒", "Notified", { max: 200, computed: true, optional: true, hidden: "all" }),
    bizType: text("业务类型", "Business type", { max: 60, computed: true, optional: true }),
    bizId: text("单据", "Document", { max: 64, computed: true, initial: "-", hidden: "all" }),
    bizNo: { ...text("关联单据", "About", { max: 120, computed: true, optional: true }), english: "bizNoEn" },
    bizNoEn: text("关联单据（英文）", "About (English)", { max: 120, computed: true, optional: true }),
    hitDate: date("命中日", "Hit date", { computed: true }),
    dueDate: date("期限", "Due", { computed: true, optional: true }),
    ownerId: ref("BaseUsers", "负责人", "Owner", { computed: true, optional: true }),
    handleDesc: longtext("处理说明", "Handling note", { max: 1000, computed: true, optional: true }),
    handleDocId: text("处理单据", "Follow-up document", { max: 64, computed: true, optional: true, hidden: "all" }),
    handleDocNo: text("跟进单据", "Follow-up", { max: 80, computed: true, optional: true }),
    ignoreUntil: date("忽略至", "Ignored until", { computed: true, optional: true }),
    closeDate: datetime("关闭时间", "Closed on", { computed: true, optional: true }),
    autoClosed: yn("自动关闭", "Closed automatically", { computed: true, initial: "N" }),
    status: pick("状态", "Status", "WARNING_STATUS", { computed: true }),
  },
  number: ["warningNo", "YJ{yyyyMMdd}{0001}"],
  stateLookup: "WARNING_STATUS",
  states: {
    OPEN: ["待处理", "Open", "waiting"],
    PROCESSING: ["处理中", "Processing", "running"],
    CLOSED: ["已关闭", "Closed", "done"],
    IGNORED: ["已忽略", "Ignored", "ended"],
  },
  shownWhen: {
    ignoreUntil: (doc) => doc.status === "IGNORED",
    closeDate: (doc) => Boolean(doc.closeDate),
    autoClosed: (doc) => doc.status === "CLOSED",
    handleDesc: (doc) => Boolean(doc.handleDesc),
    handleDocNo: (doc) => Boolean(doc.handleDocNo),
    dueDate: (doc) => Boolean(doc.dueDate),
  },
  unique: [{ fields: ["supplierId", "warningType", "bizId"], while: { status: [...liveWarning] } }],
  actions: {
    doHandle: action("处理", "Handle", {
      button: "btnHandle",
      who: "internal",
      from: ["OPEN", "PROCESSING"],
      tone: "primary",
      batch: "each",
      input: {
        handleDesc: longtext("处理说明", "Handling note", { max: 1000 }),
        closeFlag: yn("处理完毕并关闭", "Done, close", { initial: "N" }),
      },
    }),
    doIgnore: action("忽略", "Ignore", {
      button: "btnIgnore",
      who: "internal",
      from: ["OPEN", "PROCESSING"],
      to: "IGNORED",
      batch: "each",
      input: {
        ignoreUntil: date("忽略至", "Until"),
        ignoreReason: longtext("原因", "Reason", { max: 500 }),
      },
    }),
    doTransfer: action("转交", "Transfer", {
      button: "btnTransfer",
      who: "internal",
      from: ["OPEN", "PROCESSING"],
      batch: "each",
      input: { toUserId: ref("BaseUsers", "转交给", "To", { pick: { userType: "INTERNAL", userStatus: "ACTIVE" } }) },
    }),
    doCreateNotification: action("发通知单", "Send notification", {
      button: "btnCreateNotification",
      who: "internal",
      from: ["OPEN", "PROCESSING"],
      input: { orgId: ref("BaseOrganization", "发函组织", "From organisation") },
    }),
    /** A warning that was just made: the supplier's light, the to-dos and those who must know follow. */
    doRaise: action("预警产生", "Raise", { button: "btnHandle", who: "system", quiet: true, from: ["OPEN"] }),
    /** The cause is still there and has changed: what the warning says follows it. */
    doRenew: action("预警更新", "Renew", {
      button: "btnHandle",
      who: "system",
      quiet: true,
      from: [...liveWarning],
      input: {
        severity: pick("级别", "Severity", "SEVERITY"),
        content: text("内容", "Content", { max: 500 }),
        contentEn: text("内容（英文）", "Content (English)", { max: 500, optional: true }),
        hitValue: text("命中值", "Hit value", { max: 100, optional: true }),
        mark: text("命中标识", "Cause", { max: 200, optional: true }),
      },
    }),
    doRemind: action("到期提醒", "Remind", {
      button: "btnHandle",
      who: "system",
      quiet: true,
      from: [...liveWarning],
      input: {
        days: text("提醒日", "Warn days", { max: 200 }),
        left: text("剩余天数", "Days left", { max: 20 }),
        cert: text("资质", "Certificate", { max: 200 }),
        validTo: text("有效至", "Valid to", { max: 10 }),
        blocked: text("暂停操作", "Suspended", { max: 40, optional: true }),
      },
    }),
    doClear: action("原因消除", "Cause resolved", {
      button: "btnHandle",
      who: "system",
      quiet: true,
      from: [...liveWarning],
      to: "CLOSED",
    }),
    doReopen: action("重新打开", "Reopen", { button: "btnHandle", who: "system", quiet: true, from: ["IGNORED"], to: "OPEN" }),
  },
  sees: { internal: "all" },
  title: ["warningNo", "content"],
  list: [
    ...(["warningNo", "supplierId", "status", "warningType", "severity", "content", "bizNo", "hitDate", "dueDate"] as const),
    ...(["ownerId"] as const),
  ],
  search: ["supplierId", "warningType", "severity", "status", "ownerId", "hitDate"],
  order: [["id", "desc"]],
  views: {
    open: ["待处理", "Open", () => ({ status: ["OPEN", "PROCESSING"] })],
    mine: ["我负责的", "Mine", (me) => ({ status: ["OPEN", "PROCESSING"], ownerId: me.userId })],
    red: ["红色", "Red", () => ({ status: ["OPEN", "PROCESSING"], severity: "RED" })],
    ignored: ["已忽略", "Ignored", () => ({ status: "IGNORED" })],
    closed: ["已关闭", "Closed", () => ({ status: "CLOSED" })],
  },
  pages: {
    list: "supplierWarningList",
    sections: [
      ["预警", "Warning", ["supplierId", "warningType", "severity", "content", "bizNo", "ruleValue", "hitValue", "hitDate", "dueDate"]],
      ["处理", "Handling", ["ownerId", "handleDesc", "handleDocNo", "ignoreUntil", "closeDate", "autoClosed"]],
    ],
  },
  codes: notFound,
});
