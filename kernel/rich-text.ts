/** What formatted text may consist of; everything else is dropped, its words kept. */
const kept: ReadonlySet<string> = new Set(
  "p br div span b strong i em u s ul ol li a img h1 h2 h3 h4 blockquote pre code table thead tbody tr th td hr sub sup".split(" "),
);
const alone: ReadonlySet<string> = new Set(["br", "hr", "img"]);
/** Their words are no text: they go with everything inside. */
const dropped: ReadonlySet<string> = new Set(
  "script style iframe object embed link meta template svg math form input button select textarea noscript noembed noframes xmp plaintext title head".split(
    " ",
  ),
);

const entity = /&(?!(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});)/gi;
const textOf = (text: string): string => text.replace(entity, "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const quoted = (text: string): string => textOf(text).replaceAll('"', "&quot;");

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", colon: ":", tab: "\t", newline: "\n" };

/** The characters an attribute stands for: a scheme may hide behind numbers. */
const plain = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));?/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : "";
  });

const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name, double, single, bare] of text.matchAll(attribute))
    if (!found.has(name!.toLowerCase())) found.set(name!.toLowerCase(), plain(double ?? single ?? bare ?? ""));
  return found;
}

/** Links leave by http, https or mail, or lead to a page of ours. */
function linkOf(href: string | undefined): string {
  const address = (href ?? "").replace(/[\u0000-\u0020]/g, "");
  if (address.startsWith("/main/")) return ` href="${quoted(address)}"`;
  return /^(https?:\/\/|mailto:)/i.test(address) ? ` href="${quoted(address)}" target="_blank" rel="noopener noreferrer"` : "";
}

function openTag(name: string, rest: string): string {
  if (!["a", "img", "td", "th", "ol"].includes(name)) return `<${name}>`;
  const given = attributesOf(rest);
  const figure = (key: string): string => (/^\d{1,4}$/.test(given.get(key) ?? "") ? ` ${key}="${given.get(key)!}"` : "");
  if (name === "a") return `<a${linkOf(given.get("href"))}>`;
  if (name === "ol") return `<ol${figure("start")}>`;
  if (name !== "img") return `<${name}${figure("colspan")}${figure("rowspan")}>`;
  // a picture is an attachment by its id: nothing is fetched from elsewhere, and whoever may not see the file sees its words
  const file = given.get("data-file") ?? "";
  return /^[\w-]{1,64}$/.test(file) ? `<img data-file="${file}" alt="${quoted(given.get("alt") ?? "")}"${figure("width")}>` : "";
}

const begin = /<!--|<[!?]|<(\/?)([a-z][^\s/>]*)/gi;

/** Where a tag ends: at the first > outside of quotes, or with the text. */
function endOf(html: string, from: number): number {
  for (let at = from, quote = ""; at < html.length; at++) {
    const sign = html[at]!;
    if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === ">") return at;
    else if (sign === '"' || sign === "'") quote = sign;
  }
  return html.length;
}

const placeOf = (html: string, words: string, from: number): number => {
  const at = html.indexOf(words, from);
  return at < 0 ? html.length : at + words.length;
};

/** Keeps the plain formatting of a text and nothing that could act: what comes out is built anew from an allow-list, and is well formed. */
export function cleanRichText(html: string): string {
  const out: string[] = [];
  const open: string[] = [];
  let at = 0;
  for (;;) {
    begin.lastIndex = at;
    const found = begin.exec(html);
    out.push(textOf(html.slice(at, found?.index ?? html.length)));
    if (found === null) break;
    const name = found[2]?.toLowerCase();
    if (name === undefined) {
      at = placeOf(html, found[0] === "<!--" ? "-->" : ">", begin.lastIndex);
      continue;
    }
    const end = endOf(html, begin.lastIndex);
    const rest = html.slice(begin.lastIndex, end);
    at = end + 1;
    if (dropped.has(name)) {
      if (found[1] === "") at = afterClosing(html, name, at);
    } else if (kept.has(name)) write(out, open, name, found[1] === "/", rest);
  }
  while (open.length > 0) out.push(`</${open.pop()!}>`);
  return out.join("").trim();
}

const emptyKinds: ReadonlySet<string> = new Set(["link", "meta", "input", "embed"]);

function afterClosing(html: string, name: string, from: number): number {
  if (emptyKinds.has(name)) return from;
  const closing = new RegExp(`</${name}[^>]*>`, "gi");
  closing.lastIndex = from;
  return closing.exec(html) === null ? html.length : closing.lastIndex;
}

function write(out: string[], open: string[], name: string, closes: boolean, rest: string): void {
  if (alone.has(name)) {
    if (!closes) out.push(openTag(name, rest));
    return;
  }
  if (!closes) {
    open.push(name);
    out.push(openTag(name, rest));
    return;
  }
  const place = open.lastIndexOf(name);
  if (place >= 0) while (open.length > place) out.push(`</${open.pop()!}>`);
}

/** Is there anything to read in it? An editor that was emptied leaves a paragraph of nothing. */
export const isBlankRichText = (html: string): boolean =>
  !html.includes("<img") &&
  !html.includes("<hr") &&
  html
    .replace(/<[^>]*>/g, "")
    .replaceAll("&nbsp;", " ")
    .trim() === "";
