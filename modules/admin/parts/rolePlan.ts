import type { Text } from "#kernel/text.ts";
import type { Catalogue, Resource } from "./catalogue.tsx";

/** What a role holds now: state of each grant by menu and by button. */
export interface RoleGrants {
  readonly menus: ReadonlyMap<string, string>;
  readonly resources: ReadonlyMap<string, string>;
}

/** What is wished and differs from what is. */
export interface RolePlan {
  readonly menus: ReadonlyMap<string, boolean>;
  readonly resources: ReadonlyMap<string, boolean>;
}

export const noPlan: RolePlan = { menus: new Map(), resources: new Map() };

/** The column that opens the menu itself; all others are codes of buttons. */
export const openColumn = "open";
/** The row of the buttons that count on any menu. */
export const anyMenu = "-1";

/** Finds the button of a row and column. */
export type ButtonAt = (menuId: string, code: string) => Resource | undefined;

export function buttonsAt(resources: readonly Resource[]): ButtonAt {
  const found = new Map(resources.map((resource) => [`${resource.menuId ?? anyMenu}|${resource.resourceCode}`, resource]));
  return (menuId, code) => found.get(`${menuId}|${code}`);
}

export const hasMenu = (grants: RoleGrants, plan: RolePlan, menuId: string): boolean => plan.menus.get(menuId) ?? grants.menus.has(menuId);
export const hasResource = (grants: RoleGrants, plan: RolePlan, id: string): boolean => plan.resources.get(id) ?? grants.resources.has(id);

/** Sets or clears squares: a button opens its menu, a closed menu takes its buttons along. What is as before is no wish. */
export function wish(
  grants: RoleGrants,
  plan: RolePlan,
  catalogue: Catalogue,
  squares: readonly { readonly row: string; readonly column: string }[],
  on: boolean,
): RolePlan {
  const menus = new Map(plan.menus);
  const resources = new Map(plan.resources);
  const put = (map: Map<string, boolean>, now: ReadonlyMap<string, string>, id: string, value: boolean): void =>
    void (now.has(id) === value ? map.delete(id) : map.set(id, value));
  const at = buttonsAt(catalogue.resources);
  const onMenu = Map.groupBy(catalogue.resources, (resource) => String(resource.menuId ?? anyMenu));
  for (const { row, column } of squares) {
    if (column === openColumn) {
      put(menus, grants.menus, row, on);
      if (!on) for (const resource of onMenu.get(row) ?? []) put(resources, grants.resources, resource.id, false);
    } else {
      const button = at(row, column);
      if (button === undefined) continue;
      put(resources, grants.resources, button.id, on);
      if (on && row !== anyMenu) put(menus, grants.menus, row, true);
    }
  }
  return { menus, resources };
}

/** What is still to do: a wish that has come true meanwhile, by this save or by somebody else's, is none. */
export function due(grants: RoleGrants, plan: RolePlan): RolePlan {
  const open = (wishes: ReadonlyMap<string, boolean>, now: ReadonlyMap<string, string>): ReadonlyMap<string, boolean> =>
    new Map([...wishes].filter(([id, value]) => now.has(id) !== value));
  return { menus: open(plan.menus, grants.menus), resources: open(plan.resources, grants.resources) };
}

export interface RoleDifference {
  readonly addMenus: readonly string[];
  readonly dropMenus: readonly string[];
  readonly addResources: readonly string[];
  readonly dropResources: readonly string[];
}

export function differenceOf(plan: RolePlan): RoleDifference {
  const keys = (map: ReadonlyMap<string, boolean>, on: boolean): readonly string[] =>
    [...map].flatMap(([id, value]) => (value === on ? [id] : []));
  return {
    addMenus: keys(plan.menus, true),
    dropMenus: keys(plan.menus, false),
    addResources: keys(plan.resources, true),
    dropResources: keys(plan.resources, false),
  };
}

export const sizeOf = (roleDifference: RoleDifference): { readonly added: number; readonly removed: number } => ({
  added: roleDifference.addMenus.length + roleDifference.addResources.length,
  removed: roleDifference.dropMenus.length + roleDifference.dropResources.length,
});

/** The sentence that stands before every save. */
export const sentence = (added: number, removed: number, users: number | null): Text => [
  `新增 ${added}，移除 ${removed}${users === null ? "" : `，影响 ${users} 名用户`}`,
  `Adds ${added}, removes ${removed}${users === null ? "" : `, affects ${users} ${users === 1 ? "user" : "users"}`}`,
];
