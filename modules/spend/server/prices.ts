import { div, isZero, round } from "#kernel/decimal.ts";
import { lookupValue } from "#kernel/platform/lookup.entity.ts";
import { all, every, raw, sql, within, worded, type Source, type Sql, type Table } from "#kernel/query.ts";
import type { Row } from "#kernel/report.ts";
import type { Answered, Asking } from "#kernel/server/find/report.ts";
import { exchangeRate, item as items } from "#modules/base/index.ts";
import { priceList } from "#modules/price/index.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import type { SpendReplies } from "../replies.ts";
import { growth } from "../figures.ts";
import { groupCurrency } from "./currency.ts";
import { daysOf, dimensions, drillOf, factLines, factsOf, firstDay, given, namedBy, spanOf, type Facts } from "./facts.ts";

const four = (value: string): string => round(value, 4);
const two = (value: string): string => round(value, 2);
/** Free goods say nothing about prices, and a line without an item has nothing to compare. */
const paid = (f: Facts): Sql => sql`${f.giftFlag} = 'N' and ${f.itemId} is not null`;
/** Groups of lines (x) with the words of their item; a line without one says nothing here. */
function ofItems({ me }: Asking, groups: Sql): Sql {
  const i = every(items);
  return sql`select x.*, ${worded(me, i.itemName)} || ' ' || ${i.itemCode} as "itemName", ${i.primaryUom} as uom from (${groups}) x join ${i} on ${i.id} = x."itemId"`;
}
const averageOf = (amount: string, qty: string): string => (isZero(qty) ? "0" : div(amount, qty, 8));
const monthOf = (f: Facts): Sql => sql`to_char(${f.orderDate}, 'YYYY-MM')`;

/** What each supplier of an item took for it (p), beside the lowest average of the item. */
function contrasted(asking: Asking): Sql {
  const f = factsOf(asking);
  return sql`with p as materialized (
  select *, round((average - lowest) * qty, 2) as saving from (
    select *, min(average) over (partition by "itemId") as lowest, count(*) over (partition by "itemId")::int as rivals,
      row_number() over (partition by "itemId") as nth from (
      select *, case when qty = 0 then 0 else round(amount / qty, 8) end as average from (
        select ${f.itemId}, ${f.supplierId}, sum(${f.stockedQty}) as qty, sum(${f.baseExcl}) as amount, min(${f.unitPrice}) as least, max(${f.unitPrice}) as most
        ${factLines(f, asking, { where: paid(f) })} group by 1, 2) a) b) c)`;
}

interface Contrasted
  extends
    Record<"itemId" | "itemName" | "uom" | "supplierId" | "supplierName" | "qty" | "amount" | "least" | "most" | "last", string>,
    Record<"average" | "lowest" | "saving" | "total", string>,
    Record<"rivals" | "items" | "several", number> {}

/** The price of the newest line of an item and supplier (x). */
function lastPrice(asking: Asking): Sql {
  const f = factsOf(asking);
  const own = sql`${f.itemId} = x."itemId" and ${f.supplierId} = x."supplierId"`;
  return sql`(select ${f.unitPrice} ${factLines(f, asking, { where: all(paid(f), own) })} order by ${f.orderDate} desc, ${f.id} desc limit 1)`;
}

/** The headline figures of the comparison alone, for the period before. */
export async function contrastBefore(asking: Asking): Promise<Row> {
  const f = factsOf(asking);
  const pairs = sql`select ${f.itemId}, sum(${f.stockedQty}) as qty, case when sum(${f.stockedQty}) = 0 then 0 else round(sum(${f.baseExcl}) / sum(${f.stockedQty}), 8) end as average
    ${factLines(f, asking, { where: paid(f) })} group by ${f.itemId}, ${f.supplierId}`;
  const [whole] = await asking.db.query<{ items: number; saving: string }>(
    sql`select (count(*) filter (where nth = 1))::int as items, coalesce(sum(round((average - lowest) * qty, 2)), 0)::text as saving
      from (select *, min(average) over (partition by "itemId") as lowest, row_number() over (partition by "itemId") as nth from (${pairs}) a) b`,
  );
  return { items: whole!.items, saving: two(whole!.saving) };
}

/** The same item from several suppliers. */
export async function contrast(asking: Asking): Promise<Answered<SpendReplies["contrast"]>> {
  const { db, most } = asking;
  const s = asking.source.names(supplierInfo);
  const found = await db.query<Contrasted>(
    sql`${contrasted(asking)} select y.*, ${s.name} as "supplierName", w.*
     from (${ofItems(asking, sql`select x.*, ${lastPrice(asking)} as last from (select * from p order by saving desc, "itemId", "supplierId" limit ${most + 1}) x`)}) y join ${s} on ${s.id} = y."supplierId",
       (select (count(*) filter (where nth = 1))::int as items, (count(*) filter (where nth = 1 and rivals > 1))::int as several, sum(saving) as total from p) w
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
  const f = factsOf(asking);
  const cells = await asking.db.query<Record<"month" | "id" | "name" | "average", string>>(
    sql`${namedBy(
      dimensions.SUPPLIER,
      asking,
      sql`select ${monthOf(f)} as month, ${f.supplierId} as id, (sum(${f.baseExcl}) / nullif(sum(${f.stockedQty}), 0))::text as average
       ${factLines(f, asking, { where: all(paid(f), sql`${f.itemId} = ${one.itemId}`) })} group by 1, 2`,
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
  readonly cls: string;
}
/** What all items come to, listed or not. */
interface Whole {
  readonly items: number;
  readonly total: string;
  readonly classA: number;
  readonly meanDays: string | null;
}

/** The headline figures of the items alone, for the period before. */
export async function itemBefore(asking: Asking): Promise<Row> {
  const f = factsOf(asking);
  const items = sql`select sum(${f.baseExcl}) as amount ${factLines(f, asking, { where: sql`${f.itemId} is not null` })} group by ${f.itemId}`;
  const [whole] = await asking.db.query<{ items: number; total: string }>(
    sql`select count(*)::int as items, coalesce(sum(amount), 0)::text as total from (${items}) i`,
  );
  return { items: whole!.items, total: two(whole!.total) };
}

/** Items with their class, of all of them: A until 80 % of the whole are reached, B until 95 %, C the rest. */
function classified(asking: Asking): Sql {
  const f = factsOf(asking);
  const price = sql`filter (where ${paid(f)})`;
  const groups = sql`select ${f.itemId}, count(distinct ${f.supplierId})::int as suppliers, count(distinct ${f.documentId})::int as orders, sum(${f.stockedQty}) as ordered,
      sum(${f.receivedStock}) as received, sum(${f.returnedStock}) as returned, sum(${f.baseExcl}) as amount,
      min(${f.unitPrice}) ${price} as least, max(${f.unitPrice}) ${price} as most, round(avg(${f.leadDays}), 1) as "leadDays"
    ${factLines(f, asking, { where: sql`${f.itemId} is not null` })} group by 1`;
  return sql`select *, case when before < 80 then 'A' when before < 95 then 'B' else 'C' end as cls from (
    select *, coalesce(round(round((sum(amount) over w - amount) * 100 / nullif(sum(amount) over (), 0), 8), 2), 100) as before, row_number() over w as turn
    from (${groups}) g window w as (order by amount desc, "itemId" rows unbounded preceding)) c`;
}

/** What each item cost, came from and how long it took. */
export async function item(asking: Asking): Promise<Answered<SpendReplies["item"]>> {
  const { db, most } = asking;
  const found = await db.query<ItemRow & Whole>(
    sql`with p as materialized (${classified(asking)}) select y.*, w.* from (${ofItems(asking, sql`select * from p where turn <= ${most + 1}`)}) y,
      (select count(*)::int as items, sum(amount) as total, (count(*) filter (where cls = 'A'))::int as "classA", round(round(avg("leadDays"), 6), 1)::text as "meanDays" from p) w order by y.turn`,
  );
  const { items: count, total, classA, meanDays } = found[0] ?? { items: 0, total: "0", classA: 0, meanDays: null };
  const rows = found.map(({ itemId, itemName, uom, suppliers, orders, leadDays, cls, ...row }) => ({
    ...{ itemId, itemName, uom, suppliers, orders, leadDays, cls },
    ...{ ordered: round(row.ordered, 3), received: round(row.received, 3), returned: round(row.returned, 3), amount: two(row.amount) },
    ...{
      average: four(averageOf(row.amount, row.ordered)),
      least: row.least && four(row.least),
      most: row.most && four(row.most),
    },
    drill: drillOf(asking, { itemId }),
  }));
  return {
    rows,
    figures: { items: count, total: two(total), classA, leadDays: meanDays },
    totals: { amount: two(total) },
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

/**
 * Items month by month (p): what was ordered, what was agreed, and the average beside that of the first month.
 * Only the items that are listed or drawn are added up; of the others no more is read than in which months they were bought.
 */
function trend(asking: Asking): Sql {
  const [from, to] = spanOf(asking);
  const [f, a, i] = [factsOf(asking), factsOf(asking), every(items)];
  const months = sql`(select m::date as first, (m + interval '1 month')::date as next, (extract(year from m) * 12 + extract(month from m) - 1)::int as month
    from generate_series(date_trunc('month', ${from}::date), ${to}::date, interval '1 month') m) m`;
  const prices: Agreed = { v: asking.source(priceList), i: every(items) };
  const { v } = prices;
  const agreed = sql`select ${v.itemId}, m.month, round(avg(${agreedPrice(prices)}), 8) as agreed ${agreements(
    prices,
    asking,
    sql`join ${months} on ${v.startDate} < m.next and (${v.endDate} is null or ${v.endDate} >= m.first) cross join ${groupCurrency()}`,
  )} group by 1, 2`;
  // What was agreed but never ordered is told only when the item itself is asked for.
  const only = given(asking.filter, "itemId") === null ? raw(`where "itemId" in (select "itemId" from b)`) : raw("");
  const listed = sql`array(select "itemId" from n where before <= ${asking.most} or busy)`;
  return sql`with b as materialized (select ${f.itemId}, ${f.month}, true as bought ${factLines(f, asking, { where: paid(f) })} group by 1, 2),
    g as materialized (select * from (${agreed}) g ${only}),
    c as materialized (select "itemId", month, bought, agreed from b full join g using ("itemId", month)),
    n as materialized (select *, row_number() over (order by months desc, "itemName", "itemId") <= 5 as busy,
        sum(rows) over (order by "itemName", "itemId" rows unbounded preceding) - rows as before
      from (select x.*, ${worded(asking.me, i.itemName)} || ' ' || ${i.itemCode} as "itemName", ${i.primaryUom} as uom
        from (select "itemId", count(*)::int as rows, count(bought)::int as months from c group by 1) x join ${i} on ${i.id} = x."itemId") k),
    o as (select *, case when qty = 0 then 0 else round(amount / qty, 8) end as ordered from (
      select ${a.itemId}, ${a.month}, sum(${a.stockedQty}) as qty, sum(${a.baseExcl}) as amount, min(${a.unitPrice}) as least, count(distinct ${a.supplierId})::int as suppliers
      ${factLines(a, asking, { where: all(paid(a), sql`${a.itemId} = any(${listed})`) })} group by 1, 2) s),
    p as materialized (
      select *, round(round(ordered * 100 / nullif(begun[1], 0), 6), 1) as index, (before + row_number() over (partition by "itemId" order by number))::int as turn from (
        select c."itemId", n."itemName", n.uom, n.months, n.busy, n.before, c.month as number, to_char(${firstDay("c.month")}, 'YYYY-MM') as month,
          c.agreed, o.qty, o.amount, o.least, o.suppliers, o.ordered,
          array_agg(o.ordered) filter (where o.ordered is not null) over (partition by c."itemId" order by c.month rows between unbounded preceding and unbounded following) as begun
        from n join c on c."itemId" = n."itemId" left join o on o."itemId" = c."itemId" and o.month = c.month
        where n.before <= ${asking.most} or n.busy) d)`;
}

/** How the price of items moved, month by month. */
export async function priceTrend(asking: Asking): Promise<Answered<SpendReplies["priceTrend"]>> {
  const { db, most } = asking;
  const found = await db.query<MonthRow & { readonly allMonths: readonly string[] }>(
    sql`${trend(asking)} select p.*, w.* from p, (select (select count(*)::int from n) as items,
       (select array_agg(to_char(${firstDay("month")}, 'YYYY-MM') order by month) from (select distinct month from c) m) as "allMonths") w
     where p.turn <= ${most + 1} or p.busy order by p.turn`,
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
