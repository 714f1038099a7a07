import { organization } from "#kernel/platform/organization.entity.ts";
import { every, sql, worded } from "#kernel/query.ts";
import type { Db } from "#kernel/server/database/db.ts";
import type { Language } from "#kernel/text.ts";
import { category, district } from "#modules/base/index.ts";
import { invite } from "../invite.entity.ts";
import { register } from "../register.entity.ts";

type Named = { readonly id: string; readonly name: string };

/** The newest registration of a person. */
export function newestOf(db: Db, userId: string): Promise<{ id: string } | null> {
  const r = every(register);
  return db.one(sql`select ${r.id} from ${r} where ${r.userId} = ${userId} order by ${r.creationDate} desc limit 1`);
}

/** The draft that this visitor wrote; nobody else's is ever answered. */
export function draftOf<Draft>(db: Db, id: string, visitorHash: string): Promise<Draft | null> {
  const r = every(register);
  return db.one<Draft>(sql`select * from ${r} where ${r.id} = ${id} and ${r.visitorHash} = ${visitorHash}`);
}

/** Is a name of an account asked for by a registration that lives, or by one refused since then? */
export async function isNameTaken(db: Db, userName: string, live: readonly string[], since: Date): Promise<boolean> {
  const r = every(register);
  const found = await db.one(
    sql`select 1 from ${r} where lower(${r.username}) = lower(${userName})
      and (${r.status} = any(${live}) or (${r.status} = 'REJECTED' and ${r.lastUpdateDate} > ${since}))`,
  );
  return found !== null;
}

/** How many other registrations came from an address since then, and when the first did. */
export function enrolledFrom(db: Db, ip: string, since: Date, own: string): Promise<{ n: number; first: string | null } | null> {
  const r = every(register);
  return db.one(
    sql`select count(*)::int as n, min(${r.creationDate}) as first from ${r} where ${r.consentIp} = ${ip} and ${r.creationDate} > ${since} and ${r.id} <> ${own}`,
  );
}

/** An invitation that may still be taken up, or that this very registration took up. */
export function openInvite(
  db: Db,
  code: string,
  today: string,
  registerId: string | null,
): Promise<{ id: string; companyName: string; leadId: string | null; categoryIds: string[] } | null> {
  const i = every(invite);
  return db.one(
    sql`select ${i.id}, ${i.companyName}, ${i.leadId}, ${i.categoryIds} from ${i}
     where ${i.inviteCode} = ${code} and ${i.validTo} >= ${today}
       and (${i.status} in ('SENT', 'OPENED') or (${i.status} = 'REGISTERED' and ${i.registerId} = ${registerId}))`,
  );
}

/** The countries a company may say it is from. */
export function countriesIn(db: Db, language: Language): Promise<(Named & { readonly code: string })[]> {
  const d = every(district);
  return db.query(
    sql`select ${d.id}, ${worded({ language }, d.districtName)} as name, ${d.districtCode} as code from ${d}
      where ${d.districtLevel} = 'COUNTRY' and ${d.enabledFlag} = 'Y' order by 2`,
  );
}

/** What a company may say it sells. */
export function leafCategories(db: Db, language: Language): Promise<Named[]> {
  const c = every(category);
  return db.query(
    sql`select ${c.id}, ${worded({ language }, c.categoryName)} as name from ${c}
      where ${c.enabledFlag} = 'Y' and ${c.leafFlag} = 'Y' order by ${c.categoryCode} limit 300`,
  );
}

/** These categories by name. */
export function categoriesNamed(db: Db, ids: readonly string[], language: Language): Promise<Named[]> {
  const c = every(category);
  return db.query(
    sql`select ${c.id}, ${worded({ language }, c.categoryName)} as name from ${c} where ${c.id} = any(${ids}) order by ${c.categoryCode}`,
  );
}

/** Whom a company may wish to sell to. */
export function businessUnits(db: Db, language: Language): Promise<Named[]> {
  const o = every(organization);
  return db.query(
    sql`select ${o.id}, ${worded({ language }, o.orgName)} as name from ${o}
      where ${o.orgType} = 'BU' and ${o.enabledFlag} = 'Y' order by ${o.orgCode} limit 100`,
  );
}
