import { action, entity } from "#kernel/entity.ts";
import { code, datetime, int, longtext, payload, pick, picks, ref, refs, text, yn } from "#kernel/field.ts";

/** What becomes of an event: under which condition, to whom, over which channels, when and how urgently. */
export const msgCfg = entity("BaseMsgCfg", "消息配置", "Message configuration", {
  service: "messageServer",
  fields: {
    msgCfgCode: code("配置编码", "Code", { max: 60 }),
    eventId: ref("BaseMsgEvent", "事件", "Event"),
    moduleCode: code("模块", "Module", { max: 40, computed: true, optional: true }),
    msgKind: pick("类别", "Kind", "MSG_KIND"),
    mandatoryFlag: yn("强制", "Mandatory", { initial: "N" }),
    mandatoryReason: { ...text("强制原因", "Why mandatory", { max: 200, optional: true }), english: "mandatoryReasonEn" },
    mandatoryReasonEn: text("强制原因（英文）", "Why mandatory (English)", { max: 200, optional: true }),
    conditionRule: code("触发条件（规则）", "Condition (rule)", { max: 60, optional: true }),
    conditionText: longtext("触发条件（表达式）", "Condition (expression)", { max: 2000, optional: true }),
    channels: picks("渠道", "Channels", "MSG_CHANNEL"),
    /** [{ channel, unreadHours? }]: used when the others failed for good, or stayed unread that long. */
    fallbackChannels: payload("备用渠道", "Fallback", { optional: true }),
    receiveIds: refs("BaseMsgReceive", "接收人", "Receivers"),
    /** Channel → template code. */
    templateCodes: payload("模板", "Templates"),
    delayMinutes: int("延迟分钟", "Delay, minutes", { initial: 0, least: 0, most: 43200 }),
    digest: pick("汇总", "Digest", "MERGE_MODE", { initial: "NONE" }),
    digestTime: text("汇总时间", "Digest time", { max: 5, pattern: "^([01]\\d|2[0-3]):[0-5]\\d$", initial: "18:00" }),
    source: pick("来源", "Source", "MSG_CFG_SOURCE", { computed: true, initial: "MANUAL" }),
    noticeConfigId: text("业务规则", "Notice rule", { max: 64, computed: true, optional: true, hidden: "all" }),
    quietRespect: yn("免打扰", "Quiet hours", { initial: "Y" }),
    /** Event codes of the same document whose unsent deliveries this one makes pointless. */
    cancelsEvents: payload("作废事件", "Cancels events", { optional: true }),
    dedupeKeyTpl: text("去重键", "Dedupe key", { max: 200, optional: true, initial: "{eventCode}:{bizId}:{userId}" }),
    dedupeMinutes: int("去重分钟", "Dedupe, minutes", { initial: 0, least: 0, most: 43200 }),
    checkFlag: yn("需审核", "Needs check", { initial: "N" }),
    priority: int("优先级", "Priority", { initial: 5, least: 1, most: 9 }),
    expireMinutes: int("失效分钟", "Expires, minutes", { optional: true, least: 1 }),
    /** Tender and legal notices are kept ten years instead of three. */
    keepLongFlag: yn("长期保存", "Keep ten years", { initial: "N" }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y", computed: true }),
  },
  actions: {
    doEnabled: action("启用", "Enable", { button: "btnEnable", who: "internal", batch: "each" }),
    doInvalid: action("失效", "Invalidate", { button: "btnInvalid", who: "internal", batch: "each", tone: "danger" }),
  },
  unique: [{ fields: ["msgCfgCode"], code: "DATA_EXISTS", text: ["配置编码已存在", "This code already exists"] }],
  sees: { internal: "all" },
  saves: "internal",
  title: ["msgCfgCode"],
  list: ["msgCfgCode", "eventId", "moduleCode", "msgKind", "channels", "digest", "mandatoryFlag", "priority", "source", "enabledFlag"],
  search: ["msgCfgCode", "eventId", "moduleCode", "msgKind", "enabledFlag", "mandatoryFlag", "source"],
  order: [["msgCfgCode", "asc"]],
  pages: {
    list: "msgCfg",
    cards: ["eventId", "msgKind", "channels", "enabledFlag"],
    sections: [
      ["事件", "Event", ["msgCfgCode", "eventId", "msgKind", "conditionRule", "conditionText", "source", "enabledFlag"]],
      ["接收与渠道", "Receivers and channels", ["receiveIds", "channels", "fallbackChannels", "templateCodes"]],
      ["时间", "Time", ["delayMinutes", "digest", "digestTime", "quietRespect", "expireMinutes", "priority"]],
      [
        "控制",
        "Control",
        [
          "mandatoryFlag",
          "mandatoryReason",
          "mandatoryReasonEn",
          "checkFlag",
          "dedupeKeyTpl",
          "dedupeMinutes",
          "cancelsEvents",
          "keepLongFlag",
        ],
      ],
    ],
  },
});

/** How a message reads on one channel, in both languages; a published version is never changed, the next one takes its place. */
export const msgTemplate = entity("BaseMsgTemplate", "消息模板", "Message template", {
  service: "messageServer",
  fields: {
    templateCode: code("模板编码", "Code", { max: 60, fixed: "create" }),
    channel: pick("渠道", "Channel", "MSG_CHANNEL", { fixed: "create" }),
    version: int("版本", "Version", { computed: true, initial: 1 }),
    eventId: ref("BaseMsgEvent", "事件", "Event", { optional: true }),
    titleCn: { ...text("标题", "Title", { max: 300 }), english: "titleEn" },
    titleEn: text("标题（英文）", "Title (English)", { max: 300, optional: true }),
    contentCn: longtext("内容", "Content", { max: 20000, optional: true }),
    contentEn: longtext("内容（英文）", "Content (English)", { max: 20000, optional: true }),
    variables: payload("使用的变量", "Variables used", { computed: true, optional: true }),
    smsSignName: text("短信签名", "SMS sign name", { max: 40, optional: true }),
    smsProviderTemplateId: text("服务商模板号", "Provider template id", { max: 80, optional: true }),
    linkRoute: text("链接页面", "Link", { max: 300, optional: true }),
    attachmentsRule: pick("附件", "Attachment", "MSG_ATTACHMENT", { optional: true }),
    sampleJson: payload("样例", "Sample", { optional: true }),
    publishedAt: datetime("发布时间", "Published at", { computed: true, optional: true }),
    status: pick("状态", "Status", "MSG_TEMPLATE_STATUS", { computed: true }),
  },
  stateLookup: "MSG_TEMPLATE_STATUS",
  states: {
    DRAFT: ["草稿", "Draft", "neutral"],
    PUBLISHED: ["已发布", "Published", "done"],
    INVALID: ["已失效", "Invalid", "ended"],
  },
  savesFrom: ["DRAFT"],
  deletesFrom: ["DRAFT"],
  actions: {
    doPublish: action("发布", "Publish", { button: "btnPublish", who: "internal", from: ["DRAFT"], to: "PUBLISHED", tone: "primary" }),
    doInvalid: action("失效", "Invalidate", { button: "btnInvalid", who: "internal", from: ["PUBLISHED"], to: "INVALID", tone: "danger" }),
    doRevise: action("新版本", "New version", { button: "btnCopy", who: "internal", from: ["PUBLISHED", "INVALID"] }),
  },
  versioned: {
    of: ["templateCode", "channel"],
    number: "version",
    next: "doRevise",
    open: ["DRAFT"],
    inForce: "PUBLISHED",
    ended: "INVALID",
    code: "DATA_EXISTS",
    changes: [
      ...(["eventId", "titleCn", "titleEn", "contentCn", "contentEn", "smsSignName", "smsProviderTemplateId"] as const),
      ...(["linkRoute", "attachmentsRule", "sampleJson"] as const),
    ],
    leaves: ["publishedAt"],
  },
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  title: ["templateCode", "titleCn"],
  list: ["templateCode", "channel", "titleCn", "version", "status", "eventId", "publishedAt", "lastUpdateDate"],
  search: ["templateCode", "channel", "titleCn", "status", "eventId"],
  order: [["templateCode", "asc"]],
  importKey: ["templateCode", "channel"],
  pages: { list: "msgTempleCfg" },
});

/** Who is meant: people by name, by responsibility, by seat, by the document, by supplier, by rule or by a declared query. */
export const msgReceive = entity("BaseMsgReceive", "接收定义", "Receiver definition", {
  service: "messageServer",
  fields: {
    receiveCode: code("接收编码", "Code", { max: 60 }),
    nameCn: { ...text("名称", "Name", { max: 100 }), english: "nameEn" },
    nameEn: text("名称（英文）", "Name (English)", { max: 100, optional: true }),
    kind: pick("方式", "Kind", "MSG_RECV"),
    /** USERS { userIds }, RESPONSIBILITY { respCode }, POSITION { positionIds }, DOC_FIELD { field | value }, SUPPLIER_CONTACT { role, of? }, SUPPLIER_ADMINS { of? }, RULE { ruleCode }, BPM_ROLE { roleCode }, QUERY { entity, filter, field, role? }. */
    value: payload("取值", "Value", { optional: true }),
    /** With whose rights a query reads: the person who saved it; nobody stands for the product itself. */
    readerId: ref("BaseUsers", "查询身份", "Shown as", { computed: true, optional: true }),
    readerRespId: text("查询职责", "Responsibility of the reader", { max: 80, computed: true, optional: true, hidden: "all" }),
    includeDelegates: yn("含受托人", "With delegates", { initial: "N" }),
    lastCount: int("最近人数", "Last count", { computed: true, optional: true }),
    lastTestAt: datetime("最近测试", "Last tested", { computed: true, optional: true }),
  },
  unique: [{ fields: ["receiveCode"], code: "DATA_EXISTS", text: ["接收编码已存在", "This code already exists"] }],
  shownWhen: { readerId: (doc) => doc.kind === "QUERY" },
  sees: { internal: "all" },
  saves: "internal",
  title: ["receiveCode", "nameCn"],
  list: ["receiveCode", "nameCn", "kind", "includeDelegates", "lastCount", "lastTestAt"],
  search: ["receiveCode", "nameCn", "kind"],
  order: [["receiveCode", "asc"]],
  pages: { list: "msgReceive" },
});
