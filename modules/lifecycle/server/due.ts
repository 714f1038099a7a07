import { scheduleJob, scheduleRequest } from "#kernel/platform/schedule.entity.ts";
import { every, sql } from "#kernel/query.ts";
import type { Db } from "#kernel/server/database/db.ts";
import { category } from "#modules/base/index.ts";
import { supplierCategory, supplierInfo } from "#modules/supplier/index.ts";
import { qualify } from "../qualify.entity.ts";
import { signingDetail } from "../signing.entity.ts";

/** Suppliers of a category, or of one below it, whose qualification ends by a day and for which no review of it runs. */
export function requalifiable(
  db: Db,
  { categoryId, orgId, until }: { categoryId: string; orgId: string; until: string },
): Promise<{ supplierId: string; categoryIds: string[]; validTo: string }[]> {
  const [g, c, s, q] = [every(supplierCategory), every(category), every(supplierInfo), every(qualify)];
  return db.query(
    sql`select ${g.supplierId}, array_agg(distinct ${g.categoryId}) as "categoryIds", min(${g.validTo})::text as "validTo"
      from ${g} join ${c} on ${c.id} = ${g.categoryId} join ${s} on ${s.id} = ${g.supplierId}
      where ${g.categoryStatus} in ('QUALIFIED', 'SUSPENDED') and ${g.validTo} <= ${until} and (${g.orgId} = ${orgId} or ${g.orgId} is null)
        and (${c.id} = ${categoryId} or ${c.idPath} like '%' || ${categoryId} || '/%')
        and ${s.blacklistFlag} = 'N' and ${s.quitScopeAll} = 'N' and ${s.mergedIntoId} is null
        and not exists (select 1 from ${q} where ${q.supplierId} = ${g.supplierId} and ${q.orgId} = ${orgId} and ${q.purpose} = 'REQUALIFY'
          and ${q.status} not in ('APPROVED', 'CANCELLED') and ${q.categoryIds} ? ${g.categoryId})
      group by 1 order by min(${g.validTo}), 1 limit 2000`,
  );
}

/** How far a request of a program is, told to whoever made it. */
export function requestState(
  db: Db,
  jobCode: string,
  requestId: string,
  userId: string,
): Promise<Readonly<Record<string, string | number | null>> | null> {
  const [r, j] = [every(scheduleRequest), every(scheduleJob)];
  return db.one(
    sql`select ${r.status}, ${r.progress}, ${r.resultMsg}, ${r.resultMsgEn} from ${r} join ${j} on ${j.id} = ${r.jobId}
      where ${r.id} = ${requestId} and ${j.jobCode} = ${jobCode} and ${r.createdBy} = ${userId}`,
  );
}

/** The signing that an outside flow belongs to. */
export function signingOfFlow(db: Db, flowId: string): Promise<{ parentId: string } | null> {
  const d = every(signingDetail);
  return db.one(sql`select ${d.parentId} from ${d} where ${d.flowId} = ${flowId}`);
}
