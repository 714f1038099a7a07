import { afterAll, beforeAll, expect, test } from "vitest";
import { day, ok, OrderWorld, type Row } from "../../../tests/support/ordering.ts";

/** Who owes an answer on an order: its to-dos follow its rows, whatever changes them. */
let world: OrderWorld;
beforeAll(async () => void (world = await OrderWorld.open()));
afterAll(() => world?.life.product.drop());

const row = (doc: Row, line = 0): Row => doc["lines"][line]["deliveries"][0];
const again = (doc: Row): Promise<Row> => world.find(doc["id"]);
async function waiting(doc: Row): Promise<string[]> {
  const open = `select "pendingType" as type from "SrmBaseSupplierPending" where "bizId" = $1 and status = 'OPEN'
    union all select "pendingType" from "SrmBaseInsidePending" where "bizId" = $1 and status = 'OPEN' order by 1`;
  return (await world.life.rows(open, doc["id"])).map(({ type }) => String(type));
}
/** Two lines, approved; the bill type publishes at once unless another type is named. */
async function approved(head: object = {}): Promise<Row> {
  const body = world.body({ rows: ["20"], head });
  const { id } = await ok(world.call("saveOrUpdate", { ...body, lines: [body["lines"][0], { ...body["lines"][0] }] }));
  await ok(world.call("doSubmit", { id }));
  await ok(world.life.decides(id));
  return world.find(id);
}
const propose = (doc: Row) =>
  world.call(
    "doSupplierDeliveryPropose",
    { id: doc["id"], deliveryId: row(doc)["id"], parts: [{ qty: "20", promiseDate: day(30) }], reason: "late" },
    world.vendor,
  );

test("an order that nobody has to confirm leaves its supplier nothing to do", async () => {
  const type = await world.life.made("SrmBasePurchaseBillType", {
    billCategory: "ORDER",
    billTypeCode: "PO_SILENT",
    billTypeName: "免确认订单",
    aslControl: "NONE",
    priceControl: "NONE",
    autoPublish: "Y",
    supplierConfirmMode: "NONE",
  });
  await world.life.act("SrmBasePurchaseBillType", type["id"], "doEnabled");
  const doc = await approved({ billTypeId: type["id"] });
  expect(doc).toMatchObject({ status: "CONFIRMED", confirmStatus: "CONFIRMED" });
  expect(await waiting(doc)).toEqual([]);
});

test.each(["doCancel", "doClose"])("%s of one line leaves the answers that the other line waits for", async (action) => {
  const doc = await approved();
  const ends = (line: number) => ok(world.call(action, { id: doc["id"], lineIds: [doc["lines"][line]["id"]], reason: "x" }));
  await ends(0);
  expect(await waiting(doc)).toEqual(["PO_CONFIRM"]);
  await ends(1);
  expect(await waiting(doc)).toEqual([]);
});

test("an order whose last unconfirmed line ends is confirmed", async () => {
  const doc = await approved();
  await ok(world.call("doSupplierDeliveryConfirm", { id: doc["id"], rows: [{ deliveryId: row(doc)["id"] }] }, world.vendor));
  await ok(world.call("doCancel", { id: doc["id"], lineIds: [doc["lines"][1]["id"]], reason: "x" }));
  expect(await again(doc)).toMatchObject({ status: "CONFIRMED", confirmStatus: "CONFIRMED" });
  expect(await waiting(doc)).toEqual([]);
});

test("a change of a row whose proposal is open takes the proposal back: the supplier answers again, the buyer has nothing to decide", async () => {
  const doc = await approved();
  await ok(propose(doc));
  expect(await waiting(doc)).toEqual(["PO_CONFIRM", "PO_PROPOSAL"]);
  const { changeId } = await ok(world.call("doChange", { id: doc["id"] }));
  const [line] = (await world.find(changeId))["lines"] as Row[];
  const deliveries = { changed: [{ id: line!["deliveries"][0]["id"], qty: "25" }] };
  await ok(world.call("saveOrUpdate", { id: changeId, lines: { changed: [{ id: line!["id"], qty: "25", deliveries }] } }));
  await ok(world.call("doSubmit", { id: changeId }));
  await ok(world.life.decides(changeId));
  expect(row(await again(doc))).toMatchObject({ qty: "25", confirmStatus: "PENDING", promiseQty: null, promiseDate: null });
  expect(await waiting(doc)).toEqual(["PO_CONFIRM"]);
});

test("base-data 14: the to-do of a cancelled order is withdrawn", async () => {
  const doc = await approved();
  await ok(world.call("doCancel", { id: doc["id"], reason: "x" }));
  const ended = `select "pendingType" as type, status from "SrmBaseSupplierPending" where "bizId" = $1`;
  expect(await world.life.rows(ended, doc["id"])).toEqual([{ type: "PO_CONFIRM", status: "WITHDRAWN" }]);
});

test("an order refused and published again waits for its supplier only", async () => {
  const doc = await approved();
  await ok(world.call("doSupplierRefuse", { id: doc["id"], reason: "x" }, world.vendor));
  expect(await waiting(doc)).toEqual(["PO_PROPOSAL"]);
  await ok(world.call("doPublish", { id: doc["id"] }));
  expect(await waiting(doc)).toEqual(["PO_CONFIRM"]);
});
