import { createReadStream, createWriteStream } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { Db, Tx } from "./db.ts";
import { forgetGround, groundSql, layGround } from "./ground.ts";
import { journalTables, layJournal } from "../journal/journal-ground.ts";
import { plan } from "./migrate.ts";
import { q, type Schema } from "./schema.ts";

/** What a backup says about itself. */
export interface Manifest {
  readonly version: string;
  readonly at: string;
  readonly schema: Schema;
  readonly tables: Readonly<Record<string, number>>;
  /** Head of the journal's chain; a restored system must show the same. */
  readonly head: string | null;
}

const batch = 2_000;
const copied = ["keys", "files"];

async function* rowsOf(tx: Tx, table: string, count: { n: number }): AsyncGenerator<string> {
  await tx.query(`declare rows no scroll cursor for select row_to_json(t)::text as row from ${q(table)} t`);
  for (;;) {
    const rows = await tx.query<{ row: string }>(`fetch ${batch} from rows`);
    if (rows.length === 0) break;
    count.n += rows.length;
    yield `${rows.map((r) => r.row).join("\n")}\n`;
  }
  await tx.query("close rows");
}

/** Copies the whole installation as of one moment: every table from one snapshot, then keys and files. Works while people work. */
export async function backup(db: Db, dataDir: string, target: string, about: { version: string; now: Date }): Promise<Manifest> {
  await mkdir(join(target, "tables"), { recursive: true });
  const manifest = await db.tx(async (tx): Promise<Manifest> => {
    await tx.query("set transaction isolation level repeatable read, read only");
    await tx.query("set local statement_timeout = 0");
    await tx.query("set local idle_in_transaction_session_timeout = 0");
    const names = await tx.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' order by 1`,
    );
    const tables: Record<string, number> = {};
    for (const { name } of names) {
      const count = { n: 0 };
      await pipeline(
        Readable.from(rowsOf(tx, name, count)),
        createGzip({ level: 4 }),
        createWriteStream(join(target, "tables", `${name}.jsonl.gz`), { mode: 0o600 }),
      );
      tables[name] = count.n;
    }
    const state = await tx.one<{ schema: Schema }>(`select schema from "SchemaState"`);
    const seal = await tx.one<{ head: string }>(`select head from "JournalSeal" order by no desc limit 1`);
    return { version: about.version, at: about.now.toISOString(), schema: state!.schema, tables, head: seal?.head ?? null };
  });
  for (const folder of copied) await cp(join(dataDir, folder), join(target, folder), { recursive: true, force: true }).catch(ignoreMissing);
  await writeFile(join(target, "manifest.json"), JSON.stringify(manifest), { mode: 0o600 });
  return manifest;
}

const ignoreMissing = (error: NodeJS.ErrnoException): void => {
  if (error.code !== "ENOENT") throw error;
};

/** Brings a backup into an empty database and an empty data folder; anything already there is a refusal, never overwritten. */
export async function restore(db: Db, source: string, dataDir: string): Promise<Manifest> {
  const manifest = JSON.parse(await readFile(join(source, "manifest.json"), "utf8")) as Manifest;
  await db.tx(async (tx) => {
    // An installer lays the journal before anything else: empty, it is not yet a system.
    const found = await tx.one<{ n: number }>(
      `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relname = any($1)`,
      [journalTables],
    );
    const isLaid = (await tx.one<{ yes: boolean }>(`select to_regclass('"Journal"') is not null as yes`))!.yes;
    const isWritten = isLaid && (await tx.one(`select 1 from "Journal" limit 1`)) !== null;
    if (found!.n > 0 || isWritten) throw new Error("the database is not empty; restore only into a fresh one");
    await tx.query("set local statement_timeout = 0");
    await tx.query("set local session_replication_role = replica");
    await layJournal({ one: tx.one, run: async (sql) => void (await tx.query(sql)) });
    await layGround(tx, "kernel", groundSql);
    for (const statement of plan({}, manifest.schema).now) await tx.query(statement);
    for (const [table, count] of Object.entries(manifest.tables)) {
      const back = await fill(tx, table, join(source, "tables", `${table}.jsonl.gz`));
      if (back !== count) throw new Error(`${table}: ${back} rows came back, ${count} were kept`);
    }
    await forgetGround(tx);
    for (const table of ["Journal", "JournalSeal", "Outbox"])
      await tx.query(`select setval(pg_get_serial_sequence('"${table}"', 'no'), greatest((select max(no) from ${q(table)}), 1))`);
    // Transaction numbers of another cluster mean nothing here: what follows is sealed as a new stretch of the same chain.
    await tx.query(`insert into "JournalEpoch" ("startNo", at) values (coalesce((select max(no) from "Journal"), 0), now())`);
  });
  await mkdir(dataDir, { recursive: true });
  for (const folder of copied)
    await cp(join(source, folder), join(dataDir, folder), { recursive: true, errorOnExist: true, force: false }).catch(ignoreMissing);
  return manifest;
}

async function fill(tx: Tx, table: string, file: string): Promise<number> {
  await tx.query(`delete from ${q(table)}`);
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity });
  let pending: string[] = [];
  let count = 0;
  const send = async (): Promise<void> => {
    if (pending.length === 0) return;
    await tx.query(`insert into ${q(table)} overriding system value select * from json_populate_recordset(null::${q(table)}, $1::json)`, [
      `[${pending.join(",")}]`,
    ]);
    count += pending.length;
    pending = [];
  };
  for await (const line of lines) {
    pending.push(line);
    if (pending.length >= batch) await send();
  }
  await send();
  return count;
}
