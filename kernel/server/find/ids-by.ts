import type { Entity } from "../../entity.ts";
import { every, sql, type Keys } from "../../query.ts";
import type { Kernel } from "../kernel.ts";

/** The id of every row by what stands in this field: rows that are shipped name others by their codes. */
export async function idsBy<E extends Entity>({ db }: Pick<Kernel, "db">, e: E, key: Keys<E>): Promise<ReadonlyMap<string, string>> {
  const t = every(e);
  const rows = await db.query<{ id: string; code: string }>(sql`select ${t.id}, ${t[key]} as code from ${t}`);
  return new Map(rows.map((row) => [row.code, row.id]));
}
