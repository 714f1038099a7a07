import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { runnerImport } from "vite";
import { collections } from "../../entity.ts";
import type { Entity } from "../../entity.ts";
import type { Module } from "../../module.ts";
import type { RouteFile, RouteFiles } from "../preload-plugin.ts";

const ENTITY_FILES = ["kernel/platform/*.entity.ts", "modules/*/*.entity.ts", "modules/*/*/*.entity.ts"];
const ROUTES = "virtual:declared-routes";
const ENTITIES = "virtual:declared-entities";
const HOMES = "virtual:declared-homes";
const PAGES = "virtual:declared-pages/";

/** Where the browser finds a declaration: the file and the name it is exported under. */
export interface Home {
  readonly file: string;
  readonly export: string;
}

/** Finds the exported declarations of one file by their text, so that no file must be loaded to know its place. */
export const homesIn = (file: string, text: string): readonly (readonly [entity: string, home: Home])[] =>
  [...text.matchAll(/export const (\w+)\s*(?::[^=]+)?=\s*entity\(\s*"(\w+)"/g)].map((found) => [found[2]!, { file, export: found[1]! }]);

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter, at: number) => (at === 0 ? "" : "-") + letter.toLowerCase());

/** The file that fills the slots of an entity's list or edit page stands beside its declaration and is named after it. */
export const slotFile = (home: Home, kind: "list" | "edit", list?: string): string =>
  `${home.file.slice(0, home.file.lastIndexOf("/") + 1)}${kebab(home.export)}${list === undefined ? "" : `.${kebab(list)}`}.${kind}.tsx`;

interface Route {
  readonly entity: string;
  readonly kind: "list" | "edit";
  readonly list?: string;
}

/** Every route that a declaration asks a default page for. */
export function routesOf(e: Entity): readonly (readonly [route: string, shape: Route])[] {
  const named = Object.entries(e.lists ?? {}).map(([list, shape]) => [shape.route, { entity: e.name, kind: "list", list }] as const);
  return [
    ...(e.pages?.list ? [[e.pages.list, { entity: e.name, kind: "list" }] as const] : []),
    ...(e.pages?.edit ? [[e.pages.edit, { entity: e.name, kind: "edit" }] as const] : []),
    ...named,
  ];
}

/** All declared entities, lines included, each once. */
export function allOf(entities: Iterable<Entity>, known = new Map<string, Entity>()): Map<string, Entity> {
  for (const e of entities) {
    if (known.has(e.name)) continue;
    known.set(e.name, e);
    allOf(Object.values(collections(e)), known);
  }
  return known;
}

const text = JSON.stringify;
const loadText = (home: Home): string => `()=>import(${text(`/${home.file}`)}).then((m)=>m.${home.export})`;

/** Everything declared, and where. */
export interface Found {
  readonly entities: ReadonlyMap<string, Entity>;
  readonly homes: ReadonlyMap<string, Home>;
}

/** The folder whose pages are told in one file: what a person opens next is mostly its neighbour. */
const roomOf = (home: Home): string => home.file.split("/").slice(0, 2).join("/");

/** Which routes there are and what they are called; where their files lie is another file for each folder. */
export function writeRoutes(entities: Iterable<Entity>, homes: ReadonlyMap<string, Home>): string {
  const rows = [...entities].flatMap((e) => {
    const home = homes.get(e.name);
    if (home === undefined) return [];
    return routesOf(e).map(([route, shape]) => {
      const title = shape.list === undefined ? e.label : (e.lists?.[shape.list]?.title ?? e.label);
      return `${text(route)}:${text({ ...shape, title, room: roomOf(home) })}`;
    });
  });
  const rooms = [...new Set([...homes.values()].map(roomOf))].map((room) => `${text(room)}:()=>import(${text(PAGES + room)})`);
  return `export const routes={${rows.join(",\n")}};\nexport const rooms={${rooms.join(",\n")}};`;
}

/** The files a page made of a declaration is drawn with. */
function filesOf({ entities, homes }: Found, has: (file: string) => boolean): RouteFile[] {
  return [...entities.values()].flatMap((e) => {
    const home = homes.get(e.name);
    if (home === undefined) return [];
    return routesOf(e).map(([route, shape]) => {
      const slots = slotFile(home, shape.kind, shape.list);
      const parts = ["PageWorld.tsx", shape.kind === "list" ? "list/ListPage.tsx" : "edit/EditPage.tsx"].map(
        (file) => `kernel/web/page/${file}`,
      );
      return { routes: [route], files: [...parts, `\0${PAGES}${roomOf(home)}`, home.file, ...(has(slots) ? [slots] : [])] };
    });
  });
}

/** The declaration and the slot file behind each route of one folder. */
export function writePages(room: string, { entities, homes }: Found, has: (file: string) => boolean): string {
  const rows = [...entities.values()].flatMap((e) => {
    const home = homes.get(e.name);
    if (home === undefined || roomOf(home) !== room) return [];
    return routesOf(e).map(([route, shape]) => {
      const file = slotFile(home, shape.kind, shape.list);
      return `${text(route)}:{load:${loadText(home)}${has(file) ? `,file:()=>import(${text(`/${file}`)})` : ""}}`;
    });
  });
  return `export const pages={${rows.join(",\n")}};`;
}

export function writeEntities(entities: Iterable<Entity>): string {
  const rows = [...entities].map((e) => {
    const pages = { list: e.pages?.list ?? Object.values(e.lists ?? {})[0]?.route, edit: e.pages?.edit };
    return `${text(e.name)}:${text({ label: e.label, service: e.service, title: e.title, pages })}`;
  });
  return `export const entities={${rows.join(",\n")}};`;
}

/** Where each declaration is loaded from: a file of its own, since most pages name many records and load the declarations of few. */
export const writeHomes = (homes: ReadonlyMap<string, Home>): string =>
  `export const homes={${[...homes].map(([name, home]) => `${text(name)}:${loadText(home)}`).join(",\n")}};`;

async function read(root: string, also: readonly string[]): Promise<Found> {
  const platform = await runnerImport<{ platformEntities: readonly Entity[] }>(join(root, "kernel/platform/index.ts"));
  const indexes = ["modules", ...also].map((folder) => join(root, folder, "index.ts")).filter((file) => existsSync(file));
  const modules: Module[] = [];
  for (const index of indexes) modules.push(...(await runnerImport<{ modules: readonly Module[] }>(index)).module.modules);
  const homes = [...ENTITY_FILES, ...also.map((folder) => `${folder}/*.entity.ts`)]
    .flatMap((pattern) => globSync(pattern, { cwd: root }).sort())
    .flatMap((file) => homesIn(file.replaceAll("\\", "/"), readFileSync(join(root, file), "utf8")));
  return { entities: allOf([...platform.module.platformEntities, ...modules.flatMap((m) => m.entities)]), homes: new Map(homes) };
}

/**
 * Tells the browser what is declared without loading a declaration: `virtual:declared-routes`, `virtual:declared-entities`,
 * and, fetched when asked, `virtual:declared-homes` and `virtual:declared-pages/{folder}`. Folders beside `modules` declare more, for trials.
 */
export function declaredPlugin(also: readonly string[] = []): Plugin {
  let root = ".";
  let found: Promise<Found> | undefined;
  const ids = [ROUTES, ENTITIES, HOMES];
  const has = (file: string): boolean => existsSync(join(root, file));
  return {
    name: "srm-declared",
    api: { routeFiles: async () => filesOf(await (found ??= read(root, also)), has) } satisfies RouteFiles,
    configResolved: (config) => void (root = config.root),
    resolveId: (id) => (ids.includes(id) || id.startsWith(PAGES) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith("\0virtual:declared-")) return null;
      const asked = id.slice(1);
      const all = await (found ??= read(root, also));
      if (asked.startsWith(PAGES)) return writePages(asked.slice(PAGES.length), all, has);
      if (asked === ROUTES) return writeRoutes(all.entities.values(), all.homes);
      return asked === ENTITIES ? writeEntities(all.entities.values()) : writeHomes(all.homes);
    },
    configureServer(server) {
      server.watcher.on("all", (_event, file) => {
        if (!/\.(list|edit)\.tsx$|\.entity\.ts$/.test(file)) return;
        found = undefined;
        for (const [id, module] of server.moduleGraph.idToModuleMap)
          if (id.startsWith("\0virtual:declared-")) server.moduleGraph.invalidateModule(module);
      });
    },
  };
}
