import { routeName } from "./routes.ts";

/** Built files by what needs them: the workspace, and the page of each route, by its name. */
export interface Preloads {
  readonly styles: readonly string[];
  readonly workspace: readonly string[];
  readonly routes: Readonly<Record<string, readonly string[]>>;
}

const homes = new Set(["/", "/main", "/main/", "/main/inHome", "/main/exHome"]);

/** The files a browser will need at this address, in the order of their use; none at public addresses. */
export function preloadsAt({ styles, workspace, routes }: Preloads, path: string): readonly string[] {
  if (homes.has(path)) return [...styles, ...workspace];
  if (!path.startsWith("/main/")) return [];
  const name = routeName(path.slice("/main/".length));
  return [...styles, ...workspace, ...(Object.hasOwn(routes, name) ? routes[name]! : [])];
}

/** The same as links in the head of a page: the browser fetches them all at once instead of finding one behind the other. */
export const preloadLinks = (files: readonly string[]): string =>
  files
    .map((file) =>
      file.endsWith(".css")
        ? `<link rel="preload" as="style" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    )
    .join("");
