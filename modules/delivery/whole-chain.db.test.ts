import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../../tests/support/client.ts";
import { day, ok, OrderWorld, type Row } from "../../tests/support/ordering.ts";

let world: OrderWorld;
let planner: Client;
let keeper: Client;
beforeAll(async () => {
  world = await OrderWorld.open();
  const { product } = world.life;
  for (const [name, responsibility] of [
    ["chain.planner", "PLANNER"],
    ["chain.keeper", "WAREHOUSE"],
  ] as const)
    await product.person(name, [responsibility]);
  [planner, keeper] = [await world.life.wearing("chain.planner", "PLANNER"), await world.life.wearing("chain.keeper", "WAREHOUSE")];
});
afterAll(() => world?.life.product.drop());

const ask = (by: Client, entity: string, name: string, body: object): Promise<Row> =>
  ok(by.call(`srmServer/v1/${entity}Restful/${name}`, body));

test("purchasing 1: the whole chain balances, from the requisition to what went back", async () => {
  const req = await world.demand.approved(["1000"]);
  const order = await world.running({ rows: ["600", "400"], req });
  expect(await world.needs(req)).toBe("open 0 occupied 0 ordered 1000 cancelled 0");
  const [row] = order["lines"][0]["deliveries"] as [Row];

  const notice = await ask(planner, "srmPurDeliveryNotice", "saveOrUpdate", {
    arriveFrom: `${day(20)}T01:00:00.000Z`,
    arriveTo: `${day(20)}T03:00:00.000Z`,
    dockCode: "D1",
    lines: [{ orderDeliveryId: row["id"], noticeQty: "600" }],
  });
  await ask(planner, "srmPurDeliveryNotice", "doPublish", { id: notice["id"] });
  const called = await ask(world.vendor, "srmPurDeliveryNotice", "doSupplierConfirm", { id: notice["id"] });

  const note = await ask(world.vendor, "srmPurDeliveryNote", "saveOrUpdate", {
    shipDate: day(0),
    eta: `${day(20)}T02:00:00.000Z`,
    lines: [
      {
        orderDeliveryId: row["id"],
        noticeLineId: called["lines"][0].id,
        noteQty: "600",
        batches: [
          { batchNum: "B1", batchQty: "400", packQty: "50" },
          { batchNum: "B2", batchQty: "200", packQty: "50" },
        ],
      },
    ],
  });
  await ask(world.vendor, "srmPurDeliveryNote", "doGenBarcode", { id: note["id"], lineId: note["lines"][0].id });
  await ask(world.vendor, "srmPurDeliveryNote", "doSubmit", { id: note["id"] });
  const boxes = await world.life.rows(`select barcode from "SrmPurBarcode" where "noteId" = $1 order by id`, note["id"]);
  expect(boxes).toHaveLength(12);

  let receiveId = "";
  for (const { barcode } of boxes) receiveId = (await ask(keeper, "srmPurReceive", "doScan", { barcode }))["receiveId"];
  const counted = await ask(keeper, "srmPurReceive", "findById", { id: receiveId });
  expect(counted["lines"].map((line: Row) => [line["batchNum"], line["scannedQty"]])).toEqual([
    ["B1", "400"],
    ["B2", "200"],
  ]);
  await ask(keeper, "srmPurReceive", "saveOrUpdate", {
    id: receiveId,
    versionNum: counted["versionNum"],
    lines: [{ id: counted["lines"][0].id, rejectedQty: "10", rejectReason: "DAMAGE" }, { id: counted["lines"][1].id }],
  });
  const posted = await ask(keeper, "srmPurReceive", "doConfirm", { id: receiveId, requestId: "chain-1" });
  expect([posted["status"], posted["acceptedQty"], posted["rejectedQty"]]).toEqual(["POSTED", "590", "10"]);

  const line = (await world.find(order["id"]))["lines"][0] as Row;
  expect(line).toMatchObject({
    noticeOpenQty: "0",
    inTransitQty: "0",
    receivedQty: "590",
    rejectedQty: "10",
    openQty: "410",
    receivedAmount: "8333.75",
  });
  const sums = async () =>
    (
      await world.life.rows(
        `select trim_scale(sum(qty))::text qty, sum("amountIncl")::text incl from "SrmPurStorageTransaction" where "orderId" = $1`,
        order["id"],
      )
    )[0];
  expect(await sums()).toEqual({ qty: "590", incl: "8333.75" });
  expect((await world.demand.find(req["id"]))["lines"][0]["receivedQty"]).toBe("590");

  const undo = async (writeOffType: string, qty: string): Promise<void> => {
    const lines = [{ receiveLineId: posted["lines"][0].id, qty }];
    const { id } = await ask(keeper, "srmPurWriteOff", "saveOrUpdate", { writeOffType, reasonCode: "QUALITY", lines });
    await ask(keeper, "srmPurWriteOff", "doSubmit", { id });
    await ok(world.life.decides(id));
  };
  await undo("RETURN_REPLACE", "20");
  expect((await world.find(order["id"]))["lines"][0]).toMatchObject({ returnReplaceQty: "20", openQty: "430" });
  await undo("RETURN_REFUND", "5");
  expect((await world.find(order["id"]))["lines"][0]).toMatchObject({ returnRefundQty: "5", openQty: "430" });
  expect(await sums()).toEqual({ qty: "565", incl: "7980.62" });
});
