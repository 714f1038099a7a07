import { add, cmp, mul, sub, sum } from "#kernel/decimal.ts";
import type { Find } from "#kernel/rule.ts";
import type { Answer } from "#kernel/question.ts";
import { addDays, addMonths } from "#kernel/days.ts";
import { all, every, sql, within, type Sql, type Table } from "#kernel/query.ts";
import { receive } from "#modules/delivery/index.ts";
import { purchaseAmounts, spendOfSuppliers, trialFigures, trialOrders } from "#modules/lifecycle/index.ts";
import { order, openOf, orderDelivery, orderLine, storageTransaction } from "#modules/order/index.ts";
import type { Text } from "#kernel/text.ts";
import { category, getProfile } from "#modules/base/index.ts";
import { categorySpend, furtherHits, tradeDays, tradeFigures, type FurtherHit } from "#modules/supplier/index.ts";
import { percentOf } from "../figures.ts";
import { concentrationHits, lateHits, type CategoryShare, type Punctual } from "../supplier-hits.ts";
import { inForce, linesOf, orderedLines, type Lines } from "./facts.ts";

/** What counts as received from a supplier in some months, in base currency. */
const received = (t: Table<typeof storageTransaction>): Sql => sql`${t.amountExcl} * ${t.exchangeRate}`;

/** Deliveries that fell due, and those of them that were there in full on the day promised first. */
function punctuality(lines: Lines, suppliers: readonly string[], from: string, today: string): Sql {
  const { h, l } = lines;
  const [d, t] = [every(orderDelivery), every(storageTransaction)];
  const promised = sql`coalesce(${d.firstPromiseDate}, ${d.needByDate})`;
  return sql`
  select ${h.supplierId}, count(*) as due, count(*) filter (where coalesce(r.qty, 0) >= ${d.qty} - ${d.cancelledQty} - ${d.closedQty}) as met
  from ${orderedLines(lines)} join ${d} on ${d.parentId} = ${l.id}
    left join lateral (select sum(${t.qty}) as qty from ${t}
      where ${t.orderDeliveryId} = ${d.id} and ${t.transactionDate} <= ${promised}) r on true
  where ${inForce(lines)} and ${h.supplierId} = any(${suppliers}::text[]) and ${d.qty} > ${d.cancelledQty} + ${d.closedQty}
    and ${promised} > ${from}::date and ${promised} < ${today}::date group by 1`;
}

/** The share each of these suppliers has of what all suppliers brought of a category in some days. */
function sharesOfCategories(supplierIds: readonly string[], from: string, to: string): Sql {
  const t = every(storageTransaction);
  return sql`
  select "supplierId", "categoryId", amount::text, total::text from (
    select ${t.supplierId}, ${t.categoryId}, sum(${received(t)}) as amount,
      sum(sum(${received(t)})) over (partition by ${t.categoryId}) as total
    from ${t}
    where ${t.categoryId} is not null and ${t.transactionDate} > ${from}::date and ${t.transactionDate} <= ${to}::date group by 1, 2) c
  where "supplierId" = any(${supplierIds}::text[]) order by "supplierId", "categoryId"`;
}

interface Trial {
  readonly supplierId: string;
  readonly orgId: string;
  readonly itemIds: readonly string[];
  readonly from: string;
}

/** Orders on trial with the supplier since the tryout began; drafts of revisions are not meant. */
const trialsOf = (find: Find, { supplierId, orgId, from }: Trial) =>
  find.where(order, {
    orderType: "TRIAL",
    supplierId,
    orgId,
    liveId: null,
    orderDate: { from },
    status: ["PUBLISHED", "CONFIRMED", "CHANGING", "COMPLETED", "CLOSED"],
  });

export const supplierAnswers: readonly Answer[] = [
  // What was ordered or received, month by month, in the currency of the documents.
  purchaseAmounts.answeredBy((_, { db, source, basis, from, to }) => {
    const lines = linesOf({ source });
    const { h, l } = lines;
    const t = source(storageTransaction);
    return db.query(
      basis === "ORDERED"
        ? sql`select ${h.supplierId}, to_char(${h.orderDate}, 'YYYY-MM') as month, ${h.orgId}, ${l.categoryId}, ${h.currency},
           sum(round(${l.amountExcl} * (${l.qty} - ${l.cancelledQty}) / ${l.qty}, 2))::text as amount
         from ${orderedLines(lines)}
         where ${inForce(lines)} and to_char(${h.orderDate}, 'YYYY-MM') between ${from} and ${to} group by 1, 2, 3, 4, 5`
        : sql`select ${t.supplierId}, to_char(${t.transactionDate}, 'YYYY-MM') as month, ${t.orgId}, ${t.categoryId}, ${t.currency},
           sum(${t.amountExcl})::text as amount
         from ${t}
         where ${t.transactionDate} between (${from} || '-01')::date and (${to} || '-01')::date + interval '1 month - 1 day' group by 1, 2, 3, 4, 5`,
    );
  }),
  tradeDays.answeredBy((_, { db, until }) => {
    const [h, t] = [every(order), every(storageTransaction)];
    return db.query(
      sql`select "supplierId", min(day)::text as first, max(day)::text as last from (
       select ${h.supplierId}, ${h.orderDate} as day from ${h} where ${inForce({ h })}
       union all select ${t.supplierId}, ${t.transactionDate} from ${t}) d
     where day <= ${until}::date group by 1`,
    );
  }),
  tradeFigures.answeredBy(async (_, { db, source, supplierIds, today }) => {
    const t = source(storageTransaction);
    const from = addMonths(today, -12);
    const rows = await db.query<{ supplierId: string; spend: string | null; due: string | null; met: string | null }>(
      sql`select s.id as "supplierId", m.spend::text, p.due::text, p.met::text from unnest(${supplierIds}::text[]) as s(id)
     left join (select ${t.supplierId}, sum(${received(t)}) as spend from ${t}
       where ${t.supplierId} = any(${supplierIds}::text[]) and ${t.transactionDate} > ${from}::date and ${t.transactionDate} <= ${today}::date group by 1) m on m."supplierId" = s.id
     left join (${punctuality(linesOf({ source }), supplierIds, from, today)}) p on p."supplierId" = s.id`,
    );
    return rows.map(({ supplierId, spend, due, met }) => ({
      supplierId,
      spend12m: spend ?? "0",
      onTimeRate: due === null ? null : percentOf(met ?? "0", due),
    }));
  }),
  categorySpend.answeredBy((_, { db, source, today, categories }) => {
    const t = source(storageTransaction);
    const where = all(
      sql`${t.transactionDate} > ${addMonths(today, -12)}::date and ${t.categoryId} is not null`,
      within(t.categoryId, categories),
    );
    return db.query(
      sql`select ${t.supplierId}, ${t.categoryId}, ${t.orgId}, sum(${received(t)})::text as amount from ${t} where ${where} group by 1, 2, 3`,
    );
  }),
  // Who delivers late: one statement for all suppliers in question. A warning is about the supplier, whoever reads it: all orders count.
  furtherHits.answeredBy(async (find, { db, supplierIds, on }) => {
    const orders = { h: every(order), l: every(orderLine) };
    const [least, rows] = await Promise.all([
      getProfile(find, "SUP_OTD_MIN_PCT"),
      db.query<Punctual>(
        sql`select "supplierId", due::text, met::text from (${punctuality(orders, supplierIds, addMonths(on, -12), on)}) p order by "supplierId"`,
      ),
    ]);
    return lateHits(rows, least.value, on);
  }),
  // Who brings too much of a category: the limit may be set for a category, so it is asked for each.
  furtherHits.answeredBy(async (find, { db, supplierIds, on }): Promise<readonly FurtherHit[]> => {
    const rows = await db.query<CategoryShare>(sharesOfCategories(supplierIds, addMonths(on, -12), on));
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
    (await trialsOf(find, asked)).flatMap((trial) =>
      trial.lines
        .filter((line) => line.itemId !== null && asked.itemIds.includes(line.itemId))
        .map((line) => ({
          orderNo: trial.orderNum!,
          orderLineId: line.id,
          itemId: line.itemId!,
          isOpen: trial.status !== "CLOSED" && cmp(openOf(line), "0") > 0,
        })),
    ),
  ),
  // What arrived on them and how it was judged: refused goods count as not good, those let through with a deduction as a concession.
  trialFigures.answeredBy(async (find, asked) => {
    const orders = await trialsOf(find, asked);
    if (orders.length === 0) return [];
    const lineIds = new Set(orders.flatMap((order) => order.lines.map((line) => line.id)));
    const receipts = await find.where(receive, {
      supplierId: asked.supplierId,
      lines: { some: { orderId: orders.map((order) => order.id) } },
    });
    const lines = receipts
      .flatMap((receipt) => receipt.lines)
      .filter((line) => line.postedFlag === "Y" && lineIds.has(line.orderLineId ?? ""));
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
