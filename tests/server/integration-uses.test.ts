import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agreement } from "#modules/price/index.ts";
import { procurementPlan } from "#modules/demand/index.ts";
import type { Client } from "../support/client.ts";
import { day, ok, OrderWorld, type Row } from "../support/ordering.ts";

let world: OrderWorld;
beforeAll(async () => void (world = await OrderWorld.open()));
afterAll(() => world?.life.product.drop());

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

/** What keeps an organisation open, by the English name of each kind. */
async function openIn(orgId: string): Promise<readonly string[]> {
  const refusal = (await world.life.act("BaseOrganization", orgId, "doDisable").catch((error: unknown) => error)) as Row;
  expect(refusal["code"]).toBe("ORG_IN_USE");
  return (refusal["data"]["open"] as Row[]).filter((row) => row["count"] > 0).map((row) => row["label"][1]);
}

const termOf = async (termCode: string, applyScope = ["ORDER", "AGREEMENT"]): Promise<string> => {
  const { id } = await world.life.made("SrmBasePaymentTerm", {
    termCode,
    termName: termCode,
    applyScope,
    nodes: [{ nodeSeq: 10, nodeType: "INVOICE", proportion: "100", dueMode: "DAYS_AFTER", days: 30 }],
  });
  await world.life.act("SrmBasePaymentTerm", id, "doEnabled");
  return id;
};
const longer = async (id: string): Promise<string> => {
  const [node] = await world.life.rows(`select id from "SrmBasePaymentTermNode" where "parentId" = $1`, id);
  return codeOf(world.life.made("SrmBasePaymentTerm", { id, nodes: { changed: [{ id: node!["id"], days: 60 }] } }));
};
const agreed = async (paymentTermId: string): Promise<string> => {
  const { ids } = world.life;
  if (!ids["agreementType"]) {
    const type = await world.life.made("SrmBasePurchaseBillType", {
      billTypeCode: "AGR_USES",
      billTypeName: "AGR_USES",
      aslControl: "NONE",
      billCategory: "AGREEMENT",
    });
    await world.life.act("SrmBasePurchaseBillType", type["id"], "doEnabled");
    ids["agreementType"] = type["id"];
  }
  const doc = await world.life.made("SrmPurAgreementHeader", {
    billTypeId: ids["agreementType"],
    agreementType: "PRICE",
    orgId: ids["org"],
    supplierId: "S1",
    currency: "CNY",
    paymentTermId,
    startDate: day(0),
    endDate: day(300),
    taxRate: "T13",
    lines: [{ itemId: ids["item"], uom: "PCS", price: "12.5" }],
  });
  return doc["id"];
};

describe("what documents in force rely on", () => {
  test("a payment term is not changed under the sites and agreements that name it", async () => {
    expect(await longer(await termOf("FREE")), "nobody uses it").toBe("done");
    expect(await longer(world.life.ids["term"]!), "sites pay by it").toBe("BASE_TERM_003");
    const own = await termOf("AGREED");
    await agreed(own);
    expect(await longer(own), "an agreement names it").toBe("BASE_TERM_003");
  });

  test("how often a term is used is what names it, for whoever looks, and what the list of uses shows", async () => {
    const { life } = world;
    const usage = async (client: Client, id: string): Promise<readonly number[]> => {
      const ask = (name: string, body: object) => client.call(`srmServer/v1/srmBasePaymentTermRestful/${name}`, body);
      const [listed, read, used] = [await ask("listByPage", {}), await ask("findById", { id }), await ask("whereUsed", { id })];
      const sum = (used.data as Row[]).reduce((all, row) => all + row["count"], 0);
      return [listed.data.find((row: Row) => row["id"] === id)["usageCount"], read.data["usageCount"], sum];
    };
    const own = await termOf("COUNTED");
    expect(await usage(life.manager, own), "its own parts do not use it").toEqual([0, 0, 0]);
    await agreed(own);
    await agreed(own);
    const { id } = await world.draft({ rows: ["10"], head: { paymentTermId: own } });
    expect(await usage(life.manager, own)).toEqual([3, 3, 3]);
    await life.act("SrmPurOrderHeader", id, "delete");
    expect(await usage(life.manager, own)).toEqual([2, 2, 2]);
    for (const body of [{ orderBy: [{ key: "usageCount", dir: "asc" }] }, { usageCount: "1" }])
      expect(await life.manager.call("srmServer/v1/srmBasePaymentTermRestful/listByPage", body)).toMatchObject({ code: "FILTER_UNKNOWN" });
  });

  test("an address is used by the orders whose goods go there, and leads to them", async () => {
    const { life } = world;
    const { id } = await world.draft({ rows: [{ qty: "10", deliveryInfoId: life.ids["address"] }] });
    const { data } = await world.buyer.call("srmServer/v1/srmBaseDeliveryInfoRestful/whereUsed", { id: life.ids["address"] });
    expect(data).toContainEqual({
      entity: "SrmPurOrderDelivery",
      field: "deliveryInfoId",
      label: "交货计划行",
      count: 1,
      route: "purchaseOrderList2",
    });
    await life.act("SrmPurOrderHeader", id, "delete");
  });

  test("a payment term is taken only by what it applies to", async () => {
    const forSites = await termOf("SITES", ["SUPPLIER"]);
    const refused = { code: "FIELD_INVALID", fieldErrors: [expect.objectContaining({ path: "paymentTermId", code: "DATA_BARRED" })] };
    expect(await world.call("saveOrUpdate", world.body({ rows: ["10"], head: { paymentTermId: forSites } }))).toMatchObject(refused);
    await expect(agreed(forSites)).rejects.toMatchObject(refused);
    await agreed(await termOf("AGREEMENTS", ["AGREEMENT"]));
    const site = world.life.product.kernel.declared.entity("SrmSupSite").fields["termId"]!;
    expect(site.pick).toEqual({ status: "EFFECTIVE", applyScope: "SUPPLIER" });
  });

  test("an organisation stays open while any kind of document is under way in it, a warehouse while goods are to come", async () => {
    const { ids } = world.life;
    expect(await openIn(ids["org"]!)).toContain(agreement.label[1]);
    expect(await openIn(ids["org"]!)).not.toContain(procurementPlan.label[1]);
    await world.life.made("SrmPurProcurementPlan", {
      planType: "MONTH",
      periodStart: day(0),
      periodEnd: day(30),
      orgId: ids["org"],
      controlBasis: "AMOUNT",
      lines: [{ itemId: ids["item"], uom: "PCS", planQty: "1", planAmount: "1" }],
    });
    expect(await openIn(ids["org"]!)).toContain(procurementPlan.label[1]);
    const order = await world.running({ rows: ["10"] });
    expect(await openIn(ids["inv"]!)).toEqual(["Delivery schedule"]);
    await ok(world.call("doClose", { id: order["id"], reason: "够了" }));
    await world.life.act("BaseOrganization", ids["inv"]!, "doDisable");
    await world.life.act("BaseOrganization", ids["inv"]!, "doEnabled");
  });

  test("a warehouse stays open while goods are to come or lie there, an address while they go to it; one that is closed is no default", async () => {
    const { life } = world;
    const { ids } = life;
    const [city] = await world.life.rows(`select id from "SrmBaseDistrict" where "districtLevel" = 'CITY' limit 1`);
    const house = await life.made("SrmBaseStorageLocation", {
      orgId: ids["inv"],
      storageCode: "W9",
      storageName: "九号仓",
      storageType: "NORMAL",
    });
    const gate = await life.made("SrmBaseDeliveryInfo", {
      deliveryCode: "D9",
      deliveryName: "九号门",
      orgId: ids["inv"],
      districtId: city!["id"],
      address: "九号",
      consignee: "收货人",
      consigneePhone: "13800000000",
      defaultFlag: "Y",
    });
    const holds = async (entity: string, id: string): Promise<readonly string[]> => {
      const refusal = (await life.act(entity, id, "doInvalid").catch((error: unknown) => error)) as Row;
      return refusal["code"] === "BASE_USED_001"
        ? (refusal["data"]["held"] as Row[]).map((row) => row["label"][1])
        : [refusal["code"] ?? "done"];
    };
    const places = { deliveryInfoId: gate["id"], storageLocationId: house["id"] };
    const order = await world.running({ rows: [{ qty: "10", ...places }] });
    expect(await holds("SrmBaseStorageLocation", house["id"])).toEqual(["Delivery schedule"]);
    expect(await holds("SrmBaseDeliveryInfo", gate["id"])).toEqual(["Delivery schedule"]);
    await world.received(order, "10");
    expect(await holds("SrmBaseStorageLocation", house["id"])).toEqual(["Storage transactions with stock left"]);
    await life.act("SrmBaseDeliveryInfo", gate["id"], "doInvalid");
    const [shut] = await world.life.rows(`select "enabledFlag", "defaultFlag" from "SrmBaseDeliveryInfo" where id = $1`, gate["id"]);
    expect(shut).toEqual({ enabledFlag: "N", defaultFlag: "N" });
  });

  test("a payment term that only ended documents name stays as it was agreed: they keep no copy of it; the refusal says so and leads to the copy", async () => {
    const { life } = world;
    const own = await termOf("ENDED");
    const refused = async (): Promise<Row> => {
      const [node] = await life.rows(`select id from "SrmBasePaymentTermNode" where "parentId" = $1`, own);
      const work = life.made("SrmBasePaymentTerm", { id: own, nodes: { changed: [{ id: node!["id"], days: 60 }] } });
      return (await work.catch((error: unknown) => error)) as Row;
    };
    const named = ({ data }: Row) => (data["held"] as Row[]).map((row) => [row["label"][1], row["count"]]);
    const order = await world.running({ rows: ["10"], head: { paymentTermId: own } });
    const running = await refused();
    expect([running["code"], running["data"]["ended"], named(running)]).toEqual(["BASE_TERM_003", false, [["Purchase order", 1]]]);
    await world.received(order, "4");
    await ok(world.call("doClose", { id: order["id"], reason: "够了" }));
    const paper = async () => {
      const { paymentTermId, paymentTermCode, paymentTermName } = await ok(world.call("findById", { id: order["id"] }));
      const [posting] = await life.rows(`select "paymentTermId" from "SrmPurStorageTransaction" where "orderId" = $1`, order["id"]);
      return [paymentTermId, paymentTermCode, paymentTermName, posting!["paymentTermId"]];
    };
    const before = await paper();
    const over = await refused();
    expect([over["code"], over["data"]["ended"], named(over)]).toEqual([
      "BASE_TERM_003",
      true,
      expect.arrayContaining([
        ["Purchase order", 1],
        ["Storage transaction", 1],
      ]),
    ]);
    expect(over["text"][1]).toMatch(/^Ended documents were agreed on this term \(.*Purchase order 1.*\); copy it instead$/);
    expect(over["fix"]).toEqual({ route: "paymentProportionManagement", query: { id: own }, label: ["复制付款条件", "Copy the term"] });
    await life.act("SrmBasePaymentTerm", own, "copy", { termCode: "ENDED2" });
    const [copy] = await life.rows(`select id from "SrmBasePaymentTerm" where "termCode" = 'ENDED2'`);
    expect(await longer(copy!["id"])).toBe("done");
    expect(await paper()).toEqual(before);
    expect(await life.made("SrmBasePaymentTerm", { id: own, remark: "只改备注" })).toMatchObject({ remark: "只改备注" });
  });
});
