import type { Find } from "#kernel/rule.ts";
import { closedPeriods } from "#modules/order/index.ts";

/** The month a day belongs to: its own, or the next open one where that is closed. */
export async function periodOf(find: Find, orgId: string, day: string | null): Promise<string> {
  // a date that was left empty is refused as a required field
  if (!day) return "";
  const month = day.slice(0, 7);
  const closed = await closedPeriods.ask(find, { orgId, months: [month] });
  return closed.find((period) => period.month === month)?.next ?? month;
}
