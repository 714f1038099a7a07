import { cmp, isZero, round, sub } from "#kernel/decimal.ts";
import type { Answered, Asking } from "#kernel/server/report.ts";
import { Statement } from "#kernel/server/statement.ts";
import { percentOf } from "../figures.ts";
import { effective, fulfilled, given, itemWords, joinedTo, named, orderLines, spanOf, worth } from "./facts.ts";

const most = 2000;
const three = (value: string): string => round(value, 3);
const two = (value: string): string => round(value, 2);
const open = `greatest(0, ${effective} - ${fulfilled})`;
const openAmount = (asking: Asking): string => {
  const side = given(asking.filter, "tax") === "INCL" ? 'l."priceIncl"' : 'l."priceExcl"';
  const rate = given(asking.filter, "currency") === null ? ' * h."exchangeRate"' : "";
  return `${open} * ${side} / l."priceUnit"${rate}`;
};
const receivedAmount = (asking: Asking): string => {
  const side = given(asking.filter, "tax") === "INCL" ? 't."amountIncl"' : 't."amountExcl"';
  return given(asking.filter, "currency") === null ? `${side} * t."exchangeRate"` : side;
};

interface LineRow {
  readonly [key: string]: string | number | null;
}

/** Late are lines whose first promise has passed with something still open; what is complete counts to its last posting. */
const lateSql = (today: string): string =>
  `greatest(0, (case when ${open} > 0 then ${today}::date else coalesce(r.last, ${today}::date) end) - f.first)`;

/** The lines asked for with their first promise (f) and what was booked for them (r). */
function executed(sql: Statement, asking: Asking): string {
  const { today, filter } = asking;
  const number = given(filter, "orderNum");
  const base = joinedTo(
    orderLines(sql, asking),
    `left join "SrmBaseItem" i on i.id = l."itemId" join "SrmSupInfo" s on s.id = h."supplierId"
     left join lateral (select min(d."firstPromiseDate") as first from "SrmPurOrderDelivery" d where d."parentId" = l.id) f on true
     left join lateral (select max(t."transactionDate") as last, sum(${receivedAmount(asking)}) as amount from "SrmPurStorageTransaction" t where t."orderLineId" = l.id) r on true`,
  );
  const named = number === null ? "" : ` and h."orderNum" ilike ${sql.at(`%${number.replaceAll(/[\\%_]/g, "\\$&")}%`)}`;
  return `${base}${named}${given(filter, "overdue") === "Y" ? ` and ${open} > 0 and f.first < ${sql.at(today)}::date` : ""}`;
}

/** Each line of the orders asked for, with what became of it. */
export async function execution(asking: Asking): Promise<Answered> {
  const { db, me, today } = asking;
  const [list, count] = [new Statement(), new Statement()];
  const [rows, total] = await Promise.all([
    db.query<LineRow>(
      `select h.id as "orderId", h."orderNum", l."lineNum", h."orderDate"::text as "orderDate", ${named(me, "s", "supplierName")} as "supplierName", ${itemWords(me)} as "itemName", l.uom,
         ${effective}::text as ordered, l."confirmedQty"::text as confirmed, l."inTransitQty"::text as "inTransit", l."inspectingQty"::text as inspecting,
         (l."receivedQty" - l."reversedQty")::text as received, l."rejectedQty"::text as rejected, (l."returnReplaceQty" + l."returnRefundQty")::text as returned,
         ${open}::text as open, ${lateSql(list.at(today))} as delay, ${fulfilled}::text as fulfilled, l."invoicedQty"::text as invoiced,
         (${fulfilled} - l."returnRefundQty")::text as net, (${worth(asking)})::text as amount, coalesce(r.amount, 0)::text as "receivedAmount", (${openAmount(asking)})::text as "openAmount"
       ${executed(list, asking)} order by h."orderDate" desc, h."orderNum" desc, l."lineNum" limit ${most}`,
      list.values,
    ),
    db.one<Record<"lines" | "late", number> & Record<"amount" | "received" | "open", string>>(
      `select count(*)::int as lines, coalesce(sum(${worth(asking)}), 0)::text as amount, coalesce(sum(r.amount), 0)::text as received,
         coalesce(sum(${openAmount(asking)}), 0)::text as open, count(*) filter (where ${open} > 0 and f.first < ${count.at(today)}::date)::int as late ${executed(count, asking)}`,
      count.values,
    ),
  ]);
  const text = (value: unknown): string => String(value ?? "0");
  return {
    rows: rows.map((row) => ({
      ...row,
      ...Object.fromEntries(
        ["ordered", "confirmed", "inTransit", "inspecting", "received", "rejected", "returned", "open"].map((key) => [
          key,
          three(text(row[key])),
        ]),
      ),
      receiptRate: percentOf(text(row["fulfilled"]), text(row["ordered"])),
      invoiceRate: percentOf(text(row["invoiced"]), text(row["net"])),
      ...{ amount: two(text(row["amount"])), receivedAmount: two(text(row["receivedAmount"])), openAmount: two(text(row["openAmount"])) },
    })),
    figures: { ...total, amount: two(total!.amount), received: two(total!.received), open: two(total!.open), shown: rows.length },
    groups: {},
    notes: [],
  };
}

/** From order to payment, order by order, in the order's own currency. */
export async function payable(asking: Asking): Promise<Answered> {
  const { db, me, filter } = asking;
  const sql = new Statement();
  const settled = `t."reconStatus" <> 'NA'`;
  const signed = (test: string): string => `coalesce(sum(t."amountIncl") filter (where ${settled} and ${test}), 0)`;
  const body = `with o as (select distinct h.id ${orderLines(sql, asking)})
    select h.id as "orderId", h."orderNum", ${named(me, "s", "supplierName")} as "supplierName", h.currency, h."amountIncl"::text as "orderAmount", h."exchangeRate"::text as rate,
      ${signed(`t."transactionType" not like 'RETURN%' and t."transactionType" <> 'REVERSAL'`)}::text as received,
      (-${signed(`(t."transactionType" like 'RETURN%' or t."transactionType" = 'REVERSAL')`)})::text as returned,
      coalesce(sum(t."statementAmount"), 0)::text as statement, coalesce(sum(t."invoicedAmount"), 0)::text as invoiced, coalesce(sum(t."paidAmount"), 0)::text as paid
    from o join "SrmPurOrderHeader" h on h.id = o.id join "SrmSupInfo" s on s.id = h."supplierId" left join "SrmPurStorageTransaction" t on t."orderId" = h.id
    group by h.id, s.id`;
  const unpaid = given(filter, "unpaid") === "Y" ? `where received::numeric - returned::numeric - paid::numeric <> 0` : "";
  const [found, totals] = await Promise.all([
    db.query<Record<string, string>>(`select * from (${body}) x ${unpaid} order by "orderNum" desc limit ${most}`, sql.values),
    db.query<Record<string, string>>(
      `select currency, count(*)::text as orders, sum("orderAmount"::numeric)::text as ordered, sum(received::numeric)::text as received, sum(returned::numeric)::text as returned,
         sum(invoiced::numeric)::text as invoiced, sum(paid::numeric)::text as paid from (${body}) x ${unpaid} group by 1 order by sum(received::numeric * rate::numeric) desc`,
      sql.values,
    ),
  ]);
  const figured = (row: Record<string, string>) => {
    const net = sub(row["received"]!, row["returned"]!);
    const isBroken = cmp(row["invoiced"]!, row["statement"] ?? row["invoiced"]!) > 0 || cmp(row["statement"] ?? "0", net) > 0;
    return {
      payable: two(sub(net, row["paid"]!)),
      accrued: two(sub(net, row["invoiced"]!)),
      broken: isBroken && !isZero(row["invoiced"]!) ? "!" : "",
    };
  };
  const [from, to] = spanOf(asking);
  return {
    rows: found.map((row) => ({
      ...row,
      ...Object.fromEntries(["orderAmount", "received", "returned", "statement", "invoiced", "paid"].map((key) => [key, two(row[key]!)])),
      ...figured(row),
    })),
    figures: { from, to, shown: found.length },
    groups: { currencies: totals.map((row) => ({ ...row, ...figured(row) })) },
    notes: [],
  };
}
