import type { CommonKey, Entity, Me, Scope, StateOf } from "./entity.ts";
import { fieldOf } from "./entity.ts";

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

type Keys<E extends Entity> = (keyof E["fields"] & string) | CommonKey | "parentId" | ([StateOf<E>] extends [never] ? never : "status");
type References<F> = {
  [K in keyof F & string]: F[K] extends { readonly $: infer T } ? ("$id" extends keyof NonNullable<T> ? K : never) : never;
}[keyof F & string];
type Base<K extends string> = K extends `${infer B}Id` ? B : K;

/** The rows of an entity, a column for each of its fields. */
export type Table<E extends Entity = Entity> = Relation & { readonly [K in Keys<E>]: Column };
/** The rows and columns a reader may see, with code and name behind each reference: supplierId, supplierCode, supplierName. */
export type Source<E extends Entity = Entity> = Table<E> & {
  readonly [K in References<E["fields"]> as `${Base<K>}Code` | `${Base<K>}Name`]: Column;
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
export type Part = Sql | Column | Relation | string | number | boolean | null | Date | readonly string[] | readonly number[];

class Value {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

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
  readonly #columns = new Map<Relation, Set<string>>();
  readonly #read = new Set<Relation>();
  readonly #aliases = new Map<Relation, string>();
  readonly #places = new Map<Value, string>();

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  #used(of: Relation): Set<string> {
    const known = this.#columns.get(of) ?? new Set<string>();
    this.#columns.set(of, known);
    return known;
  }

  look(part: Sql | Column | Relation | Value): void {
    if (part instanceof Sql) for (const one of part.parts) this.look(one);
    else if (part instanceof Column) this.#used(part.of).add(part.key);
    else if (!(part instanceof Value)) this.#read.add(part);
  }

  check(): void {
    for (const of of this.#columns.keys())
      if (!this.#read.has(of)) throw new Error(`columns of ${of[reads].name} are used, but nothing is read from it`);
    for (const of of this.#read) {
      const { name, through } = of[reads];
      if (through && !this.#read.has(through))
        throw new Error(`${name} is narrowed by ${through[reads].name}, which the statement does not read`);
    }
  }

  #alias(of: Relation): string {
    const known = this.#aliases.get(of) ?? `t${this.#aliases.size + 1}`;
    this.#aliases.set(of, known);
    return known;
  }

  text(part: Sql | Column | Relation | Value): string {
    if (part instanceof Sql) return part.texts.map((text, at) => (at === 0 ? text : this.text(part.parts[at - 1]!) + text)).join("");
    if (part instanceof Column) return `${this.#alias(part.of)}.${quoted(part.key)}`;
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
  readonly parts: readonly (Sql | Column | Relation | Value)[];
  constructor(texts: readonly string[], parts: readonly Part[]) {
    this.texts = texts;
    this.parts = parts.map((part) => {
      if (part === undefined) throw new Error(`nothing was given after "${texts[0]}"`);
      return part instanceof Sql || part instanceof Column || isRelation(part) ? part : new Value(part);
    });
  }
  /** Its text and values, ready to be sent. */
  write(): { readonly text: string; readonly values: unknown[] } {
    const writer = new Writer();
    writer.look(this);
    writer.check();
    return { text: writer.text(this), values: writer.values };
  }
  toString(): never {
    throw new Error("a piece of SQL was put into a text: write the statement with sql`…`");
  }
}

/** A piece of SQL: sql`select ${o.orderNum} from ${o} where ${o.status} = ${status}`. */
export const sql = (texts: TemplateStringsArray, ...parts: readonly Part[]): Sql => new Sql(texts, parts);

/** Fixed text that is neither a value nor a column. */
export const raw = (text: string): Sql => new Sql([text], []);

/** Pieces one after the other. */
export const joined = (parts: readonly Part[], between = ", "): Sql =>
  parts.length === 0 ? raw("") : new Sql(["", ...parts.slice(1).map(() => between), ""], parts);

/** All of these conditions; what is left out (null, false) asks nothing. */
export function all(...conditions: readonly (Sql | null | false)[]): Sql {
  const asked = conditions.filter((one) => one !== null && one !== false);
  return asked.length ? joined(asked, " and ") : raw("true");
}

/** Is the column inside what somebody may see? */
export function within(column: Column | Sql, scope: Scope): Sql | null {
  if (scope === "all") return null;
  return "not" in scope ? sql`not (${column} = any(${scope.not}::text[]))` : sql`${column} = any(${scope}::text[])`;
}

/** A name in the reader's language: the English half where the reader is English and there is one. */
export const worded = ({ language }: Pick<Me, "language">, column: Column): Column | Sql =>
  language === "EN" && column.english ? sql`coalesce(nullif(${column.english}, ''), ${column})` : column;
