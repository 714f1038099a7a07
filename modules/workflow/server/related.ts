import type { Context } from "#kernel/server/http/call.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { inZone, shift } from "#kernel/time.ts";
import { bpmInstance } from "../instance.entity.ts";
import type { Desk } from "./desk.ts";

const shown = 10;

/** Other approvals about the same supplier within twelve months, as far as the reader may open their documents. */
export async function relatedTo(desk: Desk, ctx: Context, doc: Row, isAdmin: boolean): Promise<readonly Row[]> {
  if (!doc["supplierId"] || ctx.me.audience !== "internal") return [];
  const { find } = desk.facts(ctx);
  const { declared, finder } = desk.kernel;
  const since = shift(ctx.now, { days: -366 }).toISOString();
  const found = (
    await find.where(bpmInstance, { supplierId: String(doc["supplierId"]), parentInstanceId: null, startedAt: { from: since } }, 200)
  )
    .filter((row) => row.id !== doc["id"])
    .toSorted((a, b) => ((a.startedAt ?? "") < (b.startedAt ?? "") ? 1 : -1));
  const rows: Row[] = [];
  for (const row of found) {
    if (rows.length >= shown) break;
    const entity = declared.entities.get(row.bizEntity);
    if (!isAdmin && !(entity && (await finder.sees(entity, row.bizId, ctx.me)))) continue;
    rows.push({
      instanceId: row.id,
      billNum: row.billNum,
      status: row.status,
      bizEntity: row.bizEntity,
      bizId: row.bizId,
      subject: desk.say(ctx, [row.subject, row.subjectEn]),
      amount: row.amount,
      currency: row.currency,
      startedAt: row.startedAt ? inZone(row.startedAt, ctx.me.zone) : null,
    });
  }
  return rows;
}
