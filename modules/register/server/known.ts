import type { Db } from "#kernel/server/db.ts";
import { named } from "#kernel/server/statement.ts";
import type { Language } from "#kernel/text.ts";

type Named = { readonly id: string; readonly name: string };

/** The newest registration of a person. */
export const newestOf = (db: Db, userId: string): Promise<{ id: string } | null> =>
  db.one(`select id from "SrmSupRegister" where "userId" = $1 order by "creationDate" desc limit 1`, [userId]);

/** The draft that this visitor wrote; nobody else's is ever answered. */
export const draftOf = <Draft>(db: Db, id: string, visitorHash: string): Promise<Draft | null> =>
  db.one<Draft>(`select * from "SrmSupRegister" where id = $1 and "visitorHash" = $2`, [id, visitorHash]);

/** Is a name of an account asked for by a registration that lives, or by one refused since then? */
export const isNameTaken = async (db: Db, userName: string, live: readonly string[], since: Date): Promise<boolean> =>
  (await db.one(
    `select 1 from "SrmSupRegister" where lower(username) = lower($1) and (status = any($2) or (status = 'REJECTED' and "lastUpdateDate" > $3))`,
    [userName, live, since],
  )) !== null;

/** How many other registrations came from an address since then, and when the first did. */
export const enrolledFrom = (db: Db, ip: string, since: Date, own: string): Promise<{ n: number; first: string | null } | null> =>
  db.one(
    `select count(*)::int as n, min("creationDate") as first from "SrmSupRegister" where "consentIp" = $1 and "creationDate" > $2 and id <> $3`,
    [ip, since, own],
  );

/** An invitation that may still be taken up, or that this very registration took up. */
export const openInvite = (
  db: Db,
  code: string,
  today: string,
  registerId: string | null,
): Promise<{ id: string; companyName: string; leadId: string | null; categoryIds: string[] } | null> =>
  db.one(
    `select id, "companyName", "leadId", "categoryIds" from "SrmSupRegisterInvite"
     where "inviteCode" = $1 and "validTo" >= $2 and (status in ('SENT', 'OPENED') or (status = 'REGISTERED' and "registerId" = $3))`,
    [code, today, registerId],
  );

/** The countries a company may say it is from. */
export const countriesIn = (db: Db, language: Language): Promise<(Named & { readonly code: string })[]> =>
  db.query(
    `select id, ${named({ language }, "t", "districtName")} as name, "districtCode" as code from "SrmBaseDistrict" t where "districtLevel" = 'COUNTRY' and "enabledFlag" = 'Y' order by 2`,
  );

/** What a company may say it sells. */
export const leafCategories = (db: Db, language: Language): Promise<Named[]> =>
  db.query(
    `select id, ${named({ language }, "t", "categoryName")} as name from "SrmBasePurchaseCategory" t where "enabledFlag" = 'Y' and "leafFlag" = 'Y' order by "categoryCode" limit 300`,
  );

/** These categories by name. */
export const categoriesNamed = (db: Db, ids: readonly string[], language: Language): Promise<Named[]> =>
  db.query(
    `select id, ${named({ language }, "t", "categoryName")} as name from "SrmBasePurchaseCategory" t where id = any($1) order by "categoryCode"`,
    [ids],
  );

/** Whom a company may wish to sell to. */
export const businessUnits = (db: Db, language: Language): Promise<Named[]> =>
  db.query(
    `select id, ${named({ language }, "t", "orgName")} as name from "BaseOrganization" t where "orgType" = 'BU' and "enabledFlag" = 'Y' order by "orgCode" limit 100`,
  );
