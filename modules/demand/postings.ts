import { add, sub } from "#kernel/decimal.ts";
import type { Text } from "#kernel/text.ts";

/** What happened to a quantity, by the code of its posting. */
export const postingEvents: Readonly<Record<string, Text>> = {
  E1: ["订单批准", "Order approved"],
  E2: ["变更批准", "Change approved"],
  E3: ["取消", "Cancelled"],
  E3c: ["关闭", "Closed"],
  E3o: ["重新打开", "Reopened"],
  E4: ["供应商确认", "Supplier confirmed"],
  E5: ["通知发布", "Notice published"],
  E6: ["通知收回", "Notice withdrawn"],
  E7: ["发货", "Shipped"],
  E8: ["送货单取消", "Note cancelled"],
  E9: ["送货单关闭", "Note closed"],
  E10: ["送货单重开", "Note reopened"],
  E11: ["按送货单收货", "Received by note"],
  E11i: ["到货待检", "Arrived for inspection"],
  E12: ["检验判定", "Inspection decided"],
  E13: ["按订单收货", "Received by order"],
  E13i: ["按订单到货待检", "Arrived by order for inspection"],
  E14: ["入库冲销", "Receipt reversed"],
  E15: ["退货换货", "Returned for replacement"],
  E16: ["退货退款", "Returned for refund"],
  E17: ["对账", "Statement"],
  E18: ["开票", "Invoice"],
  E19: ["退货冲销", "Return reversed"],
  SUBMIT: ["申请提交", "Requisition submitted"],
  REJECT: ["申请驳回", "Requisition rejected"],
  WITHDRAW: ["申请撤回", "Requisition withdrawn"],
  DELETE: ["申请删除", "Requisition deleted"],
  HOLD: ["草稿占用", "Reserved by a draft"],
  DRAW: ["登记用量", "Use posted"],
  APPROVE: ["申请批准", "Requisition approved"],
  RETURN: ["申请退回", "Requisition returned"],
  RESUBMIT: ["转入新申请", "Moved to a new requisition"],
  TAKE: ["占用", "Reserved"],
  CARRY: ["转移", "Continued"],
  ORDER: ["下单", "Ordered"],
  RELEASE: ["释放", "Released"],
  BURN: ["作废", "Voided"],
  RETAKE: ["重新占用", "Used again"],
  RECEIVE: ["收货", "Received"],
  CANCEL: ["取消", "Cancelled"],
  CLOSE: ["关闭", "Closed"],
};

/** A figure of a ledger strip: its name, and which buckets it adds and takes away. */
export interface Figure {
  readonly label: Text;
  /** The field that holds it, where it is stored. */
  readonly field: string | null;
  readonly of: Readonly<Record<string, 1 | -1>>;
}

const stored = (bucket: string, field: string, cn: string, en: string): Figure => ({ label: [cn, en], field, of: { [bucket]: 1 } });

/** The figures of an order's ledger, stored and worked out. */
export const figures = {
  ORD: stored("ORD", "qty", "订单数量", "Ordered"),
  CAN: stored("CAN", "cancelledQty", "取消", "Cancelled"),
  CLS: stored("CLS", "closedQty", "关闭", "Closed"),
  CFM: stored("CFM", "confirmedQty", "已确认", "Confirmed"),
  NTC: stored("NTC", "noticeOpenQty", "通知未发", "On notice"),
  TRN: stored("TRN", "inTransitQty", "在途", "In transit"),
  INS: stored("INS", "inspectingQty", "待检", "In inspection"),
  RCV: stored("RCV", "receivedQty", "累计入库", "Received"),
  REJ: stored("REJ", "rejectedQty", "拒收", "Rejected"),
  REV: stored("REV", "reversedQty", "冲销", "Reversed"),
  RTR: stored("RTR", "returnReplaceQty", "退换", "Returned to replace"),
  RTF: stored("RTF", "returnRefundQty", "退款", "Returned to refund"),
  STM: stored("STM", "statementQty", "对账", "Reconciled"),
  INV: stored("INV", "invoicedQty", "开票", "Invoiced"),
  EFF: { label: ["有效数量", "Effective"], field: null, of: { ORD: 1, CAN: -1, CLS: -1 } },
  FUL: { label: ["已履行", "Fulfilled"], field: null, of: { RCV: 1, REV: -1, RTR: -1 } },
  NET: { label: ["净收", "Net received"], field: null, of: { RCV: 1, REV: -1, RTR: -1, RTF: -1 } },
  OPEN: { label: ["未交", "Open"], field: null, of: { ORD: 1, CAN: -1, CLS: -1, RCV: -1, REV: 1, RTR: 1 } },
  TOSHIP: { label: ["待发", "To ship"], field: null, of: { ORD: 1, CAN: -1, CLS: -1, RCV: -1, REV: 1, RTR: 1, INS: -1, TRN: -1 } },
} as const satisfies Readonly<Record<string, Figure>>;
export type FigureCode = keyof typeof figures;

const decimalOf = (value: unknown): string => (value === null || value === undefined || value === "" ? "0" : String(value));

/** What a figure is on a row that carries the counters; never below nought where goods are still to come. */
export function figureOf(code: FigureCode, row: Readonly<Record<string, unknown>>): string {
  const figure: Figure = figures[code];
  if (figure.field) return decimalOf(row[figure.field]);
  let value = "0";
  for (const [bucket, sign] of Object.entries(figure.of)) {
    const part = decimalOf(row[(figures[bucket as FigureCode] as Figure).field!]);
    value = sign === 1 ? add(value, part) : sub(value, part);
  }
  return (code === "OPEN" || code === "TOSHIP") && value.startsWith("-") ? "0" : value;
}

export type { ExplainedPosting as Posting } from "#kernel/ledger-postings.ts";
