import { describe, expect, test } from "vitest";
import { checkedKeys, checkNode, checkState, countNodes, isChecked, readTree, searchTree, treeLines, type TreeNode } from "./tree.ts";

const tree: readonly TreeNode[] = [
  {
    key: "p",
    title: "原料",
    children: [
      { key: "a", title: "钢材" },
      { key: "b", title: "塑料" },
      { key: "c", title: "铝材", children: [{ key: "c1", title: "型材" }] },
    ],
  },
  { key: "q", title: "包装" },
];
const parent = (nodes: readonly TreeNode[]): TreeNode => nodes[0]!;

describe("checking", () => {
  test("table 25: one child checks the parent half, the parent checks all three", () => {
    const entry = checkNode(tree, "a", true);
    expect(isChecked(parent(entry))).toBe(true);
    expect(parent(entry).checkFlag).toBe("Y");
    expect(checkState(parent(entry))).toBe("some");
    const all = checkNode(entry, "p", true);
    expect(parent(all).children!.map(checkState)).toEqual(["all", "all", "all"]);
    expect(checkState(parent(all))).toBe("all");
  });

  test("unchecking the last child unchecks the parent", () => {
    const none = checkNode(checkNode(tree, "a", true), "a", false);
    expect(isChecked(parent(none))).toBe(false);
    expect(checkState(parent(none))).toBe("none");
  });

  test("a grandchild reaches the top, and untouched branches stay the same objects", () => {
    const next = checkNode(tree, "c1", true);
    expect(checkedKeys(next)).toEqual(["p", "c", "c1"]);
    expect(next[1]).toBe(tree[1]);
  });

  test("after any clicks a parent is checked exactly when one of its leaves is", () => {
    let state = 5;
    const random = (below: number): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % below;
    let now: readonly TreeNode[] = tree;
    const leaves = (node: TreeNode): TreeNode[] => (node.children === undefined ? [node] : node.children.flatMap(leaves));
    for (let i = 0; i < 500; i++) {
      now = checkNode(now, ["p", "a", "b", "c", "c1", "q"][random(6)]!, random(2) === 0);
      for (const node of now) expect(isChecked(node)).toBe(leaves(node).some(isChecked));
    }
  });
});

test("an unconfigured tree is TREE_EMPTY, an empty list is just empty", () => {
  expect(() => readTree(null)).toThrow("TREE_EMPTY");
  expect(readTree([])).toEqual([]);
});

test("search keeps the ancestors of what it finds and opens them", () => {
  const found = searchTree(tree, "型");
  expect(found).toHaveLength(1);
  expect(found[0]!.expand).toBe(true);
  expect(treeLines(found, (node) => node.expand === true).map((line) => line.node.key)).toEqual(["p", "c", "c1"]);
  expect(searchTree(tree, "  ")).toHaveLength(2);
});

test("lines know their level, place and parent", () => {
  const lines = treeLines(tree, (node) => node.key === "p");
  expect(lines.map((line) => [line.node.key, line.level, line.position, line.siblings, line.parent])).toEqual([
    ["p", 1, 1, 2, null],
    ["a", 2, 1, 3, "p"],
    ["b", 2, 2, 3, "p"],
    ["c", 2, 3, 3, "p"],
    ["q", 1, 2, 2, null],
  ]);
  expect(countNodes(tree)).toBe(6);
});
