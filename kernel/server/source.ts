import type { Declared } from "../declared.ts";
import type { Entity, Where } from "../entity.ts";
import { q } from "./schema.ts";
import { storedKeys, whereSql, type Params } from "./sql.ts";

/** A column of a source: itself, its last four characters, or nothing of its kind. */
function column(e: Entity, key: string, isVisible: boolean): string {
  const own = `t.${q(key)}`;
  if (!isVisible) return `(null::${q(e.name)}).${q(key)} as ${q(key)}`;
  return e.fields[key]?.hidden === "last4" ? `case when ${own} <> '' then '****' || right(${own}, 4) end as ${q(key)}` : own;
}

/** Rows and columns of an entity in place of its table. A plain select without limits or functions, so that the database takes it apart and uses the table's indexes as if the table stood there. */
export function sourceSql(
  declared: Declared,
  e: Entity,
  scope: Where | null,
  visible: ReadonlySet<string>,
  sql: Params,
  through?: "through",
): string {
  const { parent, ...own } = scope ?? {};
  const asked = scope !== null && through && parent ? own : scope;
  const condition = asked === null ? "false" : whereSql(e, "t", asked, sql, declared);
  const columns = storedKeys(declared, e).map((key) => column(e, key, visible.has(key)));
  return `(select ${columns.join(", ")} from ${q(e.name)} t${condition === "true" ? "" : ` where ${condition}`})`;
}
