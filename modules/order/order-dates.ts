import type { Text } from "#kernel/text.ts";
import { hoursBetween, wholeDaysBetween } from "#kernel/time.ts";
import type { DatedRow, Reached } from "#kernel/timed.ts";

type Row = DatedRow;

/** How the time for an answer stands, as the reminders say it: at half of it nothing is late yet. */
export function timeStands(deadline: string, now: string): Text {
  const [late, left] = [hoursBetween(deadline, now), hoursBetween(now, deadline)];
  if (Date.parse(now) < Date.parse(deadline))
    return left === 0 ? ["，时限不足1小时", "with under an hour left"] : [`，还剩${left}小时`, `with ${left} h left`];
  return late === 0 ? ["已超时不足1小时", "for under an hour past deadline"] : [`已超时${late}小时`, `for ${late} h past deadline`];
}

/** The moments at which both sides hear that an answer is due: at half of the time and at its end. */
export function halfAndEnd({ publishDate, confirmDeadline }: Row): readonly string[] {
  if (!publishDate || !confirmDeadline) return [];
  const [from, to] = [Date.parse(publishDate), Date.parse(confirmDeadline)];
  return [new Date(from + (to - from) / 2).toISOString(), confirmDeadline];
}

const about = (order: Row): Row => ({ num: order["orderNum"], supplierId: order["supplierId"], buyerId: order["buyerId"] });

/** What is said of an order that waits for its confirmation. */
export function confirmationDue(order: Row, { date, now }: Reached): Row {
  const [stand, standEn] = timeStands(date, now);
  return { ...about(order), h: String(Math.max(0, hoursBetween(date, now))), stand, standEn };
}

/** What is said of a draft that nobody touches and that still holds what others might need. */
export const untouched = (order: Row, { now }: Reached): Row => ({
  ...about(order),
  days: String(wholeDaysBetween(order["lastUpdateDate"], now)),
});
