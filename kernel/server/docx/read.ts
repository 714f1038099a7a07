import { Numbering } from "./numbering.ts";
import type { Docx } from "./gate.ts";
import { attribute, local, parse, type Attributes } from "./parse.ts";

/** A paragraph as it stands now, and as it stood before the tracked changes in it. */
export interface DocxParagraph {
  readonly kind: "paragraph";
  /** The number Word shows in front of it; empty without one. */
  readonly no: string;
  readonly text: string;
  readonly before: string;
  /** Its level as a heading, from 0; null for plain text. */
  readonly heading: number | null;
}
export interface DocxTable {
  readonly kind: "table";
  readonly rows: readonly (readonly string[])[];
}
export type DocxBlock = DocxParagraph | DocxTable;

/** What one person put in or took out, and where. */
export interface DocxChange {
  readonly author: string;
  readonly at: string | null;
  readonly kind: "new" | "gone";
  readonly text: string;
  /** Which block it stands in. */
  readonly block: number;
}
export interface DocxComment {
  readonly author: string;
  readonly at: string | null;
  readonly text: string;
  /** The words it stands on. */
  readonly quote: string;
  readonly block: number;
}

export interface DocxText {
  readonly blocks: readonly DocxBlock[];
  readonly changes: readonly DocxChange[];
  readonly comments: readonly DocxComment[];
  readonly links: readonly string[];
}

const signs: Readonly<Record<string, string>> = { tab: "\t", br: "\n", cr: "\n", noBreakHyphen: "-" };
const gone: ReadonlySet<string> = new Set(["del", "moveFrom"]);
const came: ReadonlySet<string> = new Set(["ins", "moveTo"]);

interface Mark {
  readonly kind: "new" | "gone";
  readonly author: string;
  readonly at: string | null;
}
interface Cell {
  text: string[];
}
interface OpenTable {
  readonly rows: string[][];
}
type Quote = { text: string; block: number };

/** Goes through the text from its beginning to its end and notes what it meets. */
class Reader {
  readonly blocks: DocxBlock[] = [];
  readonly changes: DocxChange[] = [];
  readonly quotes = new Map<string, Quote>();
  readonly #numbering: Numbering;
  readonly #path: string[] = [];
  readonly #marks: (Mark | null)[] = [];
  readonly #tables: OpenTable[] = [];
  readonly #cells: Cell[] = [];
  readonly #open = new Set<string>();
  #skipped = 0;
  #now = "";
  #before = "";
  #style: string | null = null;
  #outline: number | null = null;
  #list: { num: string | null; level: number } | null = null;

  constructor(numbering: Numbering) {
    this.#numbering = numbering;
  }

  open(name: string, given: Attributes): void {
    const tag = local(name);
    this.#path.push(tag);
    if (tag === "Fallback" || this.#skipped > 0) this.#skipped += 1;
    const isMark = (gone.has(tag) || came.has(tag)) && !this.#path.includes("rPr");
    this.#marks.push(
      isMark ? { kind: gone.has(tag) ? "gone" : "new", author: attribute(given, "author") ?? "", at: attribute(given, "date") } : null,
    );
    if (this.#skipped > 0) return;
    if (tag === "p") [this.#now, this.#before, this.#style, this.#outline, this.#list] = ["", "", null, null, null];
    else if (tag === "tbl") this.#tables.push({ rows: [] });
    else if (tag === "tr") this.#tables.at(-1)?.rows.push([]);
    else if (tag === "tc") this.#cells.push({ text: [] });
    else if (tag in signs && this.#path.at(-2) === "r") this.#write(signs[tag]!);
    else if (tag === "commentRangeStart") this.#quote(attribute(given, "id"));
    else if (tag === "commentRangeEnd") this.#open.delete(attribute(given, "id") ?? "");
    else this.#property(tag, attribute(given, "val"));
  }

  close(): void {
    const tag = this.#path.pop()!;
    this.#marks.pop();
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    if (tag === "p") this.#paragraph();
    else if (tag === "tc") this.#tables.at(-1)?.rows.at(-1)?.push(this.#cells.pop()!.text.filter(Boolean).join("\n"));
    else if (tag === "tbl") this.#table(this.#tables.pop()!);
  }

  text(text: string): void {
    const tag = this.#path.at(-1);
    if (this.#skipped === 0 && (tag === "t" || tag === "delText")) this.#write(text);
  }

  #property(tag: string, value: string | null): void {
    if (!this.#path.includes("pPr") || this.#path.includes("pPrChange")) return;
    if (tag === "pStyle") this.#style = value;
    else if (tag === "outlineLvl") this.#outline = Number(value);
    else if (tag === "numId") this.#list = { level: this.#list?.level ?? 0, num: value };
    else if (tag === "ilvl") this.#list = { num: this.#list?.num ?? null, level: Number(value) };
  }

  #quote(id: string | null): void {
    if (id === null) return;
    this.#open.add(id);
    this.quotes.set(id, { text: "", block: this.blocks.length });
  }

  #write(text: string): void {
    const mark = this.#marks.findLast((candidate) => candidate !== null) ?? null;
    if (mark?.kind !== "gone") this.#now += text;
    if (mark?.kind !== "new") this.#before += text;
    for (const id of this.#open) this.quotes.get(id)!.text += mark?.kind === "gone" ? "" : text;
    if (!mark) return;
    const last = this.changes.at(-1);
    const isSame =
      last && last.block === this.blocks.length && last.kind === mark.kind && last.author === mark.author && last.at === mark.at;
    if (isSame) this.changes[this.changes.length - 1] = { ...last, text: last.text + text };
    else this.changes.push({ ...mark, text, block: this.blocks.length });
  }

  #paragraph(): void {
    const style = this.#numbering.styles.get(this.#style ?? "");
    const list = this.#list?.num ? this.#list : style?.num ? { num: style.num, level: this.#list?.level ?? style.level } : null;
    const isEmpty = this.#now === "" && this.#before === "";
    const no = list?.num && !isEmpty && this.#now !== "" ? this.#numbering.next(list.num, list.level) : "";
    const cell = this.#cells.at(-1);
    if (cell) cell.text.push(this.#now);
    else
      this.blocks.push({ kind: "paragraph", no, text: this.#now, before: this.#before, heading: this.#outline ?? style?.outline ?? null });
  }

  #table({ rows }: OpenTable): void {
    const cell = this.#cells.at(-1);
    if (cell) cell.text.push(rows.map((row) => row.join(" ")).join("\n"));
    else this.blocks.push({ kind: "table", rows });
  }
}

/** The remarks of the file with the words they stand on. */
function commentsOf(xml: string | undefined, quotes: ReadonlyMap<string, Quote>): readonly DocxComment[] {
  const found: DocxComment[] = [];
  let [tag, text, id, author, at]: [string, string, string, string, string | null] = ["", "", "", "", null];
  if (xml)
    parse(xml, {
      open(name, given) {
        tag = local(name);
        if (tag === "comment") {
          [text, id, author, at] = ["", attribute(given, "id") ?? "", attribute(given, "author") ?? "", attribute(given, "date")];
        } else if (tag === "p" && text) text += "\n";
      },
      text(piece) {
        if (tag === "t") text += piece;
      },
      close(name) {
        if (local(name) !== "comment") return;
        const quote = quotes.get(id);
        found.push({ author, at, text, quote: quote?.text ?? "", block: quote?.block ?? 0 });
      },
    });
  return found;
}

/** The text of a Word file: paragraphs with their numbers, tables, tracked changes and comments. */
export function readDocx({ parts, links }: Docx): DocxText {
  const reader = new Reader(new Numbering(parts.get("word/numbering.xml"), parts.get("word/styles.xml")));
  parse(parts.get("word/document.xml")!, {
    open: (name, given) => reader.open(name, given),
    close: () => reader.close(),
    text: (text) => reader.text(text),
  });
  return { blocks: reader.blocks, changes: reader.changes, comments: commentsOf(parts.get("word/comments.xml"), reader.quotes), links };
}
