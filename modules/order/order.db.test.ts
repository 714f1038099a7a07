import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, OrderWorld, type Row } from "../../tests/support/ordering.ts";

let world: OrderWorld;
beforeAll(async () => void (world = await OrderWorld.open()));
afterAll(() => world?.life.product.drop());

const line = (doc: Row): Row => doc["lines"][0];

test("purchasing 1: what is needed is held by the draft, ordered at approval, and received to the cent", async () => {
  const req = await world.demand.approved(["1000"]);
  const draft = await world.draft({ rows: ["600", "400"], req });
  expect(draft).toMatchObject({ status: "DRAFT", amountExcl: "12500.00", taxAmount: "1625.00", amountIncl: "14125.00" });
  expect(await world.needs(req)).toBe("open 0 occupied 1000 ordered 0 cancelled 0");
  await ok(world.call("doSubmit", { id: draft["id"] }));
  await ok(world.life.decides(draft["id"]));
  expect(await world.needs(req)).toBe("open 0 occupied 0 ordered 1000 cancelled 0");
  const published = await world.find(draft["id"]);
  expect(published).toMatchObject({ status: "PUBLISHED", exchangeRate: "1" });
  expect(line(published)).toMatchObject({ overTolerance: "5", underTolerance: "2", receiptRouting: "DIRECT" });
  await ok(world.call("doSupplierDeliveryConfirm", { id: draft["id"] }, world.vendor));
  const doc = await world.find(draft["id"]);
  expect(doc).toMatchObject({ status: "CONFIRMED", confirmStatus: "CONFIRMED" });
  const [first] = line(doc)["deliveries"] as Row[];
  await world.post(doc["id"], { deliveryId: first!["id"], event: "E5", deltas: { NTC: "600" } });
  await expect(world.post(doc["id"], { deliveryId: first!["id"], event: "E5", deltas: { NTC: "1" } })).rejects.toMatchObject({
    code: "PUR-3101",
  });
  await world.post(doc["id"], { deliveryId: first!["id"], event: "E7", deltas: { NTC: "-600", TRN: "600" } });
  await world.receive(doc, "590", "10");
  const after = await world.find(doc["id"]);
  expect(line(after)).toMatchObject({
    inTransitQty: "0",
    receivedQty: "590",
    rejectedQty: "10",
    openQty: "410",
    receivedAmount: "8333.75",
  });
  expect(await world.transactions(doc["id"])).toMatchObject([
    { type: "RECEIVE", qty: "590", excl: "7375.00", tax: "958.75", incl: "8333.75" },
  ]);
  expect((await world.demand.find(req["id"]))["lines"][0]["receivedQty"]).toBe("590");
});

test("purchasing 5.10: a stale version names who changed the order and when; the other side is not named", async () => {
  const { id, versionNum } = await world.published({ rows: ["10"] });
  const { lastUpdateDate } = await world.find(id);
  const late = await world.call("doChange", { id, versionNum: versionNum - 1 });
  expect(late).toMatchObject({ status: "E", code: "PUR-0002", data: { theirs: { id, versionNum } } });
  expect(late.msg).toMatch(new RegExp(`^数据已被.+于${lastUpdateDate}修改，请刷新后重试$`));
  const [own] = await world.life.rows(`select "displayName" as name from "BaseUsers" where id = $1`, world.life.ids["purchaser"]);
  await world.life.rows(`update "SrmPurOrderHeader" set "lastUpdatedBy" = $1 where id = $2`, world.life.ids["purchaser"], id);
  expect((await world.call("doChange", { id, versionNum: versionNum - 1 })).msg).toContain(`数据已被${own!["name"]}于`);
  const reply = await world.call("doSupplierDeliveryConfirm", { id, versionNum: versionNum - 1 }, world.vendor);
  expect([reply.code, reply.msg]).toEqual(["PUR-0002", expect.stringMatching(/^数据已被对方于/)]);
});
