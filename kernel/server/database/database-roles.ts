import { createHmac } from "node:crypto";
import pg from "pg";
import { readerRole, readerSchema, runtimeRole } from "./database-names.ts";
import { journalTables, layJournal } from "../journal/journal-ground.ts";
import { figureSchema } from "../../figures.ts";
import { locks } from "./locks.ts";
import { q } from "./schema.ts";

export interface DatabaseRoles {
  readonly url: string;
  readonly readerUrl: string;
}

const weak = "nosuperuser nocreatedb nocreaterole noreplication nobypassrls noinherit";

/** Nobody but the installer knows its password, so nobody else can derive the ones that follow from it; nothing has to be stored. */
const passwordOf = (installerUrl: string, role: string): string =>
  createHmac("sha256", decodeURIComponent(new URL(installerUrl).password))
    .update(`base-srm role ${role}`)
    .digest("base64url");

/** The same database, entered as another role. */
export function urlAs(installerUrl: string, role: string): string {
  const url = new URL(installerUrl);
  url.username = role;
  url.password = passwordOf(installerUrl, role);
  return url.href;
}

export const hasPassword = (url: string): boolean => new URL(url).password !== "";

async function signsIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    // No such role, or another password; anything else is not ours to mend.
    if (["28P01", "28000", "3D000"].includes(String((error as { code?: string }).code))) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Roles belong to the whole server: two databases made at once may both try. */
async function ensureRole(client: pg.Client, installerUrl: string, role: string): Promise<void> {
  const { rows } = await client.query<{ weak: boolean }>(
    `select not (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls) as weak from pg_roles where rolname = $1`,
    [role],
  );
  if (rows[0]?.weak && (await signsIn(urlAs(installerUrl, role)))) return;
  const password = pg.escapeLiteral(passwordOf(installerUrl, role));
  const make = rows.length ? "alter" : "create";
  try {
    await client.query(`${make} role ${q(role)} with login ${weak} password ${password}`);
  } catch (error) {
    const { code } = error as { code?: string };
    const isOthersDoing = code === "42710" || code === "23505" || code === "XX000";
    if (!isOthersDoing || !(await signsIn(urlAs(installerUrl, role)))) throw error;
  }
}

/** Tables, views, sequences and functions of the product, with how their owner is changed; members of extensions belong to these. */
const strangers = `
  select format('alter %s %s owner to %I', case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, c.oid::regclass, $1::text) as sql
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S') and pg_get_userbyid(c.relowner) <> $1 and not c.relname = any($2)
    and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('e', 'a', 'i'))
  union all
  select format('alter function %s owner to %I', p.oid::regprocedure, $1::text)
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and pg_get_userbyid(p.proowner) <> $1 and p.proname <> 'forbid_journal_change'
    and not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`;

/** What an earlier version, or a restore, made as the installer goes over to the product. */
async function handOver(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ sql: string }>(strangers, [role, journalTables]);
  for (const { sql } of rows) await client.query(sql);
}

/** Only adding and reading is left to the product; who owns a table may do anything with it, so the installer does. */
async function keepJournal(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname = any($1) and relkind = 'r' and pg_get_userbyid(relowner) <> current_user`,
    [journalTables],
  );
  for (const { name } of rows) await client.query(`alter table ${q(name)} owner to current_user`);
  await layJournal({
    one: async <T>(sql: string, values?: readonly unknown[]) => ((await client.query(sql, values as unknown[])).rows[0] as T) ?? null,
    run: async (sql) => void (await client.query(sql)),
  });
  const names = journalTables.map(q).join(", ");
  await client.query(`revoke all on ${names} from public, ${q(role)}`);
  await client.query(`grant select, insert on "Journal", "JournalSeal" to ${q(role)}`);
  await client.query(`grant select on "JournalEpoch" to ${q(role)}`);
}

/** Functions everybody may call by default, with which a reader could write, wait, signal or look past its views. */
const readerMayNot = [
  "lo_create(oid)",
  "lo_creat(integer)",
  "lo_from_bytea(oid, bytea)",
  "lo_put(oid, bigint, bytea)",
  "query_to_xml(text, boolean, boolean, text)",
  "query_to_xmlschema(text, boolean, boolean, text)",
  "query_to_xml_and_xmlschema(text, boolean, boolean, text)",
  "database_to_xml(boolean, boolean, text)",
  "pg_notify(text, text)",
  "pg_cancel_backend(integer)",
  "pg_terminate_backend(integer, bigint)",
] as const;

/** A role of the product needs these itself; where the installer may not take them from everybody, the reader's own guard remains. */
async function narrow(client: pg.Client, role: string): Promise<void> {
  const list = readerMayNot.map((name) => `pg_catalog.${name}`).join(", ");
  const { rows } = await client.query<{ yes: boolean }>("select rolsuper as yes from pg_roles where rolname = current_user");
  if (!rows[0]?.yes) return;
  await client.query(`grant execute on function ${list} to ${q(role)}`);
  await client.query(`revoke execute on function ${list} from public`);
}

async function allow(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string; owner: string }>(
    "select datname as name, pg_get_userbyid(datdba) as owner from pg_database where datname = current_database()",
  );
  const database = q(rows[0]!.name);
  // Whoever owns the database may drop whatever stands in its schema.
  if (rows[0]!.owner === role) await client.query(`alter database ${database} owner to current_user`);
  await client.query(`revoke create, temporary on database ${database} from public`);
  await client.query(`grant connect on database ${database} to ${q(role)}, ${q(readerRole)}`);
  await client.query("revoke create on schema public from public");
  await client.query(`grant usage, create on schema public to ${q(role)}`);
  for (const extension of ["pg_trgm", "btree_gist"]) await client.query(`create extension if not exists ${extension}`);
  await client.query(`create schema if not exists ${q(figureSchema)}`);
  await client.query(`grant usage, create on schema ${q(figureSchema)} to ${q(role)}`);
  await client.query(`create schema if not exists ${q(readerSchema)}`);
  await client.query(`grant usage, create on schema ${q(readerSchema)} to ${q(role)}`);
  await client.query(`grant usage on schema ${q(readerSchema)} to ${q(readerRole)}`);
}

/**
 * Prepares a database as its installer: the roles, what each may do, the journal out of the product's reach.
 * Answers how the product and its reader enter. Safe to repeat; processes that start together wait for the first.
 */
export async function installRoles(installerUrl: string, runtimeUrl: string | null = null): Promise<DatabaseRoles> {
  const role = runtimeUrl ? decodeURIComponent(new URL(runtimeUrl).username) : runtimeRole;
  const client = new pg.Client({ connectionString: installerUrl, connectionTimeoutMillis: 10_000, application_name: "base-srm installer" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    // Another process may be in the middle of a long migration.
    await client.query("select pg_advisory_lock($1)", [locks.migration]);
    await client.query("set lock_timeout = '60s'");
    for (const value of runtimeUrl ? [readerRole] : [role, readerRole]) await ensureRole(client, installerUrl, value);
    await client.query("begin");
    await allow(client, role);
    await narrow(client, role);
    await handOver(client, role);
    await keepJournal(client, role);
    await client.query("commit");
  } finally {
    await client.end().catch(() => undefined);
  }
  return { url: runtimeUrl ?? urlAs(installerUrl, runtimeRole), readerUrl: urlAs(installerUrl, readerRole) };
}
