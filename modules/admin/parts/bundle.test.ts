import { expect, test } from "vitest";
import { listChange, placeOf } from "./bundle.ts";

test("a change of a bundle is told by the field it stands in", () => {
  expect(placeOf("lookups", "values.TECH.meaningEn")).toMatchObject({ key: "meaningEn", of: "TECH" });
  expect(placeOf("lookups", "values.A.B.C.seqNum")).toMatchObject({ key: "seqNum", of: "A.B.C" });
  expect(placeOf("lookups", "values.CNY.extra.digits")).toMatchObject({ key: "extra", of: "CNY" });
  expect(placeOf("menus", "buttons.btnSave.resourceName")).toMatchObject({ key: "resourceName", of: "btnSave" });
  expect(placeOf("menus", "parent").label).toEqual(["上级菜单", "Parent"]);
  expect(placeOf("roles", "menus")).toMatchObject({ entity: undefined, of: null });
  expect(placeOf("roles", "roleName").label).toEqual(["角色名称", "Name"]);
  expect(placeOf("profiles", "value").label).toEqual(["值", "Value"]);
});

test("a list says what it gained and lost", () => {
  expect(listChange({ path: "menus", old: ["a", "b"], new: ["b", "c"] })).toEqual({ added: ["c"], gone: ["a"] });
  expect(listChange({ path: "menus", old: null, new: ["c"] })).toEqual({ added: ["c"], gone: [] });
  expect(listChange({ path: "name", old: "a", new: "b" })).toBeNull();
});
