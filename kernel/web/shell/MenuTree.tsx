import { ChevronRight, Star } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { menuRoute } from "../../menu.ts";
import type { Menu } from "../../menu.ts";
import { useText } from "../language.ts";
import { menuForRoute, useMenus } from "../menus.ts";
import { toggleFavourite, useFavourites } from "../favourites.ts";
import { iconOf } from "./icons.ts";
import { openMenu } from "./open-menu.ts";
import { useShownPath } from "./useShownPath.ts";

/** Favourites first, then the menus under their headings; folders open in place. */
export function MenuTree() {
  const t = useText();
  const { roots, flat } = useMenus();
  const shown = useMemo(() => shownOf(roots), [roots]);
  const path = useShownPath();
  const { rows, starters } = useFavourites();
  // Whoever keeps none yet sees what the responsibility recommends.
  const values = (rows.length > 0 ? rows : starters).filter((row) => row.kind === "MENU").map((row) => row.targetRef);
  const favourites = rows.map((row) => row.targetRef);
  const current = path === "" ? undefined : menuForRoute(flat, path);
  const starred = values.flatMap((code) => flat.filter((menu) => menu.menuCode === code));
  const shared = { current, favourites, onStar: (menu: Menu) => void toggleFavourite(menu.menuCode, menu.name) };
  return (
    <>
      {starred.length > 0 ? (
        <Group heading={t(["收藏", "Favourites"])}>
          {starred.map((menu) => (
            <Leaf key={menu.menuId} menu={menu} depth={0} favourite {...shared} />
          ))}
        </Group>
      ) : null}
      {groupsOf(shown).map(([heading, menus]) => (
        <Group key={heading} heading={heading === "" ? t(["菜单", "Menus"]) : heading}>
          {menus.map((menu) => (
            <Node key={menu.menuId} menu={menu} depth={0} {...shared} />
          ))}
        </Group>
      ))}
    </>
  );
}

/** The tree without pages that are only opened from others, and without folders that then hold nothing. */
const shownOf = (menus: readonly Menu[]): readonly Menu[] =>
  menus.flatMap((menu) => {
    const children = shownOf(menu.children);
    return menu.hidden || (menu.menuType === "DIR" && children.length === 0) ? [] : [{ ...menu, children }];
  });

/** Roots under the heading they name, in order of first appearance. */
function groupsOf(roots: readonly Menu[]): [string, Menu[]][] {
  const groups = new Map<string, Menu[]>();
  for (const root of roots) groups.set(root.group ?? "", [...(groups.get(root.group ?? "") ?? []), root]);
  return [...groups];
}

function Group({ heading, children }: { readonly heading: string; readonly children: React.ReactNode }) {
  return (
    <section className="s-menu-group" aria-label={heading}>
      <h2>{heading}</h2>
      <ul className="s-menu">{children}</ul>
    </section>
  );
}

interface NodeProps {
  readonly menu: Menu;
  readonly depth: number;
  readonly current: Menu | undefined;
  readonly favourites: readonly string[];
  onStar(menu: Menu): void;
}

const holds = (menu: Menu, wanted: Menu | undefined): boolean =>
  wanted !== undefined && menu.children.some((child) => child.menuId === wanted.menuId || holds(child, wanted));

function Node(props: NodeProps) {
  const { menu, depth, current } = props;
  const inside = holds(menu, current);
  const [chosen, setChosen] = useState<boolean | null>(null);
  if (menu.children.length === 0) return menu.menuType === "DIR" ? null : <Leaf {...props} />;
  const open = chosen ?? inside;
  const Icon = iconOf(menu);
  return (
    <li>
      <button
        type="button"
        className="s-menu-item"
        data-depth={depth}
        data-inside={inside && !open}
        aria-expanded={open}
        onClick={() => setChosen(!open)}
      >
        {depth === 0 ? <Icon size={16} aria-hidden /> : null}
        <span>{menu.name}</span>
        <ChevronRight size={13} aria-hidden className="s-menu-turn" />
      </button>
      {open ? (
        <ul>
          {menu.children.map((child) => (
            <Node key={child.menuId} {...props} menu={child} depth={depth + 1} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function Leaf({ menu, depth, current, favourites, onStar, favourite }: NodeProps & { readonly favourite?: boolean }) {
  const t = useText();
  const Icon = favourite === true ? Star : iconOf(menu);
  const route = menuRoute(menu);
  const starred = favourites.includes(menu.menuCode);
  const active = current?.menuId === menu.menuId && (favourite === true || !starred);
  const line = useRef<HTMLLIElement>(null);
  // A page that was opened from elsewhere shows where it stands in the menu.
  useEffect(() => {
    if (active) line.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <li className="s-menu-line" ref={line}>
      <a
        href={route === null ? "#" : `/main/${route}`}
        className="s-menu-item"
        data-depth={depth}
        aria-current={active ? "page" : undefined}
        title={menu.name}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          void openMenu(menu);
        }}
      >
        {depth === 0 ? <Icon size={16} aria-hidden /> : null}
        <span>{menu.name}</span>
      </a>
      <button
        type="button"
        className="s-menu-star"
        aria-pressed={starred}
        aria-label={
          starred
            ? t([`取消收藏${menu.name}`, `Remove ${menu.name} from favourites`])
            : t([`收藏${menu.name}`, `Add ${menu.name} to favourites`])
        }
        onClick={() => onStar(menu)}
      >
        <Star size={13} aria-hidden fill={starred ? "currentColor" : "none"} />
      </button>
    </li>
  );
}
