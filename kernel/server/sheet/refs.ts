import type { Entity, Me } from "#kernel/entity.ts";
import { titled } from "../find/titled.ts";
import type { Kernel } from "../kernel.ts";
import { q } from "../database/schema.ts";
import { Params, whereSql } from "../find/sql.ts";
import { scopeOf, type Row } from "../find/visible.ts";

/** The row a text stands for, and how it is shown; "many" when it could be several. */
export type Meant = { readonly id: string; readonly shown: string } | "many" | undefined;

/** A reference as people read it: code and name. */
export const shownAs = (code: unknown, name: unknown): string => [code, name].filter(Boolean).join(" ");

/** All ways to part "code name" where the code itself may hold blanks, the longest code first. */
function parts(text: string): { code: string; name: string }[] {
  const found: { code: string; name: string }[] = [];
  for (let at = text.lastIndexOf(" "); at > 0 && found.length < 5; at = text.lastIndexOf(" ", at - 1))
    found.push({ code: text.slice(0, at), name: text.slice(at + 1) });
  return found;
}

/** The fields people may call a row by. */
const namesIn = (target: Entity): string[] =>
  [...new Set(target.title.flatMap((key) => [key, target.fields[key]?.english ?? key]))].filter((key) => target.fields[key]);

/** Finds rows by what people write for them: id, code or name, a code in small letters, code and name together. */
export function named(target: Entity | undefined, rows: readonly Row[]): (text: string) => readonly Row[] {
  const columns = target ? namesIn(target) : [];
  const by = ["id", ...columns].map((key) => {
    const index = new Map<string, Row[]>();
    for (const row of rows) {
      const value: unknown = row[key];
      if (value === null || value === undefined) continue;
      const known = index.get(String(value));
      if (known) known.push(row);
      else index.set(String(value), [row]);
    }
    return index;
  });
  return (text) =>
    by.map((index) => index.get(text) ?? []).find((list) => list.length > 0) ??
    // Codes are kept in capitals, whatever people type.
    by[1]?.get(text.toUpperCase()) ??
    byParts(text, by[1] ?? new Map<string, Row[]>(), columns);
}

/** Finds the row a text stands for; where fields of that row are given, it is looked for among rows that agree with them. */
export type Finds = (text: string, agreeing?: Row) => Meant;

/** Texts that name rows of one table, all asked in one statement, among the rows the caller may pick. */
export async function finder(
  kernel: Kernel,
  target: Entity,
  texts: readonly string[],
  me: Me,
  agree: readonly string[] = [],
): Promise<Finds> {
  const scope = scopeOf(kernel.declared, target, me);
  if (scope === null || texts.length === 0) return () => undefined;
  const columns = namesIn(target);
  const params = new Params();
  const wanted = params.add([
    ...new Set(texts.flatMap((text) => [text, ...parts(text).map((part) => part.code)]).flatMap((value) => [value, value.toUpperCase()])),
  ]);
  const isText = (key: string): boolean => ["text", "code", "longtext"].includes(target.fields[key]!.kind);
  const tests = ["id", ...columns].map((key) => `t.${q(key)}${key === "id" || isText(key) ? "" : "::text"} = any(${wanted}::text[])`);
  const read = [...new Set([...columns, ...agree])];
  const rows = await kernel.db.query<Row>(
    `select t.id, ${read.map((key) => `t.${q(key)}`).join(", ")} from ${q(target.name)} t where (${tests.join(" or ")}) and ${whereSql(target, "t", scope, params, kernel.declared)}`,
    params.values,
  );
  const among = new Map<string, ReturnType<typeof named>>();
  const namedAmong = (agreeing: Row): ReturnType<typeof named> => {
    const key = JSON.stringify(agreeing);
    const known =
      among.get(key) ??
      named(
        target,
        rows.filter((row) => Object.keys(agreeing).every((value) => row[value] === agreeing[value])),
      );
    among.set(key, known);
    return known;
  };
  return (text, agreeing = {}) => {
    const fitting = namedAmong(agreeing)(text);
    // What stands elsewhere alone is taken: saving says why it does not belong here.
    const meant = fitting.length > 0 ? fitting : namedAmong({})(text);
    const [row] = meant;
    if (!row) return undefined;
    if (meant.length > 1) return fitting.length > 1 ? "many" : undefined;
    const { code, name } = titled(target, row, me);
    return { id: row["id"] as string, shown: shownAs(code, name) };
  };
}

/** The same for texts that stand alone. */
export async function resolve(kernel: Kernel, target: Entity, texts: readonly string[], me: Me): Promise<Map<string, Meant>> {
  const find = await finder(kernel, target, texts, me);
  return new Map(texts.flatMap((text): [string, Meant][] => (find(text) ? [[text, find(text)]] : [])));
}

/** The name behind the code decides between several; a code that stands alone is right even after a change of name. */
function byParts(text: string, codes: ReadonlyMap<string, Row[]>, columns: readonly string[]): readonly Row[] {
  for (const { code, name } of parts(text)) {
    const rows = codes.get(code) ?? [];
    const named = rows.filter((row) => columns.some((key) => row[key] === name));
    if (named.length > 0) return named;
    if (rows.length > 0) return rows;
  }
  return [];
}
