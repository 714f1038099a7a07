import { action, entity, type Me, type Where } from "#kernel/entity.ts";
import { code, datetime, files, int, longtext, payload, pick, ref, refs, richtext, text, yn } from "#kernel/field.ts";

const edits = (me: Me): boolean => me.may("BaseArticle", "btnSave");
const published = (...audience: string[]): Where => ({ status: "PUBLISHED", audience });

/** Help, policies, news and training, written once for those they are meant for. */
export const article = entity("BaseArticle", "文章", "Article", {
  service: "messageServer",
  fields: {
    articleNum: code("文章编号", "Number", { max: 40, computed: true }),
    categoryCode: pick("分类", "Category", "ARTICLE_CATEGORY"),
    titleCn: { ...text("标题", "Title", { max: 200, optional: true }), english: "titleEn" },
    titleEn: text("标题（英文）", "Title (English)", { max: 200, optional: true }),
    summary: { ...longtext("摘要", "Summary", { max: 500, optional: true }), english: "summaryEn" },
    summaryEn: longtext("摘要（英文）", "Summary (English)", { max: 500, optional: true }),
    contentCn: richtext("内容", "Content", { max: 200000, optional: true }),
    contentEn: richtext("内容（英文）", "Content (English)", { max: 200000, optional: true }),
    coverFileId: files("封面", "Cover", { optional: true, max: 1, formats: ["jpg", "jpeg", "png"] }),
    fileIds: files("附件", "Attachments", { optional: true, max: 20 }),
    audience: pick("受众", "Audience", "ARTICLE_AUDIENCE"),
    orgIds: refs("BaseOrganization", "组织", "Organisations", { optional: true, pick: { enabledFlag: "Y" } }),
    /** Routes of the pages it appears on as help. */
    menuCodes: payload("相关页面", "Related pages", { optional: true }),
    topFlag: yn("置顶", "Pinned", { initial: "N", computed: true }),
    publishAt: datetime("发布时间", "Published at", { optional: true }),
    expireAt: datetime("失效时间", "Expires at", { optional: true }),
    version: int("版本", "Version", { computed: true, initial: 1 }),
    viewCount: int("阅读数", "Views", { computed: true, initial: 0 }),
    usefulCount: int("有用", "Useful", { computed: true, initial: 0 }),
    uselessCount: int("无用", "Not useful", { computed: true, initial: 0 }),
    status: pick("状态", "Status", "ARTICLE_STATUS", { computed: true }),
  },
  number: ["articleNum", "ART{yyyyMMdd}{0001}"],
  stateLookup: "ARTICLE_STATUS",
  states: {
    DRAFT: ["草稿", "Draft", "neutral"],
    PUBLISHED: ["已发布", "Published", "done"],
    WITHDRAWN: ["已撤回", "Withdrawn", "ended"],
  },
  savesFrom: ["DRAFT"],
  deletesFrom: ["DRAFT"],
  actions: {
    doPublish: action("发布", "Publish", { button: "btnPublish", who: "internal", from: ["DRAFT"], to: "PUBLISHED", tone: "primary" }),
    doWithdraw: action("撤回", "Withdraw", { button: "btnWithdraw", who: "internal", from: ["PUBLISHED"], to: "WITHDRAWN" }),
    doRevise: action("修订", "Revise", { button: "btnSave", who: "internal", from: ["WITHDRAWN"], to: "DRAFT" }),
    doTop: action("置顶", "Pin", {
      button: "btnTop",
      who: "internal",
      from: ["PUBLISHED"],
      input: { topFlag: yn("置顶", "Pinned", { initial: "Y" }) },
    }),
  },
  holds: { validPeriod: ["publishAt", "<", "expireAt"] },
  sees: {
    internal: (me) => (edits(me) ? {} : published("INTERNAL", "BOTH", "PUBLIC")),
    supplier: () => published("SUPPLIER", "BOTH", "PUBLIC"),
  },
  shows: {
    supplier: [
      ...(["articleNum", "categoryCode", "titleCn", "titleEn", "summary", "summaryEn", "contentCn", "contentEn"] as const),
      ...(["coverFileId", "fileIds", "audience", "menuCodes", "topFlag", "publishAt", "version", "viewCount", "status"] as const),
    ],
  },
  saves: "internal",
  deletes: "internal",
  title: ["articleNum", "titleCn"],
  list: [
    "articleNum",
    "titleCn",
    "categoryCode",
    "audience",
    "status",
    "topFlag",
    "publishAt",
    "expireAt",
    "version",
    "viewCount",
    "usefulCount",
  ],
  search: ["titleCn", "categoryCode", "audience", "status", "publishAt"],
  order: [
    ["topFlag", "desc"],
    ["id", "desc"],
  ],
  pages: { list: "articleManagementList", edit: "articleManagementList/ArticleManagementListDetail" },
});

/** That somebody read an article, and whether it helped. */
export const articleView = entity("BaseArticleView", "文章阅读", "Article view", {
  service: "messageServer",
  fields: {
    articleId: ref("BaseArticle", "文章", "Article", { computed: true }),
    userId: ref("BaseUsers", "读者", "Reader", { computed: true }),
    at: datetime("最近阅读", "Last read", { computed: true }),
    times: int("次数", "Times", { computed: true, initial: 1 }),
    useful: yn("有用", "Useful", { computed: true, optional: true }),
    feedback: text("反馈", "Feedback", { max: 500, computed: true, optional: true }),
  },
  unique: [{ fields: ["articleId", "userId"] }],
  sees: { internal: (me) => (edits(me) ? {} : { userId: me.userId }) },
  title: ["articleId", "userId"],
  list: ["articleId", "userId", "at", "times", "useful", "feedback"],
  search: ["articleId", "userId", "useful", "at"],
  order: [["at", "desc"]],
});
