import type { Db } from "#kernel/server/db.ts";

type Named = { readonly id: string };

/** Notices whose hour of going out has come. */
export const noticesToGoOut = (db: Db, now: Date): Promise<Named[]> =>
  db.query<Named>(`select id from "SrmBaseNotice" where status = 'SCHEDULED' and "publishPlanDate" <= $1 order by id limit 200`, [now]);

/** Notices whose time is over. */
export const noticesOver = (db: Db, now: Date): Promise<Named[]> =>
  db.query<Named>(`select id from "SrmBaseNotice" where status = 'PUBLISHED' and "expireDate" <= $1 order by id limit 200`, [now]);

/** Common files whose last day is behind us. */
export const filesOver = (db: Db, today: string): Promise<Named[]> =>
  db.query<Named>(`select id from "SrmBaseCommonFile" where status = 'PUBLISHED' and "validTo" < $1 order by id limit 200`, [today]);

/** Receivers of letters who owe an answer and are late with it. */
export const lettersLate = (db: Db, now: Date): Promise<Named[]> =>
  db.query<Named>(
    `select id from "SrmBaseNotificationReceiver" where "openFlag" = 'Y' and "ackMode" <> 'NONE' and "replyDueDate" < $1
       and ("ackStatus" in ('UNREAD', 'RETURNED') or ("ackStatus" = 'READ' and "ackMode" <> 'READ')) order by id limit 500`,
    [now],
  );

/** Notices with a day left to reply, each with the suppliers that have not; the hour is asked for once, so each is told once. */
export const repliesDue = (db: Db, now: Date): Promise<{ id: string; title: string; due: string; suppliers: string[] }[]> =>
  db.query(
    `select n.id, n.title, n."replyDueDate" as due, array_agg(p."supplierId") as suppliers
     from "SrmBaseNotice" n join "SrmBaseSupplierPending" p on p."bizId" = n.id and p."pendingType" = 'NOTICE_REPLY' and p.status = 'OPEN'
     where n.status = 'PUBLISHED' and n."replyDueDate" > $1::timestamptz + interval '23 hours'
       and n."replyDueDate" <= $1::timestamptz + interval '24 hours' group by n.id, n.title, n."replyDueDate"`,
    [now],
  );

/** How many to-dos of each person fall due within so many hours. */
export const todosDue = (db: Db, now: Date, hours: number): Promise<{ userId: string; n: number }[]> =>
  db.query(
    `select "userId", count(*)::int as n from "SrmBaseInsidePending" where status = 'OPEN' and "userId" is not null
       and "dueDate" > $1 and "dueDate" <= $1::timestamptz + make_interval(hours => $2) group by 1`,
    [now, hours],
  );

/** The newest day of every pair of currencies that has a corporate rate. */
export const newestRates = (db: Db): Promise<{ pair: string; date: string }[]> =>
  db.query(
    `select "fromCurrency" || '→' || "toCurrency" as pair, max("effectiveDate")::text as date from "SrmBaseExchangeRate"
     where status = 'ACTIVE' and "rateType" = 'CORPORATE' group by 1`,
  );

/** Process templates in effect of which a newer version has begun. */
export const templatesSucceeded = (db: Db, today: string): Promise<Named[]> =>
  db.query<Named>(
    `select t.id from "SrmBaseProcessTemplate" t where t.status = 'EFFECTIVE' and exists (
       select 1 from "SrmBaseProcessTemplate" n where n."templateCode" = t."templateCode" and n.status = 'EFFECTIVE' and n."effectiveFrom" <= $1
         and (n."effectiveFrom", n.version) > (t."effectiveFrom", t.version)) order by t.id limit 200`,
    [today],
  );

/** How many leaf categories of each business unit nobody buys for today, not even by a category above. */
export const categoriesWithoutBuyer = (db: Db, today: string): Promise<{ org: string; n: number }[]> =>
  db.query(
    `select o."orgName" as org, count(*)::int as n from "BaseOrganization" o cross join "SrmBasePurchaseCategory" c
     where o."orgType" = 'BU' and o."enabledFlag" = 'Y' and c."leafFlag" = 'Y' and c."enabledFlag" = 'Y'
       and not exists (select 1 from "SrmBaseCategoryBuyer" b where b."orgId" = o.id and b."buyerRole" = 'EXECUTION'
         and b."parentId" = any(string_to_array(c."idPath", '/')) and b."startDate" <= $1 and coalesce(b."endDate", '9999-12-31') >= $1)
     group by 1`,
    [today],
  );
