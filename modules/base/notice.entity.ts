import { action, entity, some, type Me, type Where } from "#kernel/entity.ts";
import { anyId, code, date, datetime, files, int, longtext, pick, ref, richtext, text, yn } from "#kernel/field.ts";

const ofNotice = { notFound: ["BASE_NTC_003", "公告不存在或无权查看", "Not found or not visible"] } as const;

/** Who a notice is meant for: suppliers, categories, levels, organisations, people; what is expanded at publishing stays as it was. */
export const noticeReceiver = entity("SrmBaseNoticeReceiver", "公告接收方", "Notice receiver", {
  fields: {
    noticeId: ref("SrmBaseNotice", "公告", "Notice", { computed: true }),
    receiverKind: pick("接收方类型", "Receiver kind", "RECEIVER_KIND", { initial: "SUPPLIER" }),
    receiverId: anyId("接收方编号", "Receiver id", { max: 64 }),
    receiverName: text("接收方", "Receiver", { max: 200, optional: true }),
    excludeFlag: yn("排除", "Exclude", { initial: "N" }),
    expandedFlag: yn("展开", "Expanded", { initial: "N", computed: true }),
  },
  computes: { noticeId: (_, notice) => notice.id },
  unique: [{ fields: ["noticeId", "receiverKind", "receiverId", "expandedFlag"] }],
  sees: {},
  title: ["receiverKind", "receiverName"],
  list: ["receiverKind", "receiverName", "excludeFlag", "expandedFlag", "receiverId"],
  codes: ofNotice,
});

/** Published for suppliers at large, or for this one by name. */
const forSupplier = (me: Me): Where => ({
  status: "PUBLISHED",
  any: [
    { audience: ["PUBLIC", "ALL_SUPPLIER", "ALL"] },
    {
      audience: "SUPPLIER_SET",
      receivers: some({ receiverKind: "SUPPLIER", receiverId: me.supplierId ?? "-", excludeFlag: "N", expandedFlag: "Y" }),
    },
  ],
});
const forColleagues: Where = { status: "PUBLISHED", audience: ["PUBLIC", "INTERNAL", "ALL"] };

/** A broadcast text for many readers: policy, holiday, sourcing preview. Reading is recorded, replies may be asked for. */
export const notice = entity("SrmBaseNotice", "公告", "Notice", {
  fields: {
    noticeNo: code("公告编号", "Number", { computed: true, optional: true }),
    title: { ...text("标题", "Title", { max: 200 }), english: "titleEn" },
    titleEn: text("标题（英文）", "Title (English)", { max: 200, optional: true }),
    noticeType: pick("类型", "Type", "NOTICE_TYPE", { initial: "OTHER" }),
    audience: pick("受众", "Audience", "NOTICE_AUDIENCE", { initial: "ALL_SUPPLIER" }),
    orgId: ref("BaseOrganization", "发布组织", "Organisation", { pick: { enabledFlag: "Y" } }),
    content: richtext("内容", "Content"),
    contentEn: richtext("内容（英文）", "Content (English)", { optional: true }),
    topFlag: yn("置顶", "Pinned", { initial: "N" }),
    topUntil: date("置顶至", "Pinned until", { optional: true }),
    replyFlag: yn("需回复", "Reply requested", { initial: "N" }),
    replyDueDate: datetime("回复截止", "Reply due", { optional: true }),
    publishPlanDate: datetime("定时发布", "Scheduled for", { optional: true }),
    publishDate: datetime("发布时间", "Published", { computed: true, optional: true }),
    expireDate: datetime("失效时间", "Expires", { optional: true }),
    withdrawReason: text("撤回原因", "Reason for withdrawal", { max: 500, computed: true, optional: true }),
    viewCount: int("阅读方", "Readers", { computed: true, initial: 0 }),
    receiverCount: int("应收方", "Receivers", { computed: true, initial: 0 }),
    replyCount: int("回复", "Replies", { computed: true, initial: 0 }),
    fileIds: files("附件", "Files", { optional: true, max: 20 }),
    status: pick("状态", "Status", "NOTICE_STATUS", { computed: true }),
  },
  lines: { receivers: noticeReceiver },
  number: ["noticeNo", "GG{yyyyMMdd}{0001}"],
  stateLookup: "NOTICE_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    SCHEDULED: ["待发布", "Scheduled", "waiting"],
    PUBLISHED: ["已发布", "Published", "done"],
    WITHDRAWN: ["已撤回", "Withdrawn", "refused"],
    EXPIRED: ["已失效", "Expired", "ended"],
  },
  requires: { replyDueDate: (doc) => doc.replyFlag === "Y" },
  shownWhen: {
    replyDueDate: (doc) => doc.replyFlag === "Y",
    topUntil: (doc) => doc.topFlag === "Y",
    withdrawReason: (doc) => doc.status === "WITHDRAWN",
  },
  approval: {
    bill: "NOTICE_PUBLISH",
    label: ["公告发布", "Publishing a notice"],
    submit: { name: "publish", label: ["发布", "Publish"], button: "btnPublish", from: ["DRAFT", "WITHDRAWN"] },
    ask: { name: "doAskApproval" },
    reject: { to: "DRAFT" },
    withdraw: { name: "doReject" },
    org: "orgId",
    summary: ["noticeNo", "title", "noticeType", "audience"],
  },
  actions: {
    withdraw: action("撤回", "Withdraw", {
      button: "btnWithdraw",
      who: "internal",
      from: ["PUBLISHED", "SCHEDULED"],
      to: "WITHDRAWN",
      tone: "danger",
      input: { withdrawReason: longtext("撤回原因", "Reason", { max: 500 }) },
    }),
    doTop: action("置顶", "Pin", {
      button: "btnTop",
      who: "internal",
      input: { topFlag: yn("置顶", "Pinned", { initial: "Y" }), topUntil: date("置顶至", "Pinned until", { optional: true }) },
    }),
    doGoOut: action("按时发布", "Publish on time", { button: "btnPublish", who: "system", from: ["SCHEDULED"], quiet: true }),
    doExpire: action("失效", "Expire", { button: "btnWithdraw", who: "system", from: ["PUBLISHED"], to: "EXPIRED", quiet: true }),
    doCountReply: action("记录回复", "Count a reply", {
      button: "btnReply",
      who: "system",
      quiet: true,
      input: { by: text("供应商", "Supplier") },
    }),
    doCountView: action("记录阅读", "Count a reader", { button: "btnOpen", who: "system", quiet: true, loads: "row" }),
  },
  timed: [
    { does: "doGoOut", in: ["SCHEDULED"], on: "publishPlanDate", program: "NOTICE_TICK" },
    { does: "doExpire", in: ["PUBLISHED"], on: "expireDate", program: "NOTICE_TICK" },
  ],
  remind: [
    {
      before: "replyDueDate",
      by: [{ hours: 24 }],
      in: ["PUBLISHED"],
      todo: "NOTICE_REPLY",
      program: "NOTICE_REPLY_DUE",
      tells: "NOTICE_REPLY_DUE",
      says: (doc) => ({ title: doc.title, due: doc.replyDueDate }),
    },
  ],
  sees: {
    internal: (me) => (me.may("SrmBaseNotice", "btnPublish") ? {} : forColleagues),
    supplier: forSupplier,
  },
  shows: {
    supplier: [
      ...(["noticeNo", "title", "titleEn", "noticeType", "orgId", "content", "contentEn", "topFlag", "topUntil"] as const),
      ...(["replyFlag", "replyDueDate", "publishDate", "expireDate", "fileIds", "status"] as const),
    ],
  },
  saves: "internal",
  savesFrom: ["DRAFT", "WITHDRAWN"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["noticeNo", "title"],
  list: ["noticeNo", "title", "noticeType", "audience", "publishDate", "expireDate", "receiverCount", "viewCount", "replyCount", "status"],
  search: ["title", "noticeNo", "noticeType", "status", "audience", "publishDate", "orgId"],
  order: [
    ["topFlag", "desc"],
    ["publishDate", "desc"],
  ],
  views: {
    draft: ["拟定", "Draft", () => ({ status: "DRAFT" })],
    published: ["已发布", "Published", () => ({ status: "PUBLISHED" })],
    scheduled: ["待发布", "Scheduled", () => ({ status: "SCHEDULED" })],
  },
  pages: {
    list: "noticeManagement",
    edit: "notice/noticeEdit",
    sections: [
      ["基本信息", "Basics", ["title", "titleEn", "noticeType", "orgId", "audience", "topFlag", "topUntil"]],
      ["时间与回复", "Time and replies", ["publishPlanDate", "expireDate", "replyFlag", "replyDueDate", "publishDate", "withdrawReason"]],
      ["正文", "Text", ["content", "contentEn"]],
    ],
  },
  codes: ofNotice,
});

/** What a supplier answered to a notice; a later answer takes the place of the earlier one, which stays. */
export const noticeReply = entity("SrmBaseNoticeReply", "公告回复", "Reply to a notice", {
  fields: {
    noticeId: ref("SrmBaseNotice", "公告", "Notice", { fixed: "create" }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "keep", computed: true, optional: true }),
    userId: ref("BaseUsers", "回复人", "Replied by", { computed: true, optional: true }),
    content: longtext("回复内容", "Reply", { max: 4000 }),
    replyVersion: int("版次", "Version", { computed: true, initial: 1 }),
    replyDate: datetime("回复时间", "Replied on", { computed: true, optional: true }),
    currentFlag: yn("最新", "Latest", { computed: true, initial: "Y" }),
    fileIds: files("附件", "Files", { optional: true, max: 10 }),
  },
  unique: [{ fields: ["noticeId", "supplierId", "replyVersion"] }],
  actions: {
    doReply: action("回复", "Reply", {
      button: "btnReply",
      who: "supplier",
      creates: true,
      quiet: true,
      input: {
        noticeId: text("公告", "Notice", { max: 64 }),
        content: longtext("回复内容", "Reply", { max: 4000 }),
        fileIds: files("附件", "Files", { optional: true, max: 10 }),
      },
    }),
    doSupersede: action("被替代", "Superseded", { button: "btnReply", who: "system", quiet: true }),
  },
  sees: {
    internal: (me) => (me.may("SrmBaseNotice", "btnPublish") ? {} : { id: "-" }),
    supplier: (me) => ({ supplierId: me.supplierId ?? "-" }),
  },
  shows: { supplier: ["noticeId", "supplierId", "userId", "content", "replyVersion", "replyDate", "currentFlag", "fileIds"] },
  title: ["noticeId", "supplierId"],
  list: ["supplierId", "userId", "content", "replyVersion", "replyDate", "currentFlag", "fileIds"],
  search: ["noticeId", "supplierId", "currentFlag"],
  order: [["replyDate", "desc"]],
  codes: ofNotice,
});

/** Who read a notice, when first and when last. */
export const noticeViewer = entity("SrmBaseNoticeViewer", "公告阅读记录", "Reader of a notice", {
  fields: {
    noticeId: ref("SrmBaseNotice", "公告", "Notice", { computed: true }),
    userId: ref("BaseUsers", "用户", "User", { computed: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "keep", computed: true, optional: true }),
    firstViewDate: datetime("首次阅读", "First read", { computed: true }),
    lastViewDate: datetime("最近阅读", "Last read", { computed: true }),
    viewTimes: int("阅读次数", "Times", { computed: true, initial: 1 }),
    downloadFlag: yn("已下载附件", "Downloaded", { computed: true, initial: "N" }),
  },
  unique: [{ fields: ["noticeId", "userId"] }],
  sees: { internal: (me) => (me.may("SrmBaseNotice", "btnPublish") ? {} : { userId: me.userId }) },
  title: ["noticeId", "userId"],
  list: ["userId", "supplierId", "firstViewDate", "lastViewDate", "viewTimes", "downloadFlag"],
  search: ["noticeId", "userId", "supplierId"],
  order: [["firstViewDate", "asc"]],
  codes: ofNotice,
});
