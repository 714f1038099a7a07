import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { day, ok, OrderWorld, type Row } from "../support/ordering.ts";
import { plant } from "../support/plant.ts";

/** People limited to another organisation, another category, or anything but this item, and what others do with it. */
let world: OrderWorld;
let ids: Record<string, string>;
let doc: Row, req: Row;
const limited: Record<"org" | "category" | "item", Client> = {} as never;
const everybody = () => Object.entries(limited);

const on = (entity: string, name: string) => `srmServer/v1/${entity[0]!.toLowerCase()}${entity.slice(1)}Restful/${name}`;
const ask = (by: Client, entity: string, name: string, body: object): Promise<any> => by.call(on(entity, name), body);
const listed = async (by: Client, entity: string, body: object = {}): Promise<Row[]> =>
  (await ok(ask(by, entity, "listByPage", { pageRows: 0, ...body }))) as Row[];
const rowIds = async (by: Client, entity: string): Promise<string[]> => (await listed(by, entity)).map((row) => row["id"] as string);

async function person(key: "org" | "category" | "item", permit: string, values: object): Promise<void> {
  const { life } = world;
  ids[`limited.${key}`] = await life.product.person(`limited.${key}`, ["BUYER"]);
  await life.made(permit, { userId: ids[`limited.${key}`], permitType: "INCLUDE", includeChildren: "Y", ...values });
  limited[key] = await life.wearing(`limited.${key}`, "BUYER");
}

beforeAll(async () => {
  world = await OrderWorld.open();
  const { life, demand } = world;
  ids = life.ids;
  const { db } = life.product.kernel;
  const category = { categoryName: "电机", purchaseKind: "DIRECT", importanceLevel: "ROUTINE" };
  ids["motors"] = (await life.made("SrmBasePurchaseCategory", { categoryCode: "MOTOR", ...category }))["id"];
  const goods = { itemCode: "M-200", itemName: "电机", categoryId: ids["motors"], itemType: "RAW", primaryUom: "PCS" };
  ids["motor"] = (await life.made("SrmBaseItem", goods))["id"];
  await life.act("SrmBaseItem", ids["motor"]!, "doSubmit");
  await life.made("SrmBaseItemOrg", { itemId: ids["motor"], orgId: ids["inv"] });
  ids["other"] = (await life.made("BaseOrganization", { orgCode: "BU2", orgName: "BU2", orgType: "BU", functionalCurrency: "CNY" }))["id"];
  await person("org", "BaseUserOrgPermit", { orgId: ids["other"] });
  await person("category", "BaseUserCategoryPermit", { categoryId: ids["motors"] });
  await person("item", "BaseUserMaterialPermit", { itemId: ids["item"], permitType: "EXCLUDE" });
  const need = { requestQty: "100", needByDate: day(20), estPrice: "10", invOrgId: ids["inv"] };
  req = await demand.approved([], { lines: [ids["item"], ids["motor"]].map((itemId) => ({ itemId, ...need })) });
  doc = await world.running({ rows: ["100"], req });
  const price = { currency: "CNY", uom: "PCS", priceType: "STANDARD", priceUnit: "1", taxRate: "T13", taxIncludedFlag: "N" };
  const offer = { orgId: ids["org"], supplierId: "S1", itemId: ids["item"], price: "12.5", startDate: day(-9), reason: "议价" };
  ids["PRICE"] = (await life.made("SrmPurSupplierPriceList", { ...offer, ...price }))["id"];
  await plant(db, "SrmPurAslHeader", "ASL", {
    orgId: ids["org"],
    itemId: ids["item"],
    aslLevel: "ITEM",
    enabledFlag: "Y",
    approvedCount: 1,
  });
  await plant(
    db,
    "SrmPurAslLine",
    "ASL-1",
    {
      parentId: "ASL",
      aslHeaderId: "ASL",
      orgId: ids["org"],
      itemId: ids["item"],
      supplierId: "S1",
      aslStatus: "APPROVED",
      allowOrder: "Y",
      allowInquiry: "Y",
      allowDelivery: "Y",
      startDate: day(-9),
      aslLevel: "ITEM",
      sourceType: "IMPORT",
    },
    { entity: "SrmPurAslHeader", id: "ASL", path: "lines[0]." },
  );
  const [row] = doc["lines"][0]["deliveries"] as Row[];
  await plant(db, "SrmPurBarcode", "BOX", {
    barcode: "BX1",
    barcodeType: "BOX",
    orgId: ids["org"],
    supplierId: "S1",
    itemId: ids["item"],
    uom: "PCS",
    qty: "10",
    boxNo: 1,
    printCount: 0,
    labelTemplate: "100x60",
    status: "CREATED",
  });
  await plant(db, "SrmPurProductionPlan", "MAKING", {
    planNum: "PP1",
    orderDeliveryId: row!["id"],
    orderId: doc["id"],
    supplierId: "S1",
    orgId: ids["org"],
    itemId: ids["item"],
    planQty: "100",
    startDate: day(0),
    finishDate: day(9),
    materialReadyFlag: "N",
    startedQty: "0",
    finishedQty: "0",
    packedQty: "0",
    riskLevel: "GREEN",
    lateDays: 0,
    toldDays: 0,
    requestedFlag: "N",
    status: "SUBMITTED",
  });
  await plant(db, "SrmPurOrderHistory", "CHANGE", {
    orderId: doc["id"],
    orgId: ids["org"],
    revisionNum: 1,
    changeType: "PRICE",
    oldValue: "12",
    newValue: "12.5",
    askedBy: "BUYER",
    buyerCausedFlag: "Y",
  });
});
afterAll(() => world?.life.product.drop());

describe("records about goods of another organisation, category or item", () => {
  const stored = {
    SrmPurSupplierPriceList: "PRICE",
    SrmPurAslHeader: "ASL",
    SrmPurBarcode: "BOX",
    SrmPurProductionPlan: "MAKING",
    SrmPurOrderHistory: "CHANGE",
  };
  test.each(Object.entries(stored))("%s is listed and opened by nobody who may not see them", async (entity, key) => {
    const id = ids[key] ?? key;
    expect(await rowIds(world.buyer, entity)).toContain(id);
    for (const [, by] of everybody()) {
      expect(await rowIds(by, entity)).not.toContain(id);
      expect(await ask(by, entity, "findById", { id })).toMatchObject({ status: "E" });
    }
  });

  test("a document is seen by whoever may see one of its lines; an item of its own decides like a category", async () => {
    const sees = async (entity: string, id: string) =>
      Promise.all(everybody().map(async ([key, by]) => [key, (await rowIds(by, entity)).includes(id)]));
    expect(Object.fromEntries(await sees("SrmPurOrderHeader", doc["id"]))).toEqual({ org: false, category: false, item: false });
    expect(Object.fromEntries(await sees("SrmPurRequisitionHeader", req["id"]))).toEqual({ org: false, category: true, item: true });
  });

  test("what came of a requisition line is seen with that line, not with the whole requisition", async () => {
    const targets = async (by: Client) => (await listed(by, "SrmPurRequisitionTargetRel")).map((row) => row["targetNum"]);
    expect(await targets(world.buyer)).toEqual([doc["orderNum"]]);
    expect(await Promise.all(everybody().map(([, by]) => targets(by)))).toEqual([[], [], []]);
  });
});

describe("calls that read documents of their own", () => {
  const asked = () => ({ orgId: ids["org"], itemId: ids["item"], qty: "10", uom: "PCS", currency: "CNY", onDate: day(0) });

  test("findPrice offers what the caller sees of the library", async () => {
    expect((await ok(ask(world.buyer, "SrmPurSupplierPriceList", "findPrice", asked())))["rows"]).toMatchObject([
      { priceListId: ids["PRICE"] },
    ]);
    for (const [, by] of everybody())
      expect(await ok(ask(by, "SrmPurSupplierPriceList", "findPrice", asked()))).toEqual({ rows: [], leftOut: [] });
  });

  test("findQuotes tells no price, purchase or source of what the caller may not see", async () => {
    const lines = [{ key: "1", itemId: ids["item"], qty: "10", uom: "PCS" }];
    const body = { orgId: ids["org"], supplierId: "S1", currency: "CNY", orderDate: day(0), orderType: "STANDARD", lines };
    expect(await ok(world.call("findQuotes", body))).toMatchObject([
      { key: "1", prices: [{ priceListId: ids["PRICE"] }], last: [{ orderNum: doc["orderNum"] }], asl: { status: "APPROVED" } },
    ]);
    for (const [, by] of everybody()) expect(await ok(world.call("findQuotes", body, by))).toEqual([]);
  });

  test("listPermitted tells of lists the caller sees", async () => {
    const body = { orgId: ids["org"], itemId: ids["item"], onDate: day(0) };
    expect(await ok(ask(world.buyer, "SrmPurAslHeader", "listPermitted", body))).toMatchObject({
      listExists: true,
      rows: [{ id: "ASL-1" }],
    });
    for (const [, by] of everybody())
      expect(await ok(ask(by, "SrmPurAslHeader", "listPermitted", body))).toEqual({ listExists: false, rows: [] });
  });

  test("previewImpact of sources names orders the caller sees", async () => {
    const uses = async (by: Client) => (await ok(ask(by, "SrmPurAslAlteration", "previewImpact", { aslLineIds: ["ASL-1"] })))["rows"];
    expect(await uses(world.buyer)).not.toEqual([]);
    for (const [, by] of everybody()) expect(await uses(by)).toEqual([]);
  });

  test("find360 and the last price beside items are those of the caller's organisations", async () => {
    const about = (by: Client) => ask(by, "SrmBaseItem", "find360", { itemId: ids["item"] });
    expect(await ok(about(world.buyer))).toMatchObject({ prices: [{ value: "12.5" }], openOrders: [{ value: "100" }], asl: [{}] });
    expect(await ok(about(limited.org))).toMatchObject({ orgs: [], prices: [], openOrders: [], asl: [], facts: [] });
    for (const by of [limited.category, limited.item]) expect(await about(by)).toMatchObject({ status: "E", code: "BASE_DATA_404" });
    const [row] = await world.life.rows(`select id from "SrmBaseItemOrg" where "itemId" = $1`, ids["item"]);
    const paid = (by: Client) => ok(ask(by, "SrmBaseItemOrg", "lastPaid", { ids: [row!["id"]] }));
    expect(await paid(world.buyer)).toMatchObject({ [row!["id"]]: { price: "12.5" } });
    for (const [, by] of everybody()) expect(await paid(by)).toEqual({});
  });
});
