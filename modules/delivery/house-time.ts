import { dayIn, houseZone, inZone } from "#kernel/time.ts";

/** The day a moment falls on where the goods arrive. */
export const houseDayOf = (iso: string): string => dayIn(iso, houseZone);

/** "2026-11-16 13:30", as a gate keeper reads it. */
export const houseClock = (iso: string): string => inZone(iso, houseZone).slice(0, 16).replace("T", " ");
