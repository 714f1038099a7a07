import { afterAll, beforeAll, expect, test } from "vitest";
import { readTable } from "#kernel/server/excel/read.ts";
import { writeWorkbook } from "#kernel/server/excel/write.ts";
import { importSheets } from "#modules/supplier/import-columns.ts";
import { readSuppliers } from "#modules/supplier/server/import-read.ts";
import type { Client } from "../support/client.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";

let product: TestProduct;
let clerk: Client;
let country: string;
beforeAll(async () => {
  product = await openTestProduct();
  await product.person("import.clerk", ["SUP_SPECIALIST"]);
  clerk = await product.signIn("import.clerk");
  const [abroad] = await product.kernel.db.query<{ code: string }>(
    `select "districtCode" as code from "SrmBaseDistrict" where "districtLevel" = 'COUNTRY' and "districtCode" not in ('CN', 'CHN') limit 1`,
  );
  country = abroad!.code;
});
afterAll(() => product.drop());

/** An uploaded workbook of companies abroad, each with a contact; one without a mobile number is wrong. */
async function bookOf(companies: Readonly<Record<string, string>>, names: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const sheet = (name: "suppliers" | "contacts", rows: readonly Readonly<Record<string, string>>[]) => {
    const { label, columns } = importSheets[name];
    const titled = columns.map((column) => ({ key: column.key, title: column.label[0] }));
    return { name: label[0], columns: titled, rows: [rows.map((row) => columns.map(({ key }) => row[key] ?? null))] };
  };
  const keys = Object.keys(companies);
  const suppliers = keys.map((key) => ({
    supplierCode: key,
    supplierName: names[key] ?? `境外工厂${key}`,
    supplierNameEn: `Factory ${key}`,
    supplierNature: "境外企业",
    taxNo: `TAX-${key}`,
    supplierType: "MANUFACTURER",
    country,
    registeredAddress: "一号路",
    mainProducts: "件",
    legalPerson: "李四",
    ownerAccount: "import.clerk",
  }));
  const contacts = keys.map((key) => ({ supplierCode: key, contactName: "王五", contactRole: "销售", mobile: companies[key]! }));
  await writeWorkbook(async (bytes) => void chunks.push(bytes), [sheet("suppliers", suppliers), sheet("contacts", contacts)]);
  return Buffer.concat(chunks);
}

async function uploaded(...of: Parameters<typeof bookOf>): Promise<string> {
  const reply = await clerk.upload("fileServer/v2/file/upload", [{ name: "suppliers.xlsx", bytes: await bookOf(...of) }], {});
  return reply.data[0].id;
}

const known = async (): Promise<string[]> =>
  (
    await product.kernel.db.query<{ name: string }>(
      `select "supplierName" as name from "SrmSupInfo" where "supplierName" like '境外工厂%' order by 1`,
    )
  ).map((row) => row.name);

test("doImports brings companies of a workbook uploaded before: all or none, or the good ones", async () => {
  const at = (entity: string) => `srmServer/v1/${entity}Restful/doImports`;
  const fileId = await uploaded({ A: "13800005678", B: "" });
  const { data: none } = await clerk.call(at("srmSupInfo"), { fileId, mode: "ALL_OR_NOTHING" });
  expect(none).toMatchObject({ total: 2, ok: 0, failed: 2, errors: [{ sheet: "contacts", code: "TABLE_REQUIRED" }] });
  expect(await known()).toEqual([]);
  const { data: some } = await clerk.call(at("srmSupContact"), { fileId, mode: "VALID_ROWS" });
  expect(some).toMatchObject({ total: 2, ok: 1, failed: 1 });
  expect(await known()).toEqual(["境外工厂A"]);
  const more = { fileId: await uploaded({ C: "13800005679" }), mode: "ALL_OR_NOTHING" };
  expect((await clerk.call(at("srmSupAccount"), more)).data).toMatchObject({ total: 1, ok: 1, failed: 0, errors: [] });
  expect(await known()).toEqual(["境外工厂A", "境外工厂C"]);

  await product.person("import.buyer", ["BUYER"]);
  const buyer = await product.signIn("import.buyer");
  expect((await buyer.call(at("srmSupInfo"), more)).code).toBe("PERM_DENIED");
});

test("supplier §10: the error workbook holds the companies that stayed out, whole, and comes back corrected; a file may also be sent along", async () => {
  const path = "srmServer/v1/srmSupInfoRestful/doImports";
  const fileId = await uploaded({ D: "13800005680", E: "" });
  const { data } = await clerk.call(path, { fileId, mode: "VALID_ROWS" });
  expect(data).toMatchObject({ status: "PARTIAL", total: 2, ok: 1, failed: 1, errors: [{ row: 3, column: "mobile" }] });
  const { bytes } = await clerk.download("fileServer/v2/file/downloadBody", { id: data.errorFileId });
  const { rows, sheets } = await readSuppliers(bytes);
  expect(rows.map((row) => [row.sheet, row.values["supplierCode"]])).toEqual([
    ["suppliers", "E"],
    ["contacts", "E"],
  ]);
  expect(sheets.map((sheet) => sheet.name)).toEqual(["失败行 供应商", "失败行 联系人"]);
  // What is wrong is still wrong when it comes back as it is, and goes in once it is right.
  const sent = (file: Buffer) => clerk.upload(path, [{ name: "errors.xlsx", bytes: file }], { mode: "ALL_OR_NOTHING" });
  expect((await sent(bytes)).data).toMatchObject({ total: 1, ok: 0, failed: 1 });
  const corrected = await clerk.call(path, { fileId: await uploaded({ E: "13800005681" }), mode: "ALL_OR_NOTHING" });
  expect(corrected.data).toMatchObject({ status: "DONE", total: 1, ok: 1, errorFileId: null });
  expect(await known()).toEqual(expect.arrayContaining(["境外工厂D", "境外工厂E"]));
});

test("the older address of templates gives the workbook of suppliers, and any other template by its code", async () => {
  const at = "srmServer/v1/srmSup/largeFile/downloadTemplate";
  const titles = async (body: object) => {
    const { bytes } = await clerk.download(at, body);
    const found: string[] = [];
    for await (const batch of readTable(bytes)) for (const row of batch) found.push(...row.cells.flatMap((cell) => cell ?? []));
    return found.join();
  };
  expect(await titles({})).toContain("供应商名称");
  expect(await titles({ templateCode: "SrmSupAccount" })).toContain("供应商名称");
  expect(await titles({ templateCode: "SrmSlcSupplierLead" })).toContain("线索");
  expect((await clerk.download(at, { templateCode: "NOWHERE" })).error).toMatchObject({ code: "IMPORT_TEMPLATE" });
});

test("a company that bears the name of a supplier, or of another row, is asked about as on the page, and comes in once confirmed", async () => {
  const of = (name: string) => `srmServer/v1/srmSupInfoRestful/${name}`;
  const phone = "13800005690";
  const brought = await clerk.call(of("doImports"), { fileId: await uploaded({ P: phone }), mode: "ALL_OR_NOTHING" });
  expect(brought.data).toMatchObject({ ok: 1 });
  const names = { Q: "境外工厂P 有限公司", S: "境外工厂R（集团）" };
  const file = await bookOf({ Q: phone, R: "13800005691", S: "13800005692" }, names);
  const read = (await clerk.call(of("importRead"), { file: file.toString("base64") })).data;
  const asked = read.findings.map((finding: any) => [finding.rowNo, finding.code, finding.isQuestion, finding.msg]);
  const known = expect.stringMatching(/^疑似重复供应商：\S+ 境外工厂P（名称相同，85分）$/);
  expect(asked).toEqual([
    [2, "SUP_DUP", true, known],
    [4, "SUP_DUP", true, "疑似重复供应商：第3行 境外工厂R（名称相同，85分）"],
  ]);
  const body = {
    supplierName: names.Q,
    supplierNameEn: "Factory Q",
    supplierNature: "OVERSEAS",
    taxNo: "TAX-PAGE",
    supplierType: "MANUFACTURER",
  };
  const [owned] = await product.kernel.db.query<object>(
    `select "ownerId", "countryId" from "SrmSupInfo" where "supplierName" = '境外工厂P'`,
  );
  const typed = await clerk.call(of("saveOrUpdate"), { ...body, registeredAddress: "一号路", mainProducts: "件", ...owned });
  expect([typed.code, typed.msg], "the page asks with the same words").toEqual(["CONFIRM_NEEDED", known]);

  const outcome = async (rows: readonly object[], confirmed: readonly string[]) => {
    const { data } = await clerk.call(of("importCommit"), { list: rows, confirmed });
    return [data.done.map((entry: any) => entry.name), data.held];
  };
  const keyed = (...keys: string[]) => read.rows.filter((row: any) => keys.includes(row.values.supplierCode));
  expect(await outcome(read.rows, ["SUP_DUP:4"]), "one row confirmed").toEqual([["境外工厂R", names.S], [names.Q]]);
  expect(await outcome(keyed("Q"), []), "asked again").toEqual([[], [names.Q]]);
  expect(await outcome(keyed("Q"), ["SUP_DUP"])).toEqual([[names.Q], []]);

  const again = { fileId: await uploaded({ T: phone }, { T: "境外工厂P" }), mode: "ALL_OR_NOTHING" };
  const refused = (await clerk.call(of("doImports"), again)).data;
  expect(refused).toMatchObject({ ok: 0, failed: 1, errors: [{ sheet: "suppliers", row: 2, code: "SUP_DUP", isQuestion: true }] });
  expect((await clerk.call(of("doImports"), { ...again, confirmed: ["SUP_DUP"] })).data).toMatchObject({ ok: 1, failed: 0, errors: [] });
});
