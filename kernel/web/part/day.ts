export { today } from "../clock.ts";

interface Period {
  readonly startDate?: unknown;
  readonly endDate?: unknown;
}

/** How a period stands on a day: over, running or still to come. An empty end is open. */
export function periodOn(row: Period, day: string): "past" | "now" | "future" {
  if (typeof row.endDate === "string" && row.endDate !== "" && row.endDate < day) return "past";
  return typeof row.startDate === "string" && row.startDate > day ? "future" : "now";
}
