import { entity } from "#kernel/entity.ts";
import { code, datetime, int, longtext, money, pick, ref, text, yn } from "#kernel/field.ts";
import { firstWay, judgedBy, mayAct } from "./acting.ts";

const service = "bpmServer";
const user = (cn: string, en: string) => ref("BaseUsers", cn, en, { optional: true });

const aboutInstance = {
  instanceId: ref("BpmInstance", "流程实例", "Instance"),
  instanceNum: code("流程编号", "Process number", { max: 40 }),
  subject: { ...text("主题", "Subject", { max: 400 }), english: "subjectEn" },
  subjectEn: text("主题（英文）", "Subject (English)", { max: 400, optional: true }),
  billTypeCode: pick("单据类型", "Document type", "BILL_TYPE"),
  billTypeName: { ...text("单据类型名称", "Document type name", { max: 120, optional: true }), english: "billTypeNameEn" },
  billTypeNameEn: text("单据类型名称（英文）", "Document type name (English)", { max: 120, optional: true }),
  billNum: text("单据编号", "Document", { max: 200, optional: true }),
  bizEntity: text("业务实体", "Business entity", { max: 80 }),
  bizId: text("业务编号", "Business id", { max: 64 }),
  starterUserId: user("发起人", "Submitted by"),
  orgId: ref("BaseOrganization", "组织", "Organisation", { optional: true }),
  amount: money("金额", "Amount", { optional: true, currency: "currency" }),
  currency: pick("币种", "Currency", "CURRENCY", { optional: true }),
  startedAt: datetime("发起时间", "Started", { optional: true }),
  formRoute: text("页面", "Page", { max: 200, optional: true }),
};

/** One row for each open task and each person who may do it now: assigned, standing in for somebody, or one of a group. Read live, so that a lost role loses the task. */
export const bpmTodo = entity("BpmTodo", "待办任务", "Task to do", {
  service,
  view: true,
  open: true,
  mine: "userId",
  fields: {
    userId: user("我", "Me"),
    kind: pick("来源", "Origin", "BPM_TODO_KIND"),
    fromUserId: user("代何人", "On behalf of"),
    taskId: text("任务", "Task", { max: 120 }),
    ...aboutInstance,
    nodeId: text("节点编码", "Node code", { max: 100 }),
    nodeName: { ...text("节点", "Node", { max: 200, optional: true }), english: "nodeNameEn" },
    nodeNameEn: text("节点（英文）", "Node (English)", { max: 200, optional: true }),
    taskKind: pick("任务类型", "Kind", "BPM_TASK_KIND"),
    taskStatus: pick("状态", "Status", "TASK_STATUS"),
    candidateKey: text("候选组", "Candidate group", { max: 200, optional: true }),
    arrivedAt: datetime("到达时间", "Arrived"),
    dueDate: datetime("截止时间", "Due", { optional: true }),
    readAt: datetime("阅读时间", "Read", { optional: true }),
    urgeCount: int("催办次数", "Reminded"),
    waitingHours: int("等待（小时）", "Hours waiting"),
    overdueFlag: yn("超期", "Overdue"),
    batchFlag: yn("可批量", "Bulk"),
    askedFlag: yn("等待回复", "Waiting for an answer"),
  },
  sees: { internal: "all" },
  offers: { entity: "bizEntity", id: "bizId", by: judgedBy, allows: mayAct, once: ["taskId", firstWay] },
  title: ["billNum", "subject"],
  order: [["arrivedAt", "asc"]],
  views: {
    overdue: ["已超期", "Overdue", () => ({ overdueFlag: "Y" })],
    delegated: ["代办", "On behalf", () => ({ fromUserId: { not: null } })],
    urged: ["被催办", "Reminded", () => ({ urgeCount: { above: 0 } })],
  },
  lists: {
    /** Everything I may decide now, however it came to me. */
    mine: {
      route: "myUpcoming",
      columns: ["subject", "billNum", "billTypeName", "starterUserId", "nodeName", "arrivedAt", "dueDate", "amount", "currency", "kind"],
      search: ["subject", "billNum", "billTypeCode", "starterUserId", "nodeName", "arrivedAt", "dueDate", "kind", "orgId"],
    },
    myUpcoming: {
      route: "myUpcoming",
      title: ["审批任务", "Approval tasks"],
      columns: [
        ...(["subject", "billNum", "billTypeName", "starterUserId", "nodeName", "arrivedAt", "dueDate", "amount", "currency"] as const),
        ...(["urgeCount", "fromUserId", "waitingHours", "overdueFlag"] as const),
      ],
      search: [
        ...(["subject", "billNum", "billTypeCode", "starterUserId", "nodeName", "arrivedAt", "dueDate", "fromUserId"] as const),
        ...(["overdueFlag", "kind", "orgId"] as const),
      ],
      where: () => ({ kind: ["ASSIGNED", "DELEGATED"] }),
    },
    gtasks: {
      route: "gtasks",
      columns: [
        "subject",
        "billNum",
        "billTypeName",
        "starterUserId",
        "nodeName",
        "candidateKey",
        "fromUserId",
        "arrivedAt",
        "waitingHours",
        "dueDate",
        "amount",
        "currency",
      ],
      search: ["subject", "billNum", "billTypeCode", "starterUserId", "nodeName", "arrivedAt", "dueDate", "fromUserId"],
      where: () => ({ kind: "GROUP" }),
    },
  },
});

/** What I have handled: one row for each decision of mine, whether I may still take it back, and where the matter stands now. */
export const bpmHandled = entity("BpmHandled", "已办任务", "Handled task", {
  service,
  view: true,
  open: true,
  mine: "userId",
  fields: {
    userId: user("我", "Me"),
    ...aboutInstance,
    status: pick("状态", "Status", "BPM_STATUS"),
    currentNode: { ...text("当前节点", "Current node", { max: 400, optional: true }), english: "currentNodeEn" },
    currentNodeEn: text("当前节点（英文）", "Current node (English)", { max: 400, optional: true }),
    handlers: text("当前处理人", "Handlers", { max: 1000, optional: true }),
    taskId: text("任务", "Task", { max: 120, optional: true }),
    nodeId: text("节点编码", "Node code", { max: 100, optional: true }),
    nodeName: { ...text("节点", "Node", { max: 200, optional: true }), english: "nodeNameEn" },
    nodeNameEn: text("节点（英文）", "Node (English)", { max: 200, optional: true }),
    action: pick("我的操作", "My action", "BPM_ACTION"),
    forUserId: user("代何人", "On behalf of"),
    comment: longtext("意见", "Comment", { optional: true }),
    taskKind: pick("任务类型", "Kind", "BPM_TASK_KIND", { optional: true }),
    arrivedAt: datetime("到达时间", "Arrived", { optional: true }),
    dueDate: datetime("截止时间", "Due", { optional: true }),
    handledAt: datetime("处理时间", "Handled"),
    handleHours: int("耗时（小时）", "Hours", { optional: true }),
    /** The last to act, within a day; whether the next one has looked at it is asked when it is taken back. */
    revocableFlag: yn("可取回", "Can be withdrawn"),
  },
  sees: { internal: "all" },
  title: ["billNum", "subject"],
  search: ["subject", "billNum", "billTypeCode", "starterUserId", "status", "action", "handledAt"],
  order: [["handledAt", "desc"]],
  lists: {
    handled: {
      route: "myApproval",
      title: ["我处理的审批", "Handled by me"],
      cards: ["starterUserId", "status", "action", "handledAt"],
      columns: [
        "subject",
        "action",
        "handledAt",
        "status",
        "currentNode",
        "handlers",
        "comment",
        "billNum",
        "billTypeName",
        "starterUserId",
        "revocableFlag",
      ],
    },
  },
});

/** What was copied to me. */
export const bpmCopied = entity("BpmCopied", "抄送给我", "Copied to me", {
  service,
  view: true,
  open: true,
  mine: "userId",
  fields: {
    userId: user("我", "Me"),
    copyId: text("抄送", "Copy", { max: 120 }),
    ...aboutInstance,
    status: pick("状态", "Status", "BPM_STATUS"),
    currentNode: { ...text("当前节点", "Current node", { max: 400, optional: true }), english: "currentNodeEn" },
    currentNodeEn: text("当前节点（英文）", "Current node (English)", { max: 400, optional: true }),
    handlers: text("当前处理人", "Handlers", { max: 1000, optional: true }),
    reason: longtext("说明", "Reason", { optional: true }),
    fromUserId: user("抄送人", "From"),
    copiedAt: datetime("抄送时间", "Copied"),
    readAt: datetime("阅读时间", "Read", { optional: true }),
    readFlag: yn("已读", "Read"),
  },
  sees: { internal: "all" },
  title: ["billNum", "subject"],
  search: ["subject", "billNum", "billTypeCode", "starterUserId", "status", "readFlag", "copiedAt"],
  order: [["copiedAt", "desc"]],
  views: { unread: ["未读", "Unread", () => ({ readFlag: "N" })] },
  lists: {
    copied: {
      route: "myApproval",
      title: ["抄送我的审批", "Copied to me"],
      cards: ["starterUserId", "status", "copiedAt"],
      columns: [
        "subject",
        "billNum",
        "billTypeName",
        "starterUserId",
        "status",
        "currentNode",
        "handlers",
        "reason",
        "copiedAt",
        "readFlag",
      ],
    },
  },
});
