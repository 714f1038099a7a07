import { createHmac, randomBytes } from "node:crypto";
import type { Account } from "./directory.ts";
import type { Gate } from "./gate.ts";
import { once } from "./ticket.ts";

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

export const sealTotpSecret = (gate: Gate, userId: string, secret: string): string => gate.keys.seal(secret, `totp|${userId}`);

/** One step early or late is forgiven; a code that was used is not taken again. */
export async function isRightTotp(gate: Gate, account: Account, code: unknown, now: Date): Promise<boolean> {
  const secret = account.mfaSecretEnc === null ? null : gate.keys.unseal(account.mfaSecretEnc, `totp|${account.userId}`);
  if (!secret || typeof code !== "string") return false;
  const step = [0, -1, 1].map((shift) => stepAt(now) + shift).find((at) => totp(secret.toString("utf8"), at) === code);
  return step !== undefined && once(gate.db, "TOTP", `${account.userId}|${step}`, now);
}
