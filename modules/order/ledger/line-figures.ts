import { figuresOf } from "#kernel/figures.ts";
import { every, raw, sql, type Column, type Sql } from "#kernel/query.ts";
import { orderDelivery, orderLine } from "../order-line.entity.ts";
import { order } from "../order.entity.ts";
import { storageTransaction } from "./transaction.entity.ts";

/** What reports read of order lines in force: their dimensions, and their quantities and amounts as far as they are calculated. */
export const lineFigures = figuresOf("orderLines", {
  document: order,
  lines: orderLine,
  behind: [
    [storageTransaction, "orderLineId"],
    [orderDelivery, "parentId"],
  ],
  indexes: [["orderDate"], ["itemId", "supplierId"], ["categoryId"], ["supplierId"], ["documentId"]],
  where: (h) => sql`${h.liveId} is null and ${h.status} in ('PUBLISHED', 'CONFIRMED', 'CHANGING', 'COMPLETED', 'CLOSED')`,
  columns(h, l) {
    const [t, d] = [every(storageTransaction), every(orderDelivery)];
    const effective = sql`(${l.qty} - ${l.cancelledQty} - ${l.closedQty})`;
    const open = sql`greatest(0, ${effective} - (${l.receivedQty} - ${l.reversedQty} - ${l.returnReplaceQty}))`;
    const posted = (value: Column | Sql, which = raw("true")): Sql =>
      sql`(select coalesce(sum(${value}), 0) from ${t} where ${t.orderLineId} = ${l.id} and ${which})`;
    const isReturn = sql`${t.transactionType} in ('RETURN_REPLACE', 'RETURN_REFUND', 'RETURN_REV')`;
    const isSettled = sql`${t.reconStatus} <> 'NA'`;
    return {
      orderDate: h.orderDate,
      // Months since the year 0: grouping by a number costs a tenth of grouping by a text.
      month: sql`(extract(year from ${h.orderDate}) * 12 + extract(month from ${h.orderDate}) - 1)::int`,
      // Without tax and with it, in base currency and in the order's own.
      baseExcl: sql`(${l.amountExcl} * ${h.exchangeRate})`,
      baseIncl: sql`(${l.amountIncl} * ${h.exchangeRate})`,
      amountExcl: l.amountExcl,
      amountIncl: l.amountIncl,
      // In the line's unit, and in the item's primary unit.
      effectiveQty: effective,
      stockedQty: sql`(${effective} * ${l.convertRate})`,
      // Without tax, in base currency, per one primary unit.
      unitPrice: sql`(${l.priceExcl} * ${h.exchangeRate} / ${l.priceUnit} / ${l.convertRate})`,
      giftFlag: l.giftFlag,
      orderNum: h.orderNum,
      lineNum: l.lineNum,
      orderIncl: h.amountIncl,
      exchangeRate: h.exchangeRate,
      orgId: h.orgId,
      supplierId: h.supplierId,
      categoryId: l.categoryId,
      itemId: l.itemId,
      buyerId: h.buyerId,
      orderType: h.orderType,
      status: h.status,
      currency: h.currency,
      projectCode: l.projectCode,
      unit: sql`coalesce(${l.stockUom}, ${l.uom})`,
      openQty: open,
      openExcl: sql`(${open} * ${l.priceExcl} / ${l.priceUnit})`,
      openIncl: sql`(${open} * ${l.priceIncl} / ${l.priceUnit})`,
      openBaseExcl: sql`(${open} * ${l.priceExcl} / ${l.priceUnit} * ${h.exchangeRate})`,
      openBaseIncl: sql`(${open} * ${l.priceIncl} / ${l.priceUnit} * ${h.exchangeRate})`,
      receivedStock: sql`((${l.receivedQty} - ${l.reversedQty}) * ${l.convertRate})`,
      returnedStock: sql`((${l.returnReplaceQty} + ${l.returnRefundQty}) * ${l.convertRate})`,
      // Days from publication to the first receipt.
      leadDays: sql`(select (min(${t.transactionDate}) - ${h.publishDate}::date)::numeric from ${t} where ${t.orderLineId} = ${l.id} and ${t.transactionType} = 'RECEIVE')`,
      firstPromise: sql`(select min(${d.firstPromiseDate}) from ${d} where ${d.parentId} = ${l.id})`,
      // What was posted for the line, on whatever day: in base currency without tax, and what is settled with tax in the order's currency.
      postedBase: posted(sql`${t.amountExcl} * ${t.exchangeRate}`),
      received: posted(t.amountIncl, sql`${isSettled} and not ${isReturn}`),
      returned: posted(sql`-${t.amountIncl}`, sql`${isSettled} and ${isReturn}`),
      statement: posted(t.statementAmount),
      invoiced: posted(t.invoicedAmount),
      paid: posted(t.paidAmount),
    };
  },
});
