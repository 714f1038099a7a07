import type { Me } from "#kernel/entity.ts";
import type { Kernel } from "../kernel.ts";
import { q } from "../database/schema.ts";
import { Params, selectSql, whereSql } from "../find/sql.ts";
import { scopeOf, type Row } from "../find/visible.ts";
import type { SheetShape } from "./shape.ts";

/** What tells a row apart, as one text; null where a part that must be there is missing. */
export function keyText(shape: SheetShape, row: Row | undefined): string | null {
  if (!row) return null;
  let some = false;
  const parts: string[] = [];
  for (const key of shape.keys) {
    const value: unknown = row[key];
    const none = value === undefined || value === null || value === "";
    if (none && !(key !== "id" && shape.entity.fields[key]?.optional)) return null;
    some ||= !none;
    parts.push(none ? "" : String(value));
  }
  return some ? parts.join("\u0001") : null;
}

const keysOf = (kernel: Kernel, shape: SheetShape): string[] => [
  ...new Set(["id", "versionNum", ...(kernel.declared.parent(shape.entity) ? ["parentId"] : []), ...shape.keys, ...shape.fields]),
];

/** The stored documents that a file names, as far as the caller sees them: one statement by id, one by key. */
export async function storedRoots(
  kernel: Kernel,
  shape: SheetShape,
  ids: readonly string[],
  keys: readonly Row[],
  me: Me,
): Promise<{ readonly byId: ReadonlyMap<string, Row>; readonly byKey: ReadonlyMap<string, Row> }> {
  const { entity: e } = shape;
  const scope = scopeOf(kernel.declared, e, me);
  const byId = new Map<string, Row>();
  const byKey = new Map<string, Row>();
  if (scope === null) return { byId, byKey };
  const { columns, joins } = selectSql(kernel.declared, e, keysOf(kernel, shape), "t", me.language, false);
  const read = async (key: string, values: readonly unknown[]): Promise<void> => {
    if (values.length === 0) return;
    const params = new Params();
    const where = whereSql(e, "t", { all: [scope, { [key]: values as string[] }] }, params, kernel.declared);
    const rows = await kernel.db.query<Row>(
      `select ${columns.join(", ")} from ${q(e.name)} t ${joins.join(" ")} where ${where}`,
      params.values,
    );
    for (const row of rows) {
      byId.set(row["id"] as string, row);
      const text = keyText(shape, row);
      if (text !== null) byKey.set(text, row);
    }
  };
  const by = shape.keys.find((key) => key === "id" || !e.fields[key]?.optional) ?? shape.keys[0]!;
  const values = new Set(keys.map((row) => row[by]).filter((value) => value !== undefined && value !== null));
  await Promise.all(by === "id" ? [read("id", [...new Set([...ids, ...values])])] : [read("id", [...new Set(ids)]), read(by, [...values])]);
  return { byId, byKey };
}

const numbers = ["lineNum", "seqNum", "seq"];

/** The stored lines of many documents in one statement, in the order in which a document holds them. */
export async function storedLines(kernel: Kernel, shape: SheetShape, parentIds: readonly string[], me: Me): Promise<Row[]> {
  const { entity: e } = shape;
  const { columns, joins } = selectSql(kernel.declared, e, keysOf(kernel, shape), "t", me.language, false);
  const number = numbers.find((key) => key in e.fields);
  return kernel.db.query<Row>(
    `select ${columns.join(", ")} from ${q(e.name)} t ${joins.join(" ")} where t."parentId" = any($1) order by t."parentId", ${number ? `t.${q(number)}, ` : ""}t.id`,
    [parentIds],
  );
}
