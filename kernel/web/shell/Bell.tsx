import { Bell as BellIcon, BellRing, CircleAlert, CircleCheckBig, FileText, Megaphone, Settings2 } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { menuRoute } from "../../menu.ts";
import type { Menu } from "../../menu.ts";
import { routeName } from "../../routes.ts";
import type { Text } from "../../text.ts";
import { messageOf } from "../call.ts";
import { nowText } from "../clock.ts";
import { usePulse } from "../heartbeat.ts";
import { askUnread, findMine, markMine, openMessage } from "../inbox.ts";
import type { BoxMessage } from "../inbox.ts";
import { sayNow, useOtherLanguage, useText } from "../language.ts";
import { useMenus } from "../menus.ts";
import { toast } from "../message.ts";
import { afterFirstPage } from "../opened.ts";
import { preference, usePreference } from "../preference.ts";
import { onPush } from "../push.ts";
import { openPage } from "../router.ts";
import { openMenu } from "./open-menu.ts";

const POLL_MS = 60_000;
const POP_UP = "messagePopUp";

/** What each kind of message looks like: an icon and a word, never a tag. */
export const messageKinds: Readonly<Record<string, { readonly icon: LucideIcon; readonly name: Text }>> = {
  TASK: { icon: CircleCheckBig, name: ["待办", "Task"] },
  WARNING: { icon: CircleAlert, name: ["预警", "Warning"] },
  BUSINESS: { icon: FileText, name: ["业务", "Business"] },
  SYSTEM: { icon: Settings2, name: ["系统", "System"] },
  MARKETING: { icon: Megaphone, name: ["宣传", "Marketing"] },
};

/** When it came: the hour today, the day this year, the whole date before. */
export function shortTime(at: string): string {
  const today = nowText().slice(0, 10);
  if (at.slice(0, 10) === today) return at.slice(11, 16);
  return at.slice(0, 4) === today.slice(0, 4) ? at.slice(5, 10) : at.slice(0, 10);
}

onPush("msg", (frame) => {
  const { kind, title, titleEn } = frame.data ?? {};
  if (kind !== "TASK" || typeof title !== "string" || title === "" || preference(POP_UP, "Y") !== "Y") return;
  toast.info(sayNow([title, typeof titleEn === "string" && titleEn !== "" ? titleEn : title]));
});

/** The bell: how many wait, and the newest ten beside it, for whoever has the inbox. */
export function Bell() {
  const menu = useMenus((state) => state.flat.find((candidate) => routeName(candidate.htmlUrl ?? "") === routeName("receiveMessageList")));
  return menu === undefined ? null : <BellOf menu={menu} />;
}

function BellOf({ menu }: { readonly menu: Menu }) {
  const t = useText();
  const unread = usePulse((pulse) => pulse.unread);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // push is a hint only: the number is asked for at the beginning and every minute, as long as the window is looked at
  useEffect(() => {
    const ask = (): void => void (document.hidden || askUnread().catch(() => undefined));
    const callOff = afterFirstPage(ask);
    const timer = setInterval(ask, POLL_MS);
    return () => {
      callOff();
      clearInterval(timer);
    };
  }, []);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="s-icon-btn s-bell"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={
          unread > 0 ? t([`${unread} 条未读消息`, `${unread} unread message${unread === 1 ? "" : "s"}`]) : t(["消息", "Messages"])
        }
        onClick={() => setOpen(true)}
      >
        <BellIcon size={17} aria-hidden />
        {unread > 0 ? <b aria-hidden>{unread > 99 ? "99+" : unread}</b> : null}
      </button>
      <span className="s-hidden" role="status">
        {unread > 0 ? t([`${unread} 条未读消息`, `${unread} unread`]) : ""}
      </span>
      {open ? <Newest menu={menu} at={button.current!} close={close} /> : null}
    </>
  );
}

interface NewestProps {
  readonly menu: Menu;
  readonly at: HTMLElement;
  close(): void;
}

function useNewest(): { readonly rows: readonly BoxMessage[] | null; readonly error: string; again(): void } {
  const [rows, setRows] = useState<readonly BoxMessage[] | null>(null);
  const [error, setError] = useState("");
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let gone = false;
    findMine({ pageRows: 10 }).then(
      ({ data }) => void (gone || (setRows(data), setError(""))),
      (cause: unknown) => void (gone || setError(messageOf(cause))),
    );
    return () => void (gone = true);
  }, [turn]);
  useEffect(() => onPush("msg", () => setTurn((now) => now + 1)), []);
  useOtherLanguage(() => setTurn((now) => now + 1));
  return { rows, error, again: () => setTurn((now) => now + 1) };
}

function Newest({ menu, at, close }: NewestProps) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const unread = usePulse((pulse) => pulse.unread);
  const { rows, error, again } = useNewest();
  const [popUp, setPopUp] = usePreference<"Y" | "N">(POP_UP, "Y");
  useLayoutEffect(() => {
    const pop = box.current!;
    const { right, bottom } = at.getBoundingClientRect();
    pop.showPopover();
    pop.style.top = `${bottom + 4}px`;
    pop.style.left = `${Math.max(8, Math.min(right - pop.offsetWidth, innerWidth - pop.offsetWidth - 8))}px`;
    pop.focus();
  }, [at]);
  const walk = (event: KeyboardEvent): void => {
    const items = [...box.current!.querySelectorAll<HTMLElement>("li button")];
    const step = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[event.key];
    if (step === undefined || items.length === 0) return;
    event.preventDefault();
    items.at((items.indexOf(document.activeElement as HTMLElement) + step) % items.length)?.focus();
  };
  const leave = (then: () => unknown): void => {
    close();
    void then();
  };
  const read = async (row: BoxMessage): Promise<void> => {
    if (!(await openMessage(row))) await openPage({ path: menuRoute(menu)!, menuId: menu.menuId, query: { message: row.id } });
  };
  return (
    <div
      ref={box}
      className="s-pop s-bell-pop"
      popover="auto"
      role="dialog"
      tabIndex={-1}
      aria-label={t(["最新消息", "Newest messages"])}
      onKeyDown={walk}
      onToggle={(event) => event.newState === "closed" && close()}
    >
      <div className="s-bell-head">
        <h2>{t(["消息", "Messages"])}</h2>
        <small>{unread > 0 ? t([`${unread} 条未读`, `${unread} unread`]) : t(["都读过了", "All read"])}</small>
        {unread > 0 ? (
          <button type="button" className="s-bell-link" onClick={() => void markMine("doRead", { all: true }).then(again, toast.error)}>
            {t(["全部标为已读", "Mark all read"])}
          </button>
        ) : null}
      </div>
      {error ? (
        <p className="s-bell-none" role="alert">
          {error}{" "}
          <button type="button" className="s-bell-link" onClick={again}>
            {t(["重试", "Retry"])}
          </button>
        </p>
      ) : rows === null ? (
        <div className="s-bell-wait" role="status" aria-label={t(["正在取消息", "Loading messages"])}>
          <i />
          <i />
          <i />
        </div>
      ) : rows.length === 0 ? (
        <p className="s-bell-none">{t(["还没有消息。有事找您时会出现在这里。", "No messages yet."])}</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <MessageLine row={row} open={() => leave(() => read(row))} />
            </li>
          ))}
        </ul>
      )}
      <div className="s-bell-foot">
        <button type="button" className="s-bell-link" onClick={() => leave(() => openMenu(menu))}>
          {t(["全部消息", "All messages"])}
        </button>
        <label>
          <input type="checkbox" checked={popUp === "Y"} onChange={(event) => setPopUp(event.target.checked ? "Y" : "N")} />
          <BellRing size={13} aria-hidden />
          {t(["新待办弹出提示", "Show pop-ups for new tasks"])}
        </label>
      </div>
    </div>
  );
}

function MessageLine({ row, open }: { readonly row: BoxMessage; open(): void }) {
  const t = useText();
  const { icon: Icon, name } = messageKinds[row.kind] ?? messageKinds["BUSINESS"]!;
  return (
    <button type="button" data-unread={row.readFlag !== "Y"} onClick={open}>
      <i role={row.readFlag === "Y" ? undefined : "img"} aria-label={row.readFlag === "Y" ? undefined : t(["未读", "Unread"])} />
      <Icon size={14} role="img" aria-label={t(name)} />
      <span title={row.title}>{row.title}</span>
      <time>{shortTime(row.creationDate)}</time>
    </button>
  );
}
