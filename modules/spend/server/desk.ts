import { cmp, isZero, round, sub } from "#kernel/decimal.ts";
import { all, every, joined, raw, sql, type Column, type Sql } from "#kernel/query.ts";
import type { Row } from "#kernel/report.ts";
import type { Answered, Asking } from "#kernel/server/find/report.ts";
import { item } from "#modules/base/index.ts";
import { orderDelivery, storageTransaction } from "#modules/order/index.ts";
import { aslHeader } from "#modules/price/index.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import type { SpendReplies } from "../replies.ts";
import { figures, type Postings } from "../definitions.ts";
import { percentOf } from "../figures.ts";
import { openAdvances } from "../questions.ts";
import {
  effective,
  factLines,
  factOrders,
  factsOf,
  given,
  isListed,
  linesOf,
  spanOf,
  worth,
  worthOf,
  type Facts,
  type Lines,
  type SeenLines,
} from "./facts.ts";

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

/** A line as the database answers it; its figures are rounded for the reader. */
type LineRow = Omit<SpendReplies["execution"]["row"], "receiptRate" | "invoiceRate"> &
  Readonly<Record<"fulfilled" | "invoiced" | "lineNet", string>>;
const quantities = ["ordered", "confirmed", "inTransit", "inspecting", "received", "rejected", "returned", "net", "open"] as const;
/** The same names with other values. */
const mapped = <K extends string>(keys: readonly K[], of: (key: K) => string): Record<K, string> =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, string>;

/** Late are lines whose first promise (f) has passed with something still open; what is complete counts to the posting that completed it (e). */
const delay = (lines: Lines, today: string): Sql =>
  sql`greatest(0, (case when ${open(lines)} > 0 then ${today}::date else coalesce(e.last, ${today}::date) end) - f.first)`;

/** The day promised first for a line. */
function firstPromise({ l }: Lines): Sql {
  const d = every(orderDelivery);
  return sql`(select min(${d.firstPromiseDate}) as first from ${d} where ${d.parentId} = ${l.id})`;
}
const isLate = (f: Facts, today: string): Sql => sql`(${f.openQty} > 0 and ${f.firstPromise} < ${today}::date)`;

/** Are the days asked for those of receipts and returns instead of the orders'? */
const isByPosting = ({ filter }: Asking): boolean => given(filter, "daysOf") === "POSTING";

/** Which postings of a line count: all of them, or those of the days asked for. */
function counted(t: Postings, asking: Asking): Sql {
  const [from, to] = spanOf(asking);
  return isByPosting(asking) ? sql`${t.transactionDate} between ${from} and ${to}` : sql`true`;
}

/** The list of sources a line is held to: that of its item before that of its category. */
function listOfLine(f: Facts): Sql {
  const y = every(aslHeader);
  const list = (goods: Sql): Sql => sql`(select ${y.id} from ${y} where ${y.orgId} = ${f.orgId} and ${goods} and ${y.enabledFlag} = 'Y')`;
  return sql`coalesce(${list(sql`${y.itemId} = ${f.itemId}`)}, ${list(sql`${y.itemId} is null and ${y.categoryId} = ${f.categoryId}`)})`;
}

/** The lines asked for. */
function askedLines(f: Facts, asking: Asking, join = raw("")): Sql {
  const { today, filter } = asking;
  const number = given(filter, "orderNum");
  const t = every(storageTransaction);
  const more = [
    isByPosting(asking) && sql`${f.id} in (select ${t.orderLineId} from ${t} where ${counted(t, asking)})`,
    number !== null && sql`${f.orderNum} ilike ${`%${number.replaceAll(/[\\%_]/g, "\\$&")}%`}`,
    given(filter, "overdue") === "Y" && isLate(f, today),
    given(filter, "offList") === "Y" && sql`not ${isListed(f, listOfLine(f))}`,
  ];
  const span = isByPosting(asking) ? (["0001-01-01", "9999-12-31"] as const) : spanOf(asking);
  return factLines(f, asking, { span, join, where: all(...more) });
}

/** The newest of these lines with their first promise (f) and what was booked for them (r): both are looked up for the lines that are shown alone. */
function shownLines(asking: Asking): Sql {
  const newest = (h: Pick<Facts, "orderDate" | "orderNum">, l: Pick<Facts, "lineNum">): Sql =>
    sql`${h.orderDate} desc, ${h.orderNum} desc, ${l.lineNum}`;
  const [f, lines] = [factsOf(asking), linesOf(asking)];
  const { h, l } = lines;
  const [t, i] = [every(storageTransaction), asking.source.names(item)];
  return sql`with x as materialized (select ${f.id} ${askedLines(f, asking)} order by ${newest(f, f)} limit ${asking.most + 1})
    select ${columns(lines, asking)}, coalesce(${i.name} || ' ' || ${i.code}, ${l.itemDesc}) as "itemName"
    from x join ${l} on ${l.id} = x.id join ${h} on ${h.id} = ${l.parentId} left join ${i} on ${i.id} = ${l.itemId}
      left join lateral (select max(${t.transactionDate}) as last from ${t} where ${t.orderLineId} = ${l.id} and ${figures.completes.of(t)}) e on true
      left join lateral ${firstPromise(lines)} f on true
      left join lateral (select sum(${receivedAmount(t, asking)}) as amount,
        sum(${figures.receivedPosted.of(t)}) as received, sum(${figures.returnedPosted.of(t)}) as returned
        from ${t} where ${t.orderLineId} = ${l.id} and ${counted(t, asking)}) r on true
    order by ${newest(h, l)}`;
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

/** What was posted for the lines asked for; of some days, with tax or in another currency the postings themselves are added up. */
function receivedOf(f: Facts, asking: Asking): Sql {
  const { filter } = asking;
  if (!isByPosting(asking) && given(filter, "tax") !== "INCL" && given(filter, "currency") === null)
    return sql`coalesce(sum(${f.postedBase}), 0)`;
  const [g, t] = [factsOf(asking), every(storageTransaction)];
  const booked = askedLines(g, asking, sql`join ${t} on ${t.orderLineId} = ${g.id} and ${counted(t, asking)}`);
  return sql`(select coalesce(sum(${receivedAmount(t, asking)}), 0) ${booked})`;
}

/** What of a line is still open, in the view that was asked for. */
function openOf(f: Facts, { filter }: Asking): Column {
  const isIncl = given(filter, "tax") === "INCL";
  if (given(filter, "currency") !== null) return isIncl ? f.openIncl : f.openExcl;
  return isIncl ? f.openBaseIncl : f.openBaseExcl;
}

/** What all lines asked for come to. */
function totalOf(asking: Asking): Sql {
  const f = factsOf(asking);
  return sql`select count(*)::int as lines, coalesce(sum(${worthOf(f, asking)}), 0)::text as amount, (${receivedOf(f, asking)})::text as received,
    coalesce(sum(${openOf(f, asking)}), 0)::text as open, count(*) filter (where ${isLate(f, asking.today)})::int as late ${askedLines(f, asking)}`;
}
type Totals = Record<"lines" | "late", number> & Record<"amount" | "received" | "open", string>;

/** The headline figures alone, for the period before. */
export async function executionBefore(asking: Asking): Promise<Row> {
  const total = await asking.db.one<Totals>(totalOf(asking));
  return { lines: total!.lines, amount: two(total!.amount), received: two(total!.received) };
}

/** Each line of the orders asked for, with what became of it. */
export async function execution(asking: Asking): Promise<Answered<SpendReplies["execution"]>> {
  const { db } = asking;
  const [rows, total] = await Promise.all([db.query<LineRow>(shownLines(asking)), db.one<Totals>(totalOf(asking))]);
  return {
    rows: rows.map((row) => ({
      ...row,
      ...mapped(quantities, (key) => three(row[key])),
      receiptRate: percentOf(row.fulfilled, row.ordered),
      invoiceRate: percentOf(row.invoiced, row.lineNet),
      ...mapped(["amount", "receivedAmount", "openAmount"], (key) => two(row[key])),
    })),
    totals: { amount: two(total!.amount), receivedAmount: two(total!.received), openAmount: two(total!.open) },
    figures: {
      lines: total!.lines,
      late: total!.late,
      amount: two(total!.amount),
      received: two(total!.received),
      open: two(total!.open),
      shown: Math.min(rows.length, asking.most),
    },
    groups: {},
    notes: [],
  };
}

/** Orders with what was posted for them. */
function booked(asking: Asking): Sql {
  const f = factsOf(asking);
  const { from, having } = factOrders(f, asking);
  return sql`select ${f.documentId} as id, min(${f.orderNum}) as "orderNum", min(${f.supplierId}) as "supplierId", min(${f.currency}) as currency,
      min(${f.orderIncl}) as "orderAmount", min(${f.exchangeRate}) as rate, sum(${f.received}) as received, sum(${f.returned}) as returned,
      sum(${f.statement}) as statement, sum(${f.invoiced}) as invoiced, sum(${f.paid}) as paid ${from} group by 1 ${having}`;
}

const payments = ["received", "returned", "statement", "invoiced", "paid"] as const;
const texts = (keys: readonly string[]): Sql => joined(keys.map((key) => raw(`x."${key}"::text as "${key}"`)));
type Booked = Readonly<Record<(typeof payments)[number], string>>;
type BookedOrder = Booked & Readonly<Record<"orderId" | "orderNum" | "supplierName" | "currency" | "orderAmount" | "rate", string>>;
type BookedCurrency = Booked & Readonly<Record<"currency" | "orders" | "ordered", string>>;

/** From order to payment, order by order, in the order's own currency. */
export async function payable(asking: Asking): Promise<Answered<SpendReplies["payable"]>> {
  const { db, filter } = asking;
  const unpaid = raw(given(filter, "unpaid") === "Y" ? "where received - returned - paid <> 0" : "");
  const s = asking.source.names(supplierInfo);
  // Once through the orders: the newest of them, and the totals of all by currency.
  const answer = await db.one<{ readonly rows: readonly BookedOrder[] | null; readonly totals: readonly BookedCurrency[] | null }>(
    sql`with x as materialized (select * from (${booked(asking)}) y ${unpaid}),
      listed as (select * from x order by "orderNum" desc limit ${asking.most + 1})
    select (select json_agg(r) from (select x.id as "orderId", x."orderNum", ${s.name} as "supplierName", x.currency, ${texts(["orderAmount", "rate", ...payments])}
        from listed x join ${s} on ${s.id} = x."supplierId" order by x."orderNum" desc) r) as rows,
      (select json_agg(c) from (select currency, count(*)::text as orders, sum("orderAmount")::text as ordered, ${joined(payments.map((key) => raw(`sum(${key})::text as ${key}`)))}
        from x group by 1 order by sum(received * rate) desc) c) as totals`,
  );
  const [found, totals] = [answer?.rows ?? [], answer?.totals ?? []];
  const figured = (row: Booked) => {
    const net = sub(row.received, row.returned);
    const isBroken = cmp(row.invoiced, row.statement) > 0 || cmp(row.statement, net) > 0;
    return {
      payable: two(sub(net, row.paid)),
      accrued: two(sub(net, row.invoiced)),
      broken: isBroken && !(isZero(row.invoiced) && isZero(row.statement)) ? "!" : "",
    };
  };
  const paid = openAdvances.isAnswered(asking.find)
    ? await openAdvances.ask(asking.find, { orderIds: found.map((row) => row.orderId) })
    : [];
  const advances = new Map(paid.map((entry) => [entry.orderId, two(entry.amount)]));
  const [from, to] = spanOf(asking);
  const [only, ...others] = totals;
  return {
    rows: found.map((row) => ({
      ...row,
      ...mapped(["orderAmount", ...payments], (key) => two(row[key])),
      ...figured(row),
      advance: advances.get(row.orderId) ?? null,
    })),
    // Amounts of two currencies have no sum.
    ...(only && others.length === 0
      ? {
          totals: {
            ...mapped(payments, (key) => two(only[key])),
            orderAmount: two(only.ordered),
            payable: figured(only).payable,
            accrued: figured(only).accrued,
          },
        }
      : {}),
    figures: { from, to, shown: Math.min(found.length, asking.most) },
    groups: { currencies: totals.map((row) => ({ ...row, ...figured(row) })) },
    notes: [],
  };
}
