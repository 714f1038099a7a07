import { action, entity, type Me, type Where } from "#kernel/entity.ts";
import { code, date, datetime, files, longtext, pick, ref, text, yn } from "#kernel/field.ts";
import { notFound } from "./common.ts";

const within = (me: Me): Where => (me.orgs === "all" ? {} : { orgId: me.orgs });

/** Something an inspection found. It lives beside its inspection: written while others score, shown to the supplier once approved. */
export const inspectFinding = entity("SrmSlcLocaleInspectFinding", "考察发现项", "Inspection finding", {
  fields: {
    inspectId: ref("SrmSlcLocaleInspect", "考察单", "Inspection", { fixed: "create" }),
    inspectNo: code("考察单号", "Inspection no.", { computed: true, optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", { merging: "carry", computed: true, optional: true }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { computed: true, optional: true }),
    level: pick("级别", "Level", "FINDING_LEVEL", { initial: "MINOR" }),
    section: text("板块", "Section", { max: 80, optional: true }),
    description: longtext("描述", "Description", { max: 2000 }),
    dueDate: date("整改期限", "Due"),
    fileIds: files("现场照片", "Photos", { optional: true, max: 9 }),
    innerRemark: text("内部备注", "Internal remark", { max: 500, optional: true }),
    supplierReply: longtext("整改回复", "Corrective reply", { max: 2000, computed: true, optional: true }),
    replyFiles: files("回复附件", "Reply files", { computed: true, optional: true, max: 9 }),
    replyDate: datetime("回复时间", "Replied", { computed: true, optional: true }),
    verifyResult: pick("验证结果", "Verified", "OK_NG", { computed: true, optional: true }),
    verifyRemark: text("验证意见", "Verification note", { max: 500, computed: true, optional: true }),
    verifyBy: ref("BaseUsers", "验证人", "Verified by", { computed: true, optional: true }),
    verifyDate: datetime("验证时间", "Verified at", { computed: true, optional: true }),
    releasedFlag: yn("已告知供应商", "Shown to the supplier", { computed: true, initial: "N" }),
    findingStatus: pick("状态", "Status", "FINDING_STATUS", { computed: true }),
  },
  stateField: "findingStatus",
  stateLookup: "FINDING_STATUS",
  states: {
    OPEN: ["待整改", "Open", "waiting"],
    REPLIED: ["已回复", "Answered", "running"],
    CLOSED: ["已关闭", "Closed", "done"],
    REOPENED: ["重新打开", "Reopened", "refused"],
  },
  actions: {
    doReply: action("整改回复", "Reply", {
      button: "btnRectifyReply",
      who: "system",
      quiet: true,
      from: ["OPEN", "REOPENED"],
      to: "REPLIED",
      input: {
        supplierReply: longtext("整改回复", "Corrective reply", { max: 2000 }),
        replyFiles: files("回复附件", "Reply files", { optional: true, max: 9 }),
      },
    }),
    doJudge: action("验证", "Verify", {
      button: "btnVerify",
      who: "system",
      quiet: true,
      from: ["OPEN", "REPLIED", "REOPENED"],
      input: {
        verifyResult: pick("验证结果", "Verified", "OK_NG"),
        verifyRemark: text("验证意见", "Verification note", { max: 500, optional: true }),
        dueDate: date("新的期限", "New due date", { optional: true }),
      },
    }),
    doRelease: action("告知供应商", "Show to the supplier", { button: "btnApproval", who: "system", quiet: true }),
  },
  sees: {
    internal: (me) => within(me),
    supplier: (me) => ({ supplierId: me.supplierId ?? "-", releasedFlag: "Y" }),
  },
  shows: {
    supplier: [
      ...(["inspectId", "inspectNo", "supplierId", "level", "section", "description", "dueDate", "fileIds"] as const),
      ...(["supplierReply", "replyFiles", "replyDate", "verifyResult", "verifyRemark", "verifyDate", "findingStatus"] as const),
    ],
  },
  saves: "internal",
  savesFrom: ["OPEN"],
  deletes: "internal",
  deletesFrom: ["OPEN"],
  title: ["inspectNo", "description"],
  list: ["level", "section", "description", "dueDate", "supplierReply", "verifyResult", "verifyRemark", "findingStatus"],
  search: ["inspectId", "inspectNo", "supplierId", "level", "findingStatus", "dueDate"],
  order: [["id", "asc"]],
  pages: {
    sections: [["发现项", "Finding", ["level", "section", "dueDate", "description", "innerRemark"]]],
  },
  codes: notFound,
});
