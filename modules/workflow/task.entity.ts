import { entity } from "#kernel/entity.ts";
import { datetime, int, longtext, payload, pick, ref, text, yn } from "#kernel/field.ts";
import { whose } from "#kernel/timed.ts";

const service = "bpmServer";
const computed = { computed: true } as const;
const maybe = { computed: true, optional: true } as const;
const by = (cn: string, en: string) => ref("BaseUsers", cn, en, maybe);
const at = (cn: string, en: string) => datetime(cn, en, maybe);
const key = (cn: string, en: string) => text(cn, en, { ...maybe, max: 120 });

/** One visit of one node. It is never moved: leaving makes the next one. */
export const bpmToken = entity("BpmToken", "令牌", "Token", {
  service,
  fields: {
    nodeId: text("节点", "Node", { ...computed, max: 100 }),
    state: text("状态", "State", { ...computed, max: 20 }),
    branchPath: longtext("分支", "Branch", { ...maybe, max: 4000 }),
    loopRound: int("轮次", "Round", { ...computed, initial: 1 }),
    fromId: key("来源", "From"),
    seats: payload("签核席位", "Seats", maybe),
    back: payload("退回", "Return", maybe),
    error: longtext("错误", "Error", { ...maybe, max: 4000 }),
  },
  sees: { internal: "all" },
  title: ["nodeId"],
});

/** What one person, or whoever claims it, has to do. */
export const bpmTask = entity("BpmTask", "任务", "Task", {
  service,
  fields: {
    tokenId: key("令牌", "Token"),
    nodeId: text("节点", "Node", { ...computed, max: 100 }),
    nodeName: { ...text("节点名称", "Node name", { ...maybe, max: 200 }), english: "nodeNameEn" },
    nodeNameEn: text("节点名称（英文）", "Node name (English)", { ...maybe, max: 200 }),
    seat: int("席位", "Seat", { ...computed, initial: 0 }),
    round: int("轮次", "Round", { ...computed, initial: 1 }),
    taskKind: pick("任务类型", "Kind", "BPM_TASK_KIND", computed),
    assigneeUserId: by("处理人", "Handler"),
    ownerUserId: by("委托人", "Owner"),
    candidateKey: text("候选组", "Candidate group", { ...maybe, max: 200 }),
    /** Who could take it when it came, each with the responsibility that lets him; whoever lost the responsibility no longer counts. */
    candidateResponsibilities: payload("候选人", "Candidates", maybe),
    status: pick("状态", "Status", "TASK_STATUS", computed),
    arrivedAt: datetime("到达时间", "Arrived", computed),
    claimedAt: at("认领时间", "Claimed"),
    readAt: at("阅读时间", "Read"),
    dueDate: at("截止时间", "Due"),
    pausedAt: at("暂停时间", "Paused"),
    doneAt: at("完成时间", "Done"),
    action: text("操作", "Action", { ...maybe, max: 40 }),
    comment: longtext("意见", "Comment", { ...maybe, max: 4000 }),
    fileIds: text("附件", "Files", { ...maybe, max: 2000 }),
    urgeCount: int("催办次数", "Reminded", { ...computed, initial: 0 }),
    /** How often the clock reminded of it. */
    remindCount: int("提醒次数", "Reminded", { ...computed, initial: 0 }),
    weight: int("权重", "Weight", { ...computed, initial: 1 }),
    parentTaskId: key("上级任务", "Parent task"),
    sourceChannel: pick("来源", "Channel", "BPM_CHANNEL", maybe),
  },
  sees: { internal: "all" },
  lists: {
    open: {
      route: "processMonitoring",
      where: () => ({ status: ["TODO", "CLAIMED"], parent: { status: "RUNNING" } }),
      order: [["arrivedAt", "asc"]],
    },
    held: {
      route: "processMonitoring",
      where: () => ({ status: "TODO", assigneeUserId: null, candidateKey: { contains: "HOLDS:" }, parent: { status: "RUNNING" } }),
    },
  },
  title: ["nodeId", "nodeName"],
  list: ["nodeName", "taskKind", "assigneeUserId", "status", "arrivedAt", "dueDate", "doneAt", "action", "comment"],
  search: ["assigneeUserId", "status", "arrivedAt", "dueDate", "candidateKey"],
});

export const bpmTaskCandidate = entity("BpmTaskCandidate", "任务候选人", "Task candidate", {
  service,
  fields: { taskId: key("任务", "Task"), userId: by("候选人", "Candidate") },
  sees: { internal: "all" },
  title: ["userId"],
});

/** One line of history: appended, never changed. */
export const bpmTaskAction = entity("BpmTaskAction", "流转记录", "Workflow action", {
  service,
  appendOnly: true,
  fields: {
    taskId: key("任务", "Task"),
    nodeId: key("节点", "Node"),
    action: text("操作", "Action", { ...computed, max: 40 }),
    byUserId: by("操作人", "By"),
    forUserId: by("代何人", "For"),
    targetNodeId: key("目标节点", "Target node"),
    targetUserIds: payload("目标人员", "Target people", maybe),
    comment: longtext("意见", "Comment", { ...maybe, max: 4000 }),
    fileIds: text("附件", "Files", { ...maybe, max: 2000 }),
    at: datetime("时间", "At", computed),
    round: int("轮次", "Round", { ...computed, initial: 1 }),
    beforeJson: payload("修改前", "Before", maybe),
    afterJson: payload("修改后", "After", maybe),
    note: payload("说明", "Note", maybe),
    intervened: yn("人工干预", "Intervention", { ...computed, initial: "N" }),
    replay: payload("重演", "Replay", { ...maybe, hidden: "all" }),
  },
  sees: { internal: "all" },
  title: ["action"],
});

export const bpmCopy = entity("BpmCopy", "抄送", "Copy", {
  service,
  fields: {
    taskId: key("任务", "Task"),
    toUserId: by("抄送给", "To"),
    reason: longtext("说明", "Reason", { ...maybe, max: 2000 }),
    readAt: at("阅读时间", "Read"),
  },
  sees: { internal: "all" },
  title: ["toUserId"],
});

export const bpmTimer = entity("BpmTimer", "定时器", "Timer", {
  service,
  fields: {
    taskId: key("任务", "Task"),
    tokenId: key("令牌", "Token"),
    kind: text("类型", "Kind", { ...computed, max: 20 }),
    nodeId: text("节点", "Node", { ...computed, max: 100 }),
    fireAt: datetime("触发时间", "Fires at", computed),
    firedAt: at("已触发", "Fired"),
  },
  sees: { internal: "all" },
  timed: [
    {
      does: "fire",
      of: "parentId",
      on: "fireAt",
      program: "BPM_TIMEOUT",
      input: (timer) => ({ timerId: timer.id }),
      where: { firedAt: null, parent: whose({ status: ["RUNNING", "ERROR"] }) },
    },
  ],
  title: ["kind"],
});

/** What an administrator wants done to an instance above the limit, until a second one agrees. */
export const bpmIntervention = entity("BpmIntervention", "人工干预", "Intervention", {
  service,
  fields: {
    kind: pick("操作", "Action", "BPM_INTERVENTION", computed),
    detail: payload("内容", "Detail", maybe),
    byUserId: by("申请人", "Asked by"),
    reason: longtext("原因", "Reason", { ...maybe, max: 2000 }),
    secondUserId: by("复核人", "Confirmed by"),
    askedAt: at("申请时间", "Asked"),
    decidedAt: at("复核时间", "Decided"),
    decision: pick("结果", "Decision", "BPM_DECISION", { computed: true, initial: "PENDING" }),
  },
  sees: { internal: "all" },
  title: ["kind"],
});
