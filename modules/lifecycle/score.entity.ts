import { div } from "#kernel/decimal.ts";
import { action, entity } from "#kernel/entity.ts";
import { bilingual, code, date, datetime, files, int, longtext, percent, pick, qty, ref, rows, text, yn } from "#kernel/field.ts";
import { notFound } from "./common.ts";
import { ownTotal } from "./inspect-score.ts";

const frozen = { computed: true, optional: true } as const;

/** One item as one member judges it; the item's words are a copy, so that a sheet reads the same for ever. */
export const scoreLine = entity("SrmSlcScoreLine", "考察评分行", "Score line", {
  fields: {
    scoreId: ref("SrmSlcScore", "评分表", "Sheet", { computed: true }),
    itemId: ref("SrmSlcLocaleInspectItem", "评分项", "Item", { computed: true }),
    seqNum: int("序号", "Seq", { computed: true, initial: 10 }),
    section: text("板块", "Section", { max: 80, computed: true }),
    ...bilingual("itemName", "项目", "Item", { max: 200, ...frozen }),
    criteria: longtext("标准", "Criteria", { max: 2000, ...frozen }),
    maxScore: qty("满分", "Max score", { computed: true, scale: 2, adds: false }),
    itemWeight: percent("权重%", "Weight %", { computed: true, adds: false }),
    vetoFlag: yn("否决项", "Veto", { computed: true, initial: "N" }),
    score: qty("得分", "Score", { optional: true, scale: 2, adds: false }),
    naFlag: yn("不适用", "N/A", { initial: "N" }),
    comment: longtext("说明", "Comment", { max: 1000, optional: true }),
    fileIds: files("证据", "Evidence", {
      optional: true,
      max: 9,
      formats: ["jpg", "jpeg", "png", "webp", "pdf"],
      visibleTo: "INTERNAL_ONLY",
    }),
  },
  computes: { scoreId: (_, sheet) => sheet.id },
  unique: [{ fields: ["scoreId", "itemId"] }],
  sees: {},
  title: ["section", "itemName"],
  list: ["section", "itemName", "criteria", "maxScore", "vetoFlag", "score", "naFlag", "comment", "fileIds"],
  order: [["seqNum", "asc"]],
  codes: notFound,
});

type Line = Parameters<typeof ownTotal>[0][number];
const isJudged = (line: Line): boolean => line.naFlag === "Y" || line.score !== null;

/** One member's own sheet. Until all are in nobody else sees it. */
export const scoreSheet = entity("SrmSlcScore", "考察评分", "Score sheet", {
  fields: {
    inspectId: ref("SrmSlcLocaleInspect", "考察单", "Inspection", { computed: true }),
    inspectNo: code("考察单号", "Inspection no.", frozen),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", computed: true }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { computed: true }),
    inspectDate: date("考察日期", "Inspected on", frozen),
    memberId: ref("BaseUsers", "成员", "Member", { computed: true }),
    dueDate: datetime("期限", "Due", frozen),
    submitDate: datetime("提交时间", "Submitted", frozen),
    returnReason: text("退回原因", "Reason for return", { max: 500, ...frozen }),
    progress: percent("进度", "Progress", { computed: true, initial: "0", scale: 2, adds: false }),
    myScore: qty("我的总分", "My score", { computed: true, optional: true, scale: 2, adds: false }),
    /** All sheets are in: colleagues may read this one. */
    openFlag: yn("已公开", "Open", { computed: true, initial: "N" }),
    status: pick("状态", "Status", "SCORE_STATUS", { computed: true }),
  },
  lines: { lines: scoreLine },
  stateLookup: "SCORE_STATUS",
  states: {
    PENDING: ["待评", "Pending", "waiting"],
    SAVED: ["已保存", "Saved", "running"],
    SUBMITTED: ["已提交", "Submitted", "done"],
    RETURNED: ["已退回", "Returned", "refused"],
  },
  computes: {
    progress: (doc) => (doc.lines.length === 0 ? "0" : div(String(doc.lines.filter(isJudged).length * 100), String(doc.lines.length), 2)),
    myScore: (doc) => ownTotal(doc.lines),
  },
  unique: [{ fields: ["inspectId", "memberId"] }],
  actions: {
    doSubmit: action("提交评分", "Submit", {
      button: "btnSubmit",
      who: { owner: "memberId" },
      from: ["PENDING", "SAVED", "RETURNED"],
      to: "SUBMITTED",
      tone: "primary",
      quiet: true,
      input: {
        lines: rows(
          "评分",
          "Scores",
          {
            itemId: text("评分项", "Item", { max: 64 }),
            score: qty("得分", "Score", { optional: true, scale: 2 }),
            naFlag: yn("不适用", "N/A", { optional: true }),
            comment: longtext("说明", "Comment", { max: 1000, optional: true }),
          },
          { optional: true },
        ),
      },
    }),
    doOpen: action("下发", "Open", { button: "btnSave", who: "system", quiet: true }),
    doReturn: action("退回", "Return", {
      button: "btnSave",
      who: "system",
      from: ["SUBMITTED"],
      to: "RETURNED",
      quiet: true,
      input: { returnReason: longtext("退回原因", "Reason", { max: 500 }) },
    }),
    doShow: action("公开", "Show", { button: "btnSave", who: "system", quiet: true, input: { openFlag: yn("已公开", "Open") } }),
    doEnd: action("终止", "End", { button: "btnSave", who: "system", quiet: true }),
  },
  sees: { internal: (me) => ({ any: [{ memberId: me.userId }, { openFlag: "Y", orgId: me.orgs }] }) },
  saves: { owner: "memberId" },
  savesFrom: ["PENDING", "SAVED", "RETURNED"],
  title: ["inspectNo"],
  list: ["inspectNo", "supplierId", "status", "inspectDate", "dueDate", "progress", "myScore"],
  search: ["supplierId", "status", "dueDate"],
  order: [["dueDate", "desc"]],
  lists: {
    mine: {
      route: "slcScoreList",
      title: ["我的评分", "My score sheets"],
      where: (me) => ({ memberId: me.userId }),
      views: {
        open: ["待评", "To score", () => ({ status: ["PENDING", "SAVED", "RETURNED"] })],
        submitted: ["已提交", "Submitted", () => ({ status: "SUBMITTED" })],
      },
    },
  },
  pages: { edit: "slcScoreEdit" },
  codes: notFound,
});
