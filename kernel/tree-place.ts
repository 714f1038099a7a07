import type { TreeNode } from "./tree.ts";

/** Where a node is to stand: under which parent, before which sibling; null is the top, or the end. */
export interface TreePlace {
  readonly parent: string | null;
  readonly before: string | null;
}

/** The nodes that stand beside a node, itself included, and the node above them. */
export function siblingsOf(
  nodes: readonly TreeNode[],
  key: string,
  parent: TreeNode | null = null,
): { readonly list: readonly TreeNode[]; readonly parent: TreeNode | null } | null {
  if (nodes.some((node) => node.key === key)) return { list: nodes, parent };
  for (const node of nodes) {
    const found = siblingsOf(node.children ?? [], key, node);
    if (found !== null) return found;
  }
  return null;
}

export const findNode = (nodes: readonly TreeNode[], key: string): TreeNode | undefined =>
  siblingsOf(nodes, key)?.list.find((node) => node.key === key);

/** Every node of a branch, the top included. */
export const branchOf = (node: TreeNode): readonly TreeNode[] => [node, ...(node.children ?? []).flatMap(branchOf)];

/** The keys from the root down to a node, the node included. */
export function pathTo(nodes: readonly TreeNode[], key: string): readonly string[] {
  for (const node of nodes) {
    if (node.key === key) return [key];
    const below = pathTo(node.children ?? [], key);
    if (below.length > 0) return [node.key, ...below];
  }
  return [];
}

/** The place one step away: up or down among its siblings, into the one above it, or out beside its parent. */
export function stepPlace(nodes: readonly TreeNode[], key: string, step: "up" | "down" | "in" | "out"): TreePlace | null {
  const here = siblingsOf(nodes, key);
  if (here === null) return null;
  const { list, parent } = here;
  const at = list.findIndex((node) => node.key === key);
  const own = parent?.key ?? null;
  switch (step) {
    case "up":
      return at > 0 ? { parent: own, before: list[at - 1]!.key } : null;
    case "down":
      return at < list.length - 1 ? { parent: own, before: list[at + 2]?.key ?? null } : null;
    case "in":
      return at > 0 ? { parent: list[at - 1]!.key, before: null } : null;
    case "out": {
      if (parent === null) return null;
      const above = siblingsOf(nodes, parent.key)!;
      const next = above.list[above.list.findIndex((node) => node.key === parent.key) + 1];
      return { parent: above.parent?.key ?? null, before: next?.key ?? null };
    }
  }
}

/** The place a drop means: upper and lower edge of a row beside it, its middle into it. */
export function dropPlace(nodes: readonly TreeNode[], target: string, part: "before" | "inside" | "after"): TreePlace | null {
  if (part === "inside") return { parent: target, before: null };
  const here = siblingsOf(nodes, target);
  if (here === null) return null;
  const at = here.list.findIndex((node) => node.key === target);
  return { parent: here.parent?.key ?? null, before: part === "before" ? target : (here.list[at + 1]?.key ?? null) };
}
