import { EventEmitter, once } from "node:events";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { freshDatabase, prepareTemplate, type FreshDatabase } from "../../../tests/support/database.ts";
import { openDb, type OpenDb } from "./db.ts";

let database: FreshDatabase;
let db: OpenDb;

beforeAll(async () => {
  await prepareTemplate("counters", async (url) => {
    const entry = openDb(url, { max: 1 });
    await entry.query(`create table "Counter" (id text primary key, value int not null check (value >= 0))`);
    await entry.close();
  });
  database = await freshDatabase("counters");
  db = openDb(database.url, { max: 3 });
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

afterEach(() => db.query(`delete from "Counter"`));

const put = `insert into "Counter" values ($1, $2) returning *`;
const values = () => db.query<{ id: string; value: number }>(`select * from "Counter" order by id`);

/** Everything said to the database while the work goes on. */
async function saidDuring(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const stop = db.onStatement((text) => texts.push(text));
  await work();
  stop();
  return texts;
}

test("values come back exactly: dates and decimals as strings, instants in UTC, bigint while a number holds it", async () => {
  const row =
    await db.one(`select date '2026-11-15' as day, timestamptz '2026-11-15 12:29:00.1239+08' as at, timestamptz '2026-01-01 00:00:00+00' as full,
    12.50::numeric(18,2) as money, 9007199254740991::bigint as big, 9007199254740993::bigint as bigger, count(*) as n, null::timestamptz as nothing,
    '{"a":[1]}'::jsonb as doc, array[1.10, null]::numeric[] as prices, array[timestamptz '2026-11-15 00:00+00'] as times, array[date '2026-11-15'] as days,
    array[1, 9007199254740993]::bigint[] as ids, timestamptz 'infinity' as ever, true as flag, 7 as small`);
  expect(row).toEqual({
    day: "2026-11-15",
    at: "2026-11-15T04:29:00.123Z",
    full: "2026-01-01T00:00:00.000Z",
    money: "12.50",
    big: 9007199254740991,
    bigger: "9007199254740993",
    n: 1,
    nothing: null,
    doc: { a: [1] },
    prices: ["1.10", null],
    times: ["2026-11-15T00:00:00.000Z"],
    days: ["2026-11-15"],
    ids: [1, "9007199254740993"],
    ever: "infinity",
    flag: true,
    small: 7,
  });
});

test("every connection has its timeouts and the UTC zone", async () => {
  const names = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "TimeZone"];
  const settings = await db.query<{ setting: string }>("select current_setting(name) as setting from unnest($1::text[]) as name", [names]);
  expect(settings.map((row) => row.setting)).toEqual(["1min", "10s", "1min", "UTC"]);
  const own = await db.connect();
  expect((await own.query("show lock_timeout")).rows).toEqual([{ lock_timeout: "10s" }]);
  await own.end();
});

test("one answers the first row or null", async () => {
  expect(await db.one("select 1 as n")).toEqual({ n: 1 });
  expect(await db.one("select 1 where false")).toBeNull();
});

test("a statement of several parts answers the rows of the last", async () => {
  expect(await db.query("select 1 as a; select 2 as b")).toEqual([{ b: 2 }]);
});

test("a transaction is all or nothing", async () => {
  await db.tx(async (tx) => {
    await tx.query(put, ["a", 1]);
    await tx.query(put, ["b", 2]);
  });
  await expect(
    db.tx(async (tx) => {
      await tx.query(put, ["c", 3]);
      await tx.query(put, ["d", -1]);
    }),
  ).rejects.toMatchObject({ code: "23514" });
  await expect(
    db.tx(async (tx) => {
      await tx.query(put, ["e", 5]);
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(await values()).toEqual([
    { id: "a", value: 1 },
    { id: "b", value: 2 },
  ]);
});

test("a swallowed failure does not pass for a commit", async () => {
  const work = db.tx(async (tx) => {
    await tx.query(put, ["a", 1]);
    await tx.query(put, ["b", -1]).catch(() => undefined);
  });
  await expect(work).rejects.toThrow("rolled back");
  expect(await values()).toEqual([]);
});

test("finish sends the last statement with the commit", async () => {
  const texts = await saidDuring(() => db.tx((tx) => tx.finish(put, ["a", 1])));
  expect(texts).toEqual(["begin", put, "commit"]);
  expect(await values()).toEqual([{ id: "a", value: 1 }]);
});

test("a finish that fails leaves nothing behind and names its own error", async () => {
  const work = db.tx(async (tx) => {
    await tx.query(put, ["a", 1]);
    await tx.finish(put, ["b", -1]);
  });
  await expect(work).rejects.toMatchObject({ code: "23514" });
  expect(await values()).toEqual([]);
});

test("statements of a transaction wait in one queue on one connection", async () => {
  const [first, second] = await db.tx((tx) =>
    Promise.all([tx.one<{ pid: number }>("select pg_backend_pid() as pid"), tx.one<{ pid: number }>("select pg_backend_pid() as pid")]),
  );
  expect(first).toEqual(second);
});

test("what belongs outside a transaction is refused inside, and so is its use afterwards", async () => {
  const tx = await db.tx(async (inner) => {
    await expect(inner.tx(async () => undefined)).rejects.toThrow("inside a transaction");
    await expect(inner.listen("x", () => undefined)).rejects.toThrow("inside a transaction");
    await expect(inner.close()).rejects.toThrow("inside a transaction");
    return inner;
  });
  await expect(tx.query("select 1")).rejects.toThrow("over");
});

test("failed statements do not cost connections", async () => {
  const before = await db.one<{ pid: number }>("select pg_backend_pid() as pid");
  for (let i = 0; i < 5; i += 1) await expect(db.query("select nonsense")).rejects.toMatchObject({ code: "42703" });
  await expect(db.tx((tx) => tx.query("select nonsense"))).rejects.toMatchObject({ code: "42703" });
  expect(await db.one("select pg_backend_pid() as pid")).toEqual(before);
});

test("who finds every connection taken for too long is told to come again", async () => {
  const narrow = openDb(database.url, { max: 1, patienceMs: 1_000 });
  const held = Promise.withResolvers<void>();
  const holding = narrow.tx(() => held.promise);
  await expect(narrow.tx(async () => undefined)).rejects.toMatchObject({ code: "SYS_BUSY", http: 503 });
  held.resolve();
  await holding;
  await narrow.close();
});

test("a prepared statement is parsed once and may be sent twice in one go", async () => {
  const twice = { name: "twice", text: "select $1::int * 2 as n" };
  const answers = await db.tx((tx) => Promise.all([tx.one(twice, [1]), tx.one(twice, [2])]));
  expect(answers).toEqual([{ n: 2 }, { n: 4 }]);
});

test("a connection killed by the server fails its own work only", async () => {
  const work = db.tx(async (tx) => {
    const own = await tx.one<{ pid: number }>("select pg_backend_pid() as pid");
    await db.query("select pg_terminate_backend($1)", [own!.pid]);
    await tx.query("select 1");
  });
  await expect(work).rejects.toThrow();
  expect(await db.query("select 1 as n")).toEqual([{ n: 1 }]);
});

test("notifications are heard after commit, and again after the connection was lost", async () => {
  const heard = new EventEmitter();
  const payloads: string[] = [];
  heard.on("payload", (payload) => payloads.push(payload));
  await db.listen(
    "news",
    (payload) => heard.emit("payload", payload),
    () => heard.emit("again"),
  );
  await db.listen("other", () => payloads.push("wrong channel"));

  const first = once(heard, "payload");
  const failed = db.tx(async (tx) => {
    await tx.notify("news", "never");
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  await db.tx((tx) => tx.notify("news", "one"));
  await first;

  const again = once(heard, "again");
  await db.query("select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()");
  await again;
  const second = once(heard, "payload");
  await db.notify("news", "two");
  await second;
  expect(payloads).toEqual(["one", "two"]);
});

test("templates are prepared once", async () => {
  let prepared = 0;
  const prepare = async () => {
    prepared += 1;
  };
  await Promise.all([prepareTemplate("once", prepare), prepareTemplate("once", prepare)]);
  await prepareTemplate("once", prepare);
  expect(prepared).toBe(1);
});
