import { action, entity, type Me, type Where } from "#kernel/entity.ts";
import { bilingual, date, datetime, files, longtext, pick, ref, refs, secret, text, yn } from "#kernel/field.ts";

/** Ninety days without a sign-in; accounts that were closed since are nobody's concern. */
const unused = ["长期未登录", "Unused", () => ({ unusedSince: { not: null }, userStatus: "ACTIVE" })] as const;
const ofSupplier = (me: Me): Where => ({ userType: "SUPPLIER", supplierId: me.supplierId ?? "-" });

/** Who may sign in. Failed sign-ins and locks are kept by the gate, so that a lock never waits for a document. */
export const user = entity("BaseUsers", "用户", "User", {
  service: "baseServer",
  fields: {
    userName: text("账号", "Account", { max: 60, format: "account", fixed: "create" }),
    ...bilingual("displayName", "姓名", "Name", { max: 100 }),
    userType: pick("类型", "Type", "USER_TYPE", { fixed: "create", initial: "INTERNAL" }),
    personId: ref("BasePerson", "员工", "Employee", { optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Home supplier", { merging: "carry", optional: true }),
    supAdminFlag: yn("供应商管理员", "Supplier admin", { initial: "N", computed: true }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { optional: true, pick: { enabledFlag: "Y" } }),
    deptId: ref("BaseDepartment", "部门", "Department", { optional: true, pick: { enabledFlag: "Y" } }),
    email: text("邮箱", "E-mail", { max: 120, format: "email", optional: true }),
    mobile: text("手机", "Mobile", { max: 30, format: "phone", optional: true }),
    emailVerified: yn("邮箱已验证", "E-mail verified", { initial: "N", computed: true }),
    mobileVerified: yn("手机已验证", "Mobile verified", { initial: "N", computed: true }),
    startDate: date("生效日期", "Valid from", { optional: true }),
    endDate: date("失效日期", "Valid to", { optional: true }),
    defaultRespId: ref("BaseResponsibility", "默认职责", "Default responsibility", { optional: true, pick: { enabledFlag: "Y" } }),
    /** Responsibilities given along with the account, by their codes: the rule turns them into grants, nothing of it stays here. */
    respCodes: text("职责编码", "Responsibility codes", {
      max: 500,
      optional: true,
      hint: ["多个用逗号分隔；已有的职责保留", "Separate several with commas; existing ones are kept"],
    }),
    // Every request carries a language of its own; the person's is called otherwise.
    userLanguage: pick("语言", "Language", "SYSTEM_LANGUAGE", { initial: "CN" }),
    timeZone: text("时区", "Time zone", { max: 40, format: "zone", optional: true }),
    avatarFileId: files("头像", "Avatar", { optional: true, max: 1, formats: ["jpg", "jpeg", "png"] }),
    mfaType: pick("二次验证", "Second factor", "MFA_TYPE", { optional: true, computed: true }),
    mfaSecretEnc: secret("二次验证密钥", "Second factor secret", { optional: true, computed: true, hidden: "all" }),
    passwordHash: text("密码摘要", "Password hash", { max: 400, optional: true, computed: true, hidden: "all" }),
    pepperId: text("胡椒编号", "Pepper id", { max: 40, optional: true, computed: true, hidden: "all" }),
    pwdChangedAt: datetime("密码修改时间", "Password changed at", { optional: true, computed: true }),
    mustChangePwd: yn("须修改密码", "Must change password", { initial: "N", computed: true }),
    userStatus: pick("状态", "Status", "USER_STATUS", { computed: true }),
    lastLoginTime: datetime("最近登录", "Last login", { optional: true, computed: true }),
    lastLoginIp: text("最近登录地址", "Last login IP", { max: 64, optional: true, computed: true }),
    /** Stamped by the nightly look once nobody has signed in for ninety days; the next sign-in takes it away. */
    unusedSince: datetime("未使用起", "Unused since", { optional: true, computed: true }),
    lockedUntil: datetime("锁定至", "Locked until", { optional: true, computed: true }),
    unlockedAt: datetime("最近解锁", "Last unlocked", { optional: true, computed: true }),
  },
  stateField: "userStatus",
  stateLookup: "USER_STATUS",
  states: {
    ACTIVE: ["正常", "Active", "done"],
    REGISTERING: ["注册中", "Registering", "waiting"],
    LOCKED: ["锁定", "Locked", "refused"],
    DISABLED: ["停用", "Disabled", "ended"],
  },
  // An account in use is never held up for what it lacks: changing a password must always be possible.
  requires: {
    email: (doc) => doc.userType !== "SYSTEM" && !doc.passwordHash,
  },
  shownWhen: {
    personId: (doc) => doc.userType === "INTERNAL",
    supplierId: (doc) => doc.userType === "SUPPLIER",
    supAdminFlag: (doc) => doc.userType === "SUPPLIER",
  },
  unique: [
    { fields: ["userName"], caseless: true, code: "USER_EXISTS", text: ["账号已存在", "Account exists"] },
    {
      fields: ["email"],
      caseless: true,
      while: { email: { not: null }, userStatus: "ACTIVE", emailVerified: "Y" },
      code: "USER_EMAIL_USED",
      text: ["邮箱已被使用", "E-mail already used"],
    },
    {
      fields: ["mobile"],
      while: { mobile: { not: null }, userStatus: "ACTIVE", mobileVerified: "Y" },
      code: "USER_EMAIL_USED",
      text: ["手机已被使用", "Mobile already used"],
    },
    {
      fields: ["personId"],
      while: { personId: { not: null } },
      code: "USER_EXISTS",
      text: ["该员工已有账号", "This employee already has an account"],
    },
  ],
  holds: { validPeriod: ["startDate", "<=", "endDate"] },
  actions: {
    doEnabled: action("启用", "Enable", {
      button: "btnEnable",
      who: ["internal", "supplier"],
      from: ["DISABLED"],
      to: "ACTIVE",
      batch: "each",
    }),
    doDisable: action("停用", "Disable", {
      button: "btnDisable",
      who: ["internal", "supplier"],
      from: ["ACTIVE", "LOCKED", "REGISTERING"],
      to: "DISABLED",
      tone: "danger",
      confirm: ["停用后该账号立即退出所有会话，确定停用吗？", "All sessions of this account end at once. Disable it?"],
      input: { handOverTo: ref("BaseUsers", "交接给", "Transfer to", { optional: true, pick: { userStatus: "ACTIVE" } }) },
    }),
    /** The company behind the account may no longer come in: also its last administrator goes. */
    doShutOut: action("清退", "Locked out", {
      button: "btnDisable",
      who: "system",
      quiet: true,
      from: ["ACTIVE", "LOCKED", "REGISTERING"],
      to: "DISABLED",
    }),
    doUnlock: action("解锁", "Unlock", { button: "btnUnlock", who: "internal" }),
    doResetPwd: action("重置密码", "Reset password", {
      proof: "recent",
      button: "btnResetPwd",
      who: ["internal", "supplier"],
      quiet: true,
    }),
    doSetAdmin: action("设为管理员", "Make administrator", {
      proof: "recent",
      button: "btnSetAdmin",
      who: ["internal", "supplier"],
      from: ["ACTIVE"],
      input: { supAdminFlag: yn("供应商管理员", "Supplier admin", { initial: "Y" }) },
    }),
    doInvite: action("邀请", "Invite", {
      button: "btnInvite",
      who: ["internal", "supplier"],
      creates: true,
      input: {
        supplierId: ref("SrmSupInfo", "供应商", "Supplier", { optional: true }),
        displayName: text("姓名", "Name", { max: 100 }),
        email: text("邮箱", "E-mail", { max: 120, format: "email" }),
        mobile: text("手机", "Mobile", { max: 30, format: "phone", optional: true }),
        responsibilityIds: refs("BaseResponsibility", "职责", "Responsibilities", { optional: true, pick: { audience: "SUPPLIER" } }),
      },
    }),
  },
  sees: { internal: "all", supplier: ofSupplier },
  lines: {},
  shows: {
    supplier: [
      ...([
        "id",
        "userName",
        "displayName",
        "displayNameEn",
        "userType",
        "supplierId",
        "supAdminFlag",
        "email",
        "mobile",
        "emailVerified",
        "mobileVerified",
      ] as const),
      ...([
        "userStatus",
        "startDate",
        "endDate",
        "defaultRespId",
        "userLanguage",
        "timeZone",
        "avatarFileId",
        "lastLoginTime",
        "unusedSince",
        "creationDate",
        "versionNum",
      ] as const),
    ],
  },
  saves: ["internal", "supplier"],
  title: ["userName", "displayName"],
  order: [["userName", "asc"]],
  lists: {
    user: {
      route: "user",
      columns: ["userName", "displayName", "personId", "orgId", "deptId", "email", "mobile", "userStatus", "lastLoginTime", "lockedUntil"],
      search: ["userName", "displayName", "personId", "orgId", "deptId", "email", "mobile", "userStatus", "lastLoginTime", "lockedUntil"],
      where: (me) => ({ userType: ["INTERNAL", "SYSTEM"], orgId: me.orgs }),
      views: {
        active: ["正常", "Active", () => ({ userStatus: "ACTIVE" })],
        locked: ["锁定中", "Locked out", () => ({ lockedUntil: { not: null } })],
        disabled: ["停用", "Disabled", () => ({ userStatus: "DISABLED" })],
        unused,
      },
    },
    user2: {
      route: "user2",
      columns: ["supplierId", "userName", "displayName", "supAdminFlag", "email", "mobile", "userStatus", "lastLoginTime"],
      search: ["supplierId", "userName", "displayName", "email", "mobile", "supAdminFlag", "userStatus"],
      where: () => ({ userType: "SUPPLIER" }),
      views: { unused },
    },
  },
  pages: {
    sections: [
      [
        "账号",
        "Account",
        ["userName", "displayName", "displayNameEn", "userType", "personId", "supplierId", "supAdminFlag", "orgId", "deptId"],
      ],
      ["联系方式", "Contacts", ["email", "emailVerified", "mobile", "mobileVerified"]],
      ["有效期与偏好", "Validity and preferences", ["startDate", "endDate", "defaultRespId", "userLanguage", "timeZone"]],
      ["登录", "Sign-in", ["lastLoginTime", "lastLoginIp", "pwdChangedAt", "mustChangePwd", "mfaType"]],
    ],
  },
  importKey: ["userName"],
});

/** Earlier passwords, so that they cannot come back. */
export const passwordHistory = entity("BaseUserPwdHistory", "密码历史", "Password history", {
  service: "baseServer",
  internal: true,
  appendOnly: true,
  fields: {
    userId: ref("BaseUsers", "用户", "User"),
    hash: text("摘要", "Hash", { max: 400, hidden: "all" }),
    pepperId: text("胡椒编号", "Pepper id", { max: 40, optional: true, hidden: "all" }),
    changedAt: datetime("修改时间", "Changed at"),
  },
  sees: {},
});

/** People who work for or beside somebody: assistant, backup, buyer team. */
export const userRelation = entity("BaseUserRelation", "用户关系", "User relation", {
  service: "baseServer",
  fields: {
    userId: ref("BaseUsers", "用户", "User"),
    relUserId: ref("BaseUsers", "关联用户", "Related user"),
    relType: pick("关系", "Relation", "USER_RELATION"),
  },
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["userId", "relUserId", "relType"] }],
  holds: { notSelf: ["userId", "<>", "relUserId"] },
  title: ["userId", "relUserId"],
});

const manages = (me: Me): boolean => me.may("BaseUsers", "btnEnable");

/** One person acts for another for a while. It is never passed on, and everybody sees for whom a thing was done. */
export const userAuthorisation = entity("BaseUserAuthorisation", "授权委托", "Delegation", {
  service: "baseServer",
  fields: {
    fromUserId: ref("BaseUsers", "委托人", "From", { fixed: "create" }),
    toUserId: ref("BaseUsers", "受托人", "To", { fixed: "create", pick: { userStatus: "ACTIVE" } }),
    authType: pick("委托类型", "Scope", "AUTH_TYPE", { initial: "APPROVAL" }),
    menuIds: refs("BaseMenu", "菜单", "Menus", { optional: true }),
    billTypeCodes: refs("BaseApprovalBillType", "单据类型", "Document types", {
      optional: true,
      hint: ["不填为全部单据", "Empty: all kinds of documents"],
    }),
    startTime: datetime("开始时间", "From time"),
    endTime: datetime("结束时间", "To time"),
    reason: longtext("原因", "Reason", { max: 500, optional: true }),
    status: pick("状态", "Status", "AUTH_STATUS", { computed: true }),
  },
  stateLookup: "AUTH_STATUS",
  states: {
    PENDING: ["待生效", "Pending", "waiting"],
    ACTIVE: ["生效", "Active", "running"],
    EXPIRED: ["到期", "Expired", "ended"],
    REVOKED: ["撤销", "Revoked", "refused"],
  },
  savesFrom: ["PENDING"],
  actions: {
    doRevoke: action("撤销", "Revoke", { button: "btnRevoke", who: "both", from: ["PENDING", "ACTIVE"], to: "REVOKED", tone: "danger" }),
    doStart: action("生效", "Start", { button: "btnSave", who: "system", from: ["PENDING"], to: "ACTIVE", quiet: true }),
    doExpire: action("到期", "Expire", { button: "btnSave", who: "system", from: ["PENDING", "ACTIVE"], to: "EXPIRED", quiet: true }),
  },
  timed: [
    { does: "doExpire", in: ["PENDING", "ACTIVE"], on: "endTime", program: "DELEGATION_TICK" },
    { does: "doStart", in: ["PENDING"], on: "startTime", program: "DELEGATION_TICK" },
  ],
  shownWhen: {
    menuIds: (doc) => doc.authType === "MENU",
    billTypeCodes: (doc) => doc.authType === "APPROVAL",
  },
  holds: { validPeriod: ["startTime", "<", "endTime"], notSelf: ["fromUserId", "<>", "toUserId"] },
  sees: {
    internal: (me) => (manages(me) ? {} : { any: [{ fromUserId: me.userId }, { toUserId: me.userId }] }),
    supplier: (me) => ({ any: [{ fromUserId: me.userId }, { toUserId: me.userId }] }),
  },
  lines: {},
  shows: {
    supplier: ["id", "versionNum", "fromUserId", "toUserId", "authType", "startTime", "endTime", "reason", "status", "creationDate"],
  },
  saves: "both",
  title: ["fromUserId", "toUserId"],
  list: ["fromUserId", "toUserId", "authType", "startTime", "endTime", "status", "reason"],
  search: ["fromUserId", "toUserId", "authType", "startTime", "status"],
  order: [["startTime", "desc"]],
  views: {
    given: ["我委托的", "Given by me", (me) => ({ fromUserId: me.userId })],
    taken: ["委托给我的", "Given to me", (me) => ({ toUserId: me.userId })],
    running: ["生效中", "Active", () => ({ status: "ACTIVE" })],
    acting: ["我正在代办", "Acting for others", (me) => ({ toUserId: me.userId, status: "ACTIVE" })],
  },
  pages: { list: "userAuthorisationList" },
});
