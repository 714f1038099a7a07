/** One step through an XML text. */
export interface Step {
  readonly kind: "open" | "close" | "text";
  /** Local name; prefixes are dropped. */
  readonly name: string;
  readonly text: string;
  readonly attributes: string;
  readonly selfClosing: boolean;
}

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const plain = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex: string, dec: string, word: string) => {
    if (word) return named[word] ?? all;
    const code = hex ? Number.parseInt(hex, 16) : Number(dec);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });

/** Walks through without ever resolving anything: document types and entities are refused, comments and instructions skipped. */
export function* walk(xml: string): Generator<Step> {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new Error("document types are not read");
  const pattern = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)(?:[\w.-]+:)?([\w.-]+)([^<>]*?)(\/?)>|([^<]+)/g;
  for (let found = pattern.exec(xml); found; found = pattern.exec(xml)) {
    const [, cdata, slash, name, attributes = "", closing, text] = found;
    if (cdata !== undefined) yield { kind: "text", name: "", text: cdata, attributes: "", selfClosing: false };
    else if (text !== undefined) yield { kind: "text", name: "", text: plain(text), attributes: "", selfClosing: false };
    else if (name) yield { kind: slash ? "close" : "open", name, text: "", attributes, selfClosing: closing === "/" };
  }
}

/** The value of an attribute by local name. */
export function attribute(step: Pick<Step, "attributes">, name: string): string | null {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*("([^"]*)"|'([^']*)')`).exec(step.attributes);
  return found ? plain(found[2] ?? found[3] ?? "") : null;
}
