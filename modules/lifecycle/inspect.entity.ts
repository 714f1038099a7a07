import { action, entity, some, type Me, type Where } from "#kernel/entity.ts";
import { bilingual, code, date, datetime, files, int, longtext, percent, pick, qty, ref, rows, text, yn } from "#kernel/field.ts";
import { notFound } from "./common.ts";

const people = { userType: "INTERNAL", userStatus: "ACTIVE" };
const stored = { computed: true, optional: true } as const;

/** Who goes along, what he judges and how much it counts there. */
export const inspectMember = entity("SrmSlcLocaleInspectMember", "考察成员", "Team member", {
  fields: {
    userId: ref("BaseUsers", "成员", "Member", { pick: people }),
    section: text("板块", "Sections", {
      max: 500,
      optional: true,
      hint: ["多个板块以逗号分开，留空为全部", "Separate several with commas; empty means all"],
    }),
    weight: percent("权重%", "Weight %", { least: 0, most: 100, initial: "100", adds: false }),
    leaderFlag: yn("组长", "Lead", { computed: true, initial: "N" }),
    sheetStatus: pick("评分状态", "Sheet", "SCORE_STATUS", stored),
    sheetDate: datetime("提交时间", "Submitted", stored),
  },
  computes: { leaderFlag: (line, inspect) => (line.userId === inspect.leaderId ? "Y" : "N") },
  sees: {},
  title: ["userId"],
  list: ["userId", "section", "weight", "leaderFlag", "sheetStatus", "sheetDate"],
  codes: notFound,
});

/** What is scored, and what it counts. */
export const inspectItem = entity("SrmSlcLocaleInspectItem", "考察评分项", "Score item", {
  fields: {
    seqNum: int("排序", "Order", { least: 1, initial: 10 }),
    section: text("板块", "Section", { max: 80 }),
    ...bilingual("itemName", "项目", "Item", { max: 200 }),
    criteria: longtext("标准", "Criteria", { max: 2000, optional: true }),
    maxScore: qty("满分", "Max score", { scale: 2, initial: "10", adds: false }),
    weight: percent("权重%", "Weight %", { least: 0, most: 100 }),
    vetoFlag: yn("否决项", "Veto", { initial: "N" }),
    avgScore: qty("平均得分", "Average", { ...stored, scale: 4, adds: false }),
    scoreRate: percent("得分率", "Rate", { ...stored, scale: 2, adds: false }),
  },
  holds: { someScore: ["maxScore", ">", 0] },
  sees: {},
  title: ["section", "itemName"],
  list: ["seqNum", "section", "itemName", "itemNameEn", "criteria", "maxScore", "weight", "vetoFlag", "avgScore", "scoreRate"],
  order: [["seqNum", "asc"]],
  codes: notFound,
});

const sectionRows = {
  section: text("板块", "Section", { max: 80 }),
  rate: percent("得分率", "Rate", { optional: true, scale: 2 }),
  weight: percent("权重%", "Weight %", { optional: true }),
};

const seen = (me: Me): Where =>
  me.orgs === "all" ? {} : { any: [{ orgId: me.orgs }, { leaderId: me.userId }, { members: some({ userId: me.userId }) }] };
const values = ["NOTIFIED", "SCORING", "SUMMARIZING", "APPROVING", "RECTIFYING", "APPROVED", "CANCELLED"] as const;
const leader = { owner: "leaderId" } as const;
const findingId = text("发现项", "Finding", { max: 64 });

/** A visit to a supplier: the team, what it scored, what it found, what came of it. */
export const inspection = entity("SrmSlcLocaleInspect", "现场考察", "On-site inspection", {
  fields: {
    inspectNo: code("考察单号", "Inspection no.", stored),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", fixed: "create" }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { pick: { enabledFlag: "Y" } }),
    trackId: ref("SrmSlcIntroduceTrack", "引入跟踪", "Track", { optional: true, fixed: "create", pick: { trackStatus: "RUNNING" } }),
    planId: ref("SrmSlcInspectPlan", "考察计划", "Plan", stored),
    planLineId: text("计划行", "Plan line", { max: 64, ...stored, hidden: "all" }),
    inspectType: pick("考察类型", "Type", "INSPECT_TYPE", { initial: "PERIODIC" }),
    mode: pick("考察方式", "Mode", "INSPECT_VISIT_MODE", { initial: "ONSITE" }),
    inspectDate: date("考察日期", "Date"),
    endDate: date("结束日期", "End", { optional: true }),
    locationId: ref("SrmSupLocation", "考察地点", "Place", { optional: true, pick: { enabledFlag: "Y" } }),
    leaderId: ref("BaseUsers", "组长", "Leader", { pick: people }),
    templateId: ref("SrmQstSurveyTemplate", "评分模板", "Score template", { optional: true }),
    passScore: qty("及格线", "Pass line", { scale: 2, least: 0, most: 100, initial: "80", adds: false }),
    allowConcession: yn("允许让步", "Concession allowed", { initial: "N" }),
    agenda: longtext("考察议程", "Agenda", { max: 4000, optional: true }),
    agendaFileIds: files("议程附件", "Agenda files", { optional: true, max: 9 }),
    notifyDate: datetime("通知时间", "Notified", stored),
    memberCount: int("考察人数", "Team size", { computed: true, initial: 0 }),
    scoreDueDate: datetime("评分期限", "Scores due", stored),
    totalScore: qty("总分", "Total", { ...stored, scale: 2, adds: false }),
    scoreRate: percent("得分率", "Rate", { ...stored, scale: 2, adds: false }),
    vetoFlag: yn("触发否决", "Vetoed", { computed: true, initial: "N" }),
    sectionScores: rows("板块得分", "Sections", sectionRows, stored),
    result: pick("结论", "Result", "INSPECT_RESULT", stored),
    summary: longtext("总结", "Summary", { max: 4000, ...stored }),
    openFindings: int("未关闭发现项", "Open findings", { computed: true, initial: 0 }),
    /** What the supplier learns once the inspection is approved; until then these are empty. */
    releasedScore: qty("公布得分", "Published score", { ...stored, scale: 2, adds: false }),
    releasedResult: pick("公布结论", "Published result", "INSPECT_RESULT", stored),
    releasedSections: rows("公布板块得分", "Published sections", sectionRows, stored),
    rectifyCount: int("待整改", "To rectify", { computed: true, initial: 0 }),
    approveDate: date("批准日期", "Approved on", stored),
    innerRemark: longtext("内部备注", "Internal remark", { max: 1000, optional: true }),
    cancelReason: text("取消原因", "Reason for cancellation", { max: 500, ...stored }),
    fileIds: files("内部附件", "Internal files", { optional: true, max: 20, visibleTo: "INTERNAL_ONLY" }),
    status: pick("状态", "Status", "INSPECT_STATUS", { computed: true }),
  },
  lines: { members: inspectMember, items: inspectItem },
  number: ["inspectNo", "KC{yyyyMMdd}{0001}"],
  stateLookup: "INSPECT_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    NOTIFIED: ["已通知", "Notified", "running"],
    SCORING: ["评分中", "Scoring", "running"],
    SUMMARIZING: ["汇总中", "Summarising", "running"],
    APPROVING: ["审批中", "In approval", "waiting"],
    RECTIFYING: ["整改中", "Rectifying", "waiting"],
    APPROVED: ["已批准", "Approved", "done"],
    REJECTED: ["已驳回", "Rejected", "refused"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
  },
  computes: { memberCount: (doc) => new Set(doc.members.map((member: { userId: string }) => member.userId)).size },
  holds: { endsAfterItBegins: ["inspectDate", "<=", "endDate"] },
  unique: [
    {
      fields: ["planLineId"],
      while: { planLineId: { not: null }, status: { not: "CANCELLED" } },
      code: "DATA_DUPLICATE",
      text: ["该计划行已生成考察单", "This plan line already has an inspection"],
    },
  ],
  shownWhen: {
    cancelReason: (doc) => Boolean(doc.cancelReason),
    planId: (doc) => Boolean(doc.planId),
    totalScore: (doc) => doc.totalScore !== null,
    result: (doc) => Boolean(doc.result),
    summary: (doc) => Boolean(doc.summary),
    vetoFlag: (doc) => doc.vetoFlag === "Y",
    scoreDueDate: (doc) => Boolean(doc.scoreDueDate),
    notifyDate: (doc) => Boolean(doc.notifyDate),
    approveDate: (doc) => Boolean(doc.approveDate),
  },
  approval: {
    bill: "SLC_LOCALE_INSPECT",
    submit: { who: leader, from: ["SUMMARIZING"] },
    reject: { to: "SUMMARIZING" },
    withdraw: { name: "doReject" },
    org: "orgId",
    supplier: "supplierId",
    summary: ["inspectNo", "supplierId", "inspectType", "inspectDate", "leaderId", "totalScore", "result", "summary"],
  },
  actions: {
    doCopyItems: action("复制评分项", "Copy score items", {
      button: "btnPickTemplate",
      who: "internal",
      from: ["DRAFT"],
      input: { fromId: ref("SrmSlcLocaleInspect", "从考察单", "From inspection") },
    }),
    doNotify: action("通知供应商", "Notify supplier", {
      button: "btnNotifySupplier",
      who: leader,
      from: ["DRAFT"],
      to: "NOTIFIED",
    }),
    doStartScore: action("开始评分", "Start scoring", {
      button: "btnStartScore",
      who: leader,
      from: ["DRAFT", "NOTIFIED"],
      to: "SCORING",
      tone: "primary",
      input: {
        dueDate: datetime("评分期限", "Scores due", {
          optional: true,
          hint: ["留空为考察结束后第三天", "Empty: the third day after the visit"],
        }),
      },
    }),
    doSheetIn: action("收到评分表", "Score sheet received", {
      button: "btnSave",
      who: "system",
      quiet: true,
      from: ["SCORING"],
      input: { scoreId: text("评分表", "Sheet", { max: 64 }) },
    }),
    doReturnScore: action("退回评分", "Return a sheet", {
      button: "btnSummary",
      who: leader,
      quiet: true,
      from: ["SUMMARIZING"],
      to: "SCORING",
      input: { memberId: ref("BaseUsers", "成员", "Member"), returnReason: longtext("退回原因", "Reason", { max: 500 }) },
    }),
    doSummary: action("汇总", "Summarise", {
      button: "btnSummary",
      who: leader,
      from: ["SUMMARIZING"],
      input: { summary: longtext("总结", "Summary", { max: 4000 }) },
    }),
    doRectifyReply: action("整改回复", "Answer a finding", {
      button: "btnRectifyReply",
      who: "supplier",
      quiet: true,
      from: ["RECTIFYING", "APPROVED"],
      input: {
        findingId,
        supplierReply: longtext("整改回复", "Corrective reply", { max: 2000 }),
        replyFiles: files("回复附件", "Reply files", { optional: true, max: 9 }),
      },
    }),
    doVerify: action("验证", "Verify", {
      button: "btnVerify",
      who: "internal",
      quiet: true,
      from: ["RECTIFYING", "APPROVED"],
      input: {
        findingId,
        verifyResult: pick("验证结果", "Verified", "OK_NG"),
        verifyRemark: text("验证意见", "Verification note", { max: 500, optional: true }),
        dueDate: date("新的期限", "New due date", { optional: true }),
      },
    }),
    doCancel: action("取消", "Cancel", {
      button: "btnCancel",
      who: "internal",
      from: ["DRAFT", "NOTIFIED", "SCORING", "SUMMARIZING"],
      to: "CANCELLED",
      tone: "danger",
      input: { cancelReason: longtext("取消原因", "Reason", { max: 500 }) },
    }),
  },
  sees: {
    internal: seen,
    supplier: (me) => ({ supplierId: me.supplierId ?? "-", status: values, notifyDate: { not: null } }),
  },
  shows: {
    supplier: [
      ...(["inspectNo", "supplierId", "orgId", "inspectType", "mode", "inspectDate", "endDate", "locationId", "memberCount"] as const),
      ...(["agenda", "agendaFileIds", "notifyDate", "releasedScore", "releasedResult", "releasedSections", "rectifyCount"] as const),
      ...(["approveDate", "status"] as const),
    ],
  },
  saves: "internal",
  savesFrom: ["DRAFT", "NOTIFIED"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["inspectNo"],
  list: [
    ...(["inspectNo", "supplierId", "status", "inspectType", "inspectDate", "leaderId", "totalScore", "result"] as const),
    ...(["openFindings", "rectifyCount", "memberCount"] as const),
  ],

  search: ["inspectNo", "supplierId", "orgId", "inspectType", "inspectDate", "leaderId", "result", "status"],
  order: [["inspectNo", "desc"]],
  views: {
    coming: ["待考察", "To visit", () => ({ status: ["DRAFT", "NOTIFIED"] })],
    scoring: ["评分汇总", "Scoring", () => ({ status: ["SCORING", "SUMMARIZING", "APPROVING"] })],
    rectifying: ["整改中", "Rectifying", () => ({ status: "RECTIFYING" })],
  },
  pages: {
    list: "localeInspectList",
    edit: "localeInspectEdit",
    key: "totalScore",
    sections: [
      [
        "基本信息",
        "Basics",
        [
          ...(["inspectNo", "supplierId", "orgId", "inspectType", "mode", "inspectDate", "endDate", "locationId", "leaderId"] as const),
          ...(["trackId", "planId", "passScore", "allowConcession", "innerRemark", "cancelReason"] as const),
        ],
      ],
      ["议程与通知", "Agenda and notice", ["agenda", "notifyDate", "scoreDueDate"]],
      ["结论", "Conclusion", ["totalScore", "result", "vetoFlag", "approveDate", "summary"]],
    ],
  },
  codes: notFound,
});
