import { demandProof } from "../http/call.ts";
import { deny, denyEnded } from "./refusals.ts";
import { tellCaptcha } from "./captcha.ts";
import { changeOwnPassword, resetPassword } from "./account.ts";
import type { Gate } from "./gate.ts";
import type { Guard } from "./guard.ts";
import { buildExternalUrl, sessionTicket } from "./links.ts";
import { captcha, exchangeTicket, handshake, login, verifyMfa } from "./login.ts";
import { proofWays, proveIdentity, sendProofCode } from "./identity.ts";
import { sessionRules } from "./policy.ts";
import { checkForgetCode, checkRegisterCode, sendForgetCode, sendRegisterCode, validateExisted } from "./recover.ts";
import { expiryOf } from "./session.ts";
import { heldBy, passageOf, userReply, type Asked } from "./signin.ts";
import { asks, inQuery, takes, type CallInput } from "../http/input.ts";

interface AskedByMe extends Asked {
  readonly me: { may(entity: string, button: string): boolean };
}

/** A call of the gate; fits the calls of every other room. */
export interface GateCall {
  readonly service: string;
  readonly path: string;
  readonly method?: "POST" | "GET";
  readonly guard: Guard;
  readonly perMinute?: number;
  readonly input: CallInput;
  handle(ctx: AskedByMe, body: Record<string, unknown>): Promise<unknown>;
}

type Handle = (gate: Gate, ctx: AskedByMe, body: Record<string, unknown>) => Promise<unknown>;

/** Names when a person last acted; only that moves the idle limit, a heartbeat alone does not. */
async function heartbeat(gate: Gate, ctx: Asked, body: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { live, code } = passageOf(ctx);
  const lastActiveAt = body["lastActiveAt"];
  const acted = typeof lastActiveAt === "number" ? lastActiveAt : Date.parse(String(lastActiveAt ?? ""));
  if (Number.isFinite(acted)) gate.sessions.touch(live, new Date(Math.min(acted, ctx.now.getTime())));
  const authorizationCode = await gate.sessions.rotate(live, code, ctx.now);
  const userId = live.info.userId!;
  const [permissionVersion, unreadCount] = await Promise.all([gate.directory.permissionVersion(userId), gate.unreadCount?.(userId) ?? 0]);
  return {
    serverTime: ctx.now.getTime(),
    expiresAt: new Date(expiryOf(live)).toISOString(),
    authorizationCode,
    permissionVersion,
    buildVersion: gate.settings.buildVersion,
    unreadCount,
  };
}

/** Ends the session; whoever came through an identity source that wants it is sent there to sign out too. */
async function logout(gate: Gate, ctx: Asked): Promise<unknown> {
  const { certificate } = passageOf(ctx).live.info;
  const { sso } = gate.doors;
  const came =
    sso &&
    (await gate.db.one<{ ssoCode: string | null }>(`select "ssoCode" from "BaseLoginSession" where "certificate" = $1`, [certificate]));
  await gate.sessions.end([certificate], "LOGOUT", ctx.now);
  const logoutUrl = sso && came?.ssoCode ? await sso.farewell(came.ssoCode) : null;
  return logoutUrl ? { logoutUrl } : {};
}

/** Another responsibility, if the person holds it; data permits and company follow it at once. */
async function switchResponsibility(gate: Gate, ctx: Asked, body: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { live } = passageOf(ctx);
  const account = await gate.directory.byId(live.info.userId!);
  if (!account) throw denyEnded(null);
  const responsibility = (await heldBy(gate, account, ctx.now)).find((h) => h.responsibilityId === body["responsibilityId"]);
  if (!responsibility) throw deny("PERM_DENIED");
  const { idleMinutes } = await sessionRules(gate.directory, { userId: account.userId, responsibilityId: responsibility.responsibilityId });
  await gate.sessions.change(live, {
    responsibilityId: responsibility.responsibilityId,
    supplierId: responsibility.supplierId,
    idleMinutes,
  });
  return {
    currentResponsibility: responsibility,
    user: userReply(account, responsibility, ctx.language),
    landing: responsibility.homeRoute,
  };
}

async function wsTicket(gate: Gate, ctx: Asked): Promise<unknown> {
  const { ticket, expiresAt } = await sessionTicket(gate, passageOf(ctx).live.info, "WS", {}, ctx.now);
  return { ticket, expiresAt: expiresAt.toISOString() };
}

async function externalUrl(gate: Gate, ctx: Asked, body: Readonly<Record<string, unknown>>): Promise<unknown> {
  return buildExternalUrl(gate, passageOf(ctx).live.info, String(body["pageName"] ?? ""), String(body["menuId"] ?? ""), ctx.now);
}

/** Ends sessions: one's own devices freely, anybody's with the button. */
async function kick(gate: Gate, ctx: AskedByMe, body: Readonly<Record<string, unknown>>): Promise<unknown> {
  const ids = [body["ids"] ?? body["id"]]
    .flat()
    .filter((id): id is string => typeof id === "string")
    .slice(0, 500);
  const rows = await gate.db.query<{ certificate: string; userId: string | null }>(
    `select "certificate", "userId" from "BaseLoginSession" where "id" = any($1)`,
    [ids],
  );
  const own = passageOf(ctx).live.info.userId;
  const mayAll = ctx.me.may("BaseLoginSession", "btnKick");
  // Whose session an id is must not be learnt by trying: somebody else's is as good as none.
  const [mine, foreign] = [rows.filter((row) => row.userId === own), mayAll ? rows.filter((row) => row.userId !== own) : []];
  if (foreign.length) demandProof({ session: passageOf(ctx).live.info, now: ctx.now });
  const certificates = (of: typeof rows): string[] => of.map((row) => row.certificate);
  const ended = [
    await gate.sessions.end(certificates(mine), "OWN", ctx.now),
    await gate.sessions.end(certificates(foreign), "ADMIN", ctx.now),
  ];
  return { count: ended.flat().length };
}

const captchaInput = { captchaId: "text", captchaCode: "text" } as const;

/** All calls of sign-in, recovery, registration codes and the session's own life. */
export function gateCalls(gate: Gate): GateCall[] {
  const make = (path: string, guard: Guard, input: CallInput, handle: Handle, more: Partial<GateCall> = {}): GateCall => ({
    service: "baseServer",
    path,
    guard,
    input,
    handle: (ctx, body) => handle(gate, ctx, body),
    ...more,
  });
  // Before sign-in the count is per address, and a whole office may stand behind one.
  const signing = { perMinute: 60 };
  return [
    make("baseLoginService/handshake", "public", inQuery({}), handshake, { method: "GET" }),
    make("baseLoginService/generateRandomValidate", "anonymous", takes(), captcha, { perMinute: 300 }),
    make("baseLoginService/tellCaptcha", "anonymous", takes({ captchaId: "text", work: "int" }), tellCaptcha, { perMinute: 60 }),
    make(
      "baseLoginService/login",
      "anonymous",
      takes({ userName: "text", password: "sealed", sessionKey: "sealed", ...captchaInput }),
      login,
      { perMinute: 600 },
    ),
    make("baseLoginService/verifyMfa", "anonymous", takes({ mfaTicket: "text", code: "text", sessionKey: "sealed" }), verifyMfa, signing),
    make(
      "baseLoginService/exchangeTicket",
      "anonymous",
      takes({ ticket: "text", proof: "text", sessionKey: "sealed" }),
      exchangeTicket,
      signing,
    ),
    make("baseLoginService/heartbeat", "restricted", takes({ lastActiveAt: "time" }), heartbeat),
    make("baseLoginService/logout", "restricted", takes(), logout),
    make("baseLoginService/switchResponsibility", "session", takes({ responsibilityId: "id" }), switchResponsibility),
    make("baseLoginService/findProofWays", "session", asks(), proofWays),
    make("baseLoginService/sendProofCode", "session", takes(), sendProofCode, { perMinute: 10 }),
    make("baseLoginService/proveIdentity", "session", takes({ way: "text", code: "text", password: "sealed" }), proveIdentity, {
      perMinute: 30,
    }),
    make("baseLoginService/wsTicket", "session", takes(), wsTicket),
    make("baseLoginService/buildExternalUrl", "session", takes({ pageName: "text", menuId: "text" }), externalUrl),
    make(
      "baseForgetPwdService/sendEmailCode",
      "anonymous",
      takes({ userName: "text", ...captchaInput }),
      (g, ctx, body) => sendForgetCode(g, ctx, body, "EMAIL"),
      signing,
    ),
    make(
      "baseForgetPwdService/sendPhoneCode",
      "anonymous",
      takes({ userName: "text", ...captchaInput }),
      (g, ctx, body) => sendForgetCode(g, ctx, body, "SMS"),
      signing,
    ),
    make(
      "baseForgetPwdService/checkEmailCode",
      "anonymous",
      takes({ userName: "text", code: "text" }),
      (g, ctx, body) => checkForgetCode(g, ctx, body, "EMAIL"),
      signing,
    ),
    make(
      "baseForgetPwdService/checkPhoneCode",
      "anonymous",
      takes({ userName: "text", code: "text" }),
      (g, ctx, body) => checkForgetCode(g, ctx, body, "SMS"),
      signing,
    ),
    make("baseForgetPwdService/changePassword", "anonymous", takes({ resetTicket: "text", password: "sealed" }), resetPassword, signing),
    make(
      "baseRegisterService/sendCode",
      "anonymous",
      takes({ channel: "text", target: "text", ...captchaInput }),
      sendRegisterCode,
      signing,
    ),
    make(
      "baseRegisterService/checkCode",
      "anonymous",
      takes({ channel: "text", target: "text", code: "text" }),
      checkRegisterCode,
      signing,
    ),
    make("baseUsersService/validateExistedByUserName", "anonymous", asks({ userName: "text", proofTicket: "text" }), validateExisted, {
      perMinute: 10,
    }),
    make("baseUsersService/changePassword", "restricted", takes({ oldPassword: "sealed", newPassword: "sealed" }), changeOwnPassword, {
      perMinute: 10,
    }),
    make(
      "v1/baseLoginSessionRestful/doKick",
      "session",
      takes({ id: "id", ids: "ids", versionNum: "int", reason: "text", confirmed: "texts" }),
      kick,
    ),
  ];
}
