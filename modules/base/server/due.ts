import { organization } from "#kernel/platform/organization.entity.ts";
import { insidePending } from "#kernel/platform/todo.entity.ts";
import { every, onDay, sql } from "#kernel/query.ts";
import type { Db } from "#kernel/server/database/db.ts";
import { category, categoryBuyer } from "../category.entity.ts";
import { processTemplate } from "../process-template.entity.ts";
import { exchangeRate } from "../rate.entity.ts";

type Named = { readonly id: string };

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
         and ${b.parentId} = any(string_to_array(${c.idPath}, '/')) and ${onDay(b, today)})
     group by 1`,
  );
}
