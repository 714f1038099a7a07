import { action, entity, some, type Me, type Where } from "#kernel/entity.ts";
import { datetime, files, int, longtext, payload, pick, ref, refs, snapshot, text, yn } from "#kernel/field.ts";

const computed = { computed: true } as const;
const maybe = { computed: true, optional: true } as const;
const by = (cn: string, en: string) => ref("BaseUsers", cn, en, maybe);
const at = (cn: string, en: string) => datetime(cn, en, maybe);

/** Who has, had or will have the document on which node; future rows come from the prediction and go when they are reached. */
export const approvalLine = entity("BaseApprovalLine", "审批任务行", "Approval line", {
  fields: {
    seq: int("顺序", "Order", { ...computed, initial: 0 }),
    nodeId: text("节点", "Node", { ...computed, max: 100 }),
    nodeName: { ...text("节点名称", "Node name", { ...maybe, max: 200 }), english: "nodeNameEn" },
    nodeNameEn: text("节点名称（英文）", "Node name (English)", { ...maybe, max: 200 }),
    approverId: by("审批人", "Approver"),
    /** A role whose members may take it. */
    groupName: text("候选组", "Group", { ...maybe, max: 200 }),
    arrivalDate: at("到达时间", "Arrived"),
    dueDate: at("截止时间", "Due"),
    status: pick("状态", "Status", "TASK_STATUS", maybe),
    result: text("结果", "Result", { ...maybe, max: 40 }),
    opinion: longtext("意见", "Comment", { ...maybe, max: 4000 }),
    handledDate: at("处理时间", "Handled"),
    delegateFrom: by("代何人", "For"),
    taskId: text("任务", "Task", { ...maybe, max: 120 }),
    round: int("轮次", "Round", { ...computed, initial: 1 }),
    predictedFlag: yn("预测", "Predicted", { ...computed, initial: "N" }),
    /** New in the prediction since an amount or another fact changed. */
    addedFlag: yn("因变化新增", "Added by a change", { ...computed, initial: "N" }),
    supplierVisible: yn("供应商可见", "Shown to supplier", { ...computed, initial: "N" }),
  },
  sees: { internal: "all" },
  title: ["nodeName"],
  list: ["nodeName", "approverId", "status", "arrivalDate", "dueDate", "handledDate", "opinion"],
});

/** What happened to the document, kept for ever with it. */
export const approvalHistory = entity("BaseApprovalHistory", "审批历史", "Approval history", {
  appendOnly: true,
  fields: {
    seq: int("序号", "No.", computed),
    action: text("操作", "Action", { ...computed, max: 40 }),
    fromNode: text("从节点", "From node", { ...maybe, max: 200 }),
    toNode: text("到节点", "To node", { ...maybe, max: 200 }),
    operatorId: by("操作人", "Operator"),
    forUserId: by("代何人", "For"),
    opinion: longtext("意见", "Comment", { ...maybe, max: 4000 }),
    note: text("说明", "Note", { ...maybe, max: 400 }),
    noteEn: text("说明（英文）", "Note (English)", { ...maybe, max: 400 }),
    /** What was put to the opinion: read by whoever reads the sheet. */
    fileIds: files("附件", "Files", { ...maybe, max: 10, visibleTo: "INTERNAL_ONLY" }),
    actionDate: datetime("时间", "At", computed),
    round: int("轮次", "Round", { ...computed, initial: 1 }),
    costMinutes: int("耗时（分钟）", "Minutes", maybe),
    intervened: yn("人工干预", "Intervention", { ...computed, initial: "N" }),
  },
  sees: { internal: "all" },
  title: ["action"],
  list: ["seq", "action", "fromNode", "toNode", "operatorId", "forUserId", "opinion", "actionDate", "round", "costMinutes"],
});

export const approvalReply = entity("BaseApprovalReply", "沟通回复", "Reply", {
  appendOnly: true,
  fields: {
    replyUserId: by("回复人", "By"),
    content: longtext("内容", "Content", { ...computed, max: 4000 }),
    fileIds: files("附件", "Files", { ...maybe, max: 10, visibleTo: "INTERNAL_ONLY" }),
    replyDate: datetime("时间", "At", computed),
  },
  sees: { internal: "all" },
  title: ["content"],
});

/** A question to somebody that does not move the task. */
export const approvalCommune = entity("BaseApprovalCommune", "沟通", "Discussion", {
  fields: {
    lineId: text("任务行", "Line", { ...maybe, max: 64 }),
    taskId: text("任务", "Task", { ...maybe, max: 120 }),
    askUserId: by("提问人", "Asked by"),
    toUserIds: refs("BaseUsers", "询问", "To", maybe),
    question: longtext("问题", "Question", { ...computed, max: 4000 }),
    askDate: datetime("提问时间", "Asked", computed),
    status: pick("状态", "Status", "COMMUNE_STATUS", { ...computed, initial: "OPEN" }),
  },
  lines: { replies: approvalReply },
  sees: { internal: "all" },
  title: ["question"],
  list: ["askUserId", "question", "askDate", "status"],
});

const administers = (me: Me): boolean => me.may("BpmInstance", "btnStop");

/** Whoever started, has, had or was asked about it; a supplier's person only what he started. */
const concerns = (me: Me): Where => ({
  any: [
    { initiatorId: me.userId },
    { lines: some({ any: [{ approverId: me.userId }, { delegateFrom: me.userId }], predictedFlag: "N" }) },
    { history: some({ operatorId: me.userId }) },
    { communes: some({ askUserId: me.userId }) },
    { readers: { contains: `,${me.userId},` } },
  ],
});

const fileIds = files("附件", "Files", { optional: true });

/** The approval sheet beside a document: the way walked and ahead, what was said, what changed since the last round. */
export const approval = entity("BaseApproval", "审批单", "Approval sheet", {
  fields: {
    billTypeCode: pick("单据类型", "Document type", "BILL_TYPE", computed),
    closedFlag: yn("仅参与人可见", "Participants only", { computed: true, initial: "N" }),
    bizEntity: text("业务实体", "Business entity", { ...computed, max: 80 }),
    bizId: text("业务编号", "Business id", { ...computed, max: 64 }),
    bizNo: text("单据编号", "Document", { ...maybe, max: 200 }),
    title: { ...text("主题", "Title", { ...maybe, max: 400 }), english: "titleEn" },
    titleEn: text("主题（英文）", "Title (English)", { ...maybe, max: 400 }),
    initiatorId: by("发起人", "Initiator"),
    startDate: at("发起时间", "Started"),
    endDate: at("结束时间", "Ended"),
    currentNode: { ...text("当前节点", "Current node", { ...maybe, max: 400 }), english: "currentNodeEn" },
    currentNodeEn: text("当前节点（英文）", "Current node (English)", { ...maybe, max: 400 }),
    currentApprovers: text("当前审批人", "Current approvers", { ...maybe, max: 1000 }),
    arrivedAt: at("到达时间", "Waiting since"),
    formRoute: text("页面", "Page", { ...maybe, max: 200 }),
    bizSnapshot: snapshot("单据快照", "Snapshot", maybe),
    bizVersionNum: int("单据版本", "Document version", maybe),
    instanceId: ref("BpmInstance", "流程实例", "Instance", maybe),
    round: int("轮次", "Round", { ...computed, initial: 1 }),
    diffJson: payload("差异", "Differences", maybe),
    /** SUSPENDED or ERROR while the sheet still says it runs. */
    mark: text("标记", "Mark", { ...maybe, max: 20 }),
    /** People who may read it besides those on its lines. */
    readers: longtext("可读人员", "Readers", { ...maybe, hidden: "all" }),
    status: pick("状态", "Status", "APPROVAL_STATUS", computed),
  },
  lines: { lines: approvalLine, history: approvalHistory, communes: approvalCommune },
  stateLookup: "APPROVAL_STATUS",
  states: {
    RUNNING: ["审批中", "In approval", "running"],
    PASSED: ["已通过", "Approved", "done"],
    REJECTED: ["已驳回", "Rejected", "refused"],
    WITHDRAWN: ["已撤回", "Withdrawn", "ended"],
    STOPPED: ["已终止", "Stopped", "ended"],
  },
  actions: {
    doAsk: action("沟通", "Ask", {
      button: "btnAsk",
      who: "system",
      quiet: true,
      input: {
        toUserIds: refs("BaseUsers", "询问", "To"),
        question: longtext("问题", "Question", { max: 4000 }),
        taskId: text("任务", "Task", { max: 120, optional: true }),
      },
    }),
    doReply: action("回复", "Reply", {
      button: "btnAsk",
      who: "system",
      quiet: true,
      input: { communeId: text("沟通", "Discussion", { max: 64 }), content: longtext("内容", "Content", { max: 4000 }), fileIds },
    }),
    doCloseAsk: action("结束沟通", "Close", {
      button: "btnAsk",
      who: "system",
      quiet: true,
      input: { communeId: text("沟通", "Discussion", { max: 64 }) },
    }),
  },
  unique: [
    {
      fields: ["billTypeCode", "bizEntity", "bizId"],
      while: { status: "RUNNING" },
      code: "BPM_OPEN_EXISTS",
      text: ["单据已在审批中", "The document is already in approval"],
    },
  ],
  sees: {
    internal: (me) => (administers(me) ? { any: [{ closedFlag: "N" }, concerns(me)] } : concerns(me)),
    supplier: (me) => ({ initiatorId: me.userId }),
  },
  shows: {
    supplier: [
      "id",
      "versionNum",
      "billTypeCode",
      "bizEntity",
      "bizId",
      "bizNo",
      "title",
      "titleEn",
      "startDate",
      "endDate",
      "status",
      "round",
    ],
  },
  title: ["bizNo", "title"],
  list: ["bizNo", "billTypeCode", "title", "currentNode", "currentApprovers", "startDate", "arrivedAt", "endDate", "status", "round"],
  search: ["bizNo", "billTypeCode", "title", "initiatorId", "status", "startDate"],
  order: [["startDate", "desc"]],
  views: {
    running: ["审批中", "In approval", () => ({ status: "RUNNING" })],
    started: ["我发起的", "Submitted by me", (me) => ({ initiatorId: me.userId })],
    handled: ["我处理的", "Handled by me", (me) => ({ history: some({ operatorId: me.userId }) })],
    ended: ["已结束", "Ended", () => ({ status: ["PASSED", "REJECTED", "WITHDRAWN", "STOPPED"] })],
  },
  lists: {
    matters: { route: "myBpmMatterList", title: ["我的事项", "My submissions"] },
    started: { route: "myApproval", title: ["我发起的审批", "Submitted by me"], where: (me) => ({ initiatorId: me.userId }) },
    discussed: {
      route: "myApproval",
      title: ["沟通过的审批", "Discussed with me"],
      columns: ["bizNo", "billTypeCode", "title", "initiatorId", "currentNode", "status", "startDate"],
      where: (me) => ({ any: [{ communes: some({ askUserId: me.userId }) }, { readers: { contains: `,${me.userId},` } }] }),
    },
  },
  pages: { list: "myBpmMatterList", cards: ["currentNode", "currentApprovers", "startDate", "endDate"] },
});
