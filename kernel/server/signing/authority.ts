import "reflect-metadata";
import { randomBytes, webcrypto } from "node:crypto";
import {
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509Certificate,
  X509CertificateGenerator,
  X509CrlGenerator,
  X509CrlReason,
} from "@peculiar/x509";
import { columns, every, sql } from "#kernel/query.ts";
import { signCertificate } from "#kernel/platform/signing.entity.ts";
import { addMonths } from "#kernel/days.ts";
import { dayIn, shift } from "#kernel/time.ts";
import type { Db } from "../database/db.ts";
import type { Keys } from "../gate/keys.ts";
import { insertRow } from "../gate/rows.ts";
import type { Vault } from "../gate/vault.ts";
import type { SigningKey } from "./cms.ts";

cryptoProvider.set(webcrypto as unknown as Crypto);

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const extractable = true;

/** Whom a certificate speaks of. */
export interface Holder {
  /** What tells one holder from another for ever. */
  readonly holder: string;
  readonly person: string;
  readonly company: string;
}

export interface Issued extends SigningKey {
  readonly serial: string;
}

interface Root {
  readonly certificate: X509Certificate;
  readonly key: webcrypto.CryptoKey;
}

const der = (certificate: X509Certificate): Uint8Array => new Uint8Array(certificate.rawData);
/** A name inside a certificate: what would end it is written as it is. */
const escaped = (text: string): string => text.replace(/[,+"\\<>;=#]/g, (char) => `\\${char}`).trim();
const until = (now: Date, years: number): Date => new Date(addMonths(dayIn(now.toISOString(), "UTC"), years * 12));
const importKey = (pkcs8: Uint8Array): Promise<webcrypto.CryptoKey> =>
  webcrypto.subtle.importKey("pkcs8", Uint8Array.from(pkcs8), algorithm, !extractable, ["sign"]);
const makePair = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(algorithm, extractable, ["sign", "verify"]) as Promise<webcrypto.CryptoKeyPair>;
const exportKey = async (pair: webcrypto.CryptoKeyPair): Promise<Buffer> =>
  Buffer.from(await webcrypto.subtle.exportKey("pkcs8", pair.privateKey));
/** Positive and never the same: a serial number begins with a digit below 8. */
const newSerial = (): string => `1${randomBytes(15).toString("hex").slice(1)}`;

const fileName = "signing-authority.pem";

/** The installation's own authority. Its key lies in the key folder, those of its holders sealed in the database. */
export class Authority {
  readonly #db: Db;
  readonly #keys: Pick<Keys, "seal" | "unseal">;
  readonly #vault: Vault;
  readonly #name: string;
  #root: Promise<Root> | null = null;

  constructor(db: Db, keys: Pick<Keys, "seal" | "unseal">, vault: Vault, name: string) {
    this.#db = db;
    this.#keys = keys;
    this.#vault = vault;
    this.#name = name;
  }

  /** Its certificate: whoever trusts it can check every signature without asking here. */
  async certificate(now: Date): Promise<Uint8Array> {
    return der((await this.#open(now)).certificate);
  }

  /** Key and certificate lie in one file, so that two processes that begin together agree on both. */
  #open(now: Date): Promise<Root> {
    return (this.#root ??= this.#read(now).catch((error: unknown) => {
      this.#root = null;
      throw error;
    }));
  }

  async #read(now: Date): Promise<Root> {
    const held = (await this.#vault.read(fileName)) ?? (await this.#vault.keep(fileName, await this.#make(now)));
    const [key = "", certificate = ""] = held.toString("utf8").split("\n");
    return { key: await importKey(Buffer.from(key, "base64")), certificate: new X509Certificate(Buffer.from(certificate, "base64")) };
  }

  async #make(now: Date): Promise<Buffer> {
    const pair = await makePair();
    const made = await X509CertificateGenerator.createSelfSigned({
      serialNumber: newSerial(),
      name: `CN=${escaped(this.#name)} Signing Authority, O=${escaped(this.#name)}`,
      notBefore: now,
      notAfter: until(now, 30),
      keys: pair as never,
      signingAlgorithm: algorithm,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      ],
    });
    return Buffer.from(`${(await exportKey(pair)).toString("base64")}\n${Buffer.from(der(made)).toString("base64")}\n`);
  }

  /** The certificate in force of a holder, made where there is none. */
  async issued(holder: Holder, now: Date): Promise<Issued> {
    const root = await this.#open(now);
    const subject = `CN=${escaped(holder.person)}${holder.company ? `, O=${escaped(holder.company)}` : ""}`;
    const c = every(signCertificate);
    const [known] = await this.#db.query<{ serial: string; certificate: string; sealedKey: string }>(
      sql`select ${columns(c, "serial", "certificate", "sealedKey")} from ${c}
          where ${c.holder} = ${holder.holder} and ${c.subject} = ${subject} and ${c.revokedAt} is null and ${c.notAfter} > ${now.toISOString()}
          order by ${c.notAfter} desc limit 1`,
    );
    const key = known && this.#keys.unseal(known.sealedKey, `signing|${known.serial}`);
    if (known && key)
      return {
        serial: known.serial,
        chain: [Buffer.from(known.certificate, "base64"), der(root.certificate)],
        key: await importKey(key),
      };
    return this.#issue(root, holder.holder, subject, now);
  }

  async #issue(root: Root, holder: string, subject: string, now: Date): Promise<Issued> {
    const pair = await makePair();
    const serial = newSerial();
    const made = await X509CertificateGenerator.create({
      serialNumber: serial,
      subject,
      issuer: root.certificate.subject,
      notBefore: new Date(now.getTime() - 60_000),
      notAfter: until(now, 3),
      publicKey: pair.publicKey as never,
      signingKey: root.key as never,
      signingAlgorithm: algorithm,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true),
        new ExtendedKeyUsageExtension(["1.3.6.1.5.5.7.3.36"]),
      ],
    });
    const key = await exportKey(pair);
    const values = {
      serial,
      holder,
      subject,
      certificate: Buffer.from(der(made)).toString("base64"),
      sealedKey: this.#keys.seal(key, `signing|${serial}`),
      notBefore: now,
      notAfter: made.notAfter,
      revokedAt: null,
      revokedWhy: null,
    };
    await insertRow(this.#db, signCertificate.name, values, now);
    return { serial, chain: [der(made), der(root.certificate)], key: await importKey(key) };
  }

  /** Certificates by their serial numbers, for whoever checks signatures elsewhere. */
  async certificates(serials: readonly string[]): Promise<readonly { serial: string; subject: string; bytes: Uint8Array }[]> {
    const c = every(signCertificate);
    const rows = await this.#db.query<{ serial: string; subject: string; certificate: string }>(
      sql`select ${columns(c, "serial", "subject", "certificate")} from ${c} where ${c.serial} = any(${serials}::text[]) order by ${c.serial}`,
    );
    return rows.map(({ serial, subject, certificate }) => ({ serial, subject, bytes: Buffer.from(certificate, "base64") }));
  }

  /** From now on nothing signed with a certificate of this person or company is accepted: a holder names both. */
  async revoke(holder: string, why: string, now: Date): Promise<void> {
    await this.#db.query(
      `update "BaseSignCertificate" set "revokedAt" = $2, "revokedWhy" = $3 where $1 = any(string_to_array("holder", '|')) and "revokedAt" is null`,
      [holder, now, why],
    );
  }

  /** By serial number: since when a certificate counts no more. */
  async revoked(): Promise<ReadonlyMap<string, Date>> {
    const c = every(signCertificate);
    const rows = await this.#db.query<{ serial: string; revokedAt: string }>(
      sql`select ${columns(c, "serial", "revokedAt")} from ${c} where ${c.revokedAt} is not null`,
    );
    return new Map(rows.map((row) => [row.serial, new Date(row.revokedAt)]));
  }

  /** The list of revoked certificates as others read it, signed by the authority, good for a week. */
  async revocationList(now: Date): Promise<Uint8Array> {
    const root = await this.#open(now);
    const entries = [...(await this.revoked())].map(([serialNumber, revocationDate]) => ({
      serialNumber,
      revocationDate,
      reason: X509CrlReason.unspecified,
    }));
    const list = await X509CrlGenerator.create({
      issuer: root.certificate.subject,
      thisUpdate: now,
      nextUpdate: shift(now, { days: 7 }),
      entries,
      signingAlgorithm: algorithm,
      signingKey: root.key as never,
    });
    return new Uint8Array(list.rawData);
  }
}
