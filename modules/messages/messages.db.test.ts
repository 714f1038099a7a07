import { afterAll, beforeAll, expect, test } from "vitest";
import { World } from "./test-world.ts";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world?.drop());

test("messaging 1: what is rolled back tells nobody", async () => {
  const buyer = await world.person("one.buyer", ["TEST_BUYER"]);
  const paper = await world.paper({ buyerId: buyer });
  await expect(world.press(paper, "doFail")).rejects.toMatchObject({ code: "TEST_FAIL" });
  expect(await world.kernel.db.query(`select 1 from "Outbox" where "docId" = $1 and event = 'TEST_PUBLISHED'`, [paper["id"]])).toEqual([]);
  await world.turn();
  expect(await world.boxes(buyer)).toEqual([]);
  await world.press(paper, "doPublish");
  await world.turn();
  expect((await world.boxes(buyer)).map((box) => box["title"])).toEqual([`单据${paper["paperNum"]}已发布：A`]);
});
