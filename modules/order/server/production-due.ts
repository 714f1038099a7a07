import { every, sql } from "#kernel/query.ts";
import type { Db } from "#kernel/server/db.ts";
import { productionPlan } from "../production-plan.entity.ts";

/** Production plans that are not finished. */
export function plansUnderWay(db: Db): Promise<readonly { readonly id: string }[]> {
  const p = every(productionPlan);
  return db.query(sql`select ${p.id} from ${p} where ${p.status} in ('SUBMITTED', 'ACCEPTED') order by ${p.id}`);
}
