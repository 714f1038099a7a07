import { makeCaptcha, passedCaptcha } from "./captcha.ts";
import { isRightCode } from "./code.ts";
import { deviceOf } from "./device.ts";
import type { Account } from "./directory.ts";
import { lockName } from "./rows.ts";
import { openClientKey, openText } from "./envelope.ts";
import type { Gate } from "./gate.ts";
import { tellOwner } from "./letters.ts";
import {
  accountKey,
  addressKey,
  addressRules,
  confirmFailure,
  forgive,
  isLocked,
  minutesLeft,
  presume,
  readLock,
  takeBack,
  withLock,
  type LockRules,
  type LockState,
} from "./lockout.ts";
import { isRightTotp, newRecoveryCodes, provesTotp } from "./mfa.ts";
import { captchaMode, lockRules, passwordRules } from "./policy.ts";
import { deny, type GateCode } from "./refusals.ts";
import { enter, logTry, passageOf, type Asked, type Try } from "./signin.ts";
import { anonymousMinutes, hashCode, same } from "./session.ts";
import { attempt, take, type Taken } from "./ticket.ts";

type Body = Readonly<Record<string, unknown>>;

const captchaFromAccountFails = 2;
const captchaFromAddressFails = 5;

const failsNow = (state: LockState, rules: LockRules, now: Date): number =>
  state.fails.filter((at) => at > now.getTime() - rules.windowMs).length;

async function isCaptchaDemanded(gate: Gate, ctx: Asked, key: string | null): Promise<boolean> {
  const mode = await captchaMode(gate.directory);
  if (mode !== "AFTER_FAIL") return mode === "ALWAYS";
  const [account, address] = await Promise.all([key === null ? null : readLock(gate.db, key), readLock(gate.db, addressKey(ctx.ip))]);
  return (
    (account !== null && failsNow(account, addressRules, ctx.now) >= captchaFromAccountFails) ||
    failsNow(address, addressRules, ctx.now) >= captchaFromAddressFails
  );
}

/** The anonymous session of a page and all it must know before anybody signs in. */
export async function handshake(gate: Gate, ctx: Asked): Promise<Record<string, unknown>> {
  const { directory, settings, keys } = gate;
  if (settings.callsPerMinute > 0 && !gate.rates.allow(`handshake|${ctx.ip}`, settings.callsPerMinute / 2, ctx.now))
    throw deny("RATE_LIMIT");
  const opened = await gate.sessions.open(
    {
      kind: "ANONYMOUS",
      restriction: null,
      userId: null,
      responsibilityId: null,
      supplierId: null,
      language: ctx.language,
      ip: ctx.ip,
      userAgent: ctx.userAgent,
      method: "PASSWORD",
      clientKey: null,
      idleMinutes: anonymousMinutes,
      maxSessions: 1,
    },
    ctx.now,
  );
  const [pwdRules, captchaRequired, ssoProviders, mode, ssoOnly] = await Promise.all([
    passwordRules(directory),
    isCaptchaDemanded(gate, ctx, null),
    gate.doors.sso?.choices() ?? [],
    gate.doors.registration?.mode() ?? "OFF",
    directory.profile("SSO_ONLY"),
  ]);
  const demo = settings.demo();
  return {
    certificate: opened.live.info.certificate,
    signKey: opened.signKey,
    serverTime: ctx.now.getTime(),
    gatewayTag: settings.gatewayTag,
    ...keys.envelope(),
    ssoProviders,
    ssoOnly: ssoOnly === "Y",
    captchaRequired,
    pwdRules,
    channels: gate.sms.connected ? ["EMAIL", "SMS"] : ["EMAIL"],
    registration: mode !== "OFF",
    inviteRequired: mode === "INVITE_ONLY",
    ...(demo ? { demo } : {}),
    version: settings.buildVersion,
  };
}

export const captcha = (gate: Gate, ctx: Asked): Promise<unknown> => makeCaptcha(gate, passageOf(ctx).live.info.certificate, ctx.now);

const textOf = (value: unknown, longest: number): string => (typeof value === "string" ? value.trim().slice(0, longest) : "");

/** Account and password, in the order that tells strangers nothing: captcha, lock, password, and only then the account itself. */
export async function login(gate: Gate, ctx: Asked, body: Body): Promise<unknown> {
  const { carrier, live } = passageOf(ctx);
  const userName = textOf(body["userName"], 200);
  const found = userName === "" ? null : await gate.directory.byName(userName);
  const account = found?.userType === "SYSTEM" ? null : found;
  const tried: Try = { account: userName, userId: account?.userId ?? null, method: "PASSWORD" };
  const key = accountKey(account?.userName ?? userName);

  if ((await isCaptchaDemanded(gate, ctx, key)) && !(await passedCaptcha(gate, live.info.certificate, body, ctx.now))) {
    await logTry(gate, ctx, tried, "CAPTCHA");
    throw deny("AUTH_CAPTCHA", { data: { captchaRequired: true } });
  }
  const password = await openText(gate.keys, body["password"], carrier, ctx.now);
  const clientKey = await openClientKey(gate.keys, body["sessionKey"], carrier, ctx.now);
  await provePassword(gate, ctx, { account, tried, key, password });
  if (!(await mayUsePassword(gate, account!))) {
    await logTry(gate, ctx, tried, "SSO_FAIL");
    throw deny("SSO_ONLY");
  }
  return enter(gate, ctx, { account: account!, clientKey, tried, skipsSecondFactor: false, proven: "PASSWORD" });
}

/** Where only single sign-on counts, one account is left for the day the identity source is out of reach. */
export async function mayUsePassword(gate: Gate, account: Account): Promise<boolean> {
  if ((await gate.directory.profile("SSO_ONLY")) !== "Y") return true;
  const stored = (await gate.directory.profile("SSO_BREAK_GLASS"))?.trim().toLowerCase();
  return account.userName.toLowerCase() === stored;
}

interface Guess {
  readonly account: Account | null;
  readonly tried: Try;
  readonly key: string;
}

/** Refuses a wrong password, counted and locked. */
export async function provePassword(gate: Gate, ctx: Asked, { password, ...guess }: Guess & { readonly password: string }): Promise<void> {
  const { account } = guess;
  await prove(gate, ctx, guess, () => gate.passwords.matches(password, account?.passwordHash ?? null, account?.pepperId ?? null));
  if (account?.passwordHash && gate.passwords.isOutdated(account.passwordHash, account.pepperId))
    gate.later(rehash(gate, account, password));
}

/** Lets exactly the allowed number of guesses through, however many arrive at once. */
export async function prove(gate: Gate, ctx: Asked, guess: Guess, isRight: () => Promise<boolean>): Promise<void> {
  const { tried, key } = guess;
  const { db } = gate;
  const at = ctx.now.getTime();
  const rules = await lockRules(gate.directory);
  const address = addressKey(ctx.ip);
  const byAddress = await withLock(db, address, ctx.now, (state) => answerOf(presume(state, addressRules, at)));
  if (!byAddress.allowed) {
    await logTry(gate, ctx, tried, "LOCKED");
    throw deny("AUTH_IP_BLOCKED");
  }
  const undoAddress = () => withLock(db, address, ctx.now, (state) => ({ state: takeBack(state, at), answer: undefined }));
  const byAccount = await withLock(db, key, ctx.now, (state) => answerOf(presume(state, rules, at)));
  if (!byAccount.allowed) {
    await undoAddress();
    await logTry(gate, ctx, tried, "LOCKED");
    await gate.directory.stampLocks(ctx.now);
    const n = minutesLeft(byAccount.state, at);
    throw deny("AUTH_LOCKED", { values: { n }, data: { minutes: n } });
  }
  let right: boolean;
  try {
    right = await isRight();
  } catch (error) {
    await Promise.all([undoAddress(), withLock(db, key, ctx.now, (state) => ({ state: takeBack(state, at), answer: undefined }))]);
    throw error;
  }
  if (!right) throw await failedTry(gate, ctx, guess, rules);
  await Promise.all([undoAddress(), withLock(db, key, ctx.now, (state) => ({ state: forgive(state), answer: undefined }))]);
}

const answerOf = (presumed: { state: LockState; allowed: boolean }) => ({ state: presumed.state, answer: presumed });

async function failedTry(gate: Gate, ctx: Asked, { account, tried, key }: Guess, rules: LockRules): Promise<Error> {
  const at = ctx.now.getTime();
  const confirm = (of: string, by: LockRules) =>
    withLock(gate.db, of, ctx.now, (before) => {
      const state = confirmFailure(before, by, at);
      return { state, answer: { state, newly: !isLocked(before, at) && isLocked(state, at) } };
    });
  const [ofAccount, ofAddress] = await Promise.all([confirm(key, rules), confirm(addressKey(ctx.ip), addressRules)]);
  await logTry(gate, ctx, tried, "BAD_CREDENTIAL");
  if (ofAccount.newly) await gate.directory.stampLocks(ctx.now);
  if (ofAccount.newly) gate.security("ACCOUNT_LOCKED", { userId: account?.userId ?? null, account: tried.account, ip: ctx.ip });
  if (ofAddress.newly) gate.security("ADDRESS_LOCKED", { ip: ctx.ip });
  if (ofAccount.newly && account) tellOwner(gate, account, "USER_LOCKED", { ip: ctx.ip, device: deviceOf(ctx.userAgent) }, ctx.now);
  return deny("AUTH_BAD", { data: { captchaRequired: await isCaptchaDemanded(gate, ctx, key) } });
}

async function rehash(gate: Gate, account: Account, password: string): Promise<void> {
  const { phc, pepperId } = await gate.passwords.hash(password);
  await gate.directory.setPassword(account.userId, phc, pepperId, {
    mustChange: account.mustChangePwd === "Y",
    by: account.userId,
    reason: "REHASH",
  });
}

const mfaTries = 5;

/** The answer to AUTH_MFA_REQUIRED. */
export async function verifyMfa(gate: Gate, ctx: Asked, body: Body): Promise<unknown> {
  const { carrier, live } = passageOf(ctx);
  const { certificate } = live.info;
  const tryAt = (purpose: "MFA" | "MFA_SETUP") => attempt(gate.db, body["mfaTicket"], purpose, mfaTries, ctx.now, certificate);
  const held = (await tryAt("MFA")) ?? (await tryAt("MFA_SETUP"));
  const account = held?.userId ? await gate.directory.byId(held.userId) : null;
  if (!held || !account) throw deny("CODE_BAD");
  const code = textOf(body["code"], 20);
  const offered = held.content["type"] === "SETUP" ? String(held.content["secret"]) : null;
  if (offered && account.mfaSecretEnc !== null) throw deny("CODE_BAD");
  const right = offered
    ? await isRightTotp(gate, { ...account, mfaSecretEnc: offered }, code, ctx.now)
    : held.content["type"] === "TOTP"
      ? await provesTotp(gate, account, code, ctx.now)
      : account.email !== null &&
        (await isRightCode(gate, { purpose: "SECOND_FACTOR", channel: "EMAIL", target: account.email }, code, ctx.now));
  const tried: Try = { account: account.userName, userId: account.userId, method: "PASSWORD" };
  if (!right) {
    await logTry(gate, ctx, tried, "BAD_CREDENTIAL");
    throw deny("CODE_BAD");
  }
  const clientKey = await openClientKey(gate.keys, body["sessionKey"], carrier, ctx.now);
  if (!(await take(gate.db, body["mfaTicket"], ["MFA", "MFA_SETUP"], ctx.now, certificate))) throw deny("CODE_BAD");
  const recoveryCodes = offered ? await setUp(gate, account, offered, ctx.now) : null;
  const proven = offered || held.content["type"] === "TOTP" ? "TOTP" : "EMAIL";
  const entered = await enter(gate, ctx, { account, clientKey, tried, skipsSecondFactor: true, proven });
  return recoveryCodes ? { ...entered, recoveryCodes } : entered;
}

/** The authenticator that was just shown counts from now on, unless another one was set up meanwhile: a password alone replaces none. */
const setUp = (gate: Gate, { userId }: Account, sealed: string, now: Date): Promise<string[]> =>
  gate.db.tx(async (tx) => {
    await lockName(tx, `mfa-setup|${userId}`);
    const account = await gate.directory.byId(userId);
    if (!account || account.mfaSecretEnc !== null) throw deny("CODE_BAD");
    await gate.directory.setSecondFactor(userId, sealed);
    return newRecoveryCodes(gate, userId, now);
  });

/** A one-time way in: the personal link of an applicant, what an identity source has vouched for, or one page a partner system embeds. */
export async function exchangeTicket(gate: Gate, ctx: Asked, body: Body): Promise<unknown> {
  const clientKey = await openClientKey(gate.keys, body["sessionKey"], passageOf(ctx).carrier, ctx.now);
  const taken = await take(gate.db, body["ticket"], ["SIGN_IN", "SSO", "EMBED"], ctx.now);
  if (taken?.content["refused"]) throw deny(taken.content["refused"] as GateCode);
  const account = taken?.userId ? await gate.directory.byId(taken.userId) : null;
  if (!taken || !account) throw deny("AUTH_BAD");
  const isSso = taken.purpose === "SSO";
  if (isSso && !isSameBrowser(taken, passageOf(ctx).live.info.certificate, body["proof"])) throw deny("SSO_STATE");
  const tried: Try = { account: account.userName, userId: account.userId, method: isSso ? "OIDC" : "CODE" };
  const source = isSso ? String(taken.content["source"]) : null;
  const entered = (await enter(gate, ctx, {
    account,
    clientKey,
    tried,
    skipsSecondFactor: true,
    source,
    ...(isSso ? { proven: "SSO" } : {}),
  })) as object;
  const { pageName, menuId } = taken.content;
  // A ticket for one page inside another system says which.
  return typeof pageName === "string" ? { ...entered, pageName, menuId: menuId ?? "" } : entered;
}

/** Nobody is signed in by somebody else's answer: who fetches the session must be who asked for it, by session or by the secret it kept. */
const isSameBrowser = ({ certificate, content }: Taken, asking: string, proof: unknown): boolean =>
  certificate === asking ||
  (typeof proof === "string" && typeof content["binder"] === "string" && same(hashCode(proof), content["binder"]));
