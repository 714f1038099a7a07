import type { Db } from "../database/db.ts";

/** How many people are signed in now, and by how many sessions. */
export async function onlineNow(db: Db, now: Date): Promise<{ sessions: number; people: number }> {
  const row = await db.one<{ sessions: number; people: number }>(
    `select count(*)::int as sessions, count(distinct "userId")::int as people from "BaseLoginSession" where "userId" is not null and "endReason" is null and "expiresAt" > $1`,
    [now],
  );
  return row!;
}
