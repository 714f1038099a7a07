import { readXlsx, writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import type { ReadCaps } from "./caps.ts";
import { kindOf, type SheetRow } from "./cell.ts";
import { bookOf, entriesOf, type OddBook, sheetXml, zipOf } from "./test-files.ts";
import { readTable, type ReadOptions } from "./read.ts";

const one = '<row r="1"><c r="A1"><v>1</v></c></row>';

async function read(file: Buffer, options: ReadOptions = {}): Promise<SheetRow[]> {
  const all: SheetRow[] = [];
  for await (const batch of readTable(file, options)) all.push(...batch);
  return all;
}

const cells = async (rows: string, odd?: OddBook, options?: ReadOptions): Promise<(string | null)[][]> =>
  (await read(bookOf(sheetXml(rows), odd), options)).map((row) => row.cells);

const refused = (file: Buffer, english: RegExp, caps?: Partial<ReadCaps>, code = "IMPORT_FILE"): Promise<void> =>
  expect(read(file, caps ? { caps } : {})).rejects.toMatchObject({
    code,
    text: [expect.stringMatching(/[\u4e00-\u9fff]/), expect.stringMatching(english)],
  });

describe("odd files are read", () => {
  test("dates that count from 1904", async () => {
    const workbook =
      '<workbook xmlns:r="x"><workbookPr date1904="1"/><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>';
    const rows = await read(
      bookOf(sheetXml('<row r="1"><c r="A1" s="1"><v>0</v></c><c r="B1" s="1"><v>44620.5</v></c></row>'), {
        workbook,
        cellFormats: '<xf numFmtId="0"/><xf numFmtId="14"/>',
      }),
    );
    expect(rows[0]).toEqual({ row: 1, cells: ["1904-01-01", "2026-03-01 12:00:00"], kinds: "ds" });
  });

  test("dates by built-in, Chinese and own formats; numbers stay numbers", async () => {
    const odd: OddBook = {
      cellFormats: '<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="31"/><xf numFmtId="200"/><xf numFmtId="201"/><xf numFmtId="21"/>',
      formats:
        '<numFmt numFmtId="200" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="201" formatCode="0.00&quot;days&quot;"/>',
    };
    const row = [1, 2, 3, 4, 5].map((s, i) => `<c r="${"ABCDE"[i]}1" s="${s}"><v>${s === 5 ? 0.75 : 46082}</v></c>`).join("");
    expect(await cells(`<row r="1">${row}</row>`, odd)).toEqual([["2026-03-01", "2026-03-01", "2026-03-01", "46082", "18:00:00"]]);
  });

  test("rich text is joined, readings are left out, entities and _xHHHH_ are resolved", async () => {
    const strings =
      '<si><r><t>采</t></r><r><rPr><b/></rPr><t xml:space="preserve">购 </t></r><rPh sb="0" eb="1"><t>さい</t></rPh></si><si><t>a&lt;b&amp;&#20013;&#x4e2d;_x000D__x005F_x0041_</t></si><si/>';
    expect(
      await cells(
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="inlineStr"><is><r><t>x</t></r><r><t>y</t></r></is></c></row>',
        { strings },
      ),
    ).toEqual([["采购 ", "a<b&中中\r_x0041_", null, "xy"]]);
  });

  test("numbers of 20 digits stay whole, noise of binary arithmetic goes", async () => {
    const rows = await read(
      bookOf(
        sheetXml(
          '<row r="1"><c r="A1"><v>12345678901234567890</v></c><c r="B1"><v>0.30000000000000004</v></c><c r="C1"><v>1E-3</v></c></row>',
        ),
      ),
    );
    expect(rows[0]).toEqual({ row: 1, cells: ["12345678901234567890", "0.3", "0.001"], kinds: "tnn" });
  });

  test("formulas give their cached value, booleans and errors are text, a formula never calculated says so", async () => {
    const rows = await read(
      bookOf(
        sheetXml(
          '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>"x"</f><v>x</v></c><c r="C1" t="b"><v>1</v></c><c r="D1" t="e"><v>#N/A</v></c><c r="E1"><f>NOW()</f></c><c r="F1" t="str"><f>""</f><v></v></c><c r="G1" t="d"><v>2026-03-01T08:30:00</v></c></row>',
        ),
      ),
    );
    expect(rows[0]!.cells).toEqual(["2", "x", "TRUE", "#N/A", "#UNCALCULATED", null, "2026-03-01 08:30:00"]);
    expect([0, 1, 2, 3, 4, 5, 6].map((i) => kindOf(rows[0]!, i))).toEqual([
      "number",
      "text",
      "boolean",
      "error",
      "error",
      "blank",
      "datetime",
    ]);
  });

  test("merged cells are reported", async () => {
    const reading = readTable(bookOf(sheetXml(one, '<mergeCells count="1"><mergeCell ref="A1:B2"/></mergeCells>')));
    for await (const _ of reading);
    expect(reading.info).toEqual({ sheet: "Sheet1", sheets: ["Sheet1"], rows: 1, merged: ["A1:B2"] });
  });

  test("a dimension that lies is not believed", async () => {
    expect(await read(bookOf(sheetXml(one, "", '<dimension ref="A1:XFD1048576"/>')))).toHaveLength(1);
  });

  test("blank cells and rows at the end vanish, fifty thousand of them too", async () => {
    const blanks = Array.from(
      { length: 50_000 },
      (_, i) => `<row r="${i + 3}"><c r="A${i + 3}" s="1"/><c r="XFD${i + 3}" s="1"/></row>`,
    ).join("");
    expect(
      await read(
        bookOf(
          sheetXml(
            `<row r="2"><c r="B2" t="inlineStr"><is><t>x</t></is></c><c r="C2" t="inlineStr"><is><t></t></is></c><c r="D2" s="1"/></row>${blanks}`,
          ),
        ),
      ),
    ).toEqual([{ row: 2, cells: [null, "x"], kinds: "-t" }]);
  });

  test("cells and rows without references, prefixes everywhere, single quotes, CDATA and comments", async () => {
    const xml =
      '<?xml version="1.0"?><!-- hi --><x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t=\'inlineStr\'><x:is><x:t><![CDATA[a<b&amp;]]></x:t></x:is></x:c><x:c><x:v>2</x:v></x:c></x:row><x:row r="5"><x:c odd="1>2" r="C5"><x:v>3</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    expect(await read(bookOf(xml))).toEqual([
      { row: 1, cells: ["a<b&amp;", "2"], kinds: "tn" },
      { row: 5, cells: [null, null, "3"], kinds: "--n" },
    ]);
  });

  test("the shortcut for usual cells and the full scan agree", async () => {
    const usual = Array.from(
      { length: 300 },
      (_, i) =>
        `<row r="${i + 1}"><c r="A${i + 1}" s="1" t="inlineStr"><is><t xml:space="preserve"> 名${i}&amp; </t></is></c><c r="B${i + 1}"><v>${i}.5</v></c><c r="C${i + 1}" s="1"><v>46082</v></c></row>`,
    ).join("");
    const odd: OddBook = { cellFormats: '<xf numFmtId="0"/><xf numFmtId="14"/>' };
    const scanned = usual.replaceAll("<c ", "<x:c ").replaceAll("</c>", "</x:c>");
    expect(await read(bookOf(sheetXml(scanned), odd))).toEqual(await read(bookOf(sheetXml(usual), odd)));
  });

  test("a sheet in UTF-16, and one behind a byte order mark", async () => {
    const xml = sheetXml('<row r="1"><c r="A1" t="inlineStr"><is><t>采购</t></is></c></row>').replace("UTF-8", "UTF-16");
    expect((await read(bookOf(Buffer.from(`\ufeff${xml}`, "utf16le"))))[0]!.cells).toEqual(["采购"]);
    expect((await read(bookOf(Buffer.from(`\ufeff${sheetXml(one)}`))))[0]!.cells).toEqual(["1"]);
  });

  test("sheets are found by their relations, hidden ones are passed over, any can be asked for", async () => {
    const more = [{ name: "xl/data/zz.xml", data: sheetXml('<row r="1"><c r="A1"><v>99</v></c></row>') }];
    const workbook =
      '<workbook xmlns:r="x"><sheets><sheet name="secret" sheetId="1" state="hidden" r:id="rId1"/><sheet name="shown" sheetId="2" r:id="rId9"/></sheets></workbook>';
    const links =
      '<Relationships><Relationship Id="rId1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId9" Type="a/worksheet" Target="/xl/data/./x/../zz.xml"/></Relationships>';
    const file = bookOf(sheetXml(one), { workbook, links, more });
    expect((await read(file))[0]!.cells).toEqual(["99"]);
    expect((await read(file, { sheet: "secret" }))[0]!.cells).toEqual(["1"]);
    expect((await read(file, { sheet: 0 }))[0]!.cells).toEqual(["1"]);
    await expect(read(file, { sheet: "nothing" })).rejects.toMatchObject({ code: "IMPORT_FILE" });
  });
});

test("a workbook another program wrote is read as that program reads it", async () => {
  const rows = Array.from({ length: 400 }, (_, i) => [
    `物料 ${i} <&>`,
    i % 7 === 0 ? null : i / 8,
    i % 2 === 0,
    new Date(Date.UTC(2026, 0, 1 + i)),
    `line\n${i % 5}`,
    `=${i}`,
  ]);
  const file = Buffer.from(await writeXlsx({ sheets: [{ name: "数据", rows }] }));
  const back = await read(file);
  const theirs = (await readXlsx(file)).sheets[0]!.rows;
  expect(back).toHaveLength(theirs.length);
  back.forEach((row, i) => {
    const shown = theirs[i]!.map((value) =>
      value === null
        ? null
        : value instanceof Date
          ? value.toISOString().slice(0, 10)
          : typeof value === "boolean"
            ? String(value).toUpperCase()
            : String(value),
    );
    expect(row.cells).toEqual(shown);
    expect(row.kinds).toBe(i % 7 === 0 ? "t-bdtt" : "tnbdtt");
  });
});

describe("hostile and broken files are refused in words, within caps", () => {
  const rows = (count: number): string =>
    Array.from({ length: count }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>${i}</v></c></row>`).join("");

  test("zip bomb", () => refused(bookOf(sheetXml(" ".repeat(9_000_000))), /too large/, { part: 8_000_000 }));
  test("zip bomb that lies about its size", () =>
    refused(bookOf(sheetXml(" ".repeat(9_000_000)), { sheetEntry: { size: 100 } }), /too large/, { part: 8_000_000 }));
  test("a part larger than the directory says", () => refused(bookOf(sheetXml(one), { sheetEntry: { size: 10 } }), /checksum/));
  test("overlapping entries", () =>
    refused(zipOf([...entriesOf(sheetXml(one)), { name: "again.xml", data: sheetXml(one), sameAs: 4 }]), /overlapping/));
  test("billion laughs", () =>
    refused(
      bookOf(
        `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${sheetXml('<row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row>').slice(38)}`,
      ),
      /DOCTYPE/,
    ));
  test("external entity", () =>
    refused(
      bookOf(`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet><sheetData>${one}</sheetData></worksheet>`),
      /DOCTYPE/,
    ));
  test("an entity nobody declared", () =>
    refused(bookOf(sheetXml('<row r="1"><c r="A1" t="inlineStr"><is><t>&xxe;</t></is></c></row>')), /entity/));
  test("DOCTYPE hidden in UTF-16", () =>
    refused(bookOf(Buffer.from('\ufeff<!DOCTYPE x [<!ENTITY e "x">]><worksheet/>', "utf16le")), /DOCTYPE/));
  test("DOCTYPE in the workbook part", () =>
    refused(bookOf(sheetXml(one), { workbook: '<!DOCTYPE x [<!ENTITY e "x">]><workbook/>' }), /DOCTYPE/));
  test("names that climb out of the archive", () =>
    refused(bookOf(sheetXml(one), { more: [{ name: "../../etc/cron.d/x", data: "x" }] }), /damaged/));
  test("absolute names", () => refused(bookOf(sheetXml(one), { more: [{ name: "/etc/x", data: "x" }] }), /damaged/));
  test("truncated zip", async () => {
    const file = bookOf(sheetXml(rows(200)));
    for (const part of [0.1, 0.5, 0.9, 0.99]) await refused(file.subarray(0, Math.floor(file.length * part)), /damaged/);
  });
  test("wrong check sum", () => refused(bookOf(sheetXml(one), { sheetEntry: { crc: 12345 } }), /checksum/));
  test("broken deflate data", () => {
    const file = bookOf(sheetXml(rows(500)));
    const at = file.indexOf("xl/worksheets/sheet1.xml") + 24;
    file.fill(0xff, at + 20, at + 60);
    return refused(file, /damaged/);
  });
  test("a shared text that does not exist", () =>
    refused(bookOf(sheetXml('<row r="1"><c r="A1" t="s"><v>7</v></c></row>'), { strings: "<si><t>a</t></si>" }), /row 1/));
  test("a shared text with a negative number", () =>
    refused(bookOf(sheetXml('<row r="1"><c r="A1" t="s"><v>-1</v></c></row>'), { strings: "<si><t>a</t></si>" }), /row 1/));
  test("300 columns", () => refused(bookOf(sheetXml(`<row r="1">${"<c><v>1</v></c>".repeat(300)}</row>`)), /256 columns/));
  test("a cell far to the right", () => refused(bookOf(sheetXml('<row r="1"><c r="XFD1"><v>1</v></c></row>')), /256 columns/));
  test("deep nesting", () => refused(bookOf(sheetXml(`<row r="1">${"<a>".repeat(100_000)}${"</a>".repeat(100_000)}</row>`)), /nested/));
  test("polyglot: a picture or a PDF in front of the zip", async () => {
    const file = bookOf(sheetXml(one));
    await refused(Buffer.concat([Buffer.from("GIF89a;"), file]), /not a spreadsheet/);
    await refused(Buffer.concat([Buffer.from("%PDF-1.7\n"), file]), /not a spreadsheet/);
    await refused(Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), file]), /damaged|unsafe/);
  });
  test("something appended to the zip", () =>
    refused(Buffer.concat([bookOf(sheetXml(one)), Buffer.from("<script>alert(1)</script>")]), /damaged/));
  test("too many entries", () =>
    refused(zipOf([...entriesOf(sheetXml(one)), ...Array.from({ length: 30 }, (_, i) => ({ name: `f${i}`, data: "" }))]), /entries/, {
      entries: 20,
    }));
  test("entries of the same name", () =>
    refused(zipOf([...entriesOf(sheetXml(one)), { name: "XL/worksheets/Sheet1.xml", data: sheetXml(rows(2)) }]), /same name/));
  test("encrypted entries", () => refused(bookOf(sheetXml(one), { sheetEntry: { flags: 1 } }), /password/));
  test("too many shared texts", () =>
    refused(bookOf(sheetXml(one), { strings: "<si><t>a</t></si>".repeat(101) }), /too many texts/, { strings: 100 }));
  test("too many rows", () => refused(bookOf(sheetXml(rows(120))), /More than 100 rows/, { rows: 100 }, "IMPORT_ROWS"));
  test("a file that is too big", () => refused(bookOf(sheetXml(one)), /exceeds/, { bytes: 100 }));
  test("no time left", () => refused(bookOf(sheetXml(rows(2000))), /seconds/, { seconds: 0 }));
  test("rows that go backwards", () => refused(bookOf(sheetXml('<row r="2"/><row r="1"/>')), /row number/));
  test("a row beyond the last", () => refused(bookOf(sheetXml('<row r="99999999"><c><v>1</v></c></row>')), /row number/));
  test("columns that go backwards", () =>
    refused(bookOf(sheetXml('<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>')), /column order/));
  test("a tag that never ends", () =>
    refused(bookOf(`<worksheet><sheetData><row r="1"><c ${"a".repeat(400_000)}`), /too large|malformed/, { text: 300_000 }));
  test("a tag full of nonsense costs no time", async () => {
    expect(await cells(`<row r="1"><c ${"a".repeat(900_000)}><v>1</v></c></row>`)).toEqual([["1"]]);
    await refused(bookOf(sheetXml(`<row r="1"><c ${"a ".repeat(400_000)}><v>1</v></c></row>`)), /malformed/);
  });
  test("a text that never ends", () =>
    refused(bookOf(sheetXml(`<row r="1"><c t="inlineStr"><is><t>${"x".repeat(400_000)}</t></is></c></row>`)), /too much text/, {
      text: 300_000,
    }));
  test("XML cut off in the middle", () => refused(bookOf('<worksheet><sheetData><row r="1">'), /malformed/));
  test("two roots", () => refused(bookOf(`${sheetXml(one)}<worksheet/>`), /malformed/));
  test("bytes that are no UTF-8", () =>
    refused(
      bookOf(
        Buffer.concat([
          Buffer.from("<worksheet><sheetData><row><c t='str'><v>"),
          Buffer.from([0xc3, 0x28, 0xff]),
          Buffer.from("</v></c></row></sheetData></worksheet>"),
        ]),
      ),
      /UTF-8/,
    ));
  test("a sheet that lives elsewhere", () =>
    refused(
      bookOf(sheetXml(one), {
        links:
          '<Relationships><Relationship Id="rId1" Type="a/worksheet" TargetMode="External" Target="http://169.254.169.254/x.xml"/></Relationships>',
      }),
      /not a spreadsheet/,
    ));
  test("a zip that is no workbook", () => refused(zipOf([{ name: "readme.txt", data: "hello" }]), /not a spreadsheet/));
  test("macros", () => refused(bookOf(sheetXml(one), { more: [{ name: "xl/vbaProject.bin", data: "x" }] }), /macros/));
  test("xlsb", () =>
    refused(
      zipOf([
        {
          name: "_rels/.rels",
          data: '<Relationships><Relationship Id="r" Type="a/officeDocument" Target="xl/workbook.bin"/></Relationships>',
        },
        { name: "xl/workbook.bin", data: "x" },
      ]),
      /xlsb/,
    ));
  test("ods", () =>
    refused(
      zipOf([
        { name: "mimetype", data: "application/vnd.oasis.opendocument.spreadsheet", stored: true },
        { name: "content.xml", data: "<x/>" },
      ]),
      /\.ods/,
    ));
  test("old xls, and a workbook with a password", async () => {
    const start = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    await refused(Buffer.concat([start, Buffer.alloc(600)]), /old \.xls/);
    await refused(Buffer.concat([start, Buffer.alloc(600), Buffer.from("EncryptedPackage", "utf16le")]), /password/);
  });
  test("a web page, a picture, nothing at all", async () => {
    await refused(Buffer.from("<html><table><tr><td>1</td></tr></table></html>"), /web page/);
    await refused(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0]), /not a spreadsheet/);
    await refused(Buffer.alloc(0), /empty/);
  });
  test("random bytes behind a zip's first bytes", async () => {
    for (let seed = 1; seed < 50; seed++) {
      const bytes = Buffer.alloc(300 + seed, 0).map((_, i) => (i * seed * 7919 + seed) & 0xff);
      await refused(Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), bytes]), /damaged|unsafe/);
    }
  });
});

test("a file changed at any place is read or refused, never anything else", async () => {
  const file = bookOf(sheetXml('<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>46082</v></c></row>'), {
    strings: "<si><t>采购</t></si>",
    cellFormats: '<xf numFmtId="0"/><xf numFmtId="14"/>',
  });
  for (let at = 0; at < file.length; at += 7) {
    const changed = Buffer.from(file);
    changed[at] = changed[at]! ^ (1 << (at % 8));
    await read(changed).catch((error: { code?: string }) => expect(error.code, `byte ${at}`).toBe("IMPORT_FILE"));
  }
});
