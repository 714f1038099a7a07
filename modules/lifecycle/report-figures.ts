import { add, cmp, div, isZero, mul, round, sub, sum } from "#kernel/decimal.ts";

/** The value below which this share of the list lies, between two neighbours by proportion; null of an empty list. One decimal. */
export function quantile(values: readonly number[], share: number): string | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const place = mul(String(sorted.length - 1), String(share));
  const low = Number(place.split(".")[0]);
  const rest = sub(place, String(low));
  const [a, b] = [String(sorted[low]!), String(sorted[Math.min(low + 1, sorted.length - 1)]!)];
  return round(add(a, mul(rest, sub(b, a))), 1);
}

/** A part of a whole in percent with two decimals; null of nothing. */
export const percentOf = (part: number | string, whole: number | string): string | null =>
  isZero(String(whole)) ? null : round(div(mul(String(part), "100"), String(whole), 6), 2);

/** A supplier came in (its first grant became qualified) or went (exit or blacklist) on a day. */
export interface Passage {
  readonly supplierId: string;
  readonly day: string;
  readonly way: "IN" | "OUT";
}

export interface MonthFlow {
  readonly month: string;
  readonly opening: number;
  readonly introduced: number;
  readonly exited: number;
  readonly closing: number;
  readonly inIds: readonly string[];
  readonly outIds: readonly string[];
}

/** Who was in, came and went, month by month. Coming in twice is once, and only who is in can go: so opening + in − out is closing. */
export function flowOf(
  passages: readonly Passage[],
  year: string,
): { readonly months: readonly MonthFlow[]; readonly neverIn: readonly string[] } {
  const inside = new Set<string>();
  const known = new Set<string>();
  const neverIn = new Set<string>();
  const moves = new Map<string, { inIds: string[]; outIds: string[] }>();
  let before = 0;
  // On one day coming in counts before going.
  const ordered = [...passages].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.way < b.way ? -1 : 1));
  for (const { supplierId, day, way } of ordered) {
    if (day.slice(0, 4) > year) break;
    const isThere = inside.has(supplierId);
    if (way === "IN" ? isThere : !isThere) {
      if (way === "OUT" && day.startsWith(year) && !known.has(supplierId)) neverIn.add(supplierId);
      continue;
    }
    known.add(supplierId);
    if (way === "IN") inside.add(supplierId);
    else inside.delete(supplierId);
    if (day.slice(0, 4) < year) {
      before += way === "IN" ? 1 : -1;
      continue;
    }
    const month = moves.get(day.slice(0, 7)) ?? { inIds: [], outIds: [] };
    moves.set(day.slice(0, 7), month);
    (way === "IN" ? month.inIds : month.outIds).push(supplierId);
  }
  let opening = before;
  const months = Array.from({ length: 12 }, (_, i): MonthFlow => {
    const month = `${year}-${String(i + 1).padStart(2, "0")}`;
    const { inIds, outIds } = moves.get(month) ?? { inIds: [], outIds: [] };
    const closing = opening + inIds.length - outIds.length;
    const row = { month, opening, introduced: inIds.length, exited: outIds.length, closing, inIds, outIds };
    opening = closing;
    return row;
  });
  return { months, neverIn: [...neverIn] };
}

export interface Amount {
  readonly supplierId: string;
  readonly amount: string;
}

export interface Ranked extends Amount {
  readonly rank: number;
  readonly share: string;
  readonly cumulative: string;
}

/** The suppliers with the most, until together they reach the wanted share; the one that crosses it belongs to them. */
export function mainOf(amounts: readonly Amount[], wanted: string): readonly Ranked[] {
  const total = sum(amounts.map((amount) => amount.amount));
  if (cmp(total, "0") <= 0) return [];
  const sorted = amounts
    .filter((amount) => cmp(amount.amount, "0") > 0)
    .sort((a, b) => cmp(b.amount, a.amount) || (a.supplierId < b.supplierId ? -1 : 1));
  const found: Ranked[] = [];
  let running = "0";
  for (const amount of sorted) {
    if (found.length > 0 && cmp(mul(running, "100"), mul(wanted, total)) >= 0) break;
    running = add(running, amount.amount);
    found.push({ ...amount, rank: found.length + 1, share: percentOf(amount.amount, total)!, cumulative: percentOf(running, total)! });
  }
  return found;
}

/** How concentrated purchases are: the squares of the shares added up, 10,000 when one supplier has all. Null of nothing. */
export function concentration(amounts: readonly string[]): string | null {
  const total = sum(amounts);
  if (isZero(total)) return null;
  return round(
    sum(
      amounts.map((amount) => {
        const share = div(amount, total, 10);
        return mul(mul(share, share), "10000");
      }),
    ),
    0,
  );
}

/** By how much more in percent; null where there was nothing before. */
export const growth = (now: string, before: string): string | null =>
  isZero(before) ? null : round(div(mul(sub(now, before), "100"), before, 6), 2);
