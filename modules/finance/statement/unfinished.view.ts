import { columns, every, raw, sql } from "#kernel/query.ts";
import { houseZone } from "#kernel/time.ts";
import { transactionInfo } from "../transaction/transaction.entity.ts";
import { accountStmt } from "./stmt.entity.ts";

const [t, s] = [every(transactionInfo), every(accountStmt)];
const today = raw(`(now() at time zone '${houseZone}')::date`);

/** Approved transactions of which something is in no statement. */
const open = sql`
  select 'T' || ${t.id} as id, ${columns(t, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum")},
         'TXN_OPEN' as kind, ${t.txnNo} as "docNo", ${t.id} as "txnId", null::text as "stmtId",
         ${columns(t, "orgId", "supplierId", "currency", "periodId")}, ${t.openAmount} as "amountIncl", (${today} - ${t.txnDate})::int as "ageDays",
         'INTERNAL' as "ownerSide", ${t.buyerId} as "ownerUserId",
         case when ${t.holdFlag} = 'Y' then 'ON_HOLD' when ${t.provisionalFlag} = 'Y' then 'PROVISIONAL' else 'NOT_RECONCILED' end as "blockReason"
    from ${t} where ${t.status} = 'APPROVED' and ${t.reconStatus} in ('NONE', 'PARTIAL')`;

/** Statements that wait for one side, and approved ones that are not fully invoiced. */
const waiting = sql`
  select 'S' || ${s.id} as id, ${columns(s, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum")},
         case when ${s.status} in ('APPROVED', 'PART_INVOICED') then 'STMT_NOT_INVOICED' else 'STMT_WAIT' end as kind, ${s.stmtNo} as "docNo",
         null::text as "txnId", ${s.id} as "stmtId", ${columns(s, "orgId", "supplierId", "currency", "periodId")},
         ${s.invoiceableInc} - ${s.invoicedInc} as "amountIncl", (${today} - coalesce(${s.statusDate}, ${s.creationDate}::date))::int as "ageDays",
         case when ${s.status} = 'WAIT_CONFIRM' then ${s.otherSide} when ${s.status} = 'DISPUTED' then ${s.ownerSide}
              when ${s.status} = 'APPROVING' then 'INTERNAL' else 'SUPPLIER' end as "ownerSide",
         ${s.buyerId} as "ownerUserId",
         case when ${s.status} in ('APPROVED', 'PART_INVOICED') then 'NOT_INVOICED'
              when (case when ${s.status} = 'WAIT_CONFIRM' then ${s.otherSide} when ${s.status} = 'DISPUTED' then ${s.ownerSide} else 'INTERNAL' end) = 'SUPPLIER'
              then 'WAIT_SUPPLIER' else 'WAIT_US' end as "blockReason"
    from ${s} where ${s.status} in ('WAIT_CONFIRM', 'DISPUTED', 'APPROVING', 'APPROVED', 'PART_INVOICED')`;

export const unfinishedViews: Readonly<Record<string, string>> = {
  SrmRcnUnfinishedStmt: sql`${open} union all ${waiting}`.write().text,
};
