import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase, type FreshDatabase } from "../../../tests/support/database.ts";
import { openSample, save, type SampleKernel } from "../../../tests/support/kernel.ts";
import { databaseHome } from "./database-home.ts";
import { readerRole, runtimeRole } from "./database-names.ts";
import { openDb, type OpenDb } from "./db.ts";
import { seal, verifyJournal } from "../journal/journal.ts";

let kernel: SampleKernel;
let fresh: FreshDatabase;
beforeAll(async () => {
  kernel = await openSample();
  fresh = await freshDatabase();
  await save(kernel, "SampleSupplier", { supplierCode: "R-1", supplierName: "纸鸢包装" });
  await seal(kernel.db, new Date());
});
afterAll(async () => {
  await kernel?.drop();
  await fresh?.drop();
});

const withDb = async <T>(url: string, work: (db: OpenDb) => Promise<T>): Promise<T> => {
  const db = openDb(url, { max: 1, applicationName: "roles test" });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
};
const noEmbedded = () => Promise.reject(new Error("no embedded server here"));

test("the product's own role is no superuser, makes no roles, runs no programs and reads no files of the server", async () => {
  const role = await kernel.db.one(
    `select rolname as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as strong,
       (select count(*)::int from pg_auth_members m where m.member = r.oid) as memberships,
       pg_has_role(current_user, 'pg_execute_server_program', 'usage') or pg_has_role(current_user, 'pg_read_server_files', 'usage') or pg_has_role(current_user, 'pg_write_server_files', 'usage') as reaches
     from pg_roles r where rolname = current_user`,
  );
  expect(role).toEqual({ name: runtimeRole, strong: false, memberships: 0, reaches: false });
});

const attacks: readonly string[] = [
  `update "Journal" set why = 'bent'`,
  `delete from "Journal"`,
  `truncate "Journal" cascade`,
  `update "JournalSeal" set head = 'bent'`,
  `delete from "JournalSeal"`,
  `truncate "JournalSeal"`,
  `update "JournalEpoch" set "startNo" = 1000000`,
  `delete from "JournalEpoch"`,
  `insert into "JournalEpoch" ("startNo", at) values (1000000, now())`,
  `insert into "Journal" overriding system value select * from "Journal" limit 1 on conflict (no) do update set why = 'bent'`,
  `merge into "Journal" j using (values (1)) v(n) on true when matched then update set why = 'bent'`,
  `select * from "Journal" for update`,
  `alter table "Journal" disable trigger all`,
  `alter table "Journal" owner to current_user`,
  `alter table "Journal" rename to "Old"`,
  `alter table "Journal" drop column why`,
  `drop trigger "Journal_forbid" on "Journal"`,
  `create rule bend as on insert to "Journal" do instead nothing`,
  `create trigger bend before insert on "Journal" for each row execute function forbid_change()`,
  `create or replace function forbid_journal_change() returns trigger language plpgsql as $$ begin return new; end $$`,
  `drop function forbid_journal_change() cascade`,
  `drop table "Journal" cascade`,
  `drop schema public cascade`,
  `set session_replication_role = replica`,
  `set role postgres`,
  `set session authorization postgres`,
  `create role stronger superuser`,
  `alter role current_user superuser`,
  `grant pg_read_server_files to current_user`,
  `copy (select 1) to program 'true'`,
  `copy "Outbox" from program 'true'`,
  `copy (select 1) to '/tmp/base-srm-roles-test'`,
  `select pg_read_file('/etc/passwd')`,
  `select "pg_read_file"('/etc/passwd')::int as user_id`,
  `select pg_ls_dir('/')`,
  `create extension plpython3u`,
  `alter system set log_statement = 'all'`,
];

test.each(attacks)("refused by the database itself: %s", async (sql) => {
  await expect(
    kernel.db.tx(async (tx) => {
      await tx.query(sql);
      throw new Error("it went through");
    }),
  ).rejects.toThrow(
    /permission denied|must be (owner|superuser)|not permitted|not (allowed|available)|does not exist|only roles with|can.?not/i,
  );
});

test("rights it grants itself are none", async () => {
  await kernel.db.query(`grant update, delete on "Journal" to current_user`);
  await expect(kernel.db.query(`update "Journal" set why = 'bent'`)).rejects.toThrow(/permission denied/);
});

test("what it may: add to the journal, seal it, read it, and change its own tables", async () => {
  await save(kernel, "SampleSupplier", { supplierCode: "R-2", supplierName: "纸鸢印刷" });
  await seal(kernel.db, new Date());
  expect((await verifyJournal(kernel.db)).broken).toBeNull();
  await kernel.db.query(`create table "Own" (id text)`);
  await kernel.db.query(`alter table "Own" add column note text`);
  await kernel.db.query(`drop table "Own"`);
});

test("a superuser in DATABASE_URL prepares an ordinary role, hands its tables over and steps back, with a warning", async () => {
  await withDb(fresh.installerUrl, async (db) => {
    await db.query(`create table "Older" (no bigint generated always as identity primary key, note text)`);
    await db.query(`create view "OlderSeen" as select note from "Older"`);
    await db.query(`create function older() returns integer language sql as 'select 1'`);
  });
  const warned: string[] = [];
  const home = await databaseHome({ DATABASE_URL: fresh.installerUrl }, noEmbedded, (text) => warned.push(text));
  expect(warned.join()).toMatch(/superuser/);
  await withDb(home.url, async (db) => {
    expect(await db.one(`select current_user as name, (select rolsuper from pg_roles where rolname = current_user) as super`)).toEqual({
      name: runtimeRole,
      super: false,
    });
    await db.query(`drop view "OlderSeen"`);
    await db.query(`drop function older()`);
    await db.query(`drop table "Older"`);
  });
  await withDb(home.readerUrl!, async (db) => {
    expect(await db.one(`select current_user as name`)).toEqual({ name: readerRole });
    for (const sql of [
      `select * from "Journal"`,
      `create table public.x (n int)`,
      `create temp table x (n int)`,
      `select lo_create(0)`,
      `select pg_notify('a', 'b')`,
    ])
      await expect(db.query(sql)).rejects.toThrow(/permission denied/);
  });
});

test("with an ordinary role in DATABASE_URL and an installer beside it, the journal is the installer's; without one the operator is warned", async () => {
  const role = `test_plain_${randomBytes(6).toString("hex")}`;
  const mine = await freshDatabase();
  const url = new URL(mine.installerUrl);
  [url.username, url.password] = [role, "plain"];
  try {
    await withDb(mine.installerUrl, async (db) => {
      await db.query(`drop table "Journal", "JournalSeal", "JournalEpoch"`);
      await db.query(`create role ${role} login password 'plain'`);
      await db.query(`alter database "${mine.name}" owner to ${role}`);
    });
    const warned: string[] = [];
    const alone = await databaseHome({ DATABASE_URL: url.href }, noEmbedded, (text) => warned.push(text));
    expect([alone.url, alone.readerUrl, warned.length]).toEqual([url.href, null, 1]);
    const both = await databaseHome({ DATABASE_URL: url.href, DATABASE_INSTALLER_URL: mine.installerUrl }, noEmbedded, (text) =>
      warned.push(text),
    );
    expect([both.url, warned.length]).toEqual([url.href, 1]);
    await withDb(both.url, async (db) => {
      for (const sql of [`delete from "Journal"`, `alter table "Journal" disable trigger all`, `drop table "Journal"`])
        await expect(db.query(sql)).rejects.toThrow(/permission denied|must be owner/);
    });
  } finally {
    await withDb(mine.installerUrl, async (db) => {
      await db.query(`reassign owned by ${role} to current_user`);
      await db.query(`drop owned by ${role}`);
      await db.query(`drop role if exists ${role}`);
    });
    await mine.drop();
  }
});
