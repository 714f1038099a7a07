import { monthEnd } from "#kernel/days.ts";

/** The day a plan line is needed by: in its own month, else as asked, else when the period ends. */
export function neededBy(line: { readonly needMonth: string | null }, asked: string | null, periodEnd: string): string {
  const month = line.needMonth?.slice(0, 7);
  if (!month || asked?.startsWith(month)) return asked ?? periodEnd;
  return monthEnd(month);
}
