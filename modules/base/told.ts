import { inZone } from "#kernel/time.ts";

/** How many files a field of attachments names. */
export const countFiles = (ids: string | null | undefined): number => new Set((ids ?? "").split(",").flatMap((id) => id.trim() || [])).size;

/** A time as a message says it: to the minute, by the clock of whoever sends it. */
export const minuteIn = (iso: string | null, zone: string): string => (iso === null ? "" : inZone(iso, zone).slice(0, 16));
