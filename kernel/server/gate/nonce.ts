import type { Db } from "../database/db.ts";

/** Remembers which signed requests were seen, so that each is good once. */
export interface Nonces {
  /** True the first time, false ever after. */
  take(certificate: string, nonce: string, now: Date): boolean | Promise<boolean>;
  /** Requests signed before this moment cannot be told from replays and are refused. */
  readonly since: number;
  purge(now: Date): Promise<void>;
}

/** A signed request is valid at most this long: the window before and after the server's clock. */
const memoryMs = 600_000;
const generationMs = memoryMs / 2;

/** One process: three generations of five minutes each, the oldest forgotten whole. */
export function memoryNonces(start: Date): Nonces {
  let young = new Set<string>();
  let middle = new Set<string>();
  let old = new Set<string>();
  let turnedAt = start.getTime();
  return {
    since: start.getTime(),
    take(certificate, nonce, now) {
      while (now.getTime() - turnedAt >= generationMs) {
        old = middle;
        middle = young;
        young = new Set();
        turnedAt = now.getTime() - turnedAt >= memoryMs * 2 ? now.getTime() : turnedAt + generationMs;
      }
      const key = nonce + certificate;
      if (young.has(key) || middle.has(key) || old.has(key)) return false;
      young.add(key);
      return true;
    },
    purge: async () => undefined,
  };
}

/** Several processes share one table; it survives no crash of the database and needs not to, so it is unlogged. */
export const nonceTable = `create unlogged table if not exists "BaseSignNonce" (
  "certificate" text collate "C" not null, "nonce" text collate "C" not null, "seenAt" timestamptz not null, primary key ("certificate", "nonce"))`;

export function tableNonces(db: Db): Nonces {
  return {
    since: 0,
    async take(certificate, nonce, now) {
      const rows = await db.query(
        {
          name: "gate-nonce",
          text: `insert into "BaseSignNonce" ("certificate", "nonce", "seenAt") values ($1, $2, $3) on conflict do nothing returning 1`,
        },
        [certificate, nonce, now],
      );
      return rows.length === 1;
    },
    async purge(now) {
      await db.query(`delete from "BaseSignNonce" where "seenAt" < $1`, [new Date(now.getTime() - memoryMs)]);
    },
  };
}
