import { createHash } from "node:crypto";
import { locks } from "../database/locks.ts";

/** What remembers every change. These tables belong to the installer where there is one; the product reads them and adds to them. */
export const journalTables = ["Journal", "JournalSeal", "JournalEpoch"] as const;

/** Rows that tell of a document sent back to whoever made it; few among many, so that reports of them read an index of their own. */
export const sentBack = String.raw`action ~ '(^|\.)(doReject|doReturn|withdraw)$'`;

const statements: readonly string[] = [
  // A seal reads and then writes the tables below: it must not stand between the two while they are changed.
  `select pg_advisory_xact_lock(${locks.seal})`,
  `create or replace function forbid_journal_change() returns trigger language plpgsql as $$
   begin raise exception 'rows of % are only ever added', tg_table_name using errcode = 'raise_exception'; end $$`,
  // One row per changed document: who, when, what before and after, why. Sealed afterwards in batches, never updated.
  `create table if not exists "Journal" (
     no bigint generated always as identity primary key,
     xid xid8 not null default pg_current_xact_id(),
     at timestamptz not null,
     "userId" text not null, "userName" text not null, "onBehalfOf" text, "responsibilityId" text,
     entity text collate "C" not null, "docId" text collate "C" not null, "docNum" text, action text not null, why text,
     changes jsonb not null, "requestId" text not null, ip text)`,
  `create index if not exists "Journal_doc" on "Journal" (entity, "docId", no)`,
  `create index if not exists "Journal_user" on "Journal" ("userId", no)`,
  `create index if not exists "Journal_xid" on "Journal" (xid)`,
  `create or replace trigger "Journal_forbid" before update or delete on "Journal" for each row execute function forbid_journal_change()`,
  `create or replace trigger "Journal_keep" before truncate on "Journal" for each statement execute function forbid_journal_change()`,
  `create index if not exists "Journal_sentBack" on "Journal" (entity, "docId") where ${sentBack}`,
  `create index if not exists "Journal_at" on "Journal" using brin (at)`,
  // A seal covers the journal rows of finished transactions; its head is the hash over the previous head and these rows.
  `create table if not exists "JournalSeal" (
     no bigint generated always as identity primary key, at timestamptz not null, "uptoXid" xid8 not null,
     rows bigint[] not null, hashes text[] not null, head text not null)`,
  `create or replace trigger "JournalSeal_forbid" before update or delete on "JournalSeal" for each row execute function forbid_journal_change()`,
  `create or replace trigger "JournalSeal_keep" before truncate on "JournalSeal" for each statement execute function forbid_journal_change()`,
  // A restored journal goes on as a new stretch: rows up to startNo came sealed or not from another cluster.
  `create table if not exists "JournalEpoch" (no integer generated always as identity primary key, "startNo" bigint not null, at timestamptz not null)`,
  `insert into "JournalEpoch" ("startNo", at) select 0, now() where not exists (select 1 from "JournalEpoch")`,
  `alter table "JournalSeal" add column if not exists epoch integer not null default 1`,
];

const digest = createHash("sha256").update(statements.join(";")).digest("hex");

interface Laying {
  one<T>(sql: string, values?: readonly unknown[]): Promise<T | null>;
  run(sql: string): Promise<void>;
}

/** Lays the journal once per wording, which its table carries as a comment: who starts later takes no lock on it. */
export async function layJournal({ one, run }: Laying): Promise<void> {
  const found = await one<{ laid: string | null; own: boolean }>(
    `select obj_description(oid, 'pg_class') as laid, pg_has_role(relowner, 'usage') as own from pg_class where oid = to_regclass('"Journal"')`,
  );
  if (found?.laid === digest) return;
  if (found && !found.own)
    throw new Error(
      "the journal of this database belongs to its installer and needs a change: name the installer in DATABASE_INSTALLER_URL",
    );
  for (const statement of statements) await run(statement);
  await run(`comment on table "Journal" is '${digest}'`);
}
