import { nameResponsibility, readResponsibility } from "../access/lent.ts";
import { createSecretKey, hash, hkdfSync, randomBytes, timingSafeEqual, type KeyObject } from "node:crypto";
import { signKeyInfo } from "#kernel/sign.ts";
import type { Proof, ProofWay } from "#kernel/proof.ts";
import type { Language } from "#kernel/text.ts";
import type { Db, Tx } from "../database/db.ts";
import { deviceOf } from "./device.ts";
import type { Keys } from "./keys.ts";
import type { EndReason } from "./refusals.ts";
import { insertRow, lockName } from "./rows.ts";

export type SessionKind = "ANONYMOUS" | "FULL" | "RESTRICTED";
/** PASSWORD: must be changed first. REGISTER: an applicant filling in a registration. */
export type Restriction = "PASSWORD" | "REGISTER" | null;
export type LoginMethod = "PASSWORD" | "OIDC" | "CODE";

/** What handlers may know of the session behind a request. */
export interface SessionInfo {
  readonly id: string;
  readonly certificate: string;
  readonly kind: SessionKind;
  readonly restriction: Restriction;
  readonly userId: string | null;
  readonly responsibilityId: string | null;
  readonly supplierId: string | null;
  readonly language: Language;
  readonly clientIp: string;
  readonly deviceName: string;
  /** The last proof of identity in this very session. */
  readonly proof?: Proof | null;
  /** The partner system that calls by itself, in the name of the account it runs as. */
  readonly app?: { readonly id: string; readonly name: string };
}

/** A session in memory: its key ready for use, its clock, its codes as digests. */
export interface Live {
  info: SessionInfo;
  readonly key: KeyObject;
  codeHash: string;
  prevHash: string | null;
  prevUntil: number | null;
  lastActiveAt: number;
  idleMs: number;
  absoluteAt: number;
  ended: EndReason | null;
  changedAt: string;
}

export interface Opening {
  readonly kind: SessionKind;
  readonly restriction: Restriction;
  readonly userId: string | null;
  readonly responsibilityId: string | null;
  readonly supplierId: string | null;
  readonly language: Language;
  readonly ip: string;
  readonly userAgent: string;
  readonly method: LoginMethod;
  /** The identity source that vouched for the person. */
  readonly source?: string | null;
  /** How the person proved who it is just now; null where a link or another system let in. */
  readonly proven?: ProofWay | null;
  /** The client's half of the sign key; without it (anonymous) the server makes the whole key and tells it. */
  readonly clientKey: Buffer | null;
  readonly idleMinutes: number;
  readonly maxSessions: number;
}

export interface Opened {
  readonly live: Live;
  readonly authorizationCode: string;
  readonly serverSalt: string;
  /** Only an anonymous session is told its key; a signed-in one computes it. */
  readonly signKey: string | null;
  readonly expiresAt: Date;
}

export interface Row {
  id: string;
  certificate: string;
  authCodeHash: string;
  prevAuthCodeHash: string | null;
  prevValidUntil: string | null;
  signKeyEnc: string;
  userId: string | null;
  sessionKind: SessionKind;
  restriction: Restriction;
  responsibilityId: string | null;
  authorisationId: string | null;
  supplierId: string | null;
  language: Language;
  clientIp: string;
  deviceName: string;
  lastActiveAt: string;
  absoluteExpiresAt: string;
  idleMinutes: number;
  provenAt: string | null;
  provenWay: ProofWay | null;
  endReason: EndReason | null;
  changedAt: string;
}

const rowColumns = `"id","certificate","authCodeHash","prevAuthCodeHash","prevValidUntil","signKeyEnc","userId","sessionKind","restriction","responsibilityId","authorisationId","supplierId","language","clientIp","deviceName","lastActiveAt","absoluteExpiresAt","idleMinutes","provenAt","provenWay","endReason","changedAt"`;

export const minute = 60_000;
export const absoluteHours = 12;
export const anonymousMinutes = 30;
const graceMs = 60_000;

export const hashCode = (code: string): string => hash("sha256", code);
/** Equal length and content, in a time that tells nothing. */
export function same(a: string, b: string): boolean {
  const left = Buffer.from(a, "latin1");
  const right = Buffer.from(b, "latin1");
  return left.length === right.length && timingSafeEqual(left, right);
}

/** What is current, as the two columns that keep it. */
export const responsibilityColumns = (name: string | null): { responsibilityId: string | null; authorisationId: string | null } =>
  name === null ? { responsibilityId: null, authorisationId: null } : readResponsibility(name);

const infoOf = (row: Row): SessionInfo => ({
  id: row.id,
  certificate: row.certificate,
  kind: row.sessionKind,
  restriction: row.restriction,
  userId: row.userId,
  responsibilityId: row.responsibilityId === null ? null : nameResponsibility({ ...row, responsibilityId: row.responsibilityId }),
  supplierId: row.supplierId,
  language: row.language,
  clientIp: row.clientIp,
  deviceName: row.deviceName,
  proof: row.provenAt !== null && row.provenWay !== null ? { at: row.provenAt, way: row.provenWay } : null,
});

/** The row with its key opened; null when the key was sealed under another master key. */
export function awaken(row: Row, keys: Keys): Live | null {
  const key = keys.unseal(row.signKeyEnc, row.certificate);
  if (!key) return null;
  return { key: createSecretKey(key), info: infoOf(row), lastActiveAt: Date.parse(row.lastActiveAt), ...movingParts(row) };
}

const movingParts = (row: Row) => ({
  codeHash: row.authCodeHash,
  prevHash: row.prevAuthCodeHash,
  prevUntil: row.prevValidUntil === null ? null : Date.parse(row.prevValidUntil),
  idleMs: row.idleMinutes * minute,
  absoluteAt: Date.parse(row.absoluteExpiresAt),
  ended: row.endReason,
  changedAt: row.changedAt,
});

/** Takes over what another process wrote; younger activity seen here stays, and an end is never taken back. */
export function takeOver(live: Live, row: Row): void {
  const ended = live.ended ?? row.endReason;
  Object.assign(live, movingParts(row), {
    ended,
    info: infoOf(row),
    lastActiveAt: Math.max(live.lastActiveAt, Date.parse(row.lastActiveAt)),
  });
}

export const readRow = (db: Pick<Db, "one">, certificate: string): Promise<Row | null> =>
  db.one<Row>({ name: "gate-session", text: `select ${rowColumns} from "BaseLoginSession" where "certificate" = $1` }, [certificate]);

export const readRows = (db: Pick<Db, "query">, certificates: readonly string[]): Promise<Row[]> =>
  db.query<Row>(`select ${rowColumns} from "BaseLoginSession" where "certificate" = any($1)`, [certificates]);

export const expiryOf = (live: Live): number => Math.min(live.absoluteAt, live.lastActiveAt + live.idleMs);

const anonymousHash = (certificate: string): string => hashCode(`anonymous|${certificate}`);

/** Both halves of the sign key made one, bound to the certificate. */
export const deriveSignKey = (clientKey: Buffer, serverSalt: Buffer, certificate: string): Buffer =>
  Buffer.from(hkdfSync("sha256", clientKey, serverSalt, signKeyInfo(certificate), 32));

/** Writes a new session; a user who has too many loses the oldest. Answers it together with the certificates that were ended. */
export async function openRow(db: Db, keys: Keys, opening: Opening, now: Date): Promise<Opened & { kicked: string[] }> {
  const certificate = randomBytes(24).toString("base64url");
  const code = opening.kind === "ANONYMOUS" ? "" : randomBytes(32).toString("base64url");
  const salt = randomBytes(32);
  const signKey = opening.clientKey ? deriveSignKey(opening.clientKey, salt, certificate) : randomBytes(32);
  const absolute = now.getTime() + (opening.kind === "ANONYMOUS" ? anonymousMinutes : absoluteHours * 60) * minute;
  const expires = new Date(Math.min(absolute, now.getTime() + opening.idleMinutes * minute));
  const values = {
    certificate,
    authCodeHash: code === "" ? anonymousHash(certificate) : hashCode(code),
    signKeyEnc: keys.seal(signKey, certificate),
    userId: opening.userId,
    sessionKind: opening.kind,
    restriction: opening.restriction,
    ...responsibilityColumns(opening.responsibilityId),
    supplierId: opening.supplierId,
    language: opening.language,
    clientIp: opening.ip.slice(0, 64),
    userAgent: opening.userAgent.slice(0, 400),
    deviceName: deviceOf(opening.userAgent).slice(0, 100),
    loginMethod: opening.method,
    ssoCode: opening.source ?? null,
    provenAt: opening.proven ? now : null,
    provenWay: opening.proven ?? null,
    lastActiveAt: now,
    expiresAt: expires,
    absoluteExpiresAt: new Date(absolute),
    idleMinutes: opening.idleMinutes,
    changedAt: now,
  };
  const write = (tx: Pick<Tx, "query">) => insertRow(tx, "BaseLoginSession", values, now, opening.userId ?? undefined);
  let kicked: string[] = [];
  if (opening.userId === null) await write(db);
  else
    kicked = await db.tx(async (tx) => {
      await lockName(tx, `gate.user.${opening.userId}`);
      const ended = await endOldest(tx, opening.userId!, opening.maxSessions - 1, now);
      await write(tx);
      return ended;
    });
  const live = awaken((await readRow(db, certificate))!, keys)!;
  return {
    live,
    authorizationCode: code,
    serverSalt: salt.toString("base64url"),
    signKey: opening.clientKey ? null : signKey.toString("base64url"),
    expiresAt: expires,
    kicked,
  };
}

async function endOldest(tx: Pick<Tx, "query">, userId: string, keep: number, now: Date): Promise<string[]> {
  const rows = await tx.query<{ certificate: string }>(
    `update "BaseLoginSession" set "endReason" = 'KICKED', "endedAt" = $3, "changedAt" = clock_timestamp() where "id" in (
       select "id" from "BaseLoginSession" where "userId" = $1 and "endReason" is null and "expiresAt" > $3 order by "creationDate" desc, "id" desc offset $2)
     returning "certificate"`,
    [userId, Math.max(0, keep), now],
  );
  return rows.map((row) => row.certificate);
}

export type CodeAnswer = "ok" | "firstSight" | "stolen" | "unknown";

/** The current code, or the one before it until the new one has been seen and 60 seconds more. */
export function judgeCode(live: Live, code: string, now: number): CodeAnswer {
  if (live.info.kind === "ANONYMOUS") return code === "" ? "ok" : "unknown";
  const given = hashCode(code);
  if (same(given, live.codeHash)) return live.prevHash !== null && live.prevUntil === null ? "firstSight" : "ok";
  if (live.prevHash === null || !same(given, live.prevHash)) return "unknown";
  return live.prevUntil !== null && now > live.prevUntil ? "stolen" : "ok";
}

/** The codes after a rotation; a code nobody has used yet is replaced, never kept beside two others. */
export function turnCodes(live: Live, presented: string, next: string): { codeHash: string; prevHash: string } {
  const unseen = live.prevHash !== null && live.prevUntil === null;
  const prevHash = unseen && same(hashCode(presented), live.prevHash!) ? live.prevHash! : live.codeHash;
  return { codeHash: hashCode(next), prevHash };
}

export const graceUntil = (now: number): number => now + graceMs;

/** Why a session is over by its own clock, or null. */
export function ranOut(live: Live, now: number): EndReason | null {
  if (now >= live.absoluteAt) return "ABSOLUTE";
  return now >= live.lastActiveAt + live.idleMs ? "IDLE" : null;
}
