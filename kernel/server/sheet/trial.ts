import { Refusal } from "#kernel/refusal.ts";
import { reasonsOf } from "#kernel/remedy.ts";
import type { Text } from "#kernel/text.ts";
import type { Command, Doer, Note } from "../act/attempt.ts";
import type { Kernel } from "../kernel.ts";
import { isWrong, nodesOf, readsOf, type Documents, type Node } from "./documents.ts";
import { families, holdBelow, wayUp } from "./family.ts";
import { isTouched, nodeAt, targetOf } from "./inputs.ts";
import type { Finding } from "./rows.ts";
import type { SheetShape } from "./shape.ts";

/** Documents tried or written together. */
export const chunk = 250;

/** A question a rule asks before it goes on, with the rows it is about. */
export interface Ask {
  readonly code: string;
  readonly text: Text;
  readonly rows: { readonly sheet: number; readonly row: number; readonly text: Text }[];
}

/** Documents that something is to be written of and nothing is wrong with. */
const isWritable = (root: Node): boolean => isTouched(root) && !isWrong(root) && !root.written && !root.waits;

/** All of them, parents before what hangs under them. */
export const writable = (roots: readonly Node[]): Node[] => families(roots.filter(isWritable)).flat();

/** With the parents that go in with them: without these they could not be judged. */
const withParents = (roots: readonly Node[]): Node[] => [
  ...new Set(roots.flatMap((root) => [...wayUp(root).filter(isWritable).reverse(), root])),
];

export const commandOf = (shape: SheetShape, roots: readonly Node[], confirmed: readonly string[]): Command => ({
  entity: shape.entity,
  action: "saveOrUpdate",
  targets: roots.map(targetOf),
  bulk: true,
  inParts: chunk,
  reason: "Excel",
  fresh: new Set(roots.flatMap(({ under }) => (under && !under.stored ? [under.id] : []))),
  confirmed,
});

/** Runs the entity's own rules over every document that would be written, without writing; what is refused says why, the rest goes on. */
export class Trial {
  readonly #kernel: Kernel;
  readonly #documents: Documents;
  readonly #doer: Doer;
  readonly #shape: SheetShape;
  readonly warnings: Finding[];
  readonly asks = new Map<string, Ask>();

  constructor(kernel: Kernel, documents: Documents, shape: SheetShape, doer: Doer, warnings: Finding[]) {
    this.#kernel = kernel;
    this.#documents = documents;
    this.#shape = shape;
    this.#doer = doer;
    this.warnings = warnings;
  }

  async run(): Promise<void> {
    holdBelow(this.#documents);
    let some: Node[] = [];
    // What hangs together is tried together.
    for (const family of families(this.#documents.roots.filter(isWritable))) {
      some.push(...family);
      if (some.length < chunk) continue;
      await this.some(some);
      some = [];
    }
    await this.some(some);
  }

  /** One pass for each thing that can be refused, not one for each row. */
  async some(asked: readonly Node[]): Promise<void> {
    if (asked.length === 0) return;
    const roots = withParents(asked);
    const { refusals, asks, outcome } = await this.#kernel.actor.trial(commandOf(this.#shape, roots, []), this.#doer);
    const [refusal] = refusals;
    if (!refusal) {
      for (const note of outcome?.notes ?? []) this.#warn(roots, note);
      for (const note of asks) this.#ask(roots, note);
      return;
    }
    if (this.pin(roots, refusal) || (asked.length === 1 && this.pin(asked, refusal)))
      return this.some(asked.filter((root) => !isWrong(root)));
    // A refusal that names no document is found by asking each half on its own.
    const half = Math.ceil(asked.length / 2);
    await this.some(asked.slice(0, half));
    await this.some(asked.slice(half));
  }

  /** Puts a refusal to the rows it speaks of; false when it names none. */
  pin(roots: readonly Node[], refusal: Refusal): boolean {
    let pinned = false;
    for (const { path = "", code, text, data, fix } of reasonsOf(refusal)) {
      const found = roots.length === 1 ? null : /^rows\[(\d+)\]\.?(.*)$/.exec(path);
      const root = roots.length === 1 ? roots[0] : found ? roots[Number(found[1])] : undefined;
      if (!root) continue;
      pinned = true;
      const { node, column } = nodeAt(this.#documents, root, found?.[2] ?? path, code === "TABLE_REQUIRED");
      this.#documents.wrong(node, column, node.values[column], code, text, { data, fix });
      if (node !== root) root.result = root.read ? root.result : "wrong";
    }
    if (pinned) holdBelow(this.#documents);
    return pinned;
  }

  #rootOf(roots: readonly Node[], note: Note): Node | undefined {
    const path = (note as { path?: string }).path ?? "";
    const found = /^rows\[(\d+)\]/.exec(path);
    return found ? roots[Number(found[1])] : roots.length === 1 ? roots[0] : undefined;
  }

  #warn(roots: readonly Node[], note: Note): void {
    const read = readsOf(this.#rootOf(roots, note) ?? roots[0]!)[0];
    if (read) this.warnings.push({ sheet: read.sheet.sheet, row: read.at.row, column: "", value: null, code: note.code, text: note.text });
  }

  #ask(roots: readonly Node[], note: Note): void {
    const known = this.asks.get(note.code) ?? { code: note.code, text: note.text, rows: [] };
    this.asks.set(note.code, known);
    const read = readsOf(this.#rootOf(roots, note) ?? roots[0]!)[0];
    if (read) known.rows.push({ sheet: read.sheet.sheet, row: read.at.row, text: note.text });
  }
}

const held: Text = ["同一单据的其他行有误，本行未写入", "Left out: another row of the same document has errors"];

/** A document goes in whole or not at all: the good rows of a wrong one wait for it. */
export function hold(documents: Documents): void {
  holdBelow(documents);
  for (const root of documents.roots) {
    if (!isWrong(root)) continue;
    for (const node of nodesOf(root)) if (node.read && node.result !== "wrong") documents.wrong(node, "", null, "IMPORT_HELD", held);
  }
}
