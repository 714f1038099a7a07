import { every, raw, sql } from "#kernel/query.ts";
import type { Db } from "#kernel/server/database/db.ts";
import { changes } from "#kernel/server/act/write.ts";
import { msgDelivery, msgInstance } from "../instance.entity.ts";
import { unsent, type Office } from "./office.ts";

const [i, d] = [every(msgInstance), every(msgDelivery)];

/** Instances that may send now. */
export const sendable = raw("('READY', 'SENDING', 'DONE', 'PARTIAL')");

/** Brings the counts and the state of instances up to date: how many were reached or failed just now, and whether anything is left. What counts something does so inside the transaction that brought it about. */
export async function settle(
  office: Office,
  instanceIds: readonly string[],
  more: { readonly sent?: readonly string[]; readonly failed?: readonly string[] },
  inside: Pick<Db, "query"> = office.kernel.db,
): Promise<void> {
  const rows = [...new Set(instanceIds)].map((id) => ({
    id,
    sent: (more.sent ?? []).filter((value) => value === id).length,
    failed: (more.failed ?? []).filter((value) => value === id).length,
  }));
  if (rows.length === 0) return;
  // In one order, and before the statement that looks at the deliveries: of two who end an instance the later sees what the other did.
  await inside.query(sql`select 1 from ${i} where ${i.id} = any(${rows.map((row) => row.id)}) order by ${i.id} for update`);
  const counted = changes(msgInstance, {
    sentCount: sql`${i.sentCount} + x.sent`,
    failedCount: sql`${i.failedCount} + x.failed`,
    sentAt: sql`coalesce(${i.sentAt}, case when x.sent > 0 then ${office.clock.now()}::timestamptz end)`,
    status: sql`case when ${i.status} not in ${sendable} then ${i.status}
      when exists (select 1 from ${d} where ${d.instanceId} = ${i.id} and ${d.status} in ${unsent}) then 'SENDING'
      when ${i.failedCount} + x.failed > 0 then 'PARTIAL' else 'DONE' end`,
  });
  await inside.query(
    sql`update ${i} set ${counted} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id text, sent int, failed int) where ${i.id} = x.id`,
  );
}
