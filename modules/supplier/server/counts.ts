import type { Db } from "#kernel/server/db.ts";

/** How much of everything a supplier has. */
export async function countsOf(db: Db, supplierId: string): Promise<Readonly<Record<string, number>>> {
  const row = await db.one<Record<string, number>>(
    `select (select count(*)::int from "SrmSupContact" where "supplierId" = $1 and "enabledFlag" = 'Y') as contacts,
            (select count(*)::int from "SrmSupLocation" where "supplierId" = $1 and "enabledFlag" = 'Y') as locations,
            (select count(*)::int from "SrmSupAccount" where "supplierId" = $1 and "enabledFlag" = 'Y') as accounts,
            (select count(*)::int from "SrmSupAccount" where "supplierId" = $1 and "enabledFlag" = 'Y' and "verifyStatus" <> 'VERIFIED') as unverified,
            (select count(*)::int from "SrmSupSite" where "supplierId" = $1 and "siteStatus" = 'ACTIVE') as sites,
            (select count(*)::int from "SrmSupQualification" where "supplierId" = $1 and "certStatus" in ('VALID', 'EXPIRING', 'EXPIRED')) as certificates,
            (select count(*)::int from "SrmSupQualification" where "supplierId" = $1 and "certStatus" = 'EXPIRED') as expired,
            (select count(*)::int from "SrmSupQualification" where "supplierId" = $1 and "certStatus" = 'EXPIRING') as expiring,
            (select count(*)::int from "SrmSupCategories" where "supplierId" = $1 and "categoryStatus" = 'QUALIFIED') as categories,
            (select count(*)::int from "SrmSupControl" where "supplierId" = $1 and "controlStatus" = 'ACTIVE') as controls`,
    [supplierId],
  );
  return row ?? {};
}

/** Open warnings by kind and weight, most first. */
export const openWarnings = (db: Db): Promise<{ warningType: string; severity: string; n: number }[]> =>
  db.query(
    `select "warningType", severity, count(*)::int as n from "SrmSupWarning" where status in ('OPEN', 'PROCESSING') group by 1, 2 order by 3 desc`,
  );

/** Warnings closed since then, and how long they were open on average. */
export const closedWarnings = (db: Db, since: Date): Promise<{ n: number; days: string | null } | null> =>
  db.one(
    `select count(*)::int as n, round(avg(extract(epoch from ("closeDate" - "creationDate")) / 86400)::numeric, 1)::text as days from "SrmSupWarning" where status = 'CLOSED' and "closeDate" >= $1`,
    [since],
  );
