import { lookup, type Lookup } from "#kernel/module.ts";
import type { Text } from "#kernel/text.ts";

/** The words that several areas of purchasing share, and those of the requisition. */
export const sharedLookups: Readonly<Record<string, Lookup>> = {
  PUR_DOC_STATUS: lookup("采购单据状态", "Purchasing document status", {
    DRAFT: ["拟定", "Draft"],
    APPROVING: ["审批中", "In approval"],
    APPROVED: ["已批准", "Approved"],
    REJECTED: ["已驳回", "Rejected"],
    CANCELLED: ["已取消", "Cancelled"],
    CLOSED: ["已关闭", "Closed"],
    ABOLISHED: ["已作废", "Voided"],
  }),
  PUR_URGENCY: lookup("紧急程度", "Urgency", {
    NORMAL: ["普通", "Normal"],
    URGENT: ["紧急", "Urgent"],
    CRITICAL: ["特急", "Critical"],
  }),
  PUR_TARGET_TYPE: lookup("需求去向", "Target type", {
    DEMAND_SUMMARY: ["需求汇总", "Demand summary"],
    INQUIRY: ["询价", "Inquiry"],
    AUCTION: ["竞价", "Auction"],
    BIDDING: ["招标", "Bidding"],
    COMPETE: ["竞争性谈判", "Competitive quoting"],
    AGREEMENT: ["协议", "Agreement"],
    CONTRACT: ["合同", "Contract"],
    CATALOG: ["商城", "Catalogue"],
    ORDER: ["订单", "Order"],
  }),
  PUR_REL_STATUS: lookup("需求占用状态", "Relation status", {
    OCCUPIED: ["占用", "Reserved"],
    ORDERED: ["已下单", "Ordered"],
    MOVED: ["已转移", "Moved"],
    RELEASED: ["已释放", "Released"],
  }),
  PUR_PRICE_SOURCE: lookup("价格来源", "Price source", {
    INQUIRY: ["询价", "Inquiry"],
    AUCTION: ["竞价", "Auction"],
    BIDDING: ["招标", "Bidding"],
    COMPETE: ["竞谈", "Competitive quoting"],
    CONTRACT: ["合同", "Contract"],
    AGREEMENT: ["协议", "Agreement"],
    PRICE_LIST: ["价格库", "Price list"],
    CATALOG: ["商城", "Catalogue"],
    MANUAL: ["手工", "Manual"],
  }),
  PUR_PRICE_TYPE: lookup("价格类型", "Price type", {
    STANDARD: ["标准", "Standard"],
    OUTSOURCE: ["委外", "Outsourcing"],
    SAMPLE: ["样品", "Sample"],
    CONSIGN: ["寄售", "Consignment"],
  }),
  PUR_SIDE: lookup("买卖方", "Side", { BUYER: ["采购方", "Buyer"], SUPPLIER: ["供应方", "Supplier"] }),
  PUR_PROGRESS: lookup("进度", "Progress", { NONE: ["未开始", "Not started"], PARTIAL: ["部分", "Partial"], FULL: ["全部", "Full"] }),
  PUR_LEDGER_OWNER: lookup("台账对象", "Ledger owner", {
    REQ_LINE: ["申请行", "Requisition line"],
    AGR_HEADER: ["协议", "Agreement"],
    AGR_LINE: ["协议行", "Agreement line"],
    AGR_ORG: ["协议组织", "Agreement organisation"],
    ORDER_DELIVERY: ["交货行", "Schedule"],
    NOTICE_LINE: ["通知行", "Notice line"],
    NOTE_LINE: ["送货单行", "Note line"],
    PLAN_LINE: ["计划行", "Plan line"],
  }),
};

/** The words of the requisition alone. */
export const requisitionLookups: Readonly<Record<string, Lookup>> = {
  PUR_REQ_TYPE: lookup("申请类别", "Requisition type", {
    MATERIAL: ["生产物料", "Material"],
    ASSET: ["资产", "Asset"],
    SERVICE: ["服务", "Service"],
    OUTSOURCE: ["委外", "Outsourcing"],
    SAMPLE: ["样品", "Sample"],
    MOULD: ["模具", "Mould"],
  }),
  PUR_REQ_STATUS: lookup("申请状态", "Requisition status", {
    DRAFT: ["拟定", "Draft"],
    APPROVING: ["审批中", "In approval"],
    APPROVED: ["已批准", "Approved"],
    REJECTED: ["已驳回", "Rejected"],
    RETURNED: ["已退回", "Returned"],
    PARTIAL: ["部分执行", "Partial"],
    COMPLETED: ["执行完成", "Completed"],
    CANCELLED: ["已取消", "Cancelled"],
    CLOSED: ["已关闭", "Closed"],
  }),
  PUR_REQ_LINE_STATUS: lookup("申请行状态", "Requisition line status", {
    DRAFT: ["拟定", "Draft"],
    OPEN: ["待执行", "Open"],
    PARTIAL: ["部分下单", "Partial"],
    ORDERED: ["已下单", "Ordered"],
    RETURNED: ["已退回", "Returned"],
    CANCELLED: ["已取消", "Cancelled"],
    CLOSED: ["已关闭", "Closed"],
  }),
  PUR_REQ_SOURCE: lookup("申请来源", "Requisition source", {
    MANUAL: ["手工", "Manual"],
    ERP: ["接口", "ERP"],
    PLAN: ["采购计划", "Procurement plan"],
    CUSTOMER_ORDER: ["客户订单", "Customer order"],
    CATALOG: ["商城", "Catalogue"],
    IMPORT: ["导入", "Import"],
  }),
};

/** The name of a requisition line's status. */
export const lineStatusText = (status: string): Text => requisitionLookups["PUR_REQ_LINE_STATUS"]!.values[status] ?? [status, status];
