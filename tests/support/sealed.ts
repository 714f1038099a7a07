import type { Db } from "#kernel/server/database/db.ts";
import { seal, verifyJournal } from "#kernel/server/journal/journal.ts";

/** Seals until nothing is left: a transaction that runs anywhere in the cluster, in another test too, holds younger rows back for as long as it lasts. */
export async function sealAll(db: Db): Promise<void> {
  do await seal(db, new Date());
  while ((await verifyJournal(db)).unsealed > 0);
}
