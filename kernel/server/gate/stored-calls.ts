import type { Db } from "../database/db.ts";
import type { Row } from "../find/visible.ts";
import type { CallRule } from "./doors.ts";

type Reads = Pick<Db, "query" | "one">;

/** Does a button or an app refer to the call? */
const linked = `exists (select 1 from "BaseOauthApi" l where l."apiId" = a.id) or exists (select 1 from "BaseResourceApi" l where l."apiId" = a.id) as linked`;

/** What is set for calls of the product, by method and path: only what differs from an open, unlimited, unwritten call. */
export async function rulesOfCalls(db: Reads): Promise<ReadonlyMap<string, CallRule>> {
  const rows = await db.query<{ key: string; enabledFlag: string; perMinute: number | null; log: CallRule["log"] }>(
    `select method || ' ' || path as key, "enabledFlag", "rateLimitPerMin" as "perMinute", "logLevel" as log from "BaseApi"
     where "serviceCode" = 'BASE' and ("enabledFlag" = 'N' or "rateLimitPerMin" is not null or "logLevel" <> 'NONE')`,
  );
  return new Map(rows.map(({ key, enabledFlag, perMinute, log }) => [key, { enabled: enabledFlag === "Y", perMinute, log }]));
}

/** The calls of one system as they are registered, with what refers to them. */
export const callsOfSystem = <T = Row>(db: Reads, serviceCode: string): Promise<T[]> =>
  db.query<T>(`select a.*, ${linked} from "BaseApi" a where a."serviceCode" = $1 order by a.path, a.method`, [serviceCode]);

/** Who refers to a call: apps that may make it, buttons linked by hand. */
export async function referrersOfCall(db: Reads, apiId: string): Promise<{ readonly apps: Row[]; readonly resources: Row[] }> {
  const [apps, resources] = await Promise.all([
    db.query<Row>(
      `select a.id, a."appName", a.status from "BaseOauthApi" l join "BaseOauthApp" a on a.id = l."parentId" where l."apiId" = $1 order by 2`,
      [apiId],
    ),
    db.query<Row>(
      `select r.id, r."resourceCode", r."resourceName", r."resourceNameEn" from "BaseResourceApi" l join "BaseResource" r on r.id = l."resourceId" where l."apiId" = $1 order by 2`,
      [apiId],
    ),
  ]);
  return { apps, resources };
}

const what = "access.apis";

/** The description the register was last brought to. */
export const scannedDigest = async (db: Reads): Promise<string | null> =>
  (await db.one<{ digest: string }>(`select digest from "ShippedState" where what = $1`, [what]))?.digest ?? null;

export const keepScanned = (db: Reads, digest: string): Promise<unknown> =>
  db.query(
    `insert into "ShippedState" (what, digest) values ($1, $2) on conflict (what) do update set digest = excluded.digest, at = now()`,
    [what, digest],
  );
