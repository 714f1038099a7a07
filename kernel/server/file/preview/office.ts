import { readXlsx } from "hucre/xlsx";
import { readFile } from "node:fs/promises";
import { inZone } from "#kernel/time.ts";
import { entryBytes, findEntry, withZip } from "../zip.ts";
import { attribute, walk, type Step } from "./xml.ts";

/** What the preview page can show. */
export type Block =
  | { readonly t: "raw" | "p"; readonly text: string }
  | { readonly t: "h"; readonly level: number; readonly text: string }
  /** Rows under a heading row, pairs of name and value, or places to sign in; a table of somebody else's document says nothing. */
  | { readonly t: "table"; readonly rows: readonly (readonly string[])[]; readonly look?: "lines" | "facts" | "signs" }
  | { readonly t: "picture"; readonly file: string }
  | { readonly t: "image"; readonly file: string; readonly width: number; readonly beside?: string }
  | { readonly t: "break" | "cut" };

export interface Read {
  readonly blocks: readonly Block[];
  /** Pictures found inside, by the name the blocks use. */
  readonly images: ReadonlyMap<string, Buffer>;
}

const partMost = 64 << 20;
const blocksMost = 3000;
const rowsMost = 300;
const columnsMost = 24;
const sheetsMost = 20;

type Archive = Parameters<Parameters<typeof withZip>[1]>[0];

async function part(archive: Archive, name: string): Promise<string> {
  const entry = findEntry(archive, name);
  return entry ? (await entryBytes(archive, entry, partMost)).toString("utf8") : "";
}

/** Which picture a relation means: rId7 → media/image1.png. */
async function relations(archive: Archive, name: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const step of walk(await part(archive, name)))
    if (step.name === "Relationship" && step.kind === "open") found.set(attribute(step, "Id") ?? "", attribute(step, "Target") ?? "");
  return found;
}

const headingLevel = (style: string): number | null => {
  const found = /^(?:heading|标题|Title)\s*(\d)?$/i.exec(style) ?? /^(\d)$/.exec(style);
  return found ? Number(found[1] ?? 1) : null;
};

/** Follows a Word document from tag to tag: paragraphs, headings, tables, pictures; all other formatting is left out. */
class WordReader {
  readonly blocks: Block[] = [];
  readonly pictures = new Map<string, string>();
  private text = "";
  private level: number | null = null;
  private rows: string[][] = [];
  private depth = 0;
  private isText = false;
  private readonly relation: ReadonlyMap<string, string>;

  constructor(relation: ReadonlyMap<string, string>) {
    this.relation = relation;
  }

  step(step: Step): void {
    if (step.kind === "text") {
      if (this.isText) this.text += step.text;
      return;
    }
    if (step.kind === "open") this.open(step);
    if (step.kind === "close" || step.selfClosing) this.close(step);
  }

  private open(step: Step): void {
    if (step.name === "t" || step.name === "instrText") this.isText = step.name === "t";
    else if (step.name === "tab") this.text += "    ";
    else if (step.name === "br" || step.name === "cr") this.text += "\n";
    else if (step.name === "pStyle") this.level = headingLevel(attribute(step, "val") ?? "");
    else if (step.name === "tbl") this.depth += 1;
    else if (step.name === "tr" && this.depth === 1) this.rows.push([]);
    else if (step.name === "blip") this.picture(this.relation.get(attribute(step, "embed") ?? ""));
  }

  private picture(target: string | undefined): void {
    if (!target || this.depth > 0 || !/\.(png|jpe?g|gif)$/i.test(target)) return;
    const file = `picture${this.pictures.size}${target.slice(target.lastIndexOf(".")).toLowerCase()}`;
    this.pictures.set(file, target);
    this.blocks.push({ t: "image", file, width: 60 });
  }

  private close(step: Step): void {
    if (step.name === "t") this.isText = false;
    else if (step.name === "p" && this.depth === 0) this.paragraph();
    else if (step.name === "p") this.text += "\n";
    else if (step.name === "tc" && this.depth === 1) this.cell();
    else if (step.name === "tbl") this.table();
  }

  private paragraph(): void {
    const text = this.text.trimEnd();
    if (text !== "") this.blocks.push(this.level === null ? { t: "p", text } : { t: "h", level: this.level, text });
    this.text = "";
    this.level = null;
  }

  private cell(): void {
    this.rows.at(-1)?.push(this.text.trim());
    this.text = "";
  }

  private table(): void {
    this.depth -= 1;
    if (this.depth > 0) return;
    if (this.rows.length > 0) this.blocks.push({ t: "table", rows: this.rows.slice(0, rowsMost).map((row) => row.slice(0, columnsMost)) });
    if (this.rows.length > rowsMost) this.blocks.push({ t: "cut" });
    this.rows = [];
    this.text = "";
  }
}

/** Text, tables and pictures of a Word document. */
export const readDocx = (path: string): Promise<Read> =>
  withZip(path, async (archive) => {
    const reader = new WordReader(await relations(archive, "word/_rels/document.xml.rels"));
    for (const step of walk(await part(archive, "word/document.xml"))) {
      if (reader.blocks.length >= blocksMost) break;
      reader.step(step);
    }
    const images = new Map<string, Buffer>();
    for (const [file, target] of [...reader.pictures].slice(0, 50)) {
      const entry = findEntry(archive, `word/${target.replace(/^\/?(?:word\/)?/, "")}`);
      if (entry) images.set(file, await entryBytes(archive, entry, 16 << 20));
    }
    const blocks = reader.blocks.filter((block) => block.t !== "image" || images.has(block.file));
    return { blocks: reader.blocks.length >= blocksMost ? [...blocks, { t: "cut" } as const] : blocks, images };
  });

/** The words of each slide, one page a slide. */
export const readPptx = (path: string): Promise<Read> =>
  withZip(path, async (archive) => {
    const numbers = archive.entries
      .map((entry) => /^ppt\/slides\/slide(\d+)\.xml$/.exec(archive.name(entry))?.[1])
      .filter((n) => n !== undefined);
    const blocks: Block[] = [];
    for (const n of numbers
      .map(Number)
      .sort((a, b) => a - b)
      .slice(0, 300)) {
      if (blocks.length > 0) blocks.push({ t: "break" });
      blocks.push({ t: "h", level: 4, text: String(n) });
      let line = "";
      let isText = false;
      for (const step of walk(await part(archive, `ppt/slides/slide${n}.xml`))) {
        if (step.name === "t") isText = step.kind === "open" && !step.selfClosing;
        else if (step.kind === "text" && isText) line += step.text;
        else if (step.name === "p" && step.kind === "close") {
          if (line.trim() !== "") blocks.push({ t: "p", text: line.trim() });
          line = "";
        }
      }
    }
    return { blocks, images: new Map() };
  });

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (!(value instanceof Date)) return String(value).slice(0, 500);
  const shown = inZone(value.toISOString(), "UTC");
  return shown.endsWith(" 00:00:00") ? shown.slice(0, 10) : shown;
}

/** Empty rows and columns at the edges show nothing. */
function trimSheet(rows: readonly (readonly unknown[])[]): string[][] {
  const texts = rows.slice(0, rowsMost).map((row) => row.slice(0, columnsMost).map(cellText));
  const width = texts.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => cell !== "") + 1), 0);
  const height = texts.findLastIndex((row) => row.some((cell) => cell !== "")) + 1;
  return texts.slice(0, height).map((row) => row.slice(0, width));
}

/** Visible sheets as plain tables, one after the other. */
export async function readSheets(path: string): Promise<Read> {
  const book = await readXlsx(await readFile(path), {
    maxRows: rowsMost + 1,
    sheets: (info, i) => !info.hidden && !info.veryHidden && i < sheetsMost,
  });
  const blocks: Block[] = [];
  for (const sheet of book.sheets) {
    if (blocks.length > 0) blocks.push({ t: "break" });
    blocks.push({ t: "h", level: 2, text: sheet.name });
    const rows = trimSheet(sheet.rows);
    if (rows.length > 0) blocks.push({ t: "table", rows });
    if (sheet.rows.length > rowsMost || sheet.rows.some((row) => row.length > columnsMost)) blocks.push({ t: "cut" });
  }
  return { blocks, images: new Map() };
}
