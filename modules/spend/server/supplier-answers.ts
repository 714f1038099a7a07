import { add, cmp, mul, sub, sum } from "#kernel/decimal.ts";
import type { Answer } from "#kernel/question.ts";
import type { Find } from "#kernel/rule.ts";
import { Statement } from "#kernel/server/statement.ts";
import { receive } from "#modules/delivery/index.ts";
import { purchaseAmounts, spendOfSuppliers, trialFigures, trialOrders } from "#modules/lifecycle/index.ts";
import { order, openOf, storageTransaction } from "#modules/order/index.ts";
import type { Text } from "#kernel/text.ts";
import { addDays, addMonths } from "#kernel/days.ts";
import { category, getProfile } from "#modules/base/index.ts";
import { categorySpend, furtherHits, tradeDays, tradeFigures, type FurtherHit } from "#modules/supplier/index.ts";
import { percentOf } from "../figures.ts";
import { concentrationHits, lateHits, type CategoryShare, type Punctual } from "../supplier-hits.ts";
import { live, orderedLines } from "./facts.ts";

/** A warning is about the supplier, whoever reads it: all orders count. */
const allOrders = `"SrmPurOrderHeader" h join "SrmPurOrderLine" l on l."parentId" = h.id`;
const inForce = `h."liveId" is null and h.status in ${live}`;

/** Deliveries that fell due, and those of them that were there in full on the day promised first. */
const punctuality = (orders: string, suppliers: string, from: string, today: string): string => `
  select h."supplierId", count(*) as due, count(*) filter (where coalesce(r.qty, 0) >= d.qty - d."cancelledQty" - d."closedQty") as met
  from ${orders} join "SrmPurOrderDelivery" d on d."parentId" = l.id
    left join lateral (select sum(t.qty) as qty from "SrmPurStorageTransaction" t
      where t."orderDeliveryId" = d.id and t."transactionDate" <= coalesce(d."firstPromiseDate", d."needByDate")) r on true
  where ${inForce} and h."supplierId" = any(${suppliers}::text[]) and d.qty > d."cancelledQty" + d."closedQty"
    and coalesce(d."firstPromiseDate", d."needByDate") > ${from}::date and coalesce(d."firstPromiseDate", d."needByDate") < ${today}::date group by 1`;

/** The share each of these suppliers has of what all suppliers brought of a category in twelve months. */
const sharesOfCategories = `
  select "supplierId", "categoryId", amount::text, total::text from (
    select t."supplierId", t."categoryId", sum(t."amountExcl" * t."exchangeRate") as amount,
      sum(sum(t."amountExcl" * t."exchangeRate")) over (partition by t."categoryId") as total
    from "SrmPurStorageTransaction" t
    where t."categoryId" is not null and t."transactionDate" > $2::date and t."transactionDate" <= $3::date group by 1, 2) c
  where "supplierId" = any($1::text[]) order by "supplierId", "categoryId"`;

interface Trial {
  readonly supplierId: string;
  readonly orgId: string;
  readonly itemIds: readonly string[];
  readonly from: string;
}

/** Orders on trial with the supplier since the tryout began; drafts of revisions are not meant. */
const trialsOf = (find: Find, { supplierId, orgId, from }: Trial) =>
  find.where(order, {
    ...{ orderType: "TRIAL", supplierId, orgId, liveId: null, orderDate: { from } },
    status: ["PUBLISHED", "CONFIRMED", "CHANGING", "COMPLETED", "CLOSED"],
  });

export const supplierAnswers: readonly Answer[] = [
  // What was ordered or received, month by month, in the currency of the documents.
  purchaseAmounts.answeredBy((_, { db, source, basis, from, to }) => {
    const sql = new Statement();
    const [first, last] = [sql.at(from), sql.at(to)];
    return db.query(
      basis === "ORDERED"
        ? `select h."supplierId", to_char(h."orderDate", 'YYYY-MM') as month, h."orgId", l."categoryId", h.currency,
           sum(round(l."amountExcl" * (l.qty - l."cancelledQty") / l.qty, 2))::text as amount
         from ${orderedLines(sql, { source })}
         where ${inForce} and to_char(h."orderDate", 'YYYY-MM') between ${first} and ${last} group by 1, 2, 3, 4, 5`
        : `select t."supplierId", to_char(t."transactionDate", 'YYYY-MM') as month, t."orgId", t."categoryId", t.currency,
           sum(t."amountExcl")::text as amount
         from ${source(storageTransaction, sql)} t
         where t."transactionDate" between (${first} || '-01')::date and (${last} || '-01')::date + interval '1 month - 1 day' group by 1, 2, 3, 4, 5`,
      sql.values,
    );
  }),
  tradeDays.answeredBy((_, { db, until }) =>
    db.query(
      `select "supplierId", min(day)::text as first, max(day)::text as last from (
       select h."supplierId", h."orderDate" as day from "SrmPurOrderHeader" h where ${inForce}
       union all select t."supplierId", t."transactionDate" from "SrmPurStorageTransaction" t) d
     where day <= $1::date group by 1`,
      [until],
    ),
  ),
  tradeFigures.answeredBy(async (_, { db, source, supplierIds, today }) => {
    const sql = new Statement();
    const [ids, from, to] = [sql.at(supplierIds), sql.at(addMonths(today, -12)), sql.at(today)];
    const rows = await db.query<{ supplierId: string; spend: string | null; due: string | null; met: string | null }>(
      `select s.id as "supplierId", m.spend::text, p.due::text, p.met::text from unnest(${ids}::text[]) as s(id)
     left join (select t."supplierId", sum(t."amountExcl" * t."exchangeRate") as spend from ${source(storageTransaction, sql)} t
       where t."supplierId" = any(${ids}::text[]) and t."transactionDate" > ${from}::date and t."transactionDate" <= ${to}::date group by 1) m on m."supplierId" = s.id
     left join (${punctuality(orderedLines(sql, { source }), ids, from, to)}) p on p."supplierId" = s.id`,
      sql.values,
    );
    return rows.map(({ supplierId, spend, due, met }) => ({
      supplierId,
      spend12m: spend ?? "0",
      onTimeRate: due === null ? null : percentOf(met ?? "0", due),
    }));
  }),
  categorySpend.answeredBy((_, { db, source, today, categories }) => {
    const sql = new Statement();
    const from = sql.at(addMonths(today, -12));
    return db.query(
      `select t."supplierId", t."categoryId", t."orgId", sum(t."amountExcl" * t."exchangeRate")::text as amount from ${source(storageTransaction, sql)} t
     where t."transactionDate" > ${from}::date and t."categoryId" is not null
       and ${sql.within('t."categoryId"', categories)} group by 1, 2, 3`,
      sql.values,
    );
  }),
  // Who delivers late: one statement for all suppliers in question.
  furtherHits.answeredBy(async (find, { db, supplierIds, on }) => {
    const sql = new Statement();
    const [ids, from, to] = [sql.at(supplierIds), sql.at(addMonths(on, -12)), sql.at(on)];
    const [least, rows] = await Promise.all([
      getProfile(find, "SUP_OTD_MIN_PCT"),
      db.query<Punctual>(
        `select "supplierId", due::text, met::text from (${punctuality(allOrders, ids, from, to)}) p order by "supplierId"`,
        sql.values,
      ),
    ]);
    return lateHits(rows, least.value, on);
  }),
  // Who brings too much of a category: the limit may be set for a category, so it is asked for each.
  furtherHits.answeredBy(async (find, { db, supplierIds, on }): Promise<readonly FurtherHit[]> => {
    const rows = await db.query<CategoryShare>(sharesOfCategories, [supplierIds, addMonths(on, -12), on]);
    const about = await Promise.all(
      [...new Set(rows.map((row) => row.categoryId))].map(async (id): Promise<readonly [string, { name: Text; limit: string }]> => {
        const [own, limit] = await Promise.all([find.maybe(category, id), getProfile(find, "SUP_CONCENTRATION_PCT", { categoryId: id })]);
        return [id, { name: [own?.categoryName ?? id, own?.categoryNameEn ?? own?.categoryName ?? id], limit: limit.value }];
      }),
    );
    const known = new Map(about);
    return concentrationHits(rows, (id) => known.get(id)!, on);
  }),
  // Whom to visit first is told by the money too: twelve months of postings of those in question.
  spendOfSuppliers.answeredBy(async (find, { orgId, supplierIds, today }) => {
    const rows = await find.where(
      storageTransaction,
      { orgId, supplierId: supplierIds, transactionDate: { from: addDays(today, -365) } },
      50_000,
    );
    return [...Map.groupBy(rows, (row) => row.supplierId)].map(([supplierId, all]) => ({
      supplierId,
      amount: sum(all.map((row) => mul(row.amountExcl, row.exchangeRate))),
    }));
  }),
  trialOrders.answeredBy(async (find, asked) =>
    (await trialsOf(find, asked)).flatMap((one) =>
      one.lines
        .filter((line) => line.itemId !== null && asked.itemIds.includes(line.itemId))
        .map((line) => ({
          ...{ orderNo: one.orderNum!, orderLineId: line.id, itemId: line.itemId! },
          isOpen: one.status !== "CLOSED" && cmp(openOf(line), "0") > 0,
        })),
    ),
  ),
  // What arrived on them and how it was judged: refused goods count as not good, those let through with a deduction as a concession.
  trialFigures.answeredBy(async (find, asked) => {
    const orders = await trialsOf(find, asked);
    if (orders.length === 0) return [];
    const lineIds = new Set(orders.flatMap((one) => one.lines.map((line) => line.id)));
    const receipts = await find.where(receive, { supplierId: asked.supplierId, lines: { some: { orderId: orders.map((one) => one.id) } } });
    const lines = receipts.flatMap((one) => one.lines).filter((line) => line.postedFlag === "Y" && lineIds.has(line.orderLineId ?? ""));
    return [...Map.groupBy(lines, (line) => line.itemId ?? "")]
      .filter(([itemId]) => asked.itemIds.includes(itemId))
      .map(([itemId, all]) => {
        const total = (of: (line: (typeof all)[number]) => string): string => sum(all.map(of));
        const good = (line: (typeof all)[number]): string => sub(line.acceptedQty ?? "0", line.reversedQty);
        const isConcession = (line: (typeof all)[number]): boolean => line.inspectResult === "CONCESSION";
        const [okQty, concessionQty, ngQty] = [
          total((line) => (isConcession(line) ? "0" : good(line))),
          total((line) => (isConcession(line) ? good(line) : "0")),
          total((line) => sub(line.rejectedQty ?? "0", line.undoneRejectedQty)),
        ];
        return { itemId, receivedQty: add(add(okQty, concessionQty), ngQty), okQty, ngQty, concessionQty, defectDesc: null };
      });
  }),
];
