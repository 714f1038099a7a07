/** One row of the flat menu list the server answers for a responsibility. */
export interface MenuRow {
  readonly name: string;
  readonly menuId: string;
  readonly menuType: "DIR" | "PAGE" | "EXTERNAL" | "EXTERNAL_BLANK" | "REPORT" | "CHART";
  readonly menuCode: string;
  readonly htmlUrl?: string | null;
  readonly imageLink?: string | null;
  readonly menuParentId: string | number;
  readonly levelId?: number | string | null;
  readonly seqNum?: number | string | null;
  readonly enabled: string;
  /** heading a root stands under in the side menu */
  readonly group?: string | null;
  /** pages opened from this one: no menus of their own, guarded by it */
  readonly childRoutes?: readonly string[] | null;
  /** opened from other pages only: granted like any menu, but not shown in the tree */
  readonly hidden?: boolean;
  /** stands at the foot of the screen on a phone */
  readonly foot?: true;
}

/** A menu with its children in order. */
export interface Menu extends MenuRow {
  readonly children: readonly Menu[];
}

export interface MenuTree {
  readonly roots: readonly Menu[];
  /** rows whose parent is missing or disabled, or that stand in a circle */
  readonly dropped: readonly string[];
}

const ROOT = "0";
const MAX_DEPTH = 4;
const rank = (value: number | string | null | undefined): number =>
  value === null || value === undefined || value === "" ? Number.MAX_SAFE_INTEGER : Number(value);

const inOrder = (a: MenuRow, b: MenuRow): number =>
  rank(a.seqNum) - rank(b.seqNum) || rank(a.levelId) - rank(b.levelId) || a.name.localeCompare(b.name, "zh-Hans-CN");

/** Turns the flat list into nested menus: roots have parent 0, whatever is disabled falls with all below it. */
export function nestMenus(rows: readonly MenuRow[]): MenuTree {
  const byParent = new Map<string, MenuRow[]>();
  for (const row of rows) {
    if (row.enabled !== "Y") continue;
    const parent = String(row.menuParentId);
    byParent.set(parent, [...(byParent.get(parent) ?? []), row]);
  }
  const placed = new Set<string>();
  const under = (parent: string, depth: number): Menu[] =>
    depth > MAX_DEPTH
      ? []
      : (byParent.get(parent) ?? []).toSorted(inOrder).flatMap((row) => {
          if (placed.has(String(row.menuId))) return [];
          placed.add(String(row.menuId));
          return [{ ...row, children: under(String(row.menuId), depth + 1) }];
        });
  const roots = under(ROOT, 1);
  return { roots, dropped: rows.filter((row) => row.enabled === "Y" && !placed.has(String(row.menuId))).map((row) => row.menuCode) };
}

/** Every menu of the tree, parents before children. */
export const flatMenus = (roots: readonly Menu[]): Menu[] => roots.flatMap((menu) => [menu, ...flatMenus(menu.children)]);

/** First characters of each pinyin letter in the collation's own order; a character belongs to the last one not after it. */
const PINYIN_STARTS = "阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥扨它穵夕丫帀";
const PINYIN_LETTERS = "abcdefghjklmnopqrstwxyz";
const collator = new Intl.Collator("zh-Hans-CN-u-co-pinyin");
const orderedByPinyin = [...PINYIN_STARTS].every((char, i, all) => i === 0 || collator.compare(all[i - 1]!, char) < 0);

/** Pinyin initials of a name (采购订单 becomes cgdd); Latin letters and digits stay. Empty where the platform cannot sort by pinyin. */
export function initials(name: string): string {
  if (!orderedByPinyin) return "";
  return [...name.toLowerCase()]
    .map((char) => {
      if (/[a-z0-9]/.test(char)) return char;
      if (!/\p{Script=Han}/u.test(char)) return "";
      let letter = "";
      for (let i = 0; i < PINYIN_STARTS.length && collator.compare(PINYIN_STARTS[i]!, char) <= 0; i++) letter = PINYIN_LETTERS[i]!;
      return letter;
    })
    .join("");
}

/** Menus found by name, pinyin initials or code; a beginning counts more than a middle. */
export function searchMenus(menus: readonly Menu[], text: string, limit = 20): Menu[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [];
  const score = (menu: Menu): number => {
    const places = [
      menu.name.toLowerCase().indexOf(wanted),
      initials(menu.name).indexOf(wanted),
      menu.menuCode.toLowerCase().indexOf(wanted),
    ];
    const best = places.flatMap((at, i) => (at < 0 ? [] : [at === 0 ? i : 3 + i]));
    return Math.min(...best, Number.POSITIVE_INFINITY);
  };
  return menus
    .filter((menu) => menu.menuType !== "DIR")
    .map((menu) => [score(menu), menu] as const)
    .filter(([points]) => Number.isFinite(points))
    .sort((a, b) => a[0] - b[0] || a[1].name.length - b[1].name.length)
    .slice(0, limit)
    .map(([, menu]) => menu);
}

/** Where a menu leads: a route of ours inside a tab, or null for what opens in a window of its own. */
export function menuRoute(menu: Pick<MenuRow, "menuId" | "htmlUrl"> & { readonly menuType: string }): string | null {
  const target = menu.htmlUrl ?? "";
  switch (menu.menuType) {
    case "PAGE":
      return target === "" ? null : target;
    case "EXTERNAL":
      return `iframe?id=${encodeURIComponent(menu.menuId)}&menuId=${encodeURIComponent(menu.menuId)}`;
    case "REPORT":
      return target.includes("?") ? target : `viewDynamicReport?reportCode=${encodeURIComponent(target)}`;
    case "CHART":
      return target.includes("?") ? target : `dynamicCharts/viewReport?reportCode=${encodeURIComponent(target)}`;
    default:
      return null;
  }
}
