import type { Db } from "#kernel/server/db.ts";

/** Production plans that are not finished. */
export const plansUnderWay = async (db: Db): Promise<string[]> =>
  (await db.query<{ id: string }>(`select id from "SrmPurProductionPlan" where status in ('SUBMITTED', 'ACCEPTED') order by id`)).map(
    (one) => one.id,
  );
