import { cmp, div, mul, sub, sum } from "#kernel/decimal.ts";
import type { PricesOf } from "#modules/demand/index.ts";

/** One supplier of an item beside the others. */
export interface Compared extends PricesOf {
  /** How far its weighted price is above the lowest one, in percent; nought for the lowest itself. */
  readonly gap: string | null;
  /** What would have been saved, had all of it been bought at the lowest weighted price. */
  readonly saving: string | null;
}

/** The suppliers of one item and unit, the cheapest first. Prices of different units are not compared. */
export function compared(rows: readonly PricesOf[]): readonly Compared[] {
  const priced = rows.filter((row) => row.average !== null).toSorted((a, b) => cmp(a.average!, b.average!));
  const least = priced[0]?.average ?? null;
  const above = (row: PricesOf): string | null => (row.average === null || least === null ? null : sub(row.average, least));
  return [...priced, ...rows.filter((row) => row.average === null)].map((row) => {
    const more = above(row);
    return {
      ...row,
      gap: more === null || cmp(least!, "0") <= 0 ? null : div(mul(more, "100"), least!, 2),
      saving: more === null ? null : div(mul(more, row.qty), "1", 2),
    };
  });
}

/** What all suppliers together would have saved. */
export const savingOf = (rows: readonly Compared[]): string => sum(rows.map((row) => row.saving ?? "0"));
