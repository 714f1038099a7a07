import { House, Menu as MenuIcon } from "lucide-react";
import { flatMenus } from "../../menu.ts";
import type { Menu } from "../../menu.ts";
import { routeName } from "../../routes.ts";
import { useText } from "../language.ts";
import { useMenus } from "../menus.ts";
import { go, homeAddress } from "../router.ts";
import { iconOf } from "./icons.ts";
import { openMenu } from "./open-menu.ts";
import { useShownPath } from "./useShownPath.ts";

const pagesOf = (menu: Menu): readonly Menu[] => flatMenus([menu]).filter((candidate) => candidate.menuType !== "DIR" && !candidate.hidden);

/** What is used every day, within reach of the thumb; the whole menu stands last. */
export function FootNav({ onMore }: { onMore(): void }) {
  const t = useText();
  const roots = useMenus((state) => state.roots);
  const path = useShownPath();
  const foot = roots.filter((root) => root.foot && pagesOf(root).length > 0);
  if (foot.length === 0) return null;
  const isHome = path === "inHome" || path === "exHome";
  const isIn = (menu: Menu): boolean =>
    pagesOf(menu).some((page) =>
      [page.htmlUrl ?? "", ...(page.childRoutes ?? [])].some((route) => route !== "" && routeName(route) === routeName(path)),
    );
  return (
    <nav className="s-foot" aria-label={t(["常用页面", "Daily pages"])}>
      <button type="button" aria-current={isHome ? "page" : undefined} onClick={() => void go(homeAddress())}>
        <House size={20} aria-hidden />
        {t(["首页", "Home"])}
      </button>
      {foot.map((menu) => {
        const Icon = iconOf(menu);
        return (
          <button
            key={menu.menuId}
            type="button"
            aria-current={isIn(menu) ? "page" : undefined}
            onClick={() => void openMenu(pagesOf(menu)[0]!)}
          >
            <Icon size={20} aria-hidden />
            {menu.name}
          </button>
        );
      })}
      <button type="button" onClick={onMore}>
        <MenuIcon size={20} aria-hidden />
        {t(["更多", "More"])}
      </button>
    </nav>
  );
}
