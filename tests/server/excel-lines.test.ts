import { afterAll, beforeAll, expect, test } from "vitest";
import { entity, type Me } from "#kernel/entity.ts";
import { code, date, int, money, pick, qty, ref, text } from "#kernel/field.ts";
import { lookup, module, page } from "#kernel/module.ts";
import { cmp, mul, round, sum } from "#kernel/decimal.ts";
import { refuse } from "#kernel/refusal.ts";
import { ask, rule, warn } from "#kernel/rule.ts";
import type { SheetRow } from "#kernel/server/excel/cell.ts";
import { expireExports } from "#kernel/server/sheet/back-export.ts";
import { readTable } from "#kernel/server/excel/read.ts";
import { findKeys } from "#kernel/server/excel/template.ts";
import { writeWorkbook } from "#kernel/server/excel/write.ts";
import { fromBufferPromise } from "yauzl";
import type { Client } from "../support/client.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";
import { responsibilityOf } from "../promises/house.ts";
import { save } from "../support/kernel.ts";
import { system } from "../support/generate.ts";

const maker = entity("LinesMaker", "厂商", "Maker", {
  fields: { makerCode: code("编码", "Code"), makerName: text("名称", "Name", { max: 60 }) },
  sees: { internal: "all", supplier: "all" },
  shows: { supplier: ["makerCode", "makerName"] },
  saves: "internal",
  unique: [{ fields: ["makerCode"] }],
});
/** Known by its code within its maker only. */
const plant = entity("LinesPlant", "工厂", "Plant", {
  fields: {
    makerId: ref("LinesMaker", "厂商", "Maker"),
    plantCode: code("编码", "Code"),
    plantName: text("名称", "Name", { max: 60 }),
  },
  sees: { internal: "all" },
  saves: "internal",
  unique: [{ fields: ["makerId", "plantCode"] }],
  title: ["plantCode", "plantName"],
});
const step = entity("LinesStep", "交货", "Delivery", {
  fields: { lineNum: int("序号", "No."), needDate: date("日期", "Date"), pieces: qty("件数", "Pieces") },
  sees: {},
  shows: { supplier: ["lineNum", "needDate", "pieces"] },
});
const item = entity("LinesItem", "明细", "Item", {
  fields: {
    lineNum: int("行号", "Line"),
    name: text("品名", "Name", { max: 40 }),
    kind: pick("类别", "Kind", "LINES_KIND", { optional: true }),
    qty: qty("数量", "Quantity", { least: 0 }),
    cost: money("成本", "Cost", { optional: true }),
    amount: money("金额", "Amount", { computed: true }),
  },
  lines: { steps: step },
  computes: { amount: (line) => round(mul(line.qty ?? "0", "2"), 2) },
  sees: {},
  shows: { supplier: ["lineNum", "name", "qty", "amount", "steps"] },
});
const offer = entity("LinesOffer", "报价单", "Offer", {
  number: ["offerNum", "OF{0001}"],
  fields: {
    offerNum: text("单号", "No.", { computed: true, max: 40 }),
    title: text("标题", "Title", { max: 60 }),
    makerId: ref("LinesMaker", "厂商", "Maker"),
    plantId: ref("LinesPlant", "工厂", "Plant", { optional: true, within: { makerId: "makerId" } }),
    secret: text("内部价", "Inner price", { optional: true }),
    total: money("合计", "Total", { computed: true }),
  },
  lines: { items: item },
  computes: { total: (doc) => round(sum(doc.items.map((l: { amount: string }) => l.amount ?? "0")), 2) },
  states: { DRAFT: ["拟定", "Draft"], DONE: ["完成", "Done", "done"] },
  savesFrom: ["DRAFT"],
  sees: { internal: "all", supplier: (me: Me) => ({ makerId: me.supplierId ?? "-" }) },
  shows: { supplier: ["offerNum", "title", "makerId", "total", "status" as never, "items"] },
  saves: "both",
  title: ["offerNum", "title"],
  list: ["offerNum", "title", "makerId", "total"],
  search: ["offerNum", "title"],
});
const offerSave = rule(offer, "saveOrUpdate", {
  decide: (doc) => [
    doc.items.some((line) => line.name === "forbidden") && refuse("LINES_NAME", "品名不可用", "The name is not available"),
    doc.items.length > 4 && warn("LINES_MANY", "明细很多", "Many items"),
    cmp(doc.items[0]?.qty ?? "0", "1000") > 0 && ask("LINES_LARGE", "数量很大，确定吗？", "A large quantity. Go on?"),
    (doc.title ?? "").endsWith("?") && ask("LINES_TITLE", `标题是${doc.title}吗？`, `Is the title ${doc.title}`),
  ],
});
const buttons = ["btnAdd", "btnSave", "btnImport", "btnExport"];
const offers = module("lines", "报价", "Offers", {
  entities: [maker, plant, offer],
  rules: [offerSave],
  lookups: { LINES_KIND: lookup("类别", "Kind", { RAW: ["原料", "Raw"], OTHER: ["其他", "Other"], REST: ["其他", "Rest"] }) },
  menus: [
    page("linesOfferList", "报价单", "Offers", { entities: [offer, maker, plant], buttons }),
    page("linesOfferMine", "我的报价", "My offers", { entities: [offer], buttons, audience: "SUPPLIER" }),
  ],
  roles: {
    LINES: { label: ["报价", "Offers"], audience: "INTERNAL", grants: ["linesOfferList", "reportBackExportList"] },
    LINES_SUP: { label: ["厂商", "Maker"], audience: "SUPPLIER", grants: ["linesOfferMine"] },
  },
});

let product: TestProduct;
let client: Client;
let acme: string;
const url = "/srmServer/v1/linesOfferRestful/listByPage";
const saveOffer = (body: object) => client.call("srmServer/v1/linesOfferRestful/saveOrUpdate", body);
const find = async (id: string): Promise<any> => (await client.call("srmServer/v1/linesOfferRestful/findById", { id })).data;

async function person(userName: string, responsibility: string, supplierId: string | null = null): Promise<Client> {
  const { kernel } = product;
  const user = await save(
    kernel,
    "BaseUsers",
    { userName, displayName: userName, email: `${userName}@example.com`, userType: supplierId ? "SUPPLIER" : "INTERNAL", supplierId },
    system,
  );
  const { phc, pepperId } = await product.gate.passwords.hash("Lines@2026x");
  await kernel.directory.setPassword(user.id, phc, pepperId, { mustChange: false, by: "system", reason: "ADMIN" });
  const responsibilityId = await responsibilityOf(kernel, responsibility);
  await save(kernel, "BaseUserResp", { userId: user.id, responsibilityId, supplierId }, system);
  return product.signIn(userName, "Lines@2026x");
}

beforeAll(async () => {
  product = await openTestProduct([offers]);
  client = await person("buyer1", "LINES");
  acme = (await client.call("srmServer/v1/linesMakerRestful/saveOrUpdate", { makerCode: "acme", makerName: "Acme 工业" })).data.id;
  await client.call("srmServer/v1/linesMakerRestful/saveOrUpdate", { makerCode: "bolt", makerName: "Bolt" });
});
afterAll(() => product?.drop());

const line = (lineNum: number, name: string, more: object = {}) => ({
  lineNum,
  name,
  kind: "OTHER",
  qty: "2.5",
  cost: "1.00",
  steps: [{ lineNum: 1, needDate: "2026-12-01", pieces: "1.5" }],
  ...more,
});
const offerBody = (title: string) => ({ title, makerId: acme, secret: "inner", items: [line(10, "bolt"), line(20, "nut")] });

const exportBack = (by: Client, ids: readonly string[], more: object = {}) =>
  by.download("exportServer/v1/exportExcelRestful/customExportExcel", {
    requestUrl: url,
    requestParams: { ids },
    columns: ["offerNum", "title", "makerId", "total"].map((key) => ({ key })),
    fileName: "offers",
    customParams: { templateCode: "LinesOffer" },
    ...more,
  });

interface Sheet {
  readonly name: string;
  readonly keys: (string | null)[];
  readonly version: string;
  readonly top: SheetRow[];
  rows: (string | null)[][];
}

async function sheetsIn(bytes: Buffer): Promise<Sheet[]> {
  const bySheet = new Map<number, SheetRow[]>();
  const reading = readTable(bytes, { every: true });
  for await (const batch of reading) for (const row of batch) bySheet.set(row.sheet!, [...(bySheet.get(row.sheet!) ?? []), row]);
  return [...bySheet].map(([at, rows]) => {
    const keyed = findKeys(rows);
    const last = keyed?.row ?? 1;
    return {
      name: reading.info.sheets[at]!,
      keys: [...(keyed?.keys ?? [])],
      version: keyed?.version ?? "",
      top: rows.filter((row) => row.row <= last),
      rows: rows.filter((row) => row.row > last && !row.cells[0]?.startsWith("#")).map((row) => [...row.cells]),
    };
  });
}

async function bookOf(sheets: readonly Sheet[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await writeWorkbook(
    async (bytes) => void chunks.push(bytes),
    sheets.map((sheet) => ({
      name: sheet.name,
      columns: sheet.keys.map((key) => ({ key: key!, title: key! })),
      keys: { of: sheet.keys.map((key) => key!), version: sheet.version },
      rows: [sheet.rows],
    })),
  );
  return Buffer.concat(chunks);
}

const put = (sheet: Sheet, row: number, key: string, value: string | null): void => {
  const cells = sheet.rows[row]!;
  while (cells.length < sheet.keys.length) cells.push(null);
  cells[sheet.keys.indexOf(key)] = value;
};

const send = (by: Client, bytes: Buffer, meta: object = {}) =>
  by.upload("exportServer/v1/importExcelRestful/importExcel", [{ name: "offers.xlsx", bytes }], {
    templateCode: "LinesOffer",
    dryRun: "Y",
    mode: "ALL_OR_NOTHING",
    ...meta,
  });

test("export with lines → edit lines and lines of lines → import: exactly these changes, under their document", async () => {
  const entry = (await saveOffer(offerBody("first"))).data;
  const two = (await saveOffer(offerBody("second"))).data;
  const file = await exportBack(client, [entry.id, two.id]);
  const sheets = await sheetsIn(file.bytes);
  expect(sheets.map((sheet) => [sheet.name, sheet.keys, sheet.rows.length])).toEqual([
    ["报价单", ["id", "offerNum", "title", "makerId"], 2],
    ["明细", ["items/id", "offerNum", "items/lineNum", "items/name", "items/kind", "items/qty", "items/cost"], 4],
    ["交货", ["items/steps/id", "offerNum", "items/lineNum", "items/steps/lineNum", "items/steps/needDate", "items/steps/pieces"], 4],
  ]);
  // Two codes share the word 其他: what leads back for sure is the code.
  expect(sheets[1]!.rows[0]).toContain("OTHER");
  expect((await send(client, file.bytes)).data).toMatchObject({ total: 10, same: 10, inserts: 0, updates: 0, failed: 0 });

  put(sheets[1]!, 1, "items/qty", "7");
  put(sheets[1]!, 1, "items/kind", "原料");
  put(sheets[2]!, 0, "items/steps/pieces", "9");
  sheets[1]!.rows.push([null, two.offerNum, "30", "washer", null, "4"]);
  sheets[2]!.rows.push([null, two.offerNum, "30", "1", "2027-01-31", "4"]);
  sheets[1]!.rows.splice(0, 1);
  const edited = await bookOf(sheets);
  const dry = await send(client, edited);
  expect(dry.data).toMatchObject({ total: 11, updates: 2, inserts: 2, same: 7, failed: 0 });
  const touched = dry.data.rows.filter((row: any) => row.result !== "same");
  expect(touched.map((row: any) => [row.sheet, row.path, row.result])).toEqual([
    ["明细", "items", "changed"],
    ["交货", "items/steps", "changed"],
    ["明细", "items", "new"],
    ["交货", "items/steps", "new"],
  ]);
  expect(dry.data.rows[0]).toMatchObject({ path: "", values: { makerId: "ACME Acme 工业" } });
  const done = await send(client, edited, { dryRun: "N", importId: dry.data.importId });
  expect(done.data).toMatchObject({ status: "DONE", updates: 2, inserts: 2 });
  const [first, second] = [await find(entry.id), await find(two.id)];
  expect(first.items.map((l: any) => [l.lineNum, l.qty, l.kind])).toEqual([
    [10, "2.5", "OTHER"],
    [20, "7", "RAW"],
  ]);
  expect(first).toMatchObject({ total: "19.00", versionNum: 2 });
  expect(first.items[0].steps[0].pieces).toBe("9");
  expect(second.items.map((l: any) => l.lineNum)).toEqual([10, 20, 30]);
  expect(second.items[2].steps).toMatchObject([{ needDate: "2027-01-31", pieces: "4" }]);
  const history = (await client.call("srmServer/v1/linesOfferRestful/history", { id: entry.id })).data;
  expect(history[0]).toMatchObject({ action: "saveOrUpdate", why: "Excel" });
  expect(history[0].changes.map((c: any) => String(c.path))).toEqual(expect.arrayContaining([expect.stringContaining("qty")]));
});

test("the template has the sheets of lines with their choices; a new document and its lines are tied by a word of one's own", async () => {
  const template = await client.download("exportServer/v1/importExcelRestful/downloadImportTemplate", { templateCode: "LinesOffer" });
  const sheets = await sheetsIn(template.bytes);
  expect(sheets.map((sheet) => sheet.name)).toEqual(["报价单", "明细", "交货"]);
  const zip = await fromBufferPromise(template.bytes);
  let choices = "";
  for await (const entry of zip.eachEntry())
    if (entry.fileName === "xl/worksheets/sheet2.xml")
      for await (const part of await zip.openReadStreamPromise(entry)) choices += String(part);
  expect(choices).toContain("原料,其他");
  const fill = (sheet: Sheet, row: Record<string, string>): void => void sheet.rows.push(sheet.keys.map((key) => row[key!] ?? null));
  fill(sheets[0]!, { offerNum: "NEW1", title: "fresh", makerId: "bolt" });
  fill(sheets[1]!, { offerNum: "NEW1", "items/lineNum": "1", "items/name": "pin", "items/qty": "3" });
  fill(sheets[2]!, {
    offerNum: "NEW1",
    "items/lineNum": "1",
    "items/steps/lineNum": "1",
    "items/steps/needDate": "2026-12-24",
    "items/steps/pieces": "3",
  });
  const file = await bookOf(sheets);
  const dry = await send(client, file);
  expect(dry.data).toMatchObject({ inserts: 3, failed: 0, warnings: [{ sheet: "报价单", column: "offerNum", code: "IMPORT_NEW_NUMBER" }] });
  await send(client, file, { dryRun: "N", importId: dry.data.importId });
  const [made] = (await client.call(url.slice(1), { title: "fresh" })).data;
  expect(made.offerNum).toMatch(/^OF\d{4}$/);
  expect((await find(made.id)).items).toMatchObject([{ lineNum: 1, name: "pin", steps: [{ pieces: "3" }] }]);
  const old = await bookOf(sheets.map((sheet) => ({ ...sheet, version: "00000000" })));
  expect(await send(client, old)).toMatchObject({ status: "E", code: "IMPORT_VERSION" });
});

test("a code that is known within another reference of its row is looked up within it", async () => {
  const { data: makers } = await client.call("srmServer/v1/linesMakerRestful/listByPage", {});
  const named = (makerCode: string): string => makers.find((candidate: any) => candidate.makerCode === makerCode).id;
  const plants = async (makerCode: string, plantCode: string): Promise<string> =>
    (
      await client.call("srmServer/v1/linesPlantRestful/saveOrUpdate", {
        makerId: named(makerCode),
        plantCode,
        plantName: `${makerCode} ${plantCode}`,
      })
    ).data.id;
  const [ofAcme, ofBolt] = [await plants("ACME", "P01"), await plants("BOLT", "P01")];
  await plants("BOLT", "P02");
  const template = await client.download("exportServer/v1/importExcelRestful/downloadImportTemplate", { templateCode: "LinesOffer" });
  const sheets = await sheetsIn(template.bytes);
  const fill = (row: Record<string, string>): void => void sheets[0]!.rows.push(sheets[0]!.keys.map((key) => row[key!] ?? null));
  fill({ offerNum: "W1", title: "within acme", makerId: "acme", plantId: "P01" });
  fill({ offerNum: "W2", title: "within bolt", plantId: "P01", makerId: "bolt" });
  const file = await bookOf(sheets);
  const dry = await send(client, file);
  expect(dry.data).toMatchObject({ inserts: 2, failed: 0 });
  await send(client, file, { dryRun: "N", importId: dry.data.importId });
  const plantOf = async (title: string): Promise<string> => (await client.call(url.slice(1), { title })).data[0].plantId;
  expect([await plantOf("within acme"), await plantOf("within bolt")]).toEqual([ofAcme, ofBolt]);
  sheets[0]!.rows = [];
  fill({ offerNum: "W3", title: "foreign", makerId: "acme", plantId: "P02" });
  const foreign = await send(client, await bookOf(sheets));
  expect(foreign.data.errors.map((error: any) => error.code)).toEqual(["DATA_WITHIN"]);
});

test("every error names its sheet and row; a document goes in whole or not at all; the error workbook comes back corrected", async () => {
  const good = (await saveOffer(offerBody("good"))).data;
  const bad = (await saveOffer(offerBody("bad"))).data;
  const sheets = await sheetsIn((await exportBack(client, [good.id, bad.id])).bytes);
  put(sheets[1]!, 0, "items/qty", "11");
  put(sheets[1]!, 2, "items/name", "forbidden");
  put(sheets[1]!, 3, "items/qty", "-4");
  sheets[1]!.rows.push([null, bad.offerNum, "30", null, null, "1"]);
  sheets[1]!.rows.push([null, "NOWHERE", "30", "lost", null, "1"]);
  const file = await bookOf(sheets);
  const dry = await send(client, file);
  expect(dry.data.errors.map((e: any) => [e.sheet, e.row, e.column, e.code])).toEqual(
    expect.arrayContaining([
      ["明细", 6, "qty", "TABLE_RANGE"],
      ["明细", 8, "", "DATA_NOT_FOUND"],
      ["报价单", 4, "", "IMPORT_HELD"],
    ]),
  );
  const written = await send(client, file, { dryRun: "N", mode: "VALID_ROWS", importId: dry.data.importId });
  expect(written.data).toMatchObject({ status: "PARTIAL", updates: 1 });
  expect((await find(good.id)).items[0].qty).toBe("11");
  expect((await find(bad.id)).versionNum).toBe(1);
  const errors = await client.download("fileServer/v2/file/downloadBody", { id: written.data.errorFileId });
  const failed = await sheetsIn(errors.bytes);
  expect(failed.map((sheet) => sheet.name)).toEqual([
    "失败行 报价单",
    "失败行 明细",
    "失败行 交货",
    "全部行 报价单",
    "全部行 明细",
    "全部行 交货",
  ]);
  expect(failed[0]!.rows.map((cells) => cells[2])).toEqual(["bad"]);
  expect(failed[1]!.rows).toHaveLength(4);

  // Corrected as it is: the failed rows change, the copies behind them are only to be looked at.
  const [, lines] = failed;
  lines!.rows = lines!.rows.filter((cells) => cells[1] !== "NOWHERE");
  put(lines!, 0, "items/name", "allowed");
  put(lines!, 1, "items/qty", "4");
  put(lines!, 2, "items/name", "third");
  const again = await send(
    client,
    await bookOf(failed.slice(0, 3).map((sheet) => ({ ...sheet, keys: sheet.keys.map((key) => key ?? "!error") }))),
  );
  expect(again.data).toMatchObject({ failed: 0, updates: 2, inserts: 1 });
  expect((await send(client, errors.bytes)).data.sheets).toHaveLength(3);
});

test("a rule's warning is listed, its question must be answered before anything is written", async () => {
  const asked = (await saveOffer({ ...offerBody("asked"), items: Array.from({ length: 5 }, (_, i) => line(i + 1, `item ${i}`)) })).data;
  const sheets = await sheetsIn((await exportBack(client, [asked.id])).bytes);
  put(sheets[1]!, 0, "items/qty", "5000");
  const file = await bookOf(sheets);
  const dry = await send(client, file);
  expect(dry.data.asks).toEqual([{ code: "LINES_LARGE", msg: "数量很大，确定吗？", rows: [{ sheet: "报价单", row: 3 }] }]);
  expect(dry.data.warnings).toMatchObject([{ sheet: "报价单", row: 3, code: "LINES_MANY" }]);
  const order = { dryRun: "N", importId: dry.data.importId };
  expect(await send(client, file, order)).toMatchObject({ status: "E", code: "CONFIRM_NEEDED", data: { asks: [{ code: "LINES_LARGE" }] } });
  expect((await find(asked.id)).versionNum).toBe(1);
  expect((await send(client, file, { ...order, confirmed: ["LINES_LARGE"] })).data).toMatchObject({ status: "DONE", updates: 1 });
});

test("a question that each document asks in its own words is told row by row, and answered for all of them", async () => {
  const ids = [(await saveOffer(offerBody("first"))).data.id, (await saveOffer(offerBody("second"))).data.id];
  const sheets = await sheetsIn((await exportBack(client, ids)).bytes);
  for (const i of [0, 1]) put(sheets[0]!, i, "title", `${["one", "two"][i]}?`);
  const file = await bookOf(sheets);
  const dry = await send(client, file);
  const [asked] = dry.data.asks;
  expect([dry.data.asks.length, asked.code, asked.msg]).toEqual([1, "LINES_TITLE", "标题是one?吗？"]);
  expect(asked.rows.map((row: any) => row.msg)).toEqual([undefined, "标题是two?吗？"]);
  const order = { dryRun: "N", importId: dry.data.importId, confirmed: ["LINES_TITLE"] };
  expect((await send(client, file, order)).data).toMatchObject({ status: "DONE", updates: 2 });
});

test("lines left out stay, unless the template says that they go", async () => {
  const data = (await saveOffer(offerBody("kept"))).data;
  const sheets = await sheetsIn((await exportBack(client, [data.id])).bytes);
  sheets[1]!.rows.splice(1, 1);
  sheets[2]!.rows.splice(1, 1);
  const file = await bookOf(sheets);
  expect((await send(client, file)).data).toMatchObject({ same: 3, updates: 0, removes: 0 });
  await save(
    product.kernel,
    "BaseImportTemplate",
    { templateCode: "OFFER_WHOLE", nameCn: "整单", nameEn: "Whole", entity: "LinesOffer", keyFields: [], columns: [], removesMissing: "Y" },
    system,
  );
  const dry = await send(client, file, { templateCode: "OFFER_WHOLE" });
  expect(dry.data).toMatchObject({ removes: 1, updates: 0 });
  await send(client, file, { templateCode: "OFFER_WHOLE", dryRun: "N", importId: dry.data.importId });
  expect((await find(data.id)).items.map((l: any) => l.lineNum)).toEqual([10]);
});

test("a supplier's file holds only what the supplier may see, and brings in only what it may write", async () => {
  const mine = (await saveOffer(offerBody("supplier"))).data;
  const foreign = (
    await saveOffer({
      ...offerBody("foreign"),
      makerId: (await client.call("srmServer/v1/linesMakerRestful/listByPage", { makerCode: "BOLT" })).data[0].id,
    })
  ).data;
  const supplier = await person("acme1", "LINES_SUP", acme);
  const sheets = await sheetsIn((await exportBack(supplier, [mine.id, foreign.id])).bytes);
  expect(sheets.map((sheet) => [sheet.keys.map((key) => key!.split("/").at(-1)), sheet.rows.length])).toEqual([
    [["id", "offerNum", "title", "makerId"], 1],
    [["id", "offerNum", "lineNum", "name", "qty"], 2],
    [["id", "offerNum", "lineNum", "lineNum", "needDate", "pieces"], 2],
  ]);
  put(sheets[0]!, 0, "title", "by supplier");
  sheets[1]!.rows.push([null, foreign.offerNum, "90", "smuggled", "1"]);
  const dry = await send(supplier, await bookOf(sheets));
  expect(dry.data).toMatchObject({ updates: 1, failed: 1 });
  expect(dry.data.errors).toMatchObject([{ code: "DATA_NOT_FOUND" }]);
  const full = await sheetsIn((await exportBack(client, [mine.id])).bytes);
  expect(await send(supplier, await bookOf(full))).toMatchObject({ status: "E", code: "IMPORT_VERSION" });
});

test("custom exports: titles, groups with sums, merged neighbours, codes, one file for each value", async () => {
  const custom = (customParams: object) =>
    client.download("exportServer/v1/exportExcelRestful/customExportExcel", {
      requestUrl: url,
      requestParams: { title: "f" },
      columns: ["makerId", "title", "total", "status"].map((key) => ({ key })),
      customParams,
    });
  const grouped = await sheetsIn(
    (await custom({ titleRows: [["报价"]], groupBy: "makerId", mergeFields: ["makerId"], dictionaryMode: "BOTH" })).bytes,
  );
  const cells = [...grouped[0]!.top.map((row) => row.cells), ...grouped[0]!.rows];
  expect(cells[0]).toEqual(["报价"]);
  expect(cells[2]).toEqual(["ACME Acme 工业", "first", "19.00", "DRAFT 拟定"]);
  expect(cells.some(([first, , total]) => first?.startsWith("小计 BOLT Bolt (2)") && total !== null)).toBe(true);
  const zip = await custom({ zipByField: "makerId" });
  const names: string[] = [];
  for await (const entry of (await fromBufferPromise(zip.bytes)).eachEntry()) names.push(entry.fileName);
  expect(names).toEqual(["报价单_ACME Acme 工业.xlsx", "报价单_BOLT Bolt.xlsx"]);
  expect((await custom({ groupBy: "nothing" })).error).toMatchObject({ code: "EXPORT_COLUMN" });
});

test("the same background export asked twice has one number; it can be run again; its owner alone takes it away", async () => {
  const paramsValue = { requestUrl: url, requestParams: {}, columns: [{ key: "title" }], customParams: { templateCode: "LinesOffer" } };
  const [a, b] = [
    await client.call("exportServer/v1/exportExcelRestful/doBackExport", { paramsValue, fileName: "offers" }),
    await client.call("exportServer/v1/exportExcelRestful/doBackExport", { paramsValue, fileName: "offers" }),
  ];
  expect(b.msg).toBe(a.msg);
  const row = async (): Promise<any> =>
    (await client.call("reportServer/v1/baseReportBackExportRestful/listByPage", { exportNum: a.msg })).data[0];
  const until = async (status: string): Promise<any> => {
    for (let i = 0; i < 100 && (await row()).status !== status; i++) await new Promise((go) => setTimeout(go, 50));
    return row();
  };
  const done = await until("DONE");
  const taken = await client.download("reportServer/v1/baseReportBackExportRestful/download", { id: done.id });
  expect((await sheetsIn(taken.bytes)).map((sheet) => sheet.name)).toEqual(["报价单", "明细", "交货"]);
  expect((await row()).downloadCount).toBe(1);
  expect((await client.call("reportServer/v1/baseReportBackExportRestful/doRerun", { id: done.id })).data.status).toBe("WAITING");
  expect((await until("DONE")).tryCount).toBe(1);
  await product.kernel.db.query(`update "BaseReportBackExport" set "expireAt" = now() - interval '1 day' where id = $1`, [done.id]);
  await expireExports({ kernel: product.kernel, clock: { now: () => new Date() } });
  expect(await row()).toMatchObject({ status: "EXPIRED", fileId: null });
  const late = await client.download("reportServer/v1/baseReportBackExportRestful/download", { id: done.id });
  expect(late.error).toMatchObject({ code: "EXPORT_EXPIRED" });
  const other = await person("buyer2", "LINES");
  expect((await other.download("reportServer/v1/baseReportBackExportRestful/download", { id: done.id })).error).toMatchObject({
    code: "EXPORT_NOT_FOUND",
  });
});
