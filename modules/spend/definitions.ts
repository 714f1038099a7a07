import { every, sql, type Sql, type Table } from "#kernel/query.ts";
import type { Text } from "#kernel/text.ts";
import { storageTransaction, type orderLine } from "#modules/order/index.ts";

/** Lines of orders and postings, as far as figures are read from them. */
export type OrderLines = Table<typeof orderLine>;
export type Postings = Table<typeof storageTransaction>;

/** One figure of the purchase reports: what it is, and how it is read. Every report takes it from here, so that it is the same everywhere. */
export interface Figure<From = never> {
  readonly label: Text;
  readonly says: Text;
  readonly of: (from: From) => Sql;
}

const figure = <From>(label: Text, says: Text, of: (from: From) => Sql): Figure<From> => ({ label, says, of });

/** Postings of goods that came, the other way round where a receipt is undone. */
const isReceipt = (t: Postings): Sql => sql`${t.transactionType} in ('RECEIVE', 'SERVICE', 'REVERSAL')`;
/** Postings of goods that went back, the other way round where a return is taken back. */
const isReturn = (t: Postings): Sql => sql`${t.transactionType} in ('RETURN_REPLACE', 'RETURN_REFUND', 'RETURN_REV')`;
function originIs(t: Postings, type: string): Sql {
  const o = every(storageTransaction);
  return sql`exists (select 1 from ${o} where ${o.id} = ${t.originTransactionId} and ${o.transactionType} = ${type})`;
}
/** Postings that bring a line nearer to its end: a refund, a reversal or a price difference never completes anything. */
const completes = (t: Postings): Sql =>
  sql`(${t.transactionType} in ('RECEIVE', 'SERVICE') or ${t.transactionType} = 'RETURN_REV' and ${originIs(t, "RETURN_REPLACE")})`;
/** Use of consigned goods moves money, not goods: they came before. */
const isUse = (t: Postings): Sql =>
  sql`(${t.transactionType} = 'CONSUME' or ${t.transactionType} = 'REVERSAL' and ${originIs(t, "CONSUME")})`;

const effective = (l: OrderLines): Sql => sql`(${l.qty} - ${l.cancelledQty} - ${l.closedQty})`;
const fulfilled = (l: OrderLines): Sql => sql`(${l.receivedQty} - ${l.reversedQty} - ${l.returnReplaceQty})`;

export const figures = {
  effective: figure(["有效数量", "Effective"], ["下单数量 − 取消 − 关闭", "Ordered − cancelled − closed"], effective),
  fulfilled: figure(
    ["已交", "Fulfilled"],
    [
      "入库 − 冲销 − 退货换货；退款退货不再要求补交，不减少已交",
      "Received − reversed − returned for replacement; a return for refund asks for nothing again and takes nothing off",
    ],
    fulfilled,
  ),
  open: figure(
    ["未交", "Open"],
    ["有效数量 − 已交，不小于 0", "Effective − fulfilled, at least 0"],
    (l: OrderLines) => sql`greatest(0, ${effective(l)} - ${fulfilled(l)})`,
  ),
  received: figure(
    ["入库", "Received"],
    ["入库与服务验收，冲销从中扣除，不算退货", "Receipts and accepted services; a reversal is taken off them and is never a return"],
    (l: OrderLines) => sql`(${l.receivedQty} - ${l.reversedQty})`,
  ),
  returned: figure(
    ["退货", "Returned"],
    ["退换与退款退货，退货冲销从中扣除", "Returns for replacement and for refund, less returns taken back"],
    (l: OrderLines) => sql`(${l.returnReplaceQty} + ${l.returnRefundQty})`,
  ),
  net: figure(
    ["净收", "Net received"],
    ["入库 − 退货", "Received − returned"],
    (l: OrderLines) => sql`(${fulfilled(l)} - ${l.returnRefundQty})`,
  ),
  receivedPosted: figure(
    ["期间入库", "Received in the days asked for"],
    ["所选日期内的入库过账，口径同入库", "Received by the postings of these days"],
    (t: Postings) => sql`case when ${isReceipt(t)} and not ${isUse(t)} then ${t.qty} else 0 end`,
  ),
  returnedPosted: figure(
    ["期间退货", "Returned in the days asked for"],
    ["所选日期内的退货过账，口径同退货", "Returned by the postings of these days"],
    (t: Postings) => sql`case when ${isReturn(t)} then -${t.qty} else 0 end`,
  ),
  netPosted: figure(
    ["期间净收数量", "Net received quantity"],
    [
      "期间入库 − 期间退货，按库存单位；数量与金额同样扣除退货",
      "Received − returned in the stock unit; quantities and amounts leave returns out alike",
    ],
    (t: Postings) => sql`case when (${isReceipt(t)} or ${isReturn(t)}) and not ${isUse(t)} then ${t.stockQty} else 0 end`,
  ),
  netAmount: figure(
    ["期间净收金额", "Net received amount"],
    [
      "期间全部过账的未税本位币金额：入库 − 冲销 − 退货 ± 补差",
      "All postings of these days without tax in base currency: received − reversed − returned ± price differences",
    ],
    (t: Postings) => sql`${t.amountExcl} * ${t.exchangeRate}`,
  ),
  returnedStock: figure(
    ["期间退货数量", "Returned quantity"],
    ["期间退货，按库存单位", "Returned in the days asked for, in the stock unit"],
    (t: Postings) => sql`case when ${isReturn(t)} then -${t.stockQty} else 0 end`,
  ),
  isReturn: figure(
    ["退货过账", "A return"],
    ["退换、退款退货与退货冲销；入库冲销不是退货", "Returns and returns taken back; the reversal of a receipt is none"],
    isReturn,
  ),
  completes: figure(
    ["完成日", "Completion"],
    [
      "最后一笔使已交增加的过账日：入库、服务验收、退换的冲销；之后的退款、冲销、补差不算完成",
      "The day of the last posting that added to what is fulfilled: a receipt, a service accepted, a replacement taken back; a later refund, reversal or price difference is none",
    ],
    completes,
  ),
} as const satisfies Readonly<Record<string, Figure>>;

/** Figures that are reckoned from others. */
export const derived: readonly Pick<Figure, "label" | "says">[] = [
  {
    label: ["延误天数", "Delay days"],
    says: [
      "（未交 > 0 时为今天，否则为完成日）− 首次承诺日，不小于 0",
      "(today while something is open, else completion) − first promise, at least 0",
    ],
  },
  { label: ["收货率", "Receipt rate"], says: ["已交 ÷ 有效数量", "Fulfilled ÷ effective"] },
  { label: ["开票率", "Invoice rate"], says: ["已开票 ÷ 净收", "Invoiced ÷ net received"] },
  {
    label: ["同比", "Year on year"],
    says: [
      "（本月 − 去年同月）÷ 去年同月；去年同月早于第一张订单，或第一张订单在该月 7 日之后，则留空。累计同比在去年不是全年都有订单时留空",
      "(this month − a year ago) ÷ a year ago; empty where that month lies before the first order, or the first order is of after its 7th. The rate to date is empty unless orders cover the year before from its start",
    ],
  },
  {
    label: ["比上期", "Against the period before"],
    says: [
      "以月初开始的期间与前面同样多个月的同一天为止相比，其他期间与前面同样多天相比；单据在上期第一周之后才开始则不比较。率按百分点，其余按百分比",
      "A period that begins with a month is held against as many months earlier, to the same day, any other against as many days right before; not compared where documents begin after the first week of that period. Rates differ by points, everything else by percent",
    ],
  },
  {
    label: ["应付的收货与退货", "Received and returned of payables"],
    says: [
      "收货 = 入库 − 冲销 ± 补差（含税原币）；退货 = 退货 − 退货冲销",
      "Received = received − reversed ± price differences, with tax in the order's currency; returned = returns − returns taken back",
    ],
  },
];

/** Does a month count as a base of comparison? Orders must have begun before it, or in its first week. */
export const isWhole = (month: string, since: string | null): boolean => since !== null && since <= `${month}-07`;
