import type { OpenDb } from "./db.ts";

/** Does something while no other process on this database does it: processes that start together fill an empty database one after the other. */
export async function alone<T>(db: OpenDb, what: number, work: () => Promise<T>): Promise<T> {
  const client = await db.connect();
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [what]);
    return await work();
  } finally {
    // The lock ends with its connection, also when the process dies.
    await client.end();
  }
}
