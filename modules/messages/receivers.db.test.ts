import { afterAll, beforeAll, expect, test } from "vitest";
import type { Me } from "#kernel/entity.ts";
import type { Context } from "#kernel/server/http/call.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { save } from "../../tests/support/kernel.ts";
import { retireSqlReceivers } from "./server/retire-sql.ts";
import { setupCalls } from "./server/setup-calls.ts";
import { World } from "./test-world.ts";

let world: World;
const system = systemMe("test");
beforeAll(async () => void (world = await World.open()));
afterAll(() => world?.drop());

const meOf = async (userId: string): Promise<Me> => {
  const [responsibility] = await world.kernel.directory.responsibilities(userId, world.at);
  return world.kernel.permits.me({
    userId,
    responsibilityId: responsibility!.responsibilityId,
    supplierId: responsibility!.supplierId ?? null,
    language: "CN",
  });
};
const may = (me: Me, ...entities: string[]): Me => ({ ...me, may: (name: string) => name === "BaseMsgReceive" || entities.includes(name) });
const press = (name: string, me: Me, body: Row): Promise<unknown> => {
  const found = setupCalls(world.post, {} as never).find((setupCall) => setupCall.path.endsWith(`baseMsgReceiveService/${name}`))!;
  return Promise.resolve(
    found.handle({ me, now: world.at, requestId: "r", ip: null, language: "CN" } as unknown as Context, body as never),
  );
};
const define = (receiveCode: string, value: Row, me: Me = system, more: Row = {}): Promise<Row> =>
  save(world.kernel, "BaseMsgReceive", { receiveCode, nameCn: receiveCode, kind: "QUERY", value, ...more }, me) as Promise<Row>;
const shapeOf = async (id: unknown) => (await world.kernel.db.query<never>(`select * from "BaseMsgReceive" where id = $1`, [id]))[0]!;
const resolve = async (id: unknown, values: Row = {}) =>
  world.post.fanout.receivers.resolve([await shapeOf(id)], { values, document: null });

test("a receiver of the kind that held SQL is never carried out: not at its test, not when an event fans out, and it says so", async () => {
  const admin = await meOf(await world.person("sql.admin", ["MSG_ADMIN"]));
  const victim = await world.person("sql.victim", ["TEST_BUYER"]);
  const { id } = await define("OLDSQL", { entity: "BaseUsers", filter: { id: victim }, field: "id" });
  // As an earlier version left it: the column with the text, and a text that changes something if anybody runs it.
  await world.kernel.db.query(`create table "Trace" (n integer)`);
  await world.kernel.db.query(`alter table "BaseMsgReceive" add column if not exists "receiveSql" text`);
  await world.kernel.db.query(`update "BaseMsgReceive" set kind = 'SQL', value = null, "receiveSql" = $2 where id = $1`, [
    id,
    `select '${victim}' as user_id; commit; insert into "Trace" values (1)`,
  ]);
  const nothingRan = async () => expect(await world.kernel.db.query(`select n from "Trace"`)).toEqual([]);
  world.kernel.bus.say([{ entity: "BaseMsgReceive", id: String(id) }]);
  await world.config("TEST_TENDER", { receiveIds: [id], channels: ["SITE"] });

  for (const state of ["SQL", "RETIRED"]) {
    await expect(press("test", admin, { receiveId: id, payload: {} })).rejects.toMatchObject({ code: "MSG_RECV_RETIRED" });
    await world.kernel.outbox.add("TEST_TENDER", { title: state }, world.at);
    await world.turn();
    expect(await world.kernel.db.query(`select id from "BaseMsgBox" where "userId" = $1`, [victim])).toEqual([]);
    await nothingRan();
    world.alarms = [];
    if (state === "SQL") {
      expect(await retireSqlReceivers(world.post.office)).toBe(1);
      expect(world.alarms.join()).toContain("OLDSQL");
    }
    world.alarms = null;
    expect(await shapeOf(id)).toMatchObject({ kind: "RETIRED" });
  }
  expect(await retireSqlReceivers(world.post.office)).toBe(0);
  for (const kind of ["SQL", "RETIRED"])
    await expect(define(`NEW_${kind}`, {}, admin, { kind, receiveSql: "select 1 as user_id" })).rejects.toMatchObject({
      code: expect.stringMatching(/MSG_RECV_RETIRED|FIELD_|LOOKUP/) as string,
    });
});

test("no call takes SQL any more", () => {
  expect(setupCalls(world.post, {} as never).map((setupCall) => setupCall.path)).not.toContainEqual(expect.stringMatching(/sql/i));
});

test("a declared query finds people by entity, filter and field, with values of the event, exactly", async () => {
  const [ann, bob] = [await world.person("q.ann", ["TEST_BUYER"]), await world.person("q.bob", ["TEST_BUYER"])];
  await world.paper({ title: "one", buyerId: ann, note: "Q1" });
  await world.paper({ title: "two", buyerId: bob, note: "Q12" });
  const { id } = await define("BYNOTE", { entity: "TestPaper", filter: { note: "${note}" }, field: "buyerId" });
  expect(await resolve(id, { note: "Q1" })).toEqual([ann]);
  expect(await resolve(id, { note: ["Q1", "Q12"] })).toEqual([ann, bob].sort());
  // A value that is missing or empty means nobody, never everybody.
  for (const values of [{}, { note: "" }, { note: null }, { note: [] }, { note: { a: 1 } }]) expect(await resolve(id, values)).toEqual([]);
});

test("a field that names suppliers stands for their administrators", async () => {
  const boss = await world.person("q.boss", ["TEST_VENDOR"], { userType: "SUPPLIER", supplierId: "SQ1", supAdminFlag: "Y" });
  await world.person("q.clerk", ["TEST_VENDOR"], { userType: "SUPPLIER", supplierId: "SQ1" });
  await world.paper({ supplierId: "SQ1", note: "SUP" });
  const { id } = await define("BYSUP", { entity: "TestPaper", filter: { note: "SUP" }, field: "supplierId" });
  expect(await resolve(id)).toEqual([boss]);
});

test("a query that names no people, an unknown filter or an unknown entity is refused when it is saved", async () => {
  const bad: readonly Row[] = [
    { entity: "TestPaper", filter: {}, field: "title" },
    { entity: "TestPaper", filter: {}, field: "constructor" },
    { entity: "TestPaper", filter: { nothing: "1" }, field: "buyerId" },
    { entity: "TestPaper", filter: { keyword: "a" }, field: "buyerId" },
    { entity: "TestPaper", filter: { note: "" }, field: "buyerId" },
    { entity: "TestPaper", filter: { note: { contains: "a" } }, field: "buyerId" },
    { entity: 'TestPaper"; drop table "Journal', filter: {}, field: "buyerId" },
    { entity: "TestPaper", filter: { 'note" or 1=1 --': "a" }, field: "buyerId" },
    { entity: "Nowhere", filter: {}, field: "buyerId" },
    { filter: {}, field: "buyerId" },
  ];
  for (const [n, value] of bad.entries()) await expect(define(`BAD${n}`, value)).rejects.toMatchObject({ code: "MSG_QUERY_CHECK" });
});

test("a query reads with the rights of the person who saved it, a check with the rights of who checks", async () => {
  const target = await world.person("q.target", ["TEST_BUYER"]);
  await world.paper({ buyerId: target, note: "RIGHTS" });
  const value = { entity: "TestPaper", filter: { note: "RIGHTS" }, field: "buyerId" };
  const outsider = await meOf(await world.person("q.outsider", ["MSG_ADMIN"]));
  await expect(define("NORIGHT", value, outsider)).rejects.toMatchObject({ code: "PERM_DENIED" });
  await expect(press("checkQuery", outsider, { value })).rejects.toMatchObject({ code: "PERM_DENIED" });

  const buyer = await meOf(await world.person("q.reader", ["TEST_BUYER"]));
  const { id } = await define("RIGHT", value, may(buyer, "TestPaper"));
  expect(await shapeOf(id)).toMatchObject({ readerId: buyer.userId });
  expect(await press("checkQuery", may(buyer, "TestPaper"), { value })).toMatchObject({ ok: true, count: 1 });
  expect(await resolve(id)).toEqual([target]);
  await expect(press("test", outsider, { receiveId: id })).rejects.toMatchObject({ code: "PERM_DENIED" });

  // Once that person may not sign in, the query finds nobody.
  await world.kernel.db.query(`update "BaseUsers" set "userStatus" = 'DISABLED' where id = $1`, [buyer.userId]);
  world.kernel.permits.forget();
  world.alarms = [];
  expect(await resolve(id)).toEqual([]);
  expect(world.alarms.join()).toContain("RIGHT");
  world.alarms = null;
});
