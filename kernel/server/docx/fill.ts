import { LoopPlugin, TemplateHandler, TextPlugin, type Tag } from "easy-template-x";
import { refuse } from "#kernel/refusal.ts";
import type { Docx } from "./gate.ts";
import { docxNo } from "./refusals.ts";

/** What a template is filled with: values, and rows for the parts it repeats. */
export interface DocxData {
  readonly [name: string]: string | readonly DocxData[];
}

/** A name a template holds; within a repeated part it comes with the names of that part. */
export interface DocxName {
  readonly name: string;
  readonly kind: "value" | "repeat";
  readonly within: readonly string[];
}

// Text and repeated parts alone: no value can bring pictures or markup of its own. Names with dots are plain keys, nothing is looked up inside values.
const handler = new TemplateHandler({
  delimiters: { tagStart: "${", tagEnd: "}", containerTagOpen: "#", containerTagClose: "/" },
  plugins: [new LoopPlugin(), new TextPlugin()],
  scopeDataResolver: ({ strPath, data }) => resolved(data as object, strPath.map(String)),
} as ConstructorParameters<typeof TemplateHandler>[0]);

type Level = Readonly<Record<string, unknown>>;

/** The value of a name: in the row it stands in, else in what surrounds it. */
function resolved(data: object, path: readonly string[]): never {
  const scopes: Level[] = [data as Level];
  let at: unknown = data;
  for (const step of path.slice(0, -1)) {
    at = (at as Level | undefined)?.[step];
    if (at && !Array.isArray(at)) scopes.push(at as Level);
  }
  const name = path.at(-1)!;
  return scopes.findLast((scope) => Object.hasOwn(scope, name))?.[name] as never;
}

const badTags = (): Error =>
  refuse("DOCX_TAGS", "模板中的占位符不完整或未成对，请检查 ${…}", "Placeholders of the template are incomplete or not paired; check ${…}");

/** The names of a template, in their order. */
export async function namesOfDocx({ bytes }: Docx): Promise<readonly DocxName[]> {
  const tags = await handler.parseTags(bytes).catch(() => {
    throw badTags();
  });
  const open: string[] = [];
  const names: DocxName[] = [];
  for (const { name, disposition } of tags as readonly Pick<Tag, "name" | "disposition">[]) {
    const kind = String(disposition);
    if (kind === "Close") {
      if (open.pop() !== name) throw badTags();
      continue;
    }
    names.push({ name, kind: kind === "Open" ? "repeat" : "value", within: [...open] });
    if (kind === "Open") open.push(name);
  }
  if (open.length > 0) throw badTags();
  return names;
}

/** Exactly the characters that XML does not allow. */
const disallowed = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text as a Word file can hold it. */
export const printable = (text: string): string => text.toWellFormed().replace(disallowed, "");

/** The same data without prototypes and without characters that no Word file may have. */
function plain(data: DocxData): DocxData {
  const made = Object.create(null) as Record<string, string | readonly DocxData[]>;
  for (const [key, value] of Object.entries(data)) made[key] = typeof value === "string" ? printable(value) : value.map(plain);
  return made;
}

const has = (data: DocxData, { name, within }: DocxName): boolean =>
  Object.hasOwn(data, name) ||
  within.some((part) => {
    const rows = data[part];
    return Array.isArray(rows) && rows.every((row: DocxData) => Object.hasOwn(row, name));
  });

/** A template with its data. Names without data are refused, for the file would silently show nothing. */
export async function fillDocx(template: Docx, data: DocxData): Promise<Buffer> {
  const missing = (await namesOfDocx(template)).filter((name) => !has(data, name));
  if (missing.length > 0) {
    const list = [...new Set(missing.map(({ name }) => `\${${name}}`))];
    throw refuse("DOCX_MISSING", `模板字段没有数据：${list.join("、")}`, `Template fields without data: ${list.join(", ")}`);
  }
  return handler.process(template.bytes, plain(data) as never).catch(() => {
    throw docxNo.damaged();
  });
}
