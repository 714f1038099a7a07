import { action, entity } from "#kernel/entity.ts";
import { datetime, int, longtext, payload, pick, picks, ref, secret, text } from "#kernel/field.ts";

/** One call an app may make. */
export const oauthApi = entity("BaseOauthApi", "应用接口授权", "App API", {
  service: "baseServer",
  fields: {
    appId: ref("BaseOauthApp", "应用", "App", { computed: true }),
    apiId: ref("BaseApi", "接口", "API", { pick: { source: ["SCAN"], enabledFlag: "Y", guard: ["RESOURCE", "SESSION"] } }),
  },
  computes: { appId: (_: unknown, parent: { id: string }) => parent.id },
  sees: { internal: "all" },
  unique: [{ fields: ["appId", "apiId"] }],
  title: ["apiId"],
  list: ["apiId"],
});

/** Days before a secret ends on which its owner hears of it. */
const warnAt = [30, 7, 1];

/** A partner system that calls by itself: its secret is shown once and kept as a digest, its calls run as an account of its own. */
export const oauthApp = entity("BaseOauthApp", "开放应用", "OAuth app", {
  service: "baseServer",
  fields: {
    appName: text("应用名称", "App", { max: 100 }),
    clientId: text("客户端编号", "Client id", { max: 64, computed: true, initial: "" }),
    ownerUserId: ref("BaseUsers", "负责人", "Owner", { pick: { userType: ["INTERNAL"], userStatus: ["ACTIVE"] } }),
    runAsUserId: ref("BaseUsers", "运行账号", "Runs as", {
      pick: { userType: ["SYSTEM"], userStatus: ["ACTIVE"] },
      hint: ["系统类账号，应用拥有它的权限", "A system account; the app uses its permissions"],
    }),
    grantTypes: picks("授权方式", "Grant types", "OAUTH_GRANT", { optional: true, computed: true }),
    ipAllow: longtext("允许的来源地址", "Source addresses", {
      format: "ip",
      max: 2000,
      optional: true,
      hint: ["网段，逗号或换行分隔，如 10.0.0.0/8；空表示不限", "Ranges such as 10.0.0.0/8, separated by commas; empty means any"],
    }),
    rateLimitPerMin: int("每分钟上限", "Calls per minute", { initial: 600, least: 1, most: 100_000 }),
    description: longtext("说明", "Description", { max: 500, optional: true }),
    secretHash: text("密钥摘要", "Secret hash", { max: 400, optional: true, computed: true, hidden: "all" }),
    pepperId: text("胡椒编号", "Pepper id", { max: 40, optional: true, computed: true, hidden: "all" }),
    signKeyEnc: secret("签名密钥（密文）", "Sign key, encrypted", { max: 400, optional: true, computed: true, hidden: "all" }),
    secretHint: text("密钥尾号", "Secret ends with", { max: 10, optional: true, computed: true }),
    secretNo: int("密钥序号", "Secret no.", { computed: true, initial: 0 }),
    secretAt: datetime("密钥生成时间", "Secret made at", { optional: true, computed: true }),
    prevSecretHash: text("上一密钥摘要", "Earlier secret hash", { max: 400, optional: true, computed: true, hidden: "all" }),
    prevPepperId: text("上一胡椒编号", "Earlier pepper id", { max: 40, optional: true, computed: true, hidden: "all" }),
    prevSignKeyEnc: secret("上一签名密钥（密文）", "Earlier sign key, encrypted", {
      max: 400,
      optional: true,
      computed: true,
      hidden: "all",
    }),
    prevValidUntil: datetime("上一密钥有效至", "Earlier secret valid until", { optional: true, computed: true }),
    expiresAt: datetime("密钥到期时间", "Secret expires at", { optional: true }),
    warnedDays: int("已提醒天数", "Warned at days", { optional: true, computed: true }),
    lastUsedAt: datetime("最近取令牌", "Last token", { optional: true, computed: true }),
    status: pick("状态", "Status", "OAUTH_APP_STATUS", { computed: true }),
  },
  lines: { apis: oauthApi },
  stateLookup: "OAUTH_APP_STATUS",
  states: {
    NEW: ["未发密钥", "No secret yet", "neutral"],
    ACTIVE: ["使用中", "In use", "done"],
    REVOKED: ["已吊销", "Revoked", "ended"],
  },
  sees: { internal: "all" },
  saves: "internal",
  actions: {
    doRotate: action("更换密钥", "Rotate secret", {
      button: "btnRotate",
      who: "system",
      quiet: true,
      to: "ACTIVE",
      input: {
        secretHash: text("密钥摘要", "Secret hash", { max: 400, hidden: "all" }),
        pepperId: text("胡椒编号", "Pepper id", { max: 40, hidden: "all" }),
        signKeyEnc: text("签名密钥（密文）", "Sign key, encrypted", { max: 400, hidden: "all" }),
        secretHint: text("密钥尾号", "Secret ends with", { max: 10 }),
        overlap: text("重叠", "Overlap", { max: 1, optional: true }),
      },
    }),
    doRevoke: action("吊销", "Revoke", {
      button: "btnRevoke",
      who: "internal",
      from: ["NEW", "ACTIVE"],
      to: "REVOKED",
      tone: "danger",
      confirm: ["密钥和所有令牌立即失效，确定吊销吗？", "The secret and all tokens end at once. Revoke it?"],
    }),
    doWarn: action("到期提醒", "Warn before expiry", {
      button: "btnSave",
      who: "system",
      quiet: true,
      input: { days: int("天数", "Days") },
    }),
  },
  remind: [
    {
      does: "doWarn",
      before: "expiresAt",
      by: warnAt,
      in: ["ACTIVE"],
      program: "SECRET_EXPIRE_WARN",
      input: (_, { step }) => ({ days: warnAt[step - 1] }),
    },
  ],
  unique: [{ fields: ["appName"] }],
  title: ["appName", "clientId"],
  list: ["appName", "clientId", "status", "ownerUserId", "runAsUserId", "rateLimitPerMin", "secretHint", "expiresAt", "lastUsedAt"],
  search: ["appName", "clientId", "status", "ownerUserId", "runAsUserId", "expiresAt"],
  order: [["appName", "asc"]],
  pages: {
    list: "baseOauthAppList",
    sections: [
      ["应用", "App", ["appName", "ownerUserId", "runAsUserId", "description"]],
      ["限制", "Limits", ["ipAllow", "rateLimitPerMin", "expiresAt"]],
    ],
  },
});

/** What an app shows with every call for half an hour; only its digest is kept. */
export const oauthToken = entity("BaseOauthToken", "应用令牌", "App token", {
  service: "baseServer",
  fields: {
    appId: ref("BaseOauthApp", "应用", "App"),
    tokenHash: text("令牌摘要", "Token hash", { max: 64, hidden: "all" }),
    tokenHint: text("令牌尾号", "Token ends with", { max: 10 }),
    scopes: payload("范围", "Scopes", { optional: true }),
    secretNo: int("密钥序号", "Secret no."),
    clientIp: text("来源地址", "Source address", { max: 64, optional: true }),
    issuedAt: datetime("签发时间", "Issued at"),
    expiresAt: datetime("到期时间", "Expires at"),
    revokedAt: datetime("吊销时间", "Revoked at", { optional: true, computed: true }),
  },
  sees: { internal: "all" },
  actions: {
    doRevoke: action("吊销令牌", "Revoke token", { button: "btnRevoke", who: "internal", tone: "danger", batch: "each" }),
  },
  unique: [{ fields: ["tokenHash"] }],
  title: ["tokenHint", "appId"],
  list: ["tokenHint", "appId", "issuedAt", "expiresAt", "clientIp", "revokedAt"],
  search: ["appId", "issuedAt", "expiresAt", "clientIp"],
  order: [["issuedAt", "desc"]],
});
