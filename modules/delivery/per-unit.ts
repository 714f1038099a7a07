import { isZero, sum, trim } from "#kernel/decimal.ts";

/** Quantities in words: one figure, or one for each unit where there are several. */
export function perUnit(figures: readonly (readonly [uom: string | null, qty: string])[]): string {
  const units = Map.groupBy(
    figures.filter(([, qty]) => !isZero(qty)),
    ([uom]) => uom ?? "",
  );
  const totals = [...units].map(([uom, own]) => ({ uom, qty: sum(own.map(([, qty]) => qty)) }));
  return totals.length > 1 ? totals.map(({ uom, qty }) => `${trim(qty)} ${uom}`.trim()).join(" + ") : (totals[0]?.qty ?? "0");
}
