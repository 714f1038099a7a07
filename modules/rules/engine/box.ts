import { complement, intersect, isNone, whole, type Region } from "./region.ts";

/** Inputs described column by column; a column that is not named can be anything. */
export type Box = ReadonlyMap<string, Region>;

/** Beyond this the search is given up and nothing is claimed. */
const mostBoxes = 2_000;

export function meet(a: Box, b: Box): Box | null {
  const both = new Map(a);
  for (const [column, region] of b) {
    const own = both.get(column);
    const part = own ? intersect(own, region) : region;
    if (isNone(part)) return null;
    both.set(column, part);
  }
  return both;
}

/** What of the first box lies outside the second, cut into boxes that do not overlap. */
function without(a: Box, b: Box): Box[] {
  if (!meet(a, b)) return [a];
  const pieces: Box[] = [];
  const rest = new Map(a);
  for (const [column, region] of b) {
    const own = rest.get(column) ?? whole(region.domain);
    const out = intersect(own, complement(region));
    if (!isNone(out)) pieces.push(new Map(rest).set(column, out));
    rest.set(column, intersect(own, region));
  }
  return pieces;
}

/** What of the boxes none of the others covers; null when that is too much to find out. */
export function remainder(boxes: readonly Box[], others: readonly Box[]): readonly Box[] | null {
  let rest = boxes;
  for (const other of others) {
    rest = rest.flatMap((box) => without(box, other));
    if (rest.length > mostBoxes) return null;
  }
  return rest;
}

/** Every pair of boxes met; null when there are too many. */
export function meetAll(a: readonly Box[] | null, b: readonly Box[] | null): readonly Box[] | null {
  if (!a || !b || a.length * b.length > mostBoxes) return null;
  return a.flatMap((box) => b.flatMap((other) => meet(box, other) ?? []));
}

export const either = (a: readonly Box[] | null, b: readonly Box[] | null): readonly Box[] | null =>
  !a || !b || a.length + b.length > mostBoxes ? null : [...a, ...b];
