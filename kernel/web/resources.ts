import { useEffect } from "react";
import { create } from "zustand";
import { call } from "./call.ts";
import { liveWith, session, useSession } from "./session.ts";
import { ask } from "./together.ts";

/** A button the responsibility may press on a menu's page. */
export interface Resource {
  readonly resourceCode: string;
  readonly resourceName: string;
  readonly resIcon?: string | null;
}

interface ResourceStore {
  readonly lists: Readonly<Record<string, readonly Resource[]>>;
}

const useStore = create<ResourceStore>(() => ({ lists: {} }));
const asked = new Map<string, Promise<readonly Resource[]>>();
/** Whose buttons each list holds. */
const places = new Map<string, readonly [menu: string, resp: string]>();
const ANY = "-1";

const keyOf = (menuId: string, respId: string): string => `${menuId}_${respId}`;
const currentResp = (): string => session()?.currentResponsibility?.responsibilityId ?? ANY;

/** Buttons of a menu for a responsibility, fetched once; without a menu only those granted for any menu. */
export const loadResources = (menuId: string | undefined, respId?: string): Promise<readonly Resource[]> => load(menuId, respId, ask);

function load(menuId: string | undefined, respId: string | undefined, fetch: typeof ask): Promise<readonly Resource[]> {
  const [menu, resp] = [menuId || ANY, respId || currentResp()];
  const key = keyOf(menu, resp);
  const known = asked.get(key);
  if (known !== undefined) return known;
  const fetched = fetch<readonly Resource[]>("baseServer/baseResourceService/findBaseResourceByRespMenuId", {
    menuId: menu,
    respId: resp,
  }).then(({ data }) => {
    useStore.setState(({ lists }) => ({ lists: { ...lists, [key]: data ?? [] } }));
    return data ?? [];
  });
  places.set(key, [menu, resp]);
  asked.set(key, fetched);
  fetched.catch(() => asked.delete(key));
  return fetched;
}

const none: readonly Resource[] = [];

/** The same for a component; null while the list is on its way. */
export function useResources(menuId: string | undefined, respId?: string): readonly Resource[] | null {
  const key = keyOf(menuId || ANY, respId || currentResp());
  const list = useStore((state) => state.lists[key]);
  useEffect(() => {
    if (list === undefined)
      loadResources(menuId, respId).catch(() => useStore.setState(({ lists }) => ({ lists: { ...lists, [key]: none } })));
  }, [list, key, menuId, respId]);
  return list ?? null;
}

/** Grants changed: the lists that are shown are asked for again and stay until the answer is there, so that open pages lose nothing that was typed. */
export function renewResources(): void {
  asked.clear();
  for (const key of Object.keys(useStore.getState().lists)) {
    const place = places.get(key);
    if (place) void load(...place, call).catch(() => undefined);
  }
}

/** Another session or responsibility: nothing known counts any more. */
function forgetResources(): void {
  asked.clear();
  useStore.setState({ lists: {} });
}

liveWith({ begin: forgetResources, end: forgetResources });

useSession.subscribe((now, before) => {
  if (now.record?.currentResponsibility?.responsibilityId !== before.record?.currentResponsibility?.responsibilityId) forgetResources();
});
