import { dayPlus, daysFrom } from "#modules/supplier/index.ts";

/** The last day of an agreement that renews itself: as many whole terms more as it takes to reach the day. */
export function renewedTo(validFrom: string, validTo: string, day: string): string {
  const term = daysFrom(validFrom, validTo) + 1;
  return dayPlus(validTo, term * Math.max(0, Math.ceil(daysFrom(validTo, day) / term)));
}
