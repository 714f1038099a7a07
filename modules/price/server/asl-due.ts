import type { Db } from "#kernel/server/db.ts";

/** Rows by their ids. */
type Due = readonly { readonly id: string }[];

/** Lists with a line that has ended or ends within thirty days, or of an item that is obsolete. */
export const listsDue = (db: Db, today: string): Promise<Due> =>
  db.query(
    `select "aslHeaderId" as id from "SrmPurAslLine"
      where "aslStatus" in ('TRIAL', 'APPROVED') and "endDate" <= $1::date + 30
     union
     select l."aslHeaderId" from "SrmBaseItem" i join "SrmPurAslLine" l on l."itemId" = i.id
      where i."itemStatus" = 'OBSOLETE' and l."aslStatus" in ('TRIAL', 'APPROVED', 'SUSPENDED') order by 1`,
    [today],
  );

/** Approved alterations whose day has come and that are not carried out yet. */
export const alterationsDue = (db: Db, today: string): Promise<Due> =>
  db.query(
    `select id from "SrmPurAslAlteration" where status = 'APPROVED' and "appliedDate" is null and "effectiveDate" <= $1 order by "effectiveDate", id`,
    [today],
  );
