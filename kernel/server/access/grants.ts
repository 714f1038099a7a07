import type { Declared } from "../../declared.ts";
import { collections, type Entity } from "../../entity.ts";

export interface GrantedMenu {
  readonly menuId: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly menuCode: string;
  readonly menuType: string;
  readonly htmlUrl: string | null;
  readonly imageLink: string | null;
  readonly menuParentId: string | null;
  readonly levelId: number;
  readonly seqNum: number;
  readonly enabled: "Y" | "N";
  readonly audience: string;
  readonly moduleId: string | null;
}

export interface GrantedResource {
  readonly resourceCode: string;
  readonly resourceName: string;
  readonly resourceNameEn: string | null;
  readonly resIcon: string | null;
  readonly menuId: string | null;
}

/** What a responsibility opens, resolved once per change of grants. */
export interface Grants {
  readonly menus: readonly GrantedMenu[];
  readonly resources: readonly GrantedResource[];
  readonly readable: ReadonlySet<string>;
  readonly pressable: ReadonlySet<string>;
  readonly buttons: ReadonlySet<string>;
  readonly routes: ReadonlySet<string>;
  /** Pages with the buttons granted on them: `route|button`. */
  readonly pressed: ReadonlySet<string>;
  /** Offered for choosing on a page that does not show them. */
  readonly pickable: ReadonlySet<string>;
}

const withLines = (e: Entity): Entity[] => [e, ...Object.values(collections(e)).flatMap(withLines)];

/** A menu counts when it is granted and open up to the root; its folders come along. */
export function resolveGrants(
  declared: Declared,
  all: readonly GrantedMenu[],
  granted: ReadonlySet<string>,
  resources: readonly GrantedResource[],
  fits: (m: GrantedMenu) => boolean,
): Grants {
  const byId = new Map(all.map((m) => [m.menuId, m]));
  const open = (id: string | null, depth = 0): boolean =>
    id === null || (depth < 10 && byId.has(id) && fits(byId.get(id)!) && open(byId.get(id)!.menuParentId, depth + 1));
  const shown = new Set<string>();
  for (const id of granted)
    if (open(id)) for (let at: string | null = id; at && !shown.has(at); at = byId.get(at)?.menuParentId ?? null) shown.add(at);
  const menus = all.filter((m) => shown.has(m.menuId));
  const readable = new Set<string>();
  const pressable = new Set<string>();
  const routes = new Set<string>();
  const pressed = new Set<string>();
  const pickable = new Set<string>();
  for (const menu of menus) {
    if (!granted.has(menu.menuId) || !menu.htmlUrl) continue;
    const page = declared.pages.get(menu.htmlUrl.split("?")[0]!);
    const buttons = resources.filter((r) => r.menuId === menu.menuId || r.menuId === null).map((r) => r.resourceCode);
    for (const route of [menu.htmlUrl.split("?")[0]!, ...(page?.children ?? [])]) {
      routes.add(route);
      for (const button of buttons) pressed.add(`${route}|${button}`);
    }
    for (const e of (page?.reads ?? []).flatMap(withLines)) readable.add(e.name);
    for (const name of page?.picks ?? []) pickable.add(name);
    for (const e of (page?.entities ?? []).flatMap(withLines)) {
      readable.add(e.name);
      for (const button of buttons) pressable.add(`${e.name}|${button}`);
    }
  }
  const buttons = new Set(resources.map((r) => r.resourceCode));
  return { menus, resources, readable, pressable, buttons, routes, pressed, pickable };
}
