import { expect, test } from "vitest";
import type { Catalogue, Menu, Resource } from "./catalogue.tsx";
import { differenceOf, due, hasMenu, noPlan, openColumn, sentence, sizeOf, wish } from "./rolePlan.ts";
import type { RoleGrants } from "./rolePlan.ts";

const menuOf = (id: string): Menu => ({ id, menuCode: id }) as Menu;
const button = (menuId: string | null, code: string): Resource => ({ id: `${menuId}.${code}`, menuId, resourceCode: code }) as Resource;
const catalogue: Catalogue = {
  menus: [menuOf("order"), menuOf("stock")],
  resources: [button("order", "btnSave"), button("order", "btnDelete"), button("stock", "btnSave"), button(null, "btnPrint")],
};
const grants: RoleGrants = {
  menus: new Map([["order", "ACTIVE"]]),
  resources: new Map([
    ["order.btnSave", "ACTIVE"],
    ["order.btnDelete", "PENDING"],
  ]),
};

test("a button opens its menu", () => {
  const plan = wish(grants, noPlan, catalogue, [{ row: "stock", column: "btnSave" }], true);
  expect(differenceOf(plan)).toEqual({ addMenus: ["stock"], dropMenus: [], addResources: ["stock.btnSave"], dropResources: [] });
  expect(hasMenu(grants, plan, "stock")).toBe(true);
});

test("a closed menu takes its buttons along", () => {
  const plan = wish(grants, noPlan, catalogue, [{ row: "order", column: openColumn }], false);
  expect(differenceOf(plan)).toMatchObject({ dropMenus: ["order"], dropResources: ["order.btnSave", "order.btnDelete"] });
  expect(sizeOf(differenceOf(plan))).toEqual({ added: 0, removed: 3 });
});

test("what is put back as it was is no change", () => {
  const gone = wish(grants, noPlan, catalogue, [{ row: "order", column: "btnSave" }], false);
  expect(sizeOf(differenceOf(gone))).toEqual({ added: 0, removed: 1 });
  const back = wish(grants, gone, catalogue, [{ row: "order", column: "btnSave" }], true);
  expect(sizeOf(differenceOf(back))).toEqual({ added: 0, removed: 0 });
});

test("a button of any menu opens none, and a square that does not exist is passed over", () => {
  expect(differenceOf(wish(grants, noPlan, catalogue, [{ row: "-1", column: "btnPrint" }], true))).toMatchObject({
    addMenus: [],
    addResources: ["null.btnPrint"],
  });
  expect(sizeOf(differenceOf(wish(grants, noPlan, catalogue, [{ row: "stock", column: "btnNever" }], true)))).toEqual({
    added: 0,
    removed: 0,
  });
});

test("the sentence before a save counts in both languages", () => {
  expect(sentence(12, 3, 48)).toEqual(["新增 12，移除 3，影响 48 名用户", "Adds 12, removes 3, affects 48 users"]);
  expect(sentence(1, 0, 1)[1]).toBe("Adds 1, removes 0, affects 1 user");
});

test("a wish that came true meanwhile is none", () => {
  const plan = {
    menus: new Map([["m1", true]]),
    resources: new Map([
      ["r1", true],
      ["r2", false],
    ]),
  };
  const now: RoleGrants = { menus: new Map([["m1", "ACTIVE"]]), resources: new Map([["r2", "ACTIVE"]]) };
  expect(due(now, plan)).toEqual({
    menus: new Map(),
    resources: new Map([
      ["r1", true],
      ["r2", false],
    ]),
  });
});
