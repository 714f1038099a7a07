import { createHash } from "node:crypto";
import type { Declared } from "../../declared.ts";
import { commonFields, commonKeys, isTyped, keywordFields, type Entity, type Where } from "../../entity.ts";
import { isDecimalKind, isJsonKind, scaleOf, type Field } from "../../field.ts";

/** One table as the database should have it; names of indexes and constraints carry a digest of what they say. */
export interface TableShape {
  readonly columns: Readonly<Record<string, { readonly type: string; readonly notNull: boolean; readonly initial?: string }>>;
  readonly constraints: Readonly<Record<string, string>>;
  readonly indexes: Readonly<Record<string, string>>;
  readonly references: Readonly<Record<string, string>>;
  /** Whether rows are only ever added; a list names what may still move on them. */
  readonly appendOnly: boolean | readonly string[];
  /** From when on rows stay as they are, as SQL over the old row; what of them may still move. */
  readonly frozen?: { readonly once: string; readonly but: readonly string[] };
}
export type Schema = Readonly<Record<string, TableShape>>;

export const q = (name: string): string => `"${name}"`;
export const literal = (value: string | number): string => (typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`);

const plainText = 'text collate "C"';

export function columnType(field: Field): string {
  if (isDecimalKind(field.kind)) return `numeric(${field.kind === "rate" ? 18 : 20},${scaleOf(field)})`;
  if (isJsonKind(field.kind)) return "jsonb";
  switch (field.kind) {
    case "int":
      return "integer";
    case "date":
      return "date";
    case "datetime":
      return "timestamptz";
    case "text":
    case "longtext":
    case "richtext":
    case "files":
    case "secret":
      return "text";
    default:
      return plainText;
  }
}

/** Index and constraint names: readable, short enough for the database, different when their meaning differs. */
function named(table: string, what: string, body: string): string {
  const digest = createHash("sha256").update(body).digest("hex").slice(0, 8);
  return `${table}_${what}`.slice(0, 50) + `_${digest}`;
}

const isShort = (field: Field | undefined): boolean =>
  field !== undefined && !isJsonKind(field.kind) && !["longtext", "richtext", "files", "secret"].includes(field.kind);

/** Columns that scopes, filters and sums read, carried in list indexes so that deep pages and counts never touch the table. */
function carried(e: Entity, key: string): string[] {
  const wanted = [...(e.search ?? []), "orgId", "supplierId", "categoryId", e.states ? e.stateField : "", "createdBy"];
  return [...new Set(wanted)].filter(
    (c) => c !== key && c !== "id" && (c in e.fields || c === "createdBy") && isShort(e.fields[c] ?? commonFields.createdBy),
  );
}

/** Documents, and lines that have lists of their own: these carry nothing, since what is asked of them stands partly on their document. */
function listIndexes(e: Entity, isLine: boolean): string[] {
  const isDocument = Boolean(e.states ?? e.number);
  if (!isDocument && !(isLine && e.lists)) return [];
  const filters = [...(e.search ?? []), e.states ? e.stateField : ""].filter((key) =>
    ["pick", "ref", "date", "yn"].includes(e.fields[key]?.kind ?? ""),
  );
  return [...new Set(filters)].map((key) => {
    const include = isDocument ? carried(e, key) : [];
    return `(${q(key)}, id)${include.length ? ` include (${include.map(q).join(", ")})` : ""}`;
  });
}

/** Every text that somebody may type a part of, in a keyword or in a list's filter. */
function searchIndexes(e: Entity): string[] {
  const filters = [e, ...Object.values(e.lists ?? {})].flatMap((entity) => entity.search ?? []);
  return [...new Set([...keywordFields(e), ...filters.filter((key) => isTyped(e, key))])].map(
    (key) => `using gin (${q(key)} gin_trgm_ops)`,
  );
}

const sortIndexes = (e: Entity): string[] =>
  e.title.filter((key) => e.fields[key]?.kind === "text").map((key) => `(${q(key)} collate "zh-x-icu", id)`);

/** Conditions of partial unique indexes: plain equality and lists are all they need. */
export function constantWhere(where: Where): string {
  return Object.entries(where)
    .map(([key, test]) => {
      if (test === null) return `${q(key)} is null`;
      if (Array.isArray(test)) return `${q(key)} in (${(test as string[]).map(literal).join(", ")})`;
      if (typeof test === "object" && test !== null && "not" in test)
        return test.not === null
          ? `${q(key)} is not null`
          : `${q(key)} not in (${[test.not]
              .flat()
              .map((v) => literal(v as string))
              .join(", ")})`;
      return `${q(key)} = ${literal(test as string | number)}`;
    })
    .join(" and ");
}

/** The name of a unique index tells act which declaration was broken. */
export function uniqueIndexes(e: Entity): Map<string, NonNullable<Entity["unique"]>[number]> {
  const found = new Map<string, NonNullable<Entity["unique"]>[number]>();
  for (const entry of e.unique ?? []) found.set(named(e.name, "unique", uniqueBody(e, entry)), entry);
  if (e.number) {
    const [key] = e.number;
    // Where the declaration has words of its own for a number that is taken, or says while what it is unique, these count.
    if (!(e.unique ?? []).some(({ fields }) => fields.length === 1 && fields[0] === key))
      found.set(named(e.name, "unique", uniqueBody(e, { fields: [key] })), { fields: [key] });
  }
  return found;
}

function uniqueBody(e: Entity, current: NonNullable<Entity["unique"]>[number]): string {
  const columns = current.fields.map((key) => (current.caseless && e.fields[key]?.kind === "text" ? `lower(${q(key)})` : q(key)));
  return `(${columns.join(", ")}) nulls not distinct${current.while ? ` where ${constantWhere(current.while)}` : ""}`;
}

/** Truths the database repeats, keyed by constraint name, with the words a person reads when one is broken. */
const checkConstraints = (e: Entity): Map<string, string> => new Map([...checksOf(e)].map(([name, { body }]) => [name, body]));

/** One check of a table: how the database says it, and how it reads: this side, compared, with that side. */
interface Check {
  readonly body: string;
  readonly left: string;
  readonly op: string;
  readonly right: string | number;
}

export function checksOf(e: Entity): Map<string, Check> {
  const found = new Map<string, Check>();
  const add = (what: string, body: string, check: Omit<Check, "body">) => found.set(named(e.name, what, body), { body, ...check });
  for (const [key, field] of Object.entries(e.fields)) {
    if (field.kind === "yn") add(key, `${q(key)} in ('Y', 'N')`, { left: key, op: "in", right: "Y, N" });
    if (field.least !== undefined) add(`${key}_least`, `${q(key)} >= ${field.least}`, { left: key, op: ">=", right: field.least });
    if (field.most !== undefined) add(`${key}_most`, `${q(key)} <= ${field.most}`, { left: key, op: "<=", right: field.most });
  }
  for (const [what, [left, op, right]] of Object.entries(e.holds ?? {}))
    add(what, `${summed(left)} ${op} ${typeof right === "number" ? right : summed(right)}`, { left, op, right });
  return found;
}

/** "a + b - c" as the database reckons it: what is not filled in counts as nothing, a field alone as unknown. */
function summed(side: string): string {
  const words = side.split(" ");
  return words.length === 1 ? q(side) : words.map((word) => (word === "+" || word === "-" ? word : `coalesce(${q(word)}, 0)`)).join(" ");
}

/** The name of an exclusion tells act which spans overlap. It is judged at the end, so that one action may cut a span and put another in its place. */
export function rangeConstraints(e: Entity): Map<string, NonNullable<Entity["ranges"]>[number]> {
  return new Map((e.ranges ?? []).map((range) => [named(e.name, "range", rangeBody(range)), range]));
}

function rangeBody(current: NonNullable<Entity["ranges"]>[number]): string {
  const alike = current.fields.map((key) => `coalesce(${q(key)}, '') with =`);
  const span = `daterange(${q(current.from)}, ${q(current.to)}, '[]') with &&`;
  const where = current.while ? ` where (${constantWhere(current.while)})` : "";
  return `exclude using gist (${[...alike, span].join(", ")})${where} deferrable initially deferred`;
}

/** Is this the document a line belongs to, near or far? */
function isAbove(declared: Declared, e: Entity, name: string): boolean {
  for (let at = declared.parent(e); at; at = declared.parent(at.entity)) if (at.entity.name === name) return true;
  return false;
}

function tableShape(declared: Declared, e: Entity): TableShape {
  const parent = declared.parent(e);
  const columns: Record<string, TableShape["columns"][string]> = {};
  for (const key of commonKeys) columns[key] = { type: key === "id" ? plainText : columnType(commonFields[key]), notNull: true };
  if (parent) columns["parentId"] = { type: plainText, notNull: true };
  for (const [key, field] of Object.entries(e.fields))
    columns[key] = {
      type: columnType(field),
      notNull: !field.optional && !field.computed,
      ...(field.initial === undefined || field.initial === null ? {} : { initial: literal(field.initial) }),
    };

  const references: Record<string, string> = {};
  const refer = (key: string, target: string, more: string) => {
    const body = `foreign key (${q(key)}) references ${q(target)} (id)${more}`;
    references[named(e.name, `${key}_fk`, body)] = body;
  };
  if (parent) refer("parentId", parent.entity.name, " on delete cascade");
  // Stamps name actors, and not every actor is a person with an account: the system is one too.
  for (const [key, field] of Object.entries(e.fields))
    if (field.kind === "ref" && declared.entities.has(field.target!) && !(field.computed && field.target === "BaseUsers"))
      // What the server writes of a line's own document goes with the document.
      refer(key, field.target!, field.computed && isAbove(declared, e, field.target!) ? " on delete cascade" : "");

  const indexes: Record<string, string> = {};
  for (const name of uniqueIndexes(e).keys()) indexes[name] = `unique ${uniqueBody(e, uniqueIndexes(e).get(name)!)}`;
  const bodies = [...listIndexes(e, parent !== undefined), ...searchIndexes(e), ...sortIndexes(e)];
  if (parent) bodies.push(`("parentId", id)`);
  for (const [key, field] of Object.entries(e.fields))
    if (field.kind === "ref" && declared.entities.has(field.target!) && !bodies.some((b) => b.startsWith(`(${q(key)},`)))
      bodies.push(`(${q(key)}, id)`);
  for (const body of bodies) indexes[named(e.name, "i", body)] = body;

  const constraints = Object.fromEntries([
    ...checkConstraints(e),
    ...[...rangeConstraints(e)].map(([name, entry]) => [name, rangeBody(entry)]),
  ]);
  const { appendOnly = false, frozen } = e;
  return {
    columns,
    constraints,
    indexes,
    references,
    appendOnly: typeof appendOnly === "object" ? appendOnly.but : appendOnly,
    ...(frozen ? { frozen: { once: `old.${q(frozen.once[0])} = ${literal(frozen.once[1])}`, but: frozen.but } } : {}),
  };
}

/** What the database must look like, from the declarations alone. */
export function schemaOf(declared: Declared): Schema {
  return Object.fromEntries([...declared.entities.values()].filter((e) => !e.view).map((e) => [e.name, tableShape(declared, e)]));
}
