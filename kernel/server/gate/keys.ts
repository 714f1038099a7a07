import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  generateKeyPair,
  hkdfSync,
  randomBytes,
  webcrypto,
} from "node:crypto";
import type { KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { msOf, shift } from "#kernel/time.ts";
import type { Db } from "../database/db.ts";
import { insertRow, lockName } from "./rows.ts";
import type { Vault } from "./vault.ts";

export interface Pepper {
  readonly id: string;
  readonly key: KeyObject;
}

/** The server's secrets: nothing here ever leaves the process but public halves, seals and MACs. */
export interface Keys {
  /** AES-256-GCM under the master key; the second text must be the same when opening. */
  seal(plain: Uint8Array | string, binding: string): string;
  unseal(sealed: string, binding: string): Buffer | null;
  /** A keyed digest that can be compared but not computed by whoever steals the table. */
  mac(purpose: string, text: string): string;
  readonly pepper: Pepper;
  pepperOf(id: string | null): Pepper | undefined;
  readonly peppers: readonly Pepper[];
  /** The public half clients encrypt under, and its name. */
  envelope(): { readonly keyId: string; readonly publicKey: string };
  /** The wrapped key of an envelope, or null when key or padding do not fit. */
  unwrap(keyId: string, wrapped: Uint8Array, now: Date): Promise<Buffer | null>;
  /** Reads the table again and makes a new pair when the youngest is a year old; the old one is accepted for 24 hours more. */
  renew(now: Date): Promise<void>;
}

interface Pair {
  readonly keyId: string;
  readonly publicKey: string;
  readonly privateKey: webcrypto.CryptoKey;
  readonly createdAt: number;
  readonly retireAt: number | null;
}

const lifeOfPair = msOf({ days: 365 });
const makePair = promisify(generateKeyPair);
const oaep = { name: "RSA-OAEP", hash: "SHA-256" } as const;

const derive = (secret: Buffer, info: string): KeyObject => createSecretKey(Buffer.from(hkdfSync("sha256", secret, "BASE-SRM", info, 32)));

/** Opens the vault, makes what is missing on a first start, and reads the rest. */
export async function openKeys(db: Db, vault: Vault, now: Date): Promise<Keys> {
  const master = await secretOf(vault, "master.m1.key");
  const sealing = derive(master, "seal");
  const marking = derive(master, "mac");
  const peppers = await readPeppers(vault);
  const current = peppers.at(-1)!;
  let pairs: readonly Pair[] = [];
  let readAt = 0;
  /** Another process may have made a pair; strangers who invent names make us look once a second at most. */
  const reread = async (at: Date) => {
    readAt = at.getTime();
    pairs = await readPairs(db, vault, at);
  };

  const keys: Keys = {
    seal(plain, binding) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", sealing, iv).setAAD(Buffer.from(binding));
      return `m1.${Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString("base64url")}`;
    },
    unseal(sealed, binding) {
      if (!sealed.startsWith("m1.")) return null;
      const bytes = Buffer.from(sealed.slice(3), "base64url");
      if (bytes.length < 28) return null;
      const plain = openGcm(sealing, bytes.subarray(0, 12), bytes.subarray(12), binding);
      return plain;
    },
    mac: (purpose, text) => createHmac("sha256", marking).update(`${purpose}|${text}`).digest("hex"),
    pepper: current,
    peppers,
    pepperOf: (id) => peppers.find((pepper) => pepper.id === id),
    envelope: () => ({ keyId: pairs[0]!.keyId, publicKey: pairs[0]!.publicKey }),
    async unwrap(keyId, wrapped, at) {
      if (!pairs.some((p) => p.keyId === keyId) && at.getTime() - readAt >= 1000) await reread(at);
      const pair = pairs.find((p) => p.keyId === keyId && (p.retireAt === null || p.retireAt > at.getTime()));
      if (!pair || wrapped.length !== 256) return null;
      try {
        return Buffer.from(await webcrypto.subtle.decrypt(oaep, pair.privateKey, wrapped as Uint8Array<ArrayBuffer>));
      } catch {
        return null;
      }
    },
    async renew(at) {
      pairs = await db.tx(async (tx) => {
        await lockName(tx, "gate.keys");
        const known = await readPairs(tx, vault, at);
        if (known[0] && known[0].retireAt === null && at.getTime() - known[0].createdAt < lifeOfPair) return known;
        await tx.query(`update "BaseServerKey" set "retireAt" = $1 where "purpose" = 'ENVELOPE' and "retireAt" is null`, [
          shift(at, { days: 1 }),
        ]);
        await addPair(tx, vault, at);
        return readPairs(tx, vault, at);
      });
    },
  };
  await keys.renew(now);
  return keys;
}

/** GCM with the 16-byte tag behind the ciphertext; null instead of an error, so that no cause is told. */
export function openGcm(key: KeyObject | Buffer, iv: Buffer, data: Buffer, binding: string): Buffer | null {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: 16 })
      .setAAD(Buffer.from(binding))
      .setAuthTag(data.subarray(-16));
    return Buffer.concat([decipher.update(data.subarray(0, -16)), decipher.final()]);
  } catch {
    return null;
  }
}

async function secretOf(vault: Vault, name: string): Promise<Buffer> {
  const bytes = (await vault.read(name)) ?? (await vault.keep(name, randomBytes(32)));
  if (bytes.length < 32) throw new Error(`the key ${name} is shorter than 32 bytes`);
  return bytes;
}

/** All peppers ever used, oldest first; the youngest is the one new passwords get. */
async function readPeppers(vault: Vault): Promise<Pepper[]> {
  const names = await vault.names("pepper.");
  const ids = names.map((name) => /^pepper\.(p\d+)\.key$/.exec(name)?.[1]).filter((id) => id !== undefined);
  if (ids.length === 0) ids.push("p1");
  ids.sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  return Promise.all(ids.map(async (id) => ({ id, key: createSecretKey(await secretOf(vault, `pepper.${id}.key`)) })));
}

interface PairRow {
  keyId: string;
  publicPem: string;
  privateRef: string;
  createdAt: string;
  retireAt: string | null;
}

async function readPairs(db: Pick<Db, "query">, vault: Vault, now: Date): Promise<Pair[]> {
  const rows = await db.query<PairRow>(
    `select "keyId", "publicPem", "privateRef", "createdAt", "retireAt" from "BaseServerKey" where "purpose" = 'ENVELOPE' order by "retireAt" desc nulls first, "createdAt" desc`,
  );
  const pairs: Pair[] = [];
  for (const row of rows) {
    if (row.retireAt !== null && Date.parse(row.retireAt) <= now.getTime()) {
      await vault.drop(row.privateRef);
      continue;
    }
    const pem = await vault.read(row.privateRef);
    if (!pem) continue;
    const der = Buffer.from(pem.toString().replace(/-----[A-Z ]+-----|\s/g, ""), "base64");
    const privateKey = await webcrypto.subtle.importKey("pkcs8", der, oaep, false, ["decrypt"]);
    pairs.push({
      keyId: row.keyId,
      publicKey: row.publicPem,
      privateKey,
      createdAt: Date.parse(row.createdAt),
      retireAt: row.retireAt === null ? null : Date.parse(row.retireAt),
    });
  }
  return pairs;
}

async function addPair(db: Pick<Db, "query">, vault: Vault, now: Date): Promise<void> {
  const { publicKey, privateKey } = await makePair("rsa", { modulusLength: 2048, publicExponent: 65_537 });
  const keyId = `e${randomBytes(6).toString("hex")}`;
  const privateRef = `envelope.${keyId}.pem`;
  await vault.keep(privateRef, Buffer.from(privateKey.export({ type: "pkcs8", format: "pem" })));
  const publicPem = publicKey.export({ type: "spki", format: "pem" }).toString();
  await insertRow(
    db,
    "BaseServerKey",
    { keyId, purpose: "ENVELOPE", algorithm: "RSA-OAEP-2048-SHA256", publicPem, privateRef, createdAt: now, retireAt: null },
    now,
  );
}
