import type { Db } from "#kernel/server/db.ts";
import type { Office } from "./office.ts";

/** Instances that may send now. */
export const sendable = `('READY', 'SENDING', 'DONE', 'PARTIAL')`;

/** Brings the counts and the state of instances up to date: how many were reached or failed just now, and whether anything is left. What counts something does so inside the transaction that brought it about. */
export async function settle(
  office: Office,
  instanceIds: readonly string[],
  more: { readonly sent?: readonly string[]; readonly failed?: readonly string[] },
  inside: Pick<Db, "query"> = office.kernel.db,
): Promise<void> {
  const rows = [...new Set(instanceIds)].map((id) => ({
    id,
    sent: (more.sent ?? []).filter((one) => one === id).length,
    failed: (more.failed ?? []).filter((one) => one === id).length,
  }));
  if (rows.length === 0) return;
  // In one order, and before the statement that looks at the deliveries: of two who end an instance the later sees what the other did.
  await inside.query(`select 1 from "BaseMsgInstance" where id = any($1) order by id for update`, [rows.map((row) => row.id)]);
  await inside.query(
    `update "BaseMsgInstance" i set "sentCount" = i."sentCount" + x.sent, "failedCount" = i."failedCount" + x.failed, "sentAt" = coalesce(i."sentAt", case when x.sent > 0 then $2::timestamptz end),
       status = case when i.status not in ${sendable} then i.status
         when exists (select 1 from "BaseMsgDelivery" d where d."instanceId" = i.id and d.status in ('WAITING', 'RETRY', 'SENDING')) then 'SENDING'
         when i."failedCount" + x.failed > 0 then 'PARTIAL' else 'DONE' end
     from jsonb_to_recordset($1::jsonb) as x(id text, sent int, failed int) where i.id = x.id`,
    [JSON.stringify(rows), office.clock.now()],
  );
}
