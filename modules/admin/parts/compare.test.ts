import { expect, test } from "vitest";
import type { Catalogue, Menu, Resource } from "./catalogue.tsx";
import { compareSides, differs, joined } from "./compare.ts";
import type { Side } from "./compare.ts";

const catalogue: Catalogue = {
  menus: ["order", "stock", "unused"].map((id) => ({ id }) as Menu),
  resources: [
    ["order", "save"],
    ["order", "delete"],
    ["stock", "save"],
    [null, "print"],
  ].map(([menuId, code]) => ({ id: `${menuId}.${code}`, menuId }) as Resource),
};
const side = (menus: readonly string[], resources: readonly string[]): Side => ({ menus: new Set(menus), resources: new Set(resources) });

test("two sides are laid beside each other menu by menu, and every grant is counted once", () => {
  const found = compareSides(
    side(["order"], ["order.save", "order.delete", "null.print"]),
    side(["order", "stock"], ["order.save", "stock.save"]),
    catalogue,
  );
  expect([found.both, found.onlyA, found.onlyB]).toEqual([2, 2, 2]);
  expect(found.rows.map((row) => [row.menu?.id ?? null, differs(row)])).toEqual([
    ["order", true],
    ["stock", true],
    [null, true],
  ]);
  expect(found.rows[0]).toMatchObject({
    openA: true,
    openB: true,
    both: [{ id: "order.save" }],
    onlyA: [{ id: "order.delete" }],
    onlyB: [],
  });
});

test("equal sides do not differ, and several roles hold their union", () => {
  const both = joined([side(["order"], ["order.save"]), side(["stock"], [])]);
  const found = compareSides(both, side(["order", "stock"], ["order.save"]), catalogue);
  expect([found.onlyA, found.onlyB, found.rows.some(differs)]).toEqual([0, 0, false]);
});
