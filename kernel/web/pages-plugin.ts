import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { nameClashes, SHELL_ROUTES } from "../routes.ts";

const PAGE_FILES = ["modules/*/*.{list,edit,page}.tsx", "modules/*/*/*.{list,edit,page}.tsx"];
const ENTITY_FILES = ["kernel/platform/*.entity.ts", "modules/*/*.entity.ts", "modules/*/*/*.entity.ts"];

/** A page as its file announces it: `export const page = { route: "user", title: ["用户", "Users"], keepAlive: false, menu: false }`. */
export interface ScannedPage {
  readonly file: string;
  readonly kind: "list" | "edit" | "page";
  readonly routes: readonly string[];
  readonly title: readonly [string, string] | null;
  readonly keepAlive: boolean;
  readonly menu: boolean;
}

/** An entity that has pages: where its declaration stands and which routes it asks for. */
export interface ScannedEntity {
  readonly file: string;
  readonly export: string;
  readonly name: string;
  readonly title: readonly [string, string];
  readonly list: string | null;
  readonly edit: string | null;
  readonly lists: Readonly<Record<string, string>>;
}

/** The text between an opening brace and its partner. */
function braced(text: string, from: number): string {
  const start = text.indexOf("{", from);
  if (start < 0) return "";
  for (let at = start, depth = 0; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return text.slice(start + 1, at);
  }
  return "";
}

const quoted = (text: string): string[] => [...text.matchAll(/"([^"\n]+)"/g)].map((found) => found[1]!);
const pairAfter = (text: string): readonly [string, string] | null => {
  const found = /title:\s*\[\s*"([^"]*)"\s*,\s*"([^"]*)"/.exec(text);
  return found === null ? null : [found[1]!, found[2]!];
};

/** Reads the announcement of a page file; null when the file announces nothing. */
export function scanPage(file: string, text: string): ScannedPage | null {
  const at = text.search(/export const page\b/);
  if (at < 0) return null;
  const body = braced(text, text.indexOf("=", at));
  const one = /\broute:\s*"([^"]+)"/.exec(body)?.[1];
  const many = /\broutes:\s*([[{][^\]}]*[\]}])/.exec(body)?.[1];
  const routes = [...(one === undefined ? [] : [one]), ...(many === undefined ? [] : quoted(many))];
  if (routes.length === 0) return null;
  const kind = /\.(list|edit|page)\.tsx$/.exec(file)?.[1] as ScannedPage["kind"];
  return { file, kind, routes, title: pairAfter(body), keepAlive: !/\bkeepAlive:\s*false/.test(body), menu: !/\bmenu:\s*false/.test(body) && kind !== "edit" };
}

/** Reads the entities of a declaration file that have pages of their own. */
export function scanEntities(file: string, text: string): ScannedEntity[] {
  const heads = [...text.matchAll(/export const (\w+)\s*=\s*entity\(\s*"(\w+)"\s*,\s*"([^"]*)"\s*,\s*"([^"]*)"/g)];
  return heads.flatMap((head, i) => {
    const part = text.slice(head.index, heads[i + 1]?.index);
    const pages = /\bpages:\s*\{/.exec(part);
    const pagesBody = pages === null ? "" : braced(part, pages.index);
    const lists = /\blists:\s*\{/.exec(part);
    const listsBody = lists === null ? "" : braced(part, lists.index);
    const named = [...listsBody.matchAll(/(\w+):\s*\{\s*route:\s*"([^"]+)"/g)].map((found) => [found[1]!, found[2]!] as const);
    const list = /\blist:\s*"([^"]+)"/.exec(pagesBody)?.[1] ?? null;
    const edit = /\bedit:\s*"([^"]+)"/.exec(pagesBody)?.[1] ?? null;
    if (list === null && edit === null && named.length === 0) return [];
    return [{ file, export: head[1]!, name: head[2]!, title: [head[3]!, head[4]!] as const, list, edit, lists: Object.fromEntries(named) }];
  });
}

const scan = <T>(root: string, patterns: readonly string[], read: (file: string, text: string) => T[]): T[] =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).sort().flatMap((file) => read(file.replaceAll("\\", "/"), readFileSync(join(root, file), "utf8"))));

function writeModule(root: string): string {
  const pages = scan(root, PAGE_FILES, (file, text) => {
    const page = scanPage(file, text);
    return page === null ? [] : [page];
  });
  const entities = scan(root, ENTITY_FILES, scanEntities);
  const clashes = nameClashes([...SHELL_ROUTES, ...pages.flatMap((page) => page.routes)]);
  if (clashes.length > 0) throw new Error(`two static routes give one name: ${clashes.map((same) => same.join(" and ")).join("; ")}`);
  const row = (one: { file: string }): string => `{...${JSON.stringify(one)},load:()=>import(${JSON.stringify(`/${one.file}`)})}`;
  return `export const pages=[${pages.map(row).join(",")}];export const entities=[${entities.map(row).join(",")}];`;
}

/** Gives the browser `virtual:pages`: which file shows which route, known without loading any of them. The file name is the registration. */
export function pagesPlugin(): Plugin {
  let root = ".";
  return {
    name: "srm-pages",
    configResolved: (config) => void (root = config.root),
    resolveId: (id) => (id === "virtual:pages" ? "\0virtual:pages" : null),
    load: (id) => (id === "\0virtual:pages" && existsSync(root) ? writeModule(root) : null),
    configureServer(server) {
      server.watcher.on("all", (_event, file) => {
        const module = server.moduleGraph.getModuleById("\0virtual:pages");
        if (module !== undefined && /\.(list|edit|page)\.tsx$|\.entity\.ts$/.test(file)) server.moduleGraph.invalidateModule(module);
      });
    },
  };
}
