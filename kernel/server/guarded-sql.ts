import { parse } from "libpg-query";
import pg from "pg";
import { Refusal, refuse } from "../refusal.ts";
import { readerSchema } from "./database-roles.ts";
import { rowTypes } from "./db-types.ts";
import { grammar, notAllowed, required, type Judge } from "./guarded-sql-grammar.ts";

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

type Tree = Readonly<Record<string, unknown>>;

const mostBytes = 20 * 1024;
const mostDepth = 120;
const beyondTimeoutMs = 2_000;

const tooLong = (): Refusal => refuse("SQL_TOO_LONG", "查询超过20 KB或嵌套过深", "The query is longer than 20 KB or nested too deeply");
const unreadable = (): Refusal => refuse("SQL_SYNTAX", "查询有语法错误", "The query cannot be read: mistake in its syntax");
const oneOnly = (): Refusal => refuse("SQL_ONE_QUERY", "只允许一条查询语句", "Exactly one query is allowed");
const noReader = (): Refusal =>
  refuse(
    "SQL_READER_MISSING",
    "数据库没有只读角色，查询已停用；请管理员设置 DATABASE_INSTALLER_URL 后重启",
    "The database has no reader role, so queries are off: ask the operator to set DATABASE_INSTALLER_URL and start again",
    { http: 503 },
  );
const tookTooLong = (): Refusal => refuse("SQL_TIMEOUT", "查询超时，请缩小范围", "The query took too long; narrow it down");
const failed = (): Refusal => refuse("SQL_FAILED", "查询未能执行，请检查列名与类型", "The query failed; check its columns and types");

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null && !Array.isArray(value);

class Judging implements Judge {
  readonly #views: ReadonlySet<string>;
  readonly #parameters: number;
  #depth = 0;

  constructor(views: ReadonlySet<string>, parameters: number) {
    this.#views = views;
    this.#parameters = parameters;
  }

  node(value: unknown, scope: ReadonlySet<string>): void {
    if (!isTree(value)) throw notAllowed("?");
    const kinds = Object.keys(value);
    if (kinds.length !== 1) throw notAllowed(kinds.join(" ") || "?");
    this.as(kinds[0]!, value[kinds[0]!], scope);
  }

  nodes(value: unknown, scope: ReadonlySet<string>): void {
    if (!Array.isArray(value)) throw notAllowed("?");
    for (const one of value) this.node(one, scope);
  }

  as(kind: string, value: unknown, scope: ReadonlySet<string>): void {
    const parts = Object.hasOwn(grammar, kind) ? grammar[kind]! : undefined;
    if (!parts || !isTree(value)) throw notAllowed(kind);
    const missing = required[kind]?.find((key) => !(key in value));
    if (missing) throw notAllowed(`${kind} without ${missing}`);
    this.#depth += 1;
    if (this.#depth > mostDepth) throw tooLong();
    const inner = kind === "SelectStmt" && value["withClause"] !== undefined ? this.#with(value["withClause"], scope) : scope;
    for (const [key, part] of Object.entries(value)) {
      const rule = Object.hasOwn(parts, key) ? parts[key]! : undefined;
      if (!rule) throw notAllowed(`${kind}.${key}`);
      if (key !== "withClause") rule(part, this, inner, value);
    }
    this.#depth -= 1;
  }

  /** Each WITH query sees those before it; what follows the WITH sees all of them, and nothing outside does. */
  #with(value: unknown, scope: ReadonlySet<string>): ReadonlySet<string> {
    if (!isTree(value) || !Array.isArray(value["ctes"])) throw notAllowed("with");
    const known = new Set(scope);
    const { ctes, ...rest } = value;
    this.as("WithClause", rest, scope);
    for (const one of ctes as readonly unknown[]) {
      const cte = isTree(one) ? one["CommonTableExpr"] : undefined;
      const query = isTree(cte) ? cte["ctequery"] : undefined;
      if (!isTree(cte) || !isTree(query) || !("SelectStmt" in query)) throw notAllowed(isTree(query) ? Object.keys(query).join() : "with");
      this.node(one, new Set(known));
      known.add(String(cte["ctename"]));
    }
    return known;
  }

  relation(schema: unknown, name: unknown, scope: ReadonlySet<string>): void {
    const isKnown = schema === undefined ? scope.has(String(name)) : schema === readerSchema && this.#views.has(String(name));
    if (!isKnown) throw notAllowed(`relation ${schema === undefined ? "" : `${String(schema)}.`}${String(name)}`);
  }

  param(number: unknown): void {
    if (typeof number !== "number" || number < 1 || number > this.#parameters) throw notAllowed(`parameter $${String(number)}`);
  }
}

/** Judges a text by PostgreSQL's own grammar: names are compared as the server would read them, never as they are written. */
export async function judgeSql(text: string, views: ReadonlySet<string>, parameters = 0): Promise<void> {
  if (typeof text !== "string" || Buffer.byteLength(text) > mostBytes) throw tooLong();
  if (text.includes("\u0000")) throw unreadable();
  let tree: { readonly stmts?: readonly { readonly stmt?: Tree }[] };
  try {
    tree = (await parse(text)) as typeof tree;
  } catch (error) {
    throw error instanceof RangeError ? tooLong() : unreadable();
  }
  const [only, ...more] = tree.stmts ?? [];
  if (!only?.stmt || more.length) throw oneOnly();
  if (!("SelectStmt" in only.stmt)) throw notAllowed(Object.keys(only.stmt).join());
  new Judging(views, parameters).node(only.stmt, new Set());
}

const missingRole = new Set(["28P01", "28000", "3D000"]);
const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "");

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
        ...{ connectionString: readerUrl, max: 2, application_name: "base-srm guarded sql", connectionTimeoutMillis: 5_000 },
        ...{ idleTimeoutMillis: 10_000, types: rowTypes },
      })
    : null;
  pool?.on("error", log);
  const told = (error: unknown): Refusal => {
    if (error instanceof Refusal) return error;
    log(error);
    if (missingRole.has(codeOf(error))) return noReader();
    return codeOf(error) === "57014" ? tookTooLong() : failed();
  };
  return {
    check: (text, parameters = 0) => judgeSql(text, views, parameters),
    async run(text, values = []) {
      await judgeSql(text, views, values.length);
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
        throw told(error);
      } finally {
        clearTimeout(outer);
        // Never handed to the next caller: whatever this query left on its connection ends with it.
        client?.release(true);
      }
    },
    close: async () => void (await pool?.end()),
  };
}
