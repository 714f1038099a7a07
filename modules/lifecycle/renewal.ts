import { addDays, daysBetween } from "#kernel/days.ts";

/** The last day of an agreement that renews itself: as many whole terms more as it takes to reach the day. */
export function renewedTo(validFrom: string, validTo: string, day: string): string {
  const term = daysBetween(validFrom, validTo) + 1;
  return addDays(validTo, term * Math.max(0, Math.ceil(daysBetween(validTo, day) / term)));
}
