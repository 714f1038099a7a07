import { Layers, Menu as MenuIcon } from "lucide-react";
import { activeTab } from "../../tabs.ts";
import { useLanguage, useText } from "../language.ts";
import { useMenus } from "../menus.ts";
import { setPreference } from "../preference.ts";
import { showTab } from "../router.ts";
import { tabs, titleOf, useTabs } from "../tabs.ts";
import { Bell } from "./Bell.tsx";
import type { Overlay } from "./Main.tsx";
import { MenuButton } from "./MenuPop.tsx";
import { TabStrip } from "./TabStrip.tsx";

/** The strip of 40: open tabs, the bell, the language; on a phone the menu, one title and the tab list. */
export function Header({ onDrawer }: { onDrawer(): void; onOverlay(overlay: Overlay): void }) {
  const t = useText();
  const menus = useMenus((state) => state.flat);
  const tab = useTabs((state) => activeTab(state.tabs));
  const count = useTabs((state) => state.tabs.list.length);
  const list = () =>
    tabs().list.map((entry) => ({
      key: entry.key,
      text: titleOf(entry, t),
      checked: entry.key === tabs().active,
      onSelect: () => showTab(entry.key),
    }));
  return (
    <header className="s-strip">
      <button type="button" className="s-icon-btn s-phone-only" aria-label={t(["打开菜单", "Open the menu"])} onClick={onDrawer}>
        <MenuIcon size={18} aria-hidden />
      </button>
      <strong className="s-phone-title s-phone-only">{tab === undefined ? "" : titleOf(tab, t, menus)}</strong>
      <TabStrip />
      <MenuButton className="s-icon-btn s-phone-only s-tab-count" label={t([`已打开 ${count} 个页签`, `${count} open tabs`])} items={list}>
        <Layers size={17} aria-hidden />
        <small>{count}</small>
      </MenuButton>
      <Bell />
      <LanguageButton />
    </header>
  );
}

/** Changes every label at once, without a reload; forms keep what was typed. */
function LanguageButton() {
  const { language, setLanguage } = useLanguage();
  const other = language === "CN" ? "EN" : "CN";
  const label = language === "CN" ? "切换到英文" : "Switch to Chinese";
  return (
    <button
      type="button"
      className="s-btn s-lang-btn"
      onClick={() => {
        setLanguage(other);
        setPreference("currentLanguage", other);
      }}
    >
      {language === "CN" ? (
        "中 / EN"
      ) : (
        <span>
          EN / <span lang="zh-CN">中</span>
        </span>
      )}
      <span className="s-hidden">{label}</span>
    </button>
  );
}
