import type { Declared } from "../../declared.ts";
import { companions, type Entity, type Where } from "../../entity.ts";
import { relation, type Names, type Relation, type Source, type Values } from "../../query.ts";
import type { Language } from "../../text.ts";
import { q } from "../database/schema.ts";
import { storedKeys, titleSql, whereSql, type Params } from "./sql.ts";

/** What a reader may see of one entity. */
interface Seen {
  /** His rows; null for none at all. */
  readonly scope: Where | null;
  readonly visible: ReadonlySet<string>;
}

/** A column of a source: itself, its last four characters, or nothing of its kind. */
function column(e: Entity, key: string, isVisible: boolean): string {
  const own = `t.${q(key)}`;
  if (!isVisible) return `(null::${q(e.name)}).${q(key)} as ${q(key)}`;
  return e.fields[key]?.hidden === "last4" ? `case when ${own} <> '' then '****' || right(${own}, 4) end as ${q(key)}` : own;
}

/** The references of an entity whose code and name a source tells, by the key of either. */
function namedBehind(
  declared: Declared,
  e: Entity,
): ReadonlyMap<string, { readonly ref: string; readonly target: Entity; readonly part: "code" | "name" }> {
  const found = new Map<string, { ref: string; target: Entity; part: "code" | "name" }>();
  for (const [ref, field] of Object.entries(e.fields)) {
    const target = field.kind === "ref" ? declared.entities.get(field.target!) : undefined;
    if (target)
      for (const part of ["code", "name"] as const)
        if (!e.fields[companions(ref)[part]]) found.set(companions(ref)[part], { ref, target, part });
  }
  return found;
}

/** Rows and columns of an entity in place of its table. A plain select without limits or functions, so that the database takes it apart and uses the table's indexes as if the table stood there. */
export function sourceOf<E extends Entity>(declared: Declared, e: E, seen: Seen, language: Language, through?: Relation): Source<E> {
  const stored = storedKeys(declared, e);
  const named = namedBehind(declared, e);
  const text = (columns: readonly string[], values: Values): string => {
    const joins = new Map<string, string>();
    const nameOf = (key: string): string => {
      const { ref, target, part } = named.get(key)!;
      const alias = `t_${ref}`;
      if (!seen.visible.has(ref)) return `null::text as ${q(key)}`;
      joins.set(ref, ` left join ${q(target.name)} ${alias} on ${alias}.id = t.${q(ref)}`);
      return `${titleSql(target, alias, language)[part] ?? "null::text"} as ${q(key)}`;
    };
    const shown = columns.map((key) => (named.has(key) ? nameOf(key) : column(e, key, seen.visible.has(key))));
    const condition = rowsOf(declared, e, seen.scope, values as Params, through !== undefined);
    if (condition === "true" && shown.every((value) => value.startsWith("t.") && !value.includes(" "))) return q(e.name);
    return `(select ${shown.join(", ") || "1"} from ${q(e.name)} t${[...joins.values()].join("")}${condition === "true" ? "" : ` where ${condition}`})`;
  };
  return relation({ name: e.name, through, text }, [...stored, ...named.keys()], (key) => e.fields[key]?.english);
}

/** The condition that leaves a reader's rows; what the document asks is left out where it is read through its own source. */
function rowsOf(declared: Declared, e: Entity, scope: Where | null, values: Params, isThrough: boolean): string {
  if (scope === null) return "false";
  const { parent: _, ...own } = scope;
  return whereSql(e, "t", isThrough ? own : scope, values, declared);
}

/** Code and name of all records of an entity, in the reader's language. */
export function namesOf(e: Entity, language: Language): Names {
  const title = titleSql(e, "t", language);
  const texts: Readonly<Record<string, string>> = {
    id: "t.id",
    code: `${title.code ?? "null::text"} as code`,
    name: `${title.name} as name`,
  };
  const text = (columns: readonly string[]): string => `(select ${columns.map((key) => texts[key]).join(", ")} from ${q(e.name)} t)`;
  return relation({ name: e.name, text }, Object.keys(texts));
}
