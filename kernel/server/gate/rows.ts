import type { Db } from "../database/db.ts";
import { newId } from "../act/id.ts";

/** Rows of the gate's own tables are written by the system in its own name, outside any business action. */
export const systemActor = "system";

const statements = new Map<string, string>();

function insertText(table: string, columns: readonly string[]): string {
  const key = `${table}(${columns.join()})`;
  const known = statements.get(key);
  if (known) return known;
  const text = `insert into "${table}" (${columns.map((c) => `"${c}"`).join(", ")}) values (${columns.map((_, i) => `$${i + 1}`).join(", ")})`;
  statements.set(key, text);
  return text;
}

/** Inserts one row with its common fields and answers the new id. Objects become JSON columns. */
export async function insertRow(
  db: Pick<Db, "query">,
  table: string,
  values: Readonly<Record<string, unknown>>,
  now: Date,
  by = systemActor,
): Promise<string> {
  const id = newId();
  const row: Record<string, unknown> = {
    id,
    createdBy: by,
    creationDate: now,
    lastUpdatedBy: by,
    lastUpdateDate: now,
    versionNum: 1,
    ...values,
  };
  const columns = Object.keys(row);
  await db.query(
    insertText(table, columns),
    columns.map((c) => json(row[c])),
  );
  return id;
}

const json = (value: unknown): unknown =>
  value !== null && typeof value === "object" && !(value instanceof Date) && !Buffer.isBuffer(value) ? JSON.stringify(value) : value;

/** pg_advisory_xact_lock by name: whoever asks second waits until the first transaction ends. */
export const lockName = (db: Pick<Db, "query">, name: string): Promise<unknown> =>
  db.query("select pg_advisory_xact_lock(hashtextextended($1, 7))", [name]);
