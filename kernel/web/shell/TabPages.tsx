import { Activity, lazy, Suspense, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { ComponentType, ReactNode, UIEvent } from "react";
import { cacheKey } from "../../tabs.ts";
import type { Tab } from "../../tabs.ts";
import { loadChunk, resolvePage } from "../pages.ts";
import type { PageProps } from "../pages.ts";
import { handleOf, TabContext, useTabs } from "../tabs.ts";
import { Home } from "./Home.tsx";
import { IframePage } from "./IframePage.tsx";
import { NotFound } from "./NotFound.tsx";
import { PageBoundary } from "./PageBoundary.tsx";
import { PageSkeleton } from "./PageSkeleton.tsx";
import { later } from "../part/later.tsx";

const TestIframes = later(() => import("./TestIframes.tsx").then((loaded) => loaded.TestIframes));
const own: Readonly<Record<string, ComponentType>> = { inHome: Home, exHome: Home, iframe: IframePage, testIframes: TestIframes };
const NoPermission = later(() => import("./NoPermission.tsx").then((loaded) => loaded.NoPermission));
const Kit = lazy(() => loadChunk(() => import("../Kit.tsx")));
const pages = new Map<string, ComponentType<PageProps>>();

/** A lazy component per cache entry: a page that failed to load is asked for again when its tab is refreshed. */
function pageFor(entry: string, path: string): ComponentType<PageProps> {
  const known = pages.get(entry);
  if (known !== undefined) return known;
  const made = lazy(async () => ({ default: (await resolvePage(path)) ?? (() => <NotFound address={`/main/${path}`} />) }));
  pages.set(entry, made);
  return made;
}

/** Open pages: the shown one lives, the others sleep with their state kept; each is loaded when it is first shown. */
export function TabPages({ hidden }: { readonly hidden: boolean }) {
  const { list, active } = useTabs((state) => state.tabs);
  const [visited] = useState(() => new Set<string>());
  const entries = new Set(list.map(cacheKey));
  for (const entry of visited) {
    if (entries.has(entry)) continue;
    visited.delete(entry);
    pages.delete(entry);
  }
  return list.map((tab) => {
    const entry = cacheKey(tab);
    const shown = tab.key === active && !hidden;
    if (shown) visited.add(entry);
    if (!shown && !(tab.keepAlive && visited.has(entry))) return null;
    return (
      <Activity key={entry} mode={shown ? "visible" : "hidden"}>
        <Pane tab={tab} />
      </Activity>
    );
  });
}

function Pane({ tab }: { readonly tab: Tab }) {
  const { key, path, query } = tab;
  const handle = useMemo(() => handleOf({ key, path, query }), [key, path, query]);
  const { ref, onScrollCapture } = useKeptScroll();
  return (
    <div ref={ref} className="s-pane" onScrollCapture={onScrollCapture}>
      <TabContext value={handle}>
        <PageBoundary tabKey={tab.key}>
          {tab.forbidden ? <NoPermission address={`/main/${tab.path}`} /> : <Page entry={cacheKey(tab)} path={tab.path} />}
        </PageBoundary>
      </TabContext>
    </div>
  );
}

function Page({ entry, path }: { readonly entry: string; readonly path: string }): ReactNode {
  const Own = own[path];
  if (Own !== undefined) return <Own />;
  const Asked = pageFor(entry, path);
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Kit>
        <Asked route={path} />
      </Kit>
    </Suspense>
  );
}

/** A page comes back at its top; what a page marks with data-keep-scroll (its table) stays where it was. */
function useKeptScroll() {
  const ref = useRef<HTMLDivElement>(null);
  const places = useRef(new WeakMap<Element, readonly [number, number]>());
  useLayoutEffect(() => {
    const pane = ref.current!;
    pane.scrollTop = 0;
    for (const part of pane.querySelectorAll("[data-keep-scroll]")) {
      const place = places.current.get(part);
      if (place !== undefined) [part.scrollLeft, part.scrollTop] = place;
    }
  }, []);
  const onScrollCapture = (event: UIEvent<HTMLElement>): void => {
    const part = event.target as HTMLElement;
    if (part.dataset["keepScroll"] !== undefined && part.offsetParent !== null) places.current.set(part, [part.scrollLeft, part.scrollTop]);
  };
  return { ref, onScrollCapture };
}
