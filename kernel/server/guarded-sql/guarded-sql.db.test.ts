import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase, type FreshDatabase } from "../../../tests/support/database.ts";
import { readerRole } from "../database/database-names.ts";
import { urlAs } from "../database/database-roles.ts";
import { openDb, type OpenDb } from "../database/db.ts";
import { openGuardedSql, type GuardedSql } from "./guarded-sql.ts";

let fresh: FreshDatabase;
let product: OpenDb;
let guarded: GuardedSql;
const logged: string[] = [];
const views = new Set(["orders", "secrets"]);
const log = (error: unknown): void => void logged.push(String(error));
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: unknown) => (error as { code?: unknown }).code,
  );

beforeAll(async () => {
  fresh = await freshDatabase();
  product = openDb(fresh.url, { max: 2 });
  await product.query(`create table "Orders" (id integer, plant text, amount numeric)`);
  await product.query(`insert into "Orders" select n, case when n % 2 = 0 then 'A' else 'B' end, n * 1.5 from generate_series(1, 50) n`);
  await product.query(`create view report.orders with (security_barrier) as select id, plant, amount from "Orders"`);
  await product.query(`create view report.secrets as select 1 as n`);
  await product.query(`grant select on report.orders to ${readerRole}`);
  guarded = openGuardedSql({ readerUrl: urlAs(fresh.installerUrl, readerRole), views, timeoutMs: 500, mostRows: 20, log });
});
afterAll(async () => {
  await guarded?.close();
  await product?.close();
  await fresh?.drop();
});

test("a query is answered with its columns, its parameters bound, cut at the most rows", async () => {
  expect(await guarded.run("select plant, sum(amount) as total from report.orders where id <= $1 group by plant order by 1", [4])).toEqual({
    columns: ["plant", "total"],
    rows: [
      ["A", "9.0"],
      ["B", "6.0"],
    ],
    truncated: false,
  });
  const cut = await guarded.run("select id from report.orders order by id; -- the end");
  expect([cut.rows.length, cut.truncated]).toEqual([20, true]);
});

test("what is not allowed never reaches the database", async () => {
  const heard = logged.length;
  for (const sql of [
    `select "pg_read_file"('/etc/passwd')::int as user_id`,
    `select E'\\''; commit; copy (select 1) to program 'id' --'`,
    "select 1; select 2",
  ])
    expect(await codeOf(guarded.run(sql))).toMatch(/^SQL_(NOT_ALLOWED|ONE_QUERY)$/);
  expect(logged.length).toBe(heard);
});

test("what the database refuses is told by a code; its own words go to the log alone", async () => {
  const error = await guarded.run("select no_such_column from report.orders").catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "SQL_FAILED" });
  expect(JSON.stringify(error) + String(error)).not.toContain("no_such_column");
  expect(logged.at(-1)).toContain("no_such_column");
  // A value in the words of a failed cast is the way files were read before.
  const cast = await guarded.run("select plant::int8 from report.orders").catch((thrown: unknown) => thrown);
  expect(JSON.stringify(cast) + String(cast)).not.toMatch(/"A"|invalid input/);
  // A view somebody forgot to grant.
  expect(await codeOf(guarded.run("select n from report.secrets"))).toBe("SQL_FAILED");
});

test("a query that takes too long ends, and the next one is answered", async () => {
  const slow = "select count(*) from report.orders a, report.orders b, report.orders c, report.orders d, report.orders e, report.orders f";
  expect(await codeOf(guarded.run(slow))).toBe("SQL_TIMEOUT");
  expect((await guarded.run("select count(*) from report.orders")).rows).toEqual([[50]]);
});

test("without its role nothing runs: none made, a wrong one, or one that could do more than read", async () => {
  const wrong = new URL(urlAs(fresh.installerUrl, readerRole));
  wrong.password = "wrong";
  for (const readerUrl of [null, wrong.href, fresh.url, fresh.installerUrl]) {
    const without = openGuardedSql({ readerUrl, views, log });
    expect([readerUrl, await codeOf(without.run("select id from report.orders"))]).toEqual([readerUrl, "SQL_READER_MISSING"]);
    await without.close();
  }
});

test("the role alone, should the grammar overlook something: it writes nothing, reads no file and no table of the product", async () => {
  const reader = openDb(urlAs(fresh.installerUrl, readerRole), { max: 1 });
  for (const sql of [
    `select * from "Orders"`,
    `select * from "Journal"`,
    `select * from report.secrets`,
    `select pg_read_file('/etc/passwd')`,
    `copy (select 1) to program 'true'`,
    `create table report.x (n integer)`,
    `create temp table x (n integer)`,
    `select lo_create(0)`,
    `select query_to_xml('select 1', true, true, '')`,
    `select pg_notify('a', 'b')`,
    `set role base_srm_app`,
  ])
    await expect(reader.query(sql), sql).rejects.toThrow(/permission denied/);
  await reader.close();
});
