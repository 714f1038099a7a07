import type { TreePlace } from "#kernel/tree-place.ts";

interface Placed {
  readonly id: string;
  readonly menuParentId: string | null;
  readonly menuType: string;
  readonly seqNum: number;
  readonly versionNum: number;
}

const deepest = 4;

/** The order number of a menu put before a sibling, and the siblings that must be numbered anew to make room. */
export function seatFor(
  siblings: readonly Pick<Placed, "id" | "seqNum" | "versionNum">[],
  before: string | null,
): {
  readonly seqNum: number;
  readonly renumber: readonly { readonly id: string; readonly versionNum: number; readonly seqNum: number }[];
} {
  const at = before === null ? siblings.length : siblings.findIndex((sibling) => sibling.id === before);
  const [previous, next] = [siblings[at - 1]?.seqNum, siblings[at]?.seqNum];
  if (next === undefined) return { seqNum: (previous ?? 0) + 10, renumber: [] };
  const low = previous ?? 0;
  if (next - low >= 2) return { seqNum: Math.floor((low + next) / 2), renumber: [] };
  const seats = siblings.map((sibling, i) => ({ id: sibling.id, versionNum: sibling.versionNum, seqNum: (i < at ? i + 1 : i + 2) * 10 }));
  return { seqNum: (at + 1) * 10, renumber: seats.filter((seat, i) => seat.seqNum !== siblings[i]!.seqNum) };
}

/** May a menu stand there: in a folder or at the top, not below itself, not deeper than four? The server judges again. */
export function mayStand(menus: ReadonlyMap<string, Placed>, key: string, place: TreePlace): boolean {
  const parent = place.parent === null ? undefined : menus.get(place.parent);
  if (place.parent !== null && parent?.menuType !== "DIR") return false;
  let level = 1;
  for (let at = parent; at !== undefined; at = at.menuParentId === null ? undefined : menus.get(at.menuParentId)) {
    if (at.id === key || level > deepest) return false;
    level++;
  }
  return level - 1 + heightOf([...menus.values()], key) <= deepest;
}

/** How many levels a menu and what hangs below it take. */
function heightOf(menus: readonly Placed[], key: string, depth = 0): number {
  const below = depth > deepest ? [] : menus.filter((placed) => placed.menuParentId === key);
  return 1 + Math.max(0, ...below.map((placed) => heightOf(menus, placed.id, depth + 1)));
}
