import { deny, denyEnded } from "./refusals.ts";
import type { SessionInfo } from "./session.ts";

/** Who may pass: nobody asked (public), any signed session (anonymous), a signed-in one also while restricted, a full one only. */
export type Guard = "public" | "anonymous" | "session" | "restricted";

/** The three calls a person may make before the password is changed. */
const whilePassword = /\/(baseUsersService\/changePassword|baseLoginService\/(logout|heartbeat))$/;

/** Refuses a session of the wrong kind; what it may do inside is the permits' business. */
export function admit(guard: Guard, session: Pick<SessionInfo, "kind" | "restriction">, path: string): void {
  if (guard === "public" || guard === "anonymous") return;
  if (session.kind === "ANONYMOUS") throw denyEnded(null);
  if (session.kind === "FULL") return;
  if (session.restriction === "PASSWORD" ? whilePassword.test(path) : guard === "restricted") return;
  throw deny("PERM_DENIED");
}

/** Calls that do not count as work of a person: they keep no session alive. */
export const isQuiet = (path: string): boolean => path.endsWith("/baseLoginService/heartbeat");
