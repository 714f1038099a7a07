import { check, type Type } from "./check.ts";
import { syntaxFault } from "./fault.ts";
import type { Moment } from "./functions.ts";
import { parse, type TextLimits } from "./parse.ts";
import { evaluate, type Inputs, type Outcome, type RunOptions } from "./run.ts";
import type { Scope } from "./scope.ts";
import type { Base, Tree } from "./tree.ts";

/** An expression that has been read and found right; it can be worked out any number of times. */
export interface Expression {
  readonly tree: Tree;
  readonly type: Type;
  readonly fields: readonly string[];
  readonly scope: Scope;
}

export interface CompileOptions {
  /** What it must answer. */
  readonly type?: Base;
  readonly limits?: TextLimits;
}

/** Reads and checks a text; the first fault is thrown, with its place in `data`. */
export function compile(text: string, scope: Scope, { type: wanted, limits }: CompileOptions = {}): Expression {
  const tree = parse(text, limits);
  const { type, faults, fields } = check(tree, scope);
  const [first] = faults;
  if (first) throw first;
  if (wanted && type !== wanted && type !== "null") {
    throw syntaxFault([`结果应为${wanted}，而不是${type}`, `the answer must be ${wanted}, not ${type}`], tree.span);
  }
  return { tree, type, fields, scope };
}

/** The value of an expression for these inputs at this moment. */
export const valueOf = (expression: Expression, inputs: Inputs, at: Moment, options?: RunOptions): Outcome =>
  evaluate(expression.tree, expression.scope, inputs, at, options);

/** Whether a condition is met; one that cannot be known is not met. */
export const holds = (condition: Expression, inputs: Inputs, at: Moment, options?: RunOptions): boolean =>
  valueOf(condition, inputs, at, options).value === true;
