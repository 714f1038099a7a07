import { all, every, sql, type Column, type Relation, type Sql } from "#kernel/query.ts";
import type { Db } from "#kernel/server/database/db.ts";
import { supplierAccount } from "../account.entity.ts";
import { supplierContact } from "../contact.entity.ts";
import { supplierLocation, supplierSite } from "../place.entity.ts";
import { supplierCategory, supplierCertificate, supplierControl } from "../standing.entity.ts";
import { supplierWarning } from "../warning.entity.ts";

/** How much of everything a supplier has. */
export async function countsOf(db: Db, supplierId: string): Promise<Readonly<Record<string, number>>> {
  const count = (of: Relation & { readonly supplierId: Column }, ...asked: readonly Sql[]): Sql =>
    sql`(select count(*)::int from ${of} where ${all(sql`${of.supplierId} = ${supplierId}`, ...asked)})`;
  const isOn = ({ enabledFlag }: { readonly enabledFlag: Column }): Sql => sql`${enabledFlag} = 'Y'`;
  const [c, l, a, s] = [every(supplierContact), every(supplierLocation), every(supplierAccount), every(supplierSite)];
  const [q, g, k] = [every(supplierCertificate), every(supplierCategory), every(supplierControl)];
  const row = await db.one<Record<string, number>>(
    sql`select ${count(c, isOn(c))} as contacts, ${count(l, isOn(l))} as locations, ${count(a, isOn(a))} as accounts,
      ${count(a, isOn(a), sql`${a.verifyStatus} <> 'VERIFIED'`)} as unverified, ${count(s, sql`${s.siteStatus} = 'ACTIVE'`)} as sites,
      ${count(q, sql`${q.certStatus} in ('VALID', 'EXPIRING', 'EXPIRED')`)} as certificates,
      ${count(q, sql`${q.certStatus} = 'EXPIRED'`)} as expired, ${count(q, sql`${q.certStatus} = 'EXPIRING'`)} as expiring,
      ${count(g, sql`${g.categoryStatus} = 'QUALIFIED'`)} as categories, ${count(k, sql`${k.controlStatus} = 'ACTIVE'`)} as controls`,
  );
  return row ?? {};
}

/** Open warnings by kind and weight, most first. */
export function openWarnings(db: Db): Promise<{ warningType: string; severity: string; n: number }[]> {
  const w = every(supplierWarning);
  return db.query(
    sql`select ${w.warningType}, ${w.severity}, count(*)::int as n from ${w} where ${w.status} in ('OPEN', 'PROCESSING') group by 1, 2 order by 3 desc`,
  );
}

/** Warnings closed since then, and how long they were open on average. */
export function closedWarnings(db: Db, since: Date): Promise<{ n: number; days: string | null } | null> {
  const w = every(supplierWarning);
  return db.one(
    sql`select count(*)::int as n, round(avg(extract(epoch from (${w.closeDate} - ${w.creationDate})) / 86400)::numeric, 1)::text as days
      from ${w} where ${w.status} = 'CLOSED' and ${w.closeDate} >= ${since}`,
  );
}
