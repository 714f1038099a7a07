import { AsyncLocalStorage } from "node:async_hooks";
import type { Writable } from "node:stream";
import pg from "pg";
import { Sql } from "../../query.ts";
import { busy } from "../../refusal.ts";
import { rowTypes } from "./db-types.ts";
import { openEar, type Ear } from "./db-listen.ts";

/** A statement that the database keeps prepared under its name; the same name must always carry the same text. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

export type Statement = string | Prepared | Sql;

/** Whatever answers statements: the database, a transaction, a connection lent for a while. */
export interface Reading {
  query<T>(statement: Statement, values?: readonly unknown[]): Promise<T[]>;
  one<T>(statement: Statement, values?: readonly unknown[]): Promise<T | null>;
}

/** The database as the rest of the kernel sees it: rows in, rows out, one transaction at a time. */
export interface Db extends Reading {
  tx<T>(work: (db: Tx) => Promise<T>): Promise<T>;
  /** Reads that belong together, on one connection: those of one turn travel in one packet, and its kept plans serve them all. */
  reads<T>(work: (db: Reading) => Promise<T>): Promise<T>;
  /** What a reading call may write all the same: its own record of who read what. */
  noting<T>(work: () => Promise<T>): Promise<T>;
  /** `again` is called after a lost connection is back: what was notified meanwhile was not heard. */
  listen(channel: string, hear: (payload: string) => void, again?: () => void): Promise<void>;
  notify(channel: string, payload: string): Promise<void>;
  close(): Promise<void>;
}

/** Inside a transaction; `finish` sends the last statement together with the commit, one round trip for both. */
export interface Tx extends Db {
  finish<T>(statement: Statement, values?: readonly unknown[]): Promise<T[]>;
}

export interface OpenDb extends Db {
  readonly pool: pg.Pool;
  /** A connection of one's own, outside the pool, for locks that outlive a statement; whoever takes it ends it. */
  connect(): Promise<pg.Client>;
  /** The work may read and nothing else: PostgreSQL refuses every write it tries through this database. */
  readOnly<T>(work: () => Promise<T>): Promise<T>;
  /** Tells of every statement sent, begin and commit included; answers how to stop listening. */
  onStatement(hear: (text: string) => void): () => void;
}

export interface DbOptions {
  readonly max?: number;
  readonly applicationName?: string;
  /** How long somebody waits for a free connection. */
  readonly patienceMs?: number;
  /** Told of lost idle connections; nothing is to be done about them, the pool replaces them. */
  readonly onError?: (error: Error) => void;
}

type Said = (text: string) => void;

const sessionSettings = [
  "set statement_timeout = '60s'",
  "set lock_timeout = '10s'",
  "set idle_in_transaction_session_timeout = '60s'",
  "set timezone = 'UTC'",
  "set datestyle = 'ISO, YMD'",
  // Documents are read with a row of joins for the names beside ids; trying every order of them costs more than reading.
  "set join_collapse_limit = 4",
].join("; ");

// A statement with a name, and everything inside a transaction, reads by id: one plan serves all values.
// A plain text is a list or a search: it is planned with its values, on connections of its own.
const keptPlans = `${sessionSettings}; set plan_cache_mode = 'force_generic_plan'`;

// Reports add up a year of lines: their groups fit into memory.
const searchSettings = `${sessionSettings}; set work_mem = '32MB'`;

const held = new WeakSet<object>();

/** What is asked of one connection in one turn travels in one packet: begin, locks and reads, or the last write and its commit. */
function inOnePacket(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  if (held.has(stream)) return;
  held.add(stream);
  stream.cork();
  process.nextTick(() => {
    held.delete(stream);
    stream.uncork();
  });
}

/** A statement as the driver takes it; one that was put together from pieces brings its values along. */
export function written(statement: Statement, values: readonly unknown[]): pg.QueryConfig<unknown[]> & { readonly text: string } {
  if (statement instanceof Sql) return statement.write();
  return { ...(typeof statement === "string" ? { text: statement } : statement), values: [...values] };
}

async function send<T>(
  client: pg.ClientBase,
  current: Said,
  statement: Statement,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult & { rows: T[] }> {
  const config = written(statement, values);
  current(config.text);
  inOnePacket(client);
  const result: pg.QueryResult | pg.QueryResult[] = await client.query(config);
  return Array.isArray(result) ? result[result.length - 1]! : result;
}

/** The pool's own words when every connection stayed taken for too long. */
const isFull = (error: unknown): boolean => error instanceof Error && error.message === "timeout exceeded when trying to connect";

const notifyWith =
  (query: Db["query"]): Db["notify"] =>
  async (channel, payload) => {
    await query("select pg_notify($1, $2)", [channel, payload]);
  };

const refused = (what: string) => () => Promise.reject(new Error(what));

/** `commit` after a failed statement answers ROLLBACK without an error; nobody may take that for a success. */
function mustBeCommitted(result: pg.QueryResult): void {
  if (result.command !== "COMMIT") throw new Error("the transaction was rolled back because one of its statements failed");
}

async function transact<T>(client: pg.ClientBase, current: Said, work: (db: Tx) => Promise<T>): Promise<T> {
  let over = false;
  const ask: Tx["query"] = async <R>(statement: Statement, values?: readonly unknown[]) => {
    if (over) throw new Error("the transaction is over");
    return (await send<R>(client, current, statement, values)).rows;
  };
  const tx: Tx = {
    query: ask,
    one: async <R>(statement: Statement, values?: readonly unknown[]) => (await ask<R>(statement, values))[0] ?? null,
    finish: async <R>(statement: Statement, values?: readonly unknown[]) => {
      const last = ask<R>(statement, values);
      over = true;
      const [rows, end] = await Promise.allSettled([last, send(client, current, "commit")]);
      if (rows.status === "rejected") throw rows.reason;
      if (end.status === "rejected") throw end.reason;
      mustBeCommitted(end.value);
      return rows.value;
    },
    tx: refused("a transaction inside a transaction"),
    reads: (reading) => reading(tx),
    noting: (work) => work(),
    listen: refused("listening inside a transaction"),
    close: refused("closing inside a transaction"),
    notify: notifyWith(ask),
  };
  const begun = send(client, current, "begin");
  begun.catch(() => undefined);
  try {
    const result = await work(tx);
    await begun;
    if (!over) {
      over = true;
      mustBeCommitted(await send(client, current, "commit"));
    }
    return result;
  } catch (error) {
    if (!over) {
      over = true;
      await send(client, current, "rollback").catch(() => undefined);
    }
    throw error;
  }
}

/** Opens a pool on the database; statements of one transaction go out without waiting for each other's answer. */
export function openDb(url: string, options: DbOptions = {}): OpenDb {
  const { max = 10, applicationName = "base-srm", patienceMs = 10_000, onError = () => undefined } = options;
  const config: pg.ClientConfig = {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: patienceMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: rowTypes,
  };
  const settled = (settings: string) => async (client: pg.ClientBase) => {
    client.on("error", () => undefined);
    await client.query(settings);
  };
  const pooled = (settings: string) => {
    const made = new pg.Pool({ ...config, max, pipeline: true, idleTimeoutMillis: 30_000, onConnect: settled(settings) });
    made.on("error", onError);
    return made;
  };
  const pool = pooled(keptPlans);
  const searching = pooled(searchSettings);

  const connect = async () => {
    const client = new pg.Client(config);
    await client.connect();
    await settled(sessionSettings)(client);
    return client;
  };
  const reading = new AsyncLocalStorage<boolean>();
  const readers = new WeakSet<pg.ClientBase>();
  /** A connection changes between reading and writing only when the other kind of work takes it: in the same packet as the work's first statement. */
  const turned = async (client: pg.ClientBase): Promise<void> => {
    const isReading = reading.getStore() === true;
    if (readers.has(client) === isReading) return;
    if (isReading) readers.add(client);
    else readers.delete(client);
    inOnePacket(client);
    await client.query(`set default_transaction_read_only = ${isReading ? "on" : "off"}`);
  };
  const hearers = new Set<Said>();
  const said: Said = (text) => {
    for (const hear of hearers) hear(text);
  };
  let ear: Ear | undefined;
  let closed: Promise<void> | undefined;

  const withClient = async <T>(from: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await from.connect().catch((error: unknown) => {
      throw isFull(error) ? busy() : error;
    });
    const turning = turned(client);
    try {
      const result = await work(client);
      await turning;
      return result;
    } finally {
      await turning.catch(() => readers.delete(client));
      // A connection left inside a transaction (its rollback never arrived) must not serve anybody else.
      client.release(client.getTransactionStatus() !== "I");
    }
  };
  const query: Db["query"] = (statement, values) =>
    withClient(
      typeof statement === "string" || statement instanceof Sql ? searching : pool,
      async (client) => (await send<never>(client, said, statement, values)).rows,
    );

  return {
    pool,
    connect,
    query,
    one: async <T>(statement: Statement, values?: readonly unknown[]) => (await query<T>(statement, values))[0] ?? null,
    tx: (work) => withClient(pool, (client) => transact(client, said, work)),
    reads: (work) =>
      withClient(pool, (client) => {
        const ask: Db["query"] = async <R>(statement: Statement, values?: readonly unknown[]) =>
          (await send<R>(client, said, statement, values)).rows;
        return work({
          query: ask,
          one: async <R>(statement: Statement, values?: readonly unknown[]) => (await ask<R>(statement, values))[0] ?? null,
        });
      }),
    readOnly: (work) => reading.run(true, work),
    noting: (work) => reading.run(false, work),
    listen: (channel, hear, again) => (ear ??= openEar(connect, onError)).listen(channel, hear, again),
    notify: notifyWith(query),
    onStatement: (hear) => {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
    close: () => (closed ??= Promise.all([pool.end(), searching.end(), ear?.close()]).then(() => undefined)),
  };
}
