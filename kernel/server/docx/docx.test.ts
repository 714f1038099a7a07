import { describe, expect, test } from "vitest";
import { Refusal } from "#kernel/refusal.ts";
import { fillDocx, namesOfDocx } from "./fill.ts";
import { openDocx } from "./gate.ts";
import { counted } from "./numbering.ts";
import { readDocx, type DocxParagraph } from "./read.ts";
import { docxOf, wordFile, zipOf } from "./test-files.ts";
import { DocxMarks, trackedDocx, type DocxMark } from "./tracks.ts";
import { writeDocx } from "./write.ts";

const codeOf = (bytes: Buffer): Promise<string> =>
  openDocx(bytes).then(
    () => "taken",
    (error: unknown) => (error instanceof Refusal && error.text.every((text) => text.length > 5) ? error.code : String(error)),
  );
const rel = (type: string, target: string, mode = "External"): string =>
  `<Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="${mode}"/>`;
const rels = (body: string): Record<string, string> => ({
  "word/_rels/document.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${body}</Relationships>`,
});

describe("hostile Word files", () => {
  const hostile: readonly (readonly [what: string, code: string, file: () => Promise<Buffer> | Buffer])[] = [
    ["macros as a part", "DOCX_MACRO", () => docxOf("", { "word/vbaProject.bin": "x" })],
    ["macros by content type", "DOCX_MACRO", () => docxOf("", {}, "application/vnd.ms-word.document.macroEnabled.main+xml")],
    ["a template from outside", "DOCX_TEMPLATE", () => docxOf("", rels(rel("attachedTemplate", "http://bad.example/t.dotm")))],
    ["a picture from outside", "DOCX_OUTSIDE", () => docxOf("", rels(rel("image", "http://bad.example/p.png")))],
    [
      "a relationship under a prefix",
      "DOCX_OUTSIDE",
      () =>
        docxOf("", {
          "word/_rels/document.xml.rels": `<x:Relationships xmlns:x="http://schemas.openxmlformats.org/package/2006/relationships"><x:Relationship Id="a" Type="a/image" Target="http://bad.example" TargetMode="External"/></x:Relationships>`,
        }),
    ],
    ["a link to a local file", "DOCX_OUTSIDE", () => docxOf("", rels(rel("hyperlink", "file:///etc/passwd")))],
    [
      "a field that fetches",
      "DOCX_OUTSIDE",
      () => docxOf('<w:p><w:r><w:instrText>DDE</w:instrText></w:r><w:r><w:instrText>AUTO c:\\\\x "y"</w:instrText></w:r></w:p>'),
    ],
    ["an embedded object", "DOCX_EMBEDDED", () => docxOf("", { "word/embeddings/oleObject1.bin": "x" })],
    ["a piece of HTML", "DOCX_EMBEDDED", () => docxOf("", rels(rel("aFChunk", "a.html", "Internal")))],
    ["entities", "DOCX_ENTITY", () => wordFile('<!DOCTYPE d [<!ENTITY a "aa">]><d>&a;</d>')],
    ["a bomb", "DOCX_SIZE", () => docxOf(`<w:p><w:r><w:t>${" ".repeat(70 << 20)}</w:t></w:r></w:p>`)],
    ["5,000 parts", "DOCX_PARTS", () => docxOf("", Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`word/p${i}.xml`, "<a/>"])))],
    ["20,000 levels", "DOCX_DEEP", () => wordFile("<a>".repeat(20_000) + "</a>".repeat(20_000))],
    [
      "names that climb",
      "DOCX_NAME",
      async () =>
        Buffer.from(
          (await docxOf("", { "word/xxxx.xml": "<a/>" })).toString("latin1").replaceAll("word/xxxx.xml", "../../xxx.xml"),
          "latin1",
        ),
    ],
    ["UTF-16", "DOCX_XML", () => wordFile(Buffer.from("\ufeff<a/>", "utf16le"))],
    ["old Word or encrypted", "DOCX_OLD", () => Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)])],
    ["not a zip", "DOCX_ZIP", () => Buffer.from("hello, this is not a zip file at all")],
    ["a workbook", "DOCX_ZIP", () => docxOf("", {}, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml")],
    ["broken XML", "DOCX_XML", () => wordFile("<a><b></a>")],
  ];
  test.each(hostile)("%s is refused", async (_, code, file) => {
    expect(await codeOf(await file())).toBe(code);
  });

  test("a size that lies is found out", async () => {
    const bytes = await docxOf(`<w:p><w:r><w:t>${"a".repeat(50_000)}</w:t></w:r></w:p>`);
    const at = bytes.lastIndexOf("word/document.xml") - 46;
    bytes.writeUInt32LE(100, at + 24);
    expect(await codeOf(bytes)).toBe("DOCX_SIZE");
  });
});

describe("reading", () => {
  const list = (level: number, text: string): string =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const numbering = `<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="chineseCounting"/><w:lvlText w:val="第%1条"/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%2)"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;

  test("clause numbers are counted from the lists, level by level", async () => {
    const body = list(0, "付款") + list(1, "预付") + list(1, "尾款") + list(0, "质保") + list(1, "一年");
    const { blocks } = readDocx(await openDocx(await docxOf(body, { "word/numbering.xml": numbering })));
    expect(blocks.map((block) => (block as DocxParagraph).no)).toEqual(["第一条", "1)", "2)", "第二条", "1)"]);
    expect([counted("chineseCounting", 12), counted("chineseCounting", 103), counted("lowerRoman", 4), counted("upperLetter", 28)]).toEqual(
      [...["十二", "一百零三", "iv", "BB"]],
    );
  });

  test("tracked changes have their author and both texts, comments the words they stand on", async () => {
    const body =
      '<w:p><w:commentRangeStart w:id="0"/><w:r><w:t>三</w:t></w:r><w:del w:author="张" w:date="2026-01-01T00:00:00Z"><w:r><w:delText>十</w:delText></w:r></w:del><w:ins w:author="张"><w:r><w:t>百</w:t></w:r></w:ins><w:commentRangeEnd w:id="0"/><w:r><w:t>日</w:t></w:r></w:p>' +
      "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>物料</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>数量</w:t></w:r></w:p></w:tc></w:tr></w:tbl>";
    const comments =
      '<w:comments xmlns:w="w"><w:comment w:id="0" w:author="李"><w:p><w:r><w:t>太长</w:t></w:r></w:p></w:comment></w:comments>';
    const found = readDocx(
      await openDocx(await docxOf(body, { "word/comments.xml": comments, ...rels(rel("hyperlink", "https://a.example")) })),
    );
    expect(found.blocks).toEqual([
      { kind: "paragraph", no: "", text: "三百日", before: "三十日", heading: null },
      { kind: "table", rows: [["物料", "数量"]] },
    ]);
    expect(found.changes).toEqual([
      { kind: "gone", author: "张", at: "2026-01-01T00:00:00Z", text: "十", block: 0 },
      { kind: "new", author: "张", at: null, text: "百", block: 0 },
    ]);
    expect(found.comments).toEqual([{ author: "李", at: null, text: "太长", quote: "三百", block: 0 }]);
    expect(found.links).toEqual(["https://a.example"]);
  });
});

describe("filling", () => {
  const template = async (text: string): Promise<ReturnType<typeof openDocx>> => openDocx(await docxOf(text));
  const row =
    "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>${#items}${name}</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>${qty}${/items}</w:t></w:r></w:p></w:tc></w:tr></w:tbl>";

  test("names split over runs, line breaks, rows; nothing a value brings is markup", async () => {
    const split = "<w:p><w:r><w:t>甲方$</w:t></w:r><w:r><w:t>{our.na</w:t></w:r><w:r><w:t>me}</w:t></w:r></w:p>";
    const word = await template(split + row);
    expect(await namesOfDocx(word)).toEqual([
      { name: "our.name", kind: "value", within: [] },
      { name: "items", kind: "repeat", within: [] },
      { name: "name", kind: "value", within: ["items"] },
      { name: "qty", kind: "value", within: ["items"] },
    ]);
    const items = [
      { name: "<b>支架</b>\u0007", qty: "2" },
      { name: "垫片", qty: "3" },
    ];
    const filled = readDocx(await openDocx(await fillDocx(word, { "our.name": "ACME\n& {x}", items })));
    expect(filled.blocks).toEqual([
      { kind: "paragraph", no: "", text: "甲方ACME\n& {x}", before: "甲方ACME\n& {x}", heading: null },
      {
        kind: "table",
        rows: [
          ["<b>支架</b>", "2"],
          ["垫片", "3"],
        ],
      },
    ]);
  });

  test("names without data are refused, and no prototype answers for them", async () => {
    const word = await template("<w:p><w:r><w:t>${constructor} ${nothing}</w:t></w:r></w:p>");
    await expect(fillDocx(word, {})).rejects.toMatchObject({
      code: "DOCX_MISSING",
      text: [expect.stringContaining("${constructor}"), expect.anything()],
    });
    await expect(namesOfDocx(await template("<w:p><w:r><w:t>${#items} x</w:t></w:r></w:p>"))).rejects.toMatchObject({ code: "DOCX_TAGS" });
  });
});

const pieces = [
  { kind: "title", text: "采购合同" },
  { kind: "text", text: "甲方：测试 <公司> & Co\u0001" },
  { kind: "clause", text: "付款" },
  { kind: "text", text: "六十日内付款" },
  { kind: "table", head: ["名称", "数量"], rows: [["支架", "100"]] },
  { kind: "clause", text: "争议" },
] as const;

describe("writing", () => {
  test("what is written is read again, numbered", async () => {
    const { blocks } = readDocx(await openDocx(await writeDocx({ foot: "HT-1", pieces, tracks: true })));
    const plain = (text: string, no = "", heading: number | null = null) => ({ kind: "paragraph", no, text, before: text, heading });
    expect(blocks).toEqual([
      plain("采购合同"),
      plain("甲方：测试 <公司> & Co"),
      plain("付款", "1.", 0),
      plain("六十日内付款"),
      {
        kind: "table",
        rows: [
          ["名称", "数量"],
          ["支架", "100"],
        ],
      },
      plain("争议", "2.", 0),
    ]);
    expect(await zipOf({})).toBeInstanceOf(Buffer);
  });
});

describe("tracked changes and comments", () => {
  const at = "2026-11-19T08:00:00Z";
  const mark = (kind: DocxMark["kind"], remark?: string): DocxMark => ({ kind, author: "李工 & 王", at, ...(remark ? { remark } : {}) });

  test("what is put in, taken out and said of the text is read back with its author and date", async () => {
    const marks = new DocxMarks();
    const said = marks.around(
      `${marks.around("六十", mark("gone"))}${marks.around("三十", mark("new"))}日`,
      mark("comment", "行业惯例\n$& <请确认>"),
    );
    const bytes = await writeDocx({
      foot: "",
      pieces: [
        { kind: "clause", text: "付款" },
        { kind: "text", text: `${said}内付款` },
        { kind: "clause", text: marks.around("保密", mark("new")) },
        { kind: "text", text: marks.around("三年内\n保密", mark("new")) },
        { kind: "clause", text: marks.around("争议", mark("gone")) },
      ],
    });
    const { blocks, changes, comments } = readDocx(await openDocx(await trackedDocx(bytes, marks)));
    expect(blocks.map((block) => (block.kind === "table" ? "" : [block.text, block.before]))).toEqual([
      ...[
        ["付款", "付款"],
        ["三十日内付款", "六十日内付款"],
        ["保密", ""],
      ],
      ...[
        ["三年内\n保密", ""],
        ["", "争议"],
      ],
    ]);
    expect(changes.map(({ kind, text }) => [kind, text])).toEqual([
      ...[
        ["gone", "六十"],
        ["new", "三十"],
        ["new", "保密"],
      ],
      ...[
        ["new", "三年内\n保密"],
        ["gone", "争议"],
      ],
    ]);
    expect(changes.every((change) => change.author === "李工 & 王" && change.at === at)).toBe(true);
    expect(comments).toEqual([{ author: "李工 & 王", at, text: "行业惯例\n$& <请确认>", quote: "三十日", block: 1 }]);
    expect(await trackedDocx(bytes, new DocxMarks())).toBe(bytes);
  });

  test("a template of somebody else keeps its runs, its own comments and its other parts", async () => {
    const marks = new DocxMarks();
    const word = await docxOf(
      `<w:p><w:pPr><w:rPr><w:b/></w:rPr></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>${marks.around("甲", mark("new"))}</w:t></w:r></w:p><w:p w:rsidR="1"/><w:p><w:r><w:tab/><w:t>乙</w:t></w:r></w:p>`,
      {
        "word/comments.xml": `<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:comment w:id="1" w:author="旧"><w:p><w:r><w:t>旧批注</w:t></w:r></w:p></w:comment></w:comments>`,
        "word/media/a.png": Buffer.from([137, 80, 78, 71]),
      },
    );
    marks.around("x", mark("comment", "新批注"));
    const { changes, comments, blocks } = readDocx(await openDocx(await trackedDocx(word, marks)));
    expect(changes).toMatchObject([{ kind: "new", text: "甲" }]);
    expect(comments.map(({ text }) => text)).toEqual(["旧批注", "新批注"]);
    expect(blocks.at(-1)).toMatchObject({ text: "\t乙" });
    expect(DocxMarks.plain(`a${marks.around("b", mark("new"))}`)).toBe("ab");
  });
});
