import { entity, type Me, type Where } from "#kernel/entity.ts";
import { code, date, datetime, files, int, longtext, payload, percent, pick, ref, text, yn } from "#kernel/field.ts";
import { shift } from "#kernel/time.ts";
import { plainCompany, plainTaxId, supplierInfo } from "#modules/supplier/index.ts";
import { notFound, wrongStage } from "./common.ts";
import {
  draftAccount,
  draftBrand,
  drafted,
  draftCategory,
  draftCertificate,
  draftContact,
  draftCustomer,
  draftDevice,
  draftFinance,
  draftIndirect,
  draftLocation,
} from "./draft.ts";
import { doorFields, registerActions } from "./register.actions.ts";

const stored = { computed: true, optional: true } as const;
const mine = (me: Me): Where => ({ userId: me.userId });

/** The company's part of the file: what an applicant says beyond what was asked at the door. */
export const companyKeys = [
  ...(["shortName", "supplierType", "legalPerson", "legalPersonId", "registeredCapital", "capitalCurrency"] as const),
  ...(["establishDate", "licenseValidTo", "longTermFlag", "provinceId", "cityId", "registeredAddress"] as const),
  ...(["companyPhone", "website", "businessScope", "mainProducts", "employeeCount", "factoryArea"] as const),
  ...(["annualRevenue", "revenueYear", "listedFlag", "groupName"] as const),
] as const;

const lines = {
  contacts: draftContact,
  locations: draftLocation,
  accounts: draftAccount,
  categories: draftCategory,
  certificates: draftCertificate,
  brands: draftBrand,
  devices: draftDevice,
  indirects: draftIndirect,
  finances: draftFinance,
  customers: draftCustomer,
} as const;

/** How long a draft nobody touches is kept. */
const draftDays = 7;

/** A company on its way in: the account first, then the whole file, each looked at by somebody. */
export const register = entity("SrmSupRegister", "供应商注册", "Supplier registration", {
  fields: {
    registerNo: code("注册编号", "Register no.", { max: 40, ...stored }),
    source: pick("来源", "Source", "REG_SOURCE", { computed: true, initial: "OPEN" }),
    inviteId: ref("SrmSupRegisterInvite", "邀请", "Invite", stored),
    leadId: ref("SrmSlcSupplierLead", "线索", "Lead", stored),
    joinFlag: yn("申请加入企业账号", "Asks to join", { computed: true, initial: "N" }),
    ...doorFields,
    dunsNo: code("邓白氏", "D-U-N-S", { max: 9, optional: true, pattern: "[0-9]{9}" }),
    ...drafted(supplierInfo, ...companyKeys),
    companyEmail: text("公司邮箱", "Company e-mail", { max: 120, format: "email", optional: true }),
    passwordHash: text("密码摘要", "Password hash", { max: 400, ...stored, hidden: "all" }),
    pepperId: text("胡椒编号", "Pepper id", { max: 40, ...stored, hidden: "all" }),
    visitorHash: text("申请会话", "Visitor session", { max: 64, ...stored, hidden: "all" }),
    mobileProven: yn("手机已验证", "Mobile verified", { computed: true, initial: "N" }),
    emailProven: yn("邮箱已验证", "E-mail verified", { computed: true, initial: "N" }),
    regLanguage: pick("语言", "Language", "SYSTEM_LANGUAGE", { computed: true, initial: "CN" }),
    consentVersion: text("同意条款版本", "Consent version", { max: 40, ...stored }),
    consentDate: datetime("同意时间", "Consent at", stored),
    consentIp: text("同意地址", "Consent from", { max: 64, ...stored }),
    taxKey: text("税号键", "Tax key", { max: 40, ...stored, hidden: "all" }),
    nameKey: text("名称键", "Name key", { max: 200, ...stored, hidden: "all" }),
    dupResult: payload("查重结果", "Duplicates", stored),
    dupScore: int("查重得分", "Duplicate score", { computed: true, initial: 0 }),
    riskResult: payload("风险结果", "Risks", stored),
    riskHit: yn("风险命中", "Risk hit", { computed: true, initial: "N" }),
    dupJudgement: text("查重结论", "Duplicate assessment", { max: 300, ...stored }),
    completeness: percent("完整度%", "Completeness %", { computed: true, initial: "0", adds: false }),
    reviewerId: ref("BaseUsers", "审核人", "Reviewer", stored),
    reviewRemarks: payload("审核意见", "Review remarks", stored),
    reviewTicks: payload("已核对", "Checked", stored),
    returnedValues: payload("退回时的值", "Values when returned", { ...stored, hidden: "all" }),
    changedPaths: payload("退回后修改", "Changed since return", stored),
    returnTimes: int("退回次数", "Returns", { computed: true, initial: 0 }),
    submitDate: datetime("提交时间", "Submitted", stored),
    infoSubmitDate: datetime("信息提交时间", "File submitted", stored),
    dueDate: date("完善期限", "Complete by", stored),
    remindTimes: int("提醒次数", "Reminders", { computed: true, initial: 0 }),
    touchDate: datetime("最近填写", "Last worked on", stored),
    endReason: longtext("结束原因", "Reason for ending", { max: 1000, ...stored }),
    joinedSupplierId: ref("SrmSupInfo", "加入的供应商", "Joined supplier", { ...stored, merging: "carry" }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { ...stored, merging: "carry" }),
    userId: ref("BaseUsers", "注册用户", "User", stored),
    fileIds: files("营业执照等附件", "Licence and other files", { optional: true, max: 20 }),
    status: pick("状态", "Status", "SUP_REGISTER_STATUS", { computed: true }),
  },
  lines,
  number: ["registerNo", "ZC{yyyyMMdd}{0001}"],
  stateLookup: "SUP_REGISTER_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    ACCOUNT_REVIEW: ["账号待审", "Account review", "waiting"],
    INFO_FILLING: ["待完善信息", "Filling in", "running"],
    INFO_REVIEW: ["信息审批中", "Information review", "waiting"],
    RETURNED: ["退回补充", "Returned", "refused"],
    APPROVED: ["已通过", "Approved", "done"],
    REJECTED: ["已拒绝", "Rejected", "refused"],
    WITHDRAWN: ["已撤回", "Withdrawn", "ended"],
    EXPIRED: ["已过期", "Expired", "ended"],
  },
  computes: {
    taxKey: (doc) => plainTaxId(doc.uscc) || plainTaxId(doc.taxNo) || null,
    nameKey: (doc) => plainCompany(doc.companyName) || null,
  },
  requires: {
    uscc: (doc) => doc.supplierNature === "MAINLAND",
    taxNo: (doc) => doc.supplierNature === "OVERSEAS" || doc.supplierNature === "HKMT",
  },
  shownWhen: {
    uscc: (doc) => doc.supplierNature === "MAINLAND",
    taxNo: (doc) => doc.supplierNature !== "MAINLAND",
    endReason: (doc) => Boolean(doc.endReason),
    supplierId: (doc) => Boolean(doc.supplierId),
    joinedSupplierId: (doc) => Boolean(doc.joinedSupplierId),
  },
  unique: [
    // The name of an account is kept from the first word on; after a refusal it is free again.
    {
      fields: ["username"],
      caseless: true,
      while: { status: ["ACCOUNT_REVIEW", "INFO_FILLING", "INFO_REVIEW", "RETURNED"] },
      code: "REG_ACCOUNT_EXISTS",
      text: ["账号已存在", "Account exists"],
    },
    {
      fields: ["taxKey"],
      while: { taxKey: { not: null }, joinFlag: "N", status: ["ACCOUNT_REVIEW", "INFO_FILLING", "INFO_REVIEW", "RETURNED"] },
      code: "SUP_REG_002",
      text: ["该企业已在系统中，可申请加入企业账号", "This company is already known; you may ask to join its account"],
    },
  ],
  approval: {
    bill: "SUP_REGISTER",
    label: ["供应商注册", "Supplier registration"],
    during: "INFO_REVIEW",
    to: "APPROVED",
    submit: { name: "doSubmitInfo", label: ["提交资料", "Submit documents"], who: "registrant", from: ["INFO_FILLING", "RETURNED"] },
    approve: { name: "doAccepted" },
    // a reviewer who returns or rejects the file ends its approval with it
    reject: { name: "doReturned", from: ["INFO_REVIEW", "RETURNED", "REJECTED"], to: null },
    withdraw: { name: "doTakenBack", from: ["INFO_REVIEW", "INFO_FILLING"], to: null },
    summary: ["registerNo", "companyName", "uscc", "taxNo", "supplierType", "mainProducts", "completeness", "returnTimes"],
  },
  actions: registerActions,
  timed: [
    {
      does: "doExpire",
      in: ["DRAFT"],
      program: "REGISTER_EXPIRE",
      due: { of: ["touchDate", "creationDate"], at: (doc) => shift(doc.touchDate ?? doc.creationDate, { days: draftDays }) },
    },
    { does: "doExpire", in: ["INFO_FILLING", "RETURNED"], after: "dueDate", program: "REGISTER_EXPIRE" },
  ],
  remind: [{ does: "doRemind", in: ["INFO_FILLING", "RETURNED"], before: "dueDate", by: [14, 3], program: "REGISTER_EXPIRE" }],
  sees: { internal: (me) => (me.may("SrmSupRegister", "") ? { status: { not: ["DRAFT"] } } : { id: "-" }), registrant: mine },
  shows: {
    supplier: [
      ...(["id", "registerNo", "companyName", "companyNameEn", "supplierNature", "uscc", "taxNo", "dunsNo", "countryId"] as const),
      ...companyKeys,
      ...(["companyEmail", "username", "contactName", "mobile", "email", "wantedOrgIds", "wantedCategoryIds"] as const),
      ...(["consentVersion", "consentDate", "completeness", "reviewRemarks", "changedPaths", "returnTimes"] as const),
      ...(["submitDate", "infoSubmitDate", "dueDate", "endReason", "fileIds", "status"] as const),
      ...(Object.keys(lines) as (keyof typeof lines)[]),
    ],
  },
  saves: "registrant",
  savesFrom: ["INFO_FILLING", "RETURNED"],
  title: ["registerNo", "companyName"],
  list: [...(["registerNo", "companyName", "uscc", "taxNo", "source", "inviteId", "dupScore", "riskHit", "submitDate", "status"] as const)],
  search: ["companyName", "uscc", "status", "source", "submitDate"],
  order: [["creationDate", "desc"]],
  lists: {
    account: {
      route: "supplierRegisterApproval",
      title: ["注册审批", "Account review"],
      columns: ["registerNo", "companyName", "status", "uscc", "inviteId", "source", "dupScore", "riskHit", "submitDate"],
      search: ["companyName", "uscc", "status", "source", "submitDate"],
      views: {
        waiting: ["待审", "To review", () => ({ status: "ACCOUNT_REVIEW" })],
        hits: [
          "有重复或风险",
          "Duplicates or risks",
          () => ({ status: "ACCOUNT_REVIEW", any: [{ dupScore: { above: 0 } }, { riskHit: "Y" }] }),
        ],
        passed: ["已通过", "Passed", () => ({ status: ["INFO_FILLING", "INFO_REVIEW", "RETURNED", "APPROVED"] })],
        refused: ["已拒绝", "Rejected", () => ({ status: "REJECTED" })],
      },
    },
    info: {
      route: "supplierRegisterInfoApproval",
      title: ["注册信息审批", "Information review"],
      columns: [
        ...(["registerNo", "companyName", "status", "wantedCategoryIds", "completeness", "reviewerId"] as const),
        ...(["infoSubmitDate", "returnTimes", "dueDate"] as const),
      ],
      search: ["companyName", "wantedCategoryIds", "status", "reviewerId"],
      where: () => ({ userId: { not: null } }),
      views: {
        waiting: ["待审", "To review", () => ({ status: "INFO_REVIEW" })],
        mine: ["指派给我", "Assigned to me", (me) => ({ status: "INFO_REVIEW", reviewerId: me.userId })],
        filling: ["填写中", "Filling in", () => ({ status: ["INFO_FILLING", "RETURNED"] })],
        approved: ["已通过", "Approved", () => ({ status: "APPROVED" })],
        ended: ["已结束", "Ended", () => ({ status: ["REJECTED", "EXPIRED", "WITHDRAWN"] })],
      },
    },
  },
  pages: {
    list: "supplierRegisterInfoApproval",
    sections: [
      [
        "登记信息",
        "Registration",
        [
          ...([
            "registerNo",
            "companyName",
            "companyNameEn",
            "supplierNature",
            "uscc",
            "taxNo",
            "dunsNo",
            "supplierType",
            "shortName",
          ] as const),
          ...(["legalPerson", "legalPersonId", "registeredCapital", "capitalCurrency", "establishDate"] as const),
          ...(["licenseValidTo", "longTermFlag", "countryId", "provinceId", "cityId", "registeredAddress"] as const),
        ],
      ],
      [
        "经营情况",
        "Business",
        [
          ...(["mainProducts", "businessScope", "companyPhone", "companyEmail", "website", "employeeCount", "factoryArea"] as const),
          ...(["annualRevenue", "revenueYear", "listedFlag", "groupName"] as const),
        ],
      ],
      [
        "账号与意向",
        "Account and preferences",
        [
          ...(["username", "contactName", "mobile", "email", "wantedCategoryIds", "wantedOrgIds"] as const),
          ...(["consentVersion", "consentDate", "consentIp"] as const),
        ],
      ],
      [
        "过程",
        "Progress",
        [
          ...(["source", "inviteId", "leadId", "joinFlag", "submitDate", "infoSubmitDate", "dueDate", "reviewerId"] as const),
          ...([
            "returnTimes",
            "completeness",
            "dupScore",
            "dupJudgement",
            "riskHit",
            "endReason",
            "joinedSupplierId",
            "supplierId",
            "userId",
          ] as const),
        ],
      ],
    ],
  },
  codes: { notFound, state: wrongStage },
});
