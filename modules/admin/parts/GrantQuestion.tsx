import { Words } from "#kernel/web/block/layout.tsx";
import type { Row } from "#kernel/page-document.ts";
import { resourceRole } from "#kernel/platform/grant.entity.ts";
import type { TreeNode } from "#kernel/tree.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { listAll } from "#kernel/web/part/listAll.ts";
import { Select, TreeSelect } from "antd";
import { useMemo } from "react";
import { byMenu, menuNodes, resourceName } from "./catalogue.tsx";
import type { Catalogue } from "./catalogue.tsx";
import type { Responsibilities } from "./responsibilities.tsx";

/** Who opens this menu, and who presses this button on it? */
export interface Asked {
  readonly menuId: string | null;
  readonly resourceId: string | null;
}

interface TreeOption {
  readonly value: string;
  readonly title: string;
  readonly children: readonly TreeOption[];
}
const optionsOf = (nodes: readonly TreeNode[]): TreeOption[] =>
  nodes.map((node) => ({ value: node.key, title: node.title, children: optionsOf(node.children ?? []) }));

/** The roles that answer the question, or null while nothing is asked. */
export function useThrough({ menuId, resourceId }: Asked, responsibilities: Responsibilities): ReadonlySet<string> | null {
  const holders = useLoad(`button:${resourceId ?? ""}`, async () => {
    if (resourceId === null) return null;
    const { rows } = await listAll<Row>(resourceRole, { resourceId: [resourceId], status: ["ACTIVE"] });
    return new Set(rows.map((row) => String(row["roleId"])));
  });
  if (menuId === null) return null;
  const openers = responsibilities.rolesOfMenu.get(menuId) ?? new Set<string>();
  return resourceId === null ? openers : new Set([...openers].filter((id) => holders.data?.has(id)));
}

interface Props {
  readonly catalogue: Catalogue;
  readonly asked: Asked;
  ask(asked: Asked): void;
}

/** The question as two boxes: a menu, then one of its buttons. */
export function GrantQuestion({ catalogue, asked, ask }: Props) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const tree = useMemo(() => optionsOf(menuNodes(catalogue.menus, language)), [catalogue.menus, language]);
  const here = asked.menuId === null ? [] : (byMenu(catalogue.resources).get(asked.menuId) ?? []);
  const buttons = here.map((resource) => ({
    value: resource.id as string,
    label: `${resourceName(resource, language)} ${resource.resourceCode}`,
  }));
  return (
    <>
      <Words size="small">{say(["哪些职责能打开", "Who has access"])}</Words>
      <TreeSelect
        allowClear
        showSearch={{ treeNodeFilterProp: "title" }}
        treeDefaultExpandAll
        value={asked.menuId ?? undefined}
        treeData={tree as never}
        style={{ width: 220 }}
        placeholder={say(["菜单", "a menu"])}
        aria-label={say(["哪个菜单", "Which menu"])}
        onChange={(next: string | undefined) => ask({ menuId: next ?? null, resourceId: null })}
      />
      {buttons.length === 0 ? null : (
        <Select
          allowClear
          showSearch={{ optionFilterProp: "label" }}
          value={asked.resourceId}
          options={buttons}
          style={{ width: 180 }}
          placeholder={say(["并能按", "and press"])}
          aria-label={say(["哪个按钮", "Which button"])}
          onChange={(next: string | undefined) => ask({ ...asked, resourceId: next ?? null })}
        />
      )}
    </>
  );
}
