import type { Field } from "#kernel/field.ts";
import type { Text } from "#kernel/text.ts";

/** What of an entity decides which of its flags can be changed. */
interface Locked {
  readonly fields: Readonly<Record<string, Field>>;
  readonly title: readonly string[];
  readonly number?: readonly [string, ...unknown[]] | undefined;
  readonly unique?: readonly { readonly fields: readonly string[] }[] | undefined;
  readonly stateField: string;
}

/** What stands against changing a flag of a field; null where it may be changed. */
export interface Locks {
  readonly searchable: Text | null;
  readonly exportable: Text | null;
  readonly sensitiveLevel: Text | null;
}

const unsearchable = new Set(["rows", "snapshot", "payload", "picks", "refs", "files", "secret", "richtext"]);
const unexported = new Set(["rows", "snapshot", "payload", "secret"]);
const scoping = ["orgId", "supplierId", "categoryId", "itemId"];

/** Why some flags of a field are fixed: its kind, its secrecy, or that rows are found by it. */
export function locksOf(e: Locked, key: string): Locks {
  const field = e.fields[key]!;
  const secret: Text | null = field.hidden || field.kind === "secret" ? ["声明为始终隐藏", "Declared as always hidden"] : null;
  const isKey =
    e.title.includes(key) || e.number?.[0] === key || key === e.stateField || (e.unique ?? []).some(({ fields }) => fields.includes(key));
  return {
    searchable: secret ?? (unsearchable.has(field.kind) ? ["该类型不能作查询条件", "This kind cannot be searched by"] : null),
    exportable: secret ?? (unexported.has(field.kind) ? ["该类型从不导出", "This kind is never exported"] : null),
    sensitiveLevel:
      secret ??
      (isKey ? ["单据靠它识别", "Identifies records"] : scoping.includes(key) ? ["数据权限按它判断", "Data scopes read it"] : null),
  };
}
