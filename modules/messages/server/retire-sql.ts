import { every, sql } from "#kernel/query.ts";
import { newId } from "#kernel/server/act/id.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { msgReceive } from "../config.entity.ts";
import { retired } from "../receiver-query.ts";
import type { Office } from "./office.ts";

/** Receiver definitions of the kind that held SQL text are disabled by name; their text stays in its column and is read by nobody. */
export async function retireSqlReceivers({ kernel, clock, alarm }: Office): Promise<number> {
  const r = every(msgReceive);
  const rows = await kernel.db.query<{ id: string; receiveCode: string }>(
    sql`select ${r.id}, ${r.receiveCode} from ${r} where ${r.kind} = 'SQL' order by ${r.id}`,
  );
  if (rows.length === 0) return 0;
  await kernel.actor.act(
    {
      entity: msgReceive,
      action: "saveOrUpdate",
      targets: rows.map(({ id }) => ({ id, input: { kind: retired, value: null } })),
    },
    { me: systemMe("messages"), now: clock.now(), requestId: newId(), ip: null },
  );
  const codes = rows.map((row) => row.receiveCode).join(", ");
  alarm(new Error(`receiver definitions that held SQL were disabled, replace them by declared queries: ${codes}`));
  return rows.length;
}
