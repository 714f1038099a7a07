import type { CommonKey, Entity, Me, Scope, StateOf } from "./entity.ts";
import { fieldOf } from "./entity.ts";
import type { CompanionKeys } from "./seen.ts";

/** Values beside the text of a statement: $1, $2 … */
export interface Values {
  add(value: unknown): string;
  /** One plan is made for all values, without looking at any. */
  readonly isBlind: boolean;
}

/** How a relation is written behind `from` once it is known which of its columns the statement uses. */
interface Reads {
  readonly name: string;
  /** The relation that must be read in the same statement, because it is what narrows the rows. */
  readonly through?: Relation | undefined;
  text(columns: readonly string[], values: Values): string;
}

const reads = Symbol("reads");

/** Something with rows: stands behind `from` or `join`, and gets its alias there. */
export interface Relation {
  readonly [reads]: Reads;
}

/** One column of a relation, wherever the relation stands in the statement. */
export class Column {
  readonly of: Relation;
  readonly key: string;
  /** The column of its English half. */
  readonly english: Column | undefined;
  constructor(of: Relation, key: string, english?: string) {
    this.of = of;
    this.key = key;
    this.english = english === undefined ? undefined : new Column(of, english);
  }
  toString(): never {
    throw new Error(`the column ${this.key} was put into a text: write the statement with sql\`…\``);
  }
}

export type Keys<E extends Entity> =
  | (keyof E["fields"] & string)
  | CommonKey
  | "parentId"
  | ([StateOf<E>] extends [never] ? never : "status");

/** The rows of an entity, a column for each of its fields. */
export type Table<E extends Entity = Entity> = Relation & { readonly [K in Keys<E>]: Column } & {
  readonly [K in CommonKey | "parentId"]: Column;
};
/** The rows and columns a reader may see, with code and name behind each reference: supplierId, supplierCode, supplierName. */
export type Source<E extends Entity = Entity> = Table<E> & {
  readonly [K in CompanionKeys<E["fields"]>]: Column;
};
/** Code and name by which people know the records of an entity. */
export type Names = Relation & { readonly [K in "id" | "code" | "name"]: Column };

/** What one reader may read statements from. */
export interface Sources {
  /** The rows and columns of an entity this reader may see. Lines may be read `through` the source of their document, which then narrows them and has to stand in the same statement. */
  <E extends Entity>(entity: E, through?: Relation): Source<E>;
  /** What a reference leads to: whoever sees the reference is told the code and the name behind it, in his language. */
  names(entity: Entity): Names;
}

/** Whatever a statement is put together from; plain values become parameters. */
export type Part = Sql | Column | Relation | Alias | string | number | boolean | null | Date | readonly string[] | readonly number[];

/** Where a relation is named again, such as behind "for update of": its alias alone. */
class Alias {
  readonly of: Relation;
  constructor(of: Relation) {
    this.of = of;
  }
}

class Value {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

type Piece = Sql | Column | Relation | Alias | Value;

const isRelation = (part: unknown): part is Relation => typeof part === "object" && part !== null && reads in part;

/** A relation with these columns; English halves are known by their key. */
export function relation<T extends Relation>(
  how: Reads,
  keys: readonly string[],
  english: (key: string) => string | undefined = () => undefined,
): T {
  const made: Record<PropertyKey, unknown> & Relation = { [reads]: how };
  for (const key of keys) made[key] = new Column(made, key, english(key));
  return made as unknown as T;
}

const quoted = (name: string): string => `"${name}"`;

/** All rows of an entity and all its columns, whoever asks: for programs, and for what stands behind rows the reader sees. Each use in a call stands with its reason in tests/house/reading-beyond.ts. */
export const every = <E extends Entity>(e: E): Table<E> =>
  relation(
    { name: e.name, text: () => quoted(e.name) },
    ["id", "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", "parentId", ...Object.keys(e.fields)],
    (key) => fieldOf(e, key)?.english,
  );

/** Writes a statement: first which columns are used, then its text. */
class Writer implements Values {
  readonly isBlind = false;
  readonly values: unknown[] = [];
  readonly #outer: Values | undefined;
  readonly #wanted = new Map<Relation, Set<string>>();
  readonly #read = new Set<Relation>();
  readonly #aliases = new Map<Relation, string>();
  readonly #places = new Map<Value, string>();

  /** A statement inside another takes its places from that one. */
  constructor(outer?: Values) {
    this.#outer = outer;
  }

  add(value: unknown): string {
    if (this.#outer) return this.#outer.add(value);
    this.values.push(value);
    return `$${this.values.length}`;
  }

  #used(of: Relation): Set<string> {
    const known = this.#wanted.get(of) ?? new Set<string>();
    this.#wanted.set(of, known);
    return known;
  }

  look(part: Piece): void {
    if (part instanceof Sql) for (const piece of part.parts) this.look(piece);
    else if (part instanceof Column) this.#used(part.of).add(part.key);
    else if (!(part instanceof Value || part instanceof Alias)) this.#read.add(part);
  }

  check(): void {
    for (const of of this.#wanted.keys())
      if (!this.#read.has(of)) throw new Error(`columns of ${of[reads].name} are used, but nothing is read from it`);
    for (const of of this.#read) {
      const { name, through } = of[reads];
      if (through && !this.#read.has(through))
        throw new Error(`${name} is narrowed by ${through[reads].name}, which the statement does not read`);
    }
  }

  /** The columns used of each relation that is read. */
  used(): readonly (readonly [of: Relation, keys: readonly string[]])[] {
    return [...this.#read].map((of) => [of, [...this.#used(of)]] as const);
  }

  #alias(of: Relation): string {
    const known = this.#aliases.get(of) ?? `t${this.#aliases.size + 1}`;
    this.#aliases.set(of, known);
    return known;
  }

  text(part: Piece): string {
    if (part instanceof Sql) return part.texts.map((text, at) => (at === 0 ? text : this.text(part.parts[at - 1]!) + text)).join("");
    if (part instanceof Column) return `${this.#alias(part.of)}.${quoted(part.key)}`;
    if (part instanceof Alias) return this.#alias(part.of);
    if (part instanceof Value) {
      const place = this.#places.get(part) ?? this.add(part.value);
      this.#places.set(part, place);
      return place;
    }
    return `${part[reads].text([...this.#used(part)], this)} ${this.#alias(part)}`;
  }
}

/** A statement or a piece of one: text, and between it columns, relations, values and further pieces. */
export class Sql {
  readonly texts: readonly string[];
  readonly parts: readonly Piece[];
  constructor(texts: readonly string[], parts: readonly Part[]) {
    this.texts = texts;
    this.parts = parts.map((part) => {
      if (part === undefined) throw new Error(`nothing was given after "${texts[0]}"`);
      return part instanceof Sql || part instanceof Column || part instanceof Alias || isRelation(part) ? part : new Value(part);
    });
  }
  /** Its text and values, ready to be sent. */
  write(): { readonly text: string; readonly values: unknown[] } {
    const writer = written(this);
    return { text: writer.text(this), values: writer.values };
  }
  toString(): never {
    throw new Error("a piece of SQL was put into a text: write the statement with sql`…`");
  }
}

function written(statement: Sql, outer?: Values): Writer {
  const writer = new Writer(outer);
  writer.look(statement);
  writer.check();
  return writer;
}

/** The text of a statement that stands inside another. */
export const inside = (statement: Sql, outer: Values): string => written(statement, outer).text(statement);

/** Which columns of which tables a statement reads, by the names of both. */
export function columnsRead(statement: Sql): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [of, keys] of written(statement).used()) found.set(of[reads].name, new Set([...(found.get(of[reads].name) ?? []), ...keys]));
  return found;
}

/** Does a statement read whole tables: is nothing of them narrowed or masked for this reader? */
export function readsTables(statement: Sql): boolean {
  const writer = written(statement);
  return writer.used().every(([of, keys]) => of[reads].text(keys, writer) === quoted(of[reads].name));
}

/** A piece of SQL: sql`select ${o.orderNum} from ${o} where ${o.status} = ${status}`. */
export const sql = (texts: TemplateStringsArray, ...parts: readonly Part[]): Sql => new Sql(texts, parts);

/** Fixed text that is neither a value nor a column. */
export const raw = (text: string): Sql => new Sql([text], []);

/** Pieces one after the other. */
export const joined = (parts: readonly Part[], between = ", "): Sql =>
  parts.length === 0 ? raw("") : new Sql(["", ...parts.slice(1).map(() => between), ""], parts);

/** Several columns of one relation, each under its own name. */
export const columns = <K extends string>(of: { readonly [key in K]: Column }, ...keys: readonly K[]): Sql =>
  joined(keys.map((key) => of[key]));

/** The alias of a relation that stands elsewhere in the statement: select … for update of ${alias(d)}. */
export const alias = (of: Relation): Alias => new Alias(of);

/** All of these conditions; what is left out (null, false) asks nothing. */
export function all(...conditions: readonly (Sql | null | false)[]): Sql {
  const asked = conditions.filter((condition) => condition !== null && condition !== false);
  return asked.length ? joined(asked, " and ") : raw("true");
}

/** Is the column inside what somebody may see? */
export function within(column: Column | Sql, scope: Scope): Sql | null {
  if (scope === "all") return null;
  return "not" in scope ? sql`not (${column} = any(${scope.not}::text[]))` : sql`${column} = any(${scope}::text[])`;
}

/** Does a row count on that day? Both ends of its span belong to it, and an empty one is open. */
export const onDay = ({ startDate, endDate }: { readonly startDate: Part; readonly endDate: Part }, day: Part): Sql =>
  sql`(${startDate} is null or ${startDate} <= ${day}::date) and (${endDate} is null or ${endDate} >= ${day}::date)`;

/** A name in the reader's language: the English half where the reader is English and there is one. */
export const worded = ({ language }: Pick<Me, "language">, column: Column): Column | Sql =>
  language === "EN" && column.english ? sql`coalesce(nullif(${column.english}, ''), ${column})` : column;
