import { organization } from "#kernel/platform/organization.entity.ts";
import { every, sql, type Sql } from "#kernel/query.ts";
import type { ReportParts } from "#kernel/report.ts";
import type { Answered, Asking } from "#kernel/server/find/report.ts";
import { given } from "./facts.ts";

/** The one currency amounts are told in where their own differ (b.code). */
export function groupCurrency(): Sql {
  const g = every(organization);
  return sql`(select coalesce((select ${g.functionalCurrency} from ${g} where ${g.orgType} = 'GROUP' and ${g.enabledFlag} = 'Y' and ${g.parentOrgId} is null
    and ${g.functionalCurrency} is not null limit 1), 'CNY') as code) b`;
}

type Work<P extends ReportParts> = (asking: Asking) => Promise<Answered<P>>;

/** Amounts of several orders stand in base currency unless one currency was asked for, and say so. */
export const inOne =
  <P extends ReportParts>(work: Work<P>): Work<P> =>
  async (asking) => {
    const [answer, base] = await Promise.all([work(asking), asking.db.one<{ code: string }>(sql`select code from ${groupCurrency()}`)]);
    return { ...answer, currency: given(asking.filter, "currency") ?? base!.code };
  };
