import type { ComponentType } from "react";
import { pages } from "virtual:pages";
import { routeName } from "../routes.ts";
import type { Text } from "../text.ts";

/** A script or stylesheet that takes longer than this counts as missing. */
const CHUNK_PATIENCE_MS = 120_000;

/** What every page receives; query and tab come from useTab(). */
export interface PageProps {
  readonly route: string;
}

/** A page the shell can open: known by its route before its code is loaded. */
export interface PageEntry {
  readonly route: string;
  /** a list page is always a single tab */
  readonly kind: "list" | "edit" | "page";
  readonly keepAlive: boolean;
  /** reachable only through a menu of the current responsibility */
  readonly menu: boolean;
  readonly title: Text | null;
  load(): Promise<ComponentType<PageProps>>;
}

/** Loading failed or took too long; the shell then offers a reload (SHELL_CHUNK). */
export class ChunkError extends Error {}

/** Loads code with a limit of patience. */
export function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError("late")), CHUNK_PATIENCE_MS);
  });
  const loaded = load().catch((error: unknown) => {
    throw isMissing(error) ? new ChunkError(String(error)) : error;
  });
  return Promise.race([loaded, late]).finally(() => clearTimeout(timer));
}

/** A missing file is a stale build or a broken line; a page whose own code throws is something else. */
const isMissing = (error: unknown): boolean =>
  error instanceof TypeError || /dynamically imported module|Importing a module|preload CSS|Failed to fetch/i.test(String(error));

const written = new Map<string, PageEntry>(
  pages.flatMap((page) =>
    page.routes.map((route) => {
      const { kind, keepAlive, menu, title } = page;
      const load = async () => (await page.load())["default"] as ComponentType<PageProps>;
      return [routeName(route), { route, kind, keepAlive, menu, title, load }] as const;
    }),
  ),
);

type DefaultPages = { readonly defaultPage: (route: string) => PageEntry | undefined };

/** The file that makes pages from declarations, when the build has one: it exports `defaultPage(route)`. */
const standard = Object.values(import.meta.glob<DefaultPages>("./page/default-pages.{ts,tsx}", { eager: true }));

/** The page of a route: one written for it first, else the default page of the entity that asks for it. */
export function pageOf(route: string): PageEntry | undefined {
  const own = written.get(routeName(route));
  if (own !== undefined) return own;
  for (const { defaultPage } of standard) {
    const made = defaultPage(route.split("?")[0]!);
    if (made !== undefined) return made;
  }
  return undefined;
}

const loading = new Map<string, Promise<ComponentType<PageProps>>>();

/** The component of a route, its code loaded once; undefined when no such page exists. */
export function resolvePage(route: string): Promise<ComponentType<PageProps>> | undefined {
  const name = routeName(route);
  const known = loading.get(name);
  if (known !== undefined) return known;
  const entry = pageOf(route);
  if (entry === undefined) return undefined;
  const loaded = loadChunk(() => entry.load());
  loading.set(name, loaded);
  loaded.catch(() => loading.delete(name));
  return loaded;
}

/** What stands first on the home page, by the page it belongs to. */
export const homeLeads: readonly { readonly route: string; load(): Promise<ComponentType> }[] = pages
  .filter((page) => page.home)
  .map((page) => ({ route: page.routes[0]!, load: async () => (await page.load())["HomeLead"] as ComponentType }));
