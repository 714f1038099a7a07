import { action, entity } from "#kernel/entity.ts";
import { code, datetime, files, longtext, payload, pick, ref, refs, secret, secretRef, text, yn } from "#kernel/field.ts";
import { named } from "#kernel/platform/names.ts";

const claim = (cn: string, en: string, initial: string) => text(cn, en, { max: 60, optional: true, initial });

/** An outside place that says who somebody is: OpenID Connect, code flow, one row per place. */
export const sso = entity("BaseSso", "单点登录", "Single sign-on", {
  service: "baseServer",
  fields: {
    ssoCode: code("编码", "Code", { max: 40, fixed: "create", pattern: "[A-Z0-9_-]+" }),
    ...named("名称", "Name", { max: 60 }),
    issuer: text("发行方地址", "Issuer", { max: 300, format: "url", hint: ["不含 /.well-known 部分", "Without /.well-known"] }),
    clientId: text("客户端编号", "Client id", { max: 200 }),
    clientSecretRef: secretRef("SSO", "密钥的环境变量", "Variable with the secret", { optional: true }),
    clientSecretEnc: secret("客户端密钥", "Client secret", { max: 2000, optional: true, computed: true, hidden: "all" }),
    secretSetAt: datetime("密钥设置时间", "Secret set at", { optional: true, computed: true }),
    scopes: text("请求范围", "Scopes", { max: 200, initial: "openid profile email" }),
    claimSubject: claim("主体声明", "Subject claim", "sub"),
    claimEmail: claim("邮箱声明", "E-mail claim", "email"),
    claimName: claim("姓名声明", "Name claim", "name"),
    claimMobile: claim("手机声明", "Mobile claim", "phone_number"),
    claimDept: claim("部门声明", "Department claim", "department"),
    claimPersonNum: claim("工号声明", "Employee number claim", "employee_number"),
    matchBy: pick("匹配方式", "Matched by", "SSO_MATCH", { initial: "EMAIL_VERIFIED" }),
    audience: pick("适用方", "Audience", "AUDIENCE", { initial: "INTERNAL" }),
    allowedDomains: text("允许的邮箱域", "E-mail domains", {
      max: 500,
      optional: true,
      hint: ["逗号分隔，空表示不限", "Separated by commas; empty means any"],
    }),
    autoProvision: yn("自动开通账号", "Creates accounts automatically", { initial: "N" }),
    defaultRespIds: refs("BaseResponsibility", "默认职责", "Default responsibilities", { optional: true, pick: { enabledFlag: "Y" } }),
    logoutMode: pick("退出方式", "Sign-out", "SSO_LOGOUT", { initial: "LOCAL" }),
    iconFileId: files("图标", "Icon", { optional: true, max: 1, formats: ["png", "jpg", "jpeg"], maxSize: 65_536 }),
    discoveryJson: payload("发现文档", "Discovery document", { optional: true, computed: true }),
    discoveredAt: datetime("发现时间", "Discovered at", { optional: true, computed: true }),
    testedAt: datetime("最近测试", "Last test", { optional: true, computed: true }),
    testResult: pick("测试结果", "Test result", "SSO_TEST", { optional: true, computed: true }),
    enabledFlag: yn("启用", "Enabled", { initial: "N", computed: true }),
  },
  sees: { internal: "all" },
  saves: "internal",
  actions: {
    doEnabled: action("启用", "Enable", { button: "btnEnable", who: "internal", tone: "primary" }),
    doDisable: action("停用", "Disable", { button: "btnEnable", who: "internal", tone: "danger" }),
    doLink: action("绑定账号", "Link", {
      button: "btnSave",
      who: "system",
      quiet: true,
      input: { userId: ref("BaseUsers", "用户", "User"), subject: text("主体", "Subject", { max: 255 }) },
    }),
    doProvision: action("开通账号", "Create account", {
      button: "btnSave",
      who: "system",
      quiet: true,
      input: {
        userName: text("账号", "Account", { max: 60, format: "account" }),
        displayName: text("姓名", "Name", { max: 100 }),
        email: text("邮箱", "E-mail", { max: 120, optional: true }),
        emailVerified: yn("邮箱已验证", "E-mail verified", { initial: "N" }),
        mobile: text("手机", "Mobile", { max: 30, optional: true }),
        subject: text("主体", "Subject", { max: 255 }),
      },
    }),
  },
  requires: { defaultRespIds: (doc) => doc.autoProvision === "Y" },
  shownWhen: { defaultRespIds: (doc) => doc.autoProvision === "Y" },
  unique: [{ fields: ["ssoCode"] }],
  title: ["ssoCode", "nameCn"],
  list: ["ssoCode", "nameCn", "enabledFlag", "issuer", "matchBy", "audience", "autoProvision", "testResult", "testedAt"],
  search: ["ssoCode", "nameCn", "issuer", "audience", "matchBy", "enabledFlag"],
  order: [["ssoCode", "asc"]],
  pages: {
    list: "baseSSO",
    edit: "baseSSOEdit",
    sections: [
      ["身份源", "Identity source", ["ssoCode", "nameCn", "nameEn", "issuer", "clientId", "clientSecretRef", "scopes", "logoutMode"]],
      ["账号匹配", "Accounts", ["matchBy", "audience", "allowedDomains", "autoProvision", "defaultRespIds"]],
      ["声明映射", "Claim map", ["claimSubject", "claimEmail", "claimName", "claimMobile", "claimDept", "claimPersonNum"]],
      ["状态", "State", ["enabledFlag", "secretSetAt", "testResult", "testedAt", "discoveredAt"]],
    ],
  },
  importKey: ["ssoCode"],
});

/** Which account a person of an identity source is. Made by the first sign-in, taken away by an administrator. */
export const userSsoLink = entity("BaseUserSsoLink", "用户单点绑定", "User sign-on link", {
  service: "baseServer",
  fields: {
    userId: ref("BaseUsers", "用户", "User", { fixed: "create" }),
    ssoId: ref("BaseSso", "身份源", "Identity source", { fixed: "create" }),
    subject: text("主体", "Subject", { max: 255, fixed: "create" }),
    lastUsedAt: datetime("最近使用", "Last used", { optional: true, computed: true }),
    note: longtext("说明", "Note", { max: 200, optional: true }),
  },
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  unique: [
    { fields: ["ssoId", "subject"], code: "SSO_LINKED", text: ["该身份已绑定其他账号", "This identity is linked to another account"] },
    { fields: ["ssoId", "userId"], code: "SSO_LINKED", text: ["该账号已绑定此身份源", "This account is linked to this source already"] },
  ],
  title: ["subject", "userId"],
  list: ["userId", "ssoId", "subject", "lastUsedAt", "creationDate"],
  search: ["userId", "ssoId", "subject"],
  order: [["creationDate", "desc"]],
});
