import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, OrderWorld, type Row } from "../../../tests/support/ordering.ts";

let world: OrderWorld;
beforeAll(async () => void (world = await OrderWorld.open()));
afterAll(() => world?.life.product.drop());

const sentEvents = (id: string): Promise<Row[]> =>
  world.life.rows(
    `select event, data ->> 'how' how, data ->> 'reason' reason, data ->> 'lines' lines from "Outbox" where "docId" = $1
    and event in ('PUR_ORDER_ENDED', 'PUR_ORDER_REOPENED') order by no`,
    id,
  );
const open = (id: string): Promise<Row[]> =>
  world.life.rows(`select 1 from "SrmBaseSupplierPending" where "bizId" = $1 and status = 'OPEN'`, id);

test("cancelling a published order tells the supplier and takes its to-do away", async () => {
  const { id } = await world.published({ rows: ["5"] });
  expect(await open(id)).toHaveLength(1);
  await ok(world.call("doCancel", { id, reason: "不再需要" }));
  expect(await sentEvents(id)).toEqual([{ event: "PUR_ORDER_ENDED", how: "取消", reason: "不再需要", lines: "10" }]);
  expect(await open(id)).toEqual([]);
});

test("closing and opening again are told as well; an order the supplier never saw is ended in silence", async () => {
  const { id } = await world.running({ rows: ["5"] });
  await ok(world.call("doClose", { id, reason: "停产" }));
  await world.life.act("SrmPurOrderHeader", id, "doOpenLine");
  expect((await sentEvents(id)).map((row) => row["event"])).toEqual(["PUR_ORDER_ENDED", "PUR_ORDER_REOPENED"]);
  const draft = await world.draft({ rows: ["5"] });
  await ok(world.call("doCancel", { id: draft["id"], reason: "x" }));
  expect(await sentEvents(draft["id"])).toEqual([]);
});
