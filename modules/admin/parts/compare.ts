import type { Catalogue, Menu, Resource } from "./catalogue.tsx";

/** What one side of a comparison holds: menus it opens, buttons it lets people press. */
export interface Side {
  readonly menus: ReadonlySet<string>;
  readonly resources: ReadonlySet<string>;
}

/** One menu on which the two sides stand; null is the row of buttons for any menu. */
export interface ComparedMenu {
  readonly menu: Menu | null;
  readonly openA: boolean;
  readonly openB: boolean;
  readonly both: readonly Resource[];
  readonly onlyA: readonly Resource[];
  readonly onlyB: readonly Resource[];
}

export interface Compared {
  readonly rows: readonly ComparedMenu[];
  readonly both: number;
  readonly onlyA: number;
  readonly onlyB: number;
}

export const differs = (row: ComparedMenu): boolean => row.openA !== row.openB || row.onlyA.length + row.onlyB.length > 0;

/** Lays two sides beside each other, menu by menu; each grant is counted once. */
export function compareSides(a: Side, b: Side, { menus, resources }: Catalogue): Compared {
  const buttons = Map.groupBy(resources, (resource) => String(resource.menuId ?? ""));
  const rowOf = (menu: Menu | null): ComparedMenu => {
    const own = buttons.get(menu?.id ?? "") ?? [];
    const [inA, inB] = [own.filter((resource) => a.resources.has(resource.id)), own.filter((resource) => b.resources.has(resource.id))];
    return {
      menu,
      openA: menu !== null && a.menus.has(menu.id),
      openB: menu !== null && b.menus.has(menu.id),
      both: inA.filter((resource) => b.resources.has(resource.id)),
      onlyA: inA.filter((resource) => !b.resources.has(resource.id)),
      onlyB: inB.filter((resource) => !a.resources.has(resource.id)),
    };
  };
  const rows = [...menus.map(rowOf), rowOf(null)].filter(
    (row) => row.openA || row.openB || row.both.length + row.onlyA.length + row.onlyB.length > 0,
  );
  const sum = (count: (row: ComparedMenu) => number): number => rows.reduce((total, row) => total + count(row), 0);
  return {
    rows,
    both: sum((row) => row.both.length + (row.openA && row.openB ? 1 : 0)),
    onlyA: sum((row) => row.onlyA.length + (row.openA && !row.openB ? 1 : 0)),
    onlyB: sum((row) => row.onlyB.length + (row.openB && !row.openA ? 1 : 0)),
  };
}

/** What several roles hold together: the union, as a responsibility of them would. */
export const joined = (sides: readonly Side[]): Side => ({
  menus: new Set(sides.flatMap((side) => [...side.menus])),
  resources: new Set(sides.flatMap((side) => [...side.resources])),
});
