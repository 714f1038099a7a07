import { Bell, ChevronsUpDown, CircleHelp, Inbox, LayoutDashboard, Search } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { routeName } from "../../routes.ts";
import type { Menu } from "../../menu.ts";
import { changeResponsibility } from "../responsibility.ts";
import { usePulse } from "../heartbeat.ts";
import { comboText } from "../keys.ts";
import { useLanguage, useText } from "../language.ts";
import { loadMenus, useMenus } from "../menus.ts";
import { go, homeAddress } from "../router.ts";
import { companyName, respName, useSession } from "../session.ts";
import { useTodoCount } from "../todos.ts";
import { Brand, BRAND_NAME } from "./Brand.tsx";
import type { Overlay } from "./Main.tsx";
import { MenuButton } from "./MenuPop.tsx";
import { MenuTree } from "./MenuTree.tsx";
import { openMenu } from "./open-menu.ts";
import { useShownPath } from "./useShownPath.ts";
import { UserMenu } from "./UserMenu.tsx";

/** Pages that stand at the top of the sider with their count, for whoever has the menu. */
const TODO_ROUTES = ["myUpcoming", "insidePendingList", "supplierPendingList"];
const MESSAGE_ROUTES = ["receiveMessageList"];
const menuAt = (menus: readonly Menu[], routes: readonly string[]): Menu | undefined =>
  routes
    .map((route) => menus.find((menu) => menu.htmlUrl && routeName(menu.htmlUrl) === routeName(route)))
    .find((menu) => menu !== undefined);

/** The grey column: brand and responsibility, search, what waits for me, favourites, menus, me. */
export function Sider({ onOverlay }: { onOverlay(overlay: Overlay): void }) {
  const t = useText();
  const menus = useMenus((state) => state.flat);
  const activePath = useShownPath();
  const { unread, todo } = usePulse();
  useTodoCount();
  const todoMenu = menuAt(menus, TODO_ROUTES);
  const messageMenu = menuAt(menus, MESSAGE_ROUTES);
  const isAt = (menu: Menu): boolean => routeName(menu.htmlUrl ?? "") === routeName(activePath);
  return (
    <nav className="s-sider" aria-label={t(["主菜单", "Main menu"])}>
      <ResponsibilityPicker />
      <button type="button" className="s-search" onClick={() => onOverlay("palette")}>
        <Search size={14} aria-hidden />
        <span>{t(["搜索或跳转…", "Search…"])}</span>
        <kbd className="s-kbd">{comboText("Mod+K")}</kbd>
      </button>
      <div className="s-sider-scroll">
        <ul className="s-menu">
          <QuickEntry
            icon={LayoutDashboard}
            text={t(["工作台", "Home"])}
            active={activePath === "inHome" || activePath === "exHome"}
            href={homeAddress()}
            onOpen={() => void go(homeAddress())}
          />
          {todoMenu ? (
            <QuickEntry
              icon={Inbox}
              text={t(["我的待办", "My to-dos"])}
              count={todo}
              active={isAt(todoMenu)}
              href={`/main/${todoMenu.htmlUrl}`}
              onOpen={() => void openMenu(todoMenu)}
            />
          ) : null}
          {messageMenu ? (
            <QuickEntry
              icon={Bell}
              text={t(["消息预警", "Alerts"])}
              count={unread}
              active={isAt(messageMenu)}
              href={`/main/${messageMenu.htmlUrl}`}
              onOpen={() => void openMenu(messageMenu)}
            />
          ) : null}
        </ul>
        <Menus />
      </div>
      <footer className="s-sider-foot">
        <UserMenu onOverlay={onOverlay} />
        <button
          type="button"
          className="s-icon-btn"
          aria-label={t(["快捷键", "Keys"])}
          title={t(["快捷键 ?", "Shortcuts ?"])}
          onClick={() => onOverlay("keys")}
        >
          <CircleHelp size={16} aria-hidden />
        </button>
      </footer>
    </nav>
  );
}

/** Menus, or what stands in their place while they come, fail or are none. */
function Menus(): ReactNode {
  const t = useText();
  const { state, roots } = useMenus();
  if (state === "failed") {
    return (
      <p className="s-sider-note" role="alert">
        {t(["菜单没有取到。", "The menus could not be loaded."])}{" "}
        <button type="button" onClick={() => void loadMenus()}>
          {t(["重试", "Retry"])}
        </button>
      </p>
    );
  }
  if (state !== "ready") return <MenuSkeleton />;
  if (roots.length === 0)
    return (
      <p className="s-sider-note">
        {t(["当前职责没有菜单，请联系管理员。", "This responsibility has no menus; contact the administrator."])}
      </p>
    );
  return <MenuTree />;
}

const MenuSkeleton = () => (
  <div className="s-menu-skeleton" aria-hidden>
    {[92, 76, 104, 84, 96, 70].map((width) => (
      <i key={width} style={{ width }} />
    ))}
  </div>
);

interface QuickEntryProps {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly count?: number;
  readonly active: boolean;
  readonly href: string;
  onOpen(): void;
}

function QuickEntry({ icon: Icon, text, count, active, href, onOpen }: QuickEntryProps) {
  return (
    <li>
      <a
        href={href}
        className="s-menu-item"
        aria-current={active ? "page" : undefined}
        onClick={(event) => {
          event.preventDefault();
          onOpen();
        }}
      >
        <Icon size={16} aria-hidden />
        <span>{text}</span>
        {count ? <b className="s-badge">{count > 99 ? "99+" : count}</b> : null}
      </a>
    </li>
  );
}

/** The responsibility held now; a press offers the others. */
function ResponsibilityPicker() {
  const t = useText();
  const language = useLanguage((state) => state.language);
  const record = useSession((state) => state.record);
  const resp = record?.currentResponsibility;
  const name = resp ? respName(resp, language) : "";
  const company = (resp && companyName(resp, language)) ?? record?.user.supplierName;
  const line = resp?.audience === "SUPPLIER" && company ? company : name;
  const others = record?.responsibilities ?? [];
  const inner = (
    <>
      <Brand size={28} />
      <span className="s-responsibility-words">
        <b>{BRAND_NAME}</b>
        <small>{line}</small>
      </span>
    </>
  );
  if (others.length < 2) return <div className="s-responsibility">{inner}</div>;
  return (
    <MenuButton
      className="s-responsibility"
      label={t(["切换职责", "Switch responsibility"])}
      worded
      wide
      items={() =>
        others.map((responsibility) => ({
          key: responsibility.responsibilityId,
          text: respName(responsibility, language),
          ...(responsibility.supplierName ? { note: companyName(responsibility, language)! } : {}),
          checked: responsibility.responsibilityId === resp?.responsibilityId,
          onSelect: () =>
            void (responsibility.responsibilityId !== resp?.responsibilityId && changeResponsibility(responsibility.responsibilityId)),
        }))
      }
    >
      {inner}
      <ChevronsUpDown size={15} aria-hidden />
    </MenuButton>
  );
}
