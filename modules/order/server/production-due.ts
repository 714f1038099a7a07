import type { Db } from "#kernel/server/db.ts";

/** Production plans that are not finished. */
export const plansUnderWay = (db: Db): Promise<readonly { readonly id: string }[]> =>
  db.query(`select id from "SrmPurProductionPlan" where status in ('SUBMITTED', 'ACCEPTED') order by id`);
