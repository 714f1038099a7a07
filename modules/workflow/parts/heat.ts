import type { Row } from "#kernel/page-document.ts";

/** Five shades: nothing of the longest wait, up to all of it. */
export const hotness = (hours: number, most: number): number => (most <= 0 ? 0 : Math.min(4, Math.floor((hours / most) * 5)));

/** A step decided once is no pattern: the slowest is looked for among those that came up at least three times. */
export function slowest(nodes: readonly Row[]): Row | null {
  const known = nodes.filter((row) => Number(row["count"]) >= 3 && Number(row["meanHours"]) > 0);
  return known.reduce<Row | null>((worst, row) => (worst && Number(worst["meanHours"]) >= Number(row["meanHours"]) ? worst : row), null);
}
