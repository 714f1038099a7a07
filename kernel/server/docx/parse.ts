import { SaxesParser } from "saxes";

export type Attributes = Readonly<Record<string, string>>;
/** A name without the prefix the file gives it. */
export const local = (name: string): string => name.slice(name.indexOf(":") + 1);
/** The attribute of a name, whatever prefix the file uses. */
export const attribute = (given: Attributes, name: string): string | null =>
  Object.entries(given).find(([key]) => local(key) === name)?.[1] ?? null;

/** Feeds a part that passed the gate to whoever listens. */
export function parse(
  xml: string,
  listener: { open(name: string, given: Attributes): void; close(name: string): void; text(text: string): void },
): void {
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => listener.open(name, attributes as Record<string, string>));
  parser.on("closetag", ({ name }) => listener.close(name));
  parser.on("text", (text) => listener.text(text));
  parser.write(xml).close();
}
