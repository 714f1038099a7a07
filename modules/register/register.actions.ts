import { action } from "#kernel/entity.ts";
import { code, longtext, payload, pick, ref, refs, text } from "#kernel/field.ts";
import { countries, enabled } from "./common.ts";

const visitor = { fixed: "create" } as const;

/** What is asked at the door, before anybody has looked. */
export const doorFields = {
  companyName: text("企业名称", "Company name", { max: 200 }),
  companyNameEn: text("企业英文名称", "English name", { max: 200, optional: true }),
  supplierNature: pick("供应商性质", "Nature", "SUP_NATURE", { ...visitor, initial: "MAINLAND" }),
  uscc: code("统一社会信用代码", "Credit code", { max: 18, ...visitor, optional: true }),
  taxNo: text("税号", "Tax no.", { max: 40, ...visitor, optional: true }),
  countryId: ref("SrmBaseDistrict", "国家", "Country", { pick: countries }),
  username: text("账号", "User name", { max: 60, ...visitor, format: "account" }),
  contactName: text("联系人", "Contact", { max: 60, ...visitor }),
  mobile: text("手机", "Mobile", { max: 30, ...visitor, format: "phone", optional: true }),
  email: text("邮箱", "E-mail", { max: 120, ...visitor, format: "email", optional: true }),
  wantedOrgIds: refs("BaseOrganization", "意向组织", "Preferred organisations", { optional: true, pick: enabled }),
  wantedCategoryIds: refs("SrmBasePurchaseCategory", "意向品类", "Preferred categories", { optional: true, pick: enabled }),
} as const;

/** What may be done with a registration, by whom and when. */
export const registerActions = {
  doEnrol: action("填写注册", "Enrol", {
    button: "btnSubmit",
    who: "system",
    from: ["DRAFT"],
    creates: true,
    quiet: true,
    input: { ...doorFields, door: payload("登记", "Registration") },
  }),
  doRedraft: action("修改注册", "Rewrite", {
    button: "btnSubmit",
    who: "system",
    from: ["DRAFT"],
    quiet: true,
    input: { ...doorFields, door: payload("登记", "Registration") },
  }),
  doSubmit: action("提交注册", "Submit registration", { button: "btnSubmit", who: "system", from: ["DRAFT"], quiet: true }),
  doApproval: action("通过", "Approve", {
    button: "btnApproval",
    who: "internal",
    from: ["ACCOUNT_REVIEW", "INFO_REVIEW"],
    tone: "primary",
    // a file is decided where it is read, on its review page, or by its approval: beside the list one of the two is enough
    offered: (row) => row["status"] === "ACCOUNT_REVIEW",
    input: {
      opinion: text("意见", "Comment", { max: 500, optional: true }),
      dupJudgement: text("查重结论", "Duplicate assessment", { max: 300, optional: true }),
    },
  }),
  doReject: action("拒绝", "Reject", {
    button: "btnReject",
    who: "internal",
    from: ["ACCOUNT_REVIEW", "INFO_REVIEW"],
    to: "REJECTED",
    tone: "danger",
    input: { opinion: longtext("原因", "Reason", { max: 500 }) },
  }),
  joinExisting: action("并入现有供应商", "Join an existing supplier", {
    button: "btnJoinExisting",
    who: "internal",
    from: ["ACCOUNT_REVIEW"],
    to: "REJECTED",
    input: { supplierId: ref("SrmSupInfo", "供应商", "Supplier", { pick: { infoStatus: "EFFECTIVE" } }) },
  }),
  doRecheck: action("重新核查", "Check again", { button: "btnRecheck", who: "internal", from: ["ACCOUNT_REVIEW", "INFO_REVIEW"] }),
  /** What the register says fills in what the applicant has not said yet. */
  doLookedUp: action("带入外部信息", "External data received", {
    button: "btnRecheck",
    who: "system",
    from: ["DRAFT", "ACCOUNT_REVIEW", "INFO_FILLING", "INFO_REVIEW", "RETURNED", "APPROVED", "REJECTED", "WITHDRAWN", "EXPIRED"],
    quiet: true,
    input: { facts: payload("应答", "Answer") },
  }),
  doAssign: action("指派", "Assign", {
    button: "btnAssign",
    who: "internal",
    from: ["INFO_FILLING", "INFO_REVIEW", "RETURNED"],
    batch: "each",
    input: { reviewerId: ref("BaseUsers", "审核人", "Reviewer", { pick: { userType: "INTERNAL", userStatus: "ACTIVE" } }) },
  }),
  doMark: action("保存审核意见", "Keep remarks", {
    button: "btnReturn",
    who: "internal",
    from: ["INFO_REVIEW"],
    quiet: true,
    input: {
      remarks: payload("意见", "Remarks", { optional: true }),
      ticks: payload("已核对", "Checked", { optional: true }),
    },
  }),
  doReturn: action("退回补充", "Return", {
    button: "btnReturn",
    who: "internal",
    from: ["INFO_REVIEW"],
    to: "RETURNED",
    tone: "danger",
    quiet: true,
    input: {
      remarks: payload("意见", "Remarks", { optional: true }),
      opinion: text("总体意见", "Comment", { max: 500, optional: true }),
    },
  }),
  doWithdraw: action("撤回", "Withdraw", {
    button: "btnWithdraw",
    who: "registrant",
    from: ["ACCOUNT_REVIEW", "INFO_REVIEW"],
  }),
  doRemind: action("提醒", "Remind", { button: "btnAssign", who: "system", from: ["INFO_FILLING", "RETURNED"], quiet: true }),
  doExpire: action("过期", "Expire", {
    button: "btnReject",
    who: "system",
    from: ["DRAFT", "INFO_FILLING", "RETURNED"],
    to: "EXPIRED",
    quiet: true,
  }),
};
