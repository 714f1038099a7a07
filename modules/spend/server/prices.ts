import { cmp, div, isZero, mul, round, sub, sum } from "#kernel/decimal.ts";
import type { Answered, Asking } from "#kernel/server/report.ts";
import { Statement } from "#kernel/server/statement.ts";
import { classesOf, growth, mean } from "../figures.ts";
import { itemWords, joinedTo, named, orderLines, spanOf, stocked, unitPrice } from "./facts.ts";

const four = (value: string): string => round(value, 4);
const two = (value: string): string => round(value, 2);
/** Free goods say nothing about prices, and a line without an item has nothing to compare. */
const paid = `l."giftFlag" = 'N' and l."itemId" is not null`;
const value = 'l."amountExcl" * h."exchangeRate"';
const itemJoin = 'join "SrmBaseItem" i on i.id = l."itemId"';
const averageOf = (amount: string, qty: string): string => (isZero(qty) ? "0" : div(amount, qty, 8));

/** The same item from several suppliers. */
export async function contrast(asking: Asking): Promise<Answered> {
  const { db, me } = asking;
  const sql = new Statement();
  const found = await db.query<
    Record<"itemId" | "itemName" | "uom" | "supplierId" | "supplierName" | "qty" | "amount" | "least" | "most" | "last", string>
  >(
    `select l."itemId", min(${itemWords(me)}) as "itemName", min(i."primaryUom") as uom, h."supplierId", min(${named(me, "s", "supplierName")}) as "supplierName",
       sum(${stocked})::text as qty, sum(${value})::text as amount, min(${unitPrice})::text as least, max(${unitPrice})::text as most,
       (array_agg((${unitPrice})::text order by h."orderDate" desc, l.id desc))[1] as last
     ${joinedTo(orderLines(sql, asking), `${itemJoin} join "SrmSupInfo" s on s.id = h."supplierId"`)} and ${paid} group by 1, 4`,
    sql.values,
  );
  const [from, to] = spanOf(asking);
  const rows = [...Map.groupBy(found, (row) => row.itemId)]
    .flatMap(([, all]) => {
      const averages = all.map((one) => averageOf(one.amount, one.qty));
      const lowest = averages.reduce((a, b) => (cmp(b, a) < 0 ? b : a));
      return all.map((one, i) => ({
        ...one,
        ...{ qty: round(one.qty, 3), last: four(one.last), least: four(one.least), most: four(one.most), average: four(averages[i]!) },
        ...{
          gap: growth(averages[i]!, lowest),
          saving: two(mul(sub(averages[i]!, lowest), one.qty)),
          amount: two(one.amount),
          rivals: all.length,
        },
        drill: { from, to, itemId: one.itemId, supplierId: one.supplierId },
      }));
    })
    .sort((a, b) => cmp(b.saving, a.saving));
  return {
    rows,
    figures: {
      items: new Set(rows.map((row) => row.itemId)).size,
      several: new Set(rows.filter((row) => row.rivals > 1).map((row) => row.itemId)).size,
      saving: two(sum(rows.map((row) => row.saving))),
    },
    groups: { rows: rows.filter((row) => row.rivals > 1).slice(0, 12) },
    notes: [],
  };
}

interface ItemRow extends Record<"itemId" | "itemName" | "uom" | "ordered" | "received" | "returned" | "amount", string> {
  readonly suppliers: number;
  readonly orders: number;
  readonly least: string | null;
  readonly most: string | null;
  readonly leadDays: string | null;
}

/** What each item cost, came from and how long it took. */
export async function item(asking: Asking): Promise<Answered> {
  const { db, me } = asking;
  const sql = new Statement();
  const found = await db.query<ItemRow>(
    `select l."itemId", min(${itemWords(me)}) as "itemName", min(i."primaryUom") as uom, count(distinct h."supplierId")::int as suppliers, count(distinct h.id)::int as orders,
       sum(${stocked})::text as ordered, sum((l."receivedQty" - l."reversedQty") * l."convertRate")::text as received,
       sum((l."returnReplaceQty" + l."returnRefundQty") * l."convertRate")::text as returned, sum(${value})::text as amount,
       min(${unitPrice}) filter (where ${paid})::text as least, max(${unitPrice}) filter (where ${paid})::text as most,
       round(avg(r.days), 1)::text as "leadDays"
     ${joinedTo(
       orderLines(sql, asking),
       `${itemJoin} left join lateral (select (min(t."transactionDate") - h."publishDate"::date)::numeric as days from "SrmPurStorageTransaction" t
          where t."orderLineId" = l.id and t."transactionType" = 'RECEIVE') r on true`,
     )} group by 1 order by sum(${value}) desc`,
    sql.values,
  );
  const classes = classesOf(found.map((row) => row.amount));
  const [from, to] = spanOf(asking);
  const rows = found.map((row, i) => ({
    ...row,
    ...{ ordered: round(row.ordered, 3), received: round(row.received, 3), returned: round(row.returned, 3), amount: two(row.amount) },
    ...{
      average: four(averageOf(row.amount, row.ordered)),
      least: row.least && four(row.least),
      most: row.most && four(row.most),
      cls: classes[i]!.cls,
    },
    drill: { from, to, itemId: row.itemId },
  }));
  return {
    rows,
    figures: {
      items: rows.length,
      total: two(sum(found.map((row) => row.amount))),
      classA: classes.filter((one) => one.cls === "A").length,
      leadDays: mean(found.flatMap((row) => (row.leadDays === null ? [] : [Number(row.leadDays)]))),
    },
    groups: { rows: rows.slice(0, 15) },
    notes: [],
  };
}

interface MonthRow extends Record<"itemId" | "itemName" | "uom" | "month" | "qty" | "amount" | "least", string> {
  readonly suppliers: number;
}

/** How the price of items moved, month by month. */
export async function priceTrend(asking: Asking): Promise<Answered> {
  const { db, me } = asking;
  const sql = new Statement();
  const found = await db.query<MonthRow>(
    `select l."itemId", min(${itemWords(me)}) as "itemName", min(i."primaryUom") as uom, to_char(h."orderDate", 'YYYY-MM') as month,
       sum(${stocked})::text as qty, sum(${value})::text as amount, min(${unitPrice})::text as least, count(distinct h."supplierId")::int as suppliers
     ${joinedTo(orderLines(sql, asking), itemJoin)} and ${paid} group by 1, 4 order by 2, 4`,
    sql.values,
  );
  const [from, to] = spanOf(asking);
  const byItem = [...Map.groupBy(found, (row) => row.itemId)];
  const rows = byItem.flatMap(([itemId, all]) => {
    const first = averageOf(all[0]!.amount, all[0]!.qty);
    return all.map((row) => {
      const ordered = averageOf(row.amount, row.qty);
      const index = isZero(first) ? null : round(div(mul(ordered, "100"), first, 6), 1);
      return { ...row, ordered: four(ordered), least: four(row.least), qty: round(row.qty, 3), index, drill: { from, to, itemId } };
    });
  });
  const months = [...new Set(rows.map((row) => row.month))].sort();
  const busiest = byItem.toSorted((a, b) => b[1].length - a[1].length).slice(0, 5);
  return {
    rows,
    figures: { items: byItem.length, months: months.length },
    groups: {
      months: months.map((month) => ({ month })),
      items: busiest.map(([itemId]) => ({
        name: rows.find((row) => row.itemId === itemId)!.itemName,
        values: months.map((month) => rows.find((row) => row.itemId === itemId && row.month === month)?.index ?? null),
      })),
    },
    notes: [],
  };
}
