import { cmp, isZero, round, sub } from "#kernel/decimal.ts";
import type { Answered, Asking } from "#kernel/server/report.ts";
import { named, Statement } from "#kernel/server/statement.ts";
import { order, orderLine } from "#modules/order/index.ts";
import { figures } from "../definitions.ts";
import { percentOf } from "../figures.ts";
import { openAdvances } from "../questions.ts";
import { effective, fulfilled, given, isListed, itemWords, joinedTo, orderLines, spanOf, worth } from "./facts.ts";

const three = (value: string): string => round(value, 3);
const two = (value: string): string => round(value, 2);
const open = figures.open.sql;
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

/** Late are lines whose first promise has passed with something still open; what is complete counts to the posting that completed it. */
const lateSql = (today: string): string =>
  `greatest(0, (case when ${open} > 0 then ${today}::date else coalesce(e.last, ${today}::date) end) - f.first)`;

const firstPromise = `(select min(d."firstPromiseDate") from "SrmPurOrderDelivery" d where d."parentId" = l.id)`;
/** Only what is open is asked for its promise. */
const isLate = (today: string): string => `case when ${open} > 0 then ${firstPromise} < ${today}::date else false end`;

/** Are the days asked for those of receipts and returns instead of the orders'? */
const isByPosting = ({ filter }: Asking): boolean => given(filter, "daysOf") === "POSTING";

/** Which postings (t) of a line count: all of them, or those of the days asked for. */
function counted(sql: Statement, asking: Asking): string {
  const [from, to] = spanOf(asking);
  return isByPosting(asking) ? `t."transactionDate" between ${sql.at(from)} and ${sql.at(to)}` : "true";
}

/** The list of sources a line is held to: that of its item before that of its category. */
const listOfLine = `coalesce(
  (select y.id from "SrmPurAslHeader" y where y."orgId" = h."orgId" and y."itemId" = l."itemId" and y."enabledFlag" = 'Y'),
  (select y.id from "SrmPurAslHeader" y where y."orgId" = h."orgId" and y."itemId" is null and y."categoryId" = l."categoryId" and y."enabledFlag" = 'Y'))`;

/** The lines asked for: h the order, l the line. */
function askedLines(sql: Statement, asking: Asking): string {
  const { today, filter } = asking;
  const number = given(filter, "orderNum");
  const more = [
    isByPosting(asking) && `l.id in (select t."orderLineId" from "SrmPurStorageTransaction" t where ${counted(sql, asking)})`,
    number !== null && `h."orderNum" ilike ${sql.at(`%${number.replaceAll(/[\\%_]/g, "\\$&")}%`)}`,
    given(filter, "overdue") === "Y" && isLate(sql.at(today)),
    given(filter, "offList") === "Y" && `not ${isListed(listOfLine)}`,
  ].filter((one) => one !== false);
  const span = isByPosting(asking) ? (["0001-01-01", "9999-12-31"] as const) : spanOf(asking);
  return [orderLines(sql, asking, span), ...more].join(" and ");
}

/** The newest of these lines with their first promise (f) and what was booked for them (r): both are looked up for the lines that are shown alone. */
function shownLines(sql: Statement, asking: Asking, columns: string): string {
  const newest = `h."orderDate" desc, h."orderNum" desc, l."lineNum"`;
  return `with x as materialized (select l.id ${askedLines(sql, asking)} order by ${newest} limit ${asking.most + 1})
    select ${columns} from x join ${asking.source(orderLine, sql, "through")} l on l.id = x.id join ${asking.source(order, sql)} h on h.id = l."parentId"
      left join "SrmBaseItem" i on i.id = l."itemId" join "SrmSupInfo" s on s.id = h."supplierId"
      left join lateral (select max(t."transactionDate") as last from "SrmPurStorageTransaction" t where t."orderLineId" = l.id and ${figures.completes.sql}) e on true
      left join lateral (select min(d."firstPromiseDate") as first from "SrmPurOrderDelivery" d where d."parentId" = l.id) f on true
      left join lateral (select sum(${receivedAmount(asking)}) as amount,
        sum(${figures.receivedPosted.sql}) as received, sum(${figures.returnedPosted.sql}) as returned
        from "SrmPurStorageTransaction" t where t."orderLineId" = l.id and ${counted(sql, asking)}) r on true
    order by ${newest}`;
}

/** What all lines asked for come to; postings are added up together, not line by line. */
function totalOf(sql: Statement, asking: Asking): string {
  const booked = joinedTo(
    askedLines(sql, asking),
    `join "SrmPurStorageTransaction" t on t."orderLineId" = l.id and ${counted(sql, asking)}`,
  );
  return `select count(*)::int as lines, coalesce(sum(${worth(asking)}), 0)::text as amount, (select coalesce(sum(${receivedAmount(asking)}), 0)::text ${booked}) as received,
    coalesce(sum(${openAmount(asking)}), 0)::text as open, count(*) filter (where ${isLate(sql.at(asking.today))})::int as late ${askedLines(sql, asking)}`;
}

/** Each line of the orders asked for, with what became of it. */
export async function execution(asking: Asking): Promise<Answered> {
  const { db, me, today } = asking;
  const [list, count] = [new Statement(), new Statement()];
  const columns = `h.id as "orderId", l.id as "orderLineId", h."orderNum", l."lineNum", h."orderDate"::text as "orderDate", ${named(me, "s", "supplierName")} as "supplierName", ${itemWords(me)} as "itemName", l.uom,
    ${effective}::text as ordered, l."confirmedQty"::text as confirmed, l."inTransitQty"::text as "inTransit", l."inspectingQty"::text as inspecting,
    ${isByPosting(asking) ? "coalesce(r.received, 0)" : figures.received.sql}::text as received, l."rejectedQty"::text as rejected,
    ${isByPosting(asking) ? "coalesce(r.returned, 0)" : figures.returned.sql}::text as returned,
    ${open}::text as open, ${lateSql(list.at(today))} as delay, ${fulfilled}::text as fulfilled, l."invoicedQty"::text as invoiced,
    ${figures.net.sql}::text as "lineNet", ${isByPosting(asking) ? "(coalesce(r.received, 0) - coalesce(r.returned, 0))" : figures.net.sql}::text as net, (${worth(asking)})::text as amount, coalesce(r.amount, 0)::text as "receivedAmount", (${openAmount(asking)})::text as "openAmount"`;
  const [rows, total] = await Promise.all([
    db.query<LineRow>(shownLines(list, asking, columns), list.values),
    db.one<Record<"lines" | "late", number> & Record<"amount" | "received" | "open", string>>(totalOf(count, asking), count.values),
  ]);
  const text = (value: unknown): string => String(value ?? "0");
  return {
    rows: rows.map((row) => ({
      ...row,
      ...Object.fromEntries(
        ["ordered", "confirmed", "inTransit", "inspecting", "received", "rejected", "returned", "net", "open"].map((key) => [
          key,
          three(text(row[key])),
        ]),
      ),
      receiptRate: percentOf(text(row["fulfilled"]), text(row["ordered"])),
      invoiceRate: percentOf(text(row["invoiced"]), text(row["lineNet"])),
      ...{ amount: two(text(row["amount"])), receivedAmount: two(text(row["receivedAmount"])), openAmount: two(text(row["openAmount"])) },
    })),
    totals: { amount: two(total!.amount), receivedAmount: two(total!.received), openAmount: two(total!.open) },
    figures: {
      ...total,
      amount: two(total!.amount),
      received: two(total!.received),
      open: two(total!.open),
      shown: Math.min(rows.length, asking.most),
    },
    groups: {},
    notes: [],
  };
}

/** From order to payment, order by order, in the order's own currency. */
export async function payable(asking: Asking): Promise<Answered> {
  const { db, me, filter } = asking;
  const signed = (test: string): string => `coalesce(sum(t."amountIncl") filter (where t."reconStatus" <> 'NA' and ${test}), 0)`;
  const back = figures.isReturn.sql;
  const isUnpaid = given(filter, "unpaid") === "Y";
  const unpaid = isUnpaid ? "where received - returned - paid <> 0" : "";
  /** Orders with what was booked for them; unless the sums decide, only the newest of them are added up. */
  const body = (
    sql: Statement,
    newest: string,
  ): string => `with o as (select distinct h.id, h."orderNum" ${orderLines(sql, asking)} ${newest})
    select h.id, h."orderNum", h."supplierId", h.currency, h."amountIncl" as "orderAmount", h."exchangeRate" as rate,
      ${signed(`not ${back}`)} as received, -${signed(back)} as returned,
      coalesce(sum(t."statementAmount"), 0) as statement, coalesce(sum(t."invoicedAmount"), 0) as invoiced, coalesce(sum(t."paidAmount"), 0) as paid
    from o join ${asking.source(order, sql)} h on h.id = o.id left join "SrmPurStorageTransaction" t on t."orderId" = h.id group by h.id, h."orderNum", h."supplierId", h.currency, h."amountIncl", h."exchangeRate"`;
  const newest = `order by "orderNum" desc limit ${asking.most + 1}`;
  const [list, all] = [new Statement(), new Statement()];
  const [found, totals] = await Promise.all([
    db.query<Record<string, string>>(
      `select x.id as "orderId", x."orderNum", ${named(me, "s", "supplierName")} as "supplierName", x.currency, x."orderAmount"::text as "orderAmount", x.rate::text as rate, x.received::text as received,
         x.returned::text as returned, x.statement::text as statement, x.invoiced::text as invoiced, x.paid::text as paid
       from (select * from (${body(list, isUnpaid ? "" : newest)}) y ${unpaid} ${newest}) x join "SrmSupInfo" s on s.id = x."supplierId" order by x."orderNum" desc`,
      list.values,
    ),
    db.query<Record<string, string>>(
      `select currency, count(*)::text as orders, sum("orderAmount")::text as ordered, sum(received)::text as received, sum(returned)::text as returned,
         sum(statement)::text as statement, sum(invoiced)::text as invoiced, sum(paid)::text as paid from (${body(all, "")}) x ${unpaid} group by 1 order by sum(received * rate) desc`,
      all.values,
    ),
  ]);
  const figured = (row: Record<string, string>) => {
    const net = sub(row["received"]!, row["returned"]!);
    const isBroken = cmp(row["invoiced"]!, row["statement"]!) > 0 || cmp(row["statement"]!, net) > 0;
    return {
      payable: two(sub(net, row["paid"]!)),
      accrued: two(sub(net, row["invoiced"]!)),
      broken: isBroken && !(isZero(row["invoiced"]!) && isZero(row["statement"]!)) ? "!" : "",
    };
  };
  const paid = openAdvances.isAnswered(asking.find)
    ? await openAdvances.ask(asking.find, { orderIds: found.map((row) => row["orderId"]!) })
    : [];
  const advances = new Map(paid.map((one) => [one.orderId, two(one.amount)]));
  const [from, to] = spanOf(asking);
  const money = ["received", "returned", "statement", "invoiced", "paid"];
  const [only, ...others] = totals;
  return {
    rows: found.map((row) => ({
      ...row,
      ...Object.fromEntries(["orderAmount", ...money].map((key) => [key, two(row[key]!)])),
      ...figured(row),
      advance: advances.get(row["orderId"]!) ?? null,
    })),
    // Amounts of two currencies have no sum.
    ...(only && others.length === 0
      ? {
          totals: {
            ...Object.fromEntries(money.map((key) => [key, two(only[key]!)])),
            ...{ orderAmount: two(only["ordered"]!), payable: figured(only).payable, accrued: figured(only).accrued },
          },
        }
      : {}),
    figures: { from, to, shown: Math.min(found.length, asking.most) },
    groups: { currencies: totals.map((row) => ({ ...row, ...figured(row) })) },
    notes: [],
  };
}
