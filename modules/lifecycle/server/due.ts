import type { Db } from "#kernel/server/db.ts";

type Named = { readonly id: string };

/** Measures whose first day has come and that are not yet in force. */
export const measuresBegun = (db: Db, today: string): Promise<Named[]> =>
  db.query<Named>(
    `select id from "SrmSlcDailyManage" where status = 'APPROVED' and "manageType" in ('FREEZE', 'SUSPEND')
       and "startedFlag" = 'N' and "endedFlag" = 'N' and "startDate" <= $1 order by id limit 500`,
    [today],
  );

/** Measures whose last day is behind us. */
export const measuresOver = (db: Db, today: string): Promise<Named[]> =>
  db.query<Named>(
    `select id from "SrmSlcDailyManage" where status = 'APPROVED' and "manageType" in ('FREEZE', 'SUSPEND')
       and "endedFlag" = 'N' and "endDate" < $1 order by id limit 500`,
    [today],
  );

/** Suppliers with controls that have run out, and which. */
export const controlsOver = (db: Db, today: string): Promise<{ readonly id: string; readonly ids: readonly string[] }[]> =>
  db.query(
    `select "supplierId" as id, array_agg(id) as ids from "SrmSupControl"
      where "controlStatus" = 'ACTIVE' and "endDate" < $1 group by "supplierId" order by 1 limit 500`,
    [today],
  );

/** Exits whose day has come; they are asked again every day until they are done. */
export const exitsDue = (db: Db, today: string): Promise<Named[]> =>
  db.query<Named>(`select id from "SrmSlcSupplierQuit" where status = 'APPROVED' and "quitDate" <= $1 order by id limit 500`, [today]);

/** Exits half a year ago, whose people may no longer read. */
export const guestsToEnd = (db: Db, today: string): Promise<Named[]> =>
  db.query<Named>(
    `select id from "SrmSlcSupplierQuit" where status = 'EFFECTIVE' and "quitScope" = 'ALL' and "accessEndedFlag" = 'N'
       and "effectDate" <= $1::date - 180 order by id limit 500`,
    [today],
  );

/** Suppliers of a category, or of one below it, whose qualification ends by a day and for which no review of it runs. */
export const requalifiable = (
  db: Db,
  asked: { categoryId: string; orgId: string; until: string },
): Promise<{ supplierId: string; categoryIds: string[]; validTo: string }[]> =>
  db.query(
    `select g."supplierId", array_agg(distinct g."categoryId") as "categoryIds", min(g."validTo")::text as "validTo"
      from "SrmSupCategories" g join "SrmBasePurchaseCategory" c on c.id = g."categoryId" join "SrmSupInfo" s on s.id = g."supplierId"
      where g."categoryStatus" in ('QUALIFIED', 'SUSPENDED') and g."validTo" <= $3 and (g."orgId" = $2 or g."orgId" is null)
        and (c.id = $1 or c."idPath" like '%' || $1 || '/%') and s."blacklistFlag" = 'N' and s."quitScopeAll" = 'N' and s."mergedIntoId" is null
        and not exists (select 1 from "SrmSlcQualifyHeader" q where q."supplierId" = g."supplierId" and q."orgId" = $2 and q.purpose = 'REQUALIFY'
          and q.status not in ('APPROVED', 'CANCELLED') and q."categoryIds" ? g."categoryId")
      group by g."supplierId" order by min(g."validTo"), g."supplierId" limit 2000`,
    [asked.categoryId, asked.orgId, asked.until],
  );

/** How far a request of a program is, told to whoever made it. */
export const requestState = (
  db: Db,
  jobCode: string,
  requestId: string,
  userId: string,
): Promise<Readonly<Record<string, string | number | null>> | null> =>
  db.one(
    `select r.status, r.progress, r."resultMsg", r."resultMsgEn" from "BaseScheduleRequest" r join "BaseScheduleJob" j on j.id = r."jobId"
      where r.id = $1 and j."jobCode" = $2 and r."createdBy" = $3`,
    [requestId, jobCode, userId],
  );

/** The signing that an outside flow belongs to. */
export const signingOfFlow = (db: Db, flowId: string): Promise<{ parentId: string } | null> =>
  db.one(`select "parentId" from "SrmSlcAgreementSigningDetail" where "flowId" = $1`, [flowId]);

/** Signed agreements that have ended or end within sixty days. */
export const agreementsEnding = (db: Db, today: string): Promise<Named[]> =>
  db.query<Named>(
    `select distinct d."parentId" as id from "SrmSlcAgreementSigningDetail" d join "SrmSlcAgreementSigning" s on s.id = d."parentId"
     where s.status = 'SIGNED' and d."detailStatus" = 'SIGNED' and d."validTo" <= $1::date + 60`,
    [today],
  );
