import { expect, test } from "vitest";
import { houseZone } from "#kernel/time.ts";
import { Random } from "../../tests/support/generate.ts";
import { check } from "./check.ts";
import { parse } from "./parse.ts";
import { print } from "./print.ts";
import { evaluate } from "./run.ts";
import type { Scope } from "./scope.ts";
import { bare, type Fold, type Infix, type Tree } from "./tree.ts";

const at = { now: "2026-03-01T20:00:00.000Z", zone: houseZone };
const nowhere = [0, 0] as const;
type Bones = Tree extends infer T ? (T extends Tree ? Omit<T, "span"> : never) : never;
const tree = (bones: Bones): Tree => ({ ...bones, span: nowhere }) as Tree;

/** Any tree the grammar knows, whether it makes sense or not. */
class AnyTree {
  readonly random: Random;
  constructor(seed: number) {
    this.random = new Random(seed);
  }

  make(depth: number): Tree {
    const { random } = this;
    if (depth === 0) return random.chance(0.5) ? this.literal() : this.field();
    const next = () => this.make(depth - random.int(1, 2) < 0 ? 0 : depth - 1);
    const shapes: (() => Tree)[] = [
      () => tree({ kind: "prefix", op: random.one(["-", "not"]), of: next() }),
      () =>
        tree({
          kind: "infix",
          op: random.one(["+", "-", "*", "/", "=", "<>", "<", "<=", ">", ">="] as Infix[]),
          left: next(),
          right: next(),
        }),
      () => tree({ kind: "infix", op: random.one(["and", "or", "contains", "startsWith"] as Infix[]), left: next(), right: next() }),
      () => tree({ kind: "infix", op: "in", left: next(), right: random.chance(0.7) ? this.list(next) : this.field() }),
      () => tree({ kind: "between", of: next(), low: next(), high: next() }),
      () => tree({ kind: "if", when: next(), yes: next(), no: next() }),
      () => tree({ kind: "call", name: random.one(["round", "abs", "today", "isEmpty", "addDays"]), args: this.several(next, 0) }),
      () => tree({ kind: "call", name: random.one(["min", "max"]), args: [next(), ...this.several(next, 1)] }),
      () =>
        tree({
          kind: "fold",
          name: random.one(["min", "max", "sum", "count", "avg", "any", "all"] as Fold[]),
          of: next(),
          where: random.chance(0.5) ? next() : null,
        }),
    ];
    return random.one(shapes)();
  }

  several(next: () => Tree, least: number): Tree[] {
    return Array.from({ length: this.random.int(least, 3) }, next);
  }

  list(next: () => Tree): Tree {
    return tree({ kind: "list", items: this.several(next, 1) });
  }

  field(): Tree {
    const { random } = this;
    const name = () => random.one(["a", "lines", "x1", "SUM", "in", "IF", "单价", "odd name", "min", "to", "_z"]);
    return tree({ kind: "field", path: Array.from({ length: random.int(1, 3) }, name) });
  }

  literal(): Tree {
    const { random } = this;
    const shapes: (() => Tree)[] = [
      () => tree({ kind: "literal", type: "number", value: `${random.int(0, 999)}${random.chance(0.5) ? `.${random.digits(3)}` : ""}` }),
      () => tree({ kind: "literal", type: "text", value: random.one(["", 'say "so"', "'", "“中”", "and", "a\nb", "\\"]) }),
      () => tree({ kind: "literal", type: "date", value: `2026-0${random.int(1, 9)}-1${random.int(0, 9)}` }),
      () => tree({ kind: "literal", type: "yesNo", value: random.chance(0.5) }),
      () => tree({ kind: "literal", type: "null", value: null }),
    ];
    return random.one(shapes)();
  }
}

test("whatever is printed, in either language, reads as the same tree", () => {
  const any = new AnyTree(7);
  for (let round = 0; round < 600; round++) {
    const made = any.make(any.random.int(0, 4));
    for (const language of ["EN", "CN"] as const) {
      const text = print(made, { language });
      if (text.length > 4_000) continue;
      const again = parse(text);
      expect(bare(again), text).toEqual(bare(made));
      expect(print(again, { language })).toBe(text);
    }
  }
});

/** A number as a fraction of whole numbers: the plainest exact model there is. */
interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

const ten = (power: number): bigint => 10n ** BigInt(power);
const positive = (n: bigint): bigint => (n < 0n ? -n : n);
const fraction = (top: bigint, bottom: bigint): Fraction => (bottom < 0n ? { top: -top, bottom: -bottom } : { top, bottom });

function roundedTo(value: Fraction, places: number): Fraction {
  const scaled = positive(value.top) * ten(places) * 2n + value.bottom;
  const units = scaled / (value.bottom * 2n);
  return { top: value.top < 0n ? -units : units, bottom: ten(places) };
}

function read(text: string): Fraction {
  const places = text.split(".")[1]?.length ?? 0;
  return { top: BigInt(text.replace(".", "")), bottom: ten(places) };
}

/** The power of ten of the first digit, by trying. */
function firstDigit(value: Fraction): number {
  const top = positive(value.top);
  let power = 0;
  while (top >= value.bottom * ten(power + 1)) power++;
  if (power === 0) while (top * ten(-power) < value.bottom) power--;
  return power;
}

const order = (a: Fraction, b: Fraction): number => {
  const difference = a.top * b.bottom - b.top * a.bottom;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

type Model = Fraction | boolean | null;

const numbers: Record<string, (a: Fraction, b: Fraction) => Fraction | null> = {
  "+": (a, b) => fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom),
  "-": (a, b) => fraction(a.top * b.bottom - b.top * a.bottom, a.bottom * b.bottom),
  "*": (a, b) => fraction(a.top * b.top, a.bottom * b.bottom),
  "/": (a, b) =>
    b.top === 0n
      ? null
      : a.top === 0n
        ? a
        : roundedTo(fraction(a.top * b.bottom, a.bottom * b.top), Math.max(20, 20 - firstDigit(a) + firstDigit(b))),
};

const comparisons: Record<string, (o: number) => boolean> = {
  "=": (o) => o === 0,
  "<>": (o) => o !== 0,
  "<": (o) => o < 0,
  "<=": (o) => o <= 0,
  ">": (o) => o > 0,
  ">=": (o) => o >= 0,
};

const isFraction = (value: Model): value is Fraction => value !== null && typeof value === "object";

function bounded(value: Fraction | null): Fraction | null {
  const fit = value && roundedTo(value, 60);
  return fit && positive(fit.top) / fit.bottom < ten(60) ? fit : null;
}

/** What an expression should come to, worked out in the slowest and plainest way. */
function model(of: Tree, inputs: Record<string, string | null>): Model {
  const sub = (part: Tree): Model => model(part, inputs);
  switch (of.kind) {
    case "literal":
      return of.type === "number" ? read(of.value) : (of.value as boolean | null);
    case "field": {
      const raw = inputs[of.path[0]!];
      return raw == null ? null : read(raw);
    }
    case "prefix": {
      const value = sub(of.of);
      return isFraction(value) ? { top: -value.top, bottom: value.bottom } : value === null ? null : !value;
    }
    case "infix": {
      const [a, b] = [sub(of.left), sub(of.right)];
      if (of.op === "and") return a === false || b === false ? false : a === null || b === null ? null : true;
      if (of.op === "or") return a === true || b === true ? true : a === null || b === null ? null : false;
      if (!isFraction(a) || !isFraction(b)) return null;
      return numbers[of.op] ? bounded(numbers[of.op]!(a, b)) : comparisons[of.op]!(order(a, b));
    }
    case "if":
      return sub(of.when) === true ? sub(of.yes) : sub(of.no);
    case "call": {
      const args = of.args.map(sub);
      if (!args.every(isFraction)) return null;
      if (of.name === "abs") return { top: positive(args[0]!.top), bottom: args[0]!.bottom };
      if (of.name === "round") return roundedTo(args[0]!, Number(args[1]!.top));
      return args.toSorted(order).at(of.name === "min" ? 0 : -1)!;
    }
    default:
      throw new Error(of.kind);
  }
}

function makeNumber(random: Random, depth: number): Tree {
  const next = () => makeNumber(random, depth - 1);
  const literal = (value: string) => tree({ kind: "literal", type: "number", value });
  if (depth === 0) {
    if (random.chance(0.5)) return tree({ kind: "field", path: [random.one(["a", "b", "c"])] });
    return literal(random.chance(0.1) ? "0" : `${random.int(0, 9_999)}.${random.digits(random.int(1, 8))}`);
  }
  const shapes: (() => Tree)[] = [
    () => tree({ kind: "infix", op: random.one(["+", "-", "*", "/"] as Infix[]), left: next(), right: next() }),
    () => tree({ kind: "infix", op: random.one(["*", "/"] as Infix[]), left: next(), right: next() }),
    () => tree({ kind: "prefix", op: "-", of: next() }),
    () => tree({ kind: "call", name: "abs", args: [next()] }),
    () => tree({ kind: "call", name: "round", args: [next(), literal(String(random.int(0, 8)))] }),
    () => tree({ kind: "call", name: random.one(["min", "max"]), args: [next(), next()] }),
    () => tree({ kind: "if", when: makeCondition(random, depth - 1), yes: next(), no: next() }),
  ];
  return random.one(shapes)();
}

function makeCondition(random: Random, depth: number): Tree {
  const next = () => makeCondition(random, depth - 1);
  const compare = () =>
    tree({
      kind: "infix",
      op: random.one(["=", "<>", "<", "<=", ">", ">="] as Infix[]),
      left: makeNumber(random, Math.max(0, depth - 1)),
      right: makeNumber(random, 0),
    });
  if (depth <= 0 || random.chance(0.4)) return compare();
  if (random.chance(0.2)) return tree({ kind: "prefix", op: "not", of: next() });
  return tree({ kind: "infix", op: random.one(["and", "or"] as Infix[]), left: next(), right: next() });
}

test("arithmetic and logic agree with fractions of whole numbers", () => {
  const random = new Random(11);
  const label = ["数", "Number"] as const;
  const scope: Scope = { a: { label, type: "number" }, b: { label, type: "number" }, c: { label, type: "number" } };
  const seen = { number: 0, yesNo: 0, empty: 0 };
  for (let round = 0; round < 1_500; round++) {
    const made = round % 2 ? makeNumber(random, random.int(0, 5)) : makeCondition(random, random.int(0, 5));
    expect(check(made, scope).faults, print(made)).toEqual([]);
    const inputs = {
      a: `-${random.int(0, 99)}.${random.digits(4)}`,
      b: `${random.int(0, 9)}.00${random.digits(3)}`,
      c: random.chance(0.2) ? null : "3",
    };
    const expected = model(made, inputs);
    const { value } = evaluate(made, scope, inputs, at);
    const text = `${print(made)} ${JSON.stringify(inputs)}`;
    if (isFraction(expected)) {
      seen.number++;
      expect(typeof value, text).toBe("string");
      expect(order(read(value as string), expected), text).toBe(0);
    } else {
      seen[expected === null ? "empty" : "yesNo"]++;
      expect(value, text).toBe(expected);
    }
  }
  expect(Math.min(seen.number, seen.yesNo, seen.empty)).toBeGreaterThan(50);
});

test("no text, however odd, does anything but be read or be refused with its place", () => {
  const random = new Random(13);
  const pieces = [
    "a",
    "lines",
    ".",
    "(",
    ")",
    ",",
    "+",
    "-",
    "*",
    "/",
    "<",
    "=",
    "and",
    "or",
    "not",
    "in",
    "between",
    "if",
    "then",
    "else",
    "where",
  ];
  pieces.push(
    "sum(",
    "min(",
    "round(",
    "1",
    "2.5",
    "2026-01-01",
    "2026-13-01",
    "'x'",
    '"',
    "“",
    "`",
    "且",
    "如果",
    "合计",
    "　",
    "，",
    "💡",
    "\\",
    "\u0000",
  );
  const label = ["甲", "A"] as const;
  const scope: Scope = { a: { label, type: "number" }, lines: { label, lines: true, fields: { a: { label, type: "number" } } } };
  let read = 0;
  for (let round = 0; round < 4_000; round++) {
    const text = Array.from({ length: random.int(1, 9) }, () => random.one(pieces)).join(random.chance(0.5) ? " " : "");
    try {
      const made = parse(text);
      if (check(made, scope).faults.length === 0) evaluate(made, scope, { a: "1", lines: [{ a: "2" }] }, at);
      read++;
    } catch (error) {
      expect(error, text).toMatchObject({ code: "RULE_SYNTAX", data: { from: expect.any(Number), to: expect.any(Number) } });
    }
  }
  expect(read).toBeGreaterThan(100);
});
