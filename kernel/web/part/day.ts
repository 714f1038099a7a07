import { serverNow } from "../clock.ts";

/** Today by the server's clock, as dates are written. */
export function today(): string {
  const now = new Date(serverNow());
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
}

interface Period {
  readonly startDate?: unknown;
  readonly endDate?: unknown;
}

/** How a period stands on a day: over, running or still to come. An empty end is open. */
export function periodOn(row: Period, day: string): "past" | "now" | "future" {
  if (typeof row.endDate === "string" && row.endDate !== "" && row.endDate < day) return "past";
  return typeof row.startDate === "string" && row.startDate > day ? "future" : "now";
}
