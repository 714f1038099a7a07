import { action, entity } from "#kernel/entity.ts";
import { anyId, code, date, datetime, int, longtext, percent, pick, ref, refs, rows, text, yn } from "#kernel/field.ts";
import { whose } from "#kernel/timed.ts";
import { notFound } from "./common.ts";

/** One step of a running introduction, copied from the path so that a new version of the path never moves it. */
export const trackNode = entity("SrmSlcIntroduceTrackNode", "引入节点", "Onboarding step", {
  fields: {
    nodeSeq: int("顺序", "Seq", { computed: true }),
    nodeCode: pick("节点", "Node", "SLC_NODE", { computed: true }),
    requiredType: pick("必须性", "Requirement level", "NODE_REQUIRED_TYPE", { computed: true }),
    nodeStatus: pick("节点状态", "Status", "TRACK_NODE_STATUS", { computed: true, initial: "WAITING" }),
    ownerRespId: ref("BaseResponsibility", "责任职责", "Owner responsibility", { computed: true, optional: true }),
    slaDays: int("时限（天）", "SLA days", { computed: true, optional: true }),
    passScore: percent("及格分", "Pass score", { computed: true, optional: true, adds: false }),
    allowConcession: yn("允许让步", "Concession allowed", { computed: true, initial: "N" }),
    surveyTemplateId: ref("SrmQstSurveyTemplate", "问卷/评分模板", "Survey template", { computed: true, optional: true }),
    docType: code("单据类型", "Document type", { max: 80, computed: true, optional: true }),
    docId: anyId("单据", "Document", { max: 64, computed: true, optional: true }),
    roundNo: int("轮次", "Round", { computed: true, initial: 0 }),
    openDate: datetime("开启时间", "Opened", { computed: true, optional: true }),
    dueDate: date("截止日期", "Due", { computed: true, optional: true }),
    doneDate: datetime("完成时间", "Done", { computed: true, optional: true }),
    skipReason: text("跳过原因", "Skip reason", { max: 300, computed: true, optional: true }),
    overdueDate: date("超期提醒日", "Overdue notified", { computed: true, optional: true }),
    history: rows(
      "单据记录",
      "Documents",
      {
        docType: code("单据类型", "Document type", { max: 80, optional: true }),
        docId: anyId("单据", "Document", { max: 64, optional: true }),
        nodeStatus: pick("结果", "Result", "TRACK_NODE_STATUS"),
        at: datetime("时间", "At"),
        reason: text("说明", "Note", { max: 300, optional: true }),
      },
      { computed: true, optional: true },
    ),
  },
  remind: [
    {
      does: "doOverdue",
      of: "parentId",
      since: "dueDate",
      by: [1],
      every: 7,
      program: "SLC_NODE_OVERDUE",
      where: { nodeStatus: ["OPEN", "DOING", "CONDITIONAL"], parent: whose({ trackStatus: "RUNNING" }) },
    },
  ],
  sees: {},
  shows: {
    supplier: ["nodeSeq", "nodeCode", "requiredType", "nodeStatus", "slaDays", "roundNo", "openDate", "dueDate", "doneDate"],
  },
  title: ["nodeSeq", "nodeCode"],
  list: ["nodeSeq", "nodeCode", "requiredType", "nodeStatus", "ownerRespId", "openDate", "dueDate", "doneDate", "skipReason"],
  order: [["nodeSeq", "asc"]],
  codes: notFound,
});

/** What an introduction is for, as the database holds it: while it runs nobody else runs one for the same. */
export const trackScope = entity("SrmSlcIntroduceTrackScope", "引入范围", "Onboarding scope", {
  fields: {
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "follow", computed: true }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { computed: true }),
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { computed: true }),
    runningFlag: yn("进行中", "In progress", { computed: true, initial: "Y" }),
  },
  computes: {
    supplierId: (_, track) => track.supplierId,
    orgId: (_, track) => track.orgId,
    runningFlag: (_, track) => (track.trackStatus === "RUNNING" ? "Y" : "N"),
  },
  unique: [
    {
      fields: ["supplierId", "orgId", "categoryId"],
      while: { runningFlag: "Y" },
      code: "SLC_TRK_001",
      text: ["该品类已有进行中的引入", "Onboarding for this category is already in progress"],
    },
  ],
  sees: {},
  title: ["categoryId"],
  codes: notFound,
});

/** One introduction of a supplier into an organisation for some categories, from the first document to the grant. */
export const track = entity("SrmSlcIntroduceTrack", "引入跟踪", "Onboarding track", {
  fields: {
    trackNo: code("引入编号", "Track no.", { computed: true, optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", computed: true }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { computed: true }),
    categoryIds: refs("SrmBasePurchaseCategory", "品类", "Categories", { computed: true }),
    sceneId: ref("SrmSlcIntroduceScenes", "场景", "Scenario", { computed: true }),
    templateId: ref("SrmBaseProcessTemplate", "流程模板", "Template", { computed: true, optional: true }),
    templateVersion: int("模板版本", "Version", { computed: true, optional: true }),
    ownerId: ref("BaseUsers", "负责人", "Owner", { computed: true }),
    startDate: date("开始日期", "Start", { computed: true, optional: true }),
    endDate: date("结束日期", "End", { computed: true, optional: true }),
    trackStatus: pick("状态", "Status", "TRACK_STATUS", { computed: true }),
    endReason: text("结束说明", "End note", { max: 300, computed: true, optional: true }),
  },
  lines: { nodes: trackNode, scopes: trackScope },
  number: ["trackNo", "YR{yyyyMMdd}{0001}"],
  stateField: "trackStatus",
  stateLookup: "TRACK_STATUS",
  states: {
    RUNNING: ["进行中", "In progress", "running"],
    PASSED: ["通过", "Passed", "done"],
    FAILED: ["未通过", "Failed", "refused"],
    STOPPED: ["终止", "Stopped", "ended"],
  },
  actions: {
    doOpen: action("开启引入", "Open", { button: "btnAdd", who: "system", quiet: true, from: ["RUNNING"] }),
    doTurn: action("开启轮到的节点", "Open current step", { button: "btnSave", who: "system", quiet: true }),
    /** A `reason` may stand beside what is declared. */
    doNode: action("记录节点", "Record a node", {
      button: "btnSave",
      who: "system",
      quiet: true,
      input: {
        nodeCode: pick("节点", "Node", "SLC_NODE"),
        nodeStatus: pick("节点状态", "Status", "TRACK_NODE_STATUS"),
        docType: code("单据类型", "Document type", { max: 80, optional: true }),
        docId: anyId("单据", "Document", { max: 64, optional: true }),
        /** A failed round that may be tried again: kept in the node's history, the node goes on. */
        roundLeft: yn("可再试", "Can be tried again", { optional: true }),
      },
    }),
    doSkip: action("跳过节点", "Skip a node", {
      button: "btnSkip",
      who: "internal",
      quiet: true,
      from: ["RUNNING"],
      input: { nodeCode: pick("节点", "Node", "SLC_NODE"), skipReason: longtext("跳过原因", "Reason", { max: 300 }) },
    }),
    doStop: action("终止引入", "Stop", {
      button: "btnStop",
      who: "internal",
      quiet: true,
      from: ["RUNNING"],
      to: "STOPPED",
      tone: "danger",
      input: { stopReason: longtext("终止原因", "Reason", { max: 300 }) },
    }),
    doOverdue: action("超期提醒", "Notify overdue", { button: "btnSave", who: "system", quiet: true, from: ["RUNNING"] }),
  },
  sees: { internal: (me) => ({ orgId: me.orgs }), supplier: (me) => ({ supplierId: me.supplierId ?? "-" }) },
  shows: {
    supplier: ["trackNo", "supplierId", "orgId", "categoryIds", "startDate", "endDate", "trackStatus", "nodes"],
  },
  title: ["trackNo"],
  list: ["trackNo", "supplierId", "orgId", "categoryIds", "sceneId", "ownerId", "startDate", "endDate", "trackStatus"],
  search: ["trackNo", "supplierId", "orgId", "sceneId", "ownerId", "trackStatus", "startDate"],
  order: [["id", "desc"]],
  codes: notFound,
});
