import { afterAll, beforeAll, expect, test } from "vitest";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Client } from "../../tests/support/client.ts";
import { press, save } from "../../tests/support/kernel.ts";
import { openTestProduct, type TestProduct } from "../../tests/support/product.ts";

const system = systemMe("test");
const path = "srmServer/v1/srmBaseItemRestful";
let product: TestProduct;
let steward: Client;
const items: Record<string, string> = {};
let category = "";
let buyer = "";

const make = (entity: string, input: Record<string, unknown>) => save(product.kernel, entity, input, system);

beforeAll(async () => {
  product = await openTestProduct();
  await product.person("q.steward", ["MASTER_DATA"]);
  const buyerId = (buyer = await product.person("q.buyer", ["BUYER"]));
  steward = await product.signIn("q.steward");
  const unit = await make("BaseOrganization", { orgCode: "QB", orgName: "业务", orgType: "BU", functionalCurrency: "CNY" });
  const plant = await make("BaseOrganization", { orgCode: "QI", orgName: "库存", orgType: "INV", parentOrgId: unit.id });
  const kind = { purchaseKind: "DIRECT", importanceLevel: "ROUTINE" };
  const above = await make("SrmBasePurchaseCategory", {
    categoryCode: "Q",
    categoryName: "大类",
    ...kind,
    buyers: [{ orgId: unit.id, buyerId, buyerRole: "EXECUTION", primaryFlag: "Y", startDate: "2026-01-01" }],
  });
  const leaf = await make("SrmBasePurchaseCategory", {
    categoryCode: "Q1",
    categoryName: "小类",
    parentId: above.id,
    defaultTaxRate: "T13",
    ...kind,
  });
  const alone = await make("SrmBasePurchaseCategory", { categoryCode: "R1", categoryName: "无人", ...kind });
  category = leaf.id;
  const item = async (code: string, more: Record<string, unknown>, place: boolean) => {
    const made = await make("SrmBaseItem", {
      itemCode: code,
      itemName: `物料${code}`,
      categoryId: leaf.id,
      itemType: "RAW",
      primaryUom: "EA",
      ...more,
    });
    items[code] = made.id;
    if (place) await make("SrmBaseItemOrg", { itemId: made.id, orgId: plant.id });
    await press(product.kernel, "SrmBaseItem", made.id, "doSubmit", {}, {}, system);
  };
  await item("WHOLE", {}, true);
  await item("NOWHERE", {}, false);
  await item("ALONE", { categoryId: alone.id }, true);
  await item(
    "BOXED",
    { uoms: [{ originalUnit: "BOX", targetUnit: "EA", convertRate: "12", startDate: "2026-01-01" }], purchaseUom: "BOX" },
    true,
  );
  await item("TWIN-A", { itemName: "同名 件", specification: "M8" }, true);
  await item("TWIN-B", { itemName: "同名件", specification: "m8" }, true);
});
afterAll(() => product?.drop());

test("the quality of item data counts what lacks category, buyer, tax or conversion, and shows exactly those", async () => {
  expect((await steward.call(`${path}/quality`, {})).data).toEqual({ active: 6, lacking: { CATEGORY: 0, BUYER: 2, TAX: 1, UNIT: 0 } });
  await product.kernel.db.query(`delete from "SrmBaseItemUom" where "parentId" = $1`, [items["BOXED"]]);
  expect((await steward.call(`${path}/lacking`, { check: "UNIT" })).data).toEqual([items["BOXED"]]);
  expect((await steward.call(`${path}/lacking`, { check: "BUYER" })).data).toEqual([items["ALONE"], items["NOWHERE"]]);
  expect((await steward.call(`${path}/lacking`, { check: "TAX" })).data).toEqual([items["ALONE"]]);
  expect((await steward.call(`${path}/lacking`, { check: "ALL" })).code).toBe("FIELD_TYPE");
  const shown = await steward.call(`${path}/listByPage`, { ids: (await steward.call(`${path}/lacking`, { check: "BUYER" })).data });
  expect(shown.data.map((row: { itemCode: string }) => row.itemCode)).toEqual(["ALONE", "NOWHERE"]);
});

test("items that are one thing twice are found together", async () => {
  expect((await steward.call(`${path}/listDuplicates`, {})).data).toEqual([items["TWIN-A"], items["TWIN-B"]]);
});

test("the row of an organisation tells what the item is, and follows when that changes", async () => {
  const row = async () =>
    (await steward.call("srmServer/v1/srmBaseItemOrgRestful/listByPage", { itemId: [items["TWIN-A"]!] })).data[0] as Record<string, string>;
  expect(await row()).toMatchObject({ itemSpec: "M8", itemUom: "EA", itemTaxRate: null, categoryId: category });
  await make("SrmBaseItem", { id: items["TWIN-A"]!, specification: "M10", defaultTaxRate: "T9" });
  expect(await row()).toMatchObject({ itemSpec: "M10", itemUom: "EA", itemTaxRate: "T9" });
});

test("a list is narrowed by what a column of several holds", async () => {
  const lead = (companyName: string, categoryIds: readonly string[]) =>
    make("SrmSlcSupplierLead", { companyName, categoryIds, leadSource: "FAIR", ownerId: buyer });
  await lead("甲公司", [category]);
  await product.person("q.specialist", ["SUP_SPECIALIST"]);
  const specialist = await product.signIn("q.specialist");
  const found = async (id: string) =>
    (await specialist.call("srmServer/v1/srmSlcSupplierLeadRestful/listByPage", { categoryIds: [id] })).data;
  expect((await found(category)).map((row: { companyName: string }) => row.companyName)).toEqual(["甲公司"]);
  expect(await found("nothing")).toEqual([]);
});
