import type { OpenDb } from "./db.ts";
import { locks } from "./locks.ts";

/** Runs the work while no other process on this database runs it: processes that start together fill an empty database one after the other. */
export async function alone<T>(db: OpenDb, lock: keyof typeof locks, work: () => Promise<T>): Promise<T> {
  const client = await db.connect();
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [locks[lock]]);
    return await work();
  } finally {
    // The lock ends with its connection, also when the process dies.
    await client.end();
  }
}
