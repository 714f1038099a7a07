import { afterAll, beforeAll, expect, test } from "vitest";
import { entity } from "#kernel/entity.ts";
import { bilingual, code, ref, yn } from "#kernel/field.ts";
import { module, page } from "#kernel/module.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";
import type { Client } from "../support/client.ts";

/** The worked example of docs/new-entity.md, word for word, and what follows from it without another line. */
const supplierBrand = entity("SrmSupBrand", "供应商品牌", "Supplier brand", {
  fields: {
    supplierId: ref("SrmSupInfo", "供应商", "Supplier"),
    brandCode: code("品牌编码", "Code", { max: 40 }),
    ...bilingual("brandName", "品牌名称", "Name", { max: 100 }),
    ownedFlag: yn("自有品牌", "Own brand", { initial: "N" }),
  },
  sees: { internal: "all", supplier: (me) => ({ supplierId: me.supplierId ?? "-" }) },
  shows: { supplier: ["supplierId", "brandCode", "brandName", "brandNameEn", "ownedFlag"] },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["supplierId", "brandCode"] }],
  title: ["brandCode", "brandName"],
  list: ["supplierId", "brandCode", "brandName", "ownedFlag"],
  search: ["supplierId", "brandCode", "brandName", "ownedFlag"],
  pages: { list: "supplierBrandList" },
  importKey: ["supplierId", "brandCode"],
});
const buttons = ["btnAdd", "btnSave", "btnDelete", "btnImport", "btnExport"];
const brands = module("brands", "品牌", "Brands", {
  entities: [supplierBrand],
  menus: [page("supplierBrandList", "供应商品牌", "Supplier brands", { entities: [supplierBrand], buttons })],
  roles: { BRANDS: { label: ["品牌", "Brands"], audience: "INTERNAL", grants: ["supplierBrandList"] } },
});

let product: TestProduct;
let client: Client;
const at = (name: string) => `srmServer/v1/srmSupBrandRestful/${name}`;

beforeAll(async () => {
  product = await openTestProduct("brands", [brands]);
  const { db } = product.kernel;
  const hat = await db.one<{ id: string }>(`select id from "BaseResponsibility" where "respCode" = 'BRANDS'`);
  const admin = await db.one<{ id: string }>(`select id from "BaseUsers" where "userName" = 'admin'`);
  await db.query(
    `update "BaseUserResp" set "responsibilityId" = $1 where "userId" = $2 and id = (select min(id) from "BaseUserResp" where "userId" = $2)`,
    [hat!.id, admin!.id],
  );
  client = await product.signIn("admin");
  await client.call("baseServer/baseLoginService/switchResponsibility", { responsibilityId: hat!.id });
});
afterAll(() => product.drop());

test("menu, buttons, save, list, refusal and history are there", async () => {
  const menus = await client.call("baseServer/baseMenuService/findMenusByResp");
  expect(menus.data.map((m: any) => m.htmlUrl)).toEqual(["supplierBrandList"]);
  const made = await client.call(at("saveOrUpdate"), { supplierId: "s1", brandCode: "kite", brandName: "纸鸢", brandNameEn: "Kite" });
  expect(made).toMatchObject({ status: "S", data: { brandCode: "KITE", ownedFlag: "N", versionNum: 1 } });
  expect(await client.call(at("saveOrUpdate"), { supplierId: "s1", brandCode: "KITE", brandName: "又一个" })).toMatchObject({
    status: "E",
    code: "DATA_DUPLICATE",
  });
  const changed = await client.call(at("saveOrUpdate"), { id: made.data.id, versionNum: 1, ownedFlag: "Y", reason: "trade mark shown" });
  expect(changed.data).toMatchObject({ ownedFlag: "Y", versionNum: 2 });
  expect((await client.call(at("listByPage"), { keyword: "纸鸢" })).data).toHaveLength(1);
  const history = await client.call(at("history"), { id: made.data.id });
  expect(history.data[0]).toMatchObject({
    userName: "admin",
    why: "trade mark shown",
    changes: [{ path: "ownedFlag", old: "N", new: "Y" }],
  });
});

test("export, edit nothing, import: every row is the same; a wrong row is named and nothing is written", async () => {
  const columns = ["brandCode", "brandName", "ownedFlag"].map((key) => ({ key }));
  const file = await client.download("exportServer/v1/exportExcelRestful/exportExcel", {
    requestUrl: `/${at("listByPage")}`,
    requestParams: {},
    columns,
    fileName: "brands",
  });
  expect(file.error).toBeNull();
  expect(file.fileName).toMatch(/^brands_\d{14}\.xlsx$/);
  const template = await client.download("exportServer/v1/importExcelRestful/downloadImportTemplate", { templateCode: "SrmSupBrand" });
  expect(template.bytes.subarray(0, 2).toString()).toBe("PK");
});
