import type { Db } from "#kernel/server/db.ts";

type Named = { readonly id: string };

/** Entries of the blacklist whose last day is behind us. */
export const entriesOver = (db: Db, today: string): Promise<Named[]> =>
  db.query<Named>(
    `select id from "SrmSlcSupplierBlacklist"
      where direction = 'IN' and status = 'EFFECTIVE' and "permanentFlag" = 'N' and "endDate" < $1 order by id limit 500`,
    [today],
  );

/** Approved changes whose day has come. */
export const changesDue = (db: Db, today: string): Promise<Named[]> =>
  db.query<Named>(
    `select id from "SrmSupChangeInfo" where status = 'APPROVED' and "effectDate" <= $1 order by "effectDate", id limit 1000`,
    [today],
  );

/** Introductions with a node that should be done by now. */
export const introductionsLate = (db: Db, today: string): Promise<Named[]> =>
  db.query<Named>(
    `select distinct t.id from "SrmSlcIntroduceTrack" t join "SrmSlcIntroduceTrackNode" n on n."parentId" = t.id
      where t."trackStatus" = 'RUNNING' and n."nodeStatus" in ('OPEN', 'DOING', 'CONDITIONAL') and n."dueDate" < $1 order by t.id limit 2000`,
    [today],
  );

/** Suppliers whose standing may be another one today: a permission, a control or a certificate ends or begins, or a grant for the whole group was written down otherwise before. */
export const standingsDue = (db: Db, today: string): Promise<Named[]> =>
  db.query<Named>(
    `select id from "SrmSupInfo" s where "infoStatus" = 'EFFECTIVE' and "mergedIntoId" is null and (
        ("supStatus" = 'TEMPORARY' and "tempValidTo" < $1)
        or exists (select 1 from "SrmSupCategories" c where c."supplierId" = s.id and ((c."categoryStatus" = 'QUALIFIED' and c."validTo" < $1) or (c."categoryStatus" = 'TRIAL' and c."trialValidTo" < $1)))
        or ("grantedOrgIds" is not null and exists (select 1 from "SrmSupCategories" c where c."supplierId" = s.id and c."orgId" is null and c."categoryStatus" not in ('EXITED', 'CANDIDATE')))
        or exists (select 1 from "SrmSupControl" k where k."supplierId" = s.id and k."controlStatus" = 'ACTIVE' and (k."startDate" = $1 or k."endDate" < $1))
        or exists (select 1 from "SrmSupQualification" q where q."supplierId" = s.id and q."certStatus" = 'UPCOMING' and q."validFrom" <= $1)
        or exists (select 1 from "SrmSupQualification" q where q."supplierId" = s.id and q."longTermFlag" = 'N' and ((q."certStatus" in ('VALID', 'EXPIRING') and q."validTo" < $1) or (q."certStatus" = 'VALID' and q."validTo" <= $1::date + 90))))
      order by id limit 20000`,
    [today],
  );

/** Every supplier in force. */
export const suppliersInForce = (db: Db): Promise<Named[]> =>
  db.query<Named>(`select id from "SrmSupInfo" where "infoStatus" = 'EFFECTIVE' and "mergedIntoId" is null order by id`);

/** The earliest warning that any requirement asks for, in days before a certificate ends. */
export const earliestWarning = async (db: Db): Promise<number> => {
  const most = await db.one<{ days: number }>(
    `select coalesce(max(d::int), 90) as days from "SrmSlcQualificationRequire" r, regexp_split_to_table(coalesce(r."warnDays", ''), ',') d where r.status = 'EFFECTIVE' and d <> ''`,
  );
  return most?.days ?? 90;
};

/** Suppliers with certificates whose status no longer fits the day. */
export const certificatesAged = (db: Db, today: string, soon: string): Promise<Named[]> =>
  db.query<Named>(
    `select distinct "supplierId" as id from "SrmSupQualification" where "longTermFlag" = 'N' and "validTo" is not null
     and (("validTo" < $1 and "certStatus" in ('VALID', 'EXPIRING')) or ("validTo" >= $1 and "validTo" <= $2 and "certStatus" = 'VALID')) order by 1`,
    [today, soon],
  );

/** Which of these suppliers have a light that is not green or open warnings; a warning of bank data is closed by people alone. */
export const watchedAmong = (db: Db, ids: readonly string[]): Promise<{ id: string; warned: boolean }[]> =>
  db.query(
    `select s.id, exists (select 1 from "SrmSupWarning" w where w."supplierId" = s.id and w.status in ('OPEN', 'PROCESSING', 'IGNORED') and w."warningType" <> 'BANK_CHANGED') as warned
     from "SrmSupInfo" s where s.id = any($1) and (s."riskLight" <> 'GREEN' or exists (select 1 from "SrmSupWarning" w where w."supplierId" = s.id and w.status in ('OPEN', 'PROCESSING', 'IGNORED')))`,
    [ids],
  );
