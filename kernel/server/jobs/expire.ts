import type { Entity } from "../../entity.ts";
import type { Db } from "../database/db.ts";
import { q } from "../database/schema.ts";

/** Lets go of log rows that are older than they are kept for; answers how many there were. */
export async function expireRows(db: Db, e: Entity, field: string, before: Date): Promise<number> {
  if (e.saves || e.deletes || e.fields[field]?.kind !== "datetime") throw new Error(`${e.name} is no log that expires by ${field}`);
  return (await db.query(`delete from ${q(e.name)} where ${q(field)} < $1 returning id`, [before])).length;
}
