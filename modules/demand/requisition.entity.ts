import { sum } from "#kernel/decimal.ts";
import { entity, type Me, type Where } from "#kernel/entity.ts";
import { code, date, files, longtext, money, pick, rate, ref, text, yn } from "#kernel/field.ts";
import { purchaseCodes } from "./common.ts";
import { requisitionActions } from "./requisition.actions.ts";
import { requisitionLine } from "./requisition-line.entity.ts";
import { targetRel } from "./target-rel.entity.ts";

const name = "SrmPurRequisitionHeader";

/** The buttons of those who buy. */
const desk = ["btnReturn", "btnAssignBuyer", "btnToOrder", "btnToDemandSummary"];

/** Whoever asks for goods and does not buy them sees what he made or is named on; everybody else what his organisations show; permits by category are judged on the lines, of all. */
function seen(me: Me): Where {
  const own: Where = { any: [{ createdBy: me.userId }, { requesterId: me.userId }] };
  if (me.may(name, "btnAdd") && !desk.some((button) => me.may(name, button))) return own;
  return { orgId: me.orgs };
}

/** What somebody needs: asked for, approved, and followed until it is ordered, cancelled or closed. */
export const requisition = entity("SrmPurRequisitionHeader", "采购申请", "Requisition", {
  fields: {
    requisitionNum: code("申请单号", "Requisition no.", { max: 40, computed: true, optional: true }),
    billTypeId: ref("SrmBasePurchaseBillType", "单据类型", "Document type", {
      optional: true,
      pick: { billCategory: "REQUISITION", status: "EFFECTIVE" },
      fits: ["documentTypes", "orgId"],
      begins: { where: { defaultFlag: "Y" } },
      hint: ["不填取默认类型", "Empty: the default type"],
    }),
    requisitionType: pick("申请类别", "Type", "PUR_REQ_TYPE", { initial: "MATERIAL" }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { pick: { enabledFlag: "Y" }, begins: { of: "requesterId", field: "orgId" } }),
    deptId: ref("BaseDepartment", "部门", "Department", { optional: true, pick: { enabledFlag: "Y" }, fits: ["works", "orgId"] }),
    requesterId: ref("BaseUsers", "申请人", "Requester", { optional: true, pick: { userStatus: "ACTIVE" }, begins: "me" }),
    requestDate: date("申请日期", "Request date", { optional: true, begins: "today" }),
    urgency: pick("紧急程度", "Urgency", "PUR_URGENCY", { initial: "NORMAL" }),
    urgencyReason: text("特急原因", "Why critical", { max: 300, optional: true }),
    currency: pick("币种", "Currency", "CURRENCY", { initial: "CNY" }),
    exchangeRate: rate("汇率", "Rate", { computed: true, optional: true }),
    totalAmount: money("预估金额", "Estimated amount", { computed: true, initial: "0", currency: "currency" }),
    planId: ref("SrmPurProcurementPlan", "采购计划", "Procurement plan", {
      optional: true,
      pick: { status: "APPROVED" },
      within: { orgId: "orgId" },
    }),
    planException: yn("超计划", "Over plan", { computed: true, initial: "N" }),
    sourceType: pick("来源", "Source", "PUR_REQ_SOURCE", { computed: true, initial: "MANUAL" }),
    sourceNum: text("来源单号", "Source no.", { max: 60, computed: true, optional: true }),
    returnReason: text("退回原因", "Reason for return", { max: 500, computed: true, optional: true }),
    closeReason: text("关闭原因", "Reason for closing", { max: 500, computed: true, optional: true }),
    remark: longtext("备注", "Remark", { max: 1000, optional: true }),
    fileIds: files("附件", "Files", { optional: true, max: 20 }),
    status: pick("状态", "Status", "PUR_REQ_STATUS", { computed: true }),
  },
  lines: { lines: requisitionLine },
  owns: { rels: targetRel },
  number: ["requisitionNum", "PR{yyyyMMdd}{0001}"],
  stateLookup: "PUR_REQ_STATUS",
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVED: ["已批准", "Approved", "running"],
    RETURNED: ["已退回", "Returned", "refused"],
    PARTIAL: ["部分执行", "Partial", "running"],
    COMPLETED: ["执行完成", "Completed", "done"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
    CLOSED: ["已关闭", "Closed", "ended"],
  },
  computes: { totalAmount: (doc) => sum(doc.lines.map((line: { estAmount: string | null }) => line.estAmount ?? "0")) },
  requires: { urgencyReason: (doc) => doc.urgency === "CRITICAL" },
  shownWhen: {
    urgencyReason: (doc) => doc.urgency === "CRITICAL",
    returnReason: (doc) => Boolean(doc.returnReason),
    closeReason: (doc) => Boolean(doc.closeReason),
    sourceNum: (doc) => Boolean(doc.sourceNum),
  },
  approval: {
    bill: "PUR_REQUISITION",
    to: "APPROVED",
    submit: { from: ["DRAFT", "REJECTED", "RETURNED"], batch: "each" },
    amount: "totalAmount",
    currency: "currency",
    rate: { field: "exchangeRate", day: "requestDate" },
    org: "orgId",
    summary: [
      ...(["requisitionNum", "requisitionType", "orgId", "deptId", "requesterId", "urgency", "urgencyReason"] as const),
      ...(["totalAmount", "planException", "remark"] as const),
    ],
  },
  actions: requisitionActions,
  sees: { internal: seen },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED", "RETURNED"],
  deletes: "internal",
  deletesFrom: ["DRAFT"],
  title: ["requisitionNum"],
  list: [
    ...(["requisitionNum", "status", "totalAmount", "requesterId", "deptId", "requestDate", "urgency", "requisitionType"] as const),
    ...(["orgId", "currency", "sourceType"] as const),
  ],
  search: [
    ...(["requisitionNum", "lines.itemId", "lines.categoryId", "requesterId", "lines.buyerId", "lines.needByDate", "status"] as const),
    ...(["deptId", "orgId", "requisitionType", "urgency", "requestDate"] as const),
  ],
  order: [["id", "desc"]],
  views: {
    draft: ["拟定", "Draft", () => ({ status: ["DRAFT", "REJECTED", "RETURNED"] })],
    approving: ["审批中", "In approval", () => ({ status: "APPROVING" })],
    running: ["执行中", "In progress", () => ({ status: ["APPROVED", "PARTIAL"] })],
    done: ["已结束", "Ended", () => ({ status: ["COMPLETED", "CANCELLED", "CLOSED"] })],
  },
  pages: {
    list: "purchaseRequisitionList",
    edit: "purRequisitionManage/purRequisitionEdit",
    key: "totalAmount",
    sections: [
      ["基本信息", "Basics", ["requisitionNum", "billTypeId", "requisitionType", "orgId", "deptId", "requesterId", "requestDate"]],
      [
        "需求",
        "Need",
        ["urgency", "urgencyReason", "currency", "exchangeRate", "totalAmount", "planId", "planException", "sourceType", "sourceNum"],
      ],
      ["说明", "Notes", ["returnReason", "closeReason", "remark"]],
    ],
  },
  codes: purchaseCodes,
});
