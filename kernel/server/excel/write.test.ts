import { readXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { Refusal } from "#kernel/refusal.ts";
import { houseZone } from "#kernel/time.ts";
import { addDays } from "#kernel/days.ts";
import { Archive } from "./archive.ts";
import { sheetName } from "./book.ts";
import { defaultCaps } from "./caps.ts";
import { kindOf, type SheetRow } from "./cell.ts";
import { seeded } from "./test-files.ts";
import { type Column, encodeText } from "./encode.ts";
import { readTable } from "./read.ts";
import { type SheetPlan, writeWorkbook, type WriteOptions } from "./write.ts";

type Values = readonly (readonly unknown[])[];

async function bytesOf(plan: SheetPlan, rows: Values, options?: WriteOptions): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await writeWorkbook(async (bytes) => void chunks.push(bytes), [{ ...plan, rows: [rows] }], options);
  return Buffer.concat(chunks);
}

async function rowsOf(file: Buffer, sheet?: string | number): Promise<SheetRow[]> {
  const all: SheetRow[] = [];
  for await (const batch of readTable(file, { ...(sheet === undefined ? {} : { sheet }), caps: { rows: 100_000 } })) all.push(...batch);
  return all;
}

async function partOf(file: Buffer, name: string): Promise<string> {
  let text = "";
  for await (const piece of (await Archive.open(file, defaultCaps)).text(name)) text += piece;
  return text;
}

async function quotePrefixOf(file: Buffer, style: number): Promise<boolean> {
  const looks = (await partOf(file, "xl/styles.xml")).match(/<cellXfs.*<\/cellXfs>/)![0].match(/<xf [^>]*>/g)!;
  return looks[style]!.includes('quotePrefix="1"');
}

const columns: Column[] = [
  { key: "code", title: "物料编码", width: 140 },
  { key: "qty", title: "数量", kind: "number", scale: 4 },
  { key: "amount", title: "金额", kind: "number", scale: 2, thousands: true },
  { key: "day", title: "日期", kind: "date" },
  { key: "at", title: "时间", kind: "datetime" },
  { key: "month", title: "月份", kind: "month" },
  { key: "year", title: "年份", kind: "year" },
];

const sample: Values = [
  ["0012345678901234567890", "12.5000", "1234567.80", "2026-03-01", "2026-03-01T02:03:04.000Z", "2026-03", "2026"],
  ['=HYPERLINK("x")', "-0.0001", "12345678901234.56", "1899-01-01", "2026-12-31 23:59:59", "2026-12", null],
  [null, "abc", 7, "", undefined, "soon", 1999],
];

describe("an export is read back by another program and by us", () => {
  test("hucre sees text, numbers and dates as such", async () => {
    const book = await readXlsx(await bytesOf({ name: "订单", columns }, sample, { zone: houseZone }));
    const rows = book.sheets[0]!.rows;
    expect(book.sheets[0]!.name).toBe("订单");
    expect(rows[0]).toEqual(["物料编码", "数量", "金额", "日期", "时间", "月份", "年份"]);
    expect(rows[1]).toEqual([
      "0012345678901234567890",
      12.5,
      1234567.8,
      new Date("2026-03-01T00:00:00Z"),
      new Date("2026-03-01T10:03:04Z"),
      new Date("2026-03-01T00:00:00Z"),
      2026,
    ]);
    expect(rows[2]!.slice(0, 4)).toEqual(['=HYPERLINK("x")', -0.0001, "12345678901234.56", "1899-01-01"]);
  });

  test("our reader gives the same digits back", async () => {
    const [, first, second, third] = await rowsOf(await bytesOf({ name: "订单", columns }, sample, { zone: houseZone }));
    expect(first).toEqual({
      row: 2,
      cells: ["0012345678901234567890", "12.5000", "1234567.80", "2026-03-01", "2026-03-01 10:03:04", "2026-03-01", "2026"],
      kinds: "tnndsdn",
    });
    expect(second!.cells).toEqual(['=HYPERLINK("x")', "-0.0001", "12345678901234.56", "1899-01-01", "2026-12-31 23:59:59", "2026-12-01"]);
    expect(second!.kinds).toBe("tnttsd");
    expect(third).toEqual({ row: 4, cells: [null, "abc", "7", null, null, "soon", "1999"], kinds: "-tn--tn" });
  });

  test("table 19: text that looks like a formula is a string that stays text when it is edited", async () => {
    const dangerous = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("x")'];
    const file = await bytesOf(
      { name: "x", columns: [{ key: "a", title: "A" }] },
      [...dangerous, "safe"].map((text) => [text]),
    );
    const book = await readXlsx(file, { readStyles: true });
    const cells = book.sheets[0]!.cells!;
    dangerous.forEach((text, i) => {
      const cell = cells.get(`${i + 1},0`)!;
      expect(cell.value).toBe(text);
      expect(cell.type).toBe("string");
      expect(cell.formula).toBeUndefined();
    });
    expect((await rowsOf(file)).slice(1).map((row) => row.cells[0])).toEqual([...dangerous, "safe"]);
    const xml = await partOf(file, "xl/worksheets/sheet1.xml");
    expect(xml).not.toContain("<f");
    const styles = [...xml.matchAll(/<c r="A\d+"(?: s="(\d+)")? t="inlineStr">/g)].slice(1).map((m) => m[1]);
    expect(new Set(styles.slice(0, -1)).size).toBe(1);
    expect(await quotePrefixOf(file, Number(styles[0]))).toBe(true);
    expect(styles.at(-1)).toBeUndefined();
  });

  test("equal data gives equal bytes", async () => {
    expect((await bytesOf({ name: "a", columns }, sample)).equals(await bytesOf({ name: "a", columns }, sample))).toBe(true);
  });
});

test("table 18: 45000 rows fill three sheets of 20000, 20000 and 5000 rows", async () => {
  const chunks: Buffer[] = [];
  const batches = (function* () {
    for (let from = 0; from < 45_000; from += 7_000)
      yield Array.from({ length: Math.min(7_000, 45_000 - from) }, (_, i) => [`id-${from + i}`]);
  })();
  const written = await writeWorkbook(
    async (bytes) => void chunks.push(bytes),
    [{ name: "明细", columns: [{ key: "id", title: "ID" }], rows: batches, maxRow: 20_001 }],
  );
  expect(written).toEqual({ rows: 45_000, sheets: 3 });
  const file = Buffer.concat(chunks);
  const sheets = [await rowsOf(file, "明细"), await rowsOf(file, "明细 (2)"), await rowsOf(file, "明细 (3)")];
  expect(sheets.map((rows) => rows.length)).toEqual([20_001, 20_001, 5_001]);
  expect(sheets.every((rows) => rows[0]!.cells[0] === "ID")).toBe(true);
  expect(new Set(sheets.flatMap((rows) => rows.slice(1).map((row) => row.cells[0]))).size).toBe(45_000);
});

test("column groups are merged cells, a column without a group is merged downwards, the header is frozen and filtered", async () => {
  const grouped: Column[] = [
    { key: "a", title: "单号" },
    { key: "b", title: "计划", group: ["交付", "数量"] },
    { key: "c", title: "实际", group: ["交付", "数量"] },
    { key: "d", title: "日期", group: ["交付"] },
    { key: "e", title: "其他", group: ["另一组"] },
  ];
  const file = await bytesOf({ name: "g", columns: grouped, titleRows: [["采购报表"], ["2026"]] }, [["PO1", "1", "2", "3", "4"]]);
  const book = await readXlsx(file, { readStyles: true });
  const sheet = book.sheets[0]!;
  const merged = sheet.merges!.map((m) => [m.startRow, m.startCol, m.endRow, m.endCol].join()).sort();
  expect(merged).toEqual(["2,0,4,0", "2,1,2,3", "3,1,3,2", "3,3,4,3", "3,4,4,4"].sort());
  expect(sheet.rows[2]).toEqual(
    ["单号", "交付", "交付", "交付", "另一组"].map((t, i) => (i === 0 || i === 1 || i === 4 ? t : expect.anything())),
  );
  expect(sheet.freezePane).toMatchObject({ rows: 5 });
  expect(sheet.autoFilter?.range).toBe("A5:E6");
  expect(sheet.cells!.get("2,0")!.style?.font?.bold).toBe(true);
});

test("what is too large for a zip without extensions is refused in words", async () => {
  const random = seeded(3);
  const rows = Array.from({ length: 400 }, () => [
    Array.from({ length: 40 }, () => String.fromCharCode(0x4e00 + Math.floor(random() * 20_000))).join(""),
  ]);
  await expect(bytesOf({ name: "big", columns: [{ key: "a", title: "A" }] }, rows, { limit: 20_000 })).rejects.toMatchObject({
    code: "EXPORT_SIZE",
  } satisfies Partial<Refusal>);
});

test("sheet names are cleaned and unique", () => {
  const used = new Set<string>();
  const take = (name: string): string => {
    const given = sheetName(name, used);
    used.add(given.toLowerCase());
    return given;
  };
  expect(take("a/b:c*[d]?\\e")).toBe("a b c d e");
  expect(take("''")).toBe("Sheet");
  expect(take("sheet")).toBe("sheet (2)");
  expect(take("History")).toBe("History_");
  expect(take("采".repeat(40))).toBe("采".repeat(31));
  expect(take("采".repeat(40))).toBe(`${"采".repeat(27)} (2)`);
  expect(take(`${"a".repeat(30)}😀`)).toBe("a".repeat(30));
});

test("a text longer than a cell may be is cut, the file stays readable", async () => {
  const [, row] = await rowsOf(await bytesOf({ name: "x", columns: [{ key: "a", title: "A" }] }, [["长".repeat(40_000)]]));
  expect(row!.cells[0]!.length).toBe(32_767);
  expect(row!.cells[0]!.endsWith("…")).toBe(true);
});

test("characters XML cannot hold are encoded, and what only looks encoded is protected", () => {
  expect(encodeText("a\u0001b_x0041_c<&>\r\n\ud800x😀")).toBe("a_x0001_b_x005F_x0041_c&lt;&amp;&gt;_x000D_\n_xD800_x😀");
});

test("whatever is written is read back without loss", async () => {
  const random = seeded(20_260_101);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const letters = [
    "a",
    "Z",
    "7",
    " ",
    "\t",
    "\n",
    "\r",
    "=",
    "+",
    "-",
    "@",
    "'",
    '"',
    "&",
    "<",
    ">",
    "]]>",
    "_x0041_",
    "_x",
    "_",
    "\u0000",
    "\u001f",
    "\ufffe",
    "\ud800",
    "\udc00",
    "😀",
    "采购",
    "é",
    "\u2028",
    "￥",
    "%",
  ];
  const text = (): string => Array.from({ length: 1 + Math.floor(random() * 12) }, () => pick(letters)).join("");
  const digits = (count: number): string => Array.from({ length: count }, () => Math.floor(random() * 10)).join("");
  const decimal = (): string => {
    const whole = String(Math.floor(random() * 9) + 1) + digits(Math.floor(random() * 18));
    const fraction = random() < 0.5 ? "" : `.${digits(1 + Math.floor(random() * 6))}`;
    return (random() < 0.3 ? "-" : "") + (random() < 0.2 ? "0" : whole) + fraction;
  };
  const day = (): string => addDays("1900-03-01", Math.floor(random() * 2_900_000));
  const moment = (): string => `${day()} ${new Date(Math.floor(random() * 86_399 + 1) * 1000).toISOString().slice(11, 19)}`;
  const plan: SheetPlan = {
    name: "p",
    columns: [
      { key: "t", title: "T" },
      { key: "n", title: "N", kind: "number" },
      { key: "d", title: "D", kind: "date" },
      { key: "s", title: "S", kind: "datetime" },
      { key: "u", title: "U" },
    ],
  };
  const rows = Array.from({ length: 3000 }, () => [text(), decimal(), day(), moment(), random() < 0.3 ? null : text()]);
  const back = (await rowsOf(await bytesOf(plan, rows))).slice(1);
  expect(back.length).toBe(rows.length);
  const positive = (value: string): string => (/^-0(\.0+)?$/.test(value) ? value.slice(1) : value);
  rows.forEach((given, i) => {
    const row = back[i]!;
    expect([0, 1, 2, 3, 4].map((c) => row.cells[c] ?? null)).toEqual([given[0], positive(given[1]!), given[2], given[3], given[4]]);
    expect([kindOf(row, 0), kindOf(row, 2), kindOf(row, 3)]).toEqual(["text", "date", "datetime"]);
  });
});

test("a workbook that is to come back: hidden keys and ids, choices, merged neighbours; every visible sheet is read in one go", async () => {
  const chunks: Buffer[] = [];
  const columns = [
    { key: "id", title: "编号", hidden: true },
    { key: "kind", title: "类别", options: ["原料", "制品"] },
    { key: "name", title: "名称" },
  ];
  const keys = { of: ["id", "kind", "name"], version: "v9" };
  await writeWorkbook(
    async (bytes) => void chunks.push(bytes),
    [
      { name: "订单", columns, keys, rows: [[["1", "原料", "a"]]] },
      {
        name: "明细",
        columns,
        merge: [1, 2],
        rows: [
          [
            ["1", "原料", "a"],
            ["2", "原料", "a"],
            ["3", "原料", "b"],
            ["4", "制品", "b"],
          ],
        ],
      },
    ],
  );
  const file = Buffer.concat(chunks);
  const first = await partOf(file, "xl/worksheets/sheet1.xml");
  expect(first).toContain('hidden="1" customWidth="1"/>');
  expect(first).toContain('<row r="2" hidden="1">');
  expect(first).toContain("原料,制品");
  expect(first).not.toContain("<autoFilter");
  const second = await partOf(file, "xl/worksheets/sheet2.xml");
  expect([...second.matchAll(/mergeCell ref="([^"]+)"/g)].map((found) => found[1])).toEqual(["C2:C3", "B2:B4"]);
  const rows: (string | number | undefined | null)[][] = [];
  for await (const batch of readTable(file, { every: true }))
    for (const row of batch) rows.push([row.sheet, row.row, row.cells[2] ?? null]);
  expect(rows).toEqual([
    [0, 1, "名称"],
    [0, 2, "#name"],
    [0, 3, "a"],
    [1, 1, "名称"],
    [1, 2, "a"],
    [1, 3, "a"],
    [1, 4, "b"],
    [1, 5, "b"],
  ]);
});
