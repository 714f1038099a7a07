import { Tokenizer } from "htmlparser2";

/** What formatted text may consist of; everything else is dropped, its words stay. No element with raw text, SVG or MathML may ever enter this list. */
const allowed: ReadonlySet<string> = new Set(
  "p br div span b strong i em u s ul ol li a img h1 h2 h3 h4 blockquote pre code table thead tbody tr th td hr sub sup".split(" "),
);
const voids: ReadonlySet<string> = new Set(["br", "hr", "img"]);
/** Their words are no text: they go with everything inside. */
const dropped: ReadonlySet<string> = new Set(
  "script style iframe object template svg math form button select textarea noscript noembed noframes xmp plaintext title head".split(" "),
);
/** Foreign elements end where they begin when written with a slash; HTML elements do not. */
const foreign: ReadonlySet<string> = new Set(["svg", "math"]);
/** The attributes read of an element; all others, style among them, are never looked at. */
const wanted: Readonly<Record<string, ReadonlySet<string>>> = {
  a: new Set(["href"]),
  img: new Set(["data-file", "alt", "width"]),
  td: new Set(["colspan", "rowspan"]),
  th: new Set(["colspan", "rowspan"]),
  ol: new Set(["start"]),
};
const longestName = 10;
/** Elements inside one another; deeper ones lose their tags and keep their words. */
const deepest = 64;

const textOf = (text: string): string =>
  /[&<>\u00a0\u0000]/.test(text)
    ? text.replaceAll("\u0000", "").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\u00a0", "&nbsp;")
    : text;
const quoted = (text: string): string => textOf(text).replaceAll('"', "&quot;");

/** Links leave by http, https or mail, or lead to a page of ours. */
function linkOf(href: string | undefined): string {
  const address = (href ?? "").replace(/[\u0000-\u0020\u007f-\u00a0]/g, "");
  if (address.startsWith("/main/")) return ` href="${quoted(address)}"`;
  return /^(https?:\/\/|mailto:)/i.test(address) ? ` href="${quoted(address)}" target="_blank" rel="noopener noreferrer"` : "";
}

function openTag(name: string, given: ReadonlyMap<string, string>): string {
  const figure = (key: string): string => (/^\d{1,4}$/.test(given.get(key) ?? "") ? ` ${key}="${given.get(key)!}"` : "");
  if (name === "a") return `<a${linkOf(given.get("href"))}>`;
  if (name === "ol") return `<ol${figure("start")}>`;
  if (name === "td" || name === "th") return `<${name}${figure("colspan")}${figure("rowspan")}>`;
  if (name !== "img") return `<${name}>`;
  // a picture is an attachment by its id: nothing is fetched from elsewhere, and who may not see the file sees its words
  const file = given.get("data-file") ?? "";
  return /^[\w-]{1,64}$/.test(file) ? `<img data-file="${file}" alt="${quoted(given.get("alt") ?? "")}"${figure("width")}>` : "";
}

const nothing: ReadonlyMap<string, string> = new Map();

/** Writes a text anew from its tokens. Every token costs the same: closing tags are found by counting, and the stack has a bottom. */
class Writer {
  /** What was done, in tokens and closed elements: the measure that growth is judged by. */
  steps = 0;
  readonly #html: string;
  readonly #out: string[] = [];
  readonly #open: string[] = [];
  readonly #openOf = new Map<string, number>();
  /** Elements below the deepest allowed level, by name: their closing tags close nothing. */
  readonly #tooDeep = new Map<string, number>();
  #tag = "";
  #given: Map<string, string> | null = null;
  #attribute = "";
  /** The element whose content is left out, and how often it stands in itself. */
  #dropping = "";
  #droppingDepth = 0;
  #textFrom = 0;
  #textTo = 0;

  constructor(html: string) {
    this.#html = html;
  }

  ontext(from: number, to: number): void {
    this.steps++;
    if (this.#dropping !== "") return;
    // Signs that turned out to begin no tag arrive one by one: neighbours are written together.
    if (from !== this.#textTo) this.#flush(from);
    this.#textTo = to;
  }
  ontextentity(point: number, to: number): void {
    this.steps++;
    if (this.#dropping !== "") return;
    this.#flush(to);
    this.#out.push(textOf(String.fromCodePoint(point)));
  }
  onopentagname(from: number, to: number): void {
    this.steps++;
    this.#flush(to);
    this.#tag = this.#nameOf(from, to);
    this.#given = this.#dropping === "" && Object.hasOwn(wanted, this.#tag) ? new Map() : null;
  }
  onattribname(from: number, to: number): void {
    this.steps++;
    const name = this.#given ? this.#nameOf(from, to) : "";
    this.#attribute = name !== "" && wanted[this.#tag]!.has(name) && !this.#given!.has(name) ? name : "";
    if (this.#attribute !== "") this.#given!.set(name, "");
  }
  onattribdata(from: number, to: number): void {
    this.steps++;
    if (this.#attribute !== "") this.#extend(this.#html.slice(from, to));
  }
  onattribentity(point: number): void {
    this.steps++;
    if (this.#attribute !== "") this.#extend(String.fromCodePoint(point));
  }
  onattribend(): void {
    this.#attribute = "";
  }
  onopentagend(): void {
    this.#begin(false);
  }
  onselfclosingtag(): void {
    this.#begin(true);
  }
  onclosetag(from: number, to: number): void {
    this.steps++;
    this.#flush(to);
    const name = this.#nameOf(from, to);
    if (this.#dropping === "") this.#close(name);
    else if (name === this.#dropping && --this.#droppingDepth === 0) this.#dropping = "";
  }
  onend(): void {
    if (this.#tag !== "") this.#begin(false);
    this.#flush(0);
    while (this.#open.length > 0) this.#pop();
  }
  // Comments, declarations and the like leave nothing behind.
  oncdata(): void {
    this.steps++;
  }
  oncomment(): void {
    this.steps++;
  }
  ondeclaration(): void {
    this.steps++;
  }
  onprocessinginstruction(): void {
    this.steps++;
  }

  text(): string {
    return this.#out.join("").trim();
  }

  #nameOf(from: number, to: number): string {
    return to - from > longestName ? "" : this.#html.slice(from, to).toLowerCase();
  }
  #extend(more: string): void {
    this.#given!.set(this.#attribute, this.#given!.get(this.#attribute)! + more);
  }
  /** Writes the text gathered so far; what follows begins at this place. */
  #flush(next: number): void {
    if (this.#textTo > this.#textFrom) this.#out.push(textOf(this.#html.slice(this.#textFrom, this.#textTo)));
    this.#textFrom = next;
    this.#textTo = next;
  }
  #begin(selfClosed: boolean): void {
    const name = this.#tag;
    this.#tag = "";
    if (this.#dropping !== "") {
      if (name === this.#dropping && !(selfClosed && foreign.has(name))) this.#droppingDepth++;
    } else if (dropped.has(name)) {
      if (selfClosed && foreign.has(name)) return;
      this.#dropping = name;
      this.#droppingDepth = 1;
    } else if (voids.has(name)) this.#out.push(openTag(name, this.#given ?? nothing));
    else if (allowed.has(name)) this.#push(name);
  }
  #push(name: string): void {
    if (this.#open.length === deepest) {
      this.#tooDeep.set(name, (this.#tooDeep.get(name) ?? 0) + 1);
      return;
    }
    this.#open.push(name);
    this.#openOf.set(name, (this.#openOf.get(name) ?? 0) + 1);
    this.#out.push(openTag(name, this.#given ?? nothing));
  }
  #close(name: string): void {
    const deeper = this.#tooDeep.get(name) ?? 0;
    if (deeper > 0) this.#tooDeep.set(name, deeper - 1);
    else if ((this.#openOf.get(name) ?? 0) > 0) while (this.#pop() !== name);
  }
  #pop(): string {
    this.steps++;
    const name = this.#open.pop()!;
    this.#openOf.set(name, this.#openOf.get(name)! - 1);
    this.#tooDeep.clear();
    this.#out.push(`</${name}>`);
    return name;
  }
}

/** Keeps the plain formatting of a text and nothing that could act, and says how much work that was. */
export function measuredRichText(html: string): { readonly text: string; readonly steps: number } {
  const writer = new Writer(html);
  const tokenizer = new Tokenizer({}, writer);
  tokenizer.write(html);
  tokenizer.end();
  return { text: writer.text(), steps: writer.steps };
}

/** What comes out is built anew from an allow-list, well formed, and stays as it is when it is cleaned again. */
export const cleanRichText = (html: string): string => measuredRichText(html).text;

/** Is there anything to read in it? An editor that was emptied leaves a paragraph of nothing. */
export const isBlankRichText = (html: string): boolean =>
  !html.includes("<img") &&
  !html.includes("<hr") &&
  html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&nbsp;", " ")
    .trim() === "";
