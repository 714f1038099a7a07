import { expect, test } from "vitest";
import { flatMenus, initials, menuRoute, nestMenus, searchMenus } from "./menu.ts";
import type { MenuRow } from "./menu.ts";

const row = (menuId: string, menuParentId: string | number, more: Partial<MenuRow> = {}): MenuRow => ({
  menuId,
  menuParentId,
  name: menuId,
  menuCode: menuId.toUpperCase(),
  menuType: "PAGE",
  htmlUrl: menuId,
  enabled: "Y",
  ...more,
});

test("shell 16: a disabled parent takes its enabled child along, roots have parent 0", () => {
  const tree = nestMenus([row("p", 0, { enabled: "N", menuType: "DIR" }), row("c", "p"), row("q", "0"), row("lost", "nowhere")]);
  expect(flatMenus(tree.roots).map((menu) => menu.menuId)).toEqual(["q"]);
  expect(tree.dropped).toEqual(["C", "LOST"]);
});

test("children are taken only when enabled, in the order seqNum, level, name", () => {
  const tree = nestMenus([
    row("dir", 0, { menuType: "DIR" }),
    row("late", "dir", { seqNum: 2 }),
    row("off", "dir", { seqNum: 0, enabled: "N" }),
    row("b", "dir", { seqNum: 1, levelId: 2 }),
    row("a", "dir", { seqNum: 1, levelId: 2 }),
    row("first", "dir", { seqNum: 1, levelId: 1 }),
    row("none", "dir"),
  ]);
  expect(tree.roots[0]!.children.map((menu) => menu.menuId)).toEqual(["first", "a", "b", "late", "none"]);
});

test("circles and more than four levels are cut", () => {
  const tree = nestMenus([row("x", "y"), row("y", "x"), row("1", 0), row("2", "1"), row("3", "2"), row("4", "3"), row("5", "4")]);
  expect(flatMenus(tree.roots).map((menu) => menu.menuId)).toEqual(["1", "2", "3", "4"]);
  expect(tree.dropped.toSorted()).toEqual(["5", "X", "Y"]);
});

test("menus are found by name, pinyin initials and code", () => {
  expect(initials("采购订单")).toBe("cgdd");
  expect(initials("8D 报告")).toBe("8dbg");
  const menus = flatMenus(
    nestMenus([
      row("po", 0, { name: "采购订单", menuCode: "PUR_ORDER" }),
      row("st", 0, { name: "对账单管理", menuCode: "STMT" }),
      row("dir", 0, { name: "采购", menuType: "DIR" }),
    ]).roots,
  );
  expect(searchMenus(menus, "cgdd").map((menu) => menu.menuId)).toEqual(["po"]);
  expect(searchMenus(menus, "订单").map((menu) => menu.menuId)).toEqual(["po"]);
  expect(searchMenus(menus, "stm").map((menu) => menu.menuId)).toEqual(["st"]);
  expect(searchMenus(menus, " ")).toEqual([]);
});

test("each kind of menu leads to its page", () => {
  expect(menuRoute(row("user", 0))).toBe("user");
  expect(menuRoute(row("m1", 0, { menuType: "EXTERNAL", htmlUrl: "https://bi.example" }))).toBe("iframe?id=m1&menuId=m1");
  expect(menuRoute(row("m2", 0, { menuType: "EXTERNAL_BLANK" }))).toBeNull();
  expect(menuRoute(row("m3", 0, { menuType: "REPORT", htmlUrl: "R_1" }))).toBe("viewDynamicReport?reportCode=R_1");
  expect(menuRoute(row("m4", 0, { menuType: "CHART", htmlUrl: "C 1" }))).toBe("dynamicCharts/viewReport?reportCode=C%201");
  expect(menuRoute(row("m5", 0, { menuType: "DIR" }))).toBeNull();
});
