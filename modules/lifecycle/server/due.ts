import type { Db } from "#kernel/server/db.ts";

type Named = { readonly id: string };

/** Measures whose first day has come and that are not yet in force. */
export const measuresBegun = (db: Db, today: string): Promise<Named[]> =>
  db.query<Named>(
    `select id from "SrmSlcDailyManage" where status = 'APPROVED' and "manageType" in ('FREEZE', 'SUSPEND')
       and "startedFlag" = 'N' and "endedFlag" = 'N' and "startDate" <= $1 order by id limit 500`,
    [today],
  );

/** Measures whose last day is behind us. */
export const measuresOver = (db: Db, today: string): Promise<Named[]> =>
  db.query<Named>(
    `select id from "SrmSlcDailyManage" where status = 'APPROVED' and "manageType" in ('FREEZE', 'SUSPEND')
       and "endedFlag" = 'N' and "endDate" < $1 order by id limit 500`,
    [today],
  );

/** Suppliers with controls that have run out, and which. */
export const controlsOver = (db: Db, today: string): Promise<{ readonly id: string; readonly ids: readonly string[] }[]> =>
  db.query(
    `select "supplierId" as id, array_agg(id) as ids from "SrmSupControl"
      where "controlStatus" = 'ACTIVE' and "endDate" < $1 group by "supplierId" order by 1 limit 500`,
    [today],
  );

/** Exits whose day has come; they are asked again every day until they are done. */
export const exitsDue = (db: Db, today: string): Promise<Named[]> =>
  db.query<Named>(`select id from "SrmSlcSupplierQuit" where status = 'APPROVED' and "quitDate" <= $1 order by id limit 500`, [today]);

/** Exits half a year ago, whose people may no longer read. */
export const guestsToEnd = (db: Db, today: string): Promise<Named[]> =>
  db.query<Named>(
    `select id from "SrmSlcSupplierQuit" where status = 'EFFECTIVE' and "quitScope" = 'ALL' and "accessEndedFlag" = 'N'
       and "effectDate" <= $1::date - 180 order by id limit 500`,
    [today],
  );
