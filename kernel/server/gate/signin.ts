import type { FastifyRequest } from "fastify";
import type { ProofWay } from "#kernel/proof.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { Language } from "#kernel/text.ts";
import { houseDay, wholeDaysBetween } from "#kernel/time.ts";
import { masked, sendCode } from "./code.ts";
import { deviceOf } from "./device.ts";
import type { Account, HeldResponsibility } from "./directory.ts";
import type { Gate } from "./gate.ts";
import { tellOwner } from "./letters.ts";
import { demandedFactor, passwordRules, sessionRules } from "./policy.ts";
import { newTotpSecret, sealTotpSecret, totpUri } from "./mfa.ts";
import { deny } from "./refusals.ts";
import { insertRow } from "./rows.ts";
import { expiryOf, type LoginMethod, type Restriction } from "./session.ts";
import { issue } from "./ticket.ts";
import type { Passage } from "./verify.ts";

/** What every call of the gate is given; the context of other calls has more. */
export interface Asked {
  readonly now: Date;
  readonly ip: string;
  readonly userAgent: string;
  readonly language: Language;
  readonly request: FastifyRequest;
}

/** The proof of a signed request; only routes behind a guard have one. */
export function passageOf(ctx: Pick<Asked, "request">): Passage {
  if (!ctx.request.passage) throw deny("SIGN_HEADER");
  return ctx.request.passage;
}

export type LoginResult = "OK" | "BAD_CREDENTIAL" | "LOCKED" | "CAPTCHA" | "DISABLED" | "EXPIRED" | "NO_RESP" | "SSO_FAIL";

export interface Try {
  readonly account: string;
  readonly userId: string | null;
  readonly method: LoginMethod;
}

export const logTry = (gate: Gate, ctx: Asked, tried: Try, result: LoginResult): Promise<unknown> =>
  insertRow(
    gate.db,
    "BaseLoginLog",
    {
      account: tried.account.slice(0, 200),
      userId: tried.userId,
      result,
      ip: ctx.ip,
      userAgent: ctx.userAgent.slice(0, 400),
      loginMethod: tried.method,
      loginTime: ctx.now,
      certificate: ctx.request.passage?.live.info.certificate ?? null,
    },
    ctx.now,
    tried.userId ?? undefined,
  );

/** The responsibilities somebody may have: suppliers never an internal one, nor the other way round. */
export async function heldBy(gate: Gate, account: Account, now: Date): Promise<HeldResponsibility[]> {
  const held = await gate.directory.responsibilities(account.userId, now);
  return held.filter((h) => h.audience === (account.userType === "SUPPLIER" ? "SUPPLIER" : "INTERNAL"));
}

/** After the password: enabled and within its dates, company not barred, at least one responsibility. */
async function checkAccount(gate: Gate, ctx: Asked, account: Account, tried: Try): Promise<HeldResponsibility[]> {
  const today = houseDay(ctx.now);
  const outside = (account.startDate !== null && today < account.startDate) || (account.endDate !== null && today > account.endDate);
  const disabled = account.userStatus === "DISABLED" || account.userType === "SYSTEM";
  if (disabled || outside || (await gate.barred?.(account, ctx.now))) {
    await logTry(gate, ctx, tried, disabled || !outside ? "DISABLED" : "EXPIRED");
    throw deny("AUTH_DISABLED");
  }
  const held = await heldBy(gate, account, ctx.now);
  if (held.length === 0) {
    await logTry(gate, ctx, tried, "NO_RESP");
    throw deny("AUTH_NO_RESP");
  }
  return held;
}

/** The account's default responsibility, else the one current last, else the first. */
async function firstResponsibility(gate: Gate, account: Account, held: readonly HeldResponsibility[]): Promise<HeldResponsibility> {
  const wanted = held.find((h) => h.responsibilityId === account.defaultRespId);
  if (wanted) return wanted;
  const last = await gate.db.one<{ responsibilityId: string | null }>(
    `select "responsibilityId" from "BaseLoginSession" where "userId" = $1 and "responsibilityId" is not null order by "creationDate" desc limit 1`,
    [account.userId],
  );
  return held.find((h) => h.responsibilityId === last?.responsibilityId) ?? held[0]!;
}

const warnDays = 7;

/** Whole days until the password is too old; null when it never is. */
function daysLeft(account: Account, maxAgeDays: number, now: Date): number | null {
  if (maxAgeDays === 0 || account.pwdChangedAt === null) return null;
  return maxAgeDays - wholeDaysBetween(account.pwdChangedAt, now.toISOString());
}

/** Who must have a second factor and has none sets up an authenticator before anything else: the secret counts once it has shown a right code. */
async function demandSetup(gate: Gate, ctx: Asked, account: Account, certificate: string): Promise<Refusal> {
  const secret = newTotpSecret();
  const content = { type: "SETUP", secret: sealTotpSecret(gate, account.userId, secret) };
  const { ticket } = await issue(gate.db, "MFA_SETUP", { certificate, userId: account.userId, content }, ctx.now);
  return deny("AUTH_MFA_REQUIRED", { data: { mfaTicket: ticket, type: "SETUP", secret, uri: totpUri(account.userName, secret) } });
}

/** Asks for the second factor when it is demanded: the refusal carries a ticket for the one call that answers it. */
async function demandSecondFactor(gate: Gate, ctx: Asked, account: Account, held: readonly HeldResponsibility[]): Promise<void> {
  const chosen = account.mfaType === "TOTP" && account.mfaSecretEnc !== null ? "TOTP" : account.mfaType === "EMAIL" ? "EMAIL" : null;
  const type = chosen ?? (await demandedFactor(gate.directory, held));
  if (type === null) return;
  const { certificate } = passageOf(ctx).live.info;
  if (type === "SETUP") throw await demandSetup(gate, ctx, account, certificate);
  const { ticket } = await issue(gate.db, "MFA", { certificate, userId: account.userId, content: { type } }, ctx.now);
  if (type === "EMAIL" && account.email)
    await sendCode(
      gate,
      {
        purpose: "SECOND_FACTOR",
        channel: "EMAIL",
        target: account.email,
        deliver: true,
        userId: account.userId,
        ip: ctx.ip,
        certificate,
        language: ctx.language,
      },
      ctx.now,
    );
  throw deny("AUTH_MFA_REQUIRED", {
    data: { mfaTicket: ticket, type, ...(type === "EMAIL" && account.email ? { target: masked("EMAIL", account.email) } : {}) },
  });
}

async function tellNewDevice(gate: Gate, ctx: Asked, account: Account): Promise<void> {
  const device = deviceOf(ctx.userAgent).slice(0, 100);
  const seen = await gate.db.one<{ any: boolean; same: boolean }>(
    `select count(*) > 0 as "any", coalesce(bool_or("deviceName" = $2), false) as "same" from "BaseLoginSession" where "userId" = $1`,
    [account.userId, device],
  );
  if (seen?.any && !seen.same) tellOwner(gate, account, "USER_NEW_DEVICE", { device }, ctx.now);
}

export interface Entering {
  readonly account: Account;
  readonly clientKey: Buffer;
  readonly tried: Try;
  /** A link or an identity provider has proved the person already. */
  readonly skipsSecondFactor: boolean;
  /** The identity source that vouched. */
  readonly source?: string | null;
  /** What the person has just shown; a link opens a session that has proven nothing. */
  readonly proven?: ProofWay;
}

/** Lets a proved person in: last checks, a new session, the anonymous one ended, the reply the shell starts from. */
export async function enter(
  gate: Gate,
  ctx: Asked,
  { account, clientKey, tried, skipsSecondFactor, source = null, proven }: Entering,
): Promise<Record<string, unknown>> {
  const held = await checkAccount(gate, ctx, account, tried);
  if (!skipsSecondFactor) await demandSecondFactor(gate, ctx, account, held);
  const rules = await passwordRules(gate.directory, held);
  const left = daysLeft(account, rules.maxAgeDays, ctx.now);
  const isLocal = tried.method !== "OIDC";
  const mustChange = isLocal && (account.mustChangePwd === "Y" || (left !== null && left <= 0));
  const restriction: Restriction = mustChange ? "PASSWORD" : account.userStatus === "REGISTERING" ? "REGISTER" : null;
  const responsibility = await firstResponsibility(gate, account, held);
  await tellNewDevice(gate, ctx, account);

  const anonymous = passageOf(ctx).live.info;
  const limits = await sessionRules(gate.directory, { userId: account.userId, responsibilityId: responsibility.responsibilityId });
  const opened = await gate.sessions.open(
    {
      kind: restriction ? "RESTRICTED" : "FULL",
      restriction,
      userId: account.userId,
      responsibilityId: responsibility.responsibilityId,
      supplierId: responsibility.supplierId,
      language: ctx.language,
      ip: ctx.ip,
      userAgent: ctx.userAgent,
      method: tried.method,
      source,
      proven: proven ?? null,
      clientKey,
      ...limits,
    },
    ctx.now,
  );
  await logTry(gate, ctx, tried, "OK");
  await gate.directory.signedIn(account.userId, ctx.now, ctx.ip);
  if (anonymous.kind === "ANONYMOUS") await gate.sessions.end([anonymous.certificate], "LOGOUT", ctx.now);

  return {
    certificate: opened.live.info.certificate,
    authorizationCode: opened.authorizationCode,
    serverSalt: opened.serverSalt,
    gatewayTag: gate.settings.gatewayTag,
    sessionKind: opened.live.info.kind,
    user: userReply(account, responsibility, ctx.language),
    responsibilities: held,
    currentResponsibility: responsibility,
    mustChangePassword: mustChange,
    ...(left !== null && left > 0 && left <= warnDays ? { passwordDaysLeft: left } : {}),
    landing: restriction === "REGISTER" ? "/registerInfoEdit" : responsibility.homeRoute,
    expiresAt: new Date(expiryOf(opened.live)).toISOString(),
    serverTime: ctx.now.getTime(),
  };
}

/** The person as the shell shows it; the company is that of the responsibility held now. */
export const userReply = (account: Account, responsibility: HeldResponsibility | null, language: Language): Record<string, unknown> => ({
  userId: account.userId,
  userName: account.userName,
  personName: account.displayName,
  personNameEn: account.displayNameEn ?? null,
  userType: account.userType,
  supplierId: responsibility?.supplierId ?? null,
  supplierName: responsibility?.supplierName ?? null,
  groupCurrency: account.groupCurrency ?? null,
  language,
});
