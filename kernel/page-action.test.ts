import { expect, test } from "vitest";
import { action, entity } from "./entity.ts";
import { code, yn } from "./field.ts";
import { offersOf } from "./page-action.ts";

const thing = entity("SampleThing", "物件", "Thing", {
  fields: { thingCode: code("编码", "Code"), enabledFlag: yn("启用", "Enabled", { initial: "Y", computed: true }) },
  actions: {
    doDisable: action("停用", "Disable", { button: "btnDisable", who: "internal", tone: "danger" }),
    doEnabled: action("启用", "Enable", { button: "btnEnable", who: "internal" }),
  },
  sees: { internal: "all" },
});
const viewer = { userId: "u1", audience: "internal" as const, may: () => true };

test("what is enabled offers to be disabled alone, and the other way round", () => {
  const names = (enabledFlag: string) => offersOf(thing, { id: "1", enabledFlag }, viewer).map((offer) => offer.name);
  expect(names("Y")).toEqual(["doDisable"]);
  expect(names("N")).toEqual(["doEnabled"]);
});
