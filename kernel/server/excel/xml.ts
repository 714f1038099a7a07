import { refusals } from "./caps.ts";

/** Hears the events of a scan; text comes only while it listens. */
export interface XmlTaker {
  listening: boolean;
  open(name: string, tag: string): void;
  close(name: string): void;
  text(raw: string): void;
  /** A shortcut past constructs the taker knows by heart: where it ended, or -1 to have it scanned. */
  quick?(source: string, start: number): number;
}

const malformed = () => refusals.damaged("XML 结构错误", "malformed XML");
const deepest = 128;

/**
 * Reads XML piece by piece and tells a taker what it meets, without prefixes. It knows no document types and no
 * entities of a file's own: whoever brings them is refused, so there is nothing to expand and nothing to fetch.
 */
export class XmlScanner {
  readonly #taker: XmlTaker;
  readonly #longest: number;
  #rest = "";
  #depth = 0;
  #rooted = false;

  constructor(taker: XmlTaker, longest: number) {
    this.#taker = taker;
    this.#longest = longest;
  }

  push(chunk: string): void {
    const source = this.#rest === "" ? chunk : this.#rest + chunk;
    const taker = this.#taker;
    let at = 0;
    for (;;) {
      const start = source.indexOf("<", at);
      if (start < 0) break;
      if (start > at && taker.listening) taker.text(source.slice(at, start));
      at = start;
      const next = source.charCodeAt(start + 1);
      let end = taker.quick ? taker.quick(source, start) : -1;
      if (end > 0) {
        at = end;
        continue;
      }
      if (next === 47) end = this.#close(source, start);
      else if (next === 33) end = this.#declaration(source, start);
      else if (next === 63) end = after(source, "?>", start);
      else end = this.#open(source, start);
      if (end < 0) break;
      at = end;
    }
    this.#rest = source.slice(at);
    if (this.#rest.length > this.#longest) throw refusals.tooLarge("单元格文字过长", "a cell with too much text");
  }

  end(): void {
    if (this.#depth !== 0 || !this.#rooted || this.#rest.trim() !== "") throw malformed();
  }

  #open(source: string, start: number): number {
    const end = tagEnd(source, start + 1);
    if (end < 0) return -1;
    const empty = source.charCodeAt(end - 1) === 47;
    const name = localName(source, start + 1, empty ? end - 1 : end);
    if (this.#depth === 0 && this.#rooted) throw malformed();
    this.#rooted = true;
    if (this.#depth >= deepest) throw refusals.unsafe("嵌套过深", "nested too deeply");
    this.#taker.open(name, source.slice(start + 1, empty ? end - 1 : end));
    if (empty) this.#taker.close(name);
    else this.#depth++;
    return end + 1;
  }

  #close(source: string, start: number): number {
    const end = source.indexOf(">", start);
    if (end < 0) return -1;
    if (--this.#depth < 0) throw malformed();
    this.#taker.close(localName(source, start + 2, end));
    return end + 1;
  }

  #declaration(source: string, start: number): number {
    if (source.length < start + 9) return source.startsWith("<!D", start) ? refuseType() : -1;
    if (source.startsWith("<!--", start)) return after(source, "-->", start + 4);
    if (!source.startsWith("<![CDATA[", start)) return refuseType();
    const end = source.indexOf("]]>", start);
    if (end < 0) return -1;
    if (this.#taker.listening) this.#taker.text(source.slice(start + 9, end).replaceAll("&", "&amp;"));
    return end + 3;
  }
}

function refuseType(): never {
  throw refusals.unsafe("XML 中含有 DOCTYPE 或实体", "XML with a DOCTYPE or entities");
}

function after(source: string, mark: string, from: number): number {
  const end = source.indexOf(mark, from);
  return end < 0 ? -1 : end + mark.length;
}

/** The closing bracket of a tag; one inside a quoted attribute does not count. */
function tagEnd(source: string, from: number): number {
  let quote = 0;
  for (let i = from; i < source.length; i++) {
    const code = source.charCodeAt(i);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 62) return i;
    else if (code === 34 || code === 39) quote = code;
    else if (code === 60) throw malformed();
  }
  return -1;
}

function localName(source: string, from: number, to: number): string {
  let start = from;
  let end = from;
  for (; end < to; end++) {
    const code = source.charCodeAt(end);
    if (code === 58) start = end + 1;
    else if (code <= 32) break;
  }
  if (end === start) throw malformed();
  return source.slice(start, end);
}

const blank = (code: number): boolean => code <= 32;

/** Tells each attribute of a tag, name without prefix; one pass whatever the tag holds, because patterns can be made to backtrack for hours. */
export function eachAttribute(tag: string, tell: (name: string, raw: string, prefixed: boolean) => void): void {
  let at = 0;
  while (at < tag.length && !blank(tag.charCodeAt(at))) at++;
  for (;;) {
    while (at < tag.length && blank(tag.charCodeAt(at))) at++;
    const start = at;
    let name = at;
    for (; at < tag.length; at++) {
      const code = tag.charCodeAt(at);
      if (code === 61 || blank(code)) break;
      if (code === 58) name = at + 1;
    }
    const end = at;
    while (at < tag.length && blank(tag.charCodeAt(at))) at++;
    if (at >= tag.length) return;
    if (tag.charCodeAt(at) !== 61) throw malformed();
    at++;
    while (at < tag.length && blank(tag.charCodeAt(at))) at++;
    const quote = tag.charCodeAt(at);
    const close = quote === 34 || quote === 39 ? tag.indexOf(quote === 34 ? '"' : "'", at + 1) : -1;
    if (close < 0) throw malformed();
    tell(tag.slice(name, end), tag.slice(at + 1, close), name !== start);
    at = close + 1;
  }
}

/** The attributes of a tag by name; a prefixed one gives way to a plain one of the same name. */
export function attributes(tag: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null);
  eachAttribute(tag, (name, raw, prefixed) => {
    if (!prefixed || !(name in found)) found[name] = unescapeXml(raw);
  });
  return found;
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function entityText(whole: string, name: string): string {
  if (name.startsWith("#")) {
    const code = name[1] === "x" || name[1] === "X" ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    throw malformed();
  }
  if (!Object.hasOwn(named, name))
    throw refusals.unsafe(`XML 中含有实体 ${whole.slice(0, 30)}`, `XML with the entity ${whole.slice(0, 30)}`);
  return named[name]!;
}

/** Resolves the five entities of XML and character numbers; any other is refused. */
export function unescapeXml(raw: string): string {
  if (!/[&\r]/.test(raw)) return raw;
  const text = raw.replace(/\r\n?/g, "\n");
  return text.includes("&") ? text.replace(/&([^;&]*);?/g, entityText) : text;
}

/** Resolves the _xHHHH_ with which spreadsheets write characters XML cannot hold. */
export const unescapeCell = (text: string): string =>
  text.includes("_x") ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text;
