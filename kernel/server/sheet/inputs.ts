import type { Target } from "../act/attempt.ts";
import type { Row } from "../find/visible.ts";
import { nodeOf, nodesOf, type Documents, type Node } from "./documents.ts";
import type { SheetShape } from "./shape.ts";

/** Whether anything would be written in this row or below it. */
export const isTouched = (node: Node): boolean =>
  node.result === "new" || node.result === "removed" || node.changed.length > 0 || node.children.some(isTouched);

/** Lines that are to be changed or made, in the order in which they are sent. */
export const sentLines = (node: Node, collection: string): Node[] =>
  node.children.filter((child) => child.shape.collection === collection && child.result !== "removed" && isTouched(child));

function inputOf(node: Node): Row {
  const input: Row = {};
  for (const key of node.changed) input[key] = node.values[key];
  for (const collection of new Set(node.children.map((child) => child.shape.collection!))) {
    const changed = sentLines(node, collection).map((child) => ({
      ...(child.stored ? { id: child.stored["id"] } : {}),
      ...inputOf(child),
    }));
    const removed = node.children.flatMap((child) =>
      child.shape.collection === collection && child.result === "removed" ? [child.stored!["id"] as string] : [],
    );
    if (changed.length || removed.length) input[collection] = { changed, ...(removed.length ? { removed } : {}) };
  }
  return input;
}

/** A whole document as act takes it: only what changes, lines as differences. */
export const targetOf = (node: Node): Target => ({
  ...(node.stored ? { id: node.id, versionNum: node.stored["versionNum"] as number } : { make: node.id }),
  input: inputOf(node),
});

/** Where the template says that a line missing from the sheet is to go: those of the documents the sheet speaks of. */
export async function removeMissing(documents: Documents, shapes: readonly SheetShape[], present: ReadonlySet<SheetShape>): Promise<void> {
  for (const shape of shapes) {
    if (!shape.parent || !present.has(shape)) continue;
    const parents = documents.roots
      .flatMap(nodesOf)
      .filter((node) => node.shape === shape.parent && node.stored && (node.read || node.children.some((child) => child.shape === shape)));
    await documents.load(shape, parents);
    for (const parent of parents) {
      const here = new Set(parent.children.map((child) => child.stored?.["id"]));
      for (const row of documents.siblings(parent, shape)?.rows ?? [])
        if (!here.has(row["id"])) parent.children.push(nodeOf(shape, null, parent, row, "removed"));
    }
  }
}

/** The row an error speaks of. Checks count the lines as they were sent, the check for what is missing counts the finished document. */
export function nodeAt(
  documents: Documents,
  root: Node,
  path: string,
  isFinished: boolean,
): { readonly node: Node; readonly column: string } {
  const step = /^(\w+)\[(\d+)\]\.?/;
  let node = root;
  let rest = path;
  for (let found = step.exec(rest); found; found = step.exec(rest)) {
    const [all, collection, number] = found as unknown as [string, string, string];
    const next = isFinished ? finishedLine(documents, node, collection, Number(number)) : sentLines(node, collection)[Number(number)];
    if (!next) break;
    node = next;
    rest = rest.slice(all.length);
  }
  return { node, column: rest in node.shape.entity.fields ? rest : "" };
}

function finishedLine(documents: Documents, node: Node, collection: string, number: number): Node | undefined {
  const children = node.children.filter((child) => child.shape.collection === collection);
  const shape = children[0]?.shape;
  if (!shape) return undefined;
  const removed = new Set(children.flatMap((child) => (child.result === "removed" ? [child.stored!["id"]] : [])));
  const matchingRows = (documents.siblings(node, shape)?.rows ?? []).filter((row) => !removed.has(row["id"]));
  if (number < matchingRows.length) return children.find((child) => child.stored?.["id"] === matchingRows[number]!["id"]);
  return sentLines(node, collection).filter((child) => !child.stored)[number - matchingRows.length];
}
