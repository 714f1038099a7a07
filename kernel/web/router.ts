import { guard } from "../guard.ts";
import { menuRoute } from "../menu.ts";
import { addressOf, readPlace, routeName, safeRedirect } from "../routes.ts";
import type { Query } from "../routes.ts";
import { activate, activeTab, closable, findTab, hasRoom, refreshTab, stepTab, tabKey } from "../tabs.ts";
import type { CloseWhich, Opening, Tab, TabMode, TabTitle } from "../tabs.ts";
import type { Text } from "../text.ts";
import { call } from "./call.ts";
import { sayNow } from "./language.ts";
import { menusArrived, useMenus } from "./menus.ts";
import { confirm, toast } from "./message.ts";
import { currentAddress, stand, useHere } from "./navigation.ts";
import { afterFirstPage } from "./opened.ts";
import { pageOf, resolvePage } from "./pages.ts";
import { profile } from "./profile.ts";
import { session } from "./session.ts";
import { homeOf, restrictedHomeOf, stateOf } from "./session-record.ts";
import { hearSiblings, whisper } from "./siblings.ts";
import { dropTabs, onTabsClosed, openingOf, putTabs, standingOf, tabs, titleOf, tryOpen, useTabs } from "./tabs.ts";
import { followReplies } from "./wire.ts";

const TAB_LIMIT_TEXT: Text = ["最多打开15个页签，请先关闭部分页签", "At most 15 tabs, close some first"];
const autoRemove = (): boolean => profile("TAB_AUTO_REMOVE") === "Y";

interface Going {
  readonly replace?: boolean;
  readonly title?: string;
  readonly mode?: TabMode | undefined;
  readonly opener?: string | null;
  /** asked for by its address (typed, reloaded, linked): nobody stands anywhere else, so the oldest clean tab makes room */
  readonly byAddress?: boolean;
}

const makesRoom = (how: Going): boolean => how.byAddress === true || autoRemove();

export const homeAddress = (): string => `/main/${homeOf(session())}`;

function judge(address: string, how: Going) {
  return guard({
    address,
    session: stateOf(session()),
    restrictedHome: restrictedHomeOf(session()),
    home: homeAddress(),
    pendingRefresh: useTabs.getState().pendingRefresh,
    standing: standingOf,
    hasTabRoom(wanted) {
      const opening = openingOf(readPlace(wanted), "", how.mode, null);
      return hasRoom(tabs(), tabKey(opening, opening.mode, opening.isList), makesRoom(how));
    },
  });
}

/** Rises with every navigation: one that had to wait gives way to a newer one. */
let turn = 0;

/** A page behind a menu cannot be judged before the menus are here; its code is fetched meanwhile. A page that is open already was judged before. */
async function untilJudgeable(address: string, how: Going): Promise<void> {
  const { path } = readPlace(address);
  const state = useMenus.getState().state;
  const known = state === "ready" || state === "failed" || tabs().list.some((tab) => tab.path === path);
  if (known || stateOf(session()) !== "full" || !address.startsWith("/main/") || pageOf(path)?.menu !== true) return;
  stand(address, "waiting", how.replace ?? false);
  resolvePage(path)?.catch(() => undefined);
  await menusArrived();
}

/** Goes to an address of ours, if the guard agrees. */
export async function go(address: string, how: Going = {}): Promise<void> {
  const mine = ++turn;
  await untilJudgeable(address, how);
  if (mine !== turn) return;
  const answer = judge(address, how);
  switch (answer.kind) {
    case "redirect":
      if (answer.clearRefresh === true) useTabs.setState({ pendingRefresh: null });
      return go(answer.to, how);
    case "refuse":
      toast.warning(TAB_LIMIT_TEXT);
      return standStill();
    case "notFound":
    case "noPermission":
      return stand(address, answer.kind, how.replace ?? false);
    default:
      if (!address.startsWith("/main/")) return stand(address, null, how.replace ?? false);
      return show(openingOf(readPlace(address), how.title ?? "", how.mode, how.opener ?? null), address, how);
  }
}

/** Back to what is shown: a navigation that waited has changed the address line already. */
function standStill(): void {
  const { address, problem } = useHere.getState();
  const shown = activeTab(tabs());
  if (problem === "waiting" && shown !== undefined) stand(addressOf(shown), null, true);
  else stand(address, problem, true);
}

/** Shows a place in its tab; unsaved content is replaced only after a yes. */
async function show(opening: Opening, address: string, how: Going): Promise<void> {
  let opened = tryOpen(opening, { autoRemove: makesRoom(how) });
  if (opened.kind === "ask") {
    if (!(await mayLose([opened.tab]))) return standStill();
    opened = tryOpen(opening, { autoRemove: makesRoom(how), replaceDirty: true });
  }
  if (opened.kind !== "opened") return;
  const isNew = !tabs().list.some((tab) => tab.key === opened.tabs.active);
  putTabs(opened.tabs, opened.closed);
  const shown = activeTab(opened.tabs);
  if (isNew && shown) countOpening(shown.path);
  stand(shown === undefined ? address : addressOf(shown), null, how.replace ?? false);
  window.scrollTo(0, 0);
}

/** Tells the server that a menu's own page was opened: home offers what is opened most. */
function countOpening(path: string): void {
  const menu = useMenus
    .getState()
    .flat.find((candidate) => candidate.hidden !== true && routeName(menuRoute(candidate) ?? "") === routeName(path));
  if (menu) afterFirstPage(() => void call("baseServer/baseHomeService/opened", { menuId: menu.menuId }).catch(() => undefined));
}

/** Asks before unsaved work is lost; nothing unsaved needs no question. */
export async function mayLose(list: readonly Tab[]): Promise<boolean> {
  const dirty = list.filter((tab) => tab.dirty);
  if (dirty.length === 0) return true;
  const names = dirty.slice(0, 3).map((tab) => titleOf(tab, sayNow));
  const more = dirty.length > 3 ? sayNow([` 等 ${dirty.length} 页`, ` and ${dirty.length - 3} more`]) : "";
  return confirm({
    title: [`放弃未保存的修改？`, `Discard unsaved changes?`],
    text: [
      `「${names.join("」「")}」${more}有未保存的修改，继续将丢失。`,
      `${names.join(", ")}${more} has unsaved changes that will be lost.`,
    ],
    confirm: ["放弃修改", "Discard"],
    danger: true,
  });
}

export interface OpenPage {
  readonly path: string;
  readonly query?: Query;
  readonly title?: string;
  readonly menuId?: string;
  readonly respId?: string;
  readonly mode?: TabMode;
}

/** Opens a page in a tab: path is a static route x (it may carry its own query). */
export function openPage(page: OpenPage): Promise<void> {
  const place = readPlace(page.path);
  const query: Record<string, string> = { ...place.query, ...page.query };
  if (page.menuId) query["menuId"] = page.menuId;
  if (page.respId) query["respId"] = page.respId;
  return go(addressOf({ path: place.path, query }), { title: page.title ?? "", mode: page.mode, opener: tabs().active });
}

/** Shows a tab that is open. */
export function showTab(key: string): void {
  const next = activate(tabs(), key);
  const tab = findTab(next, key);
  if (tab === undefined) return;
  turn++;
  putTabs(next);
  stand(addressOf(tab), null, false);
  window.scrollTo(0, 0);
}

export const walkTabs = (by: 1 | -1): void => showTab(stepTab(tabs(), by).active);

/** Drops a tab's content and comes back to it: the guard's first step sends the navigation to the stored address. */
export async function refresh(key: string): Promise<void> {
  const tab = findTab(tabs(), key);
  if (tab === undefined || !(await mayLose([tab]))) return;
  putTabs(activate(refreshTab(tabs(), key), key), [key]);
  useTabs.setState({ pendingRefresh: addressOf(tab) });
  await go(addressOf(tab), { replace: true });
}

/** Closes tabs by a command of the strip; asks once for all that are unsaved. */
export async function close(which: CloseWhich, key: string): Promise<void> {
  const meant = closable(tabs(), which, key);
  if (meant.length > 0 && (await mayLose(meant))) dropTabs(meant.map((tab) => tab.key));
}

/** Closes the active tab; with refreshParent the page that opened it is made anew. */
export async function closeCurrent(refreshParent = false): Promise<void> {
  const tab = activeTab(tabs());
  if (tab === undefined || tab.pinned) return;
  dropTabs([tab.key]);
  if (refreshParent && tab.opener !== null) await refresh(tab.opener);
}

const ofActive = (part: Partial<Tab>): void =>
  putTabs({ ...tabs(), list: tabs().list.map((tab) => (tab.key === tabs().active ? { ...tab, ...part } : tab)) });

/** The page contract's name for code outside of a component; it means the active tab. @public */
export const setTabTitle = (title: TabTitle): void => ofActive({ title });
/** The active tab holds unsaved work, or no longer. @public */
export const setDirty = (dirty: boolean): void => ofActive({ dirty });

type HearChange = (entity: string, id: string) => void;
const changeListeners = new Set<HearChange>();

/** After a save: list pages of this and other windows reload the one changed row, or, without an id, what they show. */
export function tellChanged(entity: string, id: string): void {
  for (const hear of changeListeners) hear(entity, id);
  whisper({ kind: "changed", entity, id });
}

/** Hears of saved records; answers a function that stops hearing. */
export function onChanged(hear: HearChange): () => void {
  changeListeners.add(hear);
  return () => changeListeners.delete(hear);
}

const stale = new Set<string>();

/** What replies name is told once the page has taken in its own reply: however many named an entity meanwhile, its lists read once. */
followReplies((entities) => {
  if (stale.size === 0)
    setTimeout(() => {
      const names = [...stale];
      stale.clear();
      for (const entity of names) tellChanged(entity, "");
    });
  for (const entity of entities) stale.add(entity);
});

/** After sign-in: the kept deep link when there is one, else home. */
export function land(): Promise<void> {
  const wanted = new URLSearchParams(location.search).get("redirect");
  const tab = activeTab(tabs());
  const back = safeRedirect(wanted) ?? (tab === undefined || tab.pinned ? null : addressOf(tab));
  return go(stateOf(session()) === "full" ? (back ?? homeAddress()) : restrictedHomeOf(session()), { replace: true, byAddress: true });
}

/** Looks again at where we stand, when a session began. */
export const lookAgain = (): Promise<void> => go(currentAddress(), { replace: true, byAddress: true });

hearSiblings((message) => {
  if (message.kind === "changed") for (const hear of changeListeners) hear(message.entity, message.id);
});
onTabsClosed(() => {
  const tab = activeTab(tabs());
  if (tab !== undefined) stand(addressOf(tab), null, false);
});
window.addEventListener("popstate", () => void go(currentAddress(), { replace: true, byAddress: true }));
window.addEventListener("beforeunload", (event) => {
  if (tabs().list.some((tab) => tab.dirty)) event.preventDefault();
});
