import { randomInt } from "node:crypto";
import type { Language } from "#kernel/text.ts";
import { shift } from "#kernel/time.ts";
import type { Gate } from "./gate.ts";
import { codeLetter } from "./letters.ts";
import { deny } from "./refusals.ts";
import { insertRow, lockName } from "./rows.ts";

export type CodePurpose = "REGISTER" | "FORGET" | "BIND_EMAIL" | "BIND_PHONE" | "SECOND_FACTOR" | "PROOF" | "SIGN";
export type Channel = "EMAIL" | "SMS";

const second = 1000;
const lifeMs = 600 * second;
const resendMs = 60 * second;
/** A second factor is asked for at every sign-in, so it is counted apart and more generously. */
const limits = { codes: { target: 5, address: 20 }, secondFactor: { target: 50, address: 500 } } as const;
const maxTries = 5;

export interface CodeOrder {
  readonly purpose: CodePurpose;
  readonly channel: Channel;
  /** The address the code proves; for an unknown account any text that names it, so that limits count alike. */
  readonly target: string;
  /** False: everything happens but the sending. */
  readonly deliver: boolean;
  readonly userId?: string | null;
  readonly ip: string;
  readonly certificate: string;
  readonly language: Language;
}

const clean = (target: string): string => target.trim().toLowerCase();
const targetMark = (gate: Gate, channel: Channel, target: string): string => gate.keys.mac("code-target", `${channel}|${clean(target)}`);
const codeMark = (gate: Gate, order: { purpose: CodePurpose; channel: Channel; target: string }, code: string): string =>
  gate.keys.mac("code", `${order.purpose}|${order.channel}|${clean(order.target)}|${code}`);

/** Makes a six-digit code, kills the one before it, and sends it without anybody waiting for the sending. A second factor sent just now stays good. */
export async function sendCode(gate: Gate, order: CodeOrder, now: Date): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const targetHash = targetMark(gate, order.channel, order.target);
  const isSecond = order.purpose === "SECOND_FACTOR";
  const limit = isSecond ? limits.secondFactor : limits.codes;
  const stored = await gate.db.tx(async (tx) => {
    await lockName(tx, `gate.code.${targetHash}`);
    const counts = (await tx.one<{ target: number; address: number; last: string | null }>(
      `select (select count(*)::int from "BaseVerifyCode" where "targetHash" = $1 and "creationDate" > $3 and ("purpose" = 'SECOND_FACTOR') = $5) as "target",
              (select count(*)::int from "BaseVerifyCode" where "ip" = $2 and "creationDate" > $3 and ("purpose" = 'SECOND_FACTOR') = $5) as "address",
              (select max("creationDate") from "BaseVerifyCode" where "targetHash" = $1 and "purpose" = $4) as "last"`,
      [targetHash, order.ip, shift(now, { days: -1 }), order.purpose, isSecond],
    ))!;
    const tooSoon = counts.last !== null && now.getTime() - Date.parse(counts.last) < resendMs;
    if (tooSoon && isSecond) return false;
    if (tooSoon || counts.target >= limit.target || counts.address >= limit.address) throw deny("CODE_LIMIT");
    await tx.query(`update "BaseVerifyCode" set "usedAt" = $3 where "targetHash" = $1 and "purpose" = $2 and "usedAt" is null`, [
      targetHash,
      order.purpose,
      now,
    ]);
    await insertRow(
      tx,
      "BaseVerifyCode",
      {
        purpose: order.purpose,
        channel: order.channel,
        target: gate.keys.seal(order.target, "code-target"),
        targetHash,
        codeHash: codeMark(gate, order, code),
        expiresAt: new Date(now.getTime() + lifeMs),
        tries: 0,
        ip: order.ip,
        anonCertificate: order.certificate,
      },
      now,
    );
    return true;
  });
  if (stored && order.deliver) deliver(gate, order, code, now);
}

function deliver(gate: Gate, order: CodeOrder, code: string, now: Date): void {
  const { subject, text } = codeLetter(code, order.language);
  const { target: to, userId = null } = order;
  gate.later(
    order.channel === "EMAIL"
      ? gate.mail.send({ to, kind: "VERIFY_CODE", subject, text, userId, secrets: [code] }, now)
      : gate.sms.send({ to, kind: "VERIFY_CODE", text, userId, secrets: [code] }, now),
  );
}

/** One of five tries; the right code is used up by it. */
export async function isRightCode(
  gate: Gate,
  order: Pick<CodeOrder, "purpose" | "channel" | "target">,
  code: unknown,
  now: Date,
): Promise<boolean> {
  if (typeof code !== "string" || !/^\d{6}$/.test(code)) return false;
  const row = await gate.db.one<{ right: boolean }>(
    `update "BaseVerifyCode" set "tries" = "tries" + 1, "usedAt" = case when "codeHash" = $3 then $4::timestamptz end
     where "targetHash" = $1 and "purpose" = $2 and "usedAt" is null and "expiresAt" > $4 and "tries" < $5 returning "codeHash" = $3 as "right"`,
    [targetMark(gate, order.channel, order.target), order.purpose, codeMark(gate, order, code), now, maxTries],
  );
  return row?.right ?? false;
}

export async function demandCode(
  gate: Gate,
  order: Pick<CodeOrder, "purpose" | "channel" | "target">,
  code: unknown,
  now: Date,
): Promise<void> {
  if (!(await isRightCode(gate, order, code, now))) throw deny("CODE_BAD");
}

/** An address as a stranger may see it: z***@a.com, 138****0000. */
export function masked(channel: Channel, target: string): string {
  if (channel === "SMS") return target.length < 8 ? "****" : `${target.slice(0, 3)}****${target.slice(-4)}`;
  const at = target.lastIndexOf("@");
  return at < 1 ? "***" : `${target[0]}***${target.slice(at)}`;
}
