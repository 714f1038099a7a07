import { expect, test } from "vitest";
import { nodeSettings, type Definition } from "../engine/definition.ts";
import { compareDefinitions, paintingOf } from "./compare.ts";

const model = (more: Partial<Definition>): Definition => ({
  key: "M",
  version: 1,
  name: ["流程", "Process"],
  routeKeys: [],
  nodes: [
    { id: "start", kind: "start", name: ["", ""] },
    { id: "A", kind: "user", name: ["主管", "Lead"], settings: nodeSettings({ approverRule: "INITIATOR_MANAGER" }) },
    { id: "end", kind: "end", name: ["", ""] },
  ],
  flows: [
    { id: "f1", from: "start", to: "A" },
    { id: "f2", from: "A", to: "end" },
  ],
  ...more,
});

test("two versions differ by what was added, taken away or set otherwise", () => {
  const before = model({});
  const after = model({
    nodes: [
      before.nodes[0]!,
      { ...before.nodes[1]!, settings: nodeSettings({ approverRule: "USER", ruleValue: { userIds: ["a"] } }) },
      { id: "B", kind: "user", name: ["总监", "Director"], settings: nodeSettings({ approverRule: "ORG_MANAGER" }) },
      before.nodes[2]!,
    ],
    flows: [
      { id: "f1", from: "start", to: "A" },
      { id: "f3", from: "A", to: "B" },
      { id: "f4", from: "B", to: "end" },
    ],
  });
  const found = compareDefinitions(before, after);
  expect(found.map(({ id, how }) => [id, how])).toEqual([
    ["f2", "removed"],
    ["A", "changed"],
    ["B", "added"],
    ["f3", "added"],
    ["f4", "added"],
  ]);
  expect(found.find((difference) => difference.id === "A")!.what.map((entry) => entry.key)).toEqual(["approverRule", "ruleValue"]);
  expect(paintingOf(found, "old")).toEqual({ f2: "removed", A: "changed" });
  expect(paintingOf(found, "new")).toEqual({ A: "changed", B: "added", f3: "added", f4: "added" });
});

test("a version compared with itself has no differences", () => {
  expect(compareDefinitions(model({}), model({}))).toEqual([]);
});
