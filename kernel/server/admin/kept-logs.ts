import type { Db } from "../database/db.ts";
import { q } from "../database/schema.ts";

/** The logs that are kept for some days, with the moment each row is about and whether the table forbids changes. The journal is none of them: its chain is never cut. */
const logs: readonly (readonly [table: string, moment: string, sealed: boolean])[] = [
  ["BaseLoginLog", "loginTime", false],
  ["BaseSentMessage", "sentAt", false],
  ["SrmBaseInterfaceLogs", "callTime", false],
  ["SrmBaseTripartiteLogs", "callTime", false],
  ["BaseSystemLog", "time", true],
  ["BaseFileAccessLog", "time", true],
];

const atOnce = 20_000;

/** Removes what is older than a moment, some rows at a time; answers how many went. */
export async function purgeLogs(db: Db, before: Date): Promise<number> {
  let gone = 0;
  for (const [table, moment, sealed] of logs)
    for (;;) {
      const rows = await db.tx(async (tx) => {
        const guard = (how: string): Promise<unknown> => tx.query(`alter table ${q(table)} ${how} trigger ${q(`${table}_forbid`)}`);
        const old = await tx.query<{ id: string }>(`select id from ${q(table)} where ${q(moment)} < $1 limit ${atOnce}`, [before]);
        if (old.length === 0) return 0;
        // Nobody but the clock takes rows out of these, and only while nobody else writes.
        if (sealed) await guard("disable");
        await tx.query(`delete from ${q(table)} where id = any($1)`, [old.map((row) => row.id)]);
        if (sealed) await guard("enable");
        return old.length;
      });
      gone += rows;
      if (rows < atOnce) break;
    }
  return gone;
}
