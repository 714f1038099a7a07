import { describe, expect, test } from "vitest";
import { kindOf, type SheetRow } from "./cell.ts";
import { seeded } from "./test-files.ts";
import { unmark, writeCsv } from "./csv.ts";
import { readTable, type ReadOptions } from "./read.ts";

async function read(file: Buffer | string, options: ReadOptions = {}): Promise<SheetRow[]> {
  const all: SheetRow[] = [];
  for await (const batch of readTable(typeof file === "string" ? Buffer.from(file) : file, options)) all.push(...batch);
  return all;
}

async function csvOf(titles: string[], rows: unknown[][]): Promise<string> {
  let text = "";
  for await (const piece of writeCsv(titles, [rows])) text += piece;
  return text;
}

describe("reading", () => {
  const table = [
    ["编码", "名称"],
    ["001", "螺栓"],
  ];
  const shape = async (file: Buffer | string): Promise<(string | null)[][]> => (await read(file)).map((row) => row.cells);

  test("UTF-8 with and without a byte order mark", async () => {
    expect(await shape("编码,名称\r\n001,螺栓\r\n")).toEqual(table);
    expect(await shape("\ufeff编码,名称\n001,螺栓")).toEqual(table);
  });

  test("UTF-16 in both orders", async () => {
    const little = Buffer.from("\ufeff编码\t名称\r\n001\t螺栓\r\n", "utf16le");
    expect(await shape(little)).toEqual(table);
    expect(await shape(Buffer.from(little).swap16())).toEqual(table);
  });

  test("GBK as Chinese spreadsheets save it", async () => {
    const gbk = Buffer.from([
      0xb1, 0xe0, 0xc2, 0xeb, 0x2c, 0xc3, 0xfb, 0xb3, 0xc6, 0x0d, 0x0a, 0x30, 0x30, 0x31, 0x2c, 0xc2, 0xdd, 0xcb, 0xa8,
    ]);
    expect(await shape(gbk)).toEqual(table);
  });

  test("commas, semicolons, tabs and a sep line", async () => {
    expect(await shape("编码;名称\n001;螺栓\n")).toEqual(table);
    expect(await shape("编码\t名称\n001\t螺栓\n")).toEqual(table);
    expect(await shape("sep=|\n编码|名称\n001|螺栓\n")).toEqual(table);
    expect(await shape('a;b\n"1,5";2\n"2,5";3\n')).toEqual([
      ["a", "b"],
      ["1,5", "2"],
      ["2,5", "3"],
    ]);
  });

  test("quotes, line breaks in cells, blank lines and blank ends", async () => {
    const rows = await read('a,"b ""x"", y",c\r\n\r\n"two\nlines",,\r\n,,\r\nlast,"",z"q');
    expect(rows).toEqual([
      { row: 1, cells: ["a", 'b "x", y', "c"], kinds: "ttt" },
      { row: 3, cells: ["two\nlines"], kinds: "t" },
      { row: 5, cells: ["last", null, 'z"q'], kinds: "t-t" },
    ]);
    expect(kindOf(rows[2]!, 1)).toBe("blank");
  });

  test("limits and mistakes are refused in words", async () => {
    await expect(read('a,b\n"never closed')).rejects.toMatchObject({
      code: "IMPORT_FILE",
      text: [expect.any(String), expect.stringContaining("row 2")],
    });
    await expect(read(Array.from({ length: 300 }, () => "x").join(","))).rejects.toMatchObject({ code: "IMPORT_FILE" });
    await expect(read("a\n".repeat(200), { caps: { rows: 100 } })).rejects.toMatchObject({ code: "IMPORT_ROWS" });
    await expect(read(Buffer.from([0x61, 0xff, 0xff, 0x0a]))).rejects.toMatchObject({ code: "IMPORT_FILE" });
    await expect(read(Buffer.from([0x61, 0, 0x62]))).rejects.toMatchObject({ code: "IMPORT_FILE" });
  });
});

describe("formula injection", () => {
  const dangerous = ["=1+1", "+1+1", "-2+3", "@x", "|cmd", "%x", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠x", "'=1", "''@x"];
  const harmless = ["-5", "+5", "-5.25", "12", "a=1", "'quoted", "it's", "'-5", " =1"];

  test("dangerous text is marked, numbers and plain text are not", async () => {
    for (const text of dangerous) expect(await csvOf(["t"], [[text]]), text).toContain(`'${text.replaceAll('"', '""')}`);
    for (const text of harmless) expect((await csvOf(["t"], [[text]])).split("\r\n")[1], text).toBe(/^\s/.test(text) ? `"${text}"` : text);
  });

  test("reading takes off exactly what writing put on", async () => {
    const texts = [...dangerous, ...harmless];
    expect(
      (
        await read(
          await csvOf(
            ["t"],
            texts.map((text) => [text]),
          ),
        )
      )
        .slice(1)
        .map((row) => row.cells[0]),
    ).toEqual(texts);
    expect(unmark("'plain")).toBe("'plain");
  });

  test("a cell cannot be parted into a formula by a program that parts elsewhere", async () => {
    expect(await csvOf(["t"], [["a;=cmd()"], ["b\t=cmd()"]])).toBe('\ufefft\r\n"a;=cmd()"\r\n"b\t=cmd()"\r\n');
  });
});

test("whatever text is written is read back without loss", async () => {
  const random = seeded(11);
  const letters = ["a", ",", ";", '"', "'", "=", "+", "-", "@", "|", "%", "\t", "\r", "\n", "＝", "采", "7", ".", " ", "😀"];
  const text = (): string =>
    Array.from({ length: 1 + Math.floor(random() * 8) }, () => letters[Math.floor(random() * letters.length)]!).join("");
  const rows = Array.from({ length: 2000 }, () => [text(), text(), text()]);
  const back = await read(await csvOf(["a", "b", "c"], rows));
  expect(back.slice(1).map((row) => row.cells)).toEqual(rows);
});
