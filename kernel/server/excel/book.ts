import { columnLetters } from "./cell.ts";
import { drawingParts, type Placed } from "./drawing.ts";
import { encodeAttribute, encodeText, type Picture } from "./encode.ts";
import { Styles } from "./styles.ts";
import { type Sink, ZipOut } from "./zip.ts";

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const flushAt = 131_072;

/** How a sheet begins: what must be known before its first row. */
export interface SheetHead {
  readonly widths?: readonly (number | undefined)[];
  /** The style of cells nobody has filled yet, by column. */
  readonly columnStyles?: readonly number[];
  readonly frozenRows?: number;
  /** Columns that are there for the way back, not for people. */
  readonly hiddenColumns?: readonly number[];
  readonly hidden?: boolean;
}

interface Comment {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

interface Listed {
  readonly name: string;
  readonly hidden: boolean;
}

/** A name a spreadsheet accepts: without []:*?/\, at most 31 characters, not yet used in this book. */
export function sheetName(wanted: string, used: ReadonlySet<string>): string {
  const clean = wanted
    .replace(/[[\]:*?/\\\x00-\x1f\ufffe\uffff]|\p{Surrogate}/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[' ]+|[' ]+$/g, "");
  const base = clean === "" ? "Sheet" : /^history$/i.test(clean) ? `${clean}_` : clean;
  const cut = (text: string, length: number): string =>
    text
      .slice(0, length)
      .replace(/[\ud800-\udbff]$/, "")
      .trimEnd();
  for (let n = 1; ; n++) {
    const tail = n === 1 ? "" : ` (${n})`;
    const name = cut(base, 31 - tail.length) + tail;
    if (!used.has(name.toLowerCase())) return name;
  }
}

/** Pixels on the screen to the character widths of a spreadsheet. */
const characters = (pixels: number): string => Math.max(1, (pixels - 5) / 7).toFixed(2);

function sheetStart(given: SheetHead, first: boolean): string {
  const frozen = given.frozenRows ?? 0;
  const pane =
    frozen > 0
      ? `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>`
      : "";
  const count = Math.max(given.widths?.length ?? 0, given.columnStyles?.length ?? 0);
  let columns = "";
  for (let i = 0; i < count; i++) {
    const width = given.widths?.[i];
    const style = given.columnStyles?.[i];
    const hidden = given.hiddenColumns?.includes(i) ? ' hidden="1"' : "";
    if (width === undefined && !style && !hidden) continue;
    columns += `<col min="${i + 1}" max="${i + 1}" width="${characters(width ?? 100)}"${style ? ` style="${style}"` : ""}${hidden} customWidth="1"/>`;
  }
  return (
    `${head}<worksheet xmlns="${main}" xmlns:r="${relations}"><sheetViews><sheetView${first ? ' tabSelected="1"' : ""} workbookViewId="0">${pane}</sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="15"/>${columns && `<cols>${columns}</cols>`}<sheetData>`
  );
}

/** One sheet being written. Rows are added without waiting; whoever adds many flushes when the sheet says it is full. */
export class Sheet {
  readonly name: string;
  readonly #zip: ZipOut;
  readonly #number: number;
  readonly #merged: string[] = [];
  readonly #validations: string[] = [];
  readonly #comments: Comment[] = [];
  readonly #pictures: Placed[] = [];
  #filter = "";
  #text: string;

  constructor(name: string, zip: ZipOut, number: number, start: string) {
    this.name = name;
    this.#zip = zip;
    this.#number = number;
    this.#text = start;
  }

  get full(): boolean {
    return this.#text.length >= flushAt;
  }

  row(number: number, cells: string, attributes = ""): void {
    this.#text += `<row r="${number}"${attributes}>${cells}</row>`;
  }

  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = "";
    await this.#zip.write(text);
  }

  merge(range: string): void {
    this.#merged.push(`<mergeCell ref="${range}"/>`);
  }

  filter(range: string): void {
    this.#filter = `<autoFilter ref="${range}"/>`;
  }

  /** A drop-down; another entry is allowed after a warning, because codes are as good as their meanings. */
  choose(range: string, formula: string): void {
    this.#validations.push(
      `<dataValidation type="list" errorStyle="warning" allowBlank="1" showErrorMessage="1" sqref="${range}"><formula1>${encodeText(formula)}</formula1></dataValidation>`,
    );
  }

  comment(row: number, column: number, text: string): void {
    this.#comments.push({ row, column, text });
  }

  /** Lies over its cell; kept until the sheet ends, for an archive is written part after part. */
  picture(row: number, column: number, picture: Picture): void {
    this.#pictures.push({ row, column, picture });
  }

  /** Ends the sheet's part and writes the parts it refers to; answers which kinds of parts these are. */
  async close(): Promise<{ readonly commented: boolean; readonly drawn: boolean }> {
    const commented = this.#comments.length > 0;
    const drawn = this.#pictures.length > 0;
    const list = (tag: string, items: readonly string[]): string =>
      items.length ? `<${tag} count="${items.length}">${items.join("")}</${tag}>` : "";
    this.#text +=
      `</sheetData>${this.#filter}${list("mergeCells", this.#merged)}${list("dataValidations", this.#validations)}` +
      `<pageMargins left="0.5" right="0.5" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>${drawn ? '<drawing r:id="rId3"/>' : ""}${commented ? '<legacyDrawing r:id="rId1"/>' : ""}</worksheet>`;
    await this.flush();
    await this.#zip.close();
    if (commented || drawn) await this.#relate(commented, drawn);
    if (commented) await this.#writeComments();
    if (drawn) for (const [name, content] of drawingParts(this.#number, this.#pictures)) await this.#zip.part(name, content);
    return { commented, drawn };
  }

  async #relate(commented: boolean, drawn: boolean): Promise<void> {
    const n = this.#number;
    const notes = `<Relationship Id="rId1" Type="${relations}/vmlDrawing" Target="../drawings/vmlDrawing${n}.vml"/><Relationship Id="rId2" Type="${relations}/comments" Target="../comments${n}.xml"/>`;
    const drawing = `<Relationship Id="rId3" Type="${relations}/drawing" Target="../drawings/drawing${n}.xml"/>`;
    await this.#zip.part(
      `xl/worksheets/_rels/sheet${n}.xml.rels`,
      `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${commented ? notes : ""}${drawn ? drawing : ""}</Relationships>`,
    );
  }

  async #writeComments(): Promise<void> {
    const n = this.#number;
    const notes = this.#comments.map(
      (c) =>
        `<comment ref="${columnLetters(c.column)}${c.row}" authorId="0"><text><r><t xml:space="preserve">${encodeText(c.text)}</t></r></text></comment>`,
    );
    await this.#zip.part(
      `xl/comments${n}.xml`,
      `${head}<comments xmlns="${main}"><authors><author>BASE SRM</author></authors><commentList>${notes.join("")}</commentList></comments>`,
    );
    const shapes = this.#comments.map(
      (c, i) =>
        `<v:shape id="_x0000_s${1025 + i}" type="#_x0000_t202" style="position:absolute;width:160pt;height:60pt;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">` +
        `<v:fill color2="#ffffe1"/><v:path o:connecttype="none"/><v:textbox/><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>` +
        `<x:Anchor>${c.column + 1},15,${c.row - 1},10,${c.column + 4},15,${c.row + 3},4</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${c.row - 1}</x:Row><x:Column>${c.column}</x:Column></x:ClientData></v:shape>`,
    );
    const blocks = Array.from({ length: Math.floor(shapes.length / 1024) + 1 }, (_, i) => i + 1).join(",");
    await this.#zip.part(
      `xl/drawings/vmlDrawing${n}.vml`,
      '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">' +
        `<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${blocks}"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">` +
        `<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>${shapes.join("")}</xml>`,
    );
  }
}

/** A workbook being written to a sink, sheet after sheet; everything that names the sheets comes last. */
export class Book {
  readonly styles = new Styles();
  readonly #zip: ZipOut;
  readonly #sheets: Listed[] = [];
  readonly #commented: number[] = [];
  readonly #drawn: number[] = [];
  readonly #names = new Set<string>();
  #open: Sheet | null = null;

  constructor(sink: Sink, limit?: number) {
    this.#zip = new ZipOut(sink, limit);
  }

  get sheetCount(): number {
    return this.#sheets.length;
  }

  /** Opens the next sheet and ends the one before. */
  async sheet(wanted: string, given: SheetHead = {}): Promise<Sheet> {
    await this.#endSheet();
    const name = sheetName(wanted, this.#names);
    const number = this.#sheets.length + 1;
    this.#names.add(name.toLowerCase());
    this.#sheets.push({ name, hidden: given.hidden ?? false });
    await this.#zip.open(`xl/worksheets/sheet${number}.xml`);
    this.#open = new Sheet(name, this.#zip, number, sheetStart(given, number === 1));
    return this.#open;
  }

  async finish(): Promise<void> {
    await this.#endSheet();
    const list = this.#sheets.map(
      (s, i) => `<sheet name="${encodeAttribute(s.name)}" sheetId="${i + 1}"${s.hidden ? ' state="hidden"' : ""} r:id="rId${i + 1}"/>`,
    );
    await this.#zip.part(
      "xl/workbook.xml",
      `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><bookViews><workbookView/></bookViews><sheets>${list.join("")}</sheets></workbook>`,
    );
    const links = this.#sheets.map(
      (_, i) => `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
    );
    links.push(`<Relationship Id="rId${this.#sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/>`);
    const package_ = "http://schemas.openxmlformats.org/package/2006";
    await this.#zip.part(
      "xl/_rels/workbook.xml.rels",
      `${head}<Relationships xmlns="${package_}/relationships">${links.join("")}</Relationships>`,
    );
    await this.#zip.part("xl/styles.xml", this.styles.xml());
    await this.#zip.part(
      "_rels/.rels",
      `${head}<Relationships xmlns="${package_}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    );
    const parts = this.#sheets.map(
      (_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${types}.worksheet+xml"/>`,
    );
    for (const n of this.#commented) parts.push(`<Override PartName="/xl/comments${n}.xml" ContentType="${types}.comments+xml"/>`);
    for (const n of this.#drawn)
      parts.push(
        `<Override PartName="/xl/drawings/drawing${n}.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/>`,
      );
    await this.#zip.part(
      "[Content_Types].xml",
      `${head}<Types xmlns="${package_}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        '<Default Extension="xml" ContentType="application/xml"/><Default Extension="jpeg" ContentType="image/jpeg"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>' +
        `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${parts.join("")}</Types>`,
    );
    await this.#zip.finish();
  }

  /** Stops in the middle; what was sent is no workbook. */
  abandon(): void {
    this.#zip.abandon();
  }

  async #endSheet(): Promise<void> {
    const sheet = this.#open;
    this.#open = null;
    if (!sheet) return;
    const { commented, drawn } = await sheet.close();
    if (commented) this.#commented.push(this.#sheets.length);
    if (drawn) this.#drawn.push(this.#sheets.length);
  }
}
