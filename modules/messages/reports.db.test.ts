import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { save } from "../../tests/support/kernel.ts";
import { articleCalls } from "./server/article-calls.ts";
import { reportCalls } from "./server/report-calls.ts";
import { World } from "./test-world.ts";

let world: World;
let reader: string;
const system = systemMe("test");
beforeAll(async () => {
  world = await World.open();
  reader = await world.person("kept.reader", ["TEST_VENDOR"], { userType: "SUPPLIER", supplierId: "S1" });
  await world.press(await world.paper({ buyerId: reader, supplierId: "S1" }), "doPublish");
  await world.turn();
  world.wait(1);
});
afterAll(() => world?.drop());

const ask = (calls: readonly Call[], path: string, body: Row, userId = reader): Promise<any> => {
  const me = { ...system, userId, audience: "internal" as const, may: () => true };
  const ctx = { me, now: world.at, requestId: "r", ip: null, language: "CN" } as unknown as Context;
  return Promise.resolve(calls.find((call) => call.path === path)!.handle(ctx, body as never));
};

test("the reports count what was sent and read", async () => {
  const report = (name: string): Promise<Row[]> => ask(reportCalls(world.post), `baseMsgReportService/${name}`, {});
  expect(await report("deliveryRate")).toMatchObject([
    { channel: "EMAIL", total: 1, arrived: 1, rate: "100.00" },
    { channel: "SITE", total: 1, arrived: 1 },
  ]);
  expect(await report("readRate")).toMatchObject([{ msgKind: "BUSINESS", sent: 1, read: 0, rate: "0.00" }]);
  expect(await report("cost")).toMatchObject([{ channel: "EMAIL", month: "2043-11", sent: 1 }]);
  expect(await report("failingAddresses")).toEqual([]);
  expect((await report("unsubscribeRate")).find((row) => row["msgCfgCode"] === "TEST_PUBLISHED")).toMatchObject({ stopped: 0, readers: 1 });
});

test("an article counts its readers, and of each reader the last word", async () => {
  const calls = articleCalls(world.post);
  const { id } = await save(
    world.kernel,
    "BaseArticle",
    { categoryCode: "HELP", titleCn: "指南", titleEn: "Guide", contentCn: "内容", contentEn: "Text", audience: "BOTH" },
    system,
  );
  await world.press({ id }, "doPublish", {}, "BaseArticle", system);
  const said = (useful: string) => ask(calls, "baseArticleService/feedback", { id, useful, feedback: useful });
  expect(await ask(calls, "baseArticleService/listForReader", {})).toMatchObject({ data: [{ id, title: "指南" }] });
  expect(await ask(calls, "baseArticleService/findForReader", { id })).toMatchObject({ content: "内容" });
  expect(await said("N")).toEqual({ useful: 0, useless: 1 });
  expect(await said("Y")).toEqual({ useful: 1, useless: 0 });
  world.wait(1);
  expect(await ask(reportCalls(world.post), "baseMsgReportService/articles", {})).toMatchObject([
    { titleCn: "指南", viewCount: 1, readers: 1, usefulCount: 1, uselessCount: 0 },
  ]);
});

test("the reach book learns new addresses, and what is old moves into the history", async () => {
  const { upkeep } = world.post;
  const addresses = () =>
    world.kernel.db.query<Row>(`select channel, "verifiedFlag", state, "bounceCount" from "BaseMsgAddress" where "userId" = $1`, [reader]);
  await upkeep.fillReachBook();
  expect(await addresses()).toEqual([{ channel: "EMAIL", verifiedFlag: "N", state: "OK", bounceCount: 0 }]);
  await world.kernel.db.query(`update "BaseMsgAddress" set state = 'BOUNCED', "bounceCount" = 2 where "userId" = $1`, [reader]);
  expect(await upkeep.fillReachBook()).toBe(0);
  expect(await addresses()).toMatchObject([{ state: "BOUNCED", bounceCount: 2 }]);
  await save(world.kernel, "BaseUsers", { id: reader, email: "another@example.com" }, systemMe("installer"));
  expect(await upkeep.fillReachBook()).toBe(1);
  expect(await addresses()).toMatchObject([{ state: "OK", bounceCount: 0 }]);
  world.wait(3 * 365 * 24 * 60);
  expect(await upkeep.archive()).toBe(2);
  const history = await world.kernel.db.query<Row>(`select channel, result, "cfgCode" from "BaseMsgHistory" order by channel`);
  expect(history).toEqual([
    { channel: "EMAIL", result: "SENT", cfgCode: "TEST_PUBLISHED" },
    { channel: "SITE", result: "SENT", cfgCode: "TEST_PUBLISHED" },
  ]);
  expect(await world.deliveries()).toEqual([]);
});
