import { failedRules, sayRules, type PasswordCheck } from "#kernel/password.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Account, PasswordReason } from "./directory.ts";
import { openText } from "./envelope.ts";
import type { Gate } from "./gate.ts";
import { tellOwner } from "./letters.ts";
import { setPasswordLink } from "./links.ts";
import { accountKey, unlock } from "./lockout.ts";
import { provePassword } from "./login.ts";
import { randomPassword } from "./password.ts";
import { passwordRules } from "./policy.ts";
import { deny, denyEnded, gateTexts } from "./refusals.ts";
import { heldBy, passageOf, type Asked } from "./signin.ts";
import { look, take, type Purpose } from "./ticket.ts";

type Body = Readonly<Record<string, unknown>>;

function denyWeak(failed: readonly PasswordCheck[]): Refusal {
  const [http, cn, en] = gateTexts.PWD_WEAK;
  const rules = sayRules(failed);
  return new Refusal("PWD_WEAK", [cn.replace("{rules}", rules[0]), en.replace("{rules}", rules[1])], {
    http,
    data: { rules: failed.map((check) => check.rule) },
  });
}

/** Refuses a weak password for an account that does not exist yet. */
export async function checkFirstPassword(gate: Gate, userName: string, password: string): Promise<void> {
  const failed = failedRules(password, userName, await passwordRules(gate.directory));
  if (failed.length) throw denyWeak(failed);
}

/** Refuses a weak or an old password; the rules are the strictest of all responsibilities the person holds. */
export async function checkNewPassword(gate: Gate, account: Account, password: string, now: Date): Promise<void> {
  const rules = await passwordRules(gate.directory, await heldBy(gate, account, now));
  const failed = failedRules(password, account.userName, rules);
  if (failed.length) throw denyWeak(failed);
  const history = await gate.directory.passwordHistory(account.userId, rules.history);
  const before = account.passwordHash && !history.includes(account.passwordHash) ? [account.passwordHash, ...history] : history;
  if (await gate.passwords.isOneOf(password, before.slice(0, rules.history))) throw deny("PWD_REUSED", { values: { n: rules.history } });
}

interface NewPassword {
  readonly account: Account;
  readonly password: string;
  readonly by: string;
  readonly reason: PasswordReason;
  readonly mustChange: boolean;
  /** The session that may stay. */
  readonly except?: string;
}

/** Writes the new password, ends every other session of the person and tells the owner. */
async function writePassword(gate: Gate, { account, password, by, reason, mustChange, except }: NewPassword, now: Date): Promise<void> {
  const { phc, pepperId } = await gate.passwords.hash(password);
  await gate.directory.setPassword(account.userId, phc, pepperId, { mustChange, by, reason });
  await gate.sessions.endUser(account.userId, "PASSWORD_CHANGED", now, except);
  tellOwner(gate, account, "PWD_CHANGED", {}, now, true);
}

/** The own password, with the old one as proof; a forced change frees the session. */
export async function changeOwnPassword(gate: Gate, ctx: Asked, body: Body): Promise<unknown> {
  const { live, carrier } = passageOf(ctx);
  const account = live.info.userId === null ? null : await gate.directory.byId(live.info.userId);
  if (!account) throw denyEnded(null);
  const old = await openText(gate.keys, body["oldPassword"], carrier, ctx.now);
  const password = await openText(gate.keys, body["newPassword"], carrier, ctx.now);
  await provePassword(gate, ctx, {
    account,
    key: accountKey(account.userName),
    password: old,
    tried: { account: account.userName, userId: account.userId, method: "PASSWORD" },
  });
  await checkNewPassword(gate, account, password, ctx.now);
  await writePassword(
    gate,
    { account, password, by: account.userId, reason: "CHANGE", mustChange: false, except: live.info.certificate },
    ctx.now,
  );
  if (live.info.restriction === "PASSWORD") {
    const applicant = account.userStatus === "REGISTERING";
    await gate.sessions.change(live, applicant ? { restriction: "REGISTER" } : { kind: "FULL", restriction: null });
  }
  return { sessionKind: live.info.kind };
}

const resets: readonly Purpose[] = ["RESET", "SET_PASSWORD"];

/** A new password by a ticket: proved by a code, or sent as a link. A weak one does not use the ticket up. */
export async function resetPassword(gate: Gate, ctx: Asked, body: Body): Promise<unknown> {
  const { carrier, live } = passageOf(ctx);
  const seen = await look(gate.db, body["resetTicket"], resets, ctx.now);
  const account = seen?.userId ? await gate.directory.byId(seen.userId) : null;
  const foreign = seen?.certificate != null && seen.certificate !== live.info.certificate;
  if (!seen || !account || foreign || account.userStatus === "DISABLED") throw deny("CODE_BAD");
  const password = await openText(gate.keys, body["password"], carrier, ctx.now);
  await checkNewPassword(gate, account, password, ctx.now);
  if (!(await take(gate.db, body["resetTicket"], resets, ctx.now))) throw deny("CODE_BAD");
  await writePassword(
    gate,
    { account, password, by: account.userId, reason: seen.purpose === "RESET" ? "RESET" : "LINK", mustChange: false },
    ctx.now,
  );
  await unlock(gate.db, account.userName, ctx.now);
  await gate.directory.stampLocks(ctx.now);
  return {};
}

/** An administrator's reset: a password shown once, or a link by mail; either way it must be changed and all sessions end. */
export async function adminReset(
  gate: Gate,
  userId: string,
  mode: "SHOW_ONCE" | "LINK",
  by: string,
  now: Date,
): Promise<{ password?: string; expiresAt?: string }> {
  const account = await gate.directory.byId(userId);
  if (!account) throw deny("DATA_NOT_FOUND");
  const password = randomPassword(account.userName, await passwordRules(gate.directory, await heldBy(gate, account, now)));
  const { phc, pepperId } = await gate.passwords.hash(password);
  await gate.directory.setPassword(userId, phc, pepperId, { mustChange: true, by, reason: "ADMIN" });
  await gate.sessions.endUser(userId, "PASSWORD_CHANGED", now);
  await unlock(gate.db, account.userName, now);
  await gate.directory.stampLocks(now);
  if (mode === "SHOW_ONCE") {
    tellOwner(gate, account, "PWD_CHANGED", {}, now, true);
    return { password };
  }
  const { url, expiresAt } = await setPasswordLink(gate, userId, now);
  tellOwner(gate, account, "USER_CREATED", { userName: account.userName, link: url }, now);
  return { expiresAt: expiresAt.toISOString() };
}
