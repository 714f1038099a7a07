import type { MenuRow } from "./menu.ts";
import type { Text } from "./text.ts";

/** A page of the partner's menu: its route, and what partners call it where that differs. */
type PortalPage = string | readonly [route: string, label: Text];

/** A group of the short menu that people of other companies see, in their own words. With one page it is that page. */
export interface PortalGroup {
  readonly code: string;
  readonly label: Text;
  readonly icon: string;
  readonly pages: readonly PortalPage[];
  /** Stands at the foot of the screen on a phone. */
  readonly foot?: true;
}

const more: Omit<PortalGroup, "pages"> = { code: "MORE", label: ["更多", "More"], icon: "layers" };
const routeOf = (page: PortalPage): string => (typeof page === "string" ? page : page[0]);

/**
 * The menus of a partner: not our folders but a few groups, each page once.
 * Nothing that was granted is lost: what no group names stands under "More"; pages that are only opened from others stay as they are.
 */
export function portalMenus(rows: readonly MenuRow[], groups: readonly PortalGroup[], say: (text: Text) => string): readonly MenuRow[] {
  const pages = new Map(rows.filter((row) => row.menuType !== "DIR" && !row.hidden).map((row) => [row.menuCode, row]));
  const named = new Set(groups.flatMap((group) => group.pages.map(routeOf)));
  const rest = [...pages.keys()].filter((route) => !named.has(route));
  const placed = [...groups, { ...more, pages: rest }].flatMap((group, seqNum): MenuRow[] => {
    const granted = group.pages.filter((page) => pages.has(routeOf(page)));
    const foot = group.foot ? { foot: true as const } : {};
    if (granted.length === 0) return [];
    const rowOf = (page: PortalPage): MenuRow => {
      const row = pages.get(routeOf(page))!;
      return typeof page === "string" ? row : { ...row, name: say(page[1]) };
    };
    if (granted.length === 1 && group.code !== more.code)
      return [{ ...rowOf(granted[0]!), name: say(group.label), imageLink: group.icon, menuParentId: "0", seqNum, ...foot }];
    const menuId = `portal:${group.code}`;
    const base = { menuId, menuCode: menuId, menuType: "DIR" as const, name: say(group.label), imageLink: group.icon };
    return [
      { ...base, menuParentId: "0", enabled: "Y", seqNum, ...foot },
      ...granted.map((page, at) => ({ ...rowOf(page), menuParentId: menuId, seqNum: at })),
    ];
  });
  const hidden = rows.filter((row) => row.menuType !== "DIR" && row.hidden).map((row) => ({ ...row, menuParentId: "0" }));
  return [...placed, ...hidden];
}
