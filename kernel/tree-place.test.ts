import { expect, test } from "vitest";
import type { TreeNode } from "./tree.ts";
import { branchOf, dropPlace, findNode, pathTo, stepPlace } from "./tree-place.ts";

const leaf = (key: string): TreeNode => ({ key, title: key });
const nodes: readonly TreeNode[] = [
  { key: "a", title: "a", children: [leaf("a1"), { key: "a2", title: "a2", children: [leaf("a21")] }, leaf("a3")] },
  leaf("b"),
];

test("a step moves among siblings, into the one above, or out beside the parent", () => {
  expect(stepPlace(nodes, "a2", "up")).toEqual({ parent: "a", before: "a1" });
  expect(stepPlace(nodes, "a2", "down")).toEqual({ parent: "a", before: null });
  expect(stepPlace(nodes, "a1", "down")).toEqual({ parent: "a", before: "a3" });
  expect(stepPlace(nodes, "a3", "in")).toEqual({ parent: "a2", before: null });
  expect(stepPlace(nodes, "a21", "out")).toEqual({ parent: "a", before: "a3" });
  expect(stepPlace(nodes, "a3", "out")).toEqual({ parent: null, before: "b" });
});

test("where there is no further step, nothing happens", () => {
  expect(stepPlace(nodes, "a", "up")).toBeNull();
  expect(stepPlace(nodes, "b", "down")).toBeNull();
  expect(stepPlace(nodes, "a", "out")).toBeNull();
  expect(stepPlace(nodes, "a1", "in")).toBeNull();
  expect(stepPlace(nodes, "gone", "up")).toBeNull();
});

test("a drop lands before, after or inside the row under the pointer", () => {
  expect(dropPlace(nodes, "a2", "before")).toEqual({ parent: "a", before: "a2" });
  expect(dropPlace(nodes, "a2", "after")).toEqual({ parent: "a", before: "a3" });
  expect(dropPlace(nodes, "b", "after")).toEqual({ parent: null, before: null });
  expect(dropPlace(nodes, "b", "inside")).toEqual({ parent: "b", before: null });
});

test("a branch holds its top, a path begins at the root", () => {
  expect(branchOf(findNode(nodes, "a2")!).map((node) => node.key)).toEqual(["a2", "a21"]);
  expect(pathTo(nodes, "a21")).toEqual(["a", "a2", "a21"]);
});
