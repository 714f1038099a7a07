import { written, type Db, type OpenDb, type Reading, type Statement, type Tx } from "#kernel/server/database/db.ts";

type Ask = Reading["query"];
const notHere = (): Promise<never> => Promise.reject(new Error("not while everything is rolled back"));

/** One after the other, whatever becomes of those before. */
function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

/**
 * Does work on a database and takes back what it wrote, so that a document serves many attempts instead of being made anew for each.
 * Transactions become savepoints of one that never commits. What the process remembers of rows read meanwhile is not taken back: not for people, roles and settings.
 */
export async function rolledBack<T>(db: OpenDb, work: () => Promise<T>): Promise<T> {
  const client = await db.pool.connect();
  const turn = inTurn();
  let points = 0;
  const send: Ask = async <R>(statement: Statement, values: readonly unknown[] = []): Promise<R[]> => {
    return (await client.query(written(statement, values))).rows as R[];
  };
  const first =
    (ask: Ask): Reading["one"] =>
    async (statement, values) =>
      ((await ask(statement, values))[0] as never) ?? null;
  const savepoint = async <R>(inside: () => Promise<R>): Promise<R> => {
    const name = `p${(points += 1)}`;
    await client.query(`savepoint ${name}`);
    try {
      const result = await inside();
      await client.query(`release savepoint ${name}`);
      return result;
    } catch (error) {
      await client.query(`rollback to savepoint ${name}`);
      throw error;
    }
  };
  const tx: Tx = {
    query: send,
    one: first(send),
    finish: send,
    reads: (reading) => reading(tx),
    noting: (work) => work(),
    notify: async () => undefined,
    tx: notHere,
    listen: notHere,
    close: notHere,
  };
  const query: Ask = (statement, values) => turn(() => savepoint(() => send(statement, values)));
  const meanwhile: Partial<Db> = {
    query,
    one: first(query),
    tx: (inside) => turn(() => savepoint(() => inside(tx))),
    reads: (inside) => turn(() => savepoint(() => inside(tx))),
    notify: async () => undefined,
  } as Partial<Db>;
  const usual = { query: db.query, one: db.one, tx: db.tx, reads: db.reads, notify: db.notify };
  await client.query("begin read write");
  Object.assign(db, meanwhile);
  try {
    return await work();
  } finally {
    Object.assign(db, usual);
    await turn(() => client.query("rollback"));
    client.release();
  }
}
