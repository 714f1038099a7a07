import { action, entity, some, type Action, type Me, type Where } from "#kernel/entity.ts";
import {
  code,
  datetime,
  files,
  int,
  longtext,
  money,
  payload,
  pick,
  picks,
  rate,
  ref,
  refs,
  text,
  yn,
  type Fields,
} from "#kernel/field.ts";
import { bpmCopy, bpmIntervention, bpmTask, bpmTaskAction, bpmTaskCandidate, bpmTimer, bpmToken } from "./task.entity.ts";

const service = "bpmServer";
const computed = { computed: true } as const;
const maybe = { computed: true, optional: true } as const;
const by = (cn: string, en: string) => ref("BaseUsers", cn, en, maybe);
const at = (cn: string, en: string) => datetime(cn, en, maybe);
const key = (cn: string, en: string) => text(cn, en, { ...maybe, max: 120 });

const administers = (me: Me): boolean => me.may("BpmInstance", "btnStop");

/** Whoever started it, handled it, has it or got a copy. */
const takesPart = (me: Me): Where => ({
  any: [
    { starterUserId: me.userId },
    { tasks: some({ any: [{ assigneeUserId: me.userId }, { ownerUserId: me.userId }] }) },
    { copies: some({ toUserId: me.userId }) },
    { deeds: some({ byUserId: me.userId }) },
  ],
});

const taskId = text("任务", "Task", { max: 120 });
const comment = longtext("意见", "Comment", { max: 4000, optional: true });
const reason = longtext("原因", "Reason", { max: 2000 });
const toUserId = ref("BaseUsers", "转给", "To", { pick: { userType: "INTERNAL", userStatus: "ACTIVE" } });
const userIds = refs("BaseUsers", "人员", "People");
const channel = pick("来源", "Channel", "BPM_CHANNEL", { optional: true });
const opinion = {
  taskId,
  comment,
  fileIds: files("附件", "Files", { optional: true }),
  fields: payload("修改的字段", "Changed fields", { optional: true }),
  docVersion: int("看到的版本", "Version shown", { optional: true }),
  nextChosenUsers: payload("下一步处理人", "People chosen", { optional: true }),
  channel,
};
const open = ["RUNNING", "SUSPENDED", "ERROR"] as const;

// oxlint-disable-next-line typescript/no-explicit-any -- a verb may come from any state; the engine knows which
type Anywhere<I extends Fields> = Action<any, I>;

/** A verb of the engine: people reach it through the calls, which know the person; the rule knows who may. */
const verb = <const I extends Fields>(cn: string, en: string, input: I, button = "btnApproval"): Anywhere<I> =>
  action(cn, en, { button, who: "system", quiet: true, input }) as Anywhere<I>;

/** One approval of one document. */
export const bpmInstance = entity("BpmInstance", "流程实例", "Process instance", {
  service,
  number: ["instanceNum", "BPM{yyyyMMdd}{000001}"],
  fields: {
    instanceNum: code("流程编号", "Number", { ...computed, max: 40 }),
    modelKey: code("流程", "Process", { ...maybe, max: 80 }),
    version: int("版本", "Version", maybe),
    /** The process of an approval that nobody drew. */
    definition: payload("流程定义", "Definition", { ...maybe, hidden: "all" }),
    billTypeCode: pick("单据类型", "Document type", "BILL_TYPE", computed),
    bizEntity: text("业务实体", "Business entity", { ...computed, max: 80 }),
    bizId: text("业务编号", "Business id", { ...computed, max: 64 }),
    submitAction: text("提交动作", "Submitted by action", { ...maybe, max: 80 }),
    billNum: text("单据编号", "Document", { ...maybe, max: 200 }),
    subject: { ...text("主题", "Subject", { ...maybe, max: 400 }), english: "subjectEn" },
    subjectEn: text("主题（英文）", "Subject (English)", { ...maybe, max: 400 }),
    starterUserId: by("发起人", "Submitted by"),
    closedFlag: yn("仅参与人可见", "Participants only", { computed: true, initial: "N" }),
    starterOrgId: ref("BaseOrganization", "发起组织", "Submitter's organisation", maybe),
    orgId: ref("BaseOrganization", "组织", "Organisation", maybe),
    /** Whom it is about, where it is about a supplier: approvals about the same one are shown beside each other. */
    supplierId: text("供应商", "Supplier", { ...maybe, max: 64 }),
    variables: payload("变量", "Variables", { ...maybe, hidden: "all" }),
    amount: money("金额", "Amount", { ...maybe, currency: "currency" }),
    currency: pick("币种", "Currency", "CURRENCY", maybe),
    /** What limits and conditions are compared with: the group's currency, by the rate of the day of submission. */
    amountBase: money("折本位币金额", "Amount in base currency", { ...maybe, currency: "baseCurrency" }),
    baseCurrency: pick("本位币", "Base currency", "CURRENCY", maybe),
    baseRate: rate("提交日汇率", "Rate of the day of submission", maybe),
    currentNode: { ...text("当前节点", "Current node", { ...maybe, max: 400 }), english: "currentNodeEn" },
    currentNodeEn: text("当前节点（英文）", "Current node (English)", { ...maybe, max: 400 }),
    handlers: text("当前处理人", "Handlers", { ...maybe, max: 1000 }),
    startedAt: at("发起时间", "Started"),
    endedAt: at("结束时间", "Ended"),
    endResult: pick("结果", "Result", "BPM_STATUS", maybe),
    chatInstanceId: text("聊天审批编号", "Chat approval", { ...maybe, max: 200 }),
    parentInstanceId: ref("BpmInstance", "上级流程", "Parent instance", maybe),
    parentTokenId: key("上级令牌", "Parent token"),
    lockVersion: int("步数", "Steps", { ...computed, initial: 0 }),
    picks: payload("选定人员", "People chosen", { ...maybe, hidden: "all" }),
    round: int("轮次", "Round", { ...computed, initial: 1 }),
    suspendedAt: at("挂起时间", "Suspended"),
    withdrawPolicy: pick("撤回策略", "Withdraw", "WITHDRAW_POLICY", { ...computed, initial: "BEFORE_FIRST_ACTION" }),
    ownerUserId: by("负责人", "Owner"),
    status: pick("状态", "Status", "BPM_STATUS", computed),
    intervenedFlag: yn("人工干预", "Intervened", { ...computed, initial: "N" }),
  },
  lines: {
    tokens: bpmToken,
    tasks: bpmTask,
    candidates: bpmTaskCandidate,
    copies: bpmCopy,
    timers: bpmTimer,
    deeds: bpmTaskAction,
    interventions: bpmIntervention,
  },
  stateLookup: "BPM_STATUS",
  states: {
    RUNNING: ["运行中", "In progress", "running"],
    SUSPENDED: ["已挂起", "Suspended", "waiting"],
    PASSED: ["已通过", "Approved", "done"],
    REJECTED: ["已驳回", "Rejected", "refused"],
    WITHDRAWN: ["已撤回", "Withdrawn", "ended"],
    STOPPED: ["已终止", "Stopped", "ended"],
    ERROR: ["异常", "Error", "refused"],
  },
  actions: {
    begin: verb("发起", "Start", {
      bizEntity: text("业务实体", "Business entity", { max: 80 }),
      bizId: text("业务编号", "Business id", { max: 64 }),
      submitAction: text("提交动作", "Action", { max: 80 }),
      modelKey: text("流程", "Process", { max: 80, optional: true }),
    }),
    doClaim: verb("认领", "Claim", { taskId }, "btnClaim"),
    doUnclaim: verb("释放", "Release", { taskId }, "btnUnclaim"),
    doRead: verb("已读", "Read", { taskId: text("任务", "Task", { max: 120, optional: true }) }, "btnRead"),
    doPass: verb("通过", "Pass", opinion, "btnPass"),
    doReject: verb(
      "驳回",
      "Reject",
      { ...opinion, targetNodeId: text("退回节点", "Return to", { max: 100, optional: true }) },
      "btnReject",
    ),
    doTransfer: verb("转办", "Transfer", { taskId, toUserId, comment }, "btnTransfer"),
    doDelegate: verb("委派", "Delegate", { taskId, toUserId, comment }, "btnDelegate"),
    doAddSign: verb("加签", "Add approvers", { taskId, userIds, mode: pick("方式", "Mode", "BPM_ADD_MODE"), comment }, "btnAddSign"),
    doRemoveSign: verb("减签", "Remove approver", { taskId }, "btnAddSign"),
    /** A document whose own initiator takes it back names the starter; no call can. */
    doWithdraw: verb(
      "撤回",
      "Withdraw",
      { comment, starterId: text("发起人", "Submitted by", { max: 64, optional: true }) },
      "btnWithdraw",
    ),
    doRevokeMine: verb("取回", "Withdraw", { taskId }, "btnWithdraw"),
    doUrge: verb("催办", "Remind", { taskId: text("任务", "Task", { max: 120, optional: true }) }, "btnUrge"),
    doCopy: verb("抄送", "Copy", { userIds, taskId: text("任务", "Task", { max: 120, optional: true }), comment }, "btnCopy"),
    doStop: verb("终止", "Stop", { comment: reason }, "btnStop"),
    doSuspend: verb("挂起", "Suspend", { comment: reason }, "btnSuspend"),
    doResume: verb("恢复", "Resume", { comment }, "btnResume"),
    doJump: verb("跳转", "Jump", { nodeId: text("节点", "Node", { max: 100 }), comment: reason }, "btnJump"),
    doReassign: verb("改派", "Reassign", { taskId, toUserId, comment: reason }, "btnReassign"),
    doChange: verb("修改变量", "Change variables", { variables: payload("变量", "Variables"), comment: reason }, "btnJump"),
    doConfirm: verb("复核干预", "Confirm intervention", {
      interventionId: text("干预", "Intervention", { max: 64 }),
      agree: yn("同意", "Approve", { initial: "Y" }),
    }),
    doMigrate: verb("迁移版本", "Move to a version", { version: int("版本", "Version"), comment: reason }, "btnJump"),
    fire: verb("定时触发", "Trigger timer", { timerId: text("定时器", "Timer", { max: 120 }) }),
    worked: verb("自动步骤完成", "Step done", { tokenId: taskId, variables: payload("变量", "Variables", { optional: true }) }),
    failed: verb("自动步骤失败", "Step failed", { tokenId: taskId, message: longtext("错误", "Error", { max: 4000 }) }),
    doRetry: verb("重试", "Retry", { tokenId: text("令牌", "Token", { max: 120, optional: true }), comment }, "btnRetry"),
    returned: verb("子流程返回", "Called process ended", { tokenId: taskId, result: text("结果", "Result", { max: 20 }) }),
    leave: verb("离职交接", "Transfer", {
      userId: ref("BaseUsers", "离开的人", "Who left"),
      takerId: ref("BaseUsers", "接手人", "Successor", { optional: true }),
    }),
    reroute: verb("重新分派", "Reroute", {
      taskId,
      ifLost: yn("仅当失去角色", "Only if the role is lost", { optional: true }),
      notUserIds: refs("BaseUsers", "不可分派", "Not to", { optional: true }),
    }),
    remind: verb("提醒", "Remind", {
      taskId,
      escalate: pick("升级给", "Escalate to", "BPM_ESCALATE", { optional: true }),
      escalateUserIds: refs("BaseUsers", "升级到的人", "Escalate to people", { optional: true }),
      channels: picks("渠道", "Channels", "MSG_CHANNEL", { optional: true }),
    }),
    call: action("调用子流程", "Call process", {
      button: "btnApproval",
      who: "system",
      quiet: true,
      creates: true,
      input: { parentId: taskId, tokenId: taskId, modelKey: text("流程", "Process", { max: 80 }) },
    }),
    seatCandidates: verb("刷新候选人", "Refresh candidates", {}),
    linkChat: verb("关联聊天审批", "Link chat approval", { chatInstanceId: text("聊天审批编号", "Chat approval", { max: 200 }) }),
  },
  unique: [
    {
      fields: ["billTypeCode", "bizEntity", "bizId", "parentInstanceId", "parentTokenId"],
      while: { status: open },
      code: "BPM_OPEN_EXISTS",
      text: ["单据已在审批中", "The document is already in approval"],
    },
  ],
  sees: { internal: (me) => (administers(me) ? { any: [{ closedFlag: "N" }, takesPart(me)] } : takesPart(me)) },
  title: ["instanceNum", "subject"],
  list: [
    ...(["instanceNum", "subject", "billTypeCode", "billNum", "modelKey", "version", "starterUserId", "currentNode", "handlers"] as const),
    ...(["amount", "currency", "amountBase", "baseCurrency", "status", "startedAt", "endedAt", "round", "intervenedFlag"] as const),
  ],
  search: [
    "instanceNum",
    "subject",
    "billTypeCode",
    "billNum",
    "modelKey",
    "starterUserId",
    "orgId",
    "status",
    "startedAt",
    "intervenedFlag",
  ],
  order: [["startedAt", "desc"]],
  views: {
    running: ["运行中", "In progress", () => ({ status: "RUNNING" })],
    suspended: ["已挂起", "Suspended", () => ({ status: "SUSPENDED" })],
    failed: ["异常", "Failed", () => ({ status: "ERROR" })],
    ended: ["已结束", "Ended", () => ({ status: ["PASSED", "REJECTED", "WITHDRAWN", "STOPPED"] })],
    intervened: ["人工干预", "Intervened", () => ({ intervenedFlag: "Y" })],
  },
  lists: {
    monitoring: { route: "processMonitoring" },
    started: { route: "myApproval", where: (me) => ({ starterUserId: me.userId }) },
  },
  pages: { list: "processMonitoring", key: "amount", cards: ["starterUserId", "currentNode", "handlers", "startedAt"] },
});
