import pg from "pg";
import type { Outside } from "../outside/outside.ts";

/** Where a PostgreSQL is and how one signs in. */
export interface Reach {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password?: string | undefined;
  readonly timeoutMs: number;
  readonly readOnly: boolean;
}

export interface Reached {
  readonly version: string;
  readonly user: string;
  readonly size: string;
  readonly ms: number;
}

/** Signs in to a PostgreSQL, asks for its version and leaves; a source that is only read is asked in a session that cannot write. */
export async function probePostgres(outside: Outside, { timeoutMs, readOnly, password, ...where }: Reach): Promise<Reached> {
  const pinned = await outside.pin("database", where.host, where.port);
  const client = new pg.Client({
    ...where,
    ...(password === undefined ? {} : { password }),
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    application_name: "base-srm test",
    stream: () => outside.socket(pinned),
  });
  client.on("error", () => undefined);
  const begun = performance.now();
  try {
    await client.connect();
    if (readOnly) await client.query("set session characteristics as transaction read only");
    const { rows } = await client.query<Omit<Reached, "ms">>(
      `select current_setting('server_version') as version, current_user as "user", pg_size_pretty(pg_database_size(current_database())) as size`,
    );
    return { ...rows[0]!, ms: Math.round(performance.now() - begun) };
  } catch (error) {
    throw outside.failed(`${where.host}:${where.port}`, error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
