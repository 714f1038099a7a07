import { cmp, isZero, round, sub } from "#kernel/decimal.ts";
import { all, every, joined, raw, sql, type Column, type Sql } from "#kernel/query.ts";
import type { Answered, Asking } from "#kernel/server/report.ts";
import { item } from "#modules/base/index.ts";
import { orderDelivery, storageTransaction } from "#modules/order/index.ts";
import { aslHeader } from "#modules/price/index.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import { figures, type Postings } from "../definitions.ts";
import { percentOf } from "../figures.ts";
import { openAdvances } from "../questions.ts";
import { effective, given, isListed, linesOf, orderLines, spanOf, worth, type Lines, type SeenLines } from "./facts.ts";

const three = (value: string): string => round(value, 3);
const two = (value: string): string => round(value, 2);
const open = ({ l }: Lines): Sql => figures.open.of(l);
function openAmount(lines: Lines, { filter }: Asking): Sql {
  const { h, l } = lines;
  const side = given(filter, "tax") === "INCL" ? l.priceIncl : l.priceExcl;
  const amount = sql`${open(lines)} * ${side} / ${l.priceUnit}`;
  return given(filter, "currency") === null ? sql`${amount} * ${h.exchangeRate}` : amount;
}
function receivedAmount(t: Postings, { filter }: Asking): Column | Sql {
  const side = given(filter, "tax") === "INCL" ? t.amountIncl : t.amountExcl;
  return given(filter, "currency") === null ? sql`${side} * ${t.exchangeRate}` : side;
}

interface LineRow {
  readonly [key: string]: string | number | null;
}

/** Late are lines whose first promise (f) has passed with something still open; what is complete counts to the posting that completed it (e). */
const delay = (lines: Lines, today: string): Sql =>
  sql`greatest(0, (case when ${open(lines)} > 0 then ${today}::date else coalesce(e.last, ${today}::date) end) - f.first)`;

/** The day promised first for a line. */
function firstPromise({ l }: Lines): Sql {
  const d = every(orderDelivery);
  return sql`(select min(${d.firstPromiseDate}) as first from ${d} where ${d.parentId} = ${l.id})`;
}
/** Only what is open is asked for its promise. */
const isLate = (lines: Lines, today: string): Sql =>
  sql`case when ${open(lines)} > 0 then ${firstPromise(lines)} < ${today}::date else false end`;

/** Are the days asked for those of receipts and returns instead of the orders'? */
const isByPosting = ({ filter }: Asking): boolean => given(filter, "daysOf") === "POSTING";

/** Which postings of a line count: all of them, or those of the days asked for. */
function counted(t: Postings, asking: Asking): Sql {
  const [from, to] = spanOf(asking);
  return isByPosting(asking) ? sql`${t.transactionDate} between ${from} and ${to}` : sql`true`;
}

/** The list of sources a line is held to: that of its item before that of its category. */
function listOfLine({ h, l }: Lines): Sql {
  const y = every(aslHeader);
  const list = (goods: Sql): Sql => sql`(select ${y.id} from ${y} where ${y.orgId} = ${h.orgId} and ${goods} and ${y.enabledFlag} = 'Y')`;
  return sql`coalesce(${list(sql`${y.itemId} = ${l.itemId}`)}, ${list(sql`${y.itemId} is null and ${y.categoryId} = ${l.categoryId}`)})`;
}

/** The lines asked for. */
function askedLines(lines: Lines, asking: Asking, join = raw("")): Sql {
  const { today, filter } = asking;
  const number = given(filter, "orderNum");
  const t = every(storageTransaction);
  const more = [
    isByPosting(asking) && sql`${lines.l.id} in (select ${t.orderLineId} from ${t} where ${counted(t, asking)})`,
    number !== null && sql`${lines.h.orderNum} ilike ${`%${number.replaceAll(/[\\%_]/g, "\\$&")}%`}`,
    given(filter, "overdue") === "Y" && isLate(lines, today),
    given(filter, "offList") === "Y" && sql`not ${isListed(lines, listOfLine(lines))}`,
  ];
  const span = isByPosting(asking) ? (["0001-01-01", "9999-12-31"] as const) : spanOf(asking);
  return orderLines(lines, asking, { span, join, where: all(...more) });
}

/** The newest of these lines with their first promise (f) and what was booked for them (r): both are looked up for the lines that are shown alone. */
function shownLines(asking: Asking): Sql {
  const newest = ({ h, l }: Lines): Sql => sql`${h.orderDate} desc, ${h.orderNum} desc, ${l.lineNum}`;
  const [asked, lines] = [linesOf(asking), linesOf(asking)];
  const { h, l } = lines;
  const [t, i] = [every(storageTransaction), asking.source.names(item)];
  return sql`with x as materialized (select ${asked.l.id} ${askedLines(asked, asking)} order by ${newest(asked)} limit ${asking.most + 1})
    select ${columns(lines, asking)}, coalesce(${i.name} || ' ' || ${i.code}, ${l.itemDesc}) as "itemName"
    from x join ${l} on ${l.id} = x.id join ${h} on ${h.id} = ${l.parentId} left join ${i} on ${i.id} = ${l.itemId}
      left join lateral (select max(${t.transactionDate}) as last from ${t} where ${t.orderLineId} = ${l.id} and ${figures.completes.of(t)}) e on true
      left join lateral ${firstPromise(lines)} f on true
      left join lateral (select sum(${receivedAmount(t, asking)}) as amount,
        sum(${figures.receivedPosted.of(t)}) as received, sum(${figures.returnedPosted.of(t)}) as returned
        from ${t} where ${t.orderLineId} = ${l.id} and ${counted(t, asking)}) r on true
    order by ${newest(lines)}`;
}

function columns(lines: SeenLines, asking: Asking): Sql {
  const { h, l } = lines;
  const posted = (inDays: string, ever: Sql): Sql => (isByPosting(asking) ? raw(inDays) : ever);
  const net = figures.net.of(l);
  return sql`${h.id} as "orderId", ${l.id} as "orderLineId", ${h.orderNum}, ${l.lineNum}, ${h.orderDate}::text as "orderDate", ${h.supplierName} as "supplierName", ${l.uom},
    ${effective(lines)}::text as ordered, ${l.confirmedQty}::text as confirmed, ${l.inTransitQty}::text as "inTransit", ${l.inspectingQty}::text as inspecting,
    ${posted("coalesce(r.received, 0)", figures.received.of(l))}::text as received, ${l.rejectedQty}::text as rejected,
    ${posted("coalesce(r.returned, 0)", figures.returned.of(l))}::text as returned,
    ${open(lines)}::text as open, ${delay(lines, asking.today)} as delay, ${figures.fulfilled.of(l)}::text as fulfilled, ${l.invoicedQty}::text as invoiced,
    ${net}::text as "lineNet", ${posted("(coalesce(r.received, 0) - coalesce(r.returned, 0))", net)}::text as net, (${worth(lines, asking)})::text as amount,
    coalesce(r.amount, 0)::text as "receivedAmount", (${openAmount(lines, asking)})::text as "openAmount"`;
}

/** What all lines asked for come to; postings are added up together, not line by line. */
function totalOf(asking: Asking): Sql {
  const [lines, t] = [linesOf(asking), every(storageTransaction)];
  const booked = askedLines(lines, asking, sql`join ${t} on ${t.orderLineId} = ${lines.l.id} and ${counted(t, asking)}`);
  return sql`select count(*)::int as lines, coalesce(sum(${worth(lines, asking)}), 0)::text as amount, (select coalesce(sum(${receivedAmount(t, asking)}), 0)::text ${booked}) as received,
    coalesce(sum(${openAmount(lines, asking)}), 0)::text as open, count(*) filter (where ${isLate(lines, asking.today)})::int as late ${askedLines(lines, asking)}`;
}

/** Each line of the orders asked for, with what became of it. */
export async function execution(asking: Asking): Promise<Answered> {
  const { db } = asking;
  const [rows, total] = await Promise.all([
    db.query<LineRow>(shownLines(asking)),
    db.one<Record<"lines" | "late", number> & Record<"amount" | "received" | "open", string>>(totalOf(asking)),
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

/** Orders with what was booked for them (x); unless the sums decide, only the newest of them are added up. */
function booked(asking: Asking, newest: Sql): Sql {
  const [asked, { h }, t] = [linesOf(asking), linesOf(asking), every(storageTransaction)];
  const back = figures.isReturn.of(t);
  const signed = (test: Sql): Sql => sql`coalesce(sum(${t.amountIncl}) filter (where ${t.reconStatus} <> 'NA' and ${test}), 0)`;
  return sql`with o as (select distinct ${asked.h.id}, ${asked.h.orderNum} ${orderLines(asked, asking)} ${newest})
    select ${h.id}, ${h.orderNum}, ${h.supplierId}, ${h.currency}, ${h.amountIncl} as "orderAmount", ${h.exchangeRate} as rate,
      ${signed(sql`not ${back}`)} as received, -${signed(back)} as returned,
      coalesce(sum(${t.statementAmount}), 0) as statement, coalesce(sum(${t.invoicedAmount}), 0) as invoiced, coalesce(sum(${t.paidAmount}), 0) as paid
    from o join ${h} on ${h.id} = o.id left join ${t} on ${t.orderId} = ${h.id}
    group by ${joined([h.id, h.orderNum, h.supplierId, h.currency, h.amountIncl, h.exchangeRate])}`;
}

/** From order to payment, order by order, in the order's own currency. */
export async function payable(asking: Asking): Promise<Answered> {
  const { db, filter } = asking;
  const isUnpaid = given(filter, "unpaid") === "Y";
  const unpaid = raw(isUnpaid ? "where received - returned - paid <> 0" : "");
  const newest = sql`order by "orderNum" desc limit ${asking.most + 1}`;
  const s = asking.source.names(supplierInfo);
  const [found, totals] = await Promise.all([
    db.query<Record<string, string>>(
      sql`select x.id as "orderId", x."orderNum", ${s.name} as "supplierName", x.currency, x."orderAmount"::text as "orderAmount", x.rate::text as rate, x.received::text as received,
         x.returned::text as returned, x.statement::text as statement, x.invoiced::text as invoiced, x.paid::text as paid
       from (select * from (${booked(asking, isUnpaid ? raw("") : newest)}) y ${unpaid} ${newest}) x join ${s} on ${s.id} = x."supplierId" order by x."orderNum" desc`,
    ),
    db.query<Record<string, string>>(
      sql`select currency, count(*)::text as orders, sum("orderAmount")::text as ordered, sum(received)::text as received, sum(returned)::text as returned,
         sum(statement)::text as statement, sum(invoiced)::text as invoiced, sum(paid)::text as paid from (${booked(asking, raw(""))}) x ${unpaid} group by 1 order by sum(received * rate) desc`,
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
