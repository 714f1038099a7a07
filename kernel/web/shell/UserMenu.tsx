import { Columns2, KeyRound, LogOut, Maximize, Moon, Square, Sun, UserRound } from "lucide-react";
import type { TabMode } from "../../tabs.ts";
import { ownZone, utcOffset } from "../clock.ts";
import { useLanguage, useText } from "../language.ts";
import { pageOf } from "../pages.ts";
import { usePreference } from "../preference.ts";
import { mayLose, openPage } from "../router.ts";
import { signOut, ownName, useSession } from "../session.ts";
import { tabMode, tabs } from "../tabs.ts";
import { useTheme } from "../theme/theme-mode.ts";
import type { Overlay } from "./Main.tsx";
import { MenuButton } from "./MenuPop.tsx";
import type { PopItem } from "./MenuPop.tsx";

const fullScreen = (): void =>
  void (document.fullscreenElement === null ? document.documentElement.requestFullscreen() : document.exitFullscreen());

async function leave(): Promise<void> {
  if (await mayLose(tabs().list)) await signOut();
}

/** Me at the foot of the sider: own page, password, tab mode, theme, full screen, sign out. */
export function UserMenu({ onOverlay }: { onOverlay(overlay: Overlay): void }) {
  const t = useText();
  const user = useSession((state) => state.record?.user);
  const [, setMode] = usePreference<TabMode>("tabMode", "MULTI");
  const { mode: theme, setMode: setTheme } = useTheme();
  const name = ownName(
    user,
    useLanguage((state) => state.language),
  );

  function items(): PopItem[] {
    const single = tabMode() === "SINGLE";
    return [
      ...(pageOf("userCenter")
        ? [
            {
              key: "me",
              text: t(["个人中心", "My profile"]),
              icon: <UserRound size={15} aria-hidden />,
              onSelect: () => void openPage({ path: "userCenter" }),
            },
          ]
        : []),
      {
        key: "password",
        text: t(["修改密码", "Change password"]),
        icon: <KeyRound size={15} aria-hidden />,
        onSelect: () => onOverlay("password"),
      },
      {
        key: "mode",
        parted: true,
        text: single ? t(["改为多页签", "One tab per document"]) : t(["改为单页签", "One tab per page"]),
        icon: single ? <Columns2 size={15} aria-hidden /> : <Square size={15} aria-hidden />,
        onSelect: () => setMode(single ? "MULTI" : "SINGLE"),
      },
      {
        key: "theme",
        text: theme === "dark" ? t(["浅色主题", "Light theme"]) : t(["深色主题", "Dark theme"]),
        icon: theme === "dark" ? <Sun size={15} aria-hidden /> : <Moon size={15} aria-hidden />,
        onSelect: () => setTheme(theme === "dark" ? "light" : "dark"),
      },
      { key: "full", text: t(["全屏", "Full screen"]), icon: <Maximize size={15} aria-hidden />, onSelect: fullScreen },
      { key: "out", parted: true, text: t(["退出登录", "Sign out"]), icon: <LogOut size={15} aria-hidden />, onSelect: () => void leave() },
    ];
  }

  return (
    <MenuButton className="s-user" label={t(["打开个人菜单", "Open my menu"])} worded up wide items={items}>
      <i aria-hidden>{name.slice(0, 1).toUpperCase()}</i>
      <span>
        <b>{name}</b>
        <small title={t([`时间均为 ${ownZone()}（${utcOffset(ownZone())}）`, `All times in ${ownZone()} (${utcOffset(ownZone())})`])}>
          {user?.userName} · {utcOffset(ownZone())}
        </small>
      </span>
    </MenuButton>
  );
}
