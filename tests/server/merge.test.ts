import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../support/client.ts";
import { day, ok, OrderWorld, type Row } from "../support/ordering.ts";

const info = "srmServer/v1/srmSupInfoRestful";
const orders = "srmServer/v1/srmPurOrderHeaderRestful";
let world: OrderWorld;
let keeper: Client;

const rows = (sql: string, ...values: unknown[]): Promise<Row[]> => world.life.rows(sql, ...values);
const one = async (sql: string, ...values: unknown[]): Promise<Row> => (await rows(sql, ...values))[0]!;

beforeAll(async () => {
  world = await OrderWorld.open();
  await world.life.product.person("mrg.keeper", ["SUP_SPECIALIST"]);
  keeper = await world.life.wearing("mrg.keeper", "SUP_SPECIALIST");
});
afterAll(() => world?.life.product.drop());

test("a merge carries everything that names the supplier: people, users, sites, documents; shows it before, and is found by the old name", async () => {
  const { life } = world;
  const from = await one(`select id, "supplierCode" as code, "supplierName" as name from "SrmSupInfo" where id = 'S1'`);
  const contact = { contactRole: ["SALES"], email: "sales@example.com", primaryFlag: "Y" };
  const contactId = (await life.made("SrmSupContact", { ...contact, supplierId: "S1", contactName: "随行联系人" }))["id"];
  await life.made("SrmSupContact", { ...contact, supplierId: "S2", contactName: "原主联系人" });
  for (const supplierId of ["S1", "S2"]) await life.made("SrmSupBrand", { supplierId, brandName: "同名品牌", brandRole: "OWN" });
  const finance = { currency: "CNY", revenue: "1", netProfit: "1", totalAssets: "1", totalLiabilities: "1" };
  for (const supplierId of ["S1", "S2"]) await life.made("SrmSupFinance", { supplierId, fiscalYear: "2025", ...finance });
  await life.act("SrmSupInfo", "S1", "doCertify", {
    docType: "TEST",
    docId: "T",
    certificates: [{ certType: "ISO9001", certName: "质量体系", validFrom: day(-10), validTo: day(300) }],
  });
  const order = await world.running({ rows: ["10"] });
  const merge = (name: string, more: object = {}) => keeper.call(`${info}/${name}`, { id: "S1", targetId: "S2", ...more });
  expect((await merge("doMerge")).code, "nothing may be open").toBe("SUP_INF_002");
  await world.received(order, "4");
  await ok(world.call("doClose", { id: order["id"], reason: "够了" }));

  const preview = await ok(keeper.call(`${info}/whatIf`, { id: "S1", action: "doMerge", input: { targetId: "S2" } }));
  const carried = preview["notes"].find((note: Row) => note["code"] === "SUP_MERGE_CARRIED");
  expect([preview["allowed"], /联系人/.test(carried["msg"]), /采购订单/.test(carried["msg"])]).toEqual([true, true, true]);
  expect((await one(`select "mergedIntoId" as m from "SrmSupInfo" where id = 'S1'`))["m"], "only shown").toBeNull();

  await ok(merge("doMerge"));
  // Contacts: one primary, and the newcomer is it no longer.
  expect(
    await rows(
      `select "contactName" as n, "primaryFlag" as p from "SrmSupContact" where "supplierId" = 'S2' and "contactName" in ('随行联系人', '原主联系人') order by 1`,
    ),
  ).toHaveLength(2);
  expect((await one(`select "primaryFlag" as p from "SrmSupContact" where id = $1`, contactId))["p"]).toBe("N");
  // What must be unique: names give way, a year of figures stays with the old file.
  const brands = await rows(`select "brandName" as n from "SrmSupBrand" where "supplierId" = 'S2' order by length("brandName")`);
  expect(brands.map((row) => row["n"])).toEqual(["同名品牌", `同名品牌-${from["code"]}`]);
  expect((await rows(`select 1 from "SrmSupFinance" where "supplierId" = 'S2'`)).length).toBe(1);
  expect((await rows(`select 1 from "SrmSupSite" where "supplierId" = 'S1'`)).length).toBe(0);
  expect((await rows(`select 1 from "SrmSupQualification" where "supplierId" = 'S2' and "certStatus" = 'VALID'`)).length).toBe(1);
  // Nothing that is carried still names the old supplier.
  for (const table of [
    "SrmPurOrderHeader",
    "SrmPurOrderDelivery",
    "SrmPurStorageTransaction",
    "BaseUsers",
    "BaseUserResp",
    "SrmSupContact",
    "SrmSupSite",
  ])
    expect((await one(`select count(*)::int as n from "${table}" where "supplierId" = 'S1'`))["n"], table).toBe(0);

  // Buyers find the order under the surviving name, and the surviving supplier by the old one.
  const found = await ok(world.buyer.call(`${orders}/listByPage`, { supplierId: ["S2"], pageIndex: 1, pageRows: 50 }));
  expect((found as unknown as Row[]).map((row: Row) => row["id"])).toContain(order["id"]);
  const known = await ok(keeper.call(`${info}/listByPage`, { keyword: from["name"], pageIndex: 1, pageRows: 50 }));
  expect((known as unknown as Row[]).map((row: Row) => row["id"])).toContain("S2");

  // The merged supplier's people sign in as before and work for the surviving one.
  const vendor = await life.product.signIn("slc.S1");
  expect((await ok(vendor.call(`${orders}/findById`, { id: order["id"] })))["id"]).toBe(order["id"]);
});
