import { safeRedirect } from "./routes.ts";

/** What kind of session stands behind a navigation. */
export type SessionState = "none" | "restricted" | "full";

/** What the product knows of a route for the current responsibility. */
export type RouteStanding = "open" | "noMenu" | "unknown";

/** One wanted navigation and all facts that decide it. */
export interface Wanted {
  /** browser address with query, e.g. /main/user?id=1 */
  readonly address: string;
  readonly session: SessionState;
  /** the only address a restricted session may stand on */
  readonly restrictedHome: string;
  /** the home of this audience */
  readonly home: string;
  readonly pendingRefresh: string | null;
  standing(address: string): RouteStanding;
  /** false when the address would need a new tab and none is left */
  hasTabRoom(address: string): boolean;
}

export type GuardAnswer =
  | { readonly kind: "allow" }
  | { readonly kind: "redirect"; readonly to: string; readonly clearRefresh?: true }
  | { readonly kind: "noPermission" }
  | { readonly kind: "notFound" }
  | { readonly kind: "refuse"; readonly code: "SHELL_TAB_LIMIT" };

const pathOf = (address: string): string => (address.split(/[?#]/)[0] ?? "").replace(/(.)\/+$/, "$1");
const isLogin = (path: string): boolean => path === "/" || path === "/login";
const isPublic = (path: string): boolean => isLogin(path) || path === "/register" || path === "/forget";

/** Who meets whose home: a supplier who opens inHome lands on exHome and the other way round. */
const otherHome = (path: string, home: string): boolean => (path === "/main/inHome" || path === "/main/exHome") && path !== home;

/** Decides a navigation, in the handbook's order. It is comfort only: the server checks every call again. */
export function guard(wanted: Wanted): GuardAnswer {
  const path = pathOf(wanted.address);
  if (wanted.pendingRefresh !== null) return { kind: "redirect", to: wanted.pendingRefresh, clearRefresh: true };
  if (isPublic(path)) {
    if (isLogin(path) && wanted.session === "full") return { kind: "redirect", to: wanted.home };
    if (isLogin(path) && wanted.session === "restricted" && path !== wanted.restrictedHome)
      return { kind: "redirect", to: wanted.restrictedHome };
    return { kind: "allow" };
  }
  // the container for embedding systems carries its own one-time token instead of a session
  if (path === "/iframeBox") return { kind: "allow" };
  if (wanted.session === "none") return { kind: "redirect", to: loginFor(wanted.address) };
  if (wanted.session === "restricted")
    return path === wanted.restrictedHome ? { kind: "allow" } : { kind: "redirect", to: wanted.restrictedHome };
  if (path === "/main" || path === "/registerInfoEdit" || otherHome(path, wanted.home)) return { kind: "redirect", to: wanted.home };
  const standing = path.startsWith("/main/") ? wanted.standing(wanted.address) : "unknown";
  if (standing === "unknown") return { kind: "notFound" };
  if (standing === "noMenu") return { kind: "noPermission" };
  return wanted.hasTabRoom(wanted.address) ? { kind: "allow" } : { kind: "refuse", code: "SHELL_TAB_LIMIT" };
}

/** The login address that leads back to where somebody wanted to go. */
export function loginFor(address: string): string {
  const back = safeRedirect(address);
  return back === null || back === "/main" ? "/login" : `/login?redirect=${encodeURIComponent(back)}`;
}
