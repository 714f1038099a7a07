import { proofMinutes, type ProofWay } from "#kernel/proof.ts";
import { Refusal } from "#kernel/refusal.ts";
import { isRightCode, masked, sendCode } from "./code.ts";
import type { Account } from "./directory.ts";
import { openText } from "./envelope.ts";
import type { Gate } from "./gate.ts";
import { accountKey } from "./lockout.ts";
import { mayUsePassword, prove, provePassword } from "./login.ts";
import { provesTotp } from "./mfa.ts";
import { deny, denyEnded } from "./refusals.ts";
import { passageOf, type Asked, type Try } from "./signin.ts";

type Body = Readonly<Record<string, unknown>>;
/** What a person may show in the middle of a session; single sign-on proves only at the door. */
type Way = Exclude<ProofWay, "SSO">;

async function accountOf(gate: Gate, ctx: Asked): Promise<Account> {
  const { userId, app } = passageOf(ctx).live.info;
  // A partner system has nobody at a keyboard: it can prove nothing.
  const account = userId === null || app ? null : await gate.directory.byId(userId);
  if (!account) throw denyEnded(null);
  return account;
}

/** Password and authenticator as far as the account has them; a code by mail only for somebody who has neither. */
async function waysOf(gate: Gate, account: Account): Promise<Way[]> {
  const ways: Way[] = [];
  if (account.passwordHash !== null && (await mayUsePassword(gate, account))) ways.push("PASSWORD");
  if (account.mfaType === "TOTP" && account.mfaSecretEnc !== null) ways.push("TOTP");
  if (ways.length === 0 && account.email && account.emailVerified === "Y") ways.push("EMAIL");
  return ways;
}

/** What the dialog may ask for. */
export async function proofWays(gate: Gate, ctx: Asked): Promise<unknown> {
  const account = await accountOf(gate, ctx);
  const ways = await waysOf(gate, account);
  return { ways, minutes: proofMinutes, ...(ways.includes("EMAIL") ? { target: masked("EMAIL", account.email!) } : {}) };
}

export async function sendProofCode(gate: Gate, ctx: Asked): Promise<unknown> {
  const account = await accountOf(gate, ctx);
  if (!(await waysOf(gate, account)).includes("EMAIL")) throw deny("CODE_BAD");
  await sendCode(
    gate,
    {
      purpose: "PROOF",
      channel: "EMAIL",
      target: account.email!,
      deliver: true,
      userId: account.userId,
      ip: ctx.ip,
      certificate: passageOf(ctx).live.info.certificate,
      language: ctx.language,
    },
    ctx.now,
  );
  return { resendSeconds: 60, target: masked("EMAIL", account.email!) };
}

/** Shows password or code once more. Wrong ones count and lock exactly like those at sign-in, on the same count. */
export async function proveIdentity(gate: Gate, ctx: Asked, body: Body): Promise<unknown> {
  const { live, carrier } = passageOf(ctx);
  const account = await accountOf(gate, ctx);
  const way = (await waysOf(gate, account)).find((value) => value === body["way"]);
  if (!way) throw deny("CODE_BAD");
  const tried: Try = { account: account.userName, userId: account.userId, method: way === "PASSWORD" ? "PASSWORD" : "CODE" };
  const guess = { account, tried, key: accountKey(account.userName) };
  const { code } = body;
  if (way === "PASSWORD") {
    const password = await openText(gate.keys, body["password"], carrier, ctx.now);
    await provePassword(gate, ctx, { ...guess, password });
  } else {
    const isRight = (): Promise<boolean> =>
      way === "TOTP"
        ? provesTotp(gate, account, code, ctx.now)
        : isRightCode(gate, { purpose: "PROOF", channel: "EMAIL", target: account.email! }, code, ctx.now);
    await prove(gate, ctx, guess, isRight).catch((error: unknown) => {
      throw error instanceof Refusal && error.code === "AUTH_BAD" ? deny("CODE_BAD") : error;
    });
  }
  await gate.sessions.prove(live, way, ctx.now);
  return { minutes: proofMinutes };
}
