import { createHash } from "node:crypto";
import type { Db } from "./db.ts";
import { callKeyTable } from "../http/once.ts";

const laid = "ground:";

/** Lays statements once per wording. A start that finds them laid takes no lock on a table that others are working with. */
export async function layGround(db: Db, name: string, statements: readonly string[]): Promise<void> {
  const what = laid + name;
  const digest = createHash("sha256").update(statements.join(";")).digest("hex");
  const { yes } = (await db.one<{ yes: boolean }>(`select to_regclass('"ShippedState"') is not null as yes`))!;
  if (yes && (await db.one(`select 1 from "ShippedState" where what = $1 and digest = $2`, [what, digest]))) return;
  for (const statement of statements) await db.query(statement);
  await db.query(
    `insert into "ShippedState" (what, digest) values ($1, $2) on conflict (what) do update set digest = excluded.digest, at = now()`,
    [what, digest],
  );
}

/** What was laid elsewhere was not laid here: a restored database is laid anew. */
export const forgetGround = (db: Db): Promise<unknown> => db.query(`delete from "ShippedState" where what like $1`, [`${laid}%`]);

/** The kernel's own tables: what it remembers about every change, and what makes repeated or interrupted requests harmless. */
export const groundSql: readonly string[] = [
  "create extension if not exists pg_trgm",
  "create extension if not exists btree_gist",
  // What the trigger names may still move on a row, together with the stamps of the change; everything else stays as it was added.
  `create or replace function forbid_change() returns trigger language plpgsql as $$
   declare stamps text[] := array['lastUpdatedBy', 'lastUpdateDate', 'versionNum'];
   begin
     if tg_op = 'UPDATE' and tg_nargs > 0 then
       if to_jsonb(old) is distinct from to_jsonb(new)
         and to_jsonb(old) - stamps - tg_argv = to_jsonb(new) - stamps - tg_argv then return new; end if;
     end if;
     raise exception 'rows of % are only ever added', tg_table_name using errcode = 'raise_exception'; end $$`,
  // The journal under the names administrators know it by; the first few changes are told in one line.
  `create or replace view "BaseOperateLog" as
     select j.no::text as id, j."userId" as "createdBy", j.at as "creationDate", j."userId" as "lastUpdatedBy", j.at as "lastUpdateDate", 1 as "versionNum",
       j.no, j.at, j."userId", j."userName" as account, j."onBehalfOf", j."responsibilityId" as "respId", regexp_replace(j.action, '^.*\\.', '') as action, j.entity, j."docId" as "bizId", j."docNum" as "bizNum", j.why,
       (select string_agg(concat(c.change->>'p', ': ', coalesce(left(c.change->>'o', 60), '–'), ' → ', coalesce(left(c.change->>'n', 60), '–')), '; ' order by c.i)
        from jsonb_array_elements(j.changes) with ordinality as c(change, i) where c.i <= 6) as "changeText",
       j.changes, j.ip, j."requestId", case when j."userId" like 'system:%' then 'N' else 'Y' end as "personFlag" from "Journal" j`,
  // What happened, for listeners after commit; written with the change itself, so nothing is told that did not happen.
  `create table if not exists "Outbox" (
     no bigint generated always as identity primary key, at timestamptz not null, event text not null, entity text not null, "docId" text not null,
     data jsonb not null, "requestId" text not null, "doneAt" timestamptz, tries integer not null default 0, "nextTryAt" timestamptz not null default now(), error text)`,
  `create index if not exists "Outbox_open" on "Outbox" ("nextTryAt", no) where "doneAt" is null`,
  // The stored answer of a request key: the same key and body is answered once and for all.
  `create table if not exists "RequestKey" (
     "userId" text not null, key text not null, "bodyHash" text not null, reply text not null, at timestamptz not null, primary key ("userId", key))`,
  `create index if not exists "RequestKey_at" on "RequestKey" (at)`,
  callKeyTable,
  // How far each document has come by a date: the last step of its reminders, or that what happens once has happened.
  `create table if not exists "DueStep" (
     entity text not null, "docId" text not null, what text not null, date text not null, step integer not null, at timestamptz not null,
     primary key (entity, "docId", what, date))`,
  `create table if not exists "NumberSeries" (
     rule text not null, scope text not null, last bigint not null, primary key (rule, scope))`,
  // Rises with every change of grants; each process drops what it remembers of permits when it sees a new number.
  `create table if not exists "PermissionState" (one boolean primary key default true check (one), version bigint not null)`,
  `insert into "PermissionState" (version) values (1) on conflict do nothing`,
  // The last frames of each topic that browsers listen to, numbered without gaps.
  `create table if not exists "PushTopic" (topic text primary key, last bigint not null)`,
  `create table if not exists "BasePushTopicLog" (topic text not null, seq bigint not null, payload jsonb not null, at timestamptz not null, primary key (topic, seq))`,
  `create index if not exists "BasePushTopicLog_at" on "BasePushTopicLog" using brin (at)`,
  `create table if not exists "SchemaState" (one boolean primary key default true check (one), schema jsonb not null, at timestamptz not null default now())`,
  `create table if not exists "ShippedState" (what text primary key, digest text not null, at timestamptz not null default now())`,
];
