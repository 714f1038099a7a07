import { join } from "node:path";
import type { Plugin, ResolvedConfig } from "vite";
import type { Preloads } from "../preload.ts";
import { routeName } from "../routes.ts";

/** The source files that draw the page of these routes. */
export interface RouteFile {
  readonly routes: readonly string[];
  readonly files: readonly string[];
}

/** What a plugin that declares pages tells of them. */
export interface RouteFiles {
  routeFiles(): Promise<readonly RouteFile[]>;
}

/** A built script as far as its place among the others matters. */
export interface BuiltChunk {
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly imports: readonly string[];
  readonly moduleIds: readonly string[];
}

const WORKSPACE = ["kernel/web/shell/Inside.tsx"];
const ON_PAGES = ["kernel/web/Kit.tsx"];

/** A script and everything it imports before it can run. */
function withImports(start: readonly BuiltChunk[], byFile: ReadonlyMap<string, BuiltChunk>): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (chunk: BuiltChunk | undefined): void => {
    if (chunk === undefined || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const file of chunk.imports) visit(byFile.get(file));
  };
  for (const chunk of start) visit(chunk);
  return found;
}

/** Which built files each route needs beyond what the first page loads anyway. */
export function preloadsOf(pages: readonly RouteFile[], chunks: readonly BuiltChunk[], styles: readonly string[]): Preloads {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const byModule = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const)));
  const at = (files: readonly string[]): BuiltChunk[] => files.flatMap((file) => byModule.get(file) ?? []);
  const first = withImports(
    chunks.filter((chunk) => chunk.isEntry),
    byFile,
  );
  const beyond = (files: readonly string[], had: ReadonlySet<string>): string[] =>
    [...withImports(at(files), byFile)].filter((file) => !had.has(file));
  const workspace = beyond(WORKSPACE, first);
  const known = new Set([...first, ...workspace]);
  const routes = pages.flatMap(({ routes: names, files }) => {
    const needed = beyond([...ON_PAGES, ...files], known);
    return names.map((route) => [routeName(route), needed] as const);
  });
  // A page written for a route goes before the one its declaration asks for; the last entry of a name counts.
  return { styles, workspace, routes: Object.fromEntries(routes.toReversed()) };
}

/** Writes down which files the page of each route needs, so that the server can name them all in its first reply. */
export function preloadPlugin(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "srm-preload",
    apply: "build",
    enforce: "post",
    configResolved: (resolved) => void (config = resolved),
    async generateBundle(_options, bundle) {
      const sources = config.plugins.flatMap(({ api }) =>
        (api as Partial<RouteFiles> | undefined)?.routeFiles ? [api as RouteFiles] : [],
      );
      const pages = (await Promise.all(sources.map((source) => source.routeFiles()))).flat();
      const written = Object.values(bundle);
      const relative = (id: string): string => (id.startsWith(config.root) ? id.slice(join(config.root, "/").length) : id);
      const chunks = written.flatMap((file) =>
        file.type === "chunk" ? [{ ...file, moduleIds: Object.keys(file.modules).map((id) => relative(id.split("?")[0]!)) }] : [],
      );
      const styles = written.filter((file) => file.type === "asset" && file.names.includes("styles.css")).map((file) => file.fileName);
      this.emitFile({ type: "asset", fileName: "preloads.json", source: JSON.stringify(preloadsOf(pages, chunks, styles)) });
    },
  };
}
