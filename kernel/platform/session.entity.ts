import { entity } from "#kernel/entity.ts";
import { anyId, code, datetime, int, payload, pick, ref, text } from "#kernel/field.ts";
import { lookup, type Lookup, type Setting } from "#kernel/module.ts";

/** A browser that may talk to us: who, since when, how long still. The codes and keys inside are digests and seals. */
export const loginSession = entity("BaseLoginSession", "登录会话", "Login session", {
  service: "baseServer",
  fields: {
    certificate: code("会话证书", "Certificate", { max: 64, fixed: "create" }),
    authCodeHash: code("授权码摘要", "Authorization code hash", { max: 64, hidden: "all", computed: true }),
    prevAuthCodeHash: code("上一授权码", "Previous code", { max: 64, hidden: "all", computed: true, optional: true }),
    prevValidUntil: datetime("上一授权码有效至", "Previous code valid until", { computed: true, optional: true }),
    signKeyEnc: text("签名密钥（密文）", "Sign key, encrypted", { max: 200, hidden: "all", computed: true }),
    userId: ref("BaseUsers", "用户", "User", { optional: true }),
    sessionKind: pick("类型", "Kind", "SESSION_KIND", { computed: true }),
    /** Why a restricted session is restricted: PASSWORD must be changed first, REGISTER fills in a registration. */
    restriction: code("受限原因", "Restricted to", { max: 20, computed: true, optional: true }),
    responsibilityId: ref("BaseResponsibility", "当前职责", "Responsibility", { optional: true, computed: true }),
    /** The delegation by which a colleague's responsibility is current. */
    authorisationId: ref("BaseUserAuthorisation", "授权委托", "Delegation", { optional: true, computed: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "keep", optional: true, computed: true }),
    language: pick("语言", "Language", "SYSTEM_LANGUAGE", { computed: true }),
    clientIp: text("客户端地址", "Client address", { max: 64, computed: true }),
    userAgent: text("浏览器", "Browser", { max: 400, computed: true }),
    deviceName: text("设备", "Device", { max: 100, computed: true }),
    loginMethod: pick("登录方式", "Method", "LOGIN_METHOD", { computed: true }),
    /** The identity source that vouched for the person, so that signing out can reach it. */
    ssoCode: code("身份源", "Identity source", { max: 60, computed: true, optional: true }),
    lastActiveAt: datetime("最近活动", "Last active", { computed: true }),
    expiresAt: datetime("失效时间", "Expires at", { computed: true }),
    absoluteExpiresAt: datetime("最长有效至", "Absolute limit", { computed: true }),
    idleMinutes: int("空闲分钟", "Idle minutes", { computed: true }),
    /** When and how the person last proved to be at the keyboard, in this session. */
    provenAt: datetime("最近验证身份", "Identity proven at", { computed: true, optional: true }),
    provenWay: pick("验证方式", "Proven by", "PROOF_WAY", { computed: true, optional: true }),
    endReason: pick("结束原因", "End reason", "SESSION_END", { computed: true, optional: true }),
    endedAt: datetime("结束时间", "Ended at", { computed: true, optional: true }),
    /** The database's own time of the last change other processes must notice. */
    changedAt: datetime("变更时间", "Changed at", { computed: true }),
  },
  unique: [{ fields: ["certificate"] }, { fields: ["authCodeHash"] }],
  sees: { internal: "all" },
  title: ["deviceName", "clientIp"],
  list: [
    "userId",
    "sessionKind",
    "responsibilityId",
    "deviceName",
    "clientIp",
    "loginMethod",
    "creationDate",
    "lastActiveAt",
    "expiresAt",
    "endReason",
  ],
  search: ["userId", "sessionKind", "clientIp", "endReason"],
  order: [["creationDate", "desc"]],
});

/** Every try to come in, good or bad; never a password. */
export const loginLog = entity("BaseLoginLog", "登录日志", "Login log", {
  service: "baseServer",
  fields: {
    account: text("账号", "Account", { max: 200 }),
    userId: ref("BaseUsers", "用户", "User", { optional: true }),
    result: pick("结果", "Result", "LOGIN_RESULT"),
    ip: text("地址", "Address", { max: 64 }),
    userAgent: text("浏览器", "Browser", { max: 400, optional: true }),
    loginMethod: pick("登录方式", "Method", "LOGIN_METHOD"),
    loginTime: datetime("登录时间", "Time"),
    certificate: code("会话证书", "Certificate", { max: 64, optional: true }),
  },
  sees: { internal: "all" },
  title: ["account", "loginTime"],
  list: ["account", "userId", "result", "ip", "userAgent", "loginMethod", "loginTime"],
  search: ["account", "userId", "result", "ip", "loginTime"],
  order: [["loginTime", "desc"]],
});

/** Failures of one account name or one address; unknown names have a row like known ones, so that nothing can be learnt. */
export const loginLock = entity("BaseLoginLock", "登录锁定", "Login lock", {
  service: "baseServer",
  internal: true,
  fields: {
    lockKey: code("锁定对象", "Locked", { max: 260 }),
    failTimes: payload("失败时间", "Failure times"),
    lockedUntil: datetime("锁定至", "Locked until", { optional: true }),
    lockLevel: int("锁定级别", "Lock level"),
    lastLockAt: datetime("最近锁定", "Last lock", { optional: true }),
  },
  unique: [{ fields: ["lockKey"] }],
  title: [],
  sees: {},
});

/** A six-digit code that proves an address, kept as a digest. */
export const verifyCode = entity("BaseVerifyCode", "验证码", "Verification code", {
  service: "baseServer",
  internal: true,
  fields: {
    purpose: pick("用途", "Purpose", "VERIFY_PURPOSE"),
    channel: code("渠道", "Channel", { max: 10 }),
    target: text("接收方（密文）", "Target, encrypted", { max: 600, hidden: "all" }),
    targetHash: code("接收方摘要", "Target digest", { max: 64, hidden: "all" }),
    codeHash: code("验证码摘要", "Code digest", { max: 64, hidden: "all" }),
    expiresAt: datetime("失效时间", "Expires at"),
    tries: int("尝试次数", "Tries"),
    usedAt: datetime("使用时间", "Used at", { optional: true }),
    ip: text("地址", "Address", { max: 64 }),
    anonCertificate: code("会话证书", "Certificate", { max: 64, optional: true }),
  },
  title: [],
  sees: {},
});

/** Something that opens one thing once: a viewer code, a download link, a socket, a reset, a captcha. */
export const ticket = entity("BaseTicket", "一次性票据", "One-time ticket", {
  service: "baseServer",
  internal: true,
  fields: {
    ticketHash: code("票据摘要", "Ticket digest", { max: 64, hidden: "all" }),
    purpose: code("用途", "Purpose", { max: 30 }),
    certificate: code("会话证书", "Certificate", { max: 64, optional: true }),
    userId: ref("BaseUsers", "用户", "User", { optional: true }),
    content: payload("内容", "Content"),
    tries: int("尝试次数", "Tries"),
    expiresAt: datetime("失效时间", "Expires at"),
    usedAt: datetime("使用时间", "Used at", { optional: true }),
  },
  unique: [{ fields: ["ticketHash"] }],
  title: [],
  sees: {},
});

/** The public halves of the server's keys; the private ones lie in the key folder or the key store. */
export const serverKey = entity("BaseServerKey", "服务器密钥", "Server key", {
  service: "baseServer",
  internal: true,
  fields: {
    keyId: anyId("密钥编号", "Key id", { max: 40 }),
    purpose: code("用途", "Purpose", { max: 20 }),
    algorithm: text("算法", "Algorithm", { max: 40 }),
    publicPem: text("公钥", "Public key", { max: 2000 }),
    privateRef: text("私钥位置", "Private key place", { max: 200, hidden: "all" }),
    createdAt: datetime("创建时间", "Created at"),
    retireAt: datetime("停用时间", "Retires at", { optional: true }),
  },
  unique: [{ fields: ["keyId"] }],
  title: [],
  sees: {},
});

/** What left the house by mail or phone message while no outside channel is connected; an administrator may read it. */
export const sentMessage = entity("BaseSentMessage", "已发消息", "Sent message", {
  service: "baseServer",
  fields: {
    channel: code("渠道", "Channel", { max: 10 }),
    kind: text("事件", "Event", { max: 60 }),
    recipient: text("接收方", "Recipient", { max: 200 }),
    userId: ref("BaseUsers", "用户", "User", { optional: true }),
    subject: text("主题", "Subject", { max: 300, optional: true }),
    content: text("内容", "Content", { max: 20000 }),
    sentAt: datetime("发送时间", "Sent at"),
  },
  // Letters carry links and codes that open accounts: only who may reset passwords anyway reads those of others.
  sees: { internal: (me) => (me.may("BaseUsers", "btnResetPwd") ? {} : { userId: me.userId }) },
  title: ["kind", "recipient"],
  list: ["channel", "kind", "recipient", "subject", "content", "sentAt"],
  search: ["channel", "kind", "recipient", "sentAt"],
  order: [["sentAt", "desc"]],
});

export const gateEntities = [loginSession, loginLog, loginLock, verifyCode, ticket, serverKey, sentMessage] as const;

export const gateLookups: Readonly<Record<string, Lookup>> = {
  SYSTEM_LANGUAGE: lookup("系统语言", "System language", { CN: ["中文", "Chinese"], EN: ["英文", "English"] }),
  SESSION_KIND: lookup("会话类型", "Session kind", {
    ANONYMOUS: ["匿名", "Anonymous"],
    FULL: ["正常", "Full"],
    RESTRICTED: ["受限", "Restricted"],
  }),
  LOGIN_METHOD: lookup("登录方式", "Sign-in method", {
    PASSWORD: ["密码", "Password"],
    OIDC: ["单点登录", "Single sign-on"],
    CODE: ["验证码", "Code"],
  }),
  SESSION_END: lookup("会话结束原因", "Session end", {
    LOGOUT: ["退出", "Logout"],
    IDLE: ["空闲超时", "Idle"],
    ABSOLUTE: ["到期", "Absolute limit"],
    KICKED: ["被顶替", "Replaced"],
    PASSWORD_CHANGED: ["密码已改", "Password changed"],
    DISABLED: ["账号停用", "Disabled"],
    MOVED: ["账号已转到另一家公司", "Account moved to another company"],
    ADMIN: ["管理员结束", "Ended by administrator"],
    OWN: ["本人结束", "Ended by the owner"],
    STOLEN: ["疑似被盗", "Possibly stolen"],
    SIGNATURES: ["签名多次不符", "Invalid signatures"],
    LEAKED: ["凭证泄露", "Code leaked"],
  }),
  PROOF_WAY: lookup("身份验证方式", "Proof of identity", {
    PASSWORD: ["密码", "Password"],
    TOTP: ["动态码", "Authenticator"],
    EMAIL: ["邮箱验证码", "E-mail code"],
    SSO: ["单点登录", "Single sign-on"],
  }),
  LOGIN_RESULT: lookup("登录结果", "Sign-in result", {
    OK: ["成功", "OK"],
    BAD_CREDENTIAL: ["账号或密码错误", "Bad credential"],
    LOCKED: ["已锁定", "Locked"],
    CAPTCHA: ["验证码错误", "Captcha"],
    DISABLED: ["已停用", "Disabled"],
    EXPIRED: ["已过期", "Expired"],
    NO_RESP: ["无职责", "No responsibility"],
    SSO_FAIL: ["单点登录失败", "SSO failed"],
  }),
  VERIFY_PURPOSE: lookup("验证码用途", "Code purpose", {
    REGISTER: ["注册", "Registration"],
    FORGET: ["找回密码", "Recovery"],
    BIND_EMAIL: ["绑定邮箱", "Add e-mail"],
    BIND_PHONE: ["绑定手机", "Add phone"],
    SECOND_FACTOR: ["二次验证", "Second factor"],
    PROOF: ["验证身份", "Proof of identity"],
    SIGN: ["签署", "Signing"],
  }),
};

/** The settings the gate obeys; values below the floors are raised to them. */
export const gateSettings: Readonly<Record<string, Setting>> = {
  LOGIN_CAPTCHA_MODE: {
    label: ["登录图形验证码", "Sign-in captcha"],
    type: "TEXT",
    initial: "AFTER_FAIL",
    levels: ["SITE"],
    options: ["AFTER_FAIL", "ALWAYS", "OFF"],
  },
  LOGIN_MAX_FAIL: { label: ["允许失败次数", "Failures before lock"], type: "INT", initial: "5", levels: ["SITE"], least: 3, most: 20 },
  LOGIN_LOCK_MINUTES: { label: ["锁定分钟", "Lock minutes"], type: "INT", initial: "15", levels: ["SITE"], least: 1, most: 240 },
  LOGIN_MFA: {
    label: ["二次验证", "Second factor"],
    type: "TEXT",
    initial: "ADMIN_ONLY",
    levels: ["SITE", "RESP"],
    options: ["OFF", "ADMIN_ONLY", "ALL"],
    hint: [
      "管理员首次登录时设置验证器；ALL 对所有人要求，未设置验证器的普通用户收到邮件验证码",
      "Administrators set up an authenticator at first sign-in. With ALL, everyone needs a second factor; those without an authenticator get a code by e-mail",
    ],
  },
  SSO_ONLY: { label: ["仅单点登录", "Single sign-on only"], type: "YN", initial: "N", levels: ["SITE"] },
  PWD_MIN_LENGTH: { label: ["密码最小长度", "Password length"], type: "INT", initial: "8", levels: ["SITE", "RESP"], least: 8, most: 64 },
  PWD_MIN_CLASSES: { label: ["密码字符种类", "Password classes"], type: "INT", initial: "3", levels: ["SITE", "RESP"], least: 3, most: 4 },
  PWD_HISTORY: { label: ["密码历史", "Password history"], type: "INT", initial: "5", levels: ["SITE", "RESP"], least: 5, most: 24 },
  PWD_MAX_AGE_DAYS: {
    label: ["密码有效天数", "Password age, days"],
    type: "INT",
    initial: "0",
    levels: ["SITE", "RESP"],
    least: 0,
    most: 3650,
  },
  SESSION_IDLE_MINUTES: {
    label: ["会话空闲分钟", "Idle minutes"],
    type: "INT",
    initial: "120",
    levels: ["SITE", "RESP"],
    least: 61,
    most: 720,
  },
  MAX_SESSIONS: { label: ["同时会话数", "Sessions per user"], type: "INT", initial: "3", levels: ["SITE", "RESP"], least: 1, most: 50 },
  IFRAME_ORIGINS: {
    label: ["允许嵌入的来源", "Origins that may be framed"],
    type: "TEXT",
    initial: "",
    levels: ["SITE"],
    // The shell of every browser holds embedded pages against it.
    readers: "everyone",
  },
};
