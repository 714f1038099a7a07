import { readXlsx } from "hucre";
import { expect, test } from "vitest";
import type { SheetRow } from "./cell.ts";
import { bookOf, sheetXml } from "./test-files.ts";
import { errorLabel, type ErrorPlan, writeErrors } from "./errors.ts";
import { readTable } from "./read.ts";
import { findKeys, isMarked, templateWorkbook, type TemplateColumn } from "./template.ts";

const columns: TemplateColumn[] = [
  { key: "itemCode", label: "物料编码", required: true },
  { key: "qty", label: "数量", kind: "number", scale: 2 },
  { key: "needBy", label: "需求日期", kind: "date" },
  { key: "uom", label: "单位", options: ["个", "千克"] },
];

async function rowsOf(file: Buffer, sheet?: string): Promise<SheetRow[]> {
  const all: SheetRow[] = [];
  for await (const batch of readTable(file, sheet === undefined ? {} : { sheet })) all.push(...batch);
  return all;
}

async function errorsOf(file: Buffer, plan: ErrorPlan): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await writeErrors(async (bytes) => void chunks.push(bytes), file, plan);
  return Buffer.concat(chunks);
}

/** A filled template: a hundred rows under its header, as a user's program would save it. */
async function filled(): Promise<Buffer> {
  const template = await rowsOf(
    await templateWorkbook([{ title: "物料导入", version: "3", columns, example: ["A", "1", "2026-01-01", "个"] }]),
  );
  const text = (reference: string, value: string): string =>
    `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
  const header = template.map(
    (row) =>
      `<row r="${row.row}">${row.cells.map((cell, i) => (cell === null ? "" : text(`${"ABCD"[i]}${row.row}`, cell))).join("")}</row>`,
  );
  const data = Array.from({ length: 100 }, (_, i) => {
    const r = i + 6;
    const code = i === 6 ? "=cmd|x" : `00${i}`;
    return `<row r="${r}">${text(`A${r}`, code)}<c r="B${r}"><v>${i}.10</v></c><c r="C${r}" s="1"><v>${46082 + i}</v></c>${i === 54 ? "" : text(`D${r}`, "个")}</row>`;
  });
  return bookOf(sheetXml(header.join("") + data.join("")), { cellFormats: '<xf numFmtId="0"/><xf numFmtId="14"/>' });
}

const plan: ErrorPlan = {
  lastHeaderRow: 4,
  language: "CN",
  columns,
  errors: [
    { row: 12, column: 0, text: "物料编码不存在" },
    { row: 12, column: null, text: "整行重复" },
    { row: 60, column: 3, text: "单位必填" },
  ],
};

test("table 20: the error workbook holds exactly the failed rows, untouched, each with its reason", async () => {
  const rows = await rowsOf(await errorsOf(await filled(), plan));
  expect(findKeys(rows)).toEqual({ row: 4, keys: ["itemCode", "qty", "needBy", "uom", null], version: "3" });
  expect(rows[1]!.cells).toEqual(["物料编码 *", "数量", "需求日期", "单位", errorLabel]);
  const data = rows.filter((row) => row.row > 4 && !isMarked(row));
  expect(data).toEqual([
    { row: 5, cells: ["=cmd|x", "6.10", "2026-03-07", "个", "物料编码不存在; 整行重复"], kinds: "tndtt" },
    { row: 6, cells: ["0054", "54.10", "2026-04-24", null, "单位必填"], kinds: "tnd-t" },
  ]);
});

test("failed cells are red with a comment, the second sheet shows every row with the failed ones coloured", async () => {
  const file = await errorsOf(await filled(), plan);
  const book = await readXlsx(file, { readStyles: true });
  const [failed, all] = book.sheets;
  expect(book.sheets.map((s) => s.name)).toEqual(["失败行", "全部行"]);
  expect(JSON.stringify(failed!.cells!.get("4,0")!.style?.fill)).toContain("FFC7CE");
  expect(JSON.stringify(failed!.cells!.get("5,3")!.style?.fill)).toContain("FFC7CE");
  expect(failed!.cells!.get("4,0")!.comment?.text).toContain("物料编码不存在");
  expect(failed!.cells!.get("5,3")!.comment?.text).toContain("单位必填");
  expect(failed!.cells!.get("4,1")!.style?.fill).toBeUndefined();
  expect(failed!.rowDefs!.get(3)).toMatchObject({ hidden: true });
  expect(failed!.dataValidations).toHaveLength(1);
  const whole = await rowsOf(file, "全部行");
  expect(whole.filter((row) => row.row > 5)).toHaveLength(100);
  expect(whole.filter((row) => row.cells[4] && row.row > 4).map((row) => row.row)).toEqual([12, 60]);
  expect(JSON.stringify(all!.cells!.get("11,1")!.style?.fill)).toContain("FCE4D6");
  expect(all!.cells!.get("12,1")!.style?.fill).toBeUndefined();
});

test("uploaded again, the column of reasons is replaced, not doubled", async () => {
  const first = await errorsOf(await filled(), plan);
  const second = await rowsOf(await errorsOf(first, { ...plan, errors: [{ row: 6, column: 3, text: "仍然必填" }] }));
  expect(second[1]!.cells).toEqual(["物料编码 *", "数量", "需求日期", "单位", errorLabel]);
  expect(second.filter((row) => row.row > 4)).toEqual([
    { row: 5, cells: ["0054", "54.10", "2026-04-24", null, "仍然必填"], kinds: "tnd-t" },
  ]);
});

test("a plain CSV table without keys gets its error workbook too", async () => {
  const rows = await rowsOf(
    await errorsOf(Buffer.from("编码,数量\r\nA,1\r\nB,x\r\n"), {
      lastHeaderRow: 1,
      language: "EN",
      errors: [{ row: 3, column: 1, text: "Not a number" }],
    }),
  );
  expect(rows.map((row) => row.cells)).toEqual([
    ["编码", "数量", errorLabel],
    ["B", "x", "Not a number"],
  ]);
});
