import { inject } from "vitest";
import { runtimeRole } from "#kernel/server/database/database-names.ts";
import { hasPassword, installRoles, urlAs } from "#kernel/server/database/database-roles.ts";
import { openDb, type OpenDb } from "#kernel/server/database/db.ts";

/** A database of one's own; drop it in afterAll (what is forgotten goes away with the run). */
export interface FreshDatabase {
  /** As the product enters it: an ordinary role, so that every test shows that its rights suffice. */
  readonly url: string;
  /** As the installer, for what the product itself could not do: bend the journal, restore a backup. */
  readonly installerUrl: string;
  readonly name: string;
  drop(): Promise<void>;
}

const server = (): string => inject("databaseServer");

const nameFor = (what: string): string => `test_${inject("testRun")}_${what}`;

const installerUrlFor = (name: string): string => {
  const url = new URL(server());
  url.pathname = `/${name}`;
  return url.href;
};

/** A server entered without a password has no role of the product's own. */
const hasRoles = (): boolean => hasPassword(server());

const urlFor = (name: string): string => (hasRoles() ? urlAs(installerUrlFor(name), runtimeRole) : installerUrlFor(name));

const prepareRoles = async (name: string): Promise<void> => {
  if (hasRoles()) await installRoles(installerUrlFor(name));
};

async function onServer<T>(work: (db: OpenDb) => Promise<T>): Promise<T> {
  const db = openDb(server(), { max: 1, applicationName: "tests" });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

// Thousands of small files are copied sooner whole than page by page through the log.
const copyOf = (name: string, source: string): string => `create database "${name}" template "${source}" strategy file_copy`;

/** An empty database, or a quick copy of a template that prepareTemplate has made. */
export async function freshDatabase(template?: string): Promise<FreshDatabase> {
  const name = nameFor(Math.random().toString(36).slice(2, 10));
  const source = template === undefined ? "template0" : nameFor(`template_${template}`);
  await onServer((db) => db.query(copyOf(name, source)));
  // A copy of a template has its roles' rights already.
  if (template === undefined) await prepareRoles(name);
  return {
    name,
    url: urlFor(name),
    installerUrl: installerUrlFor(name),
    drop: () => onServer(async (db) => void (await db.query(`drop database if exists "${name}" with (force)`))),
  };
}

/** Prepares a template database once per run, however many workers ask at once; `prepare` must close what it opens. It begins empty, or as a copy of another template. */
export async function prepareTemplate(template: string, prepare: (url: string) => Promise<void>, from?: string): Promise<void> {
  const name = nameFor(`template_${template}`);
  await onServer(async (db) => {
    const client = await db.connect();
    try {
      await client.query("set lock_timeout = 0; set statement_timeout = 0");
      await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [name]);
      const found = await client.query<{ done: boolean }>("select datistemplate as done from pg_database where datname = $1", [name]);
      if (found.rows[0]?.done) return;
      if (found.rows[0]) await client.query(`drop database "${name}" with (force)`);
      await client.query(copyOf(name, from === undefined ? "template0" : nameFor(`template_${from}`)));
      if (from === undefined) await prepareRoles(name);
      await prepare(urlFor(name));
      await client.query(`alter database "${name}" is_template true`);
    } finally {
      await client.end();
    }
  });
}

/** Does in a test's database what only its installer can, such as bending the journal. */
export async function asInstaller<T>(db: Pick<OpenDb, "one">, work: (installer: OpenDb) => Promise<T>): Promise<T> {
  const { name } = (await db.one<{ name: string }>("select current_database() as name"))!;
  const installer = openDb(installerUrlFor(name), { max: 1, applicationName: "tests installer" });
  try {
    return await work(installer);
  } finally {
    await installer.close();
  }
}

/** Writes past what rules, and the database itself of posted documents, would keep: a promise that begins in a place of its own choosing. */
export const bend = (kernel: { readonly db: Pick<OpenDb, "one"> }, sql: string, values: readonly unknown[]): Promise<void> =>
  asInstaller(kernel.db, (installer) =>
    installer.tx(async (tx) => {
      await tx.query("set local session_replication_role = replica");
      await tx.query(sql, [...values]);
    }),
  );
