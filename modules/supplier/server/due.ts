import { every, sql, type Column, type Sql } from "#kernel/query.ts";
import type { Db } from "#kernel/server/database/db.ts";
import { requirement } from "../requirement.entity.ts";
import { supplierCategory, supplierCertificate, supplierControl } from "../standing.entity.ts";
import { supplierInfo } from "../supplier.entity.ts";
import { supplierWarning } from "../warning.entity.ts";

type Named = { readonly id: string };

/** Suppliers whose standing may be another one today: a permission, a control or a certificate ends or begins, or a grant for the whole group was written down otherwise before. */
export function standingsDue(db: Db, today: string): Promise<Named[]> {
  const [s, c, k, q] = [every(supplierInfo), every(supplierCategory), every(supplierControl), every(supplierCertificate)];
  return db.query<Named>(
    sql`select ${s.id} from ${s} where ${s.infoStatus} = 'EFFECTIVE' and ${s.mergedIntoId} is null and (
        (${s.supStatus} = 'TEMPORARY' and ${s.tempValidTo} < ${today})
        or exists (select 1 from ${c} where ${c.supplierId} = ${s.id} and ((${c.categoryStatus} = 'QUALIFIED' and ${c.validTo} < ${today}) or (${c.categoryStatus} = 'TRIAL' and ${c.trialValidTo} < ${today})))
        or (${s.grantedOrgIds} is not null and exists (select 1 from ${c} where ${c.supplierId} = ${s.id} and ${c.orgId} is null and ${c.categoryStatus} not in ('EXITED', 'CANDIDATE')))
        or exists (select 1 from ${k} where ${k.supplierId} = ${s.id} and ${k.controlStatus} = 'ACTIVE' and (${k.startDate} = ${today} or ${k.endDate} < ${today}))
        or exists (select 1 from ${q} where ${q.supplierId} = ${s.id} and ${q.certStatus} = 'UPCOMING' and ${q.validFrom} <= ${today})
        or exists (select 1 from ${q} where ${q.supplierId} = ${s.id} and ${q.longTermFlag} = 'N' and ((${q.certStatus} in ('VALID', 'EXPIRING') and ${q.validTo} < ${today}) or (${q.certStatus} = 'VALID' and ${q.validTo} <= ${today}::date + 90))))
      order by ${s.id} limit 20000`,
  );
}

/** Every supplier in force. */
export function suppliersInForce(db: Db): Promise<Named[]> {
  const s = every(supplierInfo);
  return db.query<Named>(sql`select ${s.id} from ${s} where ${s.infoStatus} = 'EFFECTIVE' and ${s.mergedIntoId} is null order by ${s.id}`);
}

/** The earliest warning that any requirement asks for, in days before a certificate ends. */
export async function earliestWarning(db: Db): Promise<number> {
  const r = every(requirement);
  const most = await db.one<{ days: number }>(
    sql`select coalesce(max(d::int), 90) as days from ${r}, regexp_split_to_table(coalesce(${r.warnDays}, ''), ',') d where ${r.status} = 'EFFECTIVE' and d <> ''`,
  );
  return most?.days ?? 90;
}

/** Suppliers with certificates whose status no longer fits the day. */
export function certificatesAged(db: Db, today: string, soon: string): Promise<Named[]> {
  const q = every(supplierCertificate);
  return db.query<Named>(
    sql`select distinct ${q.supplierId} as id from ${q} where ${q.longTermFlag} = 'N' and ${q.validTo} is not null
     and ((${q.validTo} < ${today} and ${q.certStatus} in ('VALID', 'EXPIRING')) or (${q.validTo} >= ${today} and ${q.validTo} <= ${soon} and ${q.certStatus} = 'VALID')) order by 1`,
  );
}

/** Which of these suppliers have a light that is not green or open warnings; a warning of bank data is closed by people alone. */
export function watchedAmong(db: Db, ids: readonly string[]): Promise<{ id: string; warned: boolean }[]> {
  const [s, w] = [every(supplierInfo), every(supplierWarning)];
  const open = (supplier: Column): Sql =>
    sql`select 1 from ${w} where ${w.supplierId} = ${supplier} and ${w.status} in ('OPEN', 'PROCESSING', 'IGNORED')`;
  return db.query(
    sql`select ${s.id}, exists (${open(s.id)} and ${w.warningType} <> 'BANK_CHANGED') as warned
     from ${s} where ${s.id} = any(${ids}) and (${s.riskLight} <> 'GREEN' or exists (${open(s.id)}))`,
  );
}
