import { check, nameOf, type Type } from "./check.ts";
import { syntaxFault } from "./fault.ts";
import type { Moment } from "./functions.ts";
import { parse, type TextLimits } from "./parse.ts";
import { evaluate, type Inputs, type Outcome, type RunOptions } from "./run.ts";
import type { Scope } from "./scope.ts";
import type { Base, Tree } from "./tree.ts";

/*
 * The language in short. Words and function names are read in English and Chinese, capitals do not matter:
 *   amount × 1.13 ≥ limit and kind in ("A", "B") or not isEmpty(dueDate)      如果 amount < 100 那么 1 否则 2
 *   dueDate - today() < 7      sum(lines.qty * lines.price where lines.kind = "A")      any(lines.qty > 12)
 * Texts stand in quotes, dates are written 2026-01-31; a field whose name is a word of the language stands in backticks.
 * A fold (sum, count, avg, min, max, any, all) walks through the lines its argument names; lines within lines need a fold each.
 * Numbers are exact decimals. A quotient is rounded half up to 20 places, and to more where it is small, so that at least 20
 * digits count; nothing else is rounded unless asked, up to 60 places.
 * Empty values: arithmetic and functions with an empty part are empty. A comparison with an empty part is neither true nor false:
 * "and" is false when a part is false, "or" is true when a part is true, else they stay empty, and so does "not". A condition that
 * stays empty is not met; "if" then takes its else. Folds leave empty values out: no numbers have the sum 0 and no mean, least or
 * greatest; "any" and "all" follow "or" and "and". isEmpty, ifEmpty and concat alone look at empty values. Dividing by zero is empty.
 */

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
    const [must, is] = [nameOf(wanted), nameOf(type)];
    throw syntaxFault([`结果应为${must[0]}，而不是${is[0]}`, `the answer must be ${must[1]}, not ${is[1]}`], tree.span);
  }
  return { tree, type, fields, scope };
}

/** The value of an expression for these inputs at this moment. */
export const valueOf = (expression: Expression, inputs: Inputs, at: Moment, options?: RunOptions): Outcome =>
  evaluate(expression.tree, expression.scope, inputs, at, options);

/** Whether a condition is met; one that cannot be known is not met. */
export const holds = (condition: Expression, inputs: Inputs, at: Moment, options?: RunOptions): boolean =>
  valueOf(condition, inputs, at, options).value === true;
