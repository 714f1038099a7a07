import { buffer } from "node:stream/consumers";
import type yauzl from "yauzl";
import { ZipOut } from "../excel/zip.ts";
import { openZip, streamOf } from "./gate.ts";

/** What somebody put into a text, took out of it, or said of it. */
export interface DocxMark {
  readonly kind: "new" | "gone" | "comment";
  readonly author: string;
  readonly at: string;
  /** What a comment says. */
  readonly remark?: string;
}

const [first, last, begins, ends] = [0xe100, 0xf8ff, "\ue000", "\ue001"];
const signs = /\ue000[\ue100-\uf8ff]|\ue001/;

/** Marks around stretches of a text, until the text stands in a Word file: there they become tracked changes and comments. */
export class DocxMarks {
  readonly all: DocxMark[] = [];

  /** The text with a mark around it; a further mark may stand inside. */
  around(text: string, mark: DocxMark): string {
    if (text === "" || first + this.all.length > last) return text;
    this.all.push(mark);
    return `${begins}${String.fromCharCode(first + this.all.length - 1)}${text}${ends}`;
  }

  /** Text of people cannot hold the signs that marks are written with. */
  static plain = (text: string): string => text.replace(/[\ue000\ue001\ue100-\uf8ff]/g, "");
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign]!);

/** Far above the numbers a template has for its own. */
const [commentBase, changeBase] = [20_000, 30_000];

/** Runs and paragraphs that hold none of their own kind. */
const runs = /<w:r(?: [^>]*)?>(?:(?!<w:r[ >])[\s\S])*?<\/w:r>/g;
const paragraphs = /<w:p(?: [^>]*)?>(?:(?!<w:p[ >])[\s\S])*?<\/w:p>/g;

/** Turns the marks of a document into those of Word, from its beginning to its end: a mark may go over several paragraphs. */
class Tracker {
  readonly #marks: readonly DocxMark[];
  readonly #open: number[] = [];
  #id = changeBase;

  constructor(marks: readonly DocxMark[]) {
    this.#marks = marks;
  }

  document = (xml: string): string => xml.replace(paragraphs, (paragraph) => this.#paragraph(paragraph));

  #change = (): number | undefined => this.#open.findLast((at) => this.#marks[at]!.kind !== "comment");

  #tag(at: number): string {
    const { kind, author, at: day } = this.#marks[at]!;
    const name = kind === "gone" ? "w:del" : "w:ins";
    return `${name} w:id="${this.#id++}" w:author="${escaped(author)}" w:date="${day}"`;
  }

  #paragraph(xml: string): string {
    if (this.#open.length === 0 && !signs.test(xml)) return xml;
    const kinds = new Set<number | undefined>();
    const made = xml.replace(runs, (run) => this.#run(run, kinds));
    const [only] = kinds;
    if (kinds.size !== 1 || only === undefined) return made;
    // The end of a paragraph belongs to its words: without them no empty line is left.
    const mark = `<${this.#tag(only)}/>`;
    const at = made.indexOf("</w:pPr>");
    if (at < 0) return made.replace(/^<w:p(?: [^>]*)?>/, (begin) => `${begin}<w:pPr><w:rPr>${mark}</w:rPr></w:pPr>`);
    const [own, rest] = [made.slice(0, at), made.slice(at)];
    return (own.includes("<w:rPr>") ? own.replace("<w:rPr>", () => `<w:rPr>${mark}`) : `${own}<w:rPr>${mark}</w:rPr>`) + rest;
  }

  #run(run: string, kinds: Set<number | undefined>): string {
    const properties = /<w:rPr>[\s\S]*?<\/w:rPr>/.exec(run)?.[0] ?? "";
    const body = run.slice(run.indexOf(">") + 1, -"</w:r>".length).replace(properties, "");
    // Pictures and fields stay as they are.
    if (!/^(?:<w:t(?: [^>]*)?>[^<]*<\/w:t>|<[^>]+\/>)*$/.test(body)) {
      kinds.add(undefined);
      return DocxMarks.plain(run);
    }
    return [...body.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>|<[^>]+\/>/g)]
      .map(([element, text]) => (text === undefined ? this.#wrapped(properties, element, kinds) : this.#text(text, properties, kinds)))
      .join("");
  }

  #text = (text: string, properties: string, kinds: Set<number | undefined>): string =>
    text
      .split(/(\ue000[\ue100-\uf8ff]|\ue001)/)
      .map((part) => {
        if (part.startsWith(begins)) return this.#begin(part.charCodeAt(1) - first);
        if (part === ends) return this.#end();
        const change = this.#change();
        const tag = change !== undefined && this.#marks[change]!.kind === "gone" ? "w:delText" : "w:t";
        return part === "" ? "" : this.#wrapped(properties, `<${tag} xml:space="preserve">${part}</${tag}>`, kinds);
      })
      .join("");

  #wrapped(properties: string, element: string, kinds: Set<number | undefined>): string {
    const change = this.#change();
    kinds.add(change);
    const run = `<w:r>${properties}${element}</w:r>`;
    return change === undefined ? run : `<${this.#tag(change)}>${run}</${this.#marks[change]!.kind === "gone" ? "w:del" : "w:ins"}>`;
  }

  #begin(at: number): string {
    this.#open.push(at);
    return this.#marks[at]!.kind === "comment" ? `<w:commentRangeStart w:id="${commentBase + at}"/>` : "";
  }

  #end(): string {
    const at = this.#open.pop();
    if (at === undefined || this.#marks[at]!.kind !== "comment") return "";
    const id = commentBase + at;
    return `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;
  }
}

const main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const commentsType = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml";
const commentsRelation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments";

const commentXml = ({ author, at, remark = "" }: DocxMark, id: number): string =>
  `<w:comment w:id="${id}" w:author="${escaped(author)}" w:date="${at}" w:initials="">${remark
    .split("\n")
    .map((line) => `<w:p><w:r><w:t xml:space="preserve">${escaped(line)}</w:t></w:r></w:p>`)
    .join("")}</w:comment>`;

/** The parts of a file that say what its comments are. */
function withComments(parts: Map<string, string>, marks: readonly DocxMark[]): void {
  const made = marks.map((mark, at) => (mark.kind === "comment" ? commentXml(mark, commentBase + at) : "")).join("");
  if (made === "") return;
  const known = parts.get("word/comments.xml");
  if (known !== undefined) {
    parts.set(
      "word/comments.xml",
      known.replace(/<\/w:comments>\s*$/, () => `${made}</w:comments>`),
    );
    return;
  }
  parts.set(
    "word/comments.xml",
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:comments xmlns:w="${main}">${made}</w:comments>`,
  );
  const put = (name: string, end: string, element: string): void => {
    parts.set(
      name,
      (parts.get(name) ?? "").replace(end, () => `${element}${end}`),
    );
  };
  put("[Content_Types].xml", "</Types>", `<Override PartName="/word/comments.xml" ContentType="${commentsType}"/>`);
  const relations = "word/_rels/document.xml.rels";
  const none = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>`;
  parts.set(relations, (parts.get(relations) ?? none).replace(/<Relationships([^>]*)\/>/, "<Relationships$1></Relationships>"));
  put(relations, "</Relationships>", `<Relationship Id="rIdComments" Type="${commentsRelation}" Target="comments.xml"/>`);
}

const isXml = (name: string): boolean => /\.(xml|rels)$/.test(name);

/** The parts of a file that was just made, in their order. */
export async function partsOf(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await openZip(bytes);
  const entries = await new Promise<readonly yauzl.Entry[]>((done, fail) => {
    const found: yauzl.Entry[] = [];
    zip.on("error", fail).on("end", () => done(found));
    zip.on("entry", (entry: yauzl.Entry) => {
      found.push(entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  const parts = new Map<string, Buffer>();
  for (const entry of entries) parts.set(entry.fileName, await buffer(await streamOf(zip, entry)));
  return parts;
}

/** A Word file in whose text the marks stand, with tracked changes and comments in their places. */
export async function trackedDocx(bytes: Buffer, { all }: DocxMarks): Promise<Buffer> {
  if (all.length === 0) return bytes;
  const stored = await partsOf(bytes);
  const texts = new Map([...stored].filter(([name]) => isXml(name)).map(([name, content]) => [name, content.toString("utf8")]));
  texts.set("word/document.xml", new Tracker(all).document(texts.get("word/document.xml")!));
  withComments(texts, all);
  const blocks: Buffer[] = [];
  const zip = new ZipOut(async (block) => void blocks.push(block));
  for (const name of new Set([...stored.keys(), ...texts.keys()])) await zip.part(name, texts.get(name) ?? stored.get(name)!);
  await zip.finish();
  return Buffer.concat(blocks);
}
