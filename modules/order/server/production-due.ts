import { every, sql } from "#kernel/query.ts";
import type { Db } from "#kernel/server/database/db.ts";
import { orderDelivery } from "../order-line.entity.ts";
import { productionPlan } from "../production/production-plan.entity.ts";

/** Production plans that are reported on, and those still to be submitted although nothing is to come any more. */
export function plansUnderWay(db: Db): Promise<readonly { readonly id: string }[]> {
  const [p, d] = [every(productionPlan), every(orderDelivery)];
  const isOver = sql`exists (select 1 from ${d} where ${d.id} = ${p.orderDeliveryId} and ${d.qty} <= ${d.cancelledQty} + ${d.closedQty} + ${d.receivedQty})`;
  return db.query(
    sql`select ${p.id} from ${p} where ${p.status} in ('SUBMITTED', 'ACCEPTED') or (${p.status} in ('DRAFT', 'RETURNED') and ${isOver}) order by ${p.id}`,
  );
}
