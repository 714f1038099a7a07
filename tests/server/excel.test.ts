import { afterAll, beforeAll, expect, test } from "vitest";
import { entity } from "#kernel/entity.ts";
import { bilingual, code, date, int, pick, qty, text } from "#kernel/field.ts";
import { lookup, module, page } from "#kernel/module.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule } from "#kernel/rule.ts";
import { readTable } from "#kernel/server/excel/read.ts";
import { writeWorkbook } from "#kernel/server/excel/write.ts";
import type { Client } from "../support/client.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";

const part = entity("SheetPart", "零件", "Part", {
  fields: {
    partCode: code("编码", "Code", { max: 40 }),
    ...bilingual("partName", "名称", "Name", { max: 100 }),
    kind: pick("类别", "Kind", "SHEET_KIND"),
    weight: qty("重量", "Weight", { least: 0 }),
    pieces: int("件数", "Pieces", { optional: true }),
    since: date("启用日期", "Since", { optional: true }),
    remark: text("备注", "Remark", { optional: true }),
  },
  sees: { internal: "all" },
  saves: "internal",
  unique: [{ fields: ["partCode"] }],
  title: ["partCode", "partName"],
  list: ["partCode", "partName", "kind", "weight", "pieces", "since", "remark"],
  search: ["partCode", "kind"],
  importKey: ["partCode"],
});
const heavy = rule(part, "saveOrUpdate", {
  decide: (p) => (p.partName === "forbidden" ? refuse("PART_NAME", "名称不可用", "The name is not available") : undefined),
});
const parts = module("parts", "零件", "Parts", {
  entities: [part],
  rules: [heavy],
  lookups: { SHEET_KIND: lookup("类别", "Kind", { RAW: ["原料", "Raw"], MADE: ["制品", "Made"] }) },
  menus: [page("sheetPartList", "零件", "Parts", { entities: [part], buttons: ["btnAdd", "btnSave", "btnImport", "btnExport"] })],
  roles: { PARTS: { label: ["零件", "Parts"], audience: "INTERNAL", grants: ["sheetPartList"] } },
});

let product: TestProduct;
let client: Client;
const url = "/srmServer/v1/sheetPartRestful/listByPage";
const columns = ["partCode", "partName", "kind", "weight", "pieces", "since", "remark"].map((key) => ({ key }));
const fileCall = "exportServer/v1/importExcelRestful/importExcel";

beforeAll(async () => {
  product = await openTestProduct([parts]);
  const { db } = product.kernel;
  const responsibility = await db.one<{ id: string }>(`select id from "BaseResponsibility" where "respCode" = 'PARTS'`);
  const admin = await db.one<{ id: string }>(`select id from "BaseUsers" where "userName" = 'admin'`);
  await db.query(
    `update "BaseUserResp" set "responsibilityId" = $1 where "userId" = $2 and id = (select min(id) from "BaseUserResp" where "userId" = $2)`,
    [responsibility!.id, admin!.id],
  );
  client = await product.signIn("admin");
  await client.call("baseServer/baseLoginService/switchResponsibility", { responsibilityId: responsibility!.id });
});
afterAll(() => product.drop());

const exported = (body: object = {}) =>
  client.download("exportServer/v1/exportExcelRestful/exportExcel", {
    requestUrl: url,
    requestParams: {},
    columns,
    fileName: "parts",
    ...body,
  });

async function rowsOf(bytes: Buffer, sheet: number | undefined = undefined): Promise<(string | null)[][]> {
  const found: (string | null)[][] = [];
  for await (const batch of readTable(bytes, sheet === undefined ? {} : { sheet })) for (const row of batch) found.push(row.cells);
  return found;
}

async function workbook(rows: readonly (readonly unknown[])[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const titles = ["编码", "名称", "类别", "重量", "件数", "启用日期", "备注"];
  const kinds = ["text", "text", "text", "number", "number", "date", "text"] as const;
  await writeWorkbook(
    async (bytes) => void chunks.push(bytes),
    [{ name: "零件", columns: titles.map((title, i) => ({ key: String(i), title, kind: kinds[i]! })), rows: [rows] }],
  );
  return Buffer.concat(chunks);
}

const send = (bytes: Buffer, meta: object = {}) =>
  client.upload(fileCall, [{ name: "parts.xlsx", bytes }], { templateCode: "SheetPart", dryRun: "Y", mode: "ALL_OR_NOTHING", ...meta });
const count = async (where = "true") =>
  (await product.kernel.db.one<{ n: number }>(`select count(*)::int as n from "SheetPart" where ${where}`))!.n;

test("table 17: an export needs columns, and its address is never fetched", async () => {
  expect((await exported({ columns: [] })).error).toMatchObject({ code: "EXPORT_NO_COLUMNS" });
  expect((await exported({ requestUrl: "" })).error).toMatchObject({ code: "EXPORT_NO_URL" });
  expect((await exported({ requestUrl: "http://169.254.169.254/" })).error).toMatchObject({ code: "EXPORT_URL" });
  expect((await exported({ columns: [{ key: "passwordHash" }] })).error).toMatchObject({ code: "EXPORT_COLUMN" });
});

test("table 19: a text that looks like a formula stays a text, and comes back as it was", async () => {
  await client.call("srmServer/v1/sheetPartRestful/saveOrUpdate", {
    partCode: "f1",
    partName: '=HYPERLINK("x")',
    kind: "RAW",
    weight: "1.5",
    remark: "@cmd",
  });
  const rows = await rowsOf((await exported()).bytes);
  expect(rows[1]!.slice(0, 4)).toEqual(["F1", '=HYPERLINK("x")', "原料", "1.5"]);
});

test("table 20: wrong rows are named, the others may go in, and the error workbook comes back corrected", async () => {
  const rows = Array.from(
    { length: 100 },
    (_, i) => [`P${i + 1}`, `part ${i + 1}`, i % 2 ? "制品" : "RAW", "2.25", "3", "2026-11-14", null] as unknown[],
  );
  rows[6]![2] = "unknown kind";
  rows[54]![1] = "forbidden";
  const file = await workbook(rows);
  const dry = await send(file);
  expect(dry).toMatchObject({ status: "S", data: { total: 100, ok: 98, failed: 2, inserts: 98, updates: 0 } });
  expect(dry.data.errors.map((e: any) => [e.row, e.column, e.code])).toEqual(
    expect.arrayContaining([
      [8, "kind", "LOOKUP_VALUE"],
      [56, "", "PART_NAME"],
    ]),
  );
  expect(await count(`"partCode" like 'P%'`)).toBe(0);
  const refused = await send(file, { dryRun: "N", importId: dry.data.importId });
  expect(refused).toMatchObject({ status: "E", code: "IMPORT_FAILED", msg: expect.stringContaining("2 行有误") });
  expect(refused.data, "what is wrong is listed as the check listed it").toMatchObject({
    status: "FAILED",
    total: 100,
    ok: 98,
    failed: 2,
    errors: dry.data.errors,
    errorFileId: expect.any(String),
  });
  expect(await count(`"partCode" like 'P%'`)).toBe(0);
  const written = await send(file, { dryRun: "N", mode: "VALID_ROWS", importId: dry.data.importId });
  expect(written.data).toMatchObject({ status: "PARTIAL", inserts: 98, failed: 2 });
  expect(await count(`"partCode" like 'P%'`)).toBe(98);
  const errors = await client.download("fileServer/v2/file/downloadBody", { id: written.data.errorFileId });
  const failed = (await rowsOf(errors.bytes)).filter((cells) => /^P\d+$/.test(cells[0] ?? ""));
  expect(failed.map((cells) => cells[0])).toEqual(["P7", "P55"]);

  const sentEvents = () => product.kernel.db.query(`select data from "Outbox" where event = 'IMPORT_DONE'`);
  expect(await sentEvents()).toMatchObject([{ data: { name: "零件", ok: 98, failed: 2 } }]);

  const corrected = await workbook([
    ["P7", "part 7", "原料", "2.25", "3", "2026-11-14", null],
    ["P55", "part 55", "RAW", "2.25", "3", "2026-11-14", null],
  ]);
  const second = await send(corrected);
  expect(second.data).toMatchObject({ ok: 2, inserts: 2 });
  expect((await send(corrected, { dryRun: "N", importId: second.data.importId })).data).toMatchObject({ status: "DONE", inserts: 2 });
  expect(await count(`"partCode" like 'P%'`)).toBe(100);
});

test("table 21: commit pressed twice, even at once, imports once and answers the same", async () => {
  const rows = Array.from({ length: 98 }, (_, i) => [`T${i + 1}`, `twice ${i + 1}`, "RAW", "1", null, null, null]);
  const file = await workbook(rows);
  const order = { dryRun: "N", mode: "VALID_ROWS", importId: (await send(file)).data.importId };
  const sentEvents = async () =>
    (
      await product.kernel.db.query(
        `select 1 from "Outbox" where event = 'IMPORT_DONE' and data ->> 'ok' = '98' and data ->> 'failed' = '0'`,
      )
    ).length;
  const both = await Promise.all([send(file, order), send(file, order)]);
  const [, second] = [await send(file, order), await send(file, order)];
  expect([...both, second].map((reply) => [reply.status, reply.data.inserts])).toEqual([
    ["S", 98],
    ["S", 98],
    ["S", 98],
  ]);
  expect([await count(`"partCode" like 'T%'`), await sentEvents()]).toEqual([98, 1]);
});

test.each(["doImport", "doImports", "importSaveOrUpdate"])("%s is the entity's own import: a file named or sent along", async (name) => {
  const path = `srmServer/v1/sheetPartRestful/${name}`;
  const [a, b] = [`${name}1`, `${name}2`].map((value) => value.toUpperCase());
  const named = await client.upload("fileServer/v2/file/upload", [
    {
      name: "parts.xlsx",
      bytes: await workbook([
        [a, "named", "RAW", "1", null, null, null],
        [b, "forbidden", "RAW", "1", null, null, null],
      ]),
    },
  ]);
  const order = { fileId: named.data[0].id, mode: "ALL_OR_NOTHING" };
  expect(await client.call(path, order)).toMatchObject({ status: "E", code: "IMPORT_FAILED" });
  expect(await client.call(path, { ...order, dryRun: "Y" })).toMatchObject({ data: { status: "CHECKED", total: 2, failed: 1 } });
  const { data } = await client.call(path, { ...order, mode: "VALID_ROWS" });
  expect(data).toMatchObject({ total: 2, ok: 1, failed: 1, status: "PARTIAL" });
  expect([typeof data.batchId, typeof data.errorFileId]).toEqual(["string", "string"]);
  const sent = [{ name: "parts.xlsx", bytes: await workbook([[b, "sent", "RAW", "1", null, null, null]]) }];
  expect((await client.upload(path, sent, { mode: "ALL_OR_NOTHING" })).data).toMatchObject({ status: "DONE", inserts: 1 });
  expect(await count(`"partCode" in ('${a}', '${b}')`)).toBe(2);
  expect(await client.call(path, { fileId: "nowhere" })).toMatchObject({ code: "FILE_NOT_FOUND" });
  expect(await client.call(`baseServer/v1/baseUsersRestful/${name}`, order)).toMatchObject({ code: "PERM_DENIED" });
});

test("export → edit → import loses nothing: unchanged rows are the same, an edited cell is the only difference", async () => {
  const file = await exported();
  const dry = await send(file.bytes);
  expect(dry.data).toMatchObject({ failed: 0, inserts: 0, updates: 0 });
  expect(dry.data.same).toBe(dry.data.total);
  const rows = (await rowsOf(file.bytes)).slice(1).filter((cells) => cells[0] === "P1");
  const edited = await workbook([[rows[0]![0], "renamed", rows[0]![2], rows[0]![3], rows[0]![4], rows[0]![5], "<NULL>"]]);
  const change = await send(edited);
  expect(change.data).toMatchObject({ updates: 1, inserts: 0 });
  expect(change.data.rows[0]).toMatchObject({ result: "changed", values: { partName: "renamed" }, old: { partName: "part 1" } });
});

test("table 18: 45,000 rows make three sheets of one moment, without doubles, while others write", async () => {
  const { db } = product.kernel;
  const stamp = `'s', now(), 's', now(), 1`;
  await db.query(`insert into "SheetPart" (id, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", "partCode", "partName", kind, weight)
    select '00' || lpad(i::text, 18, '0'), ${stamp}, 'X' || i, 'bulk', 'RAW', i from generate_series(1, 44899) i`);
  const total = await count();
  const reading = exported({ sheetMaxRow: 20_001 });
  const writing = Promise.all(
    Array.from({ length: 5 }, (_, i) =>
      client.call("srmServer/v1/sheetPartRestful/saveOrUpdate", { partCode: `late${i}`, partName: "late", kind: "RAW", weight: "1" }),
    ),
  );
  const file = await reading;
  await writing;
  const sheets = await Promise.all([0, 1, 2].map((i) => rowsOf(file.bytes, i)));
  expect(sheets.map((rows) => rows.length - 1).slice(0, 2)).toEqual([20_000, 20_000]);
  const codes = sheets.flatMap((rows) => rows.slice(1).map((cells) => cells[0]));
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.length).toBeGreaterThanOrEqual(total);
}, 60_000);

test("a background export gets a number, keeps the owner's permits, and can be downloaded by its owner", async () => {
  const asked = await client.call("exportServer/v1/exportExcelRestful/doBackExport", {
    paramsValue: { requestUrl: url, requestParams: { kind: "MADE" }, columns, fileName: "parts" },
    fileName: "parts",
  });
  expect(asked.msg).toMatch(/^EXP\d{8}\d{6}$/);
  let row: any;
  for (let i = 0; i < 100 && row?.status !== "DONE"; i++) {
    row = (await client.call("reportServer/v1/baseReportBackExportRestful/listByPage", { exportNum: asked.msg })).data[0];
    await new Promise((go) => setTimeout(go, 100));
  }
  expect(row).toMatchObject({ status: "DONE", progress: "100", rowCount: 50 });
  const file = await client.download("fileServer/v2/file/downloadBody", { id: row.fileId });
  expect((await rowsOf(file.bytes)).length).toBe(51);
});
