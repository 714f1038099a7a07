import type { Doc } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { menu, resource, type responsibility, type role } from "#kernel/platform/grant.entity.ts";
import type { Language } from "#kernel/text.ts";
import type { TreeNode } from "#kernel/tree.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { Loaded } from "#kernel/web/page/document/useLoad.ts";
import { listAll } from "#kernel/web/part/listAll.ts";
import { nameIn } from "./organizations.tsx";

export type Menu = Doc<typeof menu>;
export type Resource = Doc<typeof resource>;
export type Role = Doc<typeof role>;
export type Responsibility = Doc<typeof responsibility>;

/** Everything that can be granted: the menus, and the buttons on them. */
export interface Catalogue {
  readonly menus: readonly Menu[];
  readonly resources: readonly Resource[];
}

/** The menus in the order people see them. */
const inOrder = (a: Menu, b: Menu): number => a.seqNum - b.seqNum || a.menuCode.localeCompare(b.menuCode);

/** Parents before children, as the side menu shows them. */
function inTree(menus: readonly Menu[]): readonly Menu[] {
  const byId = new Map(menus.map((menu) => [menu.id as string, menu]));
  const flat = (nodes: readonly TreeNode[]): readonly Menu[] =>
    nodes.flatMap((node) => [byId.get(node.key)!, ...flat(node.children ?? [])]);
  return flat(menuNodes(menus, "CN"));
}

/** Reads menus and buttons once for a page, and again when one of them changes. */
export function useCatalogue(): Loaded<Catalogue> {
  const load = useLoad<Catalogue>("catalogue", async () => {
    const [menus, resources] = await Promise.all([listAll<Menu>(menu), listAll<Resource>(resource)]);
    return { menus: inTree(menus.rows.toSorted(inOrder)), resources: resources.rows };
  });
  useChanged(menu.name, load.again);
  useChanged(resource.name, load.again);
  return load;
}

export const menuName = (row: Menu, language: Language): string => nameIn(row as unknown as Row, "name", language);
export const resourceName = (row: Resource, language: Language): string => nameIn(row as unknown as Row, "resourceName", language);
export const roleName = (row: Role, language: Language): string => nameIn(row as unknown as Row, "roleName", language);
export const responsibilityName = (row: Responsibility, language: Language): string => nameIn(row as unknown as Row, "respName", language);

/** The menus as a tree; one whose parent is gone stands at the top, so that nobody loses it. */
export function menuNodes(menus: readonly Menu[], language: Language): readonly TreeNode[] {
  const known = new Set(menus.map((menu) => menu.id as string));
  const below = Map.groupBy(menus, (menu) => (menu.menuParentId !== null && known.has(menu.menuParentId) ? String(menu.menuParentId) : ""));
  const grow = (menu: Menu): TreeNode => {
    const children = (below.get(menu.id) ?? []).map(grow);
    return { key: menu.id, title: menuName(menu, language), ...(children.length > 0 ? { children } : {}) };
  };
  return (below.get("") ?? []).map(grow);
}

/** The buttons of each menu; "" holds those that count on any menu. */
export const byMenu = (resources: readonly Resource[]): ReadonlyMap<string, readonly Resource[]> =>
  Map.groupBy(resources, (resource) => String(resource.menuId ?? ""));

/** Where a menu stands, in words: folder / folder / page. */
export function menuPath(menus: ReadonlyMap<string, Menu>, id: string, language: Language): string {
  const found: string[] = [];
  for (
    let at = menus.get(id);
    at !== undefined && found.length < 10;
    at = at.menuParentId === null ? undefined : menus.get(at.menuParentId)
  )
    found.unshift(menuName(at, language));
  return found.join(" / ");
}
