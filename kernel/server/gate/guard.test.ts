import { expect, test } from "vitest";
import { Refusal } from "#kernel/refusal.ts";
import { admit, isQuiet, type Guard } from "./guard.ts";
import type { Restriction, SessionKind } from "./session.ts";

const plain = "/api/srmServer/v1/srmSupRegisterRestful/saveOrUpdate";
const own = [
  "/api/baseServer/baseUsersService/changePassword",
  "/api/baseServer/baseLoginService/logout",
  "/api/baseServer/baseLoginService/heartbeat",
];

function answer(guard: Guard, kind: SessionKind, restriction: Restriction, path: string): string {
  try {
    admit(guard, { kind, restriction }, path);
    return "ok";
  } catch (error) {
    return (error as Refusal).code;
  }
}

/** Every session kind against every route class. */
test.each<[SessionKind, Restriction, Guard, string]>([
  ["ANONYMOUS", null, "public", "ok"],
  ["ANONYMOUS", null, "anonymous", "ok"],
  ["ANONYMOUS", null, "restricted", "AUTH_EXPIRED"],
  ["ANONYMOUS", null, "session", "AUTH_EXPIRED"],
  ["RESTRICTED", "REGISTER", "public", "ok"],
  ["RESTRICTED", "REGISTER", "anonymous", "ok"],
  ["RESTRICTED", "REGISTER", "restricted", "ok"],
  ["RESTRICTED", "REGISTER", "session", "PERM_DENIED"],
  ["RESTRICTED", "PASSWORD", "public", "ok"],
  ["RESTRICTED", "PASSWORD", "anonymous", "ok"],
  ["RESTRICTED", "PASSWORD", "restricted", "PERM_DENIED"],
  ["RESTRICTED", "PASSWORD", "session", "PERM_DENIED"],
  ["FULL", null, "public", "ok"],
  ["FULL", null, "anonymous", "ok"],
  ["FULL", null, "restricted", "ok"],
  ["FULL", null, "session", "ok"],
])("%s (%s) on a %s route: %s", (kind, restriction, guard, expected) => {
  expect(answer(guard, kind, restriction, plain)).toBe(expected);
});

test("a session waiting for a new password may change it, log out and beat, nothing else", () => {
  for (const path of own) expect(answer("restricted", "RESTRICTED", "PASSWORD", path)).toBe("ok");
  expect(answer("restricted", "RESTRICTED", "PASSWORD", `${own[0]}/x`)).toBe("PERM_DENIED");
  expect(answer("restricted", "ANONYMOUS", null, own[0]!)).toBe("AUTH_EXPIRED");
});

test("only the heartbeat keeps nobody awake", () => {
  expect(isQuiet(own[2]!)).toBe(true);
  expect(isQuiet(own[1]!)).toBe(false);
});
