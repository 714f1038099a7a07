import type { Db } from "#kernel/server/db.ts";

/** Customer orders that sales keep open, a stretch at a time. */
export const openCustomerOrders = (db: Db, after: string): Promise<{ readonly id: string }[]> =>
  db.query(`select id from "SrmPurCustomerOrder" where status in ('OPEN', 'COVERED') and id > $1 order by id limit 200`, [after]);

/** Forecasts that are out with suppliers and whose horizon lies within a year, a stretch at a time. */
export const liveForecasts = (db: Db, after: string): Promise<{ readonly id: string }[]> =>
  db.query(
    `select id from "SrmPurForecast" where status in ('PUBLISHED', 'REPLIED', 'CONFIRMED', 'REFUSED')
       and "startPeriod" > current_date - 366 and id > $1 order by id limit 200`,
    [after],
  );
