import { buffer } from "node:stream/consumers";
import type { Download, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SheetRow } from "#kernel/server/excel/cell.ts";
import { readTable } from "#kernel/server/excel/read.ts";
import { findKeys } from "#kernel/server/excel/template.ts";
import { writeWorkbook } from "#kernel/server/excel/write.ts";
import { errorsOf, goTo, openPage, signInOn } from "../support/browser.ts";
import { adminPassword, openTestProduct, type TestProduct } from "../support/product.ts";

/** Lists out to a workbook with their lines, edited, and back in, as somebody who keeps the lookups does it. */
let product: TestProduct;
let page: Page;

const values = [
  { lookupCode: "STEEL", meaning: "钢材", meaningEn: "Steel", seqNum: 10 },
  { lookupCode: "COPPER", meaning: "铜材", meaningEn: "Copper", seqNum: 20 },
  { lookupCode: "PLASTIC", meaning: "塑料", meaningEn: "Plastic", seqNum: 30 },
];
const types = [
  ["TRIP_MATERIAL", "旅程材料", "Trip material"],
  ["TRIP_COLOUR", "旅程颜色", "Trip colour"],
] as const;

beforeAll(async () => {
  product = await openTestProduct();
  await product.person("keeper", ["MASTER_DATA"]);
  const client = await product.signIn("keeper", adminPassword);
  for (const [lookupType, meaning, meaningEn] of types) {
    const row = { lookupType, meaning, meaningEn, customizationLevel: "USER", values };
    expect(await client.call("baseServer/v1/baseLookupTypesRestful/saveOrUpdate", row)).toMatchObject({ status: "S" });
  }
  page = await openPage({ acceptDownloads: true });
  await signInOn(page, product.url, "keeper", adminPassword);
});
afterAll(async () => {
  await page?.context().close();
  await product?.drop();
});

function soon<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: 30_000, interval: 50 });
}
const press = (name: string): Promise<void> => page.getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();
const bytesOf = async (download: Download): Promise<Buffer> => buffer(await download.createReadStream());
const dialog = (): Locator => page.getByRole("dialog").filter({ visible: true });
/** Pictures are taken on request: PICTURES names the folder. */
const picture = async (name: string): Promise<void> => {
  const folder = process.env["PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

interface Sheet {
  readonly name: string;
  readonly keys: readonly string[];
  readonly labels: readonly (string | null)[];
  readonly version: string;
  readonly rows: (string | null)[][];
}

async function sheetsIn(file: Buffer): Promise<Sheet[]> {
  const reading = readTable(file, { every: true });
  const bySheet = new Map<number, SheetRow[]>();
  for await (const batch of reading) for (const row of batch) bySheet.set(row.sheet!, [...(bySheet.get(row.sheet!) ?? []), row]);
  return [...bySheet].map(([at, rows]) => {
    const keyed = findKeys(rows)!;
    return {
      name: reading.info.sheets[at]!,
      keys: keyed.keys.map((key) => key ?? ""),
      version: keyed.version!,
      labels: rows.find((row) => row.row === keyed.row - 1)!.cells,
      rows: rows.filter((row) => row.row > keyed.row).map((row) => [...row.cells]),
    };
  });
}

async function bookOf(sheets: readonly Sheet[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await writeWorkbook(
    async (bytes) => void chunks.push(bytes),
    sheets.map(({ name, keys, labels, version, rows }) => ({
      name,
      keys: { of: keys, version },
      rows: [rows],
      columns: keys.map((key, i) => ({ key, title: labels[i] ?? key })),
    })),
  );
  return Buffer.concat(chunks);
}

const put = (sheet: Sheet, which: readonly string[], key: string, value: string): void => {
  const cells = sheet.rows.find((row) => which.every((word) => row.includes(word)))!;
  while (cells.length < sheet.keys.length) cells.push(null);
  cells[sheet.keys.indexOf(key)] = value;
};

async function openList(): Promise<void> {
  await goTo(page, "lookuptype");
  await page
    .getByRole("button", { name: /^(导出|Export)$/ })
    .filter({ visible: true })
    .waitFor();
}

/** The list's own file, to be edited: every type with its values. */
async function takeOut(words: { open: string; edit: string; shot: string }): Promise<Sheet[]> {
  await openList();
  await page.locator("[role=row]").nth(3).waitFor();
  await press(words.open);
  await dialog().getByText(words.edit).click();
  await picture(words.shot);
  const coming = page.waitForEvent("download");
  await dialog().getByRole("button", { name: words.open, exact: true }).click();
  return sheetsIn(await bytesOf(await coming));
}

/** Chooses the file and waits for the answer of the check. */
async function choose(sheets: readonly Sheet[]): Promise<void> {
  const file = { name: "lookups.xlsx", mimeType: "application/octet-stream", buffer: await bookOf(sheets) };
  await dialog().locator("input[type=file]").setInputFiles(file);
  await dialog().locator(".pg-import-counts").waitFor();
}

test("a list goes out with its lines, comes back edited, shows the differences and leaves them in the history", async () => {
  const sheets = await takeOut({ open: "导出", edit: "修改后再导入", shot: "export-cn" });
  expect(sheets.map((sheet) => sheet.name)).toEqual(["快码类型", "快码值"]);
  const [heads, lines] = sheets as [Sheet, Sheet];
  put(lines, ["TRIP_MATERIAL", "COPPER"], "values/meaning", "黄铜");
  put(lines, ["TRIP_MATERIAL", "PLASTIC"], "values/enabledFlag", "否");
  const wood: Readonly<Record<string, string>> = { lookupType: "TRIP_MATERIAL", "values/lookupCode": "WOOD", "values/meaning": "木材" };
  lines.rows.push(lines.keys.map((key) => wood[key] ?? null));
  put(heads, ["TRIP_COLOUR"], "meaning", "颜色");
  const wrong = structuredClone(sheets);
  put(wrong[1]!, ["TRIP_COLOUR", "STEEL"], "values/seqNum", "many");

  await press("导入");
  await choose(wrong);
  await soon(() => dialog().locator(".pg-import-problems li").first().textContent()).toContain("快码值");
  await page.keyboard.press("F8");
  await soon(() => dialog().locator(".pg-import-error").count()).toBeGreaterThan(0);
  await picture("import-cn");
  const errors = page.waitForEvent("download");
  await dialog()
    .getByRole("button", { name: /下载错误文件/ })
    .click();
  const failed = await sheetsIn(await bytesOf(await errors));
  expect(failed.map((sheet) => sheet.name)).toContain("失败行 快码值");

  await press("换文件");
  await choose(sheets);
  await soon(() => dialog().locator(".pg-import-count-changed b").textContent()).toBe("3");
  const changed = dialog().locator(".pg-import-row.pg-import-changed", { hasText: "黄铜" });
  await soon(() => changed.locator(".pg-import-cell-changed").first().textContent()).toMatch(/铜材\s*黄铜/);
  expect(await dialog().locator(".pg-import-sub").first().textContent()).toContain("快码值");
  expect(await dialog().locator(".pg-import-row.pg-import-new", { hasText: "WOOD" }).count()).toBe(1);
  await picture("import-lines-cn");
  await dialog().getByRole("button", { name: "写入 4 行" }).click();
  await dialog().getByText("已写入 4 行").waitFor();
  await press("查看列表");

  const { id } = (await product.kernel.db.one<{ id: string }>(`select id from "BaseLookupTypes" where "lookupType" = 'TRIP_MATERIAL'`))!;
  await goTo(page, `lookupTypeEdit?id=${id}`);
  const tab = page.getByRole("tab", { name: /变更|历史|记录/ }).filter({ visible: true });
  await tab.first().click();
  const history = page.locator(".pg-history").filter({ visible: true });
  await soon(() => history.first().textContent()).toContain("黄铜");
  await soon(() => history.first().textContent()).toContain("Excel");
  await picture("import-history-cn");
  expect(errorsOf(page)).toEqual([]);
});

test("an export in the background has a number, shows how far it is, and is taken away by its owner", async () => {
  await openList();
  await press("导出");
  await dialog().getByText("在后台导出，完成后通知我").click();
  await dialog().getByRole("button", { name: "后台导出" }).click();
  const row = page
    .locator("[role=row]", { hasText: /EXP\d{14}/ })
    .filter({ visible: true })
    .first();
  await soon(() => row.textContent()).toContain("已完成");
  await picture("back-export-cn");
  const taken = row.getByRole("button", { name: /^下载/ }).first();
  const [download] = await Promise.all([page.waitForEvent("download"), taken.click()]);
  expect(download.suggestedFilename()).toMatch(/^快码类型_\d{14}\.xlsx$/);
  expect(errorsOf(page)).toEqual([]);
});

test("in English the same differences read in English", async () => {
  await page.evaluate(() => localStorage.setItem("currentLanguage", "EN"));
  await page.reload();
  const sheets = await takeOut({ open: "Export", edit: "To edit and import back", shot: "export-en" });
  const [, lines] = sheets as [Sheet, Sheet];
  put(lines, ["TRIP_COLOUR", "STEEL"], "values/meaningEn", "Grey");
  put(lines, ["TRIP_MATERIAL", "STEEL"], "values/seqNum", "1.5");
  await press("Import");
  await choose(sheets);
  await soon(() => dialog().locator(".pg-import-row.pg-import-changed").first().textContent()).toContain("Grey");
  await soon(() => dialog().locator(".pg-import-problems").textContent()).toContain("Lookup value");
  await picture("import-en");
  expect(errorsOf(page)).toEqual([]);
});
