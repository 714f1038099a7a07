import type { Row } from "#kernel/report.ts";
import { addMonths } from "#kernel/days.ts";

/** A filter that was given. */
export const text = (filter: Row, key: string): string | null =>
  typeof filter[key] === "string" && filter[key] !== "" ? filter[key] : null;
/** Rows by a key, in the order of their first. */
export const grouped = <T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> => {
  const found = new Map<string, T[]>();
  for (const row of rows) found.set(key(row), [...(found.get(key(row)) ?? []), row]);
  return found;
};

/** All months from one to another. */
export const monthsFrom = (from: string, to: string): string[] => {
  const found = [from];
  while (found.at(-1)! < to && found.length < 120) found.push(addMonths(`${found.at(-1)!}-01`, 1).slice(0, 7));
  return found;
};
