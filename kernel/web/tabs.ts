import { createContext, useContext } from "react";
import { create } from "zustand";
import { readPlace, routeName } from "../routes.ts";
import type { Place, Query } from "../routes.ts";
import { closeTabs, findTab, homeTabs, markForbidden, openTab, readTabs, saveTabs, setDirty as withDirty, setTitle } from "../tabs.ts";
import type { Opened, Opening, OpenRules, Tab, TabMode, Tabs, TabTitle } from "../tabs.ts";
import type { Text } from "../text.ts";
import { claimDrafts, draftKeys, forgetDraft, keepDrafts } from "./draft.ts";
import { menuForRoute, onMenus, useMenus } from "./menus.ts";
import { pageOf } from "./pages.ts";
import { preference } from "./preference.ts";
import { profile } from "./profile.ts";
import { liveWith, session } from "./session.ts";
import { homeOf } from "./session-record.ts";
import type { SessionRecord } from "./session-record.ts";

const KEY = "srm.tabs";
const homePlace = (): Place => ({ path: homeOf(session()), query: {} });

interface TabStore {
  readonly tabs: Tabs;
  /** address a refreshed tab is to come back to; the guard consumes it first */
  readonly pendingRefresh: string | null;
}

export const useTabs = create<TabStore>(() => ({ tabs: homeTabs({ path: "inHome", query: {} }, ""), pendingRefresh: null }));
export const tabs = (): Tabs => useTabs.getState().tabs;

/** A strip belongs to one session and one responsibility; it is never shown to another. */
const owner = (): string => `${session()?.certificate}|${session()?.currentResponsibility?.responsibilityId}`;

/** Puts the strip in place and writes it down, so that a reload brings it back. */
export function putTabs(next: Tabs, gone: readonly string[] = []): void {
  for (const key of gone) forgetDraft(key, true);
  useTabs.setState({ tabs: next });
  if (session() !== null) sessionStorage.setItem(KEY, JSON.stringify({ owner: owner(), strip: saveTabs(next) }));
}

/** Drops every tab but home; kept contents go with them. */
export const resetTabs = (): void =>
  putTabs(
    homeTabs(homePlace(), ""),
    tabs().list.map((tab) => tab.key),
  );

function restore(): void {
  const stored = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as { owner: string; strip: string } | null;
  const strip = stored?.owner === owner() ? readTabs(stored.strip, homePlace()) : null;
  putTabs(strip ?? homeTabs(homePlace(), ""));
}

/** Tabs of a session that ended by itself, waiting in memory for the same person to come back to this page. */
let left: { readonly userId: string; readonly responsibilityId: string | undefined; readonly strip: string } | null = null;

function leave(record: SessionRecord, byChoice: boolean): void {
  const dirty = tabs()
    .list.filter((tab) => tab.dirty)
    .map((tab) => tab.key);
  left = byChoice
    ? null
    : { userId: record.user.userId, responsibilityId: record.currentResponsibility?.responsibilityId, strip: saveTabs(tabs()) };
  if (!byChoice) keepDrafts(record.user.userId, dirty);
  sessionStorage.removeItem(KEY);
  useTabs.setState({ tabs: homeTabs({ path: "inHome", query: {} }, ""), pendingRefresh: null });
}

liveWith({
  begin(record) {
    const same = left?.userId === record.user.userId && left.responsibilityId === record.currentResponsibility?.responsibilityId;
    const strip = same ? readTabs(left!.strip, homePlace()) : null;
    left = null;
    claimDrafts(record.user.userId);
    if (strip === null) restore();
    // a tab that is not shown yet holds its unsaved work all the same: closing it must ask
    else putTabs(draftKeys().reduce((now, key) => withDirty(now, key, true), strip));
  },
  end: (record, ended) => leave(record, ended.code === "LOGOUT"),
});

export const tabMode = (): TabMode => preference<TabMode>("tabMode", profile("TAB_MODE") === "SINGLE" ? "SINGLE" : "MULTI");

/** May the current responsibility open this place? Menus that are still on their way count as yes; the guard looks again when they arrive. */
export function standingOf(address: string): "open" | "noMenu" | "unknown" {
  const { path, query } = readPlace(address);
  const { flat, state } = useMenus.getState();
  const shellRoute = path === homeOf(session()) || path === "iframe";
  if (shellRoute) return "open";
  const entry = path === "testIframes" ? { menu: true } : pageOf(path);
  if (entry === undefined) return "unknown";
  if (!entry.menu || state !== "ready") return "open";
  const granted = menuForRoute(flat, path) !== undefined || flat.some((menu) => menu.menuId === query["menuId"]);
  return granted ? "open" : "noMenu";
}

onMenus(() => putTabs(markForbidden(tabs(), (tab) => standingOf(`/main/${tab.path}?menuId=${tab.query["menuId"] ?? ""}`) === "noMenu")));

/** Home's own name; the rest is called by its menu, else by its page. */
const homeTitle: Text = ["工作台", "Home"];

/** What a tab is called now: what its page said, else its menu, else its page's title. */
export function titleOf(
  tab: Pick<Tab, "title" | "path" | "pinned">,
  say: (text: Text) => string,
  menus = useMenus.getState().flat,
): string {
  const called = typeof tab.title === "string" ? tab.title : say(tab.title);
  if (called !== "") return called;
  if (tab.pinned) return say(homeTitle);
  const own = menus.find((menu) => menu.htmlUrl && routeName(menu.htmlUrl) === routeName(tab.path));
  const title = pageOf(tab.path)?.title;
  return own?.name ?? (title ? say(title) : tab.path);
}

/** How a place would be opened: its mode, whether it is a list, whether its content is kept. */
export function openingOf(place: Place, title: string, mode: TabMode | undefined, opener: string | null): Opening {
  const entry = pageOf(place.path);
  return { ...place, title, isList: entry?.kind === "list", keepAlive: entry?.keepAlive ?? true, mode: mode ?? tabMode(), opener };
}

export const tryOpen = (opening: Opening, rules: OpenRules): Opened => openTab(tabs(), opening, rules);

/** The tab a page stands in. */
export interface TabHandle {
  readonly key: string;
  readonly path: string;
  readonly query: Query;
  readonly menuId: string | undefined;
  readonly respId: string | undefined;
  /** What a list inside the tab is called. */
  readonly listName?: Text;
  setTitle(title: TabTitle): void;
  setDirty(dirty: boolean): void;
  /** closes this tab without asking (the page has saved or the person has confirmed) and leads back to its opener */
  close(): void;
}

export const TabContext = createContext<TabHandle | null>(null);

/** What a page may do with its own tab; stable as long as the tab shows the same place. */
export function handleOf({ key, path, query }: Pick<Tab, "key" | "path" | "query">): TabHandle {
  return {
    key,
    path,
    query,
    menuId: query["menuId"],
    respId: query["respId"],
    setTitle(title) {
      const next = setTitle(tabs(), key, title);
      if (next !== tabs()) putTabs(next);
    },
    setDirty(dirty) {
      if (findTab(tabs(), key)?.dirty === true && !dirty) forgetDraft(key, false);
      putTabs(withDirty(tabs(), key, dirty));
    },
    close: () => dropTabs([key]),
  };
}

/** The tab of the page that asks: its query, and how it names, marks and closes itself. */
export function useTab(): TabHandle {
  const tab = useContext(TabContext);
  if (tab === null) throw new Error("useTab stands outside of a tab");
  return tab;
}

const watchers = new Set<() => void>();
/** Runs when tabs were closed, so that the address line can follow. */
export const onTabsClosed = (follow: () => void): void => void watchers.add(follow);

/** Closes tabs without asking. */
export function dropTabs(keys: readonly string[]): void {
  putTabs(closeTabs(tabs(), keys), keys);
  for (const follow of watchers) follow();
}
