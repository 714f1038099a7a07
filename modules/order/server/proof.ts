import { every, raw, sql, type Sql } from "#kernel/query.ts";
import { requisitionLine, targetRel } from "#modules/demand/index.ts";
import { orderDelivery, orderLine } from "../order-line.entity.ts";
import { order } from "../order.entity.ts";
import { storageTransaction } from "../ledger/transaction.entity.ts";
import { orderHome } from "../ledger/posted-rows.ts";
import { sqlBuckets } from "./proof-sql.ts";
import { lineFigures } from "../ledger/line-figures.ts";
import { figureDifferences } from "#kernel/server/database/figures.ts";
import type { LedgerHome } from "#kernel/ledger-rule.ts";
import type { Db } from "#kernel/server/database/db.ts";
import { imbalances, type Difference } from "#kernel/server/constructs/ledger-proof.ts";

const [o, l, d, t] = [every(order), every(orderLine), every(orderDelivery), every(storageTransaction)];
const [r, rel] = [every(requisitionLine), every(targetRel)];

/** Orders that count: approved once, when their rate was fixed; a draft that was cancelled never did. */
const live = sql`${o.liveId} is null and ${o.exchangeRate} is not null and ${o.status} not in ('DRAFT', 'APPROVING', 'REJECTED')`;
const lines = sql`${l} join ${o} on ${o.id} = ${l.parentId}`;
const told = (stored: Sql, proven: Sql): Sql =>
  sql`trim_scale(${stored})::text as "storedValue", trim_scale(${proven})::text as "provenValue"`;
/** What a difference of an order line is told with. */
const ofLine = sql`'ORDER_LINE' as "ownerType", ${l.id} as "ownerId", ${o.orgId}, ${o.orderNum} as "docNum"`;

/** Rows add up to their line, in every column. */
const summed = sql`
  with total as (
    select ${d.parentId} as id, b.bucket, sum(b.value) as value from ${d}
      cross join lateral (values ${sqlBuckets(d)}) as b(bucket, value) group by 1, 2),
  own as (
    select ${l.id}, ${o.orgId}, ${o.orderNum}, b.bucket, b.value from ${lines}
      cross join lateral (values ${sqlBuckets(l)}) as b(bucket, value) where ${live})
  select 'ORDER_LINE' as "ownerType", own.id as "ownerId", own."orgId", own."orderNum" as "docNum", 'I3' as rule, own.bucket,
         ${told(raw("own.value"), raw("coalesce(total.value, 0)"))}
    from own left join total on total.id = own.id and total.bucket = own.bucket where own.value <> coalesce(total.value, 0)`;

const fulfilled = sql`(${l.receivedQty} - ${l.reversedQty} - ${l.returnReplaceQty})`;
const effective = sql`(${l.qty} - ${l.cancelledQty} - ${l.closedQty})`;
const most = sql`trunc(${effective} * (100 + coalesce(${l.overTolerance}, 0)) / 100, coalesce(${l.uomDecimals}, 0))`;
const hereOrUnderWay = sql`${fulfilled} + ${l.inspectingQty} + ${l.inTransitQty}`;

/** What is here or under way never exceeds the cap of an open line. */
const capped = sql`
  select ${ofLine}, 'I1' as rule, 'MAX' as bucket, ${told(hereOrUnderWay, most)}
    from ${lines} where ${live} and ${l.lineStatus} = 'OPEN' and ${hereOrUnderWay} > ${most}`;

const netted = sql`${fulfilled} - ${l.returnRefundQty}`;
const origin = every(storageTransaction);
const counts = sql`${t.transactionType} <> 'CONSUME' and not (${t.transactionType} = 'REVERSAL' and exists (
  select 1 from ${origin} where ${origin.id} = ${t.originTransactionId} and ${origin.transactionType} = 'CONSUME'))`;

/** Transactions come to what the ledger says was kept, in pieces and in money. */
const booked = sql`
  with posted as (
    select ${t.orderLineId} as id, sum(${t.qty}) filter (where ${counts}) as qty,
           sum(${t.amountIncl}) filter (where ${t.reconStatus} <> 'NA') as amount
      from ${t} group by 1)
  select ${ofLine}, 'I7' as rule, b.bucket, ${told(raw("b.stored"), raw("b.proven"))}
    from ${lines} left join posted p on p.id = ${l.id}
    cross join lateral (values ('NET', ${netted}, coalesce(p.qty, 0)), ('AMOUNT', ${l.receivedAmount}, coalesce(p.amount, 0))) as b(bucket, stored, proven)
   where ${live} and b.stored <> b.proven`;

const asked = sql`${r.occupiedQty} + ${r.orderedQty}`;

/** Demand that orders hold or consumed never exceeds what was asked for. */
const demanded = sql`
  select 'REQ_LINE' as "ownerType", ${r.id} as "ownerId", ${r.orgId}, ${r.requisitionNum} as "docNum", 'I11' as rule, 'NET' as bucket,
         ${told(asked, raw("coalesce(net.total, 0)"))}
    from ${r}
    left join (select ${rel.reqLineId}, sum(${rel.netQty}) as total from ${rel} group by 1) net on net."reqLineId" = ${r.id}
   where ${asked} <> coalesce(net.total, 0)`;

/** What an order line counts as ordered on behalf of requisitions, in its own unit: all of it but what was rounded up and what was ordered elsewhere. */
const onBehalf = sql`case when ${o.status} in ('DRAFT', 'APPROVING', 'REJECTED') then ${l.qty} - ${l.roundUpQty}
  when ${o.exchangeRate} is null then 0 else ${effective} - ${l.roundUpQty} - ${l.reorderedQty} end`;

/** The rate at which a line named the demand behind it. */
const rate = sql`
        select (one ->> 'rate')::numeric as rate from jsonb_array_elements(coalesce(${l.reqRels}, '[]'::jsonb)) one
         where one ->> 'reqLineId' = ${rel.reqLineId} and coalesce(one ->> 'parentRelId', '') = coalesce(${rel.parentRelId}, '') limit 1`;

/** Every order line has the demand behind it that it names, and no other: a hold taken away leaves an order with nothing behind it. */
const backed = sql`
  with behind as (
    select ${rel.targetLineId} as id, sum(${rel.netQty} / coalesce(nullif(named.rate, 0), 1)) as total
      from ${rel} join ${l} on ${l.id} = ${rel.targetLineId} left join lateral (${rate}) named on true
     where ${rel.targetType} = 'ORDER' group by 1),
  named as (
    select ${l.id}, ${o.orgId}, ${o.orderNum}, case when ${l.reqRels} is null then 0 else ${onBehalf} end as value
      from ${lines} left join behind b on b.id = ${l.id} where ${o.liveId} is null and (${l.reqRels} is not null or b.id is not null))
  select 'ORDER_LINE' as "ownerType", n.id as "ownerId", n."orgId", n."orderNum" as "docNum", 'I12' as rule, 'NET' as bucket,
         ${told(raw("round(n.value, 6)"), raw("round(coalesce(b.total, 0), 6)"))}
    from named n left join behind b on b.id = n.id where abs(n.value - coalesce(b.total, 0)) > 0.0001`;

/** Figures of reports that do not follow from the lines they are about. */
async function figured(db: Pick<Db, "query">): Promise<readonly Difference[]> {
  const found = await figureDifferences(db, lineFigures);
  if (found.length === 0) return [];
  const ids = [...new Set(found.map((one) => one.documentId))];
  const orders = await db.query<{ id: string; orgId: string; orderNum: string | null }>(
    sql`select ${o.id}, ${o.orgId}, ${o.orderNum} from ${o} where ${o.id} = any(${ids}::text[])`,
  );
  const byId = new Map(orders.map((one) => [one.id, one]));
  return found.flatMap(({ lineId, documentId, key, stored, proven }) => {
    const doc = byId.get(documentId);
    if (!doc) return [];
    return {
      ...{ ownerType: "ORDER_LINE", ownerId: lineId, orgId: doc.orgId, docType: order.name, docId: documentId, docNum: doc.orderNum },
      ...{ rule: "FIGURES", bucket: key, storedValue: stored.slice(0, 60), provenValue: proven.slice(0, 60) },
    };
  });
}

/** Compares every balance with its postings and asks the invariants; answers what differs. */
export async function proveLedger(db: Pick<Db, "query">, ledgers: readonly LedgerHome[] = [orderHome]): Promise<readonly Difference[]> {
  const found = [...(await imbalances(db, ledgers)), ...(await figured(db))];
  for (const statement of [summed, capped, booked, demanded, backed])
    found.push(...(await db.query<Difference>(sql`${statement} limit 5000`)));
  return found;
}
