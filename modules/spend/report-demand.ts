import { date } from "#kernel/field.ts";
import type { ReportShape } from "#kernel/report.ts";
import { span, orgId, categoryId, person, buyerId, deptId, column, linked } from "./report-words.ts";

/** Reports about demand, sources and how carefully documents are made. */
export const demandShapes = {
  requisitionOrder: {
    route: "purRequisitionPoReport",
    call: "getRequisitionPo",
    label: ["申请转订单", "Requisitions to orders"],
    formula: [
      "转化率 = 已下单 ÷（申请 − 取消）；天数为工作日：申请至批准、批准至首张订单；小时为订单发布至供应商确认；逾期 = 今天已过需求日期且仍有未清数量的行。",
      "Conversion = ordered ÷ (requested − cancelled); days are working days: request to approval, approval to the first order; hours from publishing to the supplier's confirmation; overdue = lines past their need date with quantity open.",
    ],
    filters: { ...span, orgId, deptId, buyerId, categoryId },
    columns: [
      linked(column("name", "采购员", "Buyer", undefined, 160)),
      column("lines", "申请行", "Lines", "int"),
      column("requested", "申请数量", "Requested", "qty", 120),
      column("ordered", "已下单", "Ordered", "qty", 120),
      column("rate", "转化率", "Conversion", "percent", 100),
      column("approveDays", "批准天数", "Approval days", "number", 130),
      column("orderDays", "下单天数", "Days to order", "number", 130),
      column("confirmHours", "确认小时", "Hours to confirm", "number", 150),
      column("overdue", "逾期行", "Overdue", "int"),
    ],
  },
  sources: {
    route: "QualifiedSupplierReport",
    call: "getQualifiedSupplier",
    label: ["合格货源覆盖", "Source coverage"],
    formula: [
      "范围内的有效物料（按业务实体）在所选日期有几家合格或试用货源（物料清单优先于品类清单）；独家率 = 仅一家 ÷ 有货源；12 个月无入库的准入列为闲置；清单外采购按最近 12 个月订单。",
      "How many approved or trial sources active items of each business unit have on the day (an item list goes before the list of its category); single-source rate = one source ÷ any source; approvals without a receipt in 12 months are idle; buying outside the list counts orders of the last 12 months.",
    ],
    filters: { asOfDate: date("日期", "As of", { optional: true }), orgId, categoryId },
    columns: [
      linked(column("name", "品类", "Category", undefined, 220)),
      column("items", "物料数", "Items", "int"),
      column("none", "无货源", "No source", "int"),
      column("single", "一家", "One", "int"),
      column("several", "两家及以上", "Two or more", "int", 120),
      column("singleRate", "独家率", "Single-source rate", "percent", 150),
      column("expiring30", "30天内到期", "Ends ≤ 30 days", "int", 130),
      column("expiring60", "60天内到期", "Ends ≤ 60 days", "int", 130),
      column("expiring90", "90天内到期", "Ends ≤ 90 days", "int", 130),
      column("idle", "闲置准入", "Unused approvals", "int", 140),
      column("offAmount", "清单外金额", "Outside the list", "money"),
      column("offShare", "清单外占比", "Outside share", "percent", 120),
    ],
  },
  accuracy: {
    route: "purDocumentAccuracyReport",
    call: "getPurDocumentAccuracy",
    label: ["单据准确率", "Document accuracy"],
    formula: [
      "无差错 = 从未被驳回、退回、因录入错误变更、批准后取消或冲销；准确率 = 无差错 ÷ 总数。按单据创建日期。",
      "Clean = never rejected, returned, changed for a clerical cause, cancelled after approval or reversed; accuracy = clean ÷ total. By the day a document was made.",
    ],
    filters: { ...span, orgId, deptId, personId: person("人员", "Person") },
    columns: [
      { ...column("docType", "单据", "Document", undefined, 140), lookup: "SPEND_DOC" },
      linked(column("name", "人员", "Person", undefined, 160)),
      column("total", "总数", "Total", "int"),
      column("clean", "无差错", "Clean", "int"),
      column("accuracy", "准确率", "Accuracy", "percent"),
      column("rejected", "驳回", "Rejected", "int"),
      column("returned", "退回", "Returned", "int"),
      column("changed", "变更", "Changed", "int"),
      column("cancelled", "取消", "Cancelled", "int"),
      column("reversed", "冲销", "Reversed", "int"),
    ],
  },
  requisition: {
    route: "purRequisitionReport",
    call: "getPurRequisition",
    label: ["采购申请分析", "Requisitions"],
    formula: [
      "未清金额 = 预估单价 × 未清数量；账龄自批准日起按日历天分档。",
      "Open amount = estimated price × open quantity; ages count calendar days since approval.",
    ],
    filters: { ...span, orgId, deptId, requesterId: person("申请人", "Requester"), buyerId, categoryId },
    columns: [
      linked(column("requisitionNum", "申请单号", "Requisition no.", undefined, 150)),
      column("lineNum", "行", "Line", "int", 60),
      { ...column("lineStatus", "状态", "Status"), lookup: "PUR_REQ_LINE_STATUS", width: 110 },
      column("itemName", "物料", "Item", undefined, 200),
      column("requester", "申请人", "Requester", undefined, 110),
      column("buyer", "采购员", "Buyer", undefined, 110),
      column("needByDate", "需求日期", "Need by", "date", 110),
      column("requested", "申请数量", "Requested", "qty", 110),
      column("open", "未清数量", "Open", "qty", 110),
      column("amount", "预估金额", "Estimated", "money"),
      column("openAmount", "未清金额", "Open amount", "money"),
      column("age", "账龄(天)", "Age (days)", "int"),
      column("bucket", "分档", "Bucket", undefined, 90),
    ],
  },
} as const satisfies Readonly<Record<string, ReportShape>>;
