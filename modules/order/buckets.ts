import { qty } from "#kernel/field.ts";

/** The columns of the execution ledger, by the code a posting names them with. */
export const bucketFields = {
  ORD: "qty",
  CAN: "cancelledQty",
  CLS: "closedQty",
  CFM: "confirmedQty",
  NTC: "noticeOpenQty",
  TRN: "inTransitQty",
  INS: "inspectingQty",
  RCV: "receivedQty",
  REJ: "rejectedQty",
  REV: "reversedQty",
  RTR: "returnReplaceQty",
  RTF: "returnRefundQty",
  STM: "statementQty",
  INV: "invoicedQty",
} as const;

export type Bucket = keyof typeof bucketFields;
export type BucketField = (typeof bucketFields)[Bucket];
export const buckets = Object.keys(bucketFields) as readonly Bucket[];
/** What finance has in statements and invoices may be below nothing: a return may be reconciled without its receipt. */
export const isSigned = (bucket: Bucket): boolean => bucket === "STM" || bucket === "INV";

const kept = (cn: string, en: string) => qty(cn, en, { computed: true, initial: "0", least: 0 });
const signed = (cn: string, en: string) => qty(cn, en, { computed: true, initial: "0" });

/** The ledger columns of a delivery row and of a line; a line's are the sums of its rows. */
export const ledgerFields = {
  cancelledQty: kept("取消数量", "Cancelled"),
  closedQty: kept("关闭数量", "Closed"),
  confirmedQty: kept("确认数量", "Confirmed"),
  noticeOpenQty: kept("通知未发", "On notice"),
  inTransitQty: kept("在途数量", "In transit"),
  inspectingQty: kept("待检数量", "Inspecting"),
  receivedQty: kept("累计入库", "Received"),
  rejectedQty: kept("拒收数量", "Rejected"),
  reversedQty: kept("冲销数量", "Reversed"),
  returnReplaceQty: kept("退换数量", "Returned to replace"),
  returnRefundQty: kept("退款数量", "Returned to refund"),
  statementQty: signed("对账数量", "Reconciled"),
  invoicedQty: signed("开票数量", "Invoiced"),
  openQty: kept("未交数量", "Open"),
  toShipQty: kept("待发数量", "To ship"),
} as const;

export const ledgerKeys = Object.keys(ledgerFields) as readonly (keyof typeof ledgerFields)[];
