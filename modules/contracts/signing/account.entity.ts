import { action, entity } from "#kernel/entity.ts";
import { anyId, code, date, datetime, int, money, pick, ref, rows, secret, text, yn } from "#kernel/field.ts";
import { contractCodes } from "../common.ts";

const computed = { computed: true, optional: true } as const;
const states = { ACTIVE: ["有效", "Active", "done"], DISABLED: ["停用", "Disabled", "ended"] } as const;

/** Whether the provider knows who it is. */
const checked = {
  provider: pick("签署服务", "Provider", "CCT_SIGN_PROVIDER", { initial: "BUILTIN", fixed: "create" }),
  realNameState: pick("实名状态", "Identity check", "CCT_REAL_NAME", { computed: true, initial: "NONE" }),
  realNameAt: datetime("实名时间", "Checked at", computed),
  status: pick("状态", "Status", "CCT_ACCOUNT_STATUS", { computed: true }),
} as const;

const accountActions = {
  doSync: action("同步", "Synchronise", { button: "btnSync", who: "internal", from: ["ACTIVE"] }),
  doChecked: action("实名结果", "Identity check done", {
    button: "btnSync",
    who: "system",
    from: ["ACTIVE"],
    quiet: true,
    input: { passed: yn("通过", "Passed") },
  }),
  doDisable: action("停用", "Disable", { button: "btnDisable", who: "internal", from: ["ACTIVE"], to: "DISABLED", tone: "danger" }),
} as const;

/** The account of a person who signs: one of our people, or a contact of a supplier with or without a user. */
export const signPerson = entity("SrmCctSignPersonAccount", "签署个人账户", "Signature account (person)", {
  fields: {
    userId: ref("BaseUsers", "用户", "User", { optional: true, fixed: "create", pick: { userStatus: "ACTIVE" } }),
    supplierContactId: ref("SrmSupContact", "供应商联系人", "Supplier contact", {
      optional: true,
      fixed: "create",
      pick: { enabledFlag: "Y" },
    }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", ...computed }),
    name: text("姓名", "Name", { max: 60 }),
    idType: pick("证件类型", "Identity document", "CCT_ID_TYPE", { initial: "ID_CARD" }),
    idNo: secret("证件号", "Document no.", { max: 200, hidden: "last4" }),
    mobile: text("手机", "Mobile", { max: 30, format: "phone" }),
    email: text("邮箱", "E-mail", { max: 120, format: "email", optional: true }),
    providerAccountId: anyId("服务商账号", "Provider's account", { max: 80, ...computed }),
    ...checked,
  },
  states,
  stateLookup: "CCT_ACCOUNT_STATUS",
  requires: { userId: (doc) => !doc.supplierContactId, supplierContactId: (doc) => !doc.userId },
  actions: {
    ...accountActions,
    doEnable: action("启用", "Enable", { button: "btnDisable", who: "internal", from: ["DISABLED"], to: "ACTIVE" }),
  },
  unique: [
    { fields: ["mobile"] },
    { fields: ["userId"], while: { userId: { not: null } } },
    { fields: ["supplierContactId"], while: { supplierContactId: { not: null } } },
  ],
  sees: { internal: "all" },
  saves: "internal",
  savesFrom: ["ACTIVE"],
  title: ["name"],
  list: ["name", "supplierId", "userId", "idType", "mobile", "provider", "realNameState", "status"],
  search: ["name", "supplierId", "userId", "realNameState", "status"],
  order: [["id", "desc"]],
  lists: { persons: { route: "signAccountList", title: ["签署账户（个人）", "Signature accounts (persons)"] } },
  codes: contractCodes,
});

/** The account of a company that signs, with its seals and with who may sign for it up to which amount. */
export const signOrg = entity("SrmCctSignOrgAccount", "签署机构账户", "Signature account (organisation)", {
  fields: {
    ownerType: pick("归属", "Account of", "CCT_SIGN_OWNER", { initial: "OURS", fixed: "create" }),
    orgId: ref("BaseOrganization", "我方组织", "Our organisation", { optional: true, fixed: "create", pick: { enabledFlag: "Y" } }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", {
      merging: "carry",
      optional: true,
      fixed: "create",
      pick: { infoStatus: "EFFECTIVE" },
    }),
    orgName: text("机构名称", "Name", { max: 200 }),
    uscc: code("统一社会信用代码", "Registration no.", { max: 40 }),
    legalPerson: text("法定代表人", "Legal representative", { max: 60 }),
    adminPersonAccountId: ref("SrmCctSignPersonAccount", "管理员", "Administrator", {
      pick: { status: "ACTIVE", realNameState: "PASSED" },
    }),
    providerOrgId: anyId("服务商机构号", "Provider's number", { max: 80, ...computed }),
    sealJson: rows(
      "印章",
      "Seals",
      {
        sealId: text("编号", "Code", { max: 40 }),
        name: text("名称", "Name", { max: 80 }),
        kind: pick("类别", "Kind", "CCT_SEAL_KIND", { initial: "CONTRACT" }),
        keeperUserId: ref("BaseUsers", "保管人", "Kept by", { optional: true }),
      },
      { optional: true },
    ),
    authorisedSigners: rows(
      "授权签署人",
      "Authorised signers",
      {
        personAccountId: ref("SrmCctSignPersonAccount", "签署人", "Signer"),
        sealId: text("印章", "Seal", { max: 40, optional: true }),
        from: date("自", "From", { optional: true }),
        to: date("至", "Until", { optional: true }),
        maxAmount: money("授权金额上限", "Up to", { optional: true, least: 0, adds: false }),
        priority: int("顺序", "Order", { optional: true, least: 1 }),
      },
      { optional: true, hint: ["金额留空为不限，以合同币种计", "Empty: no limit; in the currency of the contract"] },
    ),
    ...checked,
  },
  states,
  stateLookup: "CCT_ACCOUNT_STATUS",
  requires: { orgId: (doc) => doc.ownerType === "OURS", supplierId: (doc) => doc.ownerType === "SUPPLIER" },
  shownWhen: { orgId: (doc) => doc.ownerType !== "SUPPLIER", supplierId: (doc) => doc.ownerType === "SUPPLIER" },
  actions: {
    ...accountActions,
    doEnable: action("启用", "Enable", { button: "btnDisable", who: "internal", from: ["DISABLED"], to: "ACTIVE" }),
    doAuthorise: action("授权签署人", "Authorise signer", {
      button: "btnAuthorise",
      who: "internal",
      from: ["ACTIVE"],
      proof: "recent",
      input: {
        personAccountId: ref("SrmCctSignPersonAccount", "签署人", "Signer", { pick: { status: "ACTIVE", realNameState: "PASSED" } }),
        from: date("自", "From", { optional: true }),
        to: date("至", "Until", { optional: true }),
        maxAmount: money("授权金额上限", "Up to", { optional: true, least: 0 }),
      },
    }),
  },
  unique: [
    { fields: ["orgId"], while: { orgId: { not: null } } },
    { fields: ["supplierId"], while: { supplierId: { not: null } } },
  ],
  sees: { internal: "all" },
  saves: "internal",
  savesFrom: ["ACTIVE"],
  title: ["orgName"],
  list: ["orgName", "ownerType", "orgId", "supplierId", "uscc", "legalPerson", "provider", "realNameState", "authorisedSigners", "status"],
  search: ["orgName", "ownerType", "orgId", "supplierId", "realNameState", "status"],
  order: [["id", "desc"]],
  lists: { organisations: { route: "signOrgAccountList", title: ["签署账户（机构）", "Signature accounts (organisations)"] } },
  codes: contractCodes,
});
