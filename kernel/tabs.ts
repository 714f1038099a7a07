import { routeName } from "./routes.ts";
import type { Place, Query } from "./routes.ts";
import type { Text } from "./text.ts";

/** Home included; automatic removal is off unless the profile says otherwise. */
export const TAB_LIMIT = 15;

/** MULTI keeps one tab per document, SINGLE one per page. */
export type TabMode = "SINGLE" | "MULTI";

/** What a page calls itself; in both languages, since a page that is not shown cannot say it anew when the language is switched. */
export type TabTitle = string | Text;

/** One open page. */
export interface Tab extends Place {
  readonly key: string;
  readonly name: string;
  readonly title: TabTitle;
  readonly dirty: boolean;
  readonly pinned: boolean;
  readonly keepAlive: boolean;
  /** rises when the content is dropped and made anew; part of the cache entry's name */
  readonly generation: number;
  /** order of opening; the oldest goes first where automatic removal is on */
  readonly opened: number;
  /** tab that opened this one: closing leads back there */
  readonly opener: string | null;
  /** the responsibility lost the menu while the tab was open */
  readonly forbidden: boolean;
}

export interface Tabs {
  readonly list: readonly Tab[];
  readonly active: string;
}

/** A page somebody wants to see. */
export interface Opening extends Place {
  readonly title: string;
  /** a list page is always single */
  readonly isList: boolean;
  readonly keepAlive: boolean;
  readonly mode: TabMode;
  readonly opener?: string | null;
}

export interface OpenRules {
  readonly autoRemove: boolean;
  /** the person has agreed to lose the unsaved content that stands there */
  readonly replaceDirty?: boolean;
}

export type Opened =
  | { readonly kind: "opened"; readonly tabs: Tabs; readonly closed: readonly string[] }
  | { readonly kind: "refused"; readonly code: "SHELL_TAB_LIMIT" }
  | { readonly kind: "ask"; readonly tab: Tab };

/** Two documents of one page stand side by side in MULTI mode, share one tab in SINGLE mode. */
export const tabKey = (place: Place, mode: TabMode, isList: boolean): string => {
  const name = routeName(place.path);
  const id = place.query["id"];
  return mode === "SINGLE" || isList || !id ? name : `${name}:${id}`;
};

/** Name of the kept content; a new one means a page made afresh. */
export const cacheKey = (tab: Tab): string => `${tab.key}#${tab.generation}`;

export const findTab = (tabs: Tabs, key: string): Tab | undefined => tabs.list.find((tab) => tab.key === key);
export const activeTab = (tabs: Tabs): Tab | undefined => findTab(tabs, tabs.active);

/** menuId and respId choose buttons, not content. */
const contentOf = (query: Query): string =>
  JSON.stringify(
    Object.entries(query)
      .filter(([key, value]) => key !== "menuId" && key !== "respId" && value !== "")
      .sort(),
  );

const change = (tabs: Tabs, key: string, part: Partial<Tab>): Tabs => ({
  ...tabs,
  list: tabs.list.map((tab) => (tab.key === key ? { ...tab, ...part } : tab)),
});

/** A tab strip that holds the pinned home alone. */
export function homeTabs(home: Place, title: string): Tabs {
  const key = routeName(home.path);
  return {
    active: key,
    list: [
      {
        ...home,
        key,
        name: key,
        title,
        dirty: false,
        pinned: true,
        keepAlive: true,
        generation: 0,
        opened: 0,
        opener: null,
        forbidden: false,
      },
    ],
  };
}

/** True when the place is open already or there is room (or may be made) for one more. */
export function hasRoom(tabs: Tabs, key: string, autoRemove: boolean): boolean {
  return findTab(tabs, key) !== undefined || tabs.list.length < TAB_LIMIT || (autoRemove && oldestClean(tabs) !== undefined);
}

const oldestClean = (tabs: Tabs): Tab | undefined =>
  tabs.list
    .filter((tab) => !tab.pinned && !tab.dirty)
    .reduce<Tab | undefined>((old, tab) => (old === undefined || tab.opened < old.opened ? tab : old), undefined);

/** Opens a page: shows the tab that holds it, replaces other content of the same tab (asking when dirty), or adds a tab within the limit. */
export function openTab(tabs: Tabs, wanted: Opening, rules: OpenRules): Opened {
  const key = tabKey(wanted, wanted.mode, wanted.isList);
  const there = findTab(tabs, key);
  if (there !== undefined) return showThere(tabs, there, wanted, rules);
  if (!hasRoom(tabs, key, rules.autoRemove)) return { kind: "refused", code: "SHELL_TAB_LIMIT" };
  const leaving = tabs.list.length >= TAB_LIMIT ? oldestClean(tabs) : undefined;
  const list = tabs.list.filter((tab) => tab !== leaving);
  const added: Tab = {
    path: wanted.path,
    query: wanted.query,
    key,
    name: routeName(wanted.path),
    title: wanted.title,
    dirty: false,
    pinned: false,
    keepAlive: wanted.keepAlive,
    generation: 0,
    opened: Math.max(0, ...tabs.list.map((tab) => tab.opened)) + 1,
    opener: wanted.opener ?? null,
    forbidden: false,
  };
  return { kind: "opened", tabs: { list: [...list, added], active: key }, closed: leaving === undefined ? [] : [leaving.key] };
}

function showThere(tabs: Tabs, there: Tab, wanted: Opening, rules: OpenRules): Opened {
  const shown: Tabs = { ...tabs, active: there.key };
  const asked = contentOf(wanted.query);
  const plainList = wanted.isList && asked === "[]";
  if (plainList || asked === contentOf(there.query)) return { kind: "opened", tabs: shown, closed: [] };
  if (there.dirty && rules.replaceDirty !== true) return { kind: "ask", tab: there };
  const replaced = { path: wanted.path, query: wanted.query, title: wanted.title, dirty: false, generation: there.generation + 1 };
  return { kind: "opened", tabs: change(shown, there.key, replaced), closed: [] };
}

/** Shows a tab that is open. */
export const activate = (tabs: Tabs, key: string): Tabs => (findTab(tabs, key) === undefined ? tabs : { ...tabs, active: key });

/** The next tab to the left or right, around the ends. */
export function stepTab(tabs: Tabs, by: 1 | -1): Tabs {
  const at = tabs.list.findIndex((tab) => tab.key === tabs.active);
  const next = tabs.list[(at + by + tabs.list.length) % tabs.list.length];
  return next === undefined ? tabs : { ...tabs, active: next.key };
}

export type CloseWhich = "one" | "others" | "left" | "right" | "all";

/** The tabs a close command means; the pinned home is never among them. */
export function closable(tabs: Tabs, which: CloseWhich, key: string): Tab[] {
  const at = tabs.list.findIndex((tab) => tab.key === key);
  const meant = (tab: Tab, i: number): boolean =>
    which === "all" ||
    (which === "one" && i === at) ||
    (which === "others" && i !== at) ||
    (which === "left" && i < at) ||
    (which === "right" && i > at);
  return tabs.list.filter((tab, i) => !tab.pinned && meant(tab, i));
}

/** Closes tabs and shows, when the active one went, its opener, else the neighbour to the right, else to the left. */
export function closeTabs(tabs: Tabs, keys: readonly string[]): Tabs {
  const gone = new Set(keys.filter((key) => findTab(tabs, key)?.pinned === false));
  const list = tabs.list.filter((tab) => !gone.has(tab.key));
  if (!gone.has(tabs.active)) return { ...tabs, list };
  const at = tabs.list.findIndex((tab) => tab.key === tabs.active);
  const opener = list.find((tab) => tab.key === tabs.list[at]?.opener);
  const right = tabs.list.slice(at + 1).find((tab) => !gone.has(tab.key));
  const left = tabs.list.slice(0, at).findLast((tab) => !gone.has(tab.key));
  return { list, active: (opener ?? right ?? left)?.key ?? "" };
}

/** Drops the kept content of a tab: the page is made anew with its default state. */
export function refreshTab(tabs: Tabs, key: string): Tabs {
  const tab = findTab(tabs, key);
  return tab === undefined ? tabs : change(tabs, key, { generation: tab.generation + 1, dirty: false, forbidden: false });
}

/** Moves a tab before another one; nothing goes before the pinned home. */
export function moveTab(tabs: Tabs, key: string, before: string | null): Tabs {
  const tab = findTab(tabs, key);
  if (tab === undefined || tab.pinned || key === before) return tabs;
  const rest = tabs.list.filter((other) => other.key !== key);
  const at = before === null ? rest.length : rest.findIndex((other) => other.key === before);
  const place = Math.max(at < 0 ? rest.length : at, rest.filter((other) => other.pinned).length);
  return { ...tabs, list: rest.toSpliced(place, 0, tab) };
}

export const setTitle = (tabs: Tabs, key: string, title: TabTitle): Tabs =>
  JSON.stringify(findTab(tabs, key)?.title) === JSON.stringify(title) ? tabs : change(tabs, key, { title });
export const setDirty = (tabs: Tabs, key: string, dirty: boolean): Tabs =>
  findTab(tabs, key)?.dirty === dirty ? tabs : change(tabs, key, { dirty });

/** Marks the tabs whose page the responsibility lost, and frees those it got back. */
export const markForbidden = (tabs: Tabs, forbidden: (tab: Tab) => boolean): Tabs => ({
  ...tabs,
  list: tabs.list.map((tab) => (tab.pinned || forbidden(tab) === tab.forbidden ? tab : { ...tab, forbidden: !tab.forbidden })),
});

/** The strip as text for session storage; contents are loaded again when they are shown. */
export const saveTabs = (tabs: Tabs): string => JSON.stringify(tabs);

/** Reads a stored strip; anything unreadable or of another home gives null. */
export function readTabs(text: string | null, home: Place): Tabs | null {
  try {
    const tabs = JSON.parse(text ?? "null") as Tabs | null;
    if (
      tabs === null ||
      !Array.isArray(tabs.list) ||
      tabs.list[0]?.path !== home.path ||
      !tabs.list[0].pinned ||
      tabs.list.length > TAB_LIMIT
    )
      return null;
    const list = tabs.list.map((tab) => ({ ...tab, dirty: false }));
    return { list, active: list.some((tab) => tab.key === tabs.active) ? tabs.active : list[0]!.key };
  } catch {
    return null;
  }
}
