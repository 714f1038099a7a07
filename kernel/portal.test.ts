import { expect, test } from "vitest";
import { flatMenus, nestMenus, type MenuRow } from "./menu.ts";
import { portalMenus, type PortalGroup } from "./portal.ts";

const row = (menuCode: string, more: Partial<MenuRow> = {}): MenuRow => ({
  menuCode,
  menuId: menuCode,
  name: `our ${menuCode}`,
  menuType: "PAGE",
  htmlUrl: menuCode,
  menuParentId: "ADMIN",
  enabled: "Y",
  ...more,
});
const rows = [
  row("ADMIN", { menuType: "DIR", menuParentId: "0", name: "Administration" }),
  ...["orders", "notes", "labels", "users", "exports"].map((code) => row(code)),
  row("orderEdit", { hidden: true }),
];
const groups: readonly PortalGroup[] = [
  { code: "ORDERS", label: ["订单", "Orders"], icon: "inbox", foot: true, pages: ["orders"] },
  { code: "SHIP", label: ["送货", "Deliveries"], icon: "truck", pages: [["notes", ["送货单", "Shipments"]], "labels"] },
  { code: "MONEY", label: ["对账", "Money"], icon: "wallet", pages: ["statements"] },
];
const told = (): readonly MenuRow[] => portalMenus(rows, groups, (text) => text[1]);

test("a partner's menu has few groups in own words; a group of one page is that page, one without a granted page is absent", () => {
  const { roots, dropped } = nestMenus(told());
  expect(roots.filter((root) => !root.hidden).map((root) => root.name)).toEqual(["Orders", "Deliveries", "More"]);
  expect(roots[1]!.children.map((child) => child.name)).toEqual(["Shipments", "our labels"]);
  expect(dropped).toEqual([]);
});

test("nothing granted is lost, no folder of ours is shown, and what stands at the foot of a phone is marked", () => {
  const flat = flatMenus(nestMenus(told()).roots);
  expect(
    flat
      .filter((menu) => menu.menuType === "PAGE")
      .map((menu) => menu.menuCode)
      .sort(),
  ).toEqual(["exports", "labels", "notes", "orderEdit", "orders", "users"]);
  expect(flat.some((menu) => menu.name === "Administration")).toBe(false);
  expect(flat.filter((menu) => menu.foot).map((menu) => menu.menuCode)).toEqual(["orders"]);
});
