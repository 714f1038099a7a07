import { orderHome } from "../ledger-home.ts";
import { sqlBuckets } from "./proof-sql.ts";
import type { LedgerHome } from "#kernel/ledger-rule.ts";
import type { Db } from "#kernel/server/db.ts";
import { imbalances, type Difference } from "#kernel/server/ledger-proof.ts";

/** Orders that count: approved once, when their rate was fixed; a draft that was cancelled never did. */
const live = `o."liveId" is null and o."exchangeRate" is not null and o.status not in ('DRAFT', 'APPROVING', 'REJECTED')`;
const lines = `"SrmPurOrderLine" l join "SrmPurOrderHeader" o on o.id = l."parentId"`;
const told = (stored: string, proven: string): string =>
  `trim_scale(${stored})::text as "storedValue", trim_scale(${proven})::text as "provenValue"`;

/** Rows add up to their line, in every column. */
const summed = `
  with total as (
    select d."parentId" as id, b.bucket, sum(b.value) as value from "SrmPurOrderDelivery" d
      cross join lateral (values ${sqlBuckets("d")}) as b(bucket, value) group by 1, 2),
  own as (
    select l.id, o."orgId", o."orderNum", b.bucket, b.value from ${lines}
      cross join lateral (values ${sqlBuckets("l")}) as b(bucket, value) where ${live})
  select 'ORDER_LINE' as "ownerType", own.id as "ownerId", own."orgId", own."orderNum" as "docNum", 'I3' as rule, own.bucket,
         ${told("own.value", "coalesce(total.value, 0)")}
    from own left join total on total.id = own.id and total.bucket = own.bucket where own.value <> coalesce(total.value, 0)`;

const fulfilled = `(l."receivedQty" - l."reversedQty" - l."returnReplaceQty")`;
const effective = `(l.qty - l."cancelledQty" - l."closedQty")`;
const most = `trunc(${effective} * (100 + coalesce(l."overTolerance", 0)) / 100, coalesce(l."uomDecimals", 0))`;

/** What is here or under way never exceeds the cap of an open line. */
const capped = `
  select 'ORDER_LINE' as "ownerType", l.id as "ownerId", o."orgId", o."orderNum" as "docNum", 'I1' as rule, 'MAX' as bucket,
         ${told(`${fulfilled} + l."inspectingQty" + l."inTransitQty"`, most)}
    from ${lines} where ${live} and l."lineStatus" = 'OPEN' and ${fulfilled} + l."inspectingQty" + l."inTransitQty" > ${most}`;

const netted = `${fulfilled} - l."returnRefundQty"`;
const counts = `t."transactionType" <> 'CONSUME' and not (t."transactionType" = 'REVERSAL' and exists (
  select 1 from "SrmPurStorageTransaction" c where c.id = t."originTransactionId" and c."transactionType" = 'CONSUME'))`;

/** Transactions come to what the ledger says was kept, in pieces and in money. */
const booked = `
  with posted as (
    select t."orderLineId" as id, sum(t.qty) filter (where ${counts}) as qty,
           sum(t."amountIncl") filter (where t."reconStatus" <> 'NA') as amount
      from "SrmPurStorageTransaction" t group by 1)
  select 'ORDER_LINE' as "ownerType", l.id as "ownerId", o."orgId", o."orderNum" as "docNum", 'I7' as rule, b.bucket, ${told("b.stored", "b.proven")}
    from ${lines} left join posted p on p.id = l.id
    cross join lateral (values ('NET', ${netted}, coalesce(p.qty, 0)), ('AMOUNT', l."receivedAmount", coalesce(p.amount, 0))) as b(bucket, stored, proven)
   where ${live} and b.stored <> b.proven`;

/** Demand that orders hold or consumed never exceeds what was asked for. */
const demanded = `
  select 'REQ_LINE' as "ownerType", l.id as "ownerId", l."orgId", l."requisitionNum" as "docNum", 'I11' as rule, 'NET' as bucket,
         ${told(`l."occupiedQty" + l."orderedQty"`, "coalesce(r.total, 0)")}
    from "SrmPurRequisitionLine" l
    left join (select "reqLineId", sum("netQty") as total from "SrmPurRequisitionTargetRel" group by 1) r on r."reqLineId" = l.id
   where l."occupiedQty" + l."orderedQty" <> coalesce(r.total, 0)`;

/** What an order line counts as ordered on behalf of requisitions, in its own unit: all of it but what was rounded up and what was ordered elsewhere. */
const onBehalf = `case when o.status in ('DRAFT', 'APPROVING', 'REJECTED') then l.qty - l."roundUpQty"
  when o."exchangeRate" is null then 0 else ${effective} - l."roundUpQty" - l."reorderedQty" end`;

/** Every order line has the demand behind it that it names, and no other: a hold taken away leaves an order with nothing behind it. */
const backed = `
  with behind as (
    select r."targetLineId" as id, sum(r."netQty" / coalesce(nullif(q.rate, 0), 1)) as total
      from "SrmPurRequisitionTargetRel" r join "SrmPurOrderLine" l on l.id = r."targetLineId"
      left join lateral (
        select (one ->> 'rate')::numeric as rate from jsonb_array_elements(coalesce(l."reqRels", '[]'::jsonb)) one
         where one ->> 'reqLineId' = r."reqLineId" and coalesce(one ->> 'parentRelId', '') = coalesce(r."parentRelId", '') limit 1) q on true
     where r."targetType" = 'ORDER' group by 1),
  named as (
    select l.id, o."orgId", o."orderNum", case when l."reqRels" is null then 0 else ${onBehalf} end as value
      from ${lines} left join behind b on b.id = l.id where o."liveId" is null and (l."reqRels" is not null or b.id is not null))
  select 'ORDER_LINE' as "ownerType", n.id as "ownerId", n."orgId", n."orderNum" as "docNum", 'I12' as rule, 'NET' as bucket,
         ${told("round(n.value, 6)", "round(coalesce(b.total, 0), 6)")}
    from named n left join behind b on b.id = n.id where abs(n.value - coalesce(b.total, 0)) > 0.0001`;

/** Compares every balance with its postings and asks the invariants; answers what differs. */
export async function proveLedger(db: Pick<Db, "query">, ledgers: readonly LedgerHome[] = [orderHome]): Promise<readonly Difference[]> {
  const found = [...(await imbalances(db, ledgers))];
  for (const statement of [summed, capped, booked, demanded, backed])
    found.push(...(await db.query<Difference>(`${statement} limit 5000`, [])));
  return found;
}
