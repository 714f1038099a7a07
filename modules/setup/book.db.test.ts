import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportWorkbook } from "#kernel/server/excel/pool.ts";
import type { Client } from "../../tests/support/client.ts";
import { openTestProduct, type TestProduct } from "../../tests/support/product.ts";
import { questionsOf, type BookTold } from "./book.ts";

let product: TestProduct;
let admin: Client;

const at = (name: string): string => `srmServer/v1/setupService/${name}`;
const ask = async (name: string, body: object = {}): Promise<any> => {
  const reply = await admin.call(at(name), body);
  expect([reply.code, reply.msg]).toEqual([undefined, undefined]);
  return reply.data;
};

beforeAll(async () => {
  product = await openTestProduct();
  admin = await product.signIn("admin");
  admin.language = "EN";
  const country = { preset: "INTL", country: "DE", zone: "Europe/Berlin", currency: "EUR", taxPercent: "19" };
  await ask("saveCompany", { name: "Northwind Tools", ...country });
});
afterAll(() => product.drop());

async function* once(rows: readonly (readonly string[])[]) {
  yield rows.map((row) => [...row]);
}

type Sheet = readonly [name: string, keys: string, ...rows: readonly (readonly string[])[]];

/** A workbook as somebody fills it in: every sheet names rows of the sheets before it. */
async function workbook(sheets: readonly Sheet[]): Promise<string> {
  const out = new PassThrough();
  const [first, ...more] = sheets.map(([name, keys, ...rows]) => ({
    name,
    columns: keys.split(" ").map((key) => ({ key, title: key, width: 100, kind: "text" as const })),
    titleRows: [],
    batches: once(rows),
  }));
  const written = exportWorkbook({ ...first!, more, out });
  const bytes = await buffer(out);
  await written;
  return bytes.toString("base64");
}

const company = (category = "C01", name = "Hex bolt"): readonly Sheet[] => [
  [
    "Organisation",
    "orgCode orgName orgType parentOrgId functionalCurrency taxNo invoiceTitle",
    ["L01", "Northwind GmbH", "LEDGER", "G01", "EUR", "DE1", "Northwind GmbH"],
    ["B01", "Buying", "BU", "L01", "EUR", "", ""],
    ["W01", "Store", "INV", "B01", "", "", ""],
  ],
  ["Employee", "personNum personName email orgId", ["E1", "Mia", "mia@northwind.example", "B01"]],
  ["User", "userName displayName personId email respCodes", ["mia", "Mia", "E1", "mia@northwind.example", "PUR_MANAGER"]],
  ["Purchase category", "categoryCode categoryName purchaseKind", ["C01", "Fasteners", "DIRECT"]],
  ["Item", "itemCode itemName categoryId itemType primaryUom", ["M1", name, category, "RAW", "PCS"]],
  [
    "Suppliers",
    "supplierCode supplierName supplierNameEn supplierNature taxNo supplierType country registeredAddress mainProducts ownerAccount qualified",
    ["T1", "Boltworks", "Boltworks", "OVERSEAS", "DE999", "MANUFACTURER", "DE", "Kiel", "bolts", "admin", "C01"],
  ],
  ["Contacts", "supplierCode contactName contactRole email", ["T1", "Jan", "SALES", "sales@boltworks.example"]],
  [
    "Accounts",
    "supplierCode accountName accountNo bank swiftCode currency",
    ["T1", "Boltworks", "DE89370400440532013000", "104", "COBADEFFXXX", "EUR"],
  ],
  ["Locations", "supplierCode locationType country address", ["T1", "REGISTERED", "DE", "Kiel"]],
  ["Sites", "supplierCode siteName org currency taxRate term", ["T1", "Kiel", "B01", "EUR", "T19", "NET30"]],
  [
    "Supplier price",
    "orgId supplierId itemId currency uom price taxRate startDate reason",
    ["B01", "Boltworks", "M1", "EUR", "PCS", "0.35", "T19", "2026-11-01", "start"],
  ],
];

const results = (data: { sheets: readonly BookTold[] }): Record<string, string> =>
  Object.fromEntries(data.sheets.map((sheet) => [sheet.label, sheet.rows.map((row) => row.result).join(" ")]));
const notesOf = (data: { sheets: readonly BookTold[] }): string[] =>
  data.sheets.flatMap((sheet) => sheet.rows.flatMap((row) => row.notes.map((note) => `${sheet.label} ${note.key}: ${note.text}`)));
const rows = (sql: string): Promise<any[]> => product.kernel.db.query(sql);

test("a row that names nothing of the file or the system is wrong with its reason, and what the file brings itself is not", async () => {
  const checked = await ask("checkBook", { file: await workbook(company("NOWHERE")) });
  expect(results(checked)).toMatchObject({
    Organisation: "new new new",
    Employee: "new",
    User: "new",
    Item: "wrong",
    Suppliers: "new",
    "Supplier price": "new",
  });
  expect(notesOf(checked)).toContain('Item categoryId: Category "NOWHERE" not found or not visible');
  expect(await rows(`select 1 from "SrmBasePurchaseCategory"`)).toEqual([]);
});

test("the whole company comes in with one file; sent again nothing changes, and bank accounts are change requests", async () => {
  const file = await workbook(company());
  const checked = await ask("checkBook", { file });
  expect(Object.values(results(checked)).join(" ")).not.toContain("wrong");
  const written = await ask("importBook", { file, importId: "first-import" });
  expect(notesOf(written)).toEqual([]);
  expect(await rows(`select "itemStatus" from "SrmBaseItem"`)).toEqual([{ itemStatus: "ACTIVE" }]);
  expect(await rows(`select "infoStatus", "supStatus" from "SrmSupInfo"`)).toEqual([{ infoStatus: "EFFECTIVE", supStatus: "QUALIFIED" }]);
  expect(await rows(`select "siteStatus" from "SrmSupSite"`)).toEqual([{ siteStatus: "ACTIVE" }]);
  expect(await rows(`select price::float8 as price from "SrmPurSupplierPriceList"`)).toEqual([{ price: 0.35 }]);
  expect(await rows(`select 1 from "SrmSupAccount"`)).toEqual([]);
  expect(await rows(`select status is not null as asked from "SrmSupChangeInfo"`)).toEqual([{ asked: true }]);
  expect(
    await rows(
      `select r."respCode" as code from "BaseUserResp" u join "BaseResponsibility" r on r.id = u."responsibilityId" join "BaseUsers" a on a.id = u."userId" where a."userName" = 'mia'`,
    ),
  ).toEqual([{ code: "PUR_MANAGER" }]);
  const again = await ask("checkBook", { file: await workbook(company("C01", "Hex bolt M8").filter(([name]) => name !== "Accounts")) });
  expect(results(again)).toMatchObject({
    Organisation: "same same same",
    Employee: "same",
    "Purchase category": "same",
    Item: "changed",
    "Supplier price": "same",
  });
  expect(again.sheets.find((sheet: BookTold) => sheet.label === "Item").rows[0].old).toEqual({ itemName: "Hex bolt" });
});

test("the same workbook is exported, and comes back without a change", async () => {
  const { bytes } = await admin.download(at("exportBook"), { filled: true });
  const back = await ask("checkBook", { file: bytes.toString("base64") });
  expect(notesOf(back)).toEqual([]);
  expect([...new Set(Object.values(results(back)).join(" ").split(" "))]).toEqual(["same"]);
});

test("a supplier with the name of one that is there is asked about, and comes in with the answer only", async () => {
  const sheets = company("C01", "Hex bolt M8").flatMap(([name, keys, row]): Sheet[] => {
    if (name === "Suppliers") return [[name, keys, ["T2", "Boltworks GmbH", "Boltworks", "OVERSEAS", "DE111", ...row!.slice(5)]]];
    return name === "Contacts" ? [[name, keys, ["T2", ...row!.slice(1)]]] : [];
  });
  const file = await workbook(sheets);
  const checked = await ask("checkBook", { file });
  expect([results(checked)["Suppliers"], questionsOf(checked.sheets)]).toEqual(["new", { rows: 1, codes: ["SUP_DUP"] }]);
  expect(notesOf(checked).join()).toMatch(/Possible duplicates: \S+ Boltworks \(Same name, 85\)/);
  expect(results(await ask("importBook", { file, importId: "unanswered" }))["Suppliers"]).toBe("wrong");
  const written = await ask("importBook", { file, importId: "answered", confirmed: ["SUP_DUP"] });
  expect([results(written)["Suppliers"], notesOf(written)]).toEqual(["new", []]);
});

test("the assistant asks about a supplier with the name of another one as well", async () => {
  const body = {
    preset: "INTL",
    country: "DE",
    name: "Boltworks",
    taxNo: "DE222",
    address: "Kiel",
    contact: "Ida",
    email: "ida@other.example",
    taxRate: "T19",
  };
  const asked = await admin.call(at("saveSupplier"), body);
  expect(asked).toMatchObject({ code: "CONFIRM_NEEDED", data: { asks: [{ code: "SUP_DUP" }] } });
  await ask("saveSupplier", { ...body, confirmed: ["SUP_DUP"] });
  expect(await rows(`select 1 from "SrmSupInfo" where "taxNo" = 'DE222'`)).toHaveLength(1);
});

test("only who may open its page uses it", async () => {
  await product.person("book.buyer", ["BUYER"]);
  const buyer = await product.signIn("book.buyer");
  expect((await buyer.call(at("checkBook"), { file: "" })).code).toBe("PERM_DENIED");
});
