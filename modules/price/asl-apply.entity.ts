import { action, entity } from "#kernel/entity.ts";
import { code, date, files, int, longtext, pick, ref, refs, yn } from "#kernel/field.ts";
import { purchaseCodes } from "#modules/demand/index.ts";
import { allowFields, limitFields, namedOn, ofCategory, ofItem, sourceFields, subjectFields } from "./asl.fields.ts";

/** One supplier that is to be put on one list. */
export const aslApplyLine = entity("SrmPurAslApplyLine", "货源申请行", "ASL application line", {
  fields: {
    ...subjectFields,
    ...sourceFields,
    aslStatus: pick("申请状态", "Status asked", "PUR_ASL_STATUS", { initial: "APPROVED" }),
    startDate: date("生效日期", "Valid from"),
    endDate: date("失效日期", "Valid to", { optional: true }),
    ...limitFields,
    ...allowFields,
    duplicateFlag: yn("已存在", "Exists already", { computed: true, initial: "N" }),
  },
  requires: { itemId: ofItem, categoryId: ofCategory },
  holds: { validPeriod: ["startDate", "<=", "endDate"] },
  sees: {},
  title: ["supplierId", "itemId"],
  list: [
    ...(["aslLevel", "itemId", "categoryId", "supplierId", "supplierSiteId", "aslStatus", "startDate", "endDate", "moq", "mpq"] as const),
    ...(["leadTimeDays", "overTolerance", "underTolerance", "allowInquiry", "allowOrder", "allowDelivery"] as const),
    ...(["inspectionLevel", "supplierItemCode", "manufacturerName", "duplicateFlag"] as const),
  ],
  codes: purchaseCodes,
});

/** An application to put suppliers on the approved list; its approval puts them there. */
export const aslApply = entity("SrmPurAslApply", "货源申请单", "ASL application", {
  fields: {
    applyNum: code("申请单号", "Application no.", { max: 40, computed: true, optional: true }),
    orgId: ref("BaseOrganization", "组织", "Organisation"),
    applyReason: longtext("申请原因", "Reason", { max: 500 }),
    applyUserId: ref("BaseUsers", "申请人", "Applicant", { computed: true, optional: true }),
    applyDate: date("申请日期", "Applied on", { computed: true, optional: true }),
    slcQualifiedId: ref("SrmSlcQualifiedSupplier", "合格供应商单", "Qualified-supplier bill", { computed: true, optional: true }),
    supplierIds: refs("SrmSupInfo", "供应商", "Suppliers", { computed: true, optional: true }),
    itemIds: refs("SrmBaseItem", "物料", "Items", { computed: true, optional: true }),
    lineCount: int("行数", "Lines", { computed: true, initial: 0 }),
    fileIds: files("附件", "Files", {
      optional: true,
      max: 20,
      hint: ["审核报告、PPAP、样品报告", "Audit, PPAP and sample reports"],
    }),
    status: pick("状态", "Status", "PUR_DOC_STATUS", { computed: true }),
  },
  lines: { lines: aslApplyLine },
  number: ["applyNum", "AA{yyyyMMdd}{0001}"],
  unique: [{ fields: ["slcQualifiedId"], while: { slcQualifiedId: { not: null } } }],
  stateLookup: "PUR_DOC_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVING: ["审批中", "In approval", "waiting"],
    APPROVED: ["已批准", "Approved", "done"],
    REJECTED: ["已驳回", "Rejected", "refused"],
  },
  computes: {
    lineCount: (doc) => doc.lines.length,
    supplierIds: (doc) => namedOn(doc.lines, "supplierId"),
    itemIds: (doc) => namedOn(doc.lines, "itemId"),
  },
  shownWhen: { slcQualifiedId: (doc) => Boolean(doc.slcQualifiedId) },
  actions: {
    doSubmit: action("提交", "Submit", {
      button: "btnSubmit",
      who: "internal",
      from: ["DRAFT", "REJECTED"],
      to: "APPROVING",
      tone: "primary",
      approval: {
        bill: "PUR_ASL_APPLY",
        label: ["货源申请", "ASL application"],
        approve: "doApproval",
        reject: "doReject",
        withdraw: "doWithdraw",
        org: "orgId",
        summary: ["applyNum", "orgId", "applyReason", "applyUserId", "lineCount", "slcQualifiedId"],
      },
    }),
    doApproval: action("批准", "Approve", { button: "btnApproval", who: "system", from: ["APPROVING"], to: "APPROVED", quiet: true }),
    doReject: action("驳回", "Reject", { button: "btnReject", who: "system", from: ["APPROVING"], to: "REJECTED", quiet: true }),
    doWithdraw: action("撤回", "Withdraw", { button: "btnWithdraw", who: "system", from: ["APPROVING"], to: "DRAFT", quiet: true }),
  },
  sees: { internal: (me) => ({ orgId: me.orgs }) },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["applyNum"],
  list: ["applyNum", "orgId", "applyUserId", "supplierIds", "lineCount", "status", "applyDate", "applyReason", "slcQualifiedId"],
  search: ["applyNum", "orgId", "supplierIds", "itemIds", "status", "applyUserId", "applyDate"],
  order: [["id", "desc"]],
  views: {
    draft: ["拟定", "Draft", () => ({ status: ["DRAFT", "REJECTED"] })],
    approving: ["审批中", "In approval", () => ({ status: "APPROVING" })],
    approved: ["已批准", "Approved", () => ({ status: "APPROVED" })],
  },
  pages: {
    list: "purAslApplyList",
    edit: "aslApplyManage/AslApplyEdit",
    sections: [["申请", "Application", ["applyNum", "orgId", "applyUserId", "applyDate", "lineCount", "slcQualifiedId", "applyReason"]]],
  },
  codes: purchaseCodes,
});
