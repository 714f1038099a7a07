import type { Declared } from "../../declared.ts";
import { collections, commonFields, commonKeys, companions, fieldOf, type Entity, type Where } from "../../entity.ts";
import { isDecimalKind, isJsonKind, type Field } from "../../field.ts";
import type { Language } from "../../text.ts";
import { q } from "../database/schema.ts";

/** Values beside the text they belong to: $1, $2 … in order of asking. */
export class Params {
  readonly values: unknown[] = [];
  /** One plan is made for all values, without looking at any. */
  readonly isBlind: boolean;
  constructor({ isBlind = false } = {}) {
    this.isBlind = isBlind;
  }
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

const never = "false";
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (c) => `\\${c}`);

const castOf = (field: Field): string =>
  field.kind === "datetime"
    ? "::timestamptz"
    : field.kind === "date"
      ? "::date"
      : field.kind === "int"
        ? "::int"
        : isDecimalKind(field.kind)
          ? "::numeric"
          : "::text";

/** What stands above the rows of a statement and is joined to them, by its alias. */
type Above = Map<string, string>;

/** Whether the rows meant are told by their own ids or by what they refer to. */
function isNamed(e: Entity, where: Where): boolean {
  return Object.entries(where).some(([key, test]) => {
    if (key === "all") return (test as readonly Where[]).some((candidate) => isNamed(e, candidate));
    const below = collections(e)[key];
    if (below) return isNamed(below, (test as { readonly some: Where }).some);
    return (typeof test === "string" || Array.isArray(test)) && test !== "all" && (key === "id" || fieldOf(e, key)?.kind === "ref");
  });
}

function testSql(e: Entity, alias: string, key: string, test: unknown, params: Params, declared: Declared, above?: Above): string {
  const collection = collections(e)[key];
  if (collection && typeof test === "object" && test !== null && "some" in test) {
    const row = `${alias}_${key}`;
    const meant = whereSql(collection, row, test.some as Where, params, declared);
    // A row that is named leads to its document. Left to itself a plan for all values walks the documents one by one and looks whether each has such a row.
    return params.isBlind && isNamed(collection, test.some as Where)
      ? `${alias}.id = any(array(select ${row}."parentId" from ${q(collection.name)} ${row} where ${meant}))`
      : `exists (select 1 from ${q(collection.name)} ${row} where ${row}."parentId" = ${alias}.id and ${meant})`;
  }
  if (collection && typeof test === "object" && test !== null && "none" in test) {
    const row = `${alias}_${key}`;
    return `not exists (select 1 from ${q(collection.name)} ${row} where ${row}."parentId" = ${alias}.id and ${whereSql(collection, row, test.none as Where, params, declared)})`;
  }
  if (key === "parent") {
    const parent = declared.parent(e)!.entity;
    if (above) {
      above.set(`${alias}_p`, `join ${q(parent.name)} ${alias}_p on ${alias}_p.id = ${alias}."parentId"`);
      return whereSql(parent, `${alias}_p`, test as Where, params, declared, above);
    }
    return `exists (select 1 from ${q(parent.name)} ${alias}_p where ${alias}_p.id = ${alias}."parentId" and ${whereSql(parent, `${alias}_p`, test as Where, params, declared)})`;
  }
  const field = key === "parentId" ? commonFields.id : fieldOf(e, key);
  if (!field) throw new Error(`${e.name} has no field ${key} to filter by`);
  const column = `${alias}.${q(key)}`;
  const cast = castOf(field);
  if (test === null) return `${column} is null`;
  if (Array.isArray(test))
    return test.length === 0
      ? never
      : test.length === 1
        ? `${column} = ${params.add(test[0])}${cast}`
        : `${column} = any(${params.add(test)}${cast}[])`;
  if (typeof test !== "object") return `${column} = ${params.add(test)}${cast}`;
  if ("row" in test) {
    const of = declared.entity(String((test as { readonly of?: unknown }).of));
    const row = `${alias}_${key}`;
    return `exists (select 1 from ${q(of.name)} ${row} where ${row}.id = ${column} and ${whereSql(of, row, test.row as Where, params, declared)})`;
  }
  if ("contains" in test)
    return `${column}${isJsonKind(field.kind) ? "::text" : ""} ilike ${params.add(`%${escapeLike(String(test.contains))}%`)}`;
  if ("holds" in test) {
    const held = `${column} ?| ${params.add([...(test.holds as readonly string[])])}::text[]`;
    return "orNone" in test ? `(${column} is null or ${held})` : held;
  }
  if ("not" in test)
    return test.not === null
      ? `${column} is not null`
      : `(${column} is null or ${column} <> all(${params.add([test.not].flat())}${cast}[]))`;
  if ("some" in test) throw new Error(`${e.name}.${key} is no collection`);
  const range = test as { from?: unknown; to?: unknown; below?: unknown; above?: unknown };
  const parts: string[] = [];
  if (range.from !== undefined && range.from !== null) parts.push(`${column} >= ${params.add(range.from)}${cast}`);
  if (range.to !== undefined && range.to !== null) parts.push(`${column} <= ${params.add(range.to)}${cast}`);
  if (range.below !== undefined) parts.push(`${column} < ${params.add(range.below)}${cast}`);
  if (range.above !== undefined) parts.push(`${column} > ${params.add(range.above)}${cast}`);
  return parts.length ? parts.join(" and ") : "true";
}

/** A filter as SQL over the rows of an alias; "all" and undefined test nothing, an empty list matches nothing. */
export function whereSql(e: Entity, alias: string, where: Where, params: Params, declared: Declared, above?: Above): string {
  const parts: string[] = [];
  for (const [key, test] of Object.entries(where)) {
    if (test === undefined || test === "all") continue;
    if (key === "any")
      parts.push(
        (test as Where[]).length
          ? `(${(test as Where[]).map((w) => `(${whereSql(e, alias, w, params, declared, above)})`).join(" or ")})`
          : never,
      );
    else if (key === "all") for (const w of test as Where[]) parts.push(whereSql(e, alias, w, params, declared, above));
    else parts.push(testSql(e, alias, key, test, params, declared, above));
  }
  return parts.length ? parts.join(" and ") : "true";
}

/** Where many rows come from: t the row. A line has one document, so what is asked of it is joined once: asked in an `exists` for every condition, the database reads all documents before it looks at the first page. */
export function fromSql(e: Entity, where: Where, params: Params, declared: Declared): string {
  const above: Above = new Map();
  const condition = whereSql(e, "t", where, params, declared, above);
  return [`from ${q(e.name)} t`, ...above.values(), `where ${condition}`].join(" ");
}

const isoInJson = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** One column as it leaves the database: decimals without idle zeros as text, times in one form wherever they stand. */
function columnSql(alias: string, key: string, field: Field, nested: boolean): string {
  const column = `${alias}.${q(key)}`;
  if (isDecimalKind(field.kind) && field.kind !== "money") return `trim_scale(${column})${nested ? "::text" : ""} as ${q(key)}`;
  if (nested && field.kind === "money") return `${column}::text as ${q(key)}`;
  if (nested && field.kind === "datetime") return `${isoInJson(column)} as ${q(key)}`;
  return column;
}

/** How a person knows a row of the target: its code and its name in the reader's language. */
export function titleSql(target: Entity, alias: string, language: Language): { code: string | null; name: string } {
  const name = target.title[1] ?? target.title[0]!;
  const english = language === "EN" ? target.fields[name]?.english : undefined;
  const own = `${alias}.${q(name)}`;
  return {
    code: target.title.length > 1 ? `${alias}.${q(target.title[0]!)}` : null,
    name: english ? `coalesce(nullif(${alias}.${q(english)}, ''), ${own})` : own,
  };
}

interface Selected {
  readonly columns: string[];
  readonly joins: string[];
}

/** Columns of the chosen fields with the names behind their references. */
export function selectSql(
  declared: Declared,
  e: Entity,
  keys: readonly string[],
  alias: string,
  language: Language,
  nested: boolean,
  named: (key: string) => boolean = () => true,
): Selected {
  const columns: string[] = [];
  const joins: string[] = [];
  for (const key of keys) {
    const field = fieldOf(e, key) ?? (key === "parentId" ? commonFields.id : undefined);
    if (!field) continue;
    columns.push(columnSql(alias, key, field, nested));
    const target = field.kind === "ref" && named(key) ? declared.entities.get(field.target!) : undefined;
    if (!target) continue;
    const other = `${alias}_${key}`;
    const names = companions(key);
    const title = titleSql(target, other, language);
    joins.push(`left join ${q(target.name)} ${other} on ${other}.id = ${alias}.${q(key)}`);
    if (title.code && !e.fields[names.code]) columns.push(`${title.code} as ${q(names.code)}`);
    if (!e.fields[names.name]) columns.push(`${title.name} as ${q(names.name)}`);
  }
  return { columns, joins };
}

/** Every stored key of an entity, common ones and the parent included. */
export const storedKeys = (declared: Declared, e: Entity): string[] => [
  ...commonKeys,
  ...(declared.parent(e) ? ["parentId"] : []),
  ...Object.keys(e.fields),
];

const lineOrder = (line: Entity, alias: string): string =>
  ["lineNum", "seqNum", "seq"].filter((key) => key in line.fields).map((key) => `${alias}.${q(key)}, `)[0] ?? "";

/** A document with its collections as nested JSON, all in one statement and so of one moment. */
export function documentSql(
  declared: Declared,
  e: Entity,
  visible: (e: Entity) => readonly string[],
  language: Language,
  depth: "document" | "row",
  condition: string,
  part: Part = {},
): string {
  const alias = "t";
  const { columns, joins } = selectSql(declared, e, visible(e), alias, language, false, part.named);
  const nest =
    depth === "row"
      ? []
      : linesSeen(e, part).map(
          ([key, line]) => `${linesSql(declared, line, visible, language, `${alias}.id`, `${alias}_${key}`, part)} as ${q(key)}`,
        );
  return `select ${[...columns, ...nest].join(", ")} from ${q(e.name)} ${alias} ${joins.join(" ")} where ${condition}`;
}

/** Which collections of a document a reader gets at all, and behind which references names are read; everything unless said. */
interface Part {
  readonly seen?: (e: Entity, collection: string) => boolean;
  readonly named?: (key: string) => boolean;
}
const linesSeen = (e: Entity, { seen = () => true }: Part): [string, Entity][] =>
  (Object.entries(e.lines) as [string, Entity][]).filter(([key]) => seen(e, key));

function linesSql(
  declared: Declared,
  line: Entity,
  visible: (e: Entity) => readonly string[],
  language: Language,
  parent: string,
  alias: string,
  part: Part,
): string {
  const { columns, joins } = selectSql(declared, line, visible(line), alias, language, true, part.named);
  const nest = linesSeen(line, part).map(
    ([key, below]) => `${linesSql(declared, below, visible, language, `${alias}.id`, `${alias}_${key}`, part)} as ${q(key)}`,
  );
  return `(select coalesce(json_agg(x), '[]') from (select ${[...columns, ...nest].join(", ")} from ${q(line.name)} ${alias} ${joins.join(" ")} where ${alias}."parentId" = ${parent} order by ${lineOrder(line, alias)}${alias}.id) x)`;
}

/** Chinese readers expect names by pinyin; codes and ids sort by their characters. */
export function orderSql(declared: Declared, e: Entity, order: readonly (readonly [string, "asc" | "desc"])[], alias: string): string {
  const parts = order.map(([key, direction]) => {
    const field = fieldOf(e, key)!;
    const target = field.kind === "ref" ? declared.entities.get(field.target!) : undefined;
    const column = target
      ? `(select o.${q(target.title[0]!)} from ${q(target.name)} o where o.id = ${alias}.${q(key)})`
      : key in e.fields && (field.kind === "text" || field.kind === "longtext")
        ? `${alias}.${q(key)} collate "zh-x-icu"`
        : `${alias}.${q(key)}`;
    return `${column} ${direction}`;
  });
  if (!order.some(([key]) => key === "id")) parts.push(`${alias}.id ${order.at(-1)?.[1] ?? "desc"}`);
  return parts.join(", ");
}
