import { afterAll, beforeAll, expect, test } from "vitest";
import { entity } from "#kernel/entity.ts";
import { bilingual, code, ref, yn } from "#kernel/field.ts";
import { module, page } from "#kernel/module.ts";
import { knowSupplier } from "../support/kernel.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";
import type { Client } from "../support/client.ts";

/** The worked example of docs/new-entity.md, word for word, and what follows from it without another line. */
const supplierTrademark = entity("SrmSupTrademark", "供应商商标", "Supplier trademark", {
  fields: {
    supplierId: ref("SrmSupInfo", "供应商", "Supplier"),
    markCode: code("商标编码", "Code", { max: 40 }),
    ...bilingual("markName", "商标名称", "Name", { max: 100 }),
    ownedFlag: yn("自有商标", "Own trademark", { initial: "N" }),
  },
  sees: { internal: "all", supplier: (me) => ({ supplierId: me.supplierId ?? "-" }) },
  shows: { supplier: ["supplierId", "markCode", "markName", "markNameEn", "ownedFlag"] },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["supplierId", "markCode"] }],
  title: ["markCode", "markName"],
  list: ["supplierId", "markCode", "markName", "ownedFlag"],
  search: ["supplierId", "markCode", "markName", "ownedFlag"],
  pages: { list: "supplierTrademarkList" },
  importKey: ["supplierId", "markCode"],
});
const buttons = ["btnAdd", "btnSave", "btnDelete", "btnImport", "btnExport"];
const marks = module("marks", "商标", "Trademarks", {
  entities: [supplierTrademark],
  menus: [page("supplierTrademarkList", "供应商商标", "Supplier trademarks", { entities: [supplierTrademark], buttons })],
  roles: { MARKS: { label: ["商标", "Trademarks"], audience: "INTERNAL", grants: ["supplierTrademarkList"] } },
});

let product: TestProduct;
let client: Client;
const at = (name: string) => `srmServer/v1/srmSupTrademarkRestful/${name}`;

beforeAll(async () => {
  product = await openTestProduct([marks]);
  const { db } = product.kernel;
  const responsibility = await db.one<{ id: string }>(`select id from "BaseResponsibility" where "respCode" = 'MARKS'`);
  const admin = await db.one<{ id: string }>(`select id from "BaseUsers" where "userName" = 'admin'`);
  await db.query(
    `update "BaseUserResp" set "responsibilityId" = $1 where "userId" = $2 and id = (select min(id) from "BaseUserResp" where "userId" = $2)`,
    [responsibility!.id, admin!.id],
  );
  await knowSupplier(product.kernel, "s1");
  client = await product.signIn("admin");
  await client.call("baseServer/baseLoginService/switchResponsibility", { responsibilityId: responsibility!.id });
});
afterAll(() => product.drop());

test("menu, buttons, save, list, refusal and history are there", async () => {
  const menus = await client.call("baseServer/baseMenuService/findMenusByResp");
  expect(menus.data.map((m: any) => m.htmlUrl)).toEqual(["supplierTrademarkList"]);
  const made = await client.call(at("saveOrUpdate"), { supplierId: "s1", markCode: "kite", markName: "纸鸢", markNameEn: "Kite" });
  expect(made).toMatchObject({ status: "S", data: { markCode: "KITE", ownedFlag: "N", versionNum: 1 } });
  expect(await client.call(at("saveOrUpdate"), { supplierId: "s1", markCode: "KITE", markName: "又一个" })).toMatchObject({
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
  const columns = ["markCode", "markName", "ownedFlag"].map((key) => ({ key }));
  const file = await client.download("exportServer/v1/exportExcelRestful/exportExcel", {
    requestUrl: `/${at("listByPage")}`,
    requestParams: {},
    columns,
    fileName: "marks",
  });
  expect(file.error).toBeNull();
  expect(file.fileName).toMatch(/^marks_\d{14}\.xlsx$/);
  const template = await client.download("exportServer/v1/importExcelRestful/downloadImportTemplate", { templateCode: "SrmSupTrademark" });
  expect(template.bytes.subarray(0, 2).toString()).toBe("PK");
});
