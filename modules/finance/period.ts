import type { Find } from "#kernel/rule.ts";
import { closedPeriods } from "#modules/order/index.ts";

/** The month a day belongs to: its own, or the next open one where that is closed. */
export async function periodOf(find: Find, orgId: string, day: string): Promise<string> {
  const month = day.slice(0, 7);
  const closed = await closedPeriods.ask(find, { orgId, months: [month] });
  return closed.find((period) => period.month === month)?.next ?? month;
}
