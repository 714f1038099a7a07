import { refuseField } from "#kernel/refusal.ts";
import { deny } from "./refusals.ts";

/** What a body may look like before anything is done with it: no rule behind it meets a list, a text or a depth without end. */
export const contentLimits = {
  /** Objects and lists in one another. */
  depth: 40,
  /** Entries of one list: the rows of the largest workbook, all its sheets together. */
  list: 100_000,
  names: 5_000,
  nameLength: 200,
  /** Units of one text: a file that travels in a body. What a field may hold is told by its declaration. */
  text: 32 * 1024 * 1024,
} as const;

type Container = Record<string, unknown> | unknown[];

const isContainer = (value: unknown): value is Container => typeof value === "object" && value !== null;

const pathTo = (path: string, of: Container, key: string): string =>
  Array.isArray(of) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;

/** A text as the database can store it: half a sign becomes the mark for an unreadable one; the zero sign cannot be stored at all. */
function storable(text: string, path: () => string): string {
  if (text.length > contentLimits.text)
    throw refuseField(path(), "FIELD_LENGTH", `不能超过 ${contentLimits.text} 个字`, `at most ${contentLimits.text} characters`);
  if (text.includes("\u0000"))
    throw refuseField(path(), "FIELD_TYPE", "含有不可用的字符，请删除后重试", "contains a character that cannot be stored; remove it");
  return text.toWellFormed();
}

/** A name every object already has would stand in the way of whatever works with the object. */
function checkName(name: string): void {
  if (name in Object.prototype || name.length > contentLimits.nameLength || name.includes("\u0000") || !name.isWellFormed())
    throw deny("REQUEST_BAD");
}

/** Looks at every value once, without recursion; changes texts in place where they hold half a sign. */
export function checkContent(root: unknown): void {
  if (!isContainer(root)) return;
  const open: { readonly of: Container; readonly path: string; readonly depth: number }[] = [{ of: root, path: "", depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { of, path, depth } = next;
    const keys = Object.keys(of);
    if (depth > contentLimits.depth || keys.length > (Array.isArray(of) ? contentLimits.list : contentLimits.names))
      throw deny("REQUEST_SHAPE");
    const values = of as Record<string, unknown>;
    for (const key of keys) {
      const value = values[key];
      if (!Array.isArray(of)) checkName(key);
      if (typeof value === "string") {
        const text = storable(value, () => pathTo(path, of, key));
        if (text !== value) values[key] = text;
      } else if (isContainer(value)) open.push({ of: value, path: pathTo(path, of, key), depth: depth + 1 });
    }
  }
}

const withoutZeros = (text: unknown): unknown => (typeof text === "string" ? text.replaceAll("\u0000", "") : text);

/** The values of a query without the sign no database stores: what an address means besides is read by whoever asks for it. */
export function dropZeros(query: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(query)) query[name] = Array.isArray(value) ? value.map(withoutZeros) : withoutZeros(value);
}

/** JSON as it came from outside: parsed, and nothing in it that could not be stored, walked or written again. */
export function readContent(json: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw deny("REQUEST_BAD");
  }
  checkContent(value);
  return value;
}
