import { expect, test } from "vitest";
import { compile, holds } from "#kernel/expression/expression.ts";
import { print } from "#kernel/expression/print.ts";
import { Meter } from "#kernel/expression/run.ts";
import { houseZone } from "#kernel/time.ts";
import { Random } from "../../../tests/support/generate.ts";
import { joined } from "./cell.ts";
import { deadRows, gaps, overlaps } from "./coverage.ts";
import { familyOf } from "./family.ts";
import { prepare } from "./prepare.ts";
import type { Cells, Condition, RuleSet } from "./rule-set.ts";

const at = { now: "2026-03-01T20:00:00.000Z", zone: houseZone };
const label = ["列", "Column"] as const;
const inputs: RuleSet["inputs"] = {
  n: { label, type: "number" },
  day: { label, type: "date" },
  yes: { label, type: "yesNo" },
  free: { label, type: "text" },
  code: { label, type: "text", codes: ["A", "B", "C"] },
};

/** Every value that can make a difference: on, between and beyond the bounds, listed and not listed, and none. */
const values = {
  n: [null, "-1", "0", "0.5", "1", "1.5", "2", "2.5"],
  day: [null, "2025-12-31", "2026-01-01", "2026-01-02", "2026-01-03"],
  yes: [null, "Y", "N"],
  free: [null, "A", "B", "Z"],
  code: [null, "A", "B", "C"],
} as const;
type Column = keyof typeof values;
const columns = Object.keys(values) as Column[];

function cellOf(random: Random, column: Column): string {
  const sign = () => random.one(["<", "≤", ">", "≥", "=", "≠"]);
  const bound = () => String(random.int(0, 2));
  switch (column) {
    case "n":
      return random.one([
        () => `${sign()} ${bound()}`,
        () => `${random.one(["[", "("])}${bound()}..${bound()}${random.one(["]", ")"])}`,
        () => `${bound()}, ${bound()}`,
      ])();
    case "day":
      return `${sign()} 2026-01-0${random.int(1, 2)}`;
    case "yes":
      return random.one(["Y", "N", "≠ Y"]);
    default:
      return random.one(["A", "B", "A, B", "not A", "not A, B", ...(column === "code" ? ["B, C"] : [])]);
  }
}

const anyCell = (random: Random, column: Column): string =>
  random.chance(0.15) ? random.one(["empty", "not empty"]) : cellOf(random, column);

function conditionOf(random: Random, depth: number, used: readonly Column[]): Condition {
  const field = random.one(used);
  if (depth === 0 || random.chance(0.3)) return { field, is: anyCell(random, field) };
  const several = () => Array.from({ length: random.int(1, 3) }, () => conditionOf(random, depth - 1, used));
  return random.one<() => Condition>([
    () => ({ all: several() }),
    () => ({ any: several() }),
    () => ({ not: conditionOf(random, depth - 1, used) }),
  ])();
}

function setOf(random: Random, kind: RuleSet["kind"], used: readonly Column[]): RuleSet {
  const cells = (): Cells => Object.fromEntries(used.map((column) => [column, random.chance(0.45) ? "–" : anyCell(random, column)]));
  return {
    ruleCode: "ROUTE_X",
    version: 1,
    kind,
    hitPolicy: "FIRST",
    status: "EFFECTIVE",
    effectiveFrom: null,
    effectiveTo: null,
    inputs,
    outputs: familyOf("ROUTE_")!.outputs,
    defaults: {},
    rules: Array.from({ length: random.int(1, 7) }, (_, index) => ({
      id: `r${index}`,
      seq: index,
      conditions: kind === "TABLE" ? cells() : conditionOf(random, 3, used),
      outputs: {},
      enabled: true,
    })),
  };
}

function grid(used: readonly Column[]): Record<string, string | null>[] {
  return used.reduce<Record<string, string | null>[]>(
    (rows, column) => rows.flatMap((row) => values[column].map((value) => ({ ...row, [column]: value }))),
    [{}],
  );
}

/** For every row of a set, which inputs of the grid it applies to. */
function applying(set: RuleSet, points: readonly Record<string, string | null>[]): boolean[][] {
  const meter = new Meter({ steps: 10_000_000 });
  return prepare(set).rules.map(({ parts }) => {
    const whole = compile(print(joined("and", parts)), inputs);
    return points.map((point) => holds(whole, point, at, { meter }));
  });
}

test.each(["TABLE", "TREE"] as const)("rows of a %s called dead are exactly those that trying every input never reaches", (kind) => {
  const random = new Random(kind === "TABLE" ? 3 : 5);
  let dead = 0;
  for (let round = 0; round < 150; round++) {
    const used = columns.filter(() => random.chance(0.5)).slice(0, 3);
    if (used.length === 0) used.push("n");
    const set = setOf(random, kind, used);
    expect(prepare(set).faults).toEqual([]);
    const points = grid(used);
    const hits = applying(set, points);
    const found = deadRows(set);
    const json = JSON.stringify(set.rules.map(({ conditions }) => conditions));
    const expected = hits.flatMap((hit, index) => {
      const never = !hit.some((met) => met);
      const first = hit.some((met, point) => met && !hits.slice(0, index).some((earlier) => earlier[point]));
      return never ? [`NEVER r${index}`] : first ? [] : [`UNREACHABLE r${index}`];
    });
    dead += expected.length;
    expect(
      found.map(({ code, rule }) => `${code} ${rule}`),
      json,
    ).toEqual(expected);

    const pairs = hits.flatMap((a, index) => hits.slice(index + 1).filter((b) => b.some((met, point) => met && a[point])));
    expect(overlaps(set).length, json).toBe(pairs.length);

    const full = points.flatMap((point, index) => (Object.values(point).includes(null) ? [] : [index]));
    const open = full.some((index) => !hits.some((hit) => hit[index]));
    expect(gaps(set).open.length > 0, json).toBe(open);
  }
  expect(dead).toBeGreaterThan(50);
});

test("where conditions depend on each other, no row that can be reached is called dead", () => {
  const random = new Random(9);
  const conditions = [
    "n > 1",
    "n × 2 > 1",
    "n + 1 ≤ 2",
    "abs(n) ≥ 1",
    "n < 2",
    "not (n × 2 > 1)",
    "isEmpty(n)",
    "n × 2 = 1 or yes",
    "yes",
    "free < 'B'",
    "n = 1 and not yes",
    "if yes then n > 1 else n < 1",
  ];
  const points = grid(["n", "yes", "free"]);
  let dead = 0;
  for (let round = 0; round < 150; round++) {
    const set = setOf(random, "TREE", ["n"]);
    const mixed = { ...set, rules: set.rules.map((rule) => ({ ...rule, conditions: { expression: random.one(conditions) } })) };
    const hits = applying(mixed, points);
    for (const { rule } of deadRows(mixed)) {
      const index = mixed.rules.findIndex(({ id }) => id === rule);
      const reached = hits[index]!.some((met, point) => met && !hits.slice(0, index).some((earlier) => earlier[point]));
      expect(reached, JSON.stringify(mixed.rules.map((row) => row.conditions))).toBe(false);
      dead++;
    }
  }
  expect(dead).toBeGreaterThan(50);
});

test("a table too tangled to describe is left alone, and quickly", () => {
  const wide = Object.fromEntries(Array.from({ length: 24 }, (_, n) => [`c${n}`, { label, type: "number" as const }]));
  const names = Object.keys(wide);
  const tangled = names.map((name) => `(${name} = 1 or ${name} = 2)`).join(" and ");
  const rule = (seq: number, expression: string) => ({ id: `r${seq}`, seq, conditions: { expression }, outputs: {}, enabled: true });
  const set: RuleSet = {
    ...setOf(new Random(1), "TREE", ["n"]),
    inputs: wide,
    rules: [rule(1, tangled), rule(2, tangled), rule(3, "c0 = 1"), rule(4, "c0 = 1")],
  };
  expect(deadRows(set).map(({ rule: id }) => id)).toEqual(["r4"]);
  expect(gaps(set).more).toBe(true);
});
