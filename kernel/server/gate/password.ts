import { createHmac, randomInt } from "node:crypto";
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { failedRules, passwordFloor, type PasswordRules } from "#kernel/password.ts";
import type { Keys, Pepper } from "./keys.ts";
import { deny } from "./refusals.ts";

/** Cost of one password hash, in KiB and rounds. */
export interface Argon {
  readonly memoryCost: number;
  readonly timeCost: number;
}

/** ARGON2_MEMORY_KIB and ARGON2_ROUNDS: small machines may go down to 19456 KiB and 2 rounds, never below. */
export const argonFrom = (env: Readonly<Record<string, string | undefined>>): Argon => ({
  memoryCost: Math.max(19_456, Number(env["ARGON2_MEMORY_KIB"] ?? 65_536) || 65_536),
  timeCost: Math.max(2, Number(env["ARGON2_ROUNDS"] ?? 3) || 3),
});

export interface Passwords {
  hash(password: string): Promise<{ phc: string; pepperId: string }>;
  /** False for a wrong password, for an unknown pepper and for no account at all, after the same work. */
  matches(password: string, phc: string | null, pepperId: string | null): Promise<boolean>;
  /** Was it one of these? Old ones may carry an older pepper. */
  isOneOf(password: string, phcs: readonly string[]): Promise<boolean>;
  /** True when the stored hash was made with other costs or an older pepper than today's. */
  isOutdated(phc: string, pepperId: string | null): boolean;
}

const atOnce = 4;
const mayWait = 50;

/** At most so many at once; when too many wait, the newcomer is told that the system is busy. */
export function queue(width: number, longest: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= width) {
      if (waiting.length >= longest) throw deny("SYS_BUSY");
      await new Promise<void>((go) => waiting.push(go));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

export function openPasswords(keys: Keys, argon: Argon): Passwords {
  const costs = { ...argon, parallelism: 1, outputLen: 32, algorithm: 2 };
  const turn = queue(atOnce, mayWait);
  // as text, because the hash takes nothing that is not UTF-8
  const peppered = (password: string, pepper: Pepper) => createHmac("sha256", pepper.key).update(password, "utf8").digest("base64url");
  const hashNow = (password: string) => turn(() => hash(peppered(password, keys.pepper), costs));
  let dummy: Promise<string> | null = null;

  const matches: Passwords["matches"] = async (password, phc, pepperId) => {
    const pepper = keys.pepperOf(pepperId);
    const stranger = await (dummy ??= hashNow("nobody").catch((error: unknown) => {
      dummy = null;
      throw error;
    }));
    if (!phc || !pepper) {
      await turn(() => verify(stranger, peppered(password, keys.pepper)));
      return false;
    }
    return turn(() => verify(phc, peppered(password, pepper)));
  };

  return {
    hash: async (password) => ({ phc: await hashNow(password), pepperId: keys.pepper.id }),
    matches,
    async isOneOf(password, phcs) {
      for (const phc of phcs) for (const pepper of keys.peppers) if (await matches(password, phc, pepper.id)) return true;
      return false;
    },
    isOutdated(phc, pepperId) {
      const made = parseOptions(phc);
      return (
        pepperId !== keys.pepper.id || made.memoryCost !== costs.memoryCost || made.timeCost !== costs.timeCost || made.parallelism !== 1
      );
    },
  };
}

const alphabet = ["ABCDEFGHJKLMNPQRSTUVWXYZ", "abcdefghijkmnopqrstuvwxyz", "23456789", "-_.+*=%#"];

/** Sixteen characters an administrator may read out once; no look-alikes, all rules kept. */
export function randomPassword(account: string, rules: PasswordRules = passwordFloor): string {
  for (;;) {
    const length = Math.max(16, rules.minLength);
    const password = Array.from({ length }, (_, i) => {
      const set = i < alphabet.length ? alphabet[i]! : alphabet.join("");
      return set[randomInt(set.length)]!;
    });
    for (let i = password.length - 1; i > 0; i--) {
      const j = randomInt(i + 1);
      [password[i], password[j]] = [password[j]!, password[i]!];
    }
    const made = password.join("");
    if (failedRules(made, account, { ...rules, minClasses: Math.min(4, rules.minClasses) }).length === 0) return made;
  }
}
