import { dayIn, houseZone, inZone } from "#kernel/time.ts";

/** The day a moment falls on where the goods arrive. */
export const houseDayOf = (iso: string): string => dayIn(iso, houseZone);

/** "2026-11-16 13:30", as a clock in that zone shows it. */
export const clockIn = (iso: string, zone: string): string => inZone(iso, zone).slice(0, 16);

/** The same for readers whose zone nobody knows: a paper, a mail to a company. */
export const houseClock = (iso: string): string => clockIn(iso, houseZone);
