import { afterAll, beforeAll, expect, test } from "vitest";
import { findFor } from "#kernel/server/find/find-for.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { msOf, shift } from "#kernel/time.ts";
import { buyersOfOpenLines, itemFacts, lastPaid, openUses } from "#modules/base/index.ts";
import { planningPrograms } from "#modules/demand/planning.calls.ts";
import { sourceUses } from "#modules/price/index.ts";
import { confirmLinks } from "./publish/confirm-mail.calls.ts";
import { upload } from "../../tests/server/register-world.ts";
import { linkOpener, testMac } from "../../tests/support/link.ts";
import { day, ok, OrderWorld, type Row } from "../../tests/support/ordering.ts";

let world: OrderWorld;
beforeAll(async () => void (world = await OrderWorld.open()));
afterAll(() => world?.life.product.drop());

const line = (doc: Row): Row => doc["lines"][0];
const again = (doc: Row): Promise<Row> => world.find(doc["id"]);

test("a change that wants more than the plan has is told when it is submitted, with its own price", async () => {
  const plan = await world.planned();
  const req = await world.demand.approved(["80"]);
  const doc = await world.running({ rows: ["40"], price: "12", req });
  expect(await world.budget(plan)).toBe("occupied 400.00 used 480.00 open 120.00");
  await ok(world.call("doChange", { id: doc["id"] }));
  const draft = await world.find((await again(doc))["changeId"]);
  const asks = async (qty: string, price: string): Promise<any> => {
    const { versionNum } = await again(draft);
    const own = line(draft);
    const lines = [{ id: own["id"], qty, price, deliveries: [{ id: own["deliveries"][0]["id"], qty }] }];
    await ok(world.call("saveOrUpdate", { id: draft["id"], versionNum, lines }));
    return world.call("doSubmit", { id: draft["id"] });
  };
  // all of it at the new price: what was ordered before is used at 13 too
  expect(await asks("80", "13")).toMatchObject({ code: "PUR-2003", msg: expect.stringContaining("剩余120.00，申请160.00") });
  expect(await asks("80", "12.5")).toMatchObject({ status: "S" });
  await ok(world.life.decides(draft["id"]));
  expect(await world.budget(plan)).toBe("occupied 0.00 used 1000.00 open 0.00");
  await world.life.rows(`update "SrmPurProcurementPlan" set "controlMode" = 'WARN'`);
  const more = await world.demand.approved(["10"]);
  const over = await world.draft({ rows: ["10"], price: "11", req: more });
  await ok(world.call("doSubmit", { id: over["id"] }));
  expect(await again(over)).toMatchObject({ status: "APPROVING", planException: "Y" });
  await world.life.rows(`update "SrmPurProcurementPlan" set status = 'CLOSED'`);
});

test("people chosen at submission travel with the order and with its change", async () => {
  const { ids } = world.life;
  const chosenApprovers = { N1: [ids["purchaser"]] };
  const picked = (id: string) => world.life.rows(`select picks, "billTypeCode" as bill from "BpmInstance" where "bizId" = $1`, id);
  const draft = await world.draft({ rows: ["5"] });
  await ok(world.call("doSubmit", { id: draft["id"], chosenApprovers }));
  expect(await picked(draft["id"])).toEqual([{ picks: chosenApprovers, bill: "PUR_ORDER" }]);
  await ok(world.life.decides(draft["id"]));
  const reply = await world.call("doChange", { id: draft["id"] });
  const change = (await again(draft))["changeId"];
  expect(reply.status).toBe("S");
  await ok(world.call("doSubmit", { id: change, chosenApprovers }));
  expect(await picked(change)).toEqual([{ picks: chosenApprovers, bill: "PUR_ORDER_CHANGE" }]);
});

test("an order goes to a site of its own supplier, whichever of the two is changed", async () => {
  const foreign = { fieldErrors: [{ path: "supplierSiteId", code: "DATA_WITHIN", msg: "供应商地点不属于所选的供应商" }] };
  const body = (head: object) => world.body({ rows: ["5"], head });
  expect(await world.call("saveOrUpdate", body({ supplierSiteId: "SITE-S2" }))).toMatchObject(foreign);
  const { id, versionNum } = await world.draft({ rows: ["5"] });
  expect(await world.call("saveOrUpdate", { id, versionNum, supplierId: world.life.ids["S2"] })).toMatchObject(foreign);
  await ok(world.call("saveOrUpdate", { id, versionNum, supplierId: world.life.ids["S2"], supplierSiteId: "SITE-S2" }));
});

test("what an action asks for when it is pressed does not stand in its way before", async () => {
  const doc = await world.running({ rows: ["5"] });
  const asked = async (call: string, body: object = {}): Promise<any> =>
    ok(world.call(call, { id: doc["id"], action: "doCancel", ...body }));
  expect((await asked("whyNot"))["reasons"]).toEqual([]);
  expect((await asked("whyNot", { input: { reason: null } }))["reasons"]).toMatchObject([{ code: "TABLE_REQUIRED" }]);
  expect((await asked("whatIf"))["reasons"]).toMatchObject([{ code: "TABLE_REQUIRED" }]);
});

test("orders tell what is under way with a source, who buys an item and when it is promised; a receipt is noted on the list", async () => {
  const { ids, product } = world.life;
  const find = findFor(product.kernel, systemMe("test"));
  const list = await world.life.made("SrmPurAslHeader", {
    orgId: ids["org"],
    aslLevel: "ITEM",
    itemId: ids["item"],
    lines: [{ supplierId: ids["S1"], aslStatus: "APPROVED", startDate: day(-30) }],
  });
  const aslLineId = list["lines"][0]["id"];
  const asked = {
    lines: [{ aslLineId, orgId: ids["org"]!, supplierId: "S1", supplierSiteId: null, itemId: ids["item"]!, categoryId: null }],
  };
  const before = (await sourceUses.ask(find, asked))[0]!;
  const customer = await world.life.made("SrmPurCustomerOrder", {
    customerOrderNum: "CO-1",
    lineNum: 10,
    orgId: ids["org"],
    customerName: "示例客户",
    itemId: ids["item"],
    qty: "30",
    dueDate: day(60),
  });
  const own = {
    customerOrderId: customer["id"],
    requestQty: "30",
    itemId: ids["item"],
    needByDate: day(20),
    estPrice: "10",
    invOrgId: ids["inv"],
  };
  const req = await world.demand.approved([], { lines: [own] });
  const doc = await world.running({ rows: ["30"], req });
  const [after] = await sourceUses.ask(find, asked);
  expect(after).toMatchObject({ kind: "ORDER", aslLineId, count: before.count + 1 });
  expect(Number(after!.qty) - Number(before.qty)).toBe(30);
  expect(await buyersOfOpenLines.ask(find, { itemId: ids["item"]! })).toContainEqual(
    expect.objectContaining({ userId: ids["purchaser"], lines: expect.any(Number) }),
  );
  const facts = await itemFacts.ask(find, { itemId: ids["item"]!, orgIds: [ids["org"]!] });
  expect(facts.map((fact) => fact.kind)).toEqual(expect.arrayContaining(["PRICE", "ORDER"]));
  const [paid] = await lastPaid.ask(find, { itemIds: [ids["item"]!] });
  expect(paid).toMatchObject({ itemId: ids["item"], orgId: ids["org"], currency: "CNY", uom: "PCS", supplier: ["S1", "S1"], day: day(0) });
  expect(Number(paid!.price)).toBe(12.5);
  const held = await openUses.ask(find, { entity: "SrmBaseItem", id: ids["item"]! });
  expect(held.find((candidate) => candidate.label[1] === "Order line")!.count).toBeGreaterThan(0);
  await world.life.act("SrmPurCustomerOrder", customer["id"], "doCover");
  const [kit] = await world.life.rows(
    `select "fullKitDate"::text d, "coverRate"::text r from "SrmPurCustomerOrder" where id = $1`,
    customer["id"],
  );
  expect(kit).toEqual({ d: day(20), r: "100.0000" });
  const supplied = async () =>
    (await world.life.rows(`select "lastSupplyDate"::text d from "SrmPurAslLine" where id = $1`, aslLineId))[0]!["d"];
  expect(await supplied()).toBeNull();
  await world.received(doc, "30");
  expect(await supplied()).toBe(day(0));
});

test("what is ordered counts in the period of a forecast it is needed in, and how far orders are from demand", async () => {
  const { ids } = world.life;
  await world.life.product.person("po.forecast", ["PLANNER"]);
  const planner = await world.life.wearing("po.forecast", "PLANNER");
  const plans = (name: string, body: object) => planner.call(`srmServer/v1/srmPurForecastRestful/${name}`, body);
  const made = await ok(
    plans("saveOrUpdate", {
      orgId: ids["org"],
      supplierId: ids["S2"],
      periodType: "DAY",
      startPeriod: day(0),
      periodCount: 5,
      replyDeadline: shift(new Date(), { days: 1 }).toISOString(),
      lines: [{ itemId: ids["item"], invOrgId: ids["inv"] }],
    }),
  );
  const own = made["lines"][0];
  const demands = own["periods"].map((period: Row) => ({ id: period["id"], demandQty: "10" }));
  await ok(plans("saveOrUpdate", { id: made["id"], lines: [{ id: own["id"], periods: demands }] }));
  const two = { head: { supplierId: ids["S2"], supplierSiteId: "SITE-S2" } };
  await world.published({
    ...two,
    rows: [
      { qty: "4", needByDate: day(0) },
      { qty: "6", needByDate: day(2) },
    ],
  });
  await ok(plans("doPublish", { id: made["id"] }));
  const counted = async () => {
    const doc = await ok(plans("findById", { id: made["id"] }));
    return [doc["lines"][0]["periods"].map((period: Row) => period["orderedQty"]), doc["orderDeviation"]];
  };
  expect(await counted()).toEqual([["4", "0", "6", "0", "0"], "60"]);
  const more = await world.published({ ...two, rows: [{ qty: "6", needByDate: day(0) }] });
  await planningPrograms(world.life.product.kernel, { now: () => new Date() })["countForecast"]!({} as never);
  expect(await counted()).toEqual([["10", "0", "6", "0", "0"], "0"]);
  await ok(world.call("doCancel", { id: more["id"], reason: "不再需要" }));
  await planningPrograms(world.life.product.kernel, { now: () => new Date() })["countForecast"]!({} as never);
  expect((await counted())[0]).toEqual(["4", "0", "6", "0", "0"]);
  const seen = await world.life.stranger.call("srmServer/v1/srmPurForecastRestful/findById", { id: made["id"] });
  expect(JSON.stringify(seen)).not.toContain("orderedQty");
});

test("the supplier attaches the order as it signed it; a change does not take it away, and nobody else may", async () => {
  const doc = await world.published({ rows: ["5"] });
  const signed = await upload(world.vendor);
  expect(await world.call("doAttachSigned", { id: doc["id"], signed: await upload(world.buyer) }, world.buyer)).toMatchObject({
    code: "PERM_DENIED",
  });
  await ok(world.call("doAttachSigned", { id: doc["id"], signed }, world.vendor));
  expect((await again(doc))["expand"][0]["signedFileIds"]).toBe(signed);
  await ok(world.call("doChange", { id: doc["id"] }));
  const second = `${signed},${await upload(world.vendor)}`;
  await ok(world.call("doAttachSigned", { id: doc["id"], signed: second }, world.vendor));
  const change = (await again(doc))["changeId"];
  await ok(world.call("doSubmit", { id: change }));
  await ok(world.life.decides(change));
  expect((await again(doc))["expand"][0]["signedFileIds"]).toBe(second);
});

test("an order is confirmed as asked from its e-mail: where the house allows it, by its reader, once, in its revision, in time", async () => {
  const { life } = world;
  const { kernel } = life.product;
  let now = Date.now();
  const links = confirmLinks(kernel, { mac: testMac }, { now: () => new Date(now) }, "https://srm.example/");
  const open = linkOpener(links, () => now);
  const hours = async (value: string): Promise<void> => {
    const [row] = await life.rows(`select id from "BaseProfile" where "profileCode" = 'PUR_MAIL_LINK_HOURS'`);
    await life.made("BaseProfile", { id: row!["id"], values: value === "0" ? [] : [{ level: "SITE", value }] });
    await kernel.settings.ready();
  };
  const [reader] = await life.rows(
    `select u."userId" id from "BaseUserResp" u join "BaseUsers" a on a.id = u."userId" where coalesce(u."supplierId", a."supplierId") = 'S1' limit 1`,
  );
  const doc = await world.published({ rows: ["5", "7"] });
  const route = `purOrderManage/purchaseOrderEdit?id=${doc["id"]}`;
  expect(await links.offer(reader!["id"], route), "off unless the house says otherwise").toBeNull();
  await hours("24");
  expect(await links.offer(life.ids["purchaser"]!, route), "not for the buyer").toBeNull();
  const link = (await links.offer(reader!["id"], route))!;
  await life.rows(`update "SrmBaseItem" set "itemNameEn" = 'Bracket' where id = $1`, life.ids["item"]);
  const [code, page] = await open(link.url, "GET");
  const names = ["Bracket", "支架", doc["orderNum"]].map((name) => page.includes(name));
  expect([code, ...names], "the goods as an English reader calls them").toEqual([200, true, false, true]);
  expect((await again(doc))["status"]).toBe("PUBLISHED");
  expect((await open(`${link.url.slice(0, -2)}00`, "GET"))[0]).toBe(400);
  expect((await open(link.url, "POST"))[0]).toBe(200);
  expect(await again(doc)).toMatchObject({ status: "CONFIRMED", confirmStatus: "CONFIRMED" });
  expect((await open(link.url, "POST"))[0]).toBe(410);
  const second = await world.published({ rows: ["5"] });
  const late = (await links.offer(reader!["id"], `purOrderManage/purchaseOrderEdit?id=${second["id"]}`))!;
  now += msOf({ hours: 25 });
  expect((await open(late.url, "POST"))[0]).toBe(410);
  now -= msOf({ hours: 25 });
  await life.rows(`update "SrmPurOrderHeader" set "revisionNum" = 1 where id = $1`, second["id"]);
  expect((await open(late.url, "POST"))[0], "a later revision asks anew").toBe(410);
  await hours("0");
});

test("while a requisition is typed, those who may be ordered from are suggested, the best price first", async () => {
  const { ids } = world.life;
  const item = await world.life.made("SrmBaseItem", {
    itemCode: "M-900",
    itemName: "垫片",
    categoryId: ids["category"],
    itemType: "RAW",
    primaryUom: "PCS",
  });
  await world.life.act("SrmBaseItem", item["id"], "doSubmit");
  const priced = (supplierId: string, price: string) =>
    world.life.made("SrmPurSupplierPriceList", {
      orgId: ids["org"],
      supplierId,
      itemId: item["id"],
      priceType: "STANDARD",
      currency: "CNY",
      uom: "PCS",
      priceUnit: "1",
      price,
      taxRate: "T13",
      taxIncludedFlag: "N",
      startDate: day(-5),
      endDate: day(300),
      reason: "试验",
    });
  await priced("S1", "9.5");
  await priced("S2", "8");
  const asks = async () =>
    (
      await ok(
        world.demand.requester.call("srmServer/v1/srmPurRequisitionLineRestful/doSuggest", {
          orgId: ids["org"],
          currency: "CNY",
          lines: [{ lineId: "a", itemId: item["id"], qty: "10" }],
        }),
      )
    )["rows"].map((row: Row) => [row["supplierId"], row["price"], row["uom"], typeof row["supplierName"]]);
  expect(await asks()).toEqual([
    ["S2", "8", "PCS", "string"],
    ["S1", "9.5", "PCS", "string"],
  ]);
  await world.life.made("SrmPurAslHeader", {
    orgId: ids["org"],
    aslLevel: "ITEM",
    itemId: item["id"],
    lines: [{ supplierId: ids["S1"], aslStatus: "APPROVED", startDate: day(-30) }],
  });
  expect(await asks(), "whoever is not on the list is not suggested").toEqual([["S1", "9.5", "PCS", "string"]]);
});
