import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import type { RouteFiles } from "./preload-plugin.ts";
import { nameClashes, SHELL_ROUTES } from "../routes.ts";

const PAGE_FILES = ["modules/*/*.{list,edit,page}.tsx", "modules/*/*/*.{list,edit,page}.tsx"];

/** A page as its file announces it: `export const page = { route: "user", title: ["用户", "Users"], keepAlive: false, menu: false }`. */
export interface ScannedPage {
  readonly file: string;
  readonly kind: "list" | "edit" | "page";
  readonly routes: readonly string[];
  readonly title: readonly [string, string] | null;
  readonly keepAlive: boolean;
  readonly menu: boolean;
  /** It leads the home page of whoever may open it, with what its file exports as `HomeLead`. */
  readonly home?: true;
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
  const value = /\broute:\s*"([^"]+)"/.exec(body)?.[1];
  const many = /\broutes:\s*([[{][^\]}]*[\]}])/.exec(body)?.[1];
  const routes = [...(value === undefined ? [] : [value]), ...(many === undefined ? [] : quoted(many))];
  if (routes.length === 0) return null;
  const kind = /\.(list|edit|page)\.tsx$/.exec(file)?.[1] as ScannedPage["kind"];
  return {
    file,
    kind,
    routes,
    title: pairAfter(body),
    keepAlive: !/\bkeepAlive:\s*false/.test(body),
    menu: !/\bmenu:\s*false/.test(body) && kind !== "edit",
    ...(/\bhome:\s*true/.test(body) ? { home: true as const } : {}),
  };
}

function readPages(root: string): ScannedPage[] {
  return PAGE_FILES.flatMap((pattern) => globSync(pattern, { cwd: root }).sort()).flatMap((file) => {
    const page = scanPage(file.replaceAll("\\", "/"), readFileSync(join(root, file), "utf8"));
    return page === null ? [] : [page];
  });
}

function writeModule(root: string): string {
  const pages = readPages(root);
  const clashes = nameClashes([...SHELL_ROUTES, ...pages.flatMap((page) => page.routes)]);
  if (clashes.length > 0) throw new Error(`two static routes give one name: ${clashes.map((same) => same.join(" and ")).join("; ")}`);
  const rows = pages.map(({ file, ...page }) => `{...${JSON.stringify(page)},load:()=>import(${JSON.stringify(`/${file}`)})}`);
  return `export const pages=[${rows.join(",")}];`;
}

/** Gives the browser `virtual:pages`: which file shows which route, known without loading any of them. The file name is the registration. */
export function pagesPlugin(): Plugin {
  let root = ".";
  return {
    name: "srm-pages",
    api: { routeFiles: async () => readPages(root).map(({ file, routes }) => ({ routes, files: [file] })) } satisfies RouteFiles,
    configResolved: (config) => void (root = config.root),
    resolveId: (id) => (id === "virtual:pages" ? "\0virtual:pages" : null),
    load: (id) => (id === "\0virtual:pages" ? writeModule(root) : null),
    configureServer(server) {
      server.watcher.on("all", (_event, file) => {
        const module = server.moduleGraph.getModuleById("\0virtual:pages");
        if (module !== undefined && /\.(list|edit|page)\.tsx$/.test(file)) server.moduleGraph.invalidateModule(module);
      });
    },
  };
}
