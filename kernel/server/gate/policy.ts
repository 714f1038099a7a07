import { passwordFloor, type PasswordRules } from "#kernel/password.ts";
import type { Directory, HeldResponsibility } from "./directory.ts";
import type { LockRules } from "./lockout.ts";
import { accountRules } from "./lockout.ts";

interface Of {
  userId?: string;
  responsibilityId?: string;
}

async function numberOf(directory: Directory, code: string, initial: number, of?: Of): Promise<number> {
  const value = Number(await directory.profile(code, of));
  return Number.isFinite(value) && value > 0 ? value : initial;
}

/** The strictest of the site's and of every held responsibility's password rules, never below the floor. */
export async function passwordRules(directory: Directory, held: readonly HeldResponsibility[] = []): Promise<PasswordRules> {
  const places: (Of | undefined)[] = [undefined, ...held.map((h) => ({ responsibilityId: h.responsibilityId }))];
  const strictest = async (code: string, floor: number) =>
    Math.max(floor, ...(await Promise.all(places.map((of) => numberOf(directory, code, floor, of)))));
  const [minLength, minClasses, history] = await Promise.all([
    strictest("PWD_MIN_LENGTH", passwordFloor.minLength),
    strictest("PWD_MIN_CLASSES", passwordFloor.minClasses),
    strictest("PWD_HISTORY", passwordFloor.history),
  ]);
  const ages = (await Promise.all(places.map((of) => numberOf(directory, "PWD_MAX_AGE_DAYS", 0, of)))).filter((days) => days > 0);
  return {
    minLength: Math.min(64, minLength),
    minClasses: Math.min(4, minClasses),
    history,
    maxAgeDays: ages.length ? Math.min(...ages) : 0,
  };
}

/** One heartbeat an hour must always fit into the idle limit. */
const idleFloor = 61;

export async function sessionRules(directory: Directory, of: Of): Promise<{ idleMinutes: number; maxSessions: number }> {
  const [idle, most] = await Promise.all([
    numberOf(directory, "SESSION_IDLE_MINUTES", 120, of),
    numberOf(directory, "MAX_SESSIONS", 3, of),
  ]);
  return { idleMinutes: Math.max(idleFloor, idle), maxSessions: Math.max(1, most) };
}

export async function lockRules(directory: Directory): Promise<LockRules> {
  const [fails, minutes] = await Promise.all([numberOf(directory, "LOGIN_MAX_FAIL", 5), numberOf(directory, "LOGIN_LOCK_MINUTES", 15)]);
  return accountRules(fails, minutes);
}

export type CaptchaMode = "AFTER_FAIL" | "ALWAYS" | "OFF";

export async function captchaMode(directory: Directory): Promise<CaptchaMode> {
  const value = await directory.profile("LOGIN_CAPTCHA_MODE");
  return value === "ALWAYS" || value === "OFF" ? value : "AFTER_FAIL";
}

const administrates = (h: HeldResponsibility): boolean =>
  h.audience === "INTERNAL" && (/(^|_)ADMIN$/.test(h.respCode) || h.respCode === "OPS");

/**
 * Which second factor is demanded of somebody who holds these and has chosen none; null when none is. A responsibility's own
 * setting counts for its holders. Administrators set up an authenticator: on a new installation no mail leaves the house yet.
 */
export async function demandedFactor(directory: Directory, held: readonly HeldResponsibility[]): Promise<"SETUP" | "EMAIL" | null> {
  const answers = await Promise.all(
    [undefined, ...held.map((h) => ({ responsibilityId: h.responsibilityId }))].map((of) => directory.profile("LOGIN_MFA", of)),
  );
  const isAdministrator = held.some(administrates);
  if (!answers.includes("ALL") && !(answers.includes("ADMIN_ONLY") && isAdministrator)) return null;
  return isAdministrator ? "SETUP" : "EMAIL";
}
