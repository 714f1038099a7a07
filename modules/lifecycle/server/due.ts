import { scheduleJob, scheduleRequest } from "#kernel/platform/schedule.entity.ts";
import { every, sql } from "#kernel/query.ts";
import type { Db } from "#kernel/server/db.ts";
import { category } from "#modules/base/index.ts";
import { supplierCategory, supplierControl, supplierInfo } from "#modules/supplier/index.ts";
import { dailyManage } from "../daily-manage.entity.ts";
import { qualify } from "../qualify.entity.ts";
import { quit } from "../quit.entity.ts";
import { agreementSigning, signingDetail } from "../signing.entity.ts";

type Named = { readonly id: string };

/** Measures whose first day has come and that are not yet in force. */
export function measuresBegun(db: Db, today: string): Promise<Named[]> {
  const d = every(dailyManage);
  return db.query<Named>(
    sql`select ${d.id} from ${d} where ${d.status} = 'APPROVED' and ${d.manageType} in ('FREEZE', 'SUSPEND')
       and ${d.startedFlag} = 'N' and ${d.endedFlag} = 'N' and ${d.startDate} <= ${today} order by ${d.id} limit 500`,
  );
}

/** Measures whose last day is behind us. */
export function measuresOver(db: Db, today: string): Promise<Named[]> {
  const d = every(dailyManage);
  return db.query<Named>(
    sql`select ${d.id} from ${d} where ${d.status} = 'APPROVED' and ${d.manageType} in ('FREEZE', 'SUSPEND')
       and ${d.endedFlag} = 'N' and ${d.endDate} < ${today} order by ${d.id} limit 500`,
  );
}

/** Suppliers with controls that have run out, and which. */
export function controlsOver(db: Db, today: string): Promise<{ readonly id: string; readonly ids: readonly string[] }[]> {
  const c = every(supplierControl);
  return db.query(
    sql`select ${c.supplierId} as id, array_agg(${c.id}) as ids from ${c}
      where ${c.controlStatus} = 'ACTIVE' and ${c.endDate} < ${today} group by 1 order by 1 limit 500`,
  );
}

/** Exits whose day has come; they are asked again every day until they are done. */
export function exitsDue(db: Db, today: string): Promise<Named[]> {
  const q = every(quit);
  return db.query<Named>(
    sql`select ${q.id} from ${q} where ${q.status} = 'APPROVED' and ${q.quitDate} <= ${today} order by ${q.id} limit 500`,
  );
}

/** Exits half a year ago, whose people may no longer read. */
export function guestsToEnd(db: Db, today: string): Promise<Named[]> {
  const q = every(quit);
  return db.query<Named>(
    sql`select ${q.id} from ${q} where ${q.status} = 'EFFECTIVE' and ${q.quitScope} = 'ALL' and ${q.accessEndedFlag} = 'N'
       and ${q.effectDate} <= ${today}::date - 180 order by ${q.id} limit 500`,
  );
}

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

/** Signed agreements that have ended or end within sixty days. */
export function agreementsEnding(db: Db, today: string): Promise<Named[]> {
  const [d, s] = [every(signingDetail), every(agreementSigning)];
  return db.query<Named>(
    sql`select distinct ${d.parentId} as id from ${d} join ${s} on ${s.id} = ${d.parentId}
     where ${s.status} = 'SIGNED' and ${d.detailStatus} = 'SIGNED' and ${d.validTo} <= ${today}::date + 60`,
  );
}
