import { describe, expect, test } from "vitest";
import { judgeSql } from "./guarded-sql-judge.ts";

const views = new Set(["orders", "suppliers", "Receipts", "kpi"]);

/** Queries as somebody who makes reports writes them. */
const good: readonly (readonly [sql: string, parameters?: number])[] = [
  ["select order_no, amount from report.orders where plant = $1 order by amount desc nulls last limit 50 offset 10", 1],
  [`select "R"."batchNo" from report."Receipts" as "R" where "R"."qty" >= 1.5 and not ("R".closed is true)`],
  [
    "select s.name, count(*) as n, sum(o.amount) filter (where o.state <> 'DROPPED') from report.orders o join report.suppliers s on s.id = o.supplier_id group by s.name having count(*) > 3",
  ],
  [
    "with big as (select supplier_id, amount from report.orders where amount > 1000), top as (select supplier_id from big group by 1) select s.* from report.suppliers s join top on top.supplier_id = s.id",
  ],
  ["select date_trunc('month', o.day) as month, extract(year from o.day), to_char(o.day, 'YYYY-MM') from report.orders o"],
  [
    "select row_number() over (partition by plant order by amount desc) as place, lag(amount, 1) over w from report.orders window w as (order by day rows between 2 preceding and current row)",
  ],
  ["select coalesce(nullif(trim(both from name), ''), '–'), greatest(1, score), upper(left(name, 3)) || '…' from report.suppliers"],
  [
    "select case state when 'A' then 1 when 'B' then 2 else 0 end from report.orders where state in ('A', 'B', $1) and day between $2::date and $3::date",
    3,
  ],
  ["select plant from report.orders union all select plant from report.kpi except select 'X' order by 1"],
  ["select distinct plant from report.orders where exists (select 1 from report.kpi k where k.plant = orders.plant)"],
  ["select distinct on (supplier_id) supplier_id, day from report.orders order by supplier_id, day desc"],
  ["select plant, sum(amount) from report.orders group by grouping sets ((plant), ()) order by grouping(plant)"],
  ["select * from report.orders o cross join lateral (select max(score) as best from report.kpi k where k.plant = o.plant) b"],
  ["select amount::numeric(12, 2), (amount * 1.13)::int8, day::timestamp at time zone 'Europe/Berlin' from report.orders"],
  ["select * from (values (1, 'a'), (2, 'b')) as t(n, word) left join report.kpi using (n)"],
  ["select percentile_cont(0.5) within group (order by amount), string_agg(distinct plant, ',') from report.orders"],
  [
    "select o.amount - (select avg(amount) from report.orders) from report.orders o where (o.plant, o.state) in (select plant, state from report.kpi)",
  ],
  [
    "select name from report.suppliers where name ilike $1 and code = any (array['S1', 'S2']) and day > current_date - 30 -- a remark; with a semicolon",
    1,
  ],
  ["/* head */ select 'it''s; drop table x' as text, E'tab\\t' as tab, $q$dollar; text$q$ as dollar from report.kpi;"],
];

/** What somebody tries who wants more than reports. */
const bad: readonly (readonly [why: string, sql: string])[] = [
  ["a quoted function that reads a file", `select "pg_read_file"('/etc/passwd')::int as user_id`],
  ["its name by code points", `select U&"pg\\005fread_file"('/etc/passwd')`],
  ["a function with its schema", `select pg_catalog.pg_read_binary_file('/etc/passwd')`],
  ["a folder of the server", `select pg_ls_dir('/') from report.orders`],
  ["an escaped quote that hides a semicolon", `select E'\\''; commit; copy (select 1) to program 'id' --'`],
  ["several statements", `select 1; select 2`],
  ["a program by copy", `copy (select 1) to program 'touch /tmp/x'`],
  ["a commit before it", `commit; copy (select 1) to program 'touch /tmp/x'`],
  ["an empty text", ``],
  ["only a remark", `-- nothing`],
  ["two empty statements and one query after them", `;;select 1;select 1`],
  ["a change", `update report.orders set amount = 0`],
  ["a removal", `delete from report.orders`],
  ["an addition", `insert into report.orders values (1)`],
  ["a merge", `merge into report.orders o using report.kpi k on true when matched then delete`],
  ["a removal in a WITH", `with gone as (delete from report.orders returning *) select * from gone`],
  [
    "an addition in a WITH of a subquery",
    `select * from (with a as (insert into report.orders values (1) returning 1 as n) select n from a) x`,
  ],
  ["a new table", `select * into report.mine from report.orders`],
  ["a new table by create", `create table report.mine as select 1`],
  ["a lock", `select * from report.orders for update`],
  ["a shared lock in a subquery", `select * from (select * from report.orders for key share) o`],
  ["a recursion", `with recursive r as (select 1 as n union all select n + 1 from r) select * from r`],
  ["a recursion that only says so", `with recursive r as (select 1 as n) select n from r`],
  ["a table of the product", `select * from public."BaseUsers"`],
  ["a table without schema", `select * from orders`],
  ["the roles", `select rolname from pg_catalog.pg_roles`],
  ["the roles without schema", `select rolname from pg_roles`],
  ["activities of others", `select query from pg_stat_activity`],
  ["the catalog", `select table_name from information_schema.tables`],
  ["a view that is not granted", `select * from report.salaries`],
  ["a view in another letter case", `select * from report."ORDERS"`],
  ["another database", `select * from other.report.orders`],
  ["a WITH outside its scope", `select * from (with inner_only as (select 1) select * from inner_only) a, inner_only`],
  ["a WITH before it is there", `with a as (select * from b), b as (select 1 as n) select * from a`],
  ["a WITH that hides behind its own name", `with orders as (select * from orders) select * from orders`],
  ["waiting", `select pg_sleep(10)`],
  ["waiting in ORDER BY", `select plant from report.orders order by pg_sleep(1)`],
  ["waiting in LIMIT", `select plant from report.orders limit (select pg_sleep(1)::text::int)`],
  ["a function in FILTER", `select count(*) filter (where pg_sleep(1) is not null) from report.orders`],
  ["a function in VALUES", `values (pg_sleep(1))`],
  ["a function in FROM", `select * from generate_series(1, 1000000000)`],
  ["an allowed function in FROM", `select * from lower('A')`],
  ["rows from", `select * from rows from (generate_series(1, 3), generate_series(1, 3)) as t`],
  ["a function in a window", `select sum(amount) over (order by set_config('statement_timeout', '0', false)) from report.orders`],
  ["a setting changed", `select set_config('statement_timeout', '0', false)`],
  ["a setting read", `select current_setting('data_directory')`],
  ["a large object", `select lo_create(0)`],
  ["a large object from a file", `select lo_import('/etc/passwd')`],
  ["a query in a query", `select query_to_xml('select 1', true, true, '')`],
  ["another database by dblink", `select * from dblink('host=evil', 'select 1') as t(n int)`],
  ["a notice", `select pg_notify('x', 'y')`],
  ["an advisory lock", `select pg_advisory_lock(1)`],
  ["ending a session", `select pg_terminate_backend(1)`],
  ["a cast to a relation", `select 'pg_authid'::regclass`],
  ["a cast by function", `select cast('pg_authid' as regclass)::text`],
  ["a cast of a typed text", `select regrole '10'`],
  ["a cast to xml", `select xml '<a/>'`],
  ["an array type", `select '{1}'::int[]`],
  ["a type of one's own", `select 'x'::public.evil`],
  ["an operator with its schema", `select 1 operator(public.=) 1`],
  ["an operator of PostgreSQL with its schema", `select 1 operator(pg_catalog.=) 1`],
  ["a regular expression", `select 'aaaa' ~ '(a+)+$'`],
  ["an operator off the list", `select 2 ^ 100000`],
  ["an order by an operator", `select plant from report.orders order by plant using operator(public.<)`],
  ["who I am", `select current_user`],
  ["who signed in", `select session_user, user`],
  ["which database", `select current_catalog, current_schema`],
  ["a text without end", `select repeat('x', 1000000000)`],
  ["a text padded without end", `select lpad('x', 1000000000)`],
  ["a sequence", `select nextval('report.s')`],
  ["a random number", `select random()`],
  ["a variadic call", `select concat(variadic array['a'])`],
  ["a named argument", `select lower(str => 'A')`],
  ["a field of a row", `select (o).plant from report.orders o`],
  ["a collation", `select plant collate "C" from report.orders`],
  ["a sample", `select * from report.orders tablesample system (1)`],
  ["JSON as a table", `select * from json_table('[1]', '$[*]' columns (n int path '$'))`],
  ["XML as a table", `select * from xmltable('/a' passing '<a/>' columns b int path 'b')`],
  ["a parameter nobody bound", `select $1`],
  ["a parameter of number nought", `select $0`],
  ["a bit string", `select B'1'`],
  ["a prepared statement", `execute something`],
  ["a block", `do $$ begin perform 1; end $$`],
  ["a call", `call something()`],
  ["a plan", `explain analyze select 1`],
  ["a role", `set role postgres`],
  ["a transaction", `begin`],
  ["a cursor", `declare c cursor for select 1`],
  ["a listening", `listen x`],
  ["a table by its name alone", `table report.orders; table report.kpi`],
  ["a mistake", `select from where`],
  ["a null character", `select 'a\u0000b'`],
];

describe("SQL written by people: judged by the server's own grammar", () => {
  test.each(good.map(([sql, parameters = 0]) => [sql, parameters] as const))("allowed: %s", async (sql, parameters) => {
    await expect(judgeSql(sql, views, parameters)).resolves.toBeUndefined();
  });
  test.each(bad)("refused, %s: %s", async (_why, sql) => {
    await expect(judgeSql(sql, views)).rejects.toMatchObject({ code: expect.stringMatching(/^SQL_/) as string });
  });
  test("fresh queries enough", () => expect([good.length >= 15, bad.length >= 50]).toEqual([true, true]));

  test.each([
    ["long", `select '${"x".repeat(21_000)}'`],
    ["nested brackets", `select ${"(".repeat(5_000)}1${")".repeat(5_000)}`],
    ["a long chain", `select ${"1+".repeat(9_000)}1`],
    ["many nots", `select ${"not ".repeat(4_000)}true`],
    ["nested queries", `${"select (".repeat(1_500)}1${")".repeat(1_500)}`],
  ])("%s: refused in words, and the next query is judged as before", async (_what, sql) => {
    const seen = await judgeSql(sql, views).then(
      () => "allowed",
      (error: unknown) => (error as { code?: string }).code ?? String(error),
    );
    // Brackets around a value leave no trace in the tree.
    expect(["SQL_TOO_LONG", "SQL_SYNTAX", "allowed"]).toContain(seen);
    await expect(judgeSql("select plant from report.orders", views)).resolves.toBeUndefined();
  });

  test("a refusal names what was not allowed, in both languages, and never the database's own words", async () => {
    await expect(judgeSql(`select "pg_sleep"(1)`, views)).rejects.toMatchObject({
      code: "SQL_NOT_ALLOWED",
      text: ["查询中不允许使用：function pg_sleep", "Not allowed in a query: function pg_sleep"],
    });
  });
});
