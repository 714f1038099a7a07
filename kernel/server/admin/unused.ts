import type { Db } from "../database/db.ts";

/** Marks the accounts nobody has signed in with for ninety days, and unmarks the others; answers how many are newly marked. */
export async function stampUnused(db: Pick<Db, "query">, now: Date): Promise<number> {
  const last = `coalesce(u."lastLoginTime", u."creationDate")`;
  const isUnused = `u."userStatus" = 'ACTIVE' and u."userType" <> 'SYSTEM' and ${last} < $1::timestamptz - interval '90 days'`;
  // A stamp like that of the last sign-in: it changes no version and needs no history of its own.
  const rows = await db.query<{ since: string | null }>(
    `update "BaseUsers" u set "unusedSince" = case when ${isUnused} then ${last} end
     where u."unusedSince" is distinct from case when ${isUnused} then ${last} end returning u."unusedSince" as since`,
    [now],
  );
  return rows.filter((row) => row.since !== null).length;
}
