import { readXlsx } from "hucre";
import { expect, test } from "vitest";
import type { SheetRow } from "./cell.ts";
import { readTable } from "./read.ts";
import { findKeys, isMarked, type TemplatePlan, templateWorkbook } from "./template.ts";

const units = ["个", "千克", "米"];
const countries = Array.from({ length: 120 }, (_, i) => `国家,${i}`);
const plan: TemplatePlan = {
  title: "物料导入",
  version: "3",
  columns: [
    { key: "itemCode", label: "物料编码", required: true, hint: "最多30个字符" },
    { key: "qty", label: "数量", kind: "number", scale: 4, hint: "大于0" },
    { key: "needBy", label: "需求日期", kind: "date", required: true },
    { key: "uom", label: "单位", options: units },
    { key: "country", label: "国家", options: countries },
  ],
  example: ["A-1001", "12.5", "2026-03-01", "个", "国家,1"],
  maxRows: 2000,
};

async function rowsOf(file: Buffer, sheet?: string): Promise<SheetRow[]> {
  const all: SheetRow[] = [];
  for await (const batch of readTable(file, sheet === undefined ? {} : { sheet })) all.push(...batch);
  return all;
}

test("the template shows title, labels, hints and an example, and carries hidden keys and its version", async () => {
  const rows = await rowsOf(await templateWorkbook([plan]));
  expect(rows.map((row) => row.cells)).toEqual([
    ["物料导入"],
    ["物料编码 *", "数量", "需求日期 *", "单位", "国家"],
    ["最多30个字符", "大于0"],
    ["#itemCode v3", "#qty", "#needBy", "#uom", "#country"],
    ["# A-1001", "12.5", "2026-03-01", "个", "国家,1"],
  ]);
  expect(findKeys(rows)).toEqual({ row: 4, keys: ["itemCode", "qty", "needBy", "uom", "country"], version: "3" });
  expect(rows.map(isMarked)).toEqual([false, false, false, true, true]);
});

test("another program sees drop-downs, formats, red required labels, the hidden row and the frozen header", async () => {
  const book = await readXlsx(await templateWorkbook([plan]), { readStyles: true });
  const [sheet, lists] = book.sheets;
  expect(book.sheets.map((s) => s.name)).toEqual(["物料导入", "_lists"]);
  expect(lists!.hidden).toBe(true);
  expect(lists!.rows.map((row) => row[0])).toEqual(countries);
  const choices = sheet!.dataValidations!;
  expect(choices).toHaveLength(2);
  expect(choices[0]).toMatchObject({ type: "list", range: "D5:D2005" });
  expect(choices[0]!.values ?? choices[0]!.formula1).toEqual(expect.anything());
  expect(choices[1]).toMatchObject({ type: "list", range: "E5:E2005", formula1: "_lists!$A$1:$A$120" });
  expect(sheet!.freezePane).toMatchObject({ rows: 4 });
  expect(sheet!.rowDefs!.get(3)).toMatchObject({ hidden: true });
  expect(sheet!.cells!.get("1,0")!.style?.font?.color).toMatchObject({ rgb: expect.stringContaining("C00000") });
  expect(sheet!.cells!.get("1,1")!.style?.font?.color).toBeUndefined();
});

test("a template may hold several sheets", async () => {
  const second: TemplatePlan = {
    title: "联系人",
    version: "1",
    sheet: "contacts",
    columns: [{ key: "name", label: "姓名", options: countries }],
  };
  const file = await templateWorkbook([plan, second]);
  expect(findKeys(await rowsOf(file, "contacts"))).toEqual({ row: 4, keys: ["name"], version: "1" });
  expect((await readXlsx(file)).sheets.map((s) => s.name)).toEqual(["物料导入", "contacts", "_lists"]);
});

test("a table without keys is recognised as such", () => {
  expect(
    findKeys([
      { row: 1, cells: ["物料编码", "数量"], kinds: "tt" },
      { row: 2, cells: ["# A"], kinds: "t" },
    ]),
  ).toBeNull();
});
