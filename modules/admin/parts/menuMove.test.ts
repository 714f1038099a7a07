import { expect, test } from "vitest";
import { mayStand, seatFor } from "./menuMove.ts";

const row = (id: string, seqNum: number) => ({ id, versionNum: 3, seqNum });

test("a menu put between two takes a number between theirs", () => {
  expect(seatFor([row("a", 10), row("b", 20)], "b")).toEqual({ seqNum: 15, renumber: [] });
  expect(seatFor([row("a", 10), row("b", 20)], null)).toEqual({ seqNum: 30, renumber: [] });
  expect(seatFor([row("a", 10)], "a")).toEqual({ seqNum: 5, renumber: [] });
  expect(seatFor([], null)).toEqual({ seqNum: 10, renumber: [] });
});

test("where there is no number left the siblings make room", () => {
  expect(seatFor([row("a", 10), row("b", 10), row("c", 30)], "b")).toEqual({ seqNum: 20, renumber: [row("b", 30), row("c", 40)] });
  expect(seatFor([row("a", 1)], "a")).toEqual({ seqNum: 10, renumber: [row("a", 20)] });
});

const dir = (id: string, menuParentId: string | null) => ({ id, menuParentId, menuType: "DIR", seqNum: 10, versionNum: 1 });
const menus = new Map(
  [dir("a", null), dir("b", "a"), dir("c", "b"), { ...dir("page", "c"), menuType: "PAGE" }, dir("x", null)].map((entry) => [
    entry.id,
    entry,
  ]),
);

test("admin 23: a menu cannot stand below itself, inside a page, or deeper than four", () => {
  expect(mayStand(menus, "a", { parent: "b", before: null })).toBe(false);
  expect(mayStand(menus, "a", { parent: "a", before: null })).toBe(false);
  expect(mayStand(menus, "x", { parent: "page", before: null })).toBe(false);
  expect(mayStand(menus, "a", { parent: "x", before: null })).toBe(false);
  expect(mayStand(menus, "b", { parent: "x", before: null })).toBe(true);
  expect(mayStand(menus, "x", { parent: "c", before: null })).toBe(true);
  expect(mayStand(menus, "b", { parent: null, before: "x" })).toBe(true);
});
