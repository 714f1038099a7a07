import { organization } from "#kernel/platform/organization.entity.ts";
import { insidePending, supplierPending } from "#kernel/platform/todo.entity.ts";
import { every, sql } from "#kernel/query.ts";
import type { Db } from "#kernel/server/db.ts";
import { category, categoryBuyer } from "../category.entity.ts";
import { letterReceiver } from "../letter.entity.ts";
import { notice } from "../notice.entity.ts";
import { processTemplate } from "../process-template.entity.ts";
import { exchangeRate } from "../rate.entity.ts";
import { commonFile } from "../reader.entity.ts";

type Named = { readonly id: string };

/** Notices whose hour of going out has come. */
export function noticesToGoOut(db: Db, now: Date): Promise<Named[]> {
  const n = every(notice);
  return db.query<Named>(
    sql`select ${n.id} from ${n} where ${n.status} = 'SCHEDULED' and ${n.publishPlanDate} <= ${now} order by ${n.id} limit 200`,
  );
}

/** Notices whose time is over. */
export function noticesOver(db: Db, now: Date): Promise<Named[]> {
  const n = every(notice);
  return db.query<Named>(
    sql`select ${n.id} from ${n} where ${n.status} = 'PUBLISHED' and ${n.expireDate} <= ${now} order by ${n.id} limit 200`,
  );
}

/** Common files whose last day is behind us. */
export function filesOver(db: Db, today: string): Promise<Named[]> {
  const f = every(commonFile);
  return db.query<Named>(
    sql`select ${f.id} from ${f} where ${f.status} = 'PUBLISHED' and ${f.validTo} < ${today} order by ${f.id} limit 200`,
  );
}

/** Receivers of letters who owe an answer and are late with it. */
export function lettersLate(db: Db, now: Date): Promise<Named[]> {
  const r = every(letterReceiver);
  return db.query<Named>(
    sql`select ${r.id} from ${r} where ${r.openFlag} = 'Y' and ${r.ackMode} <> 'NONE' and ${r.replyDueDate} < ${now}
       and (${r.ackStatus} in ('UNREAD', 'RETURNED') or (${r.ackStatus} = 'READ' and ${r.ackMode} <> 'READ')) order by ${r.id} limit 500`,
  );
}

/** Notices with a day left to reply, each with the suppliers that have not; the hour is asked for once, so each is told once. */
export function repliesDue(db: Db, now: Date): Promise<{ id: string; title: string; due: string; suppliers: string[] }[]> {
  const [n, p] = [every(notice), every(supplierPending)];
  return db.query(
    sql`select ${n.id}, ${n.title}, ${n.replyDueDate} as due, array_agg(${p.supplierId}) as suppliers
     from ${n} join ${p} on ${p.bizId} = ${n.id} and ${p.pendingType} = 'NOTICE_REPLY' and ${p.status} = 'OPEN'
     where ${n.status} = 'PUBLISHED' and ${n.replyDueDate} > ${now}::timestamptz + interval '23 hours'
       and ${n.replyDueDate} <= ${now}::timestamptz + interval '24 hours' group by 1, 2, 3`,
  );
}

/** How many to-dos of each person fall due within so many hours. */
export function todosDue(db: Db, now: Date, hours: number): Promise<{ userId: string; n: number }[]> {
  const p = every(insidePending);
  return db.query(
    sql`select ${p.userId}, count(*)::int as n from ${p} where ${p.status} = 'OPEN' and ${p.userId} is not null
       and ${p.dueDate} > ${now} and ${p.dueDate} <= ${now}::timestamptz + make_interval(hours => ${hours}) group by 1`,
  );
}

/** The newest day of every pair of currencies that has a corporate rate. */
export function newestRates(db: Db): Promise<{ pair: string; date: string }[]> {
  const r = every(exchangeRate);
  return db.query(
    sql`select ${r.fromCurrency} || '→' || ${r.toCurrency} as pair, max(${r.effectiveDate})::text as date from ${r}
     where ${r.status} = 'ACTIVE' and ${r.rateType} = 'CORPORATE' group by 1`,
  );
}

/** Process templates in effect of which a newer version has begun. */
export function templatesSucceeded(db: Db, today: string): Promise<Named[]> {
  const [t, newer] = [every(processTemplate), every(processTemplate)];
  return db.query<Named>(
    sql`select ${t.id} from ${t} where ${t.status} = 'EFFECTIVE' and exists (
       select 1 from ${newer} where ${newer.templateCode} = ${t.templateCode} and ${newer.status} = 'EFFECTIVE' and ${newer.effectiveFrom} <= ${today}
         and (${newer.effectiveFrom}, ${newer.version}) > (${t.effectiveFrom}, ${t.version})) order by ${t.id} limit 200`,
  );
}

/** How many leaf categories of each business unit nobody buys for today, not even by a category above. */
export function categoriesWithoutBuyer(db: Db, today: string): Promise<{ org: string; n: number }[]> {
  const [o, c, b] = [every(organization), every(category), every(categoryBuyer)];
  return db.query(
    sql`select ${o.orgName} as org, count(*)::int as n from ${o} cross join ${c}
     where ${o.orgType} = 'BU' and ${o.enabledFlag} = 'Y' and ${c.leafFlag} = 'Y' and ${c.enabledFlag} = 'Y'
       and not exists (select 1 from ${b} where ${b.orgId} = ${o.id} and ${b.buyerRole} = 'EXECUTION'
         and ${b.parentId} = any(string_to_array(${c.idPath}, '/')) and ${b.startDate} <= ${today} and coalesce(${b.endDate}, '9999-12-31') >= ${today})
     group by 1`,
  );
}
