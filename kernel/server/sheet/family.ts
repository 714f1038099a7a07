import type { Text } from "#kernel/text.ts";
import type { Row } from "../find/visible.ts";
import { isWrong, type Documents, type Node } from "./documents.ts";
import { named } from "./refs.ts";

const circle = ["TREE_CYCLE", "层级不能成环", "The hierarchy would become circular"] as const;
const held: Text = ["上级所在的行有误，本行未写入", "Left out: its parent row has errors"];

/** From a row's parent in the same file up to the highest one. */
export function wayUp(node: Node): Node[] {
  const way: Node[] = [];
  for (let at = node.under; at; at = at.under) way.push(at);
  return way;
}

/** Finds rows of the file that are not stored yet by what other rows call them. */
export function newcomers(roots: readonly Node[]): (text: string) => readonly Node[] {
  const nodes = new Map<Row, Node>();
  for (const node of roots) if (node.read && node.result === "new") nodes.set(node.values, node);
  const find = named(roots[0]?.shape.entity, [...nodes.keys()]);
  return (text) => find(text).flatMap((row) => nodes.get(row) ?? []);
}

/** Rows that hang under each other are all wrong, and hang nowhere. */
export function cutCircles(documents: Documents): void {
  const seen = new Set<Node>();
  for (const start of documents.roots) {
    const way: Node[] = [];
    let at: Node | null = start;
    for (; at && !seen.has(at); at = at.under) {
      seen.add(at);
      way.push(at);
    }
    const ring = at && way.includes(at) ? way.slice(way.indexOf(at)) : [];
    for (const node of ring) {
      const tree = node.shape.entity.tree!;
      const [code, ...text] = tree.cycle ?? circle;
      documents.wrong(node, tree.parent, node.shown[tree.parent], code, text);
    }
    for (const node of ring) node.under = null;
  }
}

/** Rows that hang together, each with what hangs under it behind it. */
export function families(roots: readonly Node[]): Node[][] {
  const ways = new Map(roots.map((node) => [node, wayUp(node)]));
  const groups = Map.groupBy(roots, (node) => ways.get(node)!.at(-1) ?? node);
  return [...groups.values()].map((group) => group.sort((a, b) => ways.get(a)!.length - ways.get(b)!.length));
}

/** What is to hang under a row that does not go in cannot go in either. */
export function holdBelow(documents: Documents): void {
  const isLost = (node: Node): boolean => node.stored === null && isWrong(node);
  for (const root of documents.roots)
    if (root.under && root.result !== "wrong" && wayUp(root).some(isLost)) {
      const key = root.shape.entity.tree!.parent;
      documents.wrong(root, key, root.shown[key], "IMPORT_HELD", held);
    }
}
