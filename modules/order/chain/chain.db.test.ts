import { afterAll, beforeAll, expect, test } from "vitest";
import { ok, OrderWorld, type Row } from "../../../tests/support/ordering.ts";

let world: OrderWorld;
let doc: Row;
let req: Row;
beforeAll(async () => {
  world = await OrderWorld.open();
  req = await world.demand.approved(["100"]);
  doc = await world.running({ rows: ["60", "40"], req });
  await world.received(doc, "50");
});
afterAll(() => world?.life.product.drop());

const chain = (docType: string, docId: string, by = world.buyer): Promise<any> =>
  world.call("findChain", { anyDocType: docType, anyDocId: docId }, by);
const stages = (answer: Row): string[] => (answer["nodes"] as Row[]).map((node) => `${node["stage"]} ${Number(node["qty"])}`);

test("any document of a chain leads to the whole of it, with the quantity each carries", async () => {
  const found = await ok(chain("SrmPurOrderHeader", doc["id"]));
  expect(stages(found)).toEqual(["SOURCE 100", "ORDER 100", "TRANSACTION 50"]);
  expect(found["edges"]).toMatchObject([{ from: `SrmPurRequisitionHeader:${req["id"]}`, to: `SrmPurOrderHeader:${doc["id"]}` }]);
  expect(stages(await ok(chain("SrmPurRequisitionHeader", req["id"])))).toEqual(stages(found));
  expect(found["passport"]).toMatchObject([
    { key: "ordered", qty: "100" },
    { key: "confirmed" },
    {},
    {},
    { key: "received", qty: "50" },
    {},
    {},
    {},
  ]);
  expect(await ok(world.call("findByAnyNumber", { num: req["requisitionNum"] }))).toEqual({ ids: [doc["id"]] });
});

test("a supplier's chain begins with the own order, and a stranger learns nothing", async () => {
  const seen = await ok(chain("SrmPurOrderHeader", doc["id"], world.vendor));
  expect(stages(seen)).toEqual(["ORDER 100", "TRANSACTION 50"]);
  expect(await chain("SrmPurRequisitionHeader", req["id"], world.vendor)).toMatchObject({ code: "PUR-0004" });
  expect(await chain("SrmPurOrderHeader", doc["id"], world.life.stranger)).toMatchObject({ code: "PUR-0004" });
  // Orders are looked for on the tracking page, which no supplier has.
  expect((await world.call("findByAnyNumber", { num: doc["orderNum"] }, world.life.stranger))["code"]).toBe("PERM_DENIED");
});

test("the postings behind a figure add up to it, for readers of the order alone", async () => {
  const now = await world.find(doc["id"]);
  const path = "srmServer/v1/srmPurQtyLedgerRestful/findPostings";
  const asked = { docType: "SrmPurOrderHeader", docId: doc["id"] };
  const open = { ORD: 1, CAN: -1, CLS: -1, RCV: -1, REV: 1, RTR: 1 };
  const answer = await ok(world.buyer.call(path, { ...asked, buckets: open }));
  expect(Number(answer["sum"])).toBe(Number(now["lines"][0]["openQty"]));
  expect((answer["rows"] as Row[]).map((row) => [row["eventCode"], Number(row["delta"]), Number(row["balance"])])).toEqual([
    ["E1", 60, 60],
    ["E1", 40, 100],
    ["E11", -50, 50],
  ]);
  const [first, second] = now["lines"][0]["deliveries"] as Row[];
  const row = await ok(world.buyer.call(path, { ...asked, ownerIds: [second!["id"]], buckets: { ORD: 1 } }));
  expect(Number(row["sum"])).toBe(40);
  expect(await world.buyer.call(path, { ...asked, ownerIds: ["elsewhere"], buckets: { ORD: 1 } })).toMatchObject({ code: "PUR-0004" });
  expect(await world.vendor.call(path, { ...asked, ownerIds: [first!["id"]], buckets: { ORD: 1 } })).toMatchObject({ status: "E" });
});
