import type { Row } from "#kernel/page-document.ts";
import { lookupValue } from "#kernel/platform/lookup.entity.ts";
import type { TreeNode } from "#kernel/tree.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { Tree } from "#kernel/web/Tree.tsx";
import { nameIn } from "./organizations.tsx";

/** The values of a type under the values of its parent type; what has no parent yet stands at the foot. */
export function ValueTree({ type, parentTypeId }: { readonly type: Row; readonly parentTypeId: string }) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const above = useRows(lookupValue, { lookupTypeId: [parentTypeId], pageRows: 0 });
  const below = useRows(lookupValue, { lookupTypeId: [String(type["id"])], pageRows: 0 });
  const node = (row: Row): TreeNode => ({
    key: String(row["id"]),
    title: `${nameIn(row, "meaning", language)} ${String(row["lookupCode"])}${row["enabledFlag"] === "N" ? say(["（停用）", " (off)"]) : ""}`,
  });
  const grow = (parents: readonly Row[]): readonly TreeNode[] => {
    const kids = Map.groupBy(below.data ?? [], (row) => String(row["parentLookupValuesId"] ?? ""));
    const orphans = (kids.get("") ?? []).map(node);
    return [
      ...parents.map((row) => ({ ...node(row), expand: true, children: (kids.get(String(row["id"])) ?? []).map(node) })),
      ...(orphans.length > 0 ? [{ key: "none", title: say(["没有上级值", "Without a parent"]), expand: true, children: orphans }] : []),
    ];
  };
  return (
    <div style={{ height: 480 }}>
      <PanelState load={above} empty={say(["上级类型还没有值", "The parent type has no values yet"])} isEmpty={(rows) => rows.length === 0}>
        {(rows) => <Tree nodes={grow(rows)} label={["值的层级", "Values and parents"]} searchable />}
      </PanelState>
    </div>
  );
}
