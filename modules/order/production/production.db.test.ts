import { afterAll, beforeAll, expect, test } from "vitest";
import { day } from "../../../tests/support/lifecycle.ts";
import { ok, OrderWorld, type Row } from "../../../tests/support/ordering.ts";
import { productionPrograms } from "./production.calls.ts";

let world: OrderWorld;
beforeAll(async () => void (world = await OrderWorld.open()));
afterAll(() => world?.life.product.drop());

const plans = (name: string, body: object, by = world.vendor) => by.call(`srmServer/v1/srmPurProductionPlanRestful/${name}`, body);
const rowOf = (doc: Row): Row => doc["lines"][0]["deliveries"][0];
const sentEvents = async (id: string): Promise<number[]> =>
  (await world.life.rows(`select data from "Outbox" where event = 'PUR_PRODUCTION_RISK' order by no`))
    .filter((row) => row["data"].id === id)
    .map((row) => row["data"].d);
const todos = (id: string): Promise<Row[]> =>
  world.life.rows(`select status from "SrmBaseSupplierPending" where "bizId" = $1 and "pendingType" = 'PROD_PLAN_REPORT' order by id`, id);

test("a supplier plans a confirmed row, reports until it is finished, and never more than is to come", async () => {
  const order = await world.running({ rows: ["100"] });
  const body = { orderDeliveryId: rowOf(order)["id"], startDate: day(0), finishDate: day(15), planQty: "100" };
  expect(await plans("saveOrUpdate", { ...body, planQty: "101" })).toMatchObject({ code: "PUR-3701" });
  const plan = await ok(plans("saveOrUpdate", { ...body, lines: [{ stepName: "冲压", planDate: day(5), planQty: "100" }] }));
  expect(plan).toMatchObject({ status: "DRAFT", orderId: order["id"], supplierId: world.life.ids["S1"], itemId: world.life.ids["item"] });
  expect([plan["riskLevel"], plan["buyerId"]], "what the buyer thinks of it is the buyer's").toEqual([undefined, undefined]);
  expect(await plans("findById", { id: plan["id"] }, world.life.stranger)).toMatchObject({ code: "PUR-0004" });
  await ok(plans("doSubmit", { id: plan["id"] }));
  await ok(plans("doAccept", { id: plan["id"] }, world.buyer));
  await ok(plans("doReport", { id: plan["id"], finished: "60", packed: "40", lineId: plan["lines"][0]["id"] }));
  expect(await plans("doReport", { id: plan["id"], finished: "41" })).toMatchObject({ code: "PUR-3702" });
  expect(await plans("doReport", { id: plan["id"], packed: "21" })).toMatchObject({ code: "PUR-3702" });
  await ok(plans("doReport", { id: plan["id"], finished: "40", defects: "2" }));
  const done = await ok(plans("findById", { id: plan["id"] }));
  expect(done).toMatchObject({ status: "FINISHED", finishedQty: "100", packedQty: "40", startedQty: "100" });
  expect(done["lines"].map((line: Row) => [line["actualQty"], line["defectQty"]])).toEqual([
    ["60", null],
    ["40", "2"],
  ]);
});

test("the buyer asks for a plan, sends it back, and is told once of each delay", async () => {
  const order = await world.running({ rows: ["50"] });
  const asked = await ok(plans("doRequest", { deliveryId: rowOf(order)["id"], dueDate: day(2) }, world.buyer));
  expect(asked).toMatchObject({ status: "DRAFT", planQty: "50", requestedFlag: "Y" });
  expect(await todos(asked["id"])).toHaveLength(1);
  const mine = await ok(plans("findById", { id: asked["id"] }));
  await ok(plans("saveOrUpdate", { id: asked["id"], versionNum: mine["versionNum"], finishDate: day(24) }));
  await ok(plans("doSubmit", { id: asked["id"] }));
  expect(await sentEvents(asked["id"])).toEqual([4]);
  expect(await ok(plans("findById", { id: asked["id"] }, world.buyer))).toMatchObject({ riskLevel: "RED", lateDays: 4 });
  const morning = productionPrograms(world.life.product.kernel, { now: () => new Date() })["productionRisk"]!;
  await morning({} as never);
  await morning({} as never);
  expect(await sentEvents(asked["id"]), "the same delay is told once").toEqual([4]);
  await ok(plans("doReturn", { id: asked["id"], returnWhy: "晚于交期" }, world.buyer));
  expect(await ok(plans("findById", { id: asked["id"] }))).toMatchObject({ status: "RETURNED", returnReason: "晚于交期" });
  const back = await ok(plans("findById", { id: asked["id"] }));
  await ok(plans("saveOrUpdate", { id: asked["id"], versionNum: back["versionNum"], finishDate: day(20) }));
  await ok(plans("doSubmit", { id: asked["id"] }));
  expect(await ok(plans("findById", { id: asked["id"] }, world.buyer))).toMatchObject({ riskLevel: "GREEN", lateDays: 0 });
});

test.each(["doCancel", "doClose"])(
  "%s of a line withdraws the to-do of its plan, and nobody is reminded of it any more",
  async (action) => {
    const order = await world.running({ rows: ["50"] });
    const plan = await ok(plans("doRequest", { deliveryId: rowOf(order)["id"], dueDate: day(2) }, world.buyer));
    expect((await todos(plan["id"])).map((todo) => todo["status"])).toEqual(["OPEN"]);
    await ok(world.call(action, { id: order["id"], reason: "x" }));
    expect((await todos(plan["id"])).map((todo) => todo["status"])).toEqual(["WITHDRAWN"]);
    expect(await plans("doUrge", { id: plan["id"] }, world.buyer)).toMatchObject({ status: "E", code: "PUR-0003" });
    expect((await todos(plan["id"])).map((todo) => todo["status"])).toEqual(["WITHDRAWN"]);
  },
);
