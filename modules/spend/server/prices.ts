import { div, isZero, round, sum } from "#kernel/decimal.ts";
import { lookupValue } from "#kernel/platform/lookup.entity.ts";
import { all, every, raw, sql, within, worded, type Source, type Sql, type Table } from "#kernel/query.ts";
import type { Answered, Asking } from "#kernel/server/report.ts";
import { exchangeRate, item as items } from "#modules/base/index.ts";
import { storageTransaction } from "#modules/order/index.ts";
import { priceList } from "#modules/price/index.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import { figures } from "../definitions.ts";
import { classesOf, growth, mean } from "../figures.ts";
import { groupCurrency } from "./currency.ts";
import {
  baseWorth,
  daysOf,
  dimensions,
  drillOf,
  given,
  linesOf,
  namedBy,
  orderLines,
  spanOf,
  stocked,
  unitPrice,
  type Lines,
} from "./facts.ts";

const four = (value: string): string => round(value, 4);
const two = (value: string): string => round(value, 2);
/** Free goods say nothing about prices, and a line without an item has nothing to compare. */
const paid = ({ l }: Lines): Sql => sql`${l.giftFlag} = 'N' and ${l.itemId} is not null`;
/** Groups of lines (x) with the words of their item; a line without one says nothing here. */
function ofItems({ me }: Asking, groups: Sql): Sql {
  const i = every(items);
  return sql`select x.*, ${worded(me, i.itemName)} || ' ' || ${i.itemCode} as "itemName", ${i.primaryUom} as uom from (${groups}) x join ${i} on ${i.id} = x."itemId"`;
}
const averageOf = (amount: string, qty: string): string => (isZero(qty) ? "0" : div(amount, qty, 8));

/** What each supplier of an item took for it (p), beside the lowest average of the item. */
function contrasted(asking: Asking): Sql {
  const lines = linesOf(asking);
  const { h, l } = lines;
  const price = unitPrice(lines);
  return sql`with p as materialized (
  select *, round((average - lowest) * qty, 2) as saving from (
    select *, min(average) over (partition by "itemId") as lowest, count(*) over (partition by "itemId")::int as rivals from (
      select *, case when qty = 0 then 0 else round(amount / qty, 8) end as average from (
        select ${l.itemId}, ${h.supplierId}, sum(${stocked(lines)}) as qty, sum(${baseWorth(lines)}) as amount, min(${price}) as least, max(${price}) as most,
          (array_agg(${price} order by ${h.orderDate} desc, ${l.id} desc))[1] as last
        ${orderLines(lines, asking, { where: paid(lines) })} group by 1, 2) a) b) c)`;
}

interface Contrasted
  extends
    Record<"itemId" | "itemName" | "uom" | "supplierId" | "supplierName" | "qty" | "amount" | "least" | "most" | "last", string>,
    Record<"average" | "lowest" | "saving" | "total", string>,
    Record<"rivals" | "items" | "several", number> {}

/** The same item from several suppliers. */
export async function contrast(asking: Asking): Promise<Answered> {
  const { db, most } = asking;
  const s = asking.source.names(supplierInfo);
  const found = await db.query<Contrasted>(
    sql`${contrasted(asking)} select y.*, ${s.name} as "supplierName", w.*
     from (${ofItems(asking, sql`select * from p order by saving desc, "itemId", "supplierId" limit ${most + 1}`)}) y join ${s} on ${s.id} = y."supplierId",
       (select count(distinct "itemId")::int as items, count(distinct "itemId") filter (where rivals > 1)::int as several, sum(saving) as total from p) w
     order by y.saving desc, y."itemId", y."supplierId"`,
  );
  const rows = found.map(({ itemId, itemName, uom, supplierId, supplierName, rivals, ...one }) => ({
    ...{ itemId, itemName, uom, supplierId, supplierName, rivals },
    ...{ qty: round(one.qty, 3), last: four(one.last), least: four(one.least), most: four(one.most), average: four(one.average) },
    ...{ gap: growth(one.average, one.lowest), saving: two(one.saving), amount: two(one.amount) },
    drill: drillOf(asking, { itemId, supplierId }),
  }));
  return {
    rows,
    figures: { items: found[0]?.items ?? 0, several: found[0]?.several ?? 0, saving: two(found[0]?.total ?? "0") },
    totals: { saving: two(found[0]?.total ?? "0") },
    groups: { rows: rows.filter((row) => row.rivals > 1).slice(0, 12), ...(await overTime(asking, rows)) },
    notes: [],
  };
}

/** What the first item of the list cost at its suppliers, month by month. */
async function overTime(asking: Asking, rows: readonly { readonly itemId: string; readonly itemName: string; readonly rivals: number }[]) {
  const one = rows.find((row) => row.rivals > 1) ?? rows[0];
  if (!one) return { months: [], lines: [] };
  const lines = linesOf(asking);
  const { h, l } = lines;
  const cells = await asking.db.query<Record<"month" | "id" | "name" | "average", string>>(
    sql`${namedBy(
      dimensions.SUPPLIER,
      asking,
      sql`select to_char(${h.orderDate}, 'YYYY-MM') as month, ${h.supplierId} as id, (sum(${baseWorth(lines)}) / nullif(sum(${stocked(lines)}), 0))::text as average
       ${orderLines(lines, asking, { where: all(paid(lines), sql`${l.itemId} = ${one.itemId}`) })} group by 1, 2`,
    )} order by x.month`,
  );
  const months = [...new Set(cells.map((cell) => cell.month))];
  return {
    months: months.map((month) => ({
      month,
      itemName: one.itemName,
      drill: drillOf(asking, { itemId: one.itemId, ...daysOf(month, spanOf(asking)) }),
    })),
    lines: [...Map.groupBy(cells, (cell) => cell.id).values()].map((own) => ({
      name: own[0]!.name,
      values: months.map((month) => own.find((cell) => cell.month === month)?.average ?? null),
    })),
  };
}

interface ItemRow extends Record<"itemId" | "itemName" | "uom" | "ordered" | "received" | "returned" | "amount", string> {
  readonly suppliers: number;
  readonly orders: number;
  readonly least: string | null;
  readonly most: string | null;
  readonly leadDays: string | null;
}

/** Days from publication to the first receipt of a line (r). */
function leadDays({ h, l }: Lines): Sql {
  const t = every(storageTransaction);
  return sql`left join lateral (select (min(${t.transactionDate}) - ${h.publishDate}::date)::numeric as days from ${t}
    where ${t.orderLineId} = ${l.id} and ${t.transactionType} = 'RECEIVE') r on true`;
}

/** What each item cost, came from and how long it took. */
export async function item(asking: Asking): Promise<Answered> {
  const { db } = asking;
  const lines = linesOf(asking);
  const { h, l } = lines;
  const price = unitPrice(lines);
  const found = await db.query<ItemRow>(
    sql`${ofItems(
      asking,
      sql`select ${l.itemId}, count(distinct ${h.supplierId})::int as suppliers, count(distinct ${h.id})::int as orders, sum(${stocked(lines)}) as ordered,
         sum(${figures.received.of(l)} * ${l.convertRate}) as received, sum(${figures.returned.of(l)} * ${l.convertRate}) as returned,
         sum(${baseWorth(lines)}) as amount, min(${price}) filter (where ${paid(lines)}) as least, max(${price}) filter (where ${paid(lines)}) as most, round(avg(r.days), 1) as "leadDays"
       ${orderLines(lines, asking, { join: leadDays(lines), where: sql`${l.itemId} is not null` })} group by 1`,
    )} order by x.amount desc`,
  );
  const classes = classesOf(found.map((row) => row.amount));
  const rows = found.map((row, i) => ({
    ...row,
    ...{ ordered: round(row.ordered, 3), received: round(row.received, 3), returned: round(row.returned, 3), amount: two(row.amount) },
    ...{
      average: four(averageOf(row.amount, row.ordered)),
      least: row.least && four(row.least),
      most: row.most && four(row.most),
      cls: classes[i]!.cls,
    },
    drill: drillOf(asking, { itemId: row.itemId }),
  }));
  return {
    rows,
    figures: {
      items: rows.length,
      total: two(sum(found.map((row) => row.amount))),
      classA: classes.filter((one) => one.cls === "A").length,
      leadDays: mean(found.flatMap((row) => (row.leadDays === null ? [] : [Number(row.leadDays)]))),
    },
    totals: { amount: two(sum(found.map((row) => row.amount))) },
    groups: { rows: rows.slice(0, 15) },
    notes: [],
  };
}

interface MonthRow
  extends
    Record<"itemId" | "itemName" | "uom" | "month", string>,
    Record<"qty" | "amount" | "least" | "ordered" | "agreed", string | null> {
  readonly suppliers: number | null;
  /** 100 in the first month; null where that cost nothing. */
  readonly index: string | null;
  /** Its place in the list, and whether its item is one of the five bought in most months. */
  readonly turn: number;
  readonly busy: boolean;
  readonly items: number;
}

/** Agreement prices with their items. */
interface Agreed {
  readonly v: Source<typeof priceList>;
  readonly i: Table<typeof items>;
}

/** The agreement prices that count in this report: in the item's primary unit, of the organisations and categories the reader has and asked for. */
function agreements({ v, i }: Agreed, { me, asked, filter }: Asking, join: Sql): Sql {
  const is = (key: "itemId" | "supplierId"): Sql | null => {
    const value = given(filter, key);
    return value === null ? null : sql`${v[key]} = ${value}`;
  };
  const where = all(
    sql`${v.sourceGroup} = 'AGREEMENT' and ${v.status} <> 'INVALID'`,
    me.categories !== "all" && all(sql`${i.categoryId} is not null`, within(i.categoryId, me.categories)),
    asked.orgId !== null && sql`${v.orgId} = ${asked.orgId}`,
    asked.categoryIds !== null && sql`${i.categoryId} = any(${asked.categoryIds}::text[])`,
    ...[is("itemId"), is("supplierId")],
  );
  return sql`from ${v} join ${i} on ${i.id} = ${v.itemId} and ${i.primaryUom} = ${v.uom} ${join} where ${where}`;
}

/** An agreement price without tax, for one, in base currency (b.code) at the rate of the day it began. */
function agreedPrice({ v }: Agreed): Sql {
  const [t, r] = [every(lookupValue), every(exchangeRate)];
  const tax = sql`coalesce((select (${t.extra} ->> 'percent')::numeric from ${t} where ${t.lookupType} = 'TAX_RATE' and ${t.lookupCode} = ${v.taxRate} limit 1), 0) / 100`;
  const rate = sql`(select ${r.rate} from ${r} where ${r.rateType} = 'CORPORATE' and ${r.status} = 'ACTIVE' and ${r.fromCurrency} = ${v.currency}
      and ${r.toCurrency} = b.code and ${r.effectiveDate} <= ${v.startDate} order by ${r.effectiveDate} desc limit 1)`;
  return sql`${v.price} / ${v.priceUnit}
  / case when ${v.taxIncludedFlag} = 'Y' then 1 + ${tax} else 1 end
  * case when ${v.currency} = b.code then 1 else ${rate} end`;
}

/** Items month by month (p): what was ordered, what was agreed, and the average beside that of the first month. */
function trend(asking: Asking): Sql {
  const [from, to] = spanOf(asking);
  const lines = linesOf(asking);
  const { h, l } = lines;
  const ordered = sql`select *, case when qty = 0 then 0 else round(amount / qty, 8) end as ordered from (
    select ${l.itemId}, to_char(${h.orderDate}, 'YYYY-MM') as month, sum(${stocked(lines)}) as qty, sum(${baseWorth(lines)}) as amount, min(${unitPrice(lines)}) as least,
      count(distinct ${h.supplierId})::int as suppliers ${orderLines(lines, asking, { where: paid(lines) })} group by 1, 2) a`;
  const months = sql`(select m::date as first, (m + interval '1 month')::date as next from generate_series(date_trunc('month', ${from}::date), ${to}::date, interval '1 month') m) m`;
  const prices: Agreed = { v: asking.source(priceList), i: every(items) };
  const { v } = prices;
  const agreed = sql`select ${v.itemId}, to_char(m.first, 'YYYY-MM') as month, round(avg(${agreedPrice(prices)}), 8) as agreed ${agreements(
    prices,
    asking,
    sql`join ${months} on ${v.startDate} < m.next and (${v.endDate} is null or ${v.endDate} >= m.first) cross join ${groupCurrency()}`,
  )} group by 1, 2`;
  // What was agreed but never ordered is told only when the item itself is asked for.
  const only = given(asking.filter, "itemId") === null ? raw(`where "itemId" in (select "itemId" from o)`) : raw("");
  return sql`with o as materialized (${ordered}), g as (${agreed}), p as materialized (
    select *, round(round(ordered * 100 / nullif(begun[1], 0), 6), 1) as index, (row_number() over (order by "itemName", "itemId", month))::int as turn from (
      select *, array_agg(ordered) filter (where ordered is not null) over w as begun, count(ordered) over (partition by "itemId") as months
      from (${ofItems(asking, sql`select * from o full join (select * from g ${only}) g using ("itemId", month)`)}) c
      window w as (partition by "itemId" order by month rows between unbounded preceding and unbounded following)) d)`;
}

/** How the price of items moved, month by month. */
export async function priceTrend(asking: Asking): Promise<Answered> {
  const { db, most } = asking;
  const found = await db.query<MonthRow & { readonly allMonths: readonly string[] }>(
    sql`${trend(asking)}, f as (select "itemId" from (select distinct "itemId", "itemName", months from p) i order by months desc, "itemName", "itemId" limit 5)
     select p.*, p."itemId" in (select "itemId" from f) as busy, w.* from p, (select count(distinct "itemId")::int as items, array_agg(distinct month order by month) as "allMonths" from p) w
     where p.turn <= ${most + 1} or p."itemId" in (select "itemId" from f) order by p.turn`,
  );
  const months = found[0]?.allMonths ?? [];
  const busiest = [
    ...Map.groupBy(
      found.filter((row) => row.busy),
      (row) => row.itemId,
    ).values(),
  ];
  const along = (rows: readonly MonthRow[], key: "index" | "ordered" | "least" | "agreed") =>
    months.map((month) => rows.find((row) => row.month === month)?.[key] ?? null);
  return {
    rows: found
      .filter((row) => row.turn <= most + 1)
      .map(({ itemId, itemName, uom, month, suppliers, index, ...row }) => ({
        ...{
          itemId,
          itemName,
          uom,
          month,
          suppliers,
          index,
          ordered: row.ordered && four(row.ordered),
          least: row.least && four(row.least),
        },
        ...{ agreed: row.agreed && four(row.agreed), qty: row.qty && round(row.qty, 3), amount: row.amount && two(row.amount) },
        ...(row.qty === null ? {} : { drill: drillOf(asking, { itemId, ...daysOf(month, spanOf(asking)) }) }),
      })),
    figures: { items: found[0]?.items ?? 0, months: months.length },
    groups: {
      months: months.map((month) => ({ month })),
      items: busiest
        .toSorted((a, b) => b.length - a.length)
        .map((rows) => ({
          ...{ name: rows[0]!.itemName, values: along(rows, "index") },
          ...{ ordered: along(rows, "ordered"), least: along(rows, "least"), agreed: along(rows, "agreed") },
        })),
    },
    notes: [],
  };
}
