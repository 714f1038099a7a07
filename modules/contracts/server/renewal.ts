import { every, sql } from "#kernel/query.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { notFound } from "#kernel/server/find/find.ts";
import { answering } from "#kernel/server/http/call.ts";
import { readersOf } from "#kernel/server/http/need.ts";
import type { Side } from "#kernel/server/install/side.ts";
import { houseDay } from "#kernel/time.ts";
import { priceList } from "#modules/price/index.ts";
import { tradeFigures } from "#modules/supplier/index.ts";
import { contract } from "../contract.entity.ts";
import { contractItem } from "../contract-lines.entity.ts";
import { contractWarning } from "../warning/warning.entity.ts";
import { getRenewalFacts, type RenewalPrice } from "../renewal/page-calls.ts";

/** Beside a contract that ends: what its goods have cost with the supplier, and how the supplier delivers. */
export const careSide: Omit<Side, "code"> = {
  needs: { [getRenewalFacts.path]: readersOf(contract.name) },
  calls: ({ kernel }) => [
    answering(getRenewalFacts, async ({ me, now }, { id }) => {
      const find = findFor(kernel, me);
      const [doc] = me.audience === "internal" ? await find.where(contract, { id: id ?? "" }, 1) : [];
      if (!doc) throw notFound(contract);
      const source = kernel.finder.sourceFor(me);
      const [p, i, w] = [source(priceList), every(contractItem), source(contractWarning)];
      const [prices, [figures], [open]] = await Promise.all([
        kernel.db.query<RenewalPrice>(sql`
          select ${i.itemId}, ${i.itemName}, ${p.currency}, ${i.unitPrice}::text as agreed, count(*)::int as count,
            (array_agg(${p.price}::text order by ${p.startDate}))[1] as first, (array_agg(${p.price}::text order by ${p.startDate} desc))[1] as last,
            max(${p.startDate})::text as "lastFrom"
          from ${p} join ${i} on ${i.itemId} = ${p.itemId} and ${i.parentId} = ${doc.id}
          where ${p.supplierId} = ${doc.supplierId} and ${p.orgId} = ${doc.orgId} and ${p.currency} = ${doc.currency} and ${p.status} <> 'INVALID'
          group by ${i.id}, ${i.itemId}, ${i.itemName}, ${i.unitPrice}, ${i.lineNum}, ${p.currency} order by ${i.lineNum}`),
        tradeFigures.ask(find, { db: kernel.db, source, supplierIds: [doc.supplierId], today: houseDay(now) }),
        kernel.db.query<{ n: number }>(sql`select count(*)::int as n from ${w} where ${w.contractId} = ${doc.id} and ${w.state} = 'OPEN'`),
      ]);
      const isPriced = me.holds("btnViewPrice");
      return {
        prices: isPriced ? prices : [],
        spend12m: isPriced ? (figures?.spend12m ?? null) : null,
        onTimeRate: figures?.onTimeRate ?? null,
        warnings: open?.n ?? 0,
      };
    }),
  ],
};
