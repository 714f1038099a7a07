import { action, entity } from "#kernel/entity.ts";
import { date, datetime, int, longtext, pick, ref, text, yn } from "#kernel/field.ts";
import { contractCodes, whenFilled, withContract } from "../common.ts";

const computed = { computed: true } as const;
const stamp = { computed: true, optional: true } as const;
const system = { button: "btnHandle", who: "system", quiet: true } as const;
const note = longtext("处理说明", "Handling note", { max: 500 });

/** The states in which a warning still counts: one cause has one of these at most. */
export const liveWarning = ["OPEN", "SNOOZED"] as const;

/** Something about a contract that wants attention: found by a rule, gone by itself when its cause is gone. */
export const contractWarning = entity("SrmCctWarning", "合同预警", "Contract warning", {
  fields: {
    contractId: ref("SrmCctContract", "合同", "Contract", computed),
    contractNum: text("合同编号", "Contract no.", { max: 60, ...stamp }),
    stageId: text("付款阶段", "Payment stage", { max: 64, ...stamp, hidden: "all" }),
    warnType: pick("类型", "Type", "CCT_WARN_TYPE", computed),
    level: pick("级别", "Level", "CCT_WARN_LEVEL", computed),
    leadDay: int("提前天数或比例", "Lead days or percent", { ...computed, adds: false }),
    dueDate: date("日期", "Due", stamp),
    message: { ...text("内容", "Message", { max: 500, ...computed }), english: "messageEn" },
    messageEn: text("内容（英文）", "Message (English)", { max: 500, ...stamp }),
    /** Which occurrence of the cause this is: once handled, the same one does not come again. */
    causeMark: text("命中标识", "Cause", { max: 60, ...stamp, hidden: "all" }),
    orgId: ref("BaseOrganization", "组织", "Organisation", computed),
    ownerId: ref("BaseUsers", "责任人", "Owner", stamp),
    receiverRoles: text("接收角色", "Roles told", { max: 200, ...stamp }),
    snoozeTo: date("延后至", "Snoozed until", stamp),
    handleNote: longtext("处理说明", "Handling note", { max: 500, ...stamp }),
    handledAt: datetime("处理时间", "Handled at", stamp),
    handledBy: ref("BaseUsers", "处理人", "Handled by", stamp),
    state: pick("状态", "State", "CCT_WARN_STATE", computed),
  },
  stateField: "state",
  stateLookup: "CCT_WARN_STATE",
  states: {
    OPEN: ["待处理", "Open", "waiting"],
    SNOOZED: ["已延后", "Snoozed", "running"],
    HANDLED: ["已处理", "Handled", "done"],
    AUTO_CLOSED: ["自动关闭", "Closed automatically", "ended"],
  },
  unique: [{ fields: ["contractId", "stageId", "warnType", "leadDay"], while: { state: [...liveWarning] } }],
  judgedBy: "contractId",
  shownWhen: {
    snoozeTo: (doc) => doc.state === "SNOOZED",
    ...whenFilled("handleNote", "handledAt", "handledBy"),
  },
  actions: {
    doHandle: action("处理", "Handle", {
      button: "btnHandle",
      who: "internal",
      from: liveWarning,
      to: "HANDLED",
      tone: "primary",
      input: { handleNote: note },
    }),
    doSnooze: action("延后", "Snooze", {
      button: "btnSnooze",
      who: "internal",
      from: liveWarning,
      to: "SNOOZED",
      batch: "each",
      input: { snoozeTo: date("延后至", "Until", { hint: ["最多30天", "Up to 30 days"] }) },
    }),
    doClose: action("关闭", "Close", {
      button: "btnClose",
      who: "internal",
      from: liveWarning,
      to: "HANDLED",
      batch: "each",
      input: { handleNote: note },
    }),
    doRaise: action("预警产生", "Raise", { ...system, from: ["OPEN"] }),
    doWake: action("延后到期", "Wake", { ...system, from: ["SNOOZED"], to: "OPEN" }),
    doClear: action("原因消除", "Cause resolved", { ...system, from: liveWarning, to: "AUTO_CLOSED" }),
  },
  waiting: [
    {
      todo: "CCT_WARNING",
      label: ["合同预警", "Contract warning"],
      route: "cctWarningList",
      title: ["请处理合同{bizNo}的预警", "Deal with the warning about contract {bizNo}"],
      in: ["OPEN"],
      who: { user: "ownerId" },
      org: "orgId",
      due: "dueDate",
      urgent: (doc) => doc["level"] === "SERIOUS",
      view: ["mine", "我的预警", "Mine"],
      tile: { code: "CCT_WARNINGS", label: ["合同预警", "Contract warnings"], seq: 32 },
    },
  ],
  timed: [{ does: "doWake", in: ["SNOOZED"], on: "snoozeTo" }],
  sees: { internal: withContract },
  title: ["contractNum", "message"],
  list: [
    "contractNum",
    "contractId",
    "warnType",
    "level",
    "message",
    "dueDate",
    "leadDay",
    "ownerId",
    "state",
    "snoozeTo",
    "handleNote",
    "orgId",
  ],
  search: ["contractNum", "warnType", "level", "state", "ownerId", "dueDate", "orgId", "contractId"],
  order: [["id", "desc"]],
  views: {
    open: ["待处理", "Open", () => ({ state: "OPEN" })],
    serious: ["严重", "Serious", () => ({ state: "OPEN", level: "SERIOUS" })],
    snoozed: ["已延后", "Snoozed", () => ({ state: "SNOOZED" })],
    closed: ["已关闭", "Closed", () => ({ state: ["HANDLED", "AUTO_CLOSED"] })],
  },
  pages: {
    list: "cctWarningList",
    sections: [
      ["预警", "Warning", ["contractId", "warnType", "level", "message", "dueDate", "leadDay", "ownerId", "orgId", "receiverRoles"]],
      ["处理", "Handling", ["snoozeTo", "handleNote", "handledAt", "handledBy"]],
    ],
  },
  codes: contractCodes,
});

/** When a kind of warning is raised, how grave it is, and who hears of it besides the owner. */
export const warningRule = entity("SrmCctWarningRule", "合同预警规则", "Contract warning rule", {
  fields: {
    warnType: pick("类型", "Type", "CCT_WARN_TYPE"),
    leadDays: text("提前天数", "Lead days", {
      max: 60,
      pattern: String.raw`^\d{1,3}(,\d{1,3}){0,9}$`,
      hint: ["逗号分隔；额度使用填百分比", "Separated by commas; percentages for amount used"],
    }),
    level: pick("级别", "Level", "CCT_WARN_LEVEL", { initial: "WARN" }),
    receiverRoles: text("接收角色", "Roles told", {
      max: 200,
      optional: true,
      hint: ["职责代码，逗号分隔", "Codes of responsibilities, separated by commas"],
    }),
    orgId: ref("BaseOrganization", "组织", "Organisation", {
      optional: true,
      pick: { enabledFlag: "Y" },
      hint: ["留空为全部；填写后替代通用规则", "Empty: all; a rule of an organisation replaces the general ones"],
    }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
  },
  unique: [{ fields: ["warnType", "level", "orgId"] }],
  sees: { internal: (me) => ({ any: [{ orgId: null }, { orgId: me.orgs }] }) },
  saves: "internal",
  deletes: "internal",
  title: ["warnType", "leadDays"],
  list: ["warnType", "leadDays", "level", "receiverRoles", "orgId", "enabledFlag"],
  search: ["warnType", "level", "orgId", "enabledFlag"],
  order: [["warnType", "asc"]],
  pages: { list: "cctWarningRuleList" },
  codes: contractCodes,
});
