import { create } from "zustand";
import { flatMenus, menuRoute, nestMenus } from "../menu.ts";
import type { Menu, MenuRow } from "../menu.ts";
import { refine, type Refinement } from "../refine.ts";
import { routeName } from "../routes.ts";
import { call } from "./call.ts";
import { onLanguage } from "./language.ts";
import { liveWith, session, useSession } from "./session.ts";
import { stateOf } from "./session-record.ts";
import { ask } from "./together.ts";

interface MenuStore {
  readonly roots: readonly Menu[];
  readonly flat: readonly Menu[];
  readonly state: "none" | "loading" | "ready" | "failed";
  readonly error: unknown;
}

/** The menus of the current responsibility, nested and flat. */
export const useMenus = create<MenuStore>(() => ({ roots: [], flat: [], state: "none", error: null }));

const listeners = new Set<() => void>();
/** Runs after each new list: tabs whose menu is gone are marked then. */
export const onMenus = (hear: () => void): void => void listeners.add(hear);

let latest = 0;

/** What this installation changed about the declarations; without an answer they stay as they are. */
const loadRefinements = (): Promise<readonly Refinement[]> =>
  ask<readonly Refinement[]>("baseServer/v1/baseTableModelRestful/refinements").then(
    ({ data }) => data ?? [],
    () => [],
  );

/** Fetches the menus in the session's language; an older answer never replaces a newer one. */
export async function loadMenus(): Promise<void> {
  const responsibilityId = session()?.currentResponsibility?.responsibilityId;
  const turn = ++latest;
  if (useMenus.getState().roots.length === 0) useMenus.setState({ state: "loading" });
  try {
    const [{ data }, refinements] = await Promise.all([
      ask<readonly MenuRow[]>("baseServer/baseMenuService/findMenusByResp", { responsibilityId }),
      loadRefinements(),
    ]);
    if (turn !== latest) return;
    refine(refinements);
    const { roots, dropped } = nestMenus(data ?? []);
    if (import.meta.env.DEV && dropped.length > 0) console.warn(`${dropped.length} menus without a place: ${dropped.join(", ")}`);
    useMenus.setState({ roots, flat: flatMenus(roots), state: "ready", error: null });
    for (const hear of listeners) hear();
  } catch (error) {
    if (turn === latest) useMenus.setState({ state: "failed", error });
  }
}

/** Waits until the menus are known, or known to be missing. */
export function menusArrived(): Promise<void> {
  const settled = (): boolean => useMenus.getState().state === "ready" || useMenus.getState().state === "failed";
  if (settled()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = useMenus.subscribe(() => {
      if (!settled()) return;
      stop();
      resolve();
    });
  });
}

/** The menus of another responsibility of the same person, to say which one may open a page. */
export async function menusOf(responsibilityId: string): Promise<readonly Menu[]> {
  const { data } = await call<readonly MenuRow[]>("baseServer/baseMenuService/findMenusByResp", { responsibilityId });
  return flatMenus(nestMenus(data ?? []).roots);
}

/** The menu whose page is this route; rows may also name the child pages they guard. */
export const menuForRoute = (menus: readonly Menu[], route: string): Menu | undefined => {
  const name = routeName(route);
  return (
    menus.find((menu) => routeName(menuRoute(menu) ?? "") === name) ??
    menus.find((menu) => menu.childRoutes?.some((child) => routeName(child) === name))
  );
};

liveWith({
  begin: (record) => void (stateOf(record) === "full" && loadMenus()),
  end: () => useMenus.setState({ roots: [], flat: [], state: "none", error: null }),
});

const responsibilityOf = (record: ReturnType<typeof session>): string | undefined => record?.currentResponsibility?.responsibilityId;

useSession.subscribe((now, before) => {
  if (now.record === null || before.record === null || responsibilityOf(now.record) === responsibilityOf(before.record)) return;
  useMenus.setState({ roots: [], flat: [], state: "loading", error: null });
  void loadMenus();
});

onLanguage(() => void (stateOf(session()) === "full" && loadMenus()));
