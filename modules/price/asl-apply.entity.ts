import { entity } from "#kernel/entity.ts";
import { code, date, files, longtext, pick, ref, yn } from "#kernel/field.ts";
import { purchaseCodes } from "#modules/demand/index.ts";
import { aslDocument, namedFields, statusField } from "./asl-document.ts";
import { allowFields, limitFields, ofCategory, ofItem, sourceFields, subjectFields } from "./asl.fields.ts";

/** One supplier that is to be put on one list. */
export const aslApplyLine = entity("SrmPurAslApplyLine", "货源申请行", "ASL application line", {
  fields: {
    ...subjectFields,
    ...sourceFields,
    aslStatus: pick("申请状态", "Requested status", "PUR_ASL_STATUS", { initial: "APPROVED" }),
    startDate: date("生效日期", "Valid from"),
    endDate: date("失效日期", "Valid to", { optional: true }),
    ...limitFields,
    ...allowFields,
    duplicateFlag: yn("已存在", "Already exists", { computed: true, initial: "N" }),
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
    orgId: ref("BaseOrganization", "组织", "Organisation", { pick: { enabledFlag: "Y" } }),
    applyReason: longtext("申请原因", "Reason", { max: 500 }),
    applyUserId: ref("BaseUsers", "申请人", "Applicant", { computed: true, optional: true }),
    applyDate: date("申请日期", "Applied on", { computed: true, optional: true }),
    slcQualifiedId: ref("SrmSlcQualifiedSupplier", "合格供应商单", "Qualified supplier application", { computed: true, optional: true }),
    ...namedFields,
    fileIds: files("附件", "Files", {
      optional: true,
      max: 20,
      hint: ["审核报告、PPAP、样品报告", "Audit, PPAP and sample reports"],
    }),
    status: statusField,
  },
  lines: { lines: aslApplyLine },
  number: ["applyNum", "AA{yyyyMMdd}{0001}"],
  unique: [{ fields: ["slcQualifiedId"], while: { slcQualifiedId: { not: null } } }],
  ...aslDocument,
  shownWhen: { slcQualifiedId: (doc) => Boolean(doc.slcQualifiedId) },
  approval: {
    bill: "PUR_ASL_APPLY",
    label: ["货源申请", "ASL application"],
    to: "APPROVED",
    org: "orgId",
    summary: ["applyNum", "orgId", "applyReason", "applyUserId", "lineCount", "slcQualifiedId"],
  },
  title: ["applyNum"],
  list: ["applyNum", "orgId", "applyUserId", "supplierIds", "lineCount", "status", "applyDate", "applyReason", "slcQualifiedId"],
  search: ["applyNum", "orgId", "lines.supplierId", "lines.itemId", "status", "applyUserId", "applyDate"],
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
});
