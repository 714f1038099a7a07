import { afterAll, beforeAll, expect, test } from "vitest";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Client } from "../../tests/support/client.ts";
import { officeDay } from "../../tests/support/day.ts";
import { press, save } from "../../tests/support/kernel.ts";
import { plant } from "../../tests/support/plant.ts";
import { openTestProduct, type TestProduct } from "../../tests/support/product.ts";

type Row = Record<string, any>;
const system = systemMe("test");
const info = "srmServer/v1/srmSupInfoRestful";

let product: TestProduct;
const ids: Record<string, string> = {};
let admin: Client;

const rows = (sql: string, ...values: unknown[]): Promise<Row[]> => product.kernel.db.query<Row>(sql, values);
const standing = (input: object): Promise<Row> =>
  press(product.kernel, "SrmSupInfo", ids["S1"]!, "doStanding", { docType: "TEST", docId: "t", ...input }, {}, system);
const account = (userName: string, responsibility: string, supAdminFlag: "Y" | "N" = "N"): Promise<string> =>
  product.person(userName, [responsibility], { userType: "SUPPLIER", supplierId: ids["S1"], supAdminFlag });
const contactOf = async (userId: string, contactName: string): Promise<string> =>
  (
    await save(
      product.kernel,
      "SrmSupContact",
      { supplierId: ids["S1"], contactName, contactRole: ["SALES"], email: `${contactName}@example.com`, userId },
      system,
    )
  ).id;
const waits = (id: string, userId: string | null, bizId = id): Promise<void> =>
  plant(product.kernel.db, "SrmBaseSupplierPending", id, {
    pendingType: "CERT_EXPIRE",
    bizType: "SrmSupWarning",
    bizId,
    title: "x",
    supplierId: ids["S1"],
    userId,
    routePath: "x",
    arrivalDate: new Date(),
    priority: "NORMAL",
    status: "OPEN",
  });
const waiting = async (...todos: string[]): Promise<Row[]> =>
  (await rows(`select "userId", status from "SrmBaseSupplierPending" where id = any($1) order by id`, todos)).map((row) => [
    row["userId"],
    row["status"],
  ]);

beforeAll(async () => {
  product = await openTestProduct();
  const [country] = await rows(`select id from "SrmBaseDistrict" where "districtLevel" = 'COUNTRY' limit 1`);
  ids["owner"] = await product.person("lv.owner", ["SUP_SPECIALIST"]);
  const { id } = await save(
    product.kernel,
    "SrmSupInfo",
    {
      supplierName: "示例离场有限公司",
      supplierNameEn: "Example Leaving",
      supplierNature: "OVERSEAS",
      taxNo: "LV-1",
      supplierType: "MANUFACTURER",
      legalPerson: "负责人",
      countryId: country!["id"],
      registeredAddress: "一号路",
      mainProducts: "支架",
      ownerId: ids["owner"],
    },
    system,
  );
  ids["S1"] = id;
  await press(product.kernel, "SrmSupInfo", id, "doEstablish", { docType: "TEST", docId: "t" }, {}, system);
  ids["admin"] = await account("lv.admin", "SUP_ADMIN", "Y");
  admin = await product.signIn("lv.admin");
});
afterAll(() => product?.drop());

test("a contact who leaves hands the open to-dos to the company's administrator; one who stays under another row keeps them", async () => {
  const sales = await account("lv.sales", "SUP_SALES");
  const [first, second] = [await contactOf(sales, "sales.one"), await contactOf(sales, "sales.two")];
  await waits("lv1", sales);
  await waits("lv2", sales, "shared");
  await waits("lv3", ids["admin"]!, "shared");
  const disable = (rowId: string): Promise<Row> =>
    press(
      product.kernel,
      "SrmSupInfo",
      ids["S1"]!,
      "doAmend",
      { docType: "TEST", docId: "t", changes: [{ entityName: "SrmSupContact", rowId, rowAction: "DISABLE", values: {} }] },
      {},
      system,
    );
  await disable(first);
  expect(await waiting("lv1", "lv2")).toEqual([
    [sales, "OPEN"],
    [sales, "OPEN"],
  ]);
  await disable(second);
  // What the administrator has to do anyway is not asked twice.
  expect(await waiting("lv1", "lv2", "lv3")).toEqual([
    [ids["admin"], "OPEN"],
    [sales, "WITHDRAWN"],
    [ids["admin"], "OPEN"],
  ]);
});

test("an account that is disabled hands its to-dos to the administrator, or to the colleague who is named", async () => {
  const [leaver, other, taker] = [
    await account("lv.leaver", "SUP_SALES"),
    await account("lv.other", "SUP_SALES"),
    await account("lv.taker", "SUP_SALES"),
  ];
  await waits("lv4", leaver);
  await waits("lv5", other);
  expect((await admin.call("baseServer/v1/baseUsersRestful/doDisable", { id: leaver })).status).toBe("S");
  await press(product.kernel, "BaseUsers", other, "doDisable", { handOverTo: taker }, {}, system);
  expect(await waiting("lv4", "lv5")).toEqual([
    [ids["admin"], "OPEN"],
    [taker, "OPEN"],
  ]);
});

test("people of a company that has left look and export and keep their own things in order; everything else is refused", async () => {
  const change = {
    supplierId: ids["S1"],
    changeReason: "资料更新",
    lines: [{ entityName: "SrmSupInfo", rowId: ids["S1"], rowAction: "UPDATE", fieldKey: "website", newValue: "example.com" }],
  };
  expect((await admin.call(`${info}/confirmInfo`, { id: ids["S1"] })).status).toBe("S");
  await standing({ quitDate: officeDay(), quitScopeAll: "Y" });

  const cn = await admin.call(`${info}/confirmInfo`, { id: ids["S1"] });
  expect([cn.code, cn.msg]).toEqual(["SUP_READ_ONLY", "贵司已退出合作，账号仅可查看、导出和确认未结账款"]);
  admin.language = "EN";
  const why = await admin.call(`${info}/whyNot`, { id: ids["S1"], action: "confirmInfo" });
  expect([why.data.allowed, why.data.reasons]).toEqual([
    false,
    [{ ok: false, code: "SUP_READ_ONLY", msg: "Your company has left. You can still read, export and confirm open documents" }],
  ]);
  expect((await admin.call("srmServer/v1/srmSupChangeInfoRestful/saveOrUpdate", change)).code).toBe("SUP_READ_ONLY");
  expect((await admin.call("baseServer/v1/baseUsersRestful/doInvite", { displayName: "N", email: "n@example.com" })).code).toBe(
    "SUP_READ_ONLY",
  );

  const portal = await admin.call(`${info}/findPortal`, {});
  expect([portal.status, portal.data.readsOnly]).toEqual(["S", expect.stringContaining("has left")]);
  expect((await admin.call("srmServer/v1/srmSupContactRestful/listByPage", { pageIndex: 1, pageRows: 10 })).status).toBe("S");
  const file = await admin.download("exportServer/v1/exportExcelRestful/exportExcel", {
    requestUrl: "/srmServer/v1/srmSupChangeInfoRestful/listByPage",
    requestParams: {},
    columns: [{ key: "changeNo" }],
    fileName: "changes",
  });
  expect(file.error).toBeNull();
  const own = await admin.call("baseServer/v1/baseUserPreferenceRestful/saveOrUpdate", { prefKey: "lv", prefValue: { on: true } });
  expect([own.status, own.code]).toEqual(["S", undefined]);

  // On its way back the company works again, and for good once something is granted.
  await standing({ tracks: 1 });
  expect((await admin.call(`${info}/confirmInfo`, { id: ids["S1"] })).status).toBe("S");
  await standing({ tracks: -1 });
  expect((await admin.call(`${info}/confirmInfo`, { id: ids["S1"] })).code).toBe("SUP_READ_ONLY");
});
