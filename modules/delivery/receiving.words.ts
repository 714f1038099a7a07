import { lookup, type Lookup } from "#kernel/module.ts";

/** What receipts, write-offs and warehouse movements are called. */
export const receivingLookups: Readonly<Record<string, Lookup>> = {
  PUR_RECEIVE_TYPE: lookup("接收类型", "Receipt type", {
    NOTE: ["送货单", "Delivery note"],
    ORDER: ["订单", "Order"],
    SERVICE: ["服务验收", "Service acceptance"],
    CONSIGN_USE: ["寄售耗用", "Consignment use"],
  }),
  PUR_RECEIVE_STATUS: lookup("接收单状态", "Receipt status", {
    DRAFT: ["拟定", "Draft"],
    INSPECTING: ["待检", "Waiting for inspection"],
    POSTED: ["已过账", "Posted"],
    CANCELLED: ["已取消", "Cancelled"],
  }),
  PUR_RECEIVE_SOURCE: lookup("接收来源", "Source of the receipt", {
    MANUAL: ["手工", "By hand"],
    SCAN: ["扫码", "Scanned"],
    WMS: ["仓储系统", "Warehouse system"],
    ERP: ["ERP 接口", "ERP"],
  }),
  PUR_INSPECT_RESULT: lookup("检验结论", "Inspection result", {
    PENDING: ["待判定", "Pending"],
    PASS: ["合格", "Pass"],
    CONCESSION: ["让步接收", "Concession"],
    REJECT: ["不合格", "Reject"],
  }),
  PUR_REJECT_REASON: lookup("拒收原因", "Reason for rejection", {
    QUALITY: ["质量不合格", "Quality"],
    DAMAGE: ["破损", "Damaged"],
    WRONG_ITEM: ["错料", "Wrong item"],
    EXPIRED: ["过期", "Expired"],
    NO_REPORT: ["缺报告", "Report missing"],
    EXCESS: ["超量", "Too many"],
    OTHER: ["其他", "Other"],
  }),
  PUR_WRITE_OFF_TYPE: lookup("冲销类型", "Reversal or return type", {
    REVERSAL: ["冲销更正", "Reversal"],
    RETURN_REPLACE: ["退货换货", "Return for replacement"],
    RETURN_REFUND: ["退货退款", "Return for refund"],
    RETURN_REV: ["退货冲销", "Return reversed"],
  }),
  PUR_WRITE_OFF_STATUS: lookup("冲销单状态", "Reversal or return status", {
    DRAFT: ["拟定", "Draft"],
    APPROVING: ["审批中", "In approval"],
    POSTED: ["已过账", "Posted"],
    REJECTED: ["已驳回", "Rejected"],
    CANCELLED: ["已取消", "Cancelled"],
  }),
  PUR_WRITE_OFF_REASON: lookup("冲销原因", "Reason for reversal or return", {
    KEY_ERROR: ["录入错误", "Entry error"],
    WRONG_ITEM: ["错料", "Wrong item"],
    QUALITY: ["质量问题", "Quality"],
    EXCESS: ["多收", "Too many"],
    CUSTOMER: ["客户退回", "Returned by the customer"],
    OTHER: ["其他", "Other"],
  }),
  PUR_STORAGE_TYPE: lookup("库存事务类型", "Warehouse movement", {
    PO_RECEIPT: ["采购入库", "Receipt"],
    PO_RETURN: ["采购退货", "Return"],
    PUTAWAY: ["上架", "Put away"],
    TRANSFER: ["调拨", "Transfer"],
    CONSIGN_USE: ["寄售耗用", "Consignment use"],
    ADJUST: ["调整", "Adjustment"],
  }),
  PUR_STORAGE_STATUS: lookup("接口处理状态", "Processing status", {
    PENDING: ["待处理", "Open"],
    PROCESSED: ["已处理", "Processed"],
    ERROR: ["失败", "Failed"],
    IGNORED: ["已忽略", "Ignored"],
  }),
};
