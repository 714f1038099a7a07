import type { Db } from "#kernel/server/database/db.ts";

/** Companies of a like name are found by the pieces of their names, however many there are. */
export async function readyAlike(db: Db): Promise<void> {
  await db.query(`create index if not exists "SrmSupInfo_alike" on "SrmSupInfo" using gin ("nameKey" gin_trgm_ops)`);
}
