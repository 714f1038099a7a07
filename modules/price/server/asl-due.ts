import { every, sql } from "#kernel/query.ts";
import type { Db } from "#kernel/server/db.ts";
import { item } from "#modules/base/index.ts";
import { aslAlteration } from "../asl-alteration.entity.ts";
import { aslLine } from "../asl.entity.ts";

/** Rows by their ids. */
type Due = Promise<readonly { readonly id: string }[]>;

/** Lists with a line that has ended or ends within thirty days, or of an item that is obsolete. */
export function listsDue(db: Db, today: string): Due {
  const [x, i, l] = [every(aslLine), every(item), every(aslLine)];
  return db.query(
    sql`select ${x.aslHeaderId} as id from ${x}
      where ${x.aslStatus} in ('TRIAL', 'APPROVED') and ${x.endDate} <= ${today}::date + 30
     union
     select ${l.aslHeaderId} from ${i} join ${l} on ${l.itemId} = ${i.id}
      where ${i.itemStatus} = 'OBSOLETE' and ${l.aslStatus} in ('TRIAL', 'APPROVED', 'SUSPENDED') order by 1`,
  );
}

/** Approved alterations whose day has come and that are not carried out yet. */
export function alterationsDue(db: Db, today: string): Due {
  const a = every(aslAlteration);
  return db.query(
    sql`select ${a.id} from ${a} where ${a.status} = 'APPROVED' and ${a.appliedDate} is null and ${a.effectiveDate} <= ${today} order by ${a.effectiveDate}, ${a.id}`,
  );
}
