import { every, sql } from "#kernel/query.ts";
import type { Db } from "#kernel/server/database/db.ts";
import { customerOrder } from "../customer-order.entity.ts";
import { forecast } from "../forecast.entity.ts";

type Due = Promise<{ readonly id: string }[]>;

/** Customer orders that sales keep open, a stretch at a time. */
export function openCustomerOrders(db: Db, after: string): Due {
  const c = every(customerOrder);
  return db.query(sql`select ${c.id} from ${c} where ${c.status} in ('OPEN', 'COVERED') and ${c.id} > ${after} order by ${c.id} limit 200`);
}

/** Forecasts that are out with suppliers and whose horizon lies within a year, a stretch at a time. */
export function liveForecasts(db: Db, after: string): Due {
  const f = every(forecast);
  return db.query(
    sql`select ${f.id} from ${f} where ${f.status} in ('PUBLISHED', 'REPLIED', 'CONFIRMED', 'REFUSED')
       and ${f.startPeriod} > current_date - 366 and ${f.id} > ${after} order by ${f.id} limit 200`,
  );
}
