import { Refusal } from "#kernel/refusal.ts";
import type { Text } from "#kernel/text.ts";
import type { Command, Doer, Note } from "../attempt.ts";
import type { Kernel } from "../kernel.ts";
import { nodesOf, readsOf, type Documents, type Node } from "./documents.ts";
import { isTouched, nodeAt, targetOf } from "./inputs.ts";
import type { Finding } from "./rows.ts";
import type { SheetShape } from "./shape.ts";

/** Documents tried or written together. */
export const chunk = 250;

/** A question a rule asks before it goes on, with the rows it is about. */
export interface Ask {
  readonly code: string;
  readonly text: Text;
  readonly rows: { readonly sheet: number; readonly row: number }[];
}

export const isWrong = (root: Node): boolean => nodesOf(root).some((node) => node.result === "wrong");

/** Documents that something is to be written of and nothing is wrong with. */
export const writable = (roots: readonly Node[]): Node[] => roots.filter((root) => isTouched(root) && !isWrong(root));

export const commandOf = (shape: SheetShape, roots: readonly Node[], confirmed: readonly string[]): Command => ({
  entity: shape.entity,
  action: "saveOrUpdate",
  targets: roots.map(targetOf),
  bulk: true,
  inParts: chunk,
  reason: "Excel",
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
    const open = writable(this.#documents.roots);
    for (let i = 0; i < open.length; i += chunk) await this.some(open.slice(i, i + chunk));
  }

  /** One pass for each thing that can be refused, not one for each row. */
  async some(roots: readonly Node[]): Promise<void> {
    if (roots.length === 0) return;
    const { refusals, asks, outcome } = await this.#kernel.actor.trial(commandOf(this.#shape, roots, []), this.#doer);
    const [refusal] = refusals;
    if (!refusal) {
      for (const note of outcome?.notes ?? []) this.#warn(roots, note);
      for (const note of asks) this.#ask(roots, note);
      return;
    }
    if (this.pin(roots, refusal)) return this.some(roots.filter((root) => !isWrong(root)));
    // A refusal that names no document is found by asking each half on its own.
    const half = Math.ceil(roots.length / 2);
    await this.some(roots.slice(0, half));
    await this.some(roots.slice(half));
  }

  /** Puts a refusal to the rows it speaks of; false when it names none. */
  pin(roots: readonly Node[], refusal: Refusal): boolean {
    const errors = refusal.fieldErrors.length ? refusal.fieldErrors : [{ path: "", code: refusal.code, text: refusal.text }];
    let pinned = false;
    for (const error of errors) {
      const found = roots.length === 1 ? null : /^rows\[(\d+)\]\.?(.*)$/.exec(error.path);
      const root = roots.length === 1 ? roots[0] : found ? roots[Number(found[1])] : undefined;
      if (!root) continue;
      pinned = true;
      const { node, column } = nodeAt(this.#documents, root, found?.[2] ?? error.path, error.code === "TABLE_REQUIRED");
      this.#documents.wrong(node, column, node.values[column], error.code, error.text);
      if (node !== root) root.result = root.read ? root.result : "wrong";
    }
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
    if (read) known.rows.push({ sheet: read.sheet.sheet, row: read.at.row });
  }
}

const held: Text = ["同一单据的其他行有误，本行未写入", "Held back: another row of the same document is wrong"];

/** A document goes in whole or not at all: the good rows of a wrong one wait for it. */
export function hold(documents: Documents): void {
  for (const root of documents.roots) {
    if (!isWrong(root)) continue;
    for (const node of nodesOf(root)) if (node.read && node.result !== "wrong") documents.wrong(node, "", null, "IMPORT_HELD", held);
  }
}
