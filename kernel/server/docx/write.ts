import { ZipOut } from "../excel/zip.ts";
import { printable } from "./fill.ts";

/** A part of a text as it is written: a title, a numbered heading, plain words, or a table under its head. */
export type DocxPiece =
  | { readonly kind: "title" | "clause" | "text"; readonly text: string }
  | { readonly kind: "table"; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

export interface DocxPaper {
  /** What stands at the foot of every page beside its number. */
  readonly foot: string;
  readonly pieces: readonly DocxPiece[];
  /** What is typed into the file is tracked as a change. */
  readonly tracks?: true;
}

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => printable(text).replace(/[&<>"]/g, (sign) => signs[sign]!);

const run = (text: string, properties = ""): string =>
  text
    .split("\n")
    .map((line, i) => `<w:r>${properties}${i > 0 ? "<w:br/>" : ""}<w:t xml:space="preserve">${escaped(line)}</w:t></w:r>`)
    .join("");

const paragraph = (style: string, text: string, more = ""): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/>${more}</w:pPr>${text === "" ? "" : run(text)}</w:p>`;

const cell = (width: number, text: string, isHead: boolean): string =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr><w:p><w:pPr><w:pStyle w:val="Cell"/></w:pPr>${run(text, isHead ? "<w:rPr><w:b/></w:rPr>" : "")}</w:p></w:tc>`;

const wide = 9020;
const edges = ["top", "left", "bottom", "right", "insideH", "insideV"]
  .map((edge) => `<w:${edge} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`)
  .join("");

function table({ head, rows }: Extract<DocxPiece, { kind: "table" }>): string {
  const width = Math.floor(wide / Math.max(1, head.length));
  const line = (cells: readonly string[], isHead: boolean): string =>
    `<w:tr>${isHead ? "<w:trPr><w:tblHeader/></w:trPr>" : ""}${cells.map((text) => cell(width, text, isHead)).join("")}</w:tr>`;
  const grid = head.map(() => `<w:gridCol w:w="${width}"/>`).join("");
  return `<w:tbl><w:tblPr><w:tblW w:w="${width * head.length}" w:type="dxa"/><w:tblBorders>${edges}</w:tblBorders></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${line(head, true)}${rows.map((row) => line(row, false)).join("")}</w:tbl>`;
}

const bodyOf = (pieces: readonly DocxPiece[]): string =>
  pieces
    .map((piece, i) => {
      if (piece.kind === "table") return table(piece) + (pieces[i + 1]?.kind === "table" ? "<w:p/>" : "");
      if (piece.kind === "text") return paragraph("Normal", piece.text);
      return piece.kind === "title" ? paragraph("Title", piece.text) : paragraph("Heading1", piece.text);
    })
    .join("");

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const word = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const inMain = (root: string, body: string): string => `${head}<w:${root} xmlns:w="${main}" xmlns:r="${office}">${body}</w:${root}>`;

const parts = ["document.main", "styles", "numbering", "settings", "footer"] as const;
const fileOf = (part: (typeof parts)[number]): string => (part === "document.main" ? "document" : part === "footer" ? "footer1" : part);

const types = `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.map((part) => `<Override PartName="/word/${fileOf(part)}.xml" ContentType="${word}.${part}+xml"/>`).join("")}</Types>`;
const relations = (entries: readonly (readonly [type: string, target: string])[]): string =>
  `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${office}/${type}" Target="${target}"/>`).join("")}</Relationships>`;

const style = (id: string, name: string, paragraphs: string, runs: string, based = "Normal"): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"${id === "Normal" ? ' w:default="1"' : ""}><w:name w:val="${name}"/>${id === "Normal" ? "" : `<w:basedOn w:val="${based}"/>`}<w:pPr>${paragraphs}</w:pPr><w:rPr>${runs}</w:rPr></w:style>`;
const styles = inMain(
  "styles",
  `<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:eastAsia="SimSun" w:cs="Times New Roman"/><w:sz w:val="21"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault></w:docDefaults>` +
    style("Normal", "Normal", '<w:spacing w:after="120" w:line="360" w:lineRule="auto"/>', "") +
    style("Title", "Title", '<w:spacing w:before="120" w:after="240"/><w:jc w:val="center"/>', '<w:b/><w:sz w:val="32"/>') +
    style(
      "Heading1",
      "heading 1",
      '<w:keepNext/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:spacing w:before="200" w:after="80"/><w:outlineLvl w:val="0"/>',
      '<w:b/><w:sz w:val="22"/>',
    ) +
    style("Cell", "Table cell", '<w:spacing w:after="0" w:line="240" w:lineRule="auto"/>', '<w:sz w:val="19"/>') +
    style("Footer", "footer", '<w:jc w:val="center"/>', '<w:sz w:val="17"/>'),
);
const numbering = inMain(
  "numbering",
  '<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="singleLevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="420" w:hanging="420"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
);
const field = (name: string): string => `<w:fldSimple w:instr=" ${name} "><w:r><w:t>1</w:t></w:r></w:fldSimple>`;

/** Writes a text as a Word file that Word and LibreOffice open without repairing it. */
export async function writeDocx({ foot, pieces, tracks }: DocxPaper): Promise<Buffer> {
  const blocks: Buffer[] = [];
  const zip = new ZipOut(async (bytes) => void blocks.push(bytes));
  const page =
    '<w:sectPr><w:footerReference w:type="default" r:id="rId4"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>';
  const files: readonly (readonly [name: string, content: string])[] = [
    ["[Content_Types].xml", types],
    ["_rels/.rels", relations([["officeDocument", "word/document.xml"]])],
    ["word/document.xml", inMain("document", `<w:body>${bodyOf(pieces)}${page}</w:body>`)],
    [
      "word/_rels/document.xml.rels",
      relations(["styles", "numbering", "settings", "footer"].map((part) => [part, `${part === "footer" ? "footer1" : part}.xml`])),
    ],
    ["word/styles.xml", styles],
    ["word/numbering.xml", numbering],
    ["word/settings.xml", inMain("settings", tracks ? "<w:trackRevisions/>" : "")],
    [
      "word/footer1.xml",
      inMain(
        "ftr",
        `<w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr>${run(`${foot}  `)}${field("PAGE")}${run(" / ")}${field("NUMPAGES")}</w:p>`,
      ),
    ],
  ];
  for (const [name, content] of files) await zip.part(name, content);
  await zip.finish();
  return Buffer.concat(blocks);
}
