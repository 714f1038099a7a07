import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { day, ok, OrderWorld, type Row } from "../support/ordering.ts";

let world: OrderWorld;
let keeper: Client;
beforeAll(async () => {
  world = await OrderWorld.open();
  await world.life.product.person("mid.keeper", ["SUP_SPECIALIST"]);
  keeper = await world.life.wearing("mid.keeper", "SUP_SPECIALIST");
});
afterAll(() => world?.life.product.drop());

const merges = (): Promise<Row> => keeper.call("srmServer/v1/srmSupInfoRestful/doMerge", { id: "S1", targetId: "S2" });
const receives = async (orderDeliveryId: string): Promise<Row> => {
  const { ids } = world.life;
  const { id } = await world.life.made("SrmPurReceive", {
    receiveType: "ORDER",
    receiveDate: day(0),
    orgId: ids["org"],
    invOrgId: ids["inv"],
    lines: [{ orderDeliveryId, arrivalQty: "10" }],
  });
  return world.life.act("SrmPurReceive", id, "doConfirm");
};
const rowOf = (order: Row): string => order["lines"][0]["deliveries"][0]["id"];
const supplierOf = async (table: string, id: string): Promise<string> =>
  (await world.life.rows(`select "supplierId" as s from "${table}" where id = $1`, id))[0]!["s"];

async function agreed(): Promise<Row> {
  const { ids } = world.life;
  const type = await world.life.made("SrmBasePurchaseBillType", {
    billTypeCode: "AGR_MERGE",
    billTypeName: "AGR_MERGE",
    aslControl: "NONE",
    billCategory: "AGREEMENT",
  });
  await world.life.act("SrmBasePurchaseBillType", type["id"], "doEnabled");
  const doc = await world.life.made("SrmPurAgreementHeader", {
    billTypeId: type["id"],
    agreementType: "QTY",
    orgId: ids["org"],
    supplierId: "S1",
    currency: "CNY",
    taxRate: "T13",
    startDate: day(-1),
    endDate: day(300),
    paymentTermId: ids["term"],
    lines: [{ itemId: ids["item"], uom: "PCS", price: "9", agreeQty: "1000" }],
  });
  await world.life.act("SrmPurAgreementHeader", doc["id"], "doSubmit", {}, { confirmed: ["PUR-2102"] });
  await world.life.act("SrmPurAgreementHeader", doc["id"], "doApproval");
  return doc;
}

test("a supplier merged on the way: what is under way stops the merge, everything else goes on under the surviving one, from requisition to return", async () => {
  const { life } = world;
  const needed = await world.demand.approved(["10"]);
  const agreement = await agreed();
  const drafted = await world.draft({ rows: ["10"] });
  const submitted = await world.draft({ rows: ["10"] });
  await ok(world.call("doSubmit", { id: submitted["id"] }));
  expect((await merges())["code"], "an order in approval").toBe("SUP_INF_002");
  await ok(life.decides(submitted["id"]));
  await ok(world.call("doSupplierDeliveryConfirm", { id: submitted["id"] }, world.vendor));
  expect((await merges())["code"], "goods to come").toBe("SUP_INF_002");
  const receipt = await receives(rowOf(await world.find(submitted["id"])));
  const returned = await life.made("SrmPurWriteOff", {
    writeOffType: "RETURN_REFUND",
    reasonCode: "OTHER",
    lines: [{ receiveLineId: receipt["lines"][0]["id"], qty: "4" }],
  });
  await life.act("SrmPurWriteOff", returned["id"], "doSubmit");
  await ok(merges());

  await ok(life.decides(returned["id"]));
  const [posted] = await life.rows(`select status, "supplierId" as s from "SrmPurWriteOff" where id = $1`, returned["id"]);
  expect(posted, "the return is posted for the surviving supplier").toEqual({ status: "POSTED", s: "S2" });

  await ok(world.call("doSubmit", { id: drafted["id"] }));
  await ok(life.decides(drafted["id"]));
  expect(await supplierOf("SrmPurOrderHeader", drafted["id"]), "the draft went along").toBe("S2");
  const vendor = await life.product.signIn("slc.S1");
  await ok(world.call("doSupplierDeliveryConfirm", { id: drafted["id"] }, vendor));
  const note = await ok(
    vendor.call("srmServer/v1/srmPurDeliveryNoteRestful/saveOrUpdate", {
      shipDate: day(0),
      eta: `${day(3)}T02:00:00.000Z`,
      carrier: "试运物流",
      plateNum: "试A00001",
      lines: [{ orderDeliveryId: rowOf(await world.find(drafted["id"])), noteQty: "10" }],
    }),
  );
  await ok(vendor.call("srmServer/v1/srmPurDeliveryNoteRestful/doSubmit", { id: note["id"] }));
  expect(await supplierOf("SrmPurDeliveryNote", note["id"])).toBe("S2");

  const line = { agreementLineId: agreement["lines"][0]["id"] };
  const head = { supplierId: "S2", supplierSiteId: "SITE-S2" };
  const released = await world.published({ rows: ["5"], price: "9", line, head });
  expect(released["supplierId"], "what was agreed with the merged one is drawn on").toBe("S2");

  const lines = [{ reqLineId: needed["lines"][0]["id"], qty: "10" }];
  const made = await world.demand.call(world.buyer, "toOrder", { id: needed["id"], lines, supplierId: "S2", mergeFlag: "Y" });
  expect([made.status, made.code]).toEqual(["S", undefined]);
  const gone = await world.demand.approved(["10"]);
  const toMerged = await world.demand.call(world.buyer, "toOrder", {
    id: gone["id"],
    lines: [{ reqLineId: gone["lines"][0]["id"], qty: "10" }],
    supplierId: "S1",
    mergeFlag: "Y",
  });
  const [wrong] = await life.rows(`select count(*)::int as n from "SrmPurOrderHeader" where "supplierId" = 'S1'`);
  expect([toMerged.status === "E" || wrong!["n"] === 0, wrong!["n"]], "nothing is ordered from the file that is gone").toEqual([true, 0]);
});
