import { createHmac, randomBytes } from "node:crypto";
import type { Account } from "./directory.ts";
import type { Gate } from "./gate.ts";
import { insertRow } from "./rows.ts";
import { digest, once, take, ticketLife } from "./ticket.ts";

const stepSeconds = 30;
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base32 as authenticator apps type it; anything else in it is ignored. */
export function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [value, bits] = [0, 0];
  for (const character of text.toUpperCase()) {
    const index = base32.indexOf(character);
    if (index < 0) continue;
    value = ((value << 5) | index) & 0xffff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >> bits) & 0xff);
    }
  }
  return Buffer.from(bytes);
}

/** Twenty random bytes as 32 letters. */
export const newTotpSecret = (): string => [...randomBytes(32)].map((byte) => base32[byte & 31]!).join("");

/** RFC 6238: six digits from the secret and the number of half minutes since 1970. */
export function totp(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = mac[19]! & 15;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds);

/** What an authenticator app reads from the square code. */
export const totpUri = (userName: string, secret: string): string =>
  `otpauth://totp/BASE%20SRM:${encodeURIComponent(userName)}?secret=${secret}&issuer=BASE%20SRM`;

export const sealTotpSecret = (gate: Gate, userId: string, secret: string): string => gate.keys.seal(secret, `totp|${userId}`);

/** One step early or late is forgiven; a code that was used is not taken again. */
export async function isRightTotp(gate: Gate, account: Account, code: unknown, now: Date): Promise<boolean> {
  const secret = account.mfaSecretEnc === null ? null : gate.keys.unseal(account.mfaSecretEnc, `totp|${account.userId}`);
  if (!secret || typeof code !== "string") return false;
  const step = [0, -1, 1].map((shift) => stepAt(now) + shift).find((at) => totp(secret.toString("utf8"), at) === code);
  return step !== undefined && once(gate.db, "TOTP", `${account.userId}|${step}`, now);
}

const recoveryCount = 8;
const nameOf = (userId: string, code: string): string => `RECOVERY|${userId}|${code.toUpperCase().replaceAll(/[^A-Z2-7]/g, "")}`;

/** Earlier codes of this person open nothing any more. */
export async function voidRecoveryCodes(gate: Gate, userId: string, now: Date): Promise<void> {
  await gate.db.query(`update "BaseTicket" set "usedAt" = $2 where purpose = 'RECOVERY' and "userId" = $1 and "usedAt" is null`, [
    userId,
    now,
  ]);
}

/** Codes to keep on paper: each stands in once for a lost authenticator. Only digests are kept, and earlier codes are void. */
export async function newRecoveryCodes(gate: Gate, userId: string, now: Date): Promise<string[]> {
  await voidRecoveryCodes(gate, userId, now);
  const codes = Array.from({ length: recoveryCount }, () =>
    newTotpSecret()
      .slice(0, 12)
      .replaceAll(/(.{4})(?=.)/g, "$1-"),
  );
  const expiresAt = new Date(now.getTime() + ticketLife.RECOVERY);
  for (const code of codes)
    await insertRow(
      gate.db,
      "BaseTicket",
      { ticketHash: digest(nameOf(userId, code)), purpose: "RECOVERY", userId, content: {}, tries: 0, expiresAt },
      now,
    );
  return codes;
}

/** How many are left to use. */
export async function recoveryCodesLeft(gate: Gate, userId: string): Promise<number> {
  const row = await gate.db.one<{ n: number }>(
    `select count(*)::int as n from "BaseTicket" where purpose = 'RECOVERY' and "userId" = $1 and "usedAt" is null`,
    [userId],
  );
  return row?.n ?? 0;
}

/** The six digits of the authenticator, or one of the codes kept for the day it is lost. */
export async function provesTotp(gate: Gate, account: Account, code: unknown, now: Date): Promise<boolean> {
  if (typeof code !== "string") return false;
  if (/^\d{6}$/.test(code)) return isRightTotp(gate, account, code, now);
  return (await take(gate.db, nameOf(account.userId, code), ["RECOVERY"], now)) !== null;
}
