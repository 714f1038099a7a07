import { action, entity, type Me, type Where } from "#kernel/entity.ts";
import { bilingual, date, datetime, files, int, longtext, payload, pick, picks, ref, refs, richtext, text, yn } from "#kernel/field.ts";
import { effectActions, effectStates, notFound } from "./common.ts";

/** One line of who is told by an event's rule. */
export const noticeConfigReceiver = entity("SrmBaseNoticeConfigReceiver", "通知接收规则", "Receiver rule", {
  fields: {
    configId: ref("SrmBaseNoticeConfig", "配置", "Rule", { computed: true }),
    receiverRule: pick("接收人规则", "Receiver rule", "RECEIVER_RULE"),
    ruleValue: text("规则值", "Rule value", { max: 200, optional: true }),
    channelOverride: picks("指定渠道", "Channels", "MSG_CHANNEL", { optional: true }),
  },
  computes: { configId: (_, config) => config.id },
  requires: { ruleValue: (doc) => ["SUPPLIER_CONTACT_ROLE", "RESP", "USER"].includes(doc.receiverRule) },
  sees: {},
  title: ["receiverRule", "ruleValue"],
  list: ["receiverRule", "ruleValue", "channelOverride"],
  codes: notFound,
});

/** The business rule of a message: which event is told to whom, how and in which words. Messaging carries it out. */
export const noticeConfig = entity("SrmBaseNoticeConfig", "消息通知配置", "Notice rule", {
  fields: {
    eventCode: pick("事件", "Event", "NOTICE_EVENT"),
    ...bilingual("configName", "规则名称", "Rule name", { max: 120 }),
    moduleName: { ...text("模块", "Module", { max: 60, computed: true, optional: true }), english: "moduleNameEn" },
    moduleNameEn: text("模块（英文）", "Module (English)", { max: 60, computed: true, optional: true }),
    receiverSummary: { ...text("接收人", "Receivers", { max: 400, computed: true, optional: true }), english: "receiverSummaryEn" },
    receiverSummaryEn: text("接收人（英文）", "Receivers (English)", { max: 400, computed: true, optional: true }),
    conditionJson: payload("条件", "Condition", { optional: true }),
    channels: picks("渠道", "Channels", "MSG_CHANNEL"),
    titleCn: { ...text("标题", "Title", { max: 200 }), english: "titleEn" },
    titleEn: text("标题（英文）", "Title (English)", { max: 200 }),
    bodyCn: richtext("正文", "Body"),
    bodyEn: richtext("正文（英文）", "Body (English)"),
    mergeMode: pick("合并发送", "Merge", "MERGE_MODE", { initial: "NONE" }),
    quietFlag: yn("免打扰", "Respect quiet hours", { initial: "Y" }),
    status: pick("状态", "Status", "CONFIG_STATUS", { computed: true }),
  },
  lines: { receivers: noticeConfigReceiver },
  stateLookup: "CONFIG_STATUS",
  states: effectStates,
  actions: {
    ...effectActions,
  },
  sees: { internal: "all" },
  saves: "internal",
  savesFrom: ["DRAFT", "INVALID"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["eventCode", "configName"],
  list: ["eventCode", "configName", "moduleName", "channels", "receiverSummary", "mergeMode", "quietFlag", "status", "lastUpdateDate"],
  search: ["moduleName", "eventCode", "configName", "channels", "status", "mergeMode"],
  order: [["eventCode", "asc"]],
  pages: {
    list: "noticeConfigList",
    edit: "noticeConfigEdit",
    sections: [
      ["规则", "Rule", ["eventCode", "configName", "configNameEn", "channels", "mergeMode", "quietFlag", "conditionJson"]],
      ["中文", "Chinese", ["titleCn", "bodyCn"]],
      ["英文", "English", ["titleEn", "bodyEn"]],
    ],
  },
  codes: notFound,
});

const publishes = (me: Me): boolean => me.may("SrmBaseCommonFile", "btnPublish");
const openFiles: Where = { status: "PUBLISHED", latestFlag: "Y" };

/** A form, policy, manual or template for everybody it is opened to; older versions stay beside the newest. */
export const commonFile = entity("SrmBaseCommonFile", "常用文件", "Common file", {
  fields: {
    fileTitle: { ...text("文件名称", "Title", { max: 200 }), english: "fileTitleEn" },
    fileTitleEn: text("文件名称（英文）", "Title (English)", { max: 200, optional: true }),
    fileCategory: pick("文件分类", "Category", "COMMON_FILE_CATEGORY"),
    audience: pick("受众", "Audience", "NOTICE_AUDIENCE", { initial: "ALL" }),
    categoryIds: refs("SrmBasePurchaseCategory", "限品类", "Categories", { optional: true, pick: { enabledFlag: "Y" } }),
    version: text("版本", "Version", { max: 20, initial: "1.0" }),
    prevId: ref("SrmBaseCommonFile", "上一版", "Previous", { computed: true, optional: true }),
    latestFlag: yn("最新版", "Newest", { computed: true, initial: "N" }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { pick: { enabledFlag: "Y" } }),
    publishDate: datetime("发布时间", "Published", { computed: true, optional: true }),
    validTo: date("有效至", "Valid to", { optional: true }),
    downloadCount: int("下载次数", "Downloads", { computed: true, initial: 0 }),
    fileIds: files("文件", "File", { max: 1, optional: true }),
    description: longtext("说明", "Description", { max: 500, optional: true }),
    status: pick("状态", "Status", "NOTICE_STATUS", { computed: true }),
  },
  stateLookup: "NOTICE_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    PUBLISHED: ["已发布", "Published", "done"],
    WITHDRAWN: ["已撤回", "Withdrawn", "refused"],
    EXPIRED: ["已失效", "Expired", "ended"],
  },
  actions: {
    publish: action("发布", "Publish", {
      button: "btnPublish",
      who: "internal",
      from: ["DRAFT", "WITHDRAWN"],
      to: "PUBLISHED",
      tone: "primary",
    }),
    withdraw: action("撤回", "Withdraw", { button: "btnWithdraw", who: "internal", from: ["PUBLISHED"], to: "WITHDRAWN", tone: "danger" }),
    newVersion: action("新版本", "New version", {
      button: "btnNewVersion",
      who: "internal",
      from: ["PUBLISHED", "WITHDRAWN", "EXPIRED"],
      input: { version: text("新的版本", "New version", { max: 20 }), newFile: files("新文件", "New file", { max: 1, optional: true }) },
    }),
    doExpire: action("失效", "Expire", { button: "btnWithdraw", who: "system", from: ["PUBLISHED"], to: "EXPIRED", quiet: true }),
    doCountDownload: action("记录下载", "Count a download", { button: "btnDownloadAttachment", who: "system", quiet: true, loads: "row" }),
  },
  timed: [{ does: "doExpire", in: ["PUBLISHED"], after: "validTo", program: "NOTICE_TICK" }],
  sees: {
    internal: (me) => (publishes(me) ? {} : { ...openFiles, audience: ["PUBLIC", "INTERNAL", "ALL"] }),
    supplier: () => ({ ...openFiles, audience: ["PUBLIC", "ALL_SUPPLIER", "ALL"] }),
  },
  shows: {
    supplier: [
      "fileTitle",
      "fileTitleEn",
      "fileCategory",
      "version",
      "orgId",
      "publishDate",
      "validTo",
      "fileIds",
      "description",
      "status",
    ],
  },
  saves: "internal",
  savesFrom: ["DRAFT", "WITHDRAWN"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  unique: [
    {
      fields: ["prevId"],
      while: { prevId: { not: null }, status: ["DRAFT", "PUBLISHED"] },
      code: "BASE_FILE_002",
      text: ["该版本已有后续版本", "A later version of this one exists already"],
    },
  ],
  title: ["fileTitle"],
  list: ["fileTitle", "fileCategory", "version", "audience", "orgId", "publishDate", "validTo", "downloadCount", "fileIds", "status"],
  search: ["fileTitle", "fileCategory", "audience", "status", "orgId"],
  order: [["id", "desc"]],
  views: {
    published: ["已发布", "Published", () => ({ status: "PUBLISHED", latestFlag: "Y" })],
    draft: ["拟定", "Draft", () => ({ status: "DRAFT" })],
  },
  pages: { list: "commonFileList" },
  codes: notFound,
});
