import { expect, test } from "vitest";
import { guard, loginFor } from "./guard.ts";
import type { GuardAnswer, SessionState, Wanted } from "./guard.ts";

const facts = (address: string, session: SessionState, more: Partial<Wanted> = {}): Wanted => ({
  address,
  session,
  restrictedHome: "/registerInfoEdit",
  home: "/main/inHome",
  pendingRefresh: null,
  standing: (a) => (a.includes("secret") ? "noMenu" : a.includes("nowhere") ? "unknown" : "open"),
  hasTabRoom: () => true,
  ...more,
});
const to = (answer: GuardAnswer): string => (answer.kind === "redirect" ? answer.to : answer.kind);

/** session kind × route class, every cell */
const table: readonly [address: string, none: string, restricted: string, full: string][] = [
  ["/", "allow", "/registerInfoEdit", "/main/inHome"],
  ["/login", "allow", "/registerInfoEdit", "/main/inHome"],
  ["/login?redirect=%2Fmain%2Fuser", "allow", "/registerInfoEdit", "/main/inHome"],
  ["/forget", "allow", "allow", "allow"],
  ["/register?invite=A1", "allow", "allow", "allow"],
  ["/registerInfoEdit", "/login?redirect=%2FregisterInfoEdit", "allow", "/main/inHome"],
  ["/iframeBox?token=t", "allow", "allow", "allow"],
  ["/main", "/login", "/registerInfoEdit", "/main/inHome"],
  ["/main/inHome", "/login?redirect=%2Fmain%2FinHome", "/registerInfoEdit", "allow"],
  ["/main/exHome", "/login?redirect=%2Fmain%2FexHome", "/registerInfoEdit", "/main/inHome"],
  ["/main/user?id=1", "/login?redirect=%2Fmain%2Fuser%3Fid%3D1", "/registerInfoEdit", "allow"],
  ["/main/secret", "/login?redirect=%2Fmain%2Fsecret", "/registerInfoEdit", "noPermission"],
  ["/main/nowhere", "/login?redirect=%2Fmain%2Fnowhere", "/registerInfoEdit", "notFound"],
  ["/elsewhere", "/login?redirect=%2Felsewhere", "/registerInfoEdit", "notFound"],
];

test.each(table)("shell 12: %s by session kind", (address, none, restricted, full) => {
  expect(to(guard(facts(address, "none")))).toBe(none);
  expect(to(guard(facts(address, "restricted")))).toBe(restricted);
  expect(to(guard(facts(address, "full")))).toBe(full);
});

test("a pending refresh comes first and is cleared", () => {
  expect(guard(facts("/main/inHome", "full", { pendingRefresh: "/main/user?id=1" }))).toEqual({
    kind: "redirect",
    to: "/main/user?id=1",
    clearRefresh: true,
  });
});

test("shell 18: a supplier who opens inHome gets exHome", () => {
  expect(to(guard(facts("/main/inHome", "full", { home: "/main/exHome" })))).toBe("/main/exHome");
});

test("shell 13: no room for a new tab refuses and leaves the navigation where it is", () => {
  expect(guard(facts("/main/user", "full", { hasTabRoom: () => false }))).toEqual({ kind: "refuse", code: "SHELL_TAB_LIMIT" });
});

test("a forced password change stands on the login page and nowhere else", () => {
  const forced = { restrictedHome: "/login" };
  expect(guard(facts("/login", "restricted", forced)).kind).toBe("allow");
  expect(to(guard(facts("/", "restricted", forced)))).toBe("/login");
  expect(to(guard(facts("/main/user", "restricted", forced)))).toBe("/login");
});

test("permission is judged before room", () => {
  expect(guard(facts("/main/secret", "full", { hasTabRoom: () => false })).kind).toBe("noPermission");
});

test("shell 12: a foreign address is never kept for after sign-in", () => {
  expect(loginFor("//evil.example")).toBe("/login");
  expect(loginFor("/main/user")).toBe("/login?redirect=%2Fmain%2Fuser");
});
