import { ChevronDown, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { MouseEvent } from "react";
import { addressOf } from "../../routes.ts";
import { moveTab } from "../../tabs.ts";
import type { CloseWhich, Tab } from "../../tabs.ts";
import type { Text } from "../../text.ts";
import { comboText } from "../keys.ts";
import { useText } from "../language.ts";
import { useMenus } from "../menus.ts";
import { useHere } from "../navigation.ts";
import { close, refresh, showTab } from "../router.ts";
import { putTabs, tabs, titleOf, useTabs } from "../tabs.ts";
import { MenuButton, MenuPop } from "./MenuPop.tsx";
import type { PopItem } from "./MenuPop.tsx";

const closings: readonly [CloseWhich, Text][] = [
  ["one", ["关闭", "Close"]],
  ["others", ["关闭其他", "Close others"]],
  ["left", ["关闭左侧", "Close to the left"]],
  ["right", ["关闭右侧", "Close to the right"]],
  ["all", ["关闭全部", "Close all"]],
];

/** Open pages side by side: dragged to reorder, closed by middle click, with a menu on the right button. */
export function TabStrip() {
  const t = useText();
  const { list, active } = useTabs((state) => state.tabs);
  const menus = useMenus((state) => state.flat);
  const problem = useHere((here) => here.problem);
  const [menuAt, setMenuAt] = useState<{ readonly key: string; readonly x: number; readonly y: number } | null>(null);
  const strip = useRef<HTMLUListElement>(null);

  useEffect(() => {
    strip.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [active, list.length]);

  function commands(key: string): PopItem[] {
    const pinned = list.find((tab) => tab.key === key)?.pinned === true;
    return [
      { key: "refresh", text: t(["刷新", "Refresh"]), note: comboText("Alt+R"), onSelect: () => void refresh(key) },
      ...closings.map(([which, text], i) => ({
        key: which,
        text: t(text),
        parted: i === 0,
        disabled: pinned && which === "one",
        onSelect: () => void close(which, key),
      })),
    ];
  }

  return (
    <nav className="s-tabs" aria-label={t(["打开的页签", "Open tabs"])}>
      <ul ref={strip}>
        {list.map((tab) => (
          <OneTab
            key={tab.key}
            tab={tab}
            title={titleOf(tab, t, menus)}
            active={tab.key === active && problem === null}
            onMenu={(event) => (event.preventDefault(), setMenuAt({ key: tab.key, x: event.clientX, y: event.clientY }))}
          />
        ))}
      </ul>
      <MenuButton
        className="s-icon-btn s-tabs-more"
        label={t(["全部页签", "All tabs"])}
        items={() => [
          ...tabs().list.map((tab) => ({
            key: tab.key,
            text: titleOf(tab, t, menus),
            checked: tab.key === active,
            onSelect: () => showTab(tab.key),
          })),
          ...commands(active)
            .slice(2)
            .map((item, i) => ({ ...item, parted: i === 0 })),
        ]}
      >
        <ChevronDown size={15} aria-hidden />
      </MenuButton>
      {menuAt === null ? null : (
        <MenuPop at={menuAt} label={t(["页签菜单", "Tab menu"])} items={commands(menuAt.key)} onClose={() => setMenuAt(null)} />
      )}
    </nav>
  );
}

interface OneTabProps {
  readonly tab: Tab;
  readonly title: string;
  readonly active: boolean;
  onMenu(event: MouseEvent): void;
}

function OneTab({ tab, title, active, onMenu }: OneTabProps) {
  const t = useText();
  const [over, setOver] = useState(false);
  return (
    <li
      className="s-tab"
      data-active={active}
      data-over={over}
      onContextMenu={onMenu}
      onAuxClick={(event) => event.button === 1 && (event.preventDefault(), void close("one", tab.key))}
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => (
        event.preventDefault(),
        setOver(false),
        putTabs(moveTab(tabs(), event.dataTransfer.getData("text/plain"), tab.key))
      )}
    >
      <a
        href={addressOf(tab)}
        aria-current={active ? "page" : undefined}
        draggable={!tab.pinned}
        title={title}
        onDragStart={(event) => event.dataTransfer.setData("text/plain", tab.key)}
        onMouseDown={(event) => event.button === 1 && event.preventDefault()}
        onClick={(event) => {
          event.preventDefault();
          showTab(tab.key);
        }}
      >
        {tab.dirty ? <i className="s-tab-dirty" role="img" aria-label={t(["有未保存的修改", "unsaved changes"])} /> : null}
        <span data-forbidden={tab.forbidden}>{title}</span>
      </a>
      {tab.pinned ? null : (
        <button
          type="button"
          className="s-tab-close"
          aria-label={t([`关闭${title}`, `Close ${title}`])}
          onClick={() => void close("one", tab.key)}
        >
          <X size={13} aria-hidden />
        </button>
      )}
    </li>
  );
}
