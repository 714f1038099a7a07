import type { Declared } from "../../declared.ts";
import type { Entity } from "../../entity.ts";
import type { Language } from "../../text.ts";
import { q } from "../database/schema.ts";
import { listKeys } from "./list-body.ts";
import { orderSql, selectSql } from "./sql.ts";

/** What of a list's statement is the same whatever its rows are chosen by. */
interface ListParts {
  readonly inner: string;
  readonly outer: string;
  readonly joins: string;
  readonly order: string;
}

interface Shown {
  readonly columns: readonly string[];
  readonly order: readonly (readonly [string, "asc" | "desc"])[];
}

/** Kept with the set of keys that a reader sees: it is made anew whenever the declaration is. */
const written = new WeakMap<ReadonlySet<string>, Map<string, ListParts>>();
const mostKept = 200;

/** The inner select walks the index, the outer one adds the names behind references. Written once for all who are shown the same columns in the same order. */
export function listParts(declared: Declared, e: Entity, visible: ReadonlySet<string>, shown: Shown, language: Language): ListParts {
  const texts = written.get(visible) ?? new Map<string, ListParts>();
  written.set(visible, texts);
  const key = `${language} ${shown.columns.join()} ${shown.order.join()}`;
  const known = texts.get(key);
  if (known) return known;
  const keys = [...new Set([...listKeys(e, shown.columns, visible), ...shown.order.map(([value]) => value)])];
  const { columns, joins } = selectSql(declared, e, keys, "t", language, false, (value) => shown.columns.includes(value));
  const parts = {
    inner: `select ${keys.map((value) => `t.${q(value)}`).join(", ")}`,
    outer: `select ${columns.join(", ")}`,
    joins: joins.join(" "),
    order: `order by ${orderSql(declared, e, shown.order, "t")}`,
  };
  if (texts.size < mostKept) texts.set(key, parts);
  return parts;
}
