import type { Db } from "#kernel/server/db.ts";

/** Rows by their ids. */
type Due = readonly { readonly id: string }[];

/** Agreements in force that have ended, end within sixty days and have not been warned about for that stretch, or have a line that ended. */
export const agreementsDue = (db: Db, today: string): Promise<Due> =>
  db.query(
    `select a.id from "SrmPurAgreementHeader" a
      where a."liveId" is null and a.status in ('EFFECTIVE', 'CHANGING')
        and ((a.status = 'EFFECTIVE' and a."endDate" < $1::date)
          or (a."endDate" between $1::date and $1::date + 60
              and coalesce(a."warnedDays", 999) > case when a."endDate" <= $1::date + 7 then 7 when a."endDate" <= $1::date + 30 then 30 else 60 end)
          or exists (select 1 from "SrmPurAgreementLine" l
                      where l."parentId" = a.id and l."lineStatus" = 'EFFECTIVE' and coalesce(l."endDate", a."endDate") < $1::date))
      order by a.id limit 5000`,
    [today],
  );

/** Prices whose status no longer fits the day. */
export const pricesDue = (db: Db, today: string): Promise<Due> =>
  db.query(
    `select id from "SrmPurSupplierPriceList"
      where (status = 'FUTURE' and "startDate" <= $1::date) or (status = 'EFFECTIVE' and "endDate" < $1::date)
      order by id limit 20000`,
    [today],
  );
