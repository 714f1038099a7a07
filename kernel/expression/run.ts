import { daysBetween } from "#kernel/days.ts";
import * as decimal from "../decimal.ts";
import { dayIn } from "../time.ts";
import { timeoutFault } from "./fault.ts";
import { functionOf, type Moment } from "./functions.ts";
import { isGroup, resolve, walked, type Scope } from "./scope.ts";
import type { Arithmetic, Span, Tree } from "./tree.ts";
import { compared, computed, date, daysLater, number, order, plainOf, quotient, readValue, yesNo } from "./value.ts";
import type { Plain, Value } from "./value.ts";

export type Inputs = Readonly<Record<string, unknown>>;

/** Why a value is missing: a divisor of 0, an empty or ill-formed field, a number or date out of range. */
export interface Problem {
  readonly kind: "DIVISION_BY_ZERO" | "EMPTY" | "ILL_FORMED" | "OUT_OF_RANGE";
  readonly span: Span;
  readonly field?: string;
}

export interface Outcome {
  readonly value: Plain;
  readonly problems: readonly Problem[];
  readonly steps: number;
}

/** Sees every part as it is worked out. */
export interface Watch {
  enter(tree: Tree): void;
  leave(value: Value): void;
}

interface MeterOptions {
  readonly steps?: number;
  /** Milliseconds of any clock; without one only steps are counted. */
  readonly clock?: () => number;
  readonly ms?: number;
}

const between = 256;

/** Counts steps, which every machine counts alike; a clock is looked at now and then. One meter may serve many expressions. */
export class Meter {
  steps = 0;
  readonly #most: number;
  readonly #clock: (() => number) | undefined;
  readonly #end: number;

  constructor({ steps = 10_000, clock, ms = 50 }: MeterOptions = {}) {
    this.#most = steps;
    this.#clock = clock;
    this.#end = clock ? clock() + ms : 0;
  }

  step(): void {
    if (++this.steps > this.#most) throw timeoutFault();
    if (this.#clock && this.steps % between === 0 && this.#clock() > this.#end) throw timeoutFault();
  }
}

export interface RunOptions {
  readonly meter?: Meter;
  readonly watch?: Watch;
}

type Fold = Tree & { readonly kind: "fold" };

class Run {
  readonly problems: Problem[] = [];
  readonly #scope: Scope;
  readonly #inputs: Inputs;
  readonly #at: Moment;
  readonly #meter: Meter;
  readonly #watch: Watch | undefined;
  readonly #rows: { readonly collection: string; readonly row: unknown }[] = [];
  readonly #collections = new Map<Tree, string | null>();

  constructor(scope: Scope, inputs: Inputs, at: Moment, { meter = new Meter(), watch }: RunOptions) {
    this.#scope = scope;
    this.#inputs = inputs;
    this.#at = at;
    this.#meter = meter;
    this.#watch = watch;
  }

  value(tree: Tree): Value {
    this.#meter.step();
    if (!this.#watch) return this.#value(tree);
    this.#watch.enter(tree);
    const value = this.#value(tree);
    this.#watch.leave(value);
    return value;
  }

  #value(tree: Tree): Value {
    switch (tree.kind) {
      case "literal":
        return tree.type === "yesNo" ? yesNo(tree.value) : tree.type === "null" ? null : { type: tree.type, value: tree.value };
      case "list":
        return { type: "list", items: tree.items.map((item) => this.value(item)) };
      case "field":
        return this.#field(tree.path, tree.span);
      case "prefix":
        return tree.op === "not" ? yesNo(not(this.#truth(tree.of))) : this.#negated(tree.of);
      case "infix":
        return this.#infix(tree);
      case "between": {
        const of = this.#operand(tree.of);
        const low = compared(">=", of, this.#operand(tree.low), this.#at.zone);
        return yesNo(both(low, () => compared("<=", of, this.#operand(tree.high), this.#at.zone)));
      }
      case "if":
        return this.value(this.#truth(tree.when) === true ? tree.yes : tree.no);
      case "call":
        return this.#call(tree);
      case "fold":
        return this.#fold(tree);
    }
  }

  #problem(kind: Problem["kind"], span: Span, field?: string): null {
    this.problems.push(field === undefined ? { kind, span } : { kind, span, field });
    return null;
  }

  #truth(tree: Tree): boolean | null {
    const value = this.value(tree);
    return value?.type === "yesNo" ? value.value : null;
  }

  /** A part that should have a value; an empty field is noted, so that people learn which one is missing. */
  #operand(tree: Tree): Value {
    const value = this.value(tree);
    if (value === null && tree.kind === "field") this.#problem("EMPTY", tree.span, tree.path.join("."));
    return value;
  }

  #raw(path: readonly string[]): unknown {
    const name = path.join(".");
    const bound = this.#rows.findLast(({ collection }) => name === collection || name.startsWith(`${collection}.`));
    let raw: unknown = bound ? bound.row : this.#inputs;
    for (const key of bound ? path.slice(bound.collection.split(".").length) : path) {
      raw = raw !== null && typeof raw === "object" && Object.hasOwn(raw, key) ? (raw as Inputs)[key] : null;
    }
    return raw;
  }

  #field(path: readonly string[], span: Span): Value {
    const entry = resolve(this.#scope, path)?.entry;
    if (!entry) return this.#problem("ILL_FORMED", span, path.join("."));
    // a whole line: only count looks at it, and only at its being there
    if (isGroup(entry)) return { type: "list", items: [] };
    const value = readValue(this.#raw(path), entry);
    return value === undefined ? this.#problem("ILL_FORMED", span, path.join(".")) : value;
  }

  #negated(of: Tree): Value {
    const value = this.#operand(of);
    return value?.type === "number" ? number(decimal.neg(value.value)) : null;
  }

  #infix(tree: Tree & { readonly kind: "infix" }): Value {
    const { op, left, right } = tree;
    switch (op) {
      case "and":
        return yesNo(both(this.#truth(left), () => this.#truth(right)));
      case "or":
        return yesNo(not(both(not(this.#truth(left)), () => not(this.#truth(right)))));
      case "in":
        return yesNo(this.#member(this.#operand(left), this.#operand(right)));
      case "contains":
      case "startsWith":
        return yesNo(this.#holds(op, this.#operand(left), this.#operand(right)));
      case "+":
      case "-":
      case "*":
      case "/":
        return this.#arithmetic(op, this.#operand(left), this.#operand(right), tree.span);
      default:
        return yesNo(compared(op, this.#operand(left), this.#operand(right), this.#at.zone));
    }
  }

  #member(value: Value, list: Value): boolean | null {
    if (value === null || list?.type !== "list") return null;
    const answers = list.items.map((item) => compared("=", value, item, this.#at.zone));
    return answers.includes(true) ? true : answers.includes(null) ? null : false;
  }

  #holds(op: "contains" | "startsWith", whole: Value, part: Value): boolean | null {
    if (whole?.type === "list") return this.#member(part, whole);
    if (whole?.type !== "text" || part?.type !== "text") return null;
    return op === "contains" ? whole.value.includes(part.value) : whole.value.startsWith(part.value);
  }

  #arithmetic(op: Arithmetic, a: Value, b: Value, span: Span): Value {
    const day = this.#day(a);
    if (day !== null) return this.#dateArithmetic(op, day, b, span);
    if (a?.type !== "number" || b?.type !== "number") return null;
    if (op === "/" && decimal.isZero(b.value)) return this.#problem("DIVISION_BY_ZERO", span);
    return computed(arithmetic[op](a.value, b.value)) ?? this.#problem("OUT_OF_RANGE", span);
  }

  #day(value: Value): string | null {
    return value?.type === "date" ? value.value : value?.type === "time" ? dayIn(value.value, this.#at.zone) : null;
  }

  #dateArithmetic(op: Arithmetic, day: string, b: Value, span: Span): Value {
    const other = this.#day(b);
    if (other !== null) return number(String(daysBetween(other, day)));
    if (b?.type !== "number") return null;
    const moved = daysLater(day, op === "-" ? decimal.neg(b.value) : b.value);
    return moved === null ? this.#problem("OUT_OF_RANGE", span) : date(moved);
  }

  #call(tree: Tree & { readonly kind: "call" }): Value {
    const func = functionOf(tree.name);
    if (!func) return null;
    const args = tree.args.map((arg) => (func.takesEmpty ? this.value(arg) : this.#operand(arg)));
    if (!func.takesEmpty && args.includes(null)) return null;
    const value = func.run(args, this.#at);
    return value === null && !func.takesEmpty ? this.#problem("OUT_OF_RANGE", tree.span) : value;
  }

  /** The collection a fold walks through, found once for each fold. */
  #collection(tree: Fold): string | null {
    let found = this.#collections.get(tree);
    if (found === undefined) {
      const bound = this.#rows.map(({ collection }) => collection);
      found = walked(tree.where ? [tree.of, tree.where] : [tree.of], this.#scope, bound)[0] ?? null;
      this.#collections.set(tree, found);
    }
    return found;
  }

  #items(tree: Fold): Value[] {
    const collection = this.#collection(tree);
    if (collection === null) {
      const list = this.value(tree.of);
      return list?.type === "list" ? [...list.items] : [];
    }
    const rows = this.#raw(collection.split("."));
    const items: Value[] = [];
    for (const row of Array.isArray(rows) ? (rows as unknown[]) : []) {
      this.#rows.push({ collection, row });
      if (!tree.where || this.#truth(tree.where) === true) items.push(this.value(tree.of));
      this.#rows.pop();
    }
    return items;
  }

  #fold(tree: Fold): Value {
    const items = this.#items(tree);
    const present = items.filter((item) => item !== null);
    const numbers = present.flatMap((item) => (item.type === "number" ? [item.value] : []));
    switch (tree.name) {
      case "count":
        return number(String(present.filter((item) => item.type !== "yesNo" || item.value).length));
      case "sum":
        return computed(decimal.sum(numbers)) ?? this.#problem("OUT_OF_RANGE", tree.span);
      case "avg":
        return numbers.length ? computed(quotient(decimal.sum(numbers), String(numbers.length))) : null;
      case "min":
      case "max": {
        const sign = tree.name === "max" ? 1 : -1;
        return present.reduce<Value>((best, item) => (best === null || order(item, best, this.#at.zone) === sign ? item : best), null);
      }
      case "any":
      case "all": {
        const decides = tree.name === "any";
        const truths = items.map((item) => (item?.type === "yesNo" ? item.value : null));
        return yesNo(truths.includes(decides) ? decides : truths.includes(null) ? null : !decides);
      }
    }
  }
}

const arithmetic: Readonly<Record<Arithmetic, (a: string, b: string) => string | null>> = {
  "+": decimal.add,
  "-": decimal.sub,
  "*": (a, b) => decimal.trim(decimal.mul(a, b)),
  "/": quotient,
};

const not = (value: boolean | null): boolean | null => (value === null ? null : !value);

/** Both sides hold; a side that does not decides alone, an empty one leaves it open unless the other does not hold. */
function both(left: boolean | null, right: () => boolean | null): boolean | null {
  if (left === false) return false;
  const other = right();
  return other === false ? false : left === null || other === null ? null : true;
}

/** Works an expression out. It never throws but for the limits: what cannot be known is empty, and a problem says why. */
export function evaluate(tree: Tree, scope: Scope, inputs: Inputs, at: Moment, options: RunOptions = {}): Outcome {
  const meter = options.meter ?? new Meter();
  const before = meter.steps;
  const run = new Run(scope, inputs, at, { ...options, meter });
  const value = plainOf(run.value(tree));
  return { value, problems: run.problems, steps: meter.steps - before };
}
