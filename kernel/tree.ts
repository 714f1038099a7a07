import { refuse } from "./refusal.ts";

/** A node as trees of categories, organisations and menus travel on the wire. */
export interface TreeNode {
  readonly key: string;
  readonly title: string;
  readonly expand?: boolean;
  readonly checked?: boolean;
  readonly checkFlag?: "Y" | "N";
  readonly treeFullPath?: string;
  readonly children?: readonly TreeNode[];
  /** There are children that have not been loaded yet. */
  readonly more?: boolean;
}

export type CheckState = "all" | "some" | "none";

/** A tree without configuration is a mistake that must be seen, not an empty tree. */
export function readTree(nodes: readonly TreeNode[] | null | undefined): readonly TreeNode[] {
  if (nodes === null || nodes === undefined) {
    throw refuse("TREE_EMPTY", "解析树数据失败，参数不能为空", "Parsing the tree data failed: parameters cannot be empty");
  }
  return nodes;
}

export const isChecked = (node: TreeNode): boolean => node.checked ?? node.checkFlag === "Y";

/** A parent counts as checked when any child is; it is drawn half while not all of them are. */
export function checkState(node: TreeNode): CheckState {
  const children = node.children ?? [];
  if (children.length === 0) return isChecked(node) ? "all" : "none";
  const states = children.map(checkState);
  if (states.every((state) => state === "all")) return "all";
  return states.every((state) => state === "none") ? "none" : "some";
}

const mark = (node: TreeNode, checked: boolean): TreeNode => ({ ...node, checked, checkFlag: checked ? "Y" : "N" });

function markAll(node: TreeNode, checked: boolean): TreeNode {
  const own = mark(node, checked);
  return node.children === undefined ? own : { ...own, children: node.children.map((child) => markAll(child, checked)) };
}

/** Checks or unchecks one node: downwards all follow, upwards a parent is checked while any child is. */
export function checkNode(nodes: readonly TreeNode[], key: string, checked: boolean): TreeNode[] {
  return nodes.map((node) => {
    if (node.key === key) return markAll(node, checked);
    if (node.children === undefined || node.children.length === 0) return node;
    const children = checkNode(node.children, key, checked);
    if (children.every((child, i) => child === node.children?.[i])) return node;
    return {
      ...mark(
        node,
        children.some((child) => checkState(child) !== "none"),
      ),
      children,
    };
  });
}

/** The keys of all checked nodes, parents included, as they are saved. */
export function checkedKeys(nodes: readonly TreeNode[]): string[] {
  return nodes.flatMap((node) => [...(checkState(node) === "none" ? [] : [node.key]), ...checkedKeys(node.children ?? [])]);
}

/** Search keeps the ancestors of what it finds and opens them; a found node keeps its own branch. */
export function searchTree(nodes: readonly TreeNode[], wanted: string): TreeNode[] {
  const text = wanted.trim().toLowerCase();
  if (text === "") return [...nodes];
  return nodes.flatMap((node) => {
    const below = searchTree(node.children ?? [], text);
    if (below.length > 0) return [{ ...node, expand: true, children: below }];
    return node.title.toLowerCase().includes(text) ? [node] : [];
  });
}

export interface TreeLine {
  readonly node: TreeNode;
  readonly level: number;
  readonly parent: string | null;
  readonly open: boolean;
  readonly hasChildren: boolean;
  readonly position: number;
  readonly siblings: number;
}

/** The nodes that can be seen, from top to bottom. */
export function treeLines(
  nodes: readonly TreeNode[],
  isOpen: (node: TreeNode) => boolean,
  level = 1,
  parent: string | null = null,
): TreeLine[] {
  return nodes.flatMap((node, i) => {
    const hasChildren = (node.children?.length ?? 0) > 0 || node.more === true;
    const open = hasChildren && isOpen(node);
    const line: TreeLine = { node, level, parent, open, hasChildren, position: i + 1, siblings: nodes.length };
    return open ? [line, ...treeLines(node.children ?? [], isOpen, level + 1, node.key)] : [line];
  });
}

export const countNodes = (nodes: readonly TreeNode[]): number =>
  nodes.reduce((count, node) => count + 1 + countNodes(node.children ?? []), 0);
