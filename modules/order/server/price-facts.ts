import { div, isZero } from "#kernel/decimal.ts";
import type { Me } from "#kernel/entity.ts";
import { all, columns, sql, type Source, type Sql } from "#kernel/query.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { PaidBefore, PricesOf } from "#modules/demand/index.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import { purchaseHistory } from "../history/history.entity.ts";

interface Sums {
  readonly itemId: string;
  readonly supplierId: string | null;
  readonly supplierName: string | null;
  readonly uom: string;
  readonly count: number;
  readonly qty: string;
  readonly amount: string;
  readonly lowest: string;
  readonly highest: string;
  readonly lastDate: string;
  /** Newest first. */
  readonly prices: readonly string[];
}

/** Which purchases are asked about. */
interface Asked {
  readonly itemIds: readonly string[];
  /** Only those of these organisations; of all where none is named. */
  readonly orgIds?: readonly string[];
}

type History = Source<typeof purchaseHistory>;

/** Gifts and prices that are not final tell nothing of what a thing costs. */
const isCounted = (h: History, { orgIds }: Pick<Asked, "orgIds">): Sql =>
  all(
    sql`${h.currentFlag} = 'Y' and ${h.giftFlag} = 'N' and ${h.provisionalFlag} = 'N'`,
    orgIds !== undefined && sql`${h.orgId} = any(${orgIds})`,
  );

const newest = (h: History): Sql => sql`order by ${h.orderDate} desc, ${h.id} desc`;

/** Figures over everything that was ever bought, reckoned where it lies: a unit of measure by itself, by supplier where asked. */
export async function pricesPaid(kernel: Kernel, me: Me, asked: Asked, bySupplier: boolean): Promise<readonly PricesOf[]> {
  const source = kernel.finder.sourceFor(me);
  const [h, s] = [source(purchaseHistory), source.names(supplierInfo)];
  const price = h.priceBaseCurrency;
  const supplier = bySupplier ? h.supplierId : sql`null::text`;
  const rows = await kernel.db.query<Sums>(
    sql`select paid.*, ${s.name} as "supplierName" from (
       select ${h.itemId}, ${supplier} as "supplierId", ${h.uom}, count(*)::int as count, sum(${h.qty})::text as qty,
              sum(${h.qty} * ${price})::text as amount, min(${price})::text as lowest, max(${price})::text as highest,
              max(${h.orderDate})::text as "lastDate", (array_agg(${price}::text ${newest(h)}))[1:24] as prices
         from ${h} where ${h.itemId} = any(${asked.itemIds}) and ${isCounted(h, asked)} group by 1, 2, 3) paid
       left join ${s} on ${s.id} = paid."supplierId" order by paid.count desc, 1, 2, 3`,
  );
  return rows.map(({ amount, prices, ...one }) => ({
    ...one,
    last: prices[0]!,
    average: isZero(one.qty) ? null : div(amount, one.qty, 8),
    trend: prices.toReversed(),
  }));
}

/** The newest purchases of each item, in one statement whatever their number. */
export async function lastPaid(kernel: Kernel, me: Me, asked: Asked, most: number): Promise<readonly PaidBefore[]> {
  if (asked.itemIds.length === 0) return [];
  const source = kernel.finder.sourceFor(me);
  const [h, s] = [source(purchaseHistory), source.names(supplierInfo)];
  return kernel.db.query<PaidBefore>(
    sql`select paid.*, ${s.name} as "supplierName" from unnest(${asked.itemIds}::text[]) as asked(id)
       cross join lateral (
         select ${columns(h, "itemId", "supplierId", "orderId", "orderNum")}, ${h.orderDate}::text as "orderDate", ${h.qty}::text as qty, ${h.uom},
                ${h.currency}, ${h.priceUnit}::text as "priceUnit", ${h.priceExcl}::text as "priceExcl",
                ${h.priceBaseCurrency}::text as "priceBaseCurrency", ${h.changePercent}::text as "changePercent"
           from ${h} where ${h.itemId} = asked.id and ${isCounted(h, asked)} ${newest(h)} limit ${most}) paid
       left join ${s} on ${s.id} = paid."supplierId"`,
  );
}
