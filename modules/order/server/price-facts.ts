import { div, isZero } from "#kernel/decimal.ts";
import { named } from "#kernel/server/statement.ts";
import type { Me, Where } from "#kernel/entity.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { q } from "#kernel/server/schema.ts";
import { Params, whereSql } from "#kernel/server/sql.ts";
import { scopeOf } from "#kernel/server/visible.ts";
import type { PaidBefore, PricesOf } from "#modules/demand/index.ts";
import { purchaseHistory } from "../history.entity.ts";

const table = q(purchaseHistory.name);
/** Gifts and prices that are not final tell nothing of what a thing costs. */
const counted: Where = { currentFlag: "Y", giftFlag: "N", provisionalFlag: "N" };

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

/** What a reader sees of the history, as a condition; null when nothing. */
function conditionFor(kernel: Kernel, me: Me, where: Where, params: Params): string | null {
  const scope = scopeOf(kernel.declared, purchaseHistory, me);
  return scope === null ? null : whereSql(purchaseHistory, "t", { all: [scope, counted, where] }, params, kernel.declared);
}

const newest = `order by t."orderDate" desc, t.id desc`;

/** Figures over everything that was ever bought, reckoned where it lies: a unit of measure by itself, by supplier where asked. */
export async function pricesPaid(kernel: Kernel, me: Me, where: Where, bySupplier: boolean): Promise<readonly PricesOf[]> {
  const params = new Params();
  const condition = conditionFor(kernel, me, where, params);
  if (condition === null) return [];
  const price = `t."priceBaseCurrency"`;
  const supplier = bySupplier ? `t."supplierId"` : "null::text";
  const rows = await kernel.db.query<Sums>(
    `select h.*, ${named(me, "s", "supplierName")} as "supplierName" from (
       select t."itemId", ${supplier} as "supplierId", t.uom, count(*)::int as count, sum(t.qty)::text as qty,
              sum(t.qty * ${price})::text as amount, min(${price})::text as lowest, max(${price})::text as highest,
              max(t."orderDate")::text as "lastDate", (array_agg(${price}::text ${newest}))[1:24] as prices
         from ${table} t where ${condition} group by 1, 2, 3) h
       left join "SrmSupInfo" s on s.id = h."supplierId" order by h.count desc, 1, 2, 3`,
    params.values,
  );
  return rows.map(({ amount, prices, ...one }) => ({
    ...one,
    last: prices[0]!,
    average: isZero(one.qty) ? null : div(amount, one.qty, 8),
    trend: prices.toReversed(),
  }));
}

/** The newest purchases of each item, in one statement whatever their number. */
export async function lastPaid(
  kernel: Kernel,
  me: Me,
  itemIds: readonly string[],
  where: Where,
  most: number,
): Promise<readonly PaidBefore[]> {
  const params = new Params();
  const ids = params.add(itemIds);
  const condition = conditionFor(kernel, me, where, params);
  if (condition === null || itemIds.length === 0) return [];
  return kernel.db.query<PaidBefore>(
    `select h.*, ${named(me, "s", "supplierName")} as "supplierName" from unnest(${ids}::text[]) as asked(id)
       cross join lateral (
         select t."itemId", t."supplierId", t."orderId", t."orderNum", t."orderDate"::text as "orderDate", t.qty::text as qty, t.uom,
                t.currency, t."priceUnit"::text as "priceUnit", t."priceExcl"::text as "priceExcl",
                t."priceBaseCurrency"::text as "priceBaseCurrency", t."changePercent"::text as "changePercent"
           from ${table} t where t."itemId" = asked.id and ${condition} ${newest} limit ${params.add(most)}) h
       left join "SrmSupInfo" s on s.id = h."supplierId"`,
    params.values,
  );
}
