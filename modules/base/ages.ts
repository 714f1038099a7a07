import type { Text } from "#kernel/text.ts";
import { shift } from "#kernel/time.ts";

/** How long something has waited, in steps: each begins where the one before ends, counted in days. */
export const ages: readonly (readonly [key: "D1" | "D3" | "D7" | "MORE", label: Text, from: number, to: number | null])[] = [
  ["D1", ["1 天内", "Under 1 day"], 0, 1],
  ["D3", ["1–3 天", "1–3 days"], 1, 3],
  ["D7", ["3–7 天", "3–7 days"], 3, 7],
  ["MORE", ["超过 7 天", "Over 7 days"], 7, null],
];

const daysAgo = (now: number, days: number): string => shift(new Date(now), { days: -days }).toISOString();

/** The filter that shows what has waited so long: arrived after the older end, not after the younger one. */
export function arrivedWithin(key: string, now: number): Readonly<Record<string, string>> {
  const step = ages.find(([value]) => value === key);
  if (!step) return {};
  const [, , from, to] = step;
  return {
    ...(to === null ? {} : { arrivalDateFrom: daysAgo(now, to) }),
    ...(from === 0 ? {} : { arrivalDateTo: daysAgo(now, from) }),
  };
}
