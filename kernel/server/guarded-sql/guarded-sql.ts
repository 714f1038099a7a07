import { Worker } from "node:worker_threads";
import pg from "pg";
import { Refusal, refuse } from "../../refusal.ts";
import { rowTypes } from "../database/db-types.ts";
import { tooLong } from "./guarded-sql-grammar.ts";
import type { Judged } from "./guarded-sql-worker.ts";

/**
 * The one way SQL text written by a person may reach the database: judged by PostgreSQL's own grammar against what is allowed,
 * then carried out as a role that may read the granted views and nothing else. Whatever either overlooks, the other refuses.
 */
export interface GuardedSql {
  /** Refuses what is not allowed; touches no database. */
  check(text: string, parameters?: number): Promise<void>;
  run(text: string, values?: readonly unknown[]): Promise<GuardedRows>;
  close(): Promise<void>;
}

export interface GuardedRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  /** There were more rows than are answered. */
  readonly truncated: boolean;
}

export interface GuardedSqlOptions {
  /** How the reader role enters; null where the installer made none, and then nothing runs. */
  readonly readerUrl: string | null;
  /** The views of the readers' schema that may be named. */
  readonly views: ReadonlySet<string>;
  readonly timeoutMs?: number;
  readonly mostRows?: number;
  /** Told the database's own words; the caller never is. */
  readonly log: (error: unknown) => void;
}

const beyondTimeoutMs = 2_000;

const noReader = (): Refusal =>
  refuse(
    "SQL_READER_MISSING",
    "数据库没有只读角色，查询已停用；请管理员设置 DATABASE_INSTALLER_URL 后重启",
    "The database has no reader role, so queries are off: ask the operator to set DATABASE_INSTALLER_URL and start again",
    { http: 503 },
  );
const tookTooLong = (): Refusal => refuse("SQL_TIMEOUT", "查询超时，请缩小范围", "The query took too long. Narrow it down");
const failed = (): Refusal => refuse("SQL_FAILED", "查询未能执行，请检查列名与类型", "The query failed; check its columns and types");

const missingRole = new Set(["28P01", "28000", "3D000"]);
const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "");

const judgeMs = 3_000;

/** Judges texts on a thread of its own: one that takes long to read holds up nobody but its writer. */
class Judges {
  readonly #views: readonly string[];
  readonly #waiting = new Map<number, (judged: Judged["refusal"]) => void>();
  #worker: Worker | null = null;
  #last = 0;

  constructor(views: ReadonlySet<string>) {
    this.#views = [...views];
  }

  async judge(text: string, parameters: number): Promise<void> {
    // What is far too long is not even handed over.
    if (typeof text !== "string" || text.length > 100_000) throw tooLong();
    const worker = (this.#worker ??= this.#start());
    const id = ++this.#last;
    const answer = new Promise<Judged["refusal"]>((resolve) => this.#waiting.set(id, resolve));
    const patience = setTimeout(() => void this.close(), judgeMs);
    worker.postMessage({ id, text, parameters, views: this.#views });
    const refusal = await answer.finally(() => {
      clearTimeout(patience);
      this.#waiting.delete(id);
    });
    if (refusal) throw refuse(refusal.code, ...refusal.text);
  }

  #start(): Worker {
    const worker = new Worker(new URL("./guarded-sql-worker.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 128 },
      execArgv: [],
    });
    worker.unref();
    worker.on("message", ({ id, refusal }: Judged) => this.#waiting.get(id)?.(refusal));
    worker.on("error", () => this.#end(worker));
    worker.on("exit", () => this.#end(worker));
    return worker;
  }

  /** Whoever still waits for a thread that ended wrote more than it could read. */
  #end(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const { code, text } = tooLong();
    for (const answer of this.#waiting.values()) answer({ code, text });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}

/** Where a role stands that could do more than read, nothing runs: somebody named the wrong one. */
const strengthSql = `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls or exists (select 1 from pg_auth_members m where m.member = r.oid)
    or has_schema_privilege('public', 'create') as strong from pg_roles r where rolname = current_user`;

/** A statement by the extended protocol even without values: the server itself then takes no second one. */
const extended = (text: string, values: readonly unknown[] = []) => ({
  text,
  values: [...values],
  queryMode: "extended",
  rowMode: "array" as const,
});

async function carryOut(
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[],
  timeoutMs: number,
  most: number,
): Promise<GuardedRows> {
  const ask = (sql: string, bound: readonly unknown[] = []) => client.query<unknown[]>(extended(sql, bound) as pg.QueryArrayConfig);
  await ask("begin transaction read only");
  try {
    for (const setting of [
      `statement_timeout = ${timeoutMs}`,
      "lock_timeout = 1000",
      "idle_in_transaction_session_timeout = 10000",
      "work_mem = '16MB'",
      "max_parallel_workers_per_gather = 0",
      "search_path = pg_catalog",
      "timezone = 'UTC'",
    ])
      await ask(`set local ${setting}`);
    const { rows: role } = await ask(strengthSql);
    if (role[0]?.[0] !== false) throw noReader();
    await ask(`declare guarded no scroll cursor for ${text}`, values);
    const { rows, fields } = await ask(`fetch ${most + 1} from guarded`);
    return { columns: fields.map((field) => field.name), rows: rows.slice(0, most), truncated: rows.length > most };
  } finally {
    await ask("rollback").catch(() => undefined);
  }
}

export function openGuardedSql({ readerUrl, views, timeoutMs = 10_000, mostRows = 10_000, log }: GuardedSqlOptions): GuardedSql {
  const pool = readerUrl
    ? new pg.Pool({
        connectionString: readerUrl,
        max: 2,
        application_name: "base-srm guarded sql",
        connectionTimeoutMillis: 5_000,
        idleTimeoutMillis: 10_000,
        types: rowTypes,
      })
    : null;
  pool?.on("error", log);
  const judges = new Judges(views);
  const refusalOf = (error: unknown): Refusal => {
    if (error instanceof Refusal) return error;
    log(error);
    if (missingRole.has(codeOf(error))) return noReader();
    return codeOf(error) === "57014" ? tookTooLong() : failed();
  };
  return {
    check: (text, parameters = 0) => judges.judge(text, parameters),
    async run(text, values = []) {
      await judges.judge(text, values.length);
      if (!pool) throw noReader();
      let client: pg.PoolClient | undefined;
      let outer: NodeJS.Timeout | undefined;
      try {
        const taken = (client = await pool.connect());
        taken.on("error", () => undefined);
        // A second timeout outside the database: what does not answer loses its connection.
        const late = new Promise<never>((_, reject) => {
          outer = setTimeout(() => reject(Object.assign(new Error("no answer in time"), { code: "57014" })), timeoutMs + beyondTimeoutMs);
        });
        return await Promise.race([carryOut(taken, text, values, timeoutMs, mostRows), late]);
      } catch (error) {
        throw refusalOf(error);
      } finally {
        clearTimeout(outer);
        // Never handed to the next caller: whatever this query left on its connection ends with it.
        client?.release(true);
      }
    },
    close: async () => void (await Promise.all([pool?.end(), judges.close()])),
  };
}
