import { cmp, isZero, min, sub } from "#kernel/decimal.ts";

/** What decides whose need is served first. */
export interface Turn {
  readonly needByDate: string;
  readonly requisitionNum: string | null;
  readonly reqLineNum: number;
  readonly id: string;
}

/** By need date, then requisition number, then line. */
export const inTurn = (a: Turn, b: Turn): number =>
  compare(a.needByDate, b.needByDate) ||
  compare(a.requisitionNum ?? "", b.requisitionNum ?? "") ||
  a.reqLineNum - b.reqLineNum ||
  compare(a.id, b.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export interface Part<T> {
  readonly of: T;
  readonly qty: string;
}

/** Shares a quantity out in turn, each at most what `most` says of it; shares of nothing are left out. */
export function allocate<T extends Turn>(
  holds: readonly T[],
  qty: string,
  most: (row: T) => string,
): { readonly parts: readonly Part<T>[]; readonly left: string } {
  let left = qty;
  const parts: Part<T>[] = [];
  for (const row of holds.toSorted(inTurn)) {
    const share = min(most(row), left);
    if (cmp(share, "0") <= 0) continue;
    parts.push({ of: row, qty: share });
    left = sub(left, share);
  }
  return { parts, left };
}

/** Gives a quantity back: what was rounded up first, then the relations in reverse turn, each at most its net quantity. */
export function giveBack<T extends Turn & { readonly netQty: string }>(
  rels: readonly T[],
  qty: string,
  roundUpQty = "0",
): { readonly roundUp: string; readonly parts: readonly Part<T>[]; readonly left: string } {
  const roundUp = min(roundUpQty, qty);
  let left = sub(qty, roundUp);
  const parts: Part<T>[] = [];
  for (const rel of rels.toSorted(inTurn).toReversed()) {
    if (isZero(left)) break;
    const share = min(rel.netQty, left);
    if (cmp(share, "0") <= 0) continue;
    parts.push({ of: rel, qty: share });
    left = sub(left, share);
  }
  return { roundUp, parts, left };
}
