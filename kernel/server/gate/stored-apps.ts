import type { Db } from "../database/db.ts";
import { insertRow } from "./rows.ts";

/** A partner system as it is kept: its secret as a digest, its key sealed, the earlier ones beside them for a day. */
export interface StoredApp {
  readonly id: string;
  readonly appName: string;
  readonly clientId: string;
  readonly status: string;
  readonly runAsUserId: string;
  readonly ipAllow: string | null;
  readonly rateLimitPerMin: number;
  readonly secretHash: string | null;
  readonly pepperId: string | null;
  readonly signKeyEnc: string | null;
  readonly secretNo: number;
  readonly prevSecretHash: string | null;
  readonly prevPepperId: string | null;
  readonly prevSignKeyEnc: string | null;
  readonly prevValidUntil: string | null;
  readonly expiresAt: string | null;
}

export interface StoredToken {
  readonly id: string;
  readonly scopes: readonly string[];
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
}

type Reads = Pick<Db, "query" | "one">;

/** The app behind a living token it was given itself, and which of its secrets fetched it. */
export const appOfToken = (
  db: Reads,
  tokenHash: string,
  clientId: string,
  now: Date,
): Promise<(StoredApp & { readonly tokenId: string; readonly scopes: readonly string[] | null; readonly ofSecret: number }) | null> =>
  db.one(
    `select a.*, t.id as "tokenId", t.scopes, t."secretNo" as "ofSecret" from "BaseOauthToken" t join "BaseOauthApp" a on a.id = t."appId"
     where t."tokenHash" = $1 and a."clientId" = $2 and t."revokedAt" is null and t."expiresAt" > $3 and a.status = 'ACTIVE' and (a."expiresAt" is null or a."expiresAt" > $3)`,
    [tokenHash, clientId, now],
  );

export const activeApp = (db: Reads, clientId: string): Promise<StoredApp | null> =>
  db.one<StoredApp>(`select * from "BaseOauthApp" where "clientId" = $1 and status = 'ACTIVE'`, [clientId]);

export const appById = (db: Reads, id: string): Promise<StoredApp | null> =>
  db.one<StoredApp>(`select * from "BaseOauthApp" where id = $1`, [id]);

/** The calls an app was given, by their codes. */
export async function scopesOfApp(db: Reads, appId: string): Promise<string[]> {
  const rows = await db.query<{ code: string }>(
    `select a."apiCode" as code from "BaseOauthApi" l join "BaseApi" a on a.id = l."apiId" where l."parentId" = $1 and a."enabledFlag" = 'Y' order by 1`,
    [appId],
  );
  return rows.map((row) => row.code);
}

/** The code of a call among those the app was given; null when it is not. */
export async function scopeOfCall(db: Reads, appId: string, method: string, path: string): Promise<string | null> {
  const row = await db.one<{ apiCode: string }>(
    `select a."apiCode" from "BaseOauthApi" l join "BaseApi" a on a.id = l."apiId"
     where l."parentId" = $1 and a.method = $2 and a.path = $3 and a."serviceCode" = 'BASE' and a."enabledFlag" = 'Y'`,
    [appId, method, path],
  );
  return row?.apiCode ?? null;
}

/** Keeps a token that was just handed out; the app's own row is only stamped. */
export async function keepToken(db: Reads, appId: string, token: Readonly<Record<string, unknown>>, now: Date): Promise<void> {
  await insertRow(db, "BaseOauthToken", { appId, ...token }, now);
  await db.query(`update "BaseOauthApp" set "lastUsedAt" = $2 where id = $1`, [appId, now]);
}

export const tokenOfApp = (db: Reads, appId: string, tokenHash: string): Promise<StoredToken | null> =>
  db.one<StoredToken>(
    `select id, scopes, "expiresAt", "revokedAt", "issuedAt" from "BaseOauthToken" where "tokenHash" = $1 and "appId" = $2`,
    [tokenHash, appId],
  );

/** Apps in use whose secret ends within the time. */
/** Does one of these responsibilities hold a privileged role? */
export async function holdsPrivileged(db: Reads, responsibilityIds: readonly string[]): Promise<boolean> {
  const row = await db.one(
    `select 1 from "BaseRespRole" rr join "BaseRole" r on r.id = rr."roleId" where rr."responsibilityId" = any($1) and r."privilegedFlag" = 'Y' limit 1`,
    [responsibilityIds],
  );
  return row !== null;
}
