/** The shell's own routes under /main; every other name under /main is a static route of the product. */
export const SHELL_ROUTES = ["inHome", "exHome", "testIframes", "iframe"] as const;

/** Paths that need no session. */
export const PUBLIC_PATHS = ["/", "/login", "/forget", "/register"] as const;

export type Query = Readonly<Record<string, string>>;

/** A place in the product: a static route x and its query; in the browser it stands at /main/x?… */
export interface Place {
  readonly path: string;
  readonly query: Query;
}

/** Tab and cache name of a static route: slashes and query removed, lower-cased. */
export const routeName = (path: string): string => (path.split("?")[0] ?? "").replaceAll("/", "").toLowerCase();

/** Groups of routes that would share one name; the build fails when there are any. */
export function nameClashes(routes: readonly string[]): string[][] {
  const byName = new Map<string, string[]>();
  for (const route of routes) {
    const same = byName.get(routeName(route)) ?? [];
    same.push(route);
    byName.set(routeName(route), same);
  }
  return [...byName.values()].filter((same) => same.length > 1);
}

/** Reads "x?id=1" or "/main/x?id=1" into path and query. */
export function readPlace(address: string): Place {
  const [before = "", after = ""] = address.split("#")[0]!.split(/\?(.*)/s);
  const path = before.replace(/^\/main(\/|$)/, "").replace(/^\/+|\/+$/g, "");
  return { path, query: Object.fromEntries(new URLSearchParams(after)) };
}

/** The query part with its question mark, or nothing; empty values are left out. */
export function queryText(query: Query): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== "" && value !== undefined);
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}

/** The browser address of a place. */
export const addressOf = (place: Place): string => `/main/${place.path}${queryText(place.query)}`;

/** Only an own relative path may be returned to after sign-in: no scheme, no other host, no way around by backslash. */
export function safeRedirect(path: string | null | undefined): string | null {
  if (!path || !path.startsWith("/") || path.startsWith("//") || /[\\\u0000-\u001f]/.test(path)) return null;
  const bare = path.split(/[?#]/)[0]!;
  return bare === "/" || bare === "/login" || bare === "/forget" || bare === "/register" ? null : path;
}
