import { Compass, House, Search } from "lucide-react";
import { useText } from "../language.ts";
import { go, homeAddress } from "../router.ts";

/** No such page: names only what was asked for, and two ways on. */
export function NotFound({ address, onSearch }: { readonly address: string; onSearch?(): void }) {
  const t = useText();
  return (
    <div className="s-state s-pane-fill">
      <span className="s-state-icon">
        <Compass size={20} aria-hidden />
      </span>
      <h1>{t(["没有这个页面", "Page not found"])}</h1>
      <p>
        {t(["您要打开的地址是 ", "You requested "])}
        <code>{address.split("?")[0]}</code>
        {t(["。它可能写错了，或者已经改名。", ". It may be misspelled or renamed."])}
      </p>
      <div className="s-state-actions">
        {onSearch ? (
          <button type="button" className="s-btn" data-kind="outline" onClick={onSearch}>
            <Search size={14} aria-hidden />
            {t(["搜索菜单", "Search the menus"])}
          </button>
        ) : null}
        <button type="button" className="s-btn" onClick={() => void go(homeAddress())}>
          <House size={14} aria-hidden />
          {t(["回工作台", "Back home"])}
        </button>
      </div>
    </div>
  );
}
