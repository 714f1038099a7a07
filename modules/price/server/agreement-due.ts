import { every, sql } from "#kernel/query.ts";
import type { Db } from "#kernel/server/db.ts";
import { agreementLine } from "../agreement-line.entity.ts";
import { agreement } from "../agreement.entity.ts";
import { priceList } from "../price-list.entity.ts";

/** Rows by their ids. */
type Due = Promise<readonly { readonly id: string }[]>;

/** Agreements in force that have ended, end within sixty days and have not been warned about for that stretch, or have a line that ended. */
export function agreementsDue(db: Db, today: string): Due {
  const [a, l] = [every(agreement), every(agreementLine)];
  const day = sql`${today}::date`;
  return db.query(
    sql`select ${a.id} from ${a}
      where ${a.liveId} is null and ${a.status} in ('EFFECTIVE', 'CHANGING')
        and ((${a.status} = 'EFFECTIVE' and ${a.endDate} < ${day})
          or (${a.endDate} between ${day} and ${day} + 60
              and coalesce(${a.warnedDays}, 999) > case when ${a.endDate} <= ${day} + 7 then 7 when ${a.endDate} <= ${day} + 30 then 30 else 60 end)
          or exists (select 1 from ${l}
                      where ${l.parentId} = ${a.id} and ${l.lineStatus} = 'EFFECTIVE' and coalesce(${l.endDate}, ${a.endDate}) < ${day}))
      order by ${a.id} limit 5000`,
  );
}

/** Prices whose status no longer fits the day. */
export function pricesDue(db: Db, today: string): Due {
  const p = every(priceList);
  return db.query(
    sql`select ${p.id} from ${p}
      where (${p.status} = 'FUTURE' and ${p.startDate} <= ${today}::date) or (${p.status} = 'EFFECTIVE' and ${p.endDate} < ${today}::date)
      order by ${p.id} limit 20000`,
  );
}
