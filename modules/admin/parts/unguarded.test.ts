import { expect, test } from "vitest";
import { action, entity } from "#kernel/entity.ts";
import { text } from "#kernel/field.ts";
import type { Menu, Resource } from "./catalogue.tsx";
import { findUnguarded } from "./unguarded.ts";

const fields = { name: text("名称", "Name") };
const order = entity("Order", "订单", "Order", {
  fields,
  sees: { internal: "all" },
  saves: "internal",
  actions: {
    doSubmit: action("提交", "Submit", { button: "btnSubmit", who: "internal" }),
    doExpire: action("到期", "Expire", { button: "btnNever", who: "system" }),
  },
  pages: { list: "orders" },
});
const own = entity("Favourite", "收藏", "Favourite", {
  fields: { userId: text("用户", "User") },
  sees: { internal: "all" },
  saves: "internal",
  mine: "userId",
});
const menus = [
  { id: "m1", enabled: "Y" },
  { id: "m2", enabled: "N" },
].map((row) => row as Menu);
const button = (menuId: string | null, resourceCode: string, enabledFlag = "Y"): Resource =>
  ({ menuId, resourceCode, enabledFlag }) as Resource;

test("an action whose button stands on a disabled page only is found; what the system or the owner does is not", () => {
  const found = findUnguarded([order, own], menus, [button("m1", "btnSave"), button("m2", "btnSubmit")]);
  expect(found.map((unguarded) => [unguarded.entity, unguarded.action, unguarded.button])).toEqual([["Order", "doSubmit", "btnSubmit"]]);
});

test("a button of any menu guards, a disabled one does not", () => {
  expect(findUnguarded([order], menus, [button(null, "btnSave"), button("m1", "btnSubmit")])).toEqual([]);
  expect(
    findUnguarded([order], menus, [button("m1", "btnSave", "N"), button("m1", "btnSubmit")]).map((unguarded) => unguarded.action),
  ).toEqual(["saveOrUpdate"]);
});
