import { trim } from "#kernel/decimal.ts";
import { qty } from "#kernel/field.ts";
import { ledger } from "#kernel/ledger.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { postingEvents } from "#modules/demand/index.ts";

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

const balance = { computed: true, initial: "0", least: 0 } as const;
const signed = { computed: true, initial: "0" } as const;

const spoken = (text: string, args: readonly string[]): string => text.replace(/\{(\d)\}/g, (_, i) => trim(args[Number(i)] ?? ""));

/** A refusal whose sentences name quantities. */
export const said = (code: string, cn: string, en: string, ...args: readonly string[]): Refusal =>
  refuse(code, spoken(cn, args), spoken(en, args));

const shorts: Readonly<Partial<Record<Bucket, readonly [code: string, cn: string, en: string]>>> = {
  NTC: ["PUR-3302", "送货数量{0}超过通知未发数量{1}", "Ship quantity {0} exceeds open notice {1}"],
  TRN: ["PUR-3403", "实到{0}超过送货单在途{1}", "Arrival {0} exceeds {1} in transit on the note"],
  INS: ["PUR-3405", "合格+不合格{0}超过待检数量{1}", "Accepted plus rejected {0} exceeds {1} in inspection"],
  CLS: ["PUR-0003", "已关闭{1}，不能打开{0}", "{1} is closed, {0} cannot be opened"],
};

/** What happens to the quantities of a delivery row: what was ordered, what may still come, what came, and what finance has of it. */
export const orderLedger = ledger("ORDER_DELIVERY", "订单数量", "Order quantities", {
  buckets: {
    ORD: [bucketFields.ORD, qty("订单数量", "Ordered", balance)],
    CAN: [bucketFields.CAN, qty("取消数量", "Cancelled", balance)],
    CLS: [bucketFields.CLS, qty("关闭数量", "Closed", balance)],
    CFM: [bucketFields.CFM, qty("确认数量", "Confirmed", balance)],
    NTC: [bucketFields.NTC, qty("通知未发", "On notice", balance)],
    TRN: [bucketFields.TRN, qty("在途数量", "In transit", balance)],
    INS: [bucketFields.INS, qty("待检数量", "Inspecting", balance)],
    RCV: [bucketFields.RCV, qty("累计入库", "Received", balance)],
    REJ: [bucketFields.REJ, qty("拒收数量", "Rejected", balance)],
    REV: [bucketFields.REV, qty("冲销数量", "Reversed", balance)],
    RTR: [bucketFields.RTR, qty("退换数量", "Returned to replace", balance)],
    RTF: [bucketFields.RTF, qty("退款数量", "Returned to refund", balance)],
    STM: [bucketFields.STM, qty("对账数量", "Reconciled", signed)],
    INV: [bucketFields.INV, qty("开票数量", "Invoiced", signed)],
  },
  names: postingEvents,
  events: {
    E1: { ORD: "+" },
    E2: { ORD: "±", CFM: "-" },
    E3: { CAN: "+", CFM: "-", NTC: "-" },
    E3c: { CLS: "+", NTC: "-" },
    E3o: { CLS: "-" },
    E4: { ORD: "±", CFM: "±" },
    E5: { NTC: "+" },
    E6: { NTC: "-" },
    E7: { NTC: "-", TRN: "+" },
    E8: { NTC: "+", TRN: "-" },
    E9: { NTC: "+", TRN: "-" },
    E10: { NTC: "-", TRN: "+" },
    E11: { TRN: "-", RCV: "+", REJ: "+" },
    E11i: { TRN: "-", INS: "+" },
    E12: { INS: "-", RCV: "+", REJ: "+" },
    E13: { RCV: "+", REJ: "+" },
    E13i: { INS: "+" },
    E14: { TRN: "+", REJ: "-", REV: "+" },
    E15: { RTR: "+" },
    E16: { RTF: "+" },
    E19: { RTR: "-", RTF: "-" },
    E17: { STM: "±" },
    E18: { INV: "±" },
  },
  caps: {
    undone: {
      of: "reversedQty + returnReplaceQty + returnRefundQty",
      within: "receivedQty",
      refuse: ({ left, asked }) => said("PUR-3501", "可冲销数量{0}，不足{1}", "Reversible {0}, {1} asked", left, asked),
    },
  },
  short: (bucket, asked, balance) => {
    const [code, cn, en] = shorts[bucket] ?? ["PUR-3501", "可冲销数量{1}，不足{0}", "Reversible {1}, {0} asked"];
    return said(code, cn, en, asked, balance);
  },
});

/** What an order has of a row is entered by people; all other balances are counters. */
const { qty: _ordered, ...counters } = orderLedger.fields;

/** The ledger columns of a delivery row and of a line; a line's are the sums of its rows. */
export const ledgerFields = {
  ...counters,
  openQty: qty("未交数量", "Open", balance),
  toShipQty: qty("待发数量", "To ship", balance),
} as const;

export const ledgerKeys = Object.keys(ledgerFields) as readonly (keyof typeof ledgerFields)[];
