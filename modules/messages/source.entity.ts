import { action, entity, type Me, type Where } from "#kernel/entity.ts";
import { code, date, datetime, int, longtext, payload, pick, price, qty, ref, refs, secretRef, text, yn } from "#kernel/field.ts";

/** An account on a channel: where messages leave the house, how fast, and how well it is doing. Its secret is named here, never held in the open. */
export const msgSource = entity("BaseMsgSource", "消息源", "Message source", {
  service: "messageServer",
  fields: {
    sourceCode: code("消息源编码", "Code", { max: 40, fixed: "create" }),
    nameCn: { ...text("名称", "Name", { max: 100 }), english: "nameEn" },
    nameEn: text("名称（英文）", "Name (English)", { max: 100, optional: true }),
    channel: pick("渠道", "Channel", "MSG_CHANNEL", { fixed: "create" }),
    provider: pick("服务商", "Provider", "MSG_PROVIDER"),
    endpoint: text("地址", "Endpoint", { max: 400, optional: true, hint: ["SMTP：smtp://主机:端口", "SMTP: smtp://host:port"] }),
    method: code("方法", "Method", { max: 10, optional: true, initial: "POST" }),
    headers: payload("请求头", "Headers", { optional: true }),
    bodyTemplate: longtext("请求内容模板", "Body template", { max: 8000, optional: true }),
    successExpr: text("成功条件", "Success when", { max: 300, optional: true, hint: ['如 code = "0"', 'Such as code = "0"'] }),
    idExpr: text("消息号位置", "Message id at", { max: 200, optional: true }),
    errorExpr: text("错误位置", "Error at", { max: 200, optional: true }),
    account: text("账号", "Account", { max: 200, optional: true }),
    /** The name of a secret of the installation's environment. */
    secretRef: secretRef("MESSAGE", "密钥引用", "Secret reference", { optional: true }),
    secretSealed: text("密钥（密文）", "Secret, encrypted", { max: 2000, optional: true, computed: true, hidden: "all" }),
    hasSecret: yn("已设密钥", "Secret set", { initial: "N", computed: true }),
    fromName: text("发件人名称", "From name", { max: 100, optional: true }),
    fromAddress: text("发件人地址", "From address", { max: 200, optional: true }),
    inboxEndpoint: text("退信邮箱", "Bounce mailbox", {
      max: 400,
      optional: true,
      hint: ["POP3：pop3s://主机:端口，密钥同上", "POP3: pop3s://host:port, same secret"],
    }),
    inboxAccount: text("退信邮箱账号", "Bounce account", { max: 200, optional: true, hint: ["留空同发信账号", "Empty: as for sending"] }),
    inboxError: text("退信邮箱错误", "Bounce mailbox error", { max: 500, computed: true, optional: true }),
    ratePerSecond: int("每秒上限", "Per second", { initial: 10, least: 1, most: 10000 }),
    dailyLimit: int("每日上限", "Per day", { optional: true, least: 1 }),
    unitPrice: price("单价", "Unit price", { optional: true, least: 0 }),
    /** { tries, minutes: [..] } in place of the house's ladder. */
    retryPolicy: payload("重试策略", "Retry policy", { optional: true }),
    weight: int("权重", "Weight", { initial: 10, least: 0, most: 100 }),
    state: pick("健康", "State", "MSG_SOURCE_STATE", { computed: true, initial: "UP" }),
    failureWindow: payload("失败窗口", "Failure window", { computed: true, optional: true }),
    probeFails: int("探测失败次数", "Failed probes", { computed: true, initial: 0 }),
    nextProbeAt: datetime("下次探测", "Next probe", { computed: true, optional: true }),
    lastError: text("最近错误", "Last error", { max: 500, computed: true, optional: true }),
    sentToday: int("今日已发", "Sent today", { computed: true, initial: 0 }),
    sentDay: date("计数日", "Counted day", { computed: true, optional: true }),
    tokens: qty("令牌", "Tokens", { computed: true, optional: true, scale: 3 }),
    tokensAt: datetime("令牌时间", "Tokens at", { computed: true, optional: true }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y", computed: true }),
  },
  actions: {
    doEnabled: action("启用", "Enable", { button: "btnEnable", who: "internal", batch: "each" }),
    doDisable: action("停用", "Disable", { button: "btnDisable", who: "internal", batch: "each", tone: "danger" }),
    doSetSecret: action("写入密钥", "Set secret", {
      button: "btnSave",
      who: "system",
      quiet: true,
      input: { sealed: text("密文", "Sealed", { max: 2000 }) },
    }),
  },
  unique: [{ fields: ["sourceCode"], code: "DATA_EXISTS", text: ["消息源编码已存在", "This code already exists"] }],
  sees: { internal: "all" },
  saves: "internal",
  title: ["sourceCode", "nameCn"],
  list: [
    "sourceCode",
    "nameCn",
    "channel",
    "provider",
    "state",
    "sentToday",
    "dailyLimit",
    "ratePerSecond",
    "weight",
    "hasSecret",
    "enabledFlag",
  ],
  search: ["sourceCode", "channel", "provider", "state", "enabledFlag"],
  order: [["sourceCode", "asc"]],
  pages: { list: "msgSourceCfg" },
});

/** A module or an outside system that may send through this house: with which configurations, over which sources, how much a day. */
export const msgUser = entity("BaseMsgUser", "消息用户", "Message user", {
  service: "messageServer",
  fields: {
    accountCode: code("账号编码", "Account", { max: 40, fixed: "create" }),
    nameCn: { ...text("名称", "Name", { max: 100 }), english: "nameEn" },
    nameEn: text("名称（英文）", "Name (English)", { max: 100, optional: true }),
    kind: pick("类型", "Kind", "MSG_USER_KIND"),
    appId: text("应用编号", "App id", { max: 100, optional: true }),
    allowedCfgIds: refs("BaseMsgCfg", "允许的配置", "Allowed configurations", { optional: true, pick: { enabledFlag: "Y" } }),
    allowedSourceIds: refs("BaseMsgSource", "允许的消息源", "Allowed sources", { optional: true, pick: { enabledFlag: "Y" } }),
    dailyQuota: int("每日额度", "Daily quota", { initial: 1000, least: 0 }),
    usedToday: int("今日已用", "Used today", { computed: true, initial: 0 }),
    usedDay: date("计数日", "Counted day", { computed: true, optional: true }),
    keyHash: code("密钥摘要", "Key digest", { max: 64, computed: true, optional: true, hidden: "all" }),
    oldKeyHash: code("旧密钥摘要", "Old key digest", { max: 64, computed: true, optional: true, hidden: "all" }),
    oldKeyUntil: datetime("旧密钥有效至", "Old key valid until", { computed: true, optional: true }),
    keySetAt: datetime("密钥时间", "Key set at", { computed: true, optional: true }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
  },
  actions: {
    doSetKey: action("写入密钥", "Set key", {
      button: "btnRotate",
      who: "system",
      quiet: true,
      input: { keyHash: text("密钥摘要", "Key digest", { max: 64 }) },
    }),
  },
  unique: [{ fields: ["accountCode"], code: "DATA_EXISTS", text: ["账号编码已存在", "This account already exists"] }],
  sees: { internal: "all" },
  saves: "internal",
  title: ["accountCode", "nameCn"],
  list: ["accountCode", "nameCn", "kind", "appId", "dailyQuota", "usedToday", "keySetAt", "enabledFlag"],
  search: ["accountCode", "nameCn", "kind", "enabledFlag"],
  order: [["accountCode", "asc"]],
  pages: { list: "msgUser" },
});

/** The reach book: where a person is reached on a channel and whether that still works. The address itself is sealed. */
export const msgAddress = entity("BaseMsgAddress", "地址簿", "Address book", {
  service: "messageServer",
  fields: {
    userId: ref("BaseUsers", "用户", "Person", { computed: true }),
    channel: pick("渠道", "Channel", "MSG_CHANNEL", { computed: true }),
    address: text("地址", "Address", { max: 200, computed: true }),
    addressSealed: text("地址（密文）", "Address, encrypted", { max: 600, computed: true, hidden: "all" }),
    addressHash: code("地址摘要", "Address digest", { max: 64, computed: true, hidden: "all" }),
    verifiedFlag: yn("已验证", "Verified", { initial: "N", computed: true }),
    state: pick("状态", "State", "MSG_ADDRESS_STATE", { computed: true, initial: "OK" }),
    bounceCount: int("退信次数", "Bounces", { computed: true, initial: 0 }),
    lastOkAt: datetime("最近送达", "Last reached", { computed: true, optional: true }),
    lastError: text("最近错误", "Last error", { max: 500, computed: true, optional: true }),
  },
  actions: {
    doFix: action("恢复地址", "Fix address", { button: "btnFixAddress", who: "internal", batch: "each" }),
    doMute: action("停用地址", "Mute address", { button: "btnFixAddress", who: "internal", batch: "each" }),
  },
  unique: [{ fields: ["userId", "channel"] }],
  sees: { internal: "all" },
  title: ["address", "channel"],
  list: ["userId", "channel", "address", "verifiedFlag", "state", "bounceCount", "lastOkAt", "lastError"],
  search: ["userId", "channel", "state", "verifiedFlag"],
  order: [["lastUpdateDate", "desc"]],
});

const manages = (me: Me): boolean => me.may("BaseMsgCfg", "btnSave");
const own = (me: Me): Where => ({ userId: me.userId });

/** That somebody no longer wants a kind of message on a channel; the last choice counts. */
export const msgUnsubscribe = entity("BaseMsgUnsubscribe", "退订", "Unsubscription", {
  service: "messageServer",
  fields: {
    userId: ref("BaseUsers", "用户", "User", { computed: true, optional: true }),
    addressHash: code("地址摘要", "Address digest", { max: 64, computed: true, optional: true, hidden: "all" }),
    scope: pick("范围", "Scope", "MSG_TD_SCOPE", { computed: true }),
    /** A kind or the code of a configuration. */
    scopeValue: code("类别或配置", "Kind or configuration", { max: 60, computed: true, optional: true }),
    channel: pick("渠道", "Channel", "MSG_CHANNEL", { computed: true, optional: true }),
    source: pick("来源", "Source", "MSG_TD_SOURCE", { computed: true }),
    reason: text("原因", "Reason", { max: 200, computed: true, optional: true }),
    since: datetime("退订时间", "Since", { computed: true }),
    restoredAt: datetime("恢复时间", "Restored at", { computed: true, optional: true }),
    status: pick("状态", "Status", "MSG_TD_STATUS", { computed: true }),
  },
  stateLookup: "MSG_TD_STATUS",
  states: { LIVE: ["退订中", "Unsubscribed", "waiting"], RESTORED: ["已恢复", "Restored", "done"] },
  actions: {
    doUnsubscribe: action("退订", "Unsubscribe", {
      button: "btnUnsubscribe",
      who: "both",
      creates: true,
      settles: true,
      input: {
        scope: pick("范围", "Scope", "MSG_TD_SCOPE"),
        scopeValue: code("类别或配置", "Kind or configuration", { max: 60, optional: true }),
        channel: pick("渠道", "Channel", "MSG_CHANNEL", { optional: true }),
        note: text("原因", "Reason", { max: 200, optional: true }),
      },
    }),
    doRestore: action("恢复", "Restore", {
      button: "btnRestore",
      who: "both",
      from: ["LIVE"],
      to: "RESTORED",
      batch: "each",
      settles: true,
    }),
  },
  unique: [
    {
      fields: ["userId", "addressHash", "scope", "scopeValue", "channel"],
      while: { status: "LIVE" },
      code: "DATA_EXISTS",
      text: ["已退订", "Already unsubscribed"],
    },
  ],
  sees: { internal: (me) => (manages(me) ? {} : own(me)), supplier: own },
  shows: { supplier: ["userId", "scope", "scopeValue", "channel", "source", "reason", "since", "restoredAt", "status"] },
  title: ["scope", "scopeValue"],
  list: ["userId", "scope", "scopeValue", "channel", "source", "reason", "since", "restoredAt", "status"],
  search: ["userId", "scope", "channel", "source", "status"],
  order: [["since", "desc"]],
  pages: { list: "msgTd" },
});

/** What a person chose: per kind and channel at once, in the digest or not at all; the own quiet hours and language. */
export const msgPreference = entity("BaseMsgPreference", "消息偏好", "Message preferences", {
  service: "messageServer",
  internal: true,
  fields: {
    userId: ref("BaseUsers", "用户", "User", { computed: true }),
    /** { KIND: { CHANNEL: ON | DIGEST | OFF } }, only what differs from the house's defaults. */
    matrix: payload("渠道选择", "Choices"),
    quietFrom: text("免打扰开始", "Quiet from", { max: 5, optional: true, pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" }),
    quietTo: text("免打扰结束", "Quiet to", { max: 5, optional: true, pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" }),
    preferredLanguage: pick("语言", "Language", "SYSTEM_LANGUAGE", { optional: true }),
    digestTime: text("汇总时间", "Digest time", { max: 5, optional: true, pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" }),
  },
  unique: [{ fields: ["userId"] }],
  sees: {},
  title: ["userId"],
});
