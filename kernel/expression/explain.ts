import type { Moment } from "./functions.ts";
import { print, type PrintOptions } from "./print.ts";
import { evaluate, type Inputs, type Outcome, type RunOptions, type Watch } from "./run.ts";
import type { Scope } from "./scope.ts";
import type { Tree } from "./tree.ts";
import { plainOf, type Plain, type Value } from "./value.ts";

/** One part of an expression with its value and the parts it was worked out from; what was not needed is not there. */
export interface Why {
  readonly text: string;
  readonly value: Plain;
  readonly parts: readonly Why[];
}

/** Of a fold over many lines this many parts are kept. */
const mostParts = 40;

interface Open {
  readonly tree: Tree;
  readonly parts: Why[];
}

class Notes implements Watch {
  readonly #open: Open[] = [];
  readonly #print: PrintOptions;
  whole: Why | null = null;

  constructor(print: PrintOptions) {
    this.#print = print;
  }

  enter(tree: Tree): void {
    this.#open.push({ tree, parts: [] });
  }

  leave(value: Value): void {
    const { tree, parts } = this.#open.pop()!;
    const around = this.#open.at(-1);
    if (around && (tree.kind === "literal" || around.parts.length >= mostParts)) return;
    const why: Why = { text: print(tree, this.#print), value: plainOf(value), parts };
    if (around) around.parts.push(why);
    else this.whole = why;
  }
}

/** Works an expression out and says of every part what it came to. */
export function explain(
  tree: Tree,
  scope: Scope,
  inputs: Inputs,
  at: Moment,
  options: PrintOptions & Pick<RunOptions, "meter"> = {},
): Outcome & { readonly why: Why } {
  const notes = new Notes(options);
  const outcome = evaluate(tree, scope, inputs, at, { watch: notes, ...(options.meter ? { meter: options.meter } : {}) });
  return { ...outcome, why: notes.whole! };
}
