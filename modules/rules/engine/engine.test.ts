import { describe, expect, test } from "vitest";
import { Meter } from "#kernel/expression/run.ts";
import { print } from "#kernel/expression/print.ts";
import type { Refusal } from "#kernel/refusal.ts";
import { houseZone } from "#kernel/time.ts";
import { readCell, readOutput } from "./cell.ts";
import { deadRows, gaps, overlaps } from "./coverage.ts";
import { ask, decide, inForce, told, whyRows } from "./decide.ts";
import { families, familyOf } from "./family.ts";
import { prepare } from "./prepare.ts";
import { publishReport, runCase } from "./publish.ts";
import type { Cells, Condition, Rule, RuleSet } from "./rule-set.ts";

const at = { now: "2026-03-01T20:00:00.000Z", zone: houseZone };

const inputs: RuleSet["inputs"] = {
  orgType: { label: ["组织类型", "Org type"], type: "text" },
  amountBase: { label: ["本币金额", "Base amount"], type: "number" },
  priceException: { label: ["价格例外", "Price exception"], type: "yesNo" },
  sourceType: { label: ["来源", "Source"], type: "text" },
  needDate: { label: ["需求日期", "Need date"], type: "date" },
  categories: { label: ["品类", "Categories"], type: "text", many: true },
  lines: { label: ["明细", "Lines"], lines: true, fields: { qty: { label: ["数量", "Qty"], type: "number" } } },
};

const row = (seq: number, conditions: Cells | Condition, outputs: Cells): Rule => ({
  id: `r${seq}`,
  seq,
  conditions,
  outputs,
  enabled: true,
});

const set = (more: Partial<RuleSet>): RuleSet => ({
  ruleCode: "ROUTE_PUR_ORDER",
  version: 1,
  kind: "TABLE",
  hitPolicy: "FIRST",
  status: "EFFECTIVE",
  effectiveFrom: null,
  effectiveTo: null,
  inputs,
  outputs: familyOf(more.ruleCode ?? "ROUTE_PUR_ORDER")?.outputs ?? {},
  rules: [],
  defaults: {},
  ...more,
});

const table = (rows: readonly (readonly [Cells, string])[], more: Partial<RuleSet> = {}): RuleSet =>
  set({ rules: rows.map(([cells, processKey], index) => row(index + 1, cells, { processKey })), ...more });

test("workflow 22: 999.995 is below 1000; an empty amount takes the declared default and is told", () => {
  const byAmount = table(
    [
      [{ amountBase: "< 100" }, "A"],
      [{ amountBase: "<1000" }, "B"],
    ],
    { defaults: { processKey: "C" } },
  );
  expect(decide(byAmount, { amountBase: "999.995" }, at)).toMatchObject({
    outputs: { processKey: "B" },
    matched: [{ rule: "r2", seq: 2, outputs: { processKey: "B" } }],
    usedDefault: false,
    problems: [],
  });
  expect(decide(byAmount, { amountBase: "99.99" }, at).outputs).toEqual({ processKey: "A" });
  expect(decide(byAmount, { amountBase: "1000" }, at).outputs).toEqual({ processKey: "C" });
  const empty = decide(byAmount, { amountBase: null }, at);
  expect(empty).toMatchObject({
    ruleCode: "ROUTE_PUR_ORDER",
    version: 1,
    outputs: { processKey: "C" },
    matched: [],
    usedDefault: true,
    problems: [{ kind: "EMPTY", field: "amountBase" }],
    fault: null,
  });
  expect(told(empty)).toEqual([
    ["第1行不符合：amountBase < 100（amountBase = ∅）", "Row 1 does not apply: amountBase < 100 (amountBase = ∅)"],
    ["第2行不符合：amountBase < 1000（amountBase = ∅）", "Row 2 does not apply: amountBase < 1000 (amountBase = ∅)"],
    ["采用默认结果", "The default is used"],
  ]);
  const label = (path: string) => (inputs[path] as { label: readonly [string, string] }).label;
  const ranged = table([[{ amountBase: "empty", sourceType: "A, B" }, "A"]]);
  expect(told(decide(ranged, { sourceType: "C" }, at), label)[0]).toEqual([
    '第1行不符合：来源 属于 ("A", "B")（来源 = C）',
    'Row 1 does not apply: Source in ("A", "B") (Source = C)',
  ]);
});

describe("workflow 14: the rule table ROUTE_PUR_ORDER", () => {
  const order = table(
    [
      [{ orgType: "–", amountBase: "–", priceException: "–", sourceType: "CATALOG" }, "NONE"],
      [{ orgType: "–", amountBase: "< 10000", priceException: "N", sourceType: "AGREEMENT" }, "NONE"],
      [{ orgType: "–", amountBase: "< 100000", priceException: "N", sourceType: "–" }, "PO_SIMPLE"],
      [{ orgType: "–", amountBase: "–", priceException: "Y", sourceType: "–" }, "PO_EXCEPTION"],
      [{ orgType: "–", amountBase: "≥ 100000", priceException: "N", sourceType: "–" }, "PO_STANDARD"],
    ],
    { defaults: { processKey: "PO_STANDARD" } },
  );

  test.each([
    ["CATALOG", "5000000", "Y", 1, "NONE"],
    ["AGREEMENT", "9999.99", "N", 2, "NONE"],
    ["AGREEMENT", "10000", "N", 3, "PO_SIMPLE"],
    ["MANUAL", "99999.99", "N", 3, "PO_SIMPLE"],
    ["AGREEMENT", "1", "Y", 4, "PO_EXCEPTION"],
    ["MANUAL", "100000", "N", 5, "PO_STANDARD"],
    ["MANUAL", null, "N", null, "PO_STANDARD"],
  ])("%s of %s, exception %s: row %s, %s", (sourceType, amountBase, priceException, seq, processKey) => {
    const found = decide(order, { orgType: "PLANT", sourceType, amountBase, priceException }, at);
    expect(found.outputs).toEqual({ processKey });
    expect(found.matched.map((match) => match.seq)).toEqual(seq === null ? [] : [seq]);
    expect(found.usedDefault).toBe(seq === null);
  });

  test("rows 1 to 5 are reachable, and only empty inputs fall to the default", () => {
    const cases = [{ name: "catalogue", inputs: { sourceType: "CATALOG" }, expected: { processKey: "NONE" } }];
    const report = publishReport(order, cases, at);
    expect(report).toMatchObject({ errors: [], notes: [], gaps: { open: [], whenEmpty: ["amountBase", "priceException"], more: false } });
    expect(report.cases.map(({ green }) => green)).toEqual([true]);
  });

  test("the order of rows matters: behind row 3 the agreement row can never apply", () => {
    const [one, two, three, ...rest] = order.rules;
    const turned = set({ rules: [one!, { ...three!, seq: 2 }, { ...two!, seq: 3 }, ...rest], defaults: order.defaults });
    expect(publishReport(turned, [], at).errors).toEqual([
      {
        code: "UNREACHABLE",
        rule: "r2",
        place: null,
        text: ["第3行永远不会生效：已被第2行覆盖", "Row 3 can never apply: covered by row 2"],
      },
    ]);
  });

  test("a red test case stands against publishing", () => {
    const cases = [{ name: "large", inputs: { amountBase: "100000", priceException: "N" }, expected: { processKey: "PO_SIMPLE" } }];
    expect(publishReport(order, cases, at).errors.map(({ code, text }) => [code, text[1]])).toEqual([
      ["CASE", "Test case “large” failed: processKey"],
    ]);
  });

  test("why shows every condition of every row with its values", () => {
    const whys = whyRows(order, { amountBase: "5", priceException: "N", sourceType: "MANUAL" }, at);
    expect(whys[1]!.parts.map(({ text, value }) => [text, value])).toEqual([
      ["amountBase < 10000", true],
      ["priceException = false", true],
      ['sourceType = "AGREEMENT"', false],
    ]);
  });
});

describe("cells", () => {
  const number = inputs["amountBase"] as never;
  const text = inputs["sourceType"] as never;
  test.each([
    ["", number, null],
    ["–", number, null],
    ["any", number, null],
    ["5", number, "amountBase = 5"],
    ["-5", number, "amountBase = -5"],
    ["1, 2，3", number, "amountBase in (1, 2, 3)"],
    ["not 1, 2", number, "amountBase not in (1, 2)"],
    ["≠ 1", number, "not amountBase = 1"],
    [">= 7.5", number, "amountBase ≥ 7.5"],
    ["[10..20)", number, "amountBase ≥ 10 and amountBase < 20"],
    ["10..20", number, "amountBase ≥ 10 and amountBase ≤ 20"],
    ["(..20]", number, "amountBase ≤ 20"],
    ["（10～20）", number, "amountBase > 10 and amountBase < 20"],
    ["empty", number, "isEmpty(amountBase)"],
    ["非空", number, "not isEmpty(amountBase)"],
    [": amountBase > sum(lines.qty)", number, "amountBase > sum(lines.qty)"],
    ["A", text, 'amountBase = "A"'],
    ['A, "B, C"', text, 'amountBase in ("A", "B, C")'],
    ["非 A", text, 'not amountBase = "A"'],
    ["是", inputs["priceException"] as never, "amountBase = true"],
    ["> 2026-01-31", inputs["needDate"] as never, "amountBase > 2026-01-31"],
    ["A, B", inputs["categories"] as never, 'amountBase contains "A" or amountBase contains "B"'],
  ])("%s", (cell, field, expected) => {
    const tree = readCell(cell, "amountBase", field);
    expect(tree && print(tree)).toBe(expected);
  });

  test.each([
    ["< A", number],
    ["10-20", number],
    ["..", number],
    [`1${" ".repeat(5_000)}1`, number],
    ["maybe", inputs["priceException"] as never],
    ["2026-02-30", inputs["needDate"] as never],
    [": 1 +", number],
    ["B", { label: ["码", "Code"], type: "text", codes: ["A"] } as never],
  ])("%s is refused", (cell, field) => {
    expect(() => readCell(cell, "amountBase", field)).toThrow(expect.objectContaining({ code: "RULE_SYNTAX" }) as Refusal);
  });

  test("outputs are values, lists or expressions", () => {
    expect(print(readOutput("PO_SIMPLE", text)!)).toBe('"PO_SIMPLE"');
    expect(print(readOutput("= min(amountBase × 0.05, 500)", number)!)).toBe("min(amountBase × 0.05, 500)");
    expect(print(readOutput("A, B", inputs["categories"] as never)!)).toBe('("A", "B")');
    expect(readOutput(" ", number)).toBe(null);
  });
});

test("a tree asks conditions built from parts", () => {
  const condition: Condition = {
    all: [
      {
        any: [
          { field: "amountBase", is: "≥ 1000" },
          { field: "categories", is: "MOULD" },
        ],
      },
      { not: { field: "sourceType", is: "CATALOG" } },
      { expression: "count(lines where lines.qty > 0) ≥ 1" },
    ],
  };
  const tree = set({ kind: "TREE", ruleCode: "NODE_DIRECTOR", rules: [row(1, condition, { applies: "Y" })], defaults: { applies: "N" } });
  const ask = (more: object) =>
    decide(tree, { amountBase: "5", sourceType: "MANUAL", categories: [], lines: [{ qty: 1 }], ...more }, at).outputs;
  expect(ask({ amountBase: "1000" })).toEqual({ applies: true });
  expect(ask({ categories: ["MOULD"] })).toEqual({ applies: true });
  expect(ask({})).toEqual({ applies: false });
  expect(ask({ amountBase: "1000", sourceType: "CATALOG" })).toEqual({ applies: false });
  expect(ask({ amountBase: "1000", lines: [] })).toEqual({ applies: false });
});

test("ALL gathers every answer once, in order; overlapping rows are only noted", () => {
  const rules = [
    row(1, { amountBase: "≥ 10" }, { steps: "TEMPLATE, INSPECT" }),
    row(2, { amountBase: "≥ 20" }, { steps: "INSPECT, SAMPLE" }),
    row(3, { amountBase: "< 10" }, { steps: "TEMPLATE" }),
  ];
  const access = set({ ruleCode: "ACCESS_STEEL", hitPolicy: "ALL", rules });
  expect(decide(access, { amountBase: 25 }, at)).toMatchObject({
    outputs: { steps: ["TEMPLATE", "INSPECT", "SAMPLE"] },
    matched: [{ seq: 1 }, { seq: 2, outputs: { steps: ["INSPECT", "SAMPLE"] } }],
  });
  expect(decide(access, {}, at)).toMatchObject({ outputs: { steps: [] }, usedDefault: true });
  const cases = [{ name: "large", inputs: { amountBase: 25 }, expected: { steps: "TEMPLATE, INSPECT, SAMPLE" } }];
  const report = publishReport(access, cases, at);
  expect(report.errors).toEqual([]);
  expect(report.notes.map(({ text }) => text[1])).toEqual(["Rows 1 and 2 can apply together"]);
  expect(overlaps(access)).toEqual(report.notes);
});

test("COLLECT_MAX takes the greatest answer of each output, codes by their declared order", () => {
  const rules = [
    row(1, {}, { pricePercent: "2.50", days: "3" }),
    row(2, { amountBase: "< 100" }, { pricePercent: "10", days: "" }),
    row(3, { amountBase: "< 10" }, { pricePercent: "9", days: "= count(lines)" }),
  ];
  const tolerance = set({ ruleCode: "TOL_PRICE", hitPolicy: "COLLECT_MAX", rules });
  const lines = [{}, {}, {}, {}];
  expect(decide(tolerance, { amountBase: 5, lines }, at).outputs).toEqual({
    pricePercent: "10",
    quantityPercent: null,
    days: "4",
    amount: null,
  });
  expect(decide(tolerance, { amountBase: 500 }, at).outputs).toMatchObject({ pricePercent: "2.50", days: "3" });
  const severity = { label: ["严重度", "Severity"], type: "text", codes: ["LOW", "MIDDLE", "HIGH"] } as const;
  const warn = set({
    ruleCode: "WARN_DELAY",
    hitPolicy: "COLLECT_MAX",
    outputs: { severity },
    rules: [row(1, {}, { severity: "HIGH" }), row(2, {}, { severity: "MIDDLE" })],
  });
  expect(decide(warn, {}, at).outputs).toEqual({ severity: "HIGH" });
  expect(publishReport(warn, [], at).errors).toEqual([]);
  expect(publishReport({ ...warn, outputs: familyOf("WARN_")!.outputs }, [], at).errors.map(({ place }) => place)).toEqual([
    "outputs.severity",
    "outputs.receivers",
  ]);
});

test("defaults: the rule set's word, else the caller's, else the family's", () => {
  const tolerance = set({ ruleCode: "TOL_PRICE", defaults: { amount: "5" } });
  expect(decide(tolerance, {}, at).outputs).toEqual({ pricePercent: "0", quantityPercent: "0", days: "0", amount: "5" });
  expect(decide(tolerance, {}, at, { defaults: { days: "7", amount: "9" } }).outputs).toMatchObject({ days: "7", amount: "5" });
  const relative = set({ ruleCode: "TOL_PRICE", defaults: { amount: "= amountBase ÷ 100" } });
  expect(decide(relative, { amountBase: "250" }, at).outputs).toMatchObject({ amount: "2.5" });
});

test("broken or endless rules answer the default and say so, never an exception", () => {
  const broken = table(
    [
      [{ amount: "< 5" }, "A"],
      [{ amountBase: "< x" }, "B"],
    ],
    { defaults: { processKey: "C" } },
  );
  expect(prepare(broken).faults.map(({ rule, place, text, mark }) => [rule, place, ...text, mark])).toEqual([
    ["r1", "conditions.amount", "未知字段amount", "Unknown field amount", { from: 0, to: 6 }],
    [
      "r2",
      "conditions.amountBase",
      "规则语法错误：第1个字符，“x”不是数字",
      "Rule syntax: character 1, “x” is not a number",
      { from: 0, to: 3 },
    ],
  ]);
  expect(decide(broken, {}, at)).toMatchObject({ usedDefault: true, outputs: { processKey: "C" }, fault: { code: "RULE_FIELD" } });
  const brokenDefault = set({ ruleCode: "TOL_PRICE", defaults: { amount: "= nothing", days: "3" } });
  expect(decide(brokenDefault, {}, at)).toMatchObject({ outputs: { amount: "0", days: "3" }, fault: { code: "RULE_FIELD" } });
  const long = table([[{ amountBase: ": sum(lines.qty) > 5" }, "A"]], { defaults: { processKey: "C" } });
  const found = decide(long, { lines: Array.from({ length: 20_000 }, () => ({ qty: 1 })) }, at);
  expect(found).toMatchObject({ usedDefault: true, outputs: { processKey: "C" }, fault: { code: "RULE_TIMEOUT" } });
  expect(told(found).at(-2)).toEqual(["规则执行超时", "Rule timed out"]);
  expect(decide(long, { lines: [{ qty: 6 }] }, at, { meter: new Meter({ steps: 3 }) }).fault?.code).toBe("RULE_TIMEOUT");
  const wrongOutput = table([[{}, "= amountBase"]]);
  expect(publishReport(wrongOutput, [], at).errors.map(({ code, place }) => [code, place])).toEqual([
    ["RULE_SYNTAX", "outputs.processKey"],
  ]);
});

test("disabled rows do not count, rows are asked by their number", () => {
  const rules = [row(2, {}, { processKey: "B" }), { ...row(1, {}, { processKey: "A" }), enabled: false }, row(3, {}, { processKey: "C" })];
  expect(decide(set({ rules }), {}, at).outputs).toEqual({ processKey: "B" });
});

test("the version in force is chosen by the day", () => {
  const version = (n: number, effectiveFrom: string | null, effectiveTo: string | null, status: RuleSet["status"] = "EFFECTIVE") =>
    set({ version: n, effectiveFrom, effectiveTo, status });
  const versions = [
    version(1, null, null),
    version(2, "2026-03-02", "2026-03-31"),
    version(3, "2026-04-01", null),
    version(4, null, null, "DRAFT"),
  ];
  const on = (now: string) => inForce(versions, { now, zone: houseZone })?.version;
  expect(on("2026-03-01T15:59:59.000Z")).toBe(1);
  expect(on("2026-03-01T16:00:00.000Z")).toBe(2);
  expect(on("2026-03-31T16:00:00.000Z")).toBe(3);
  expect(inForce([versions[3]!], at)).toBe(null);
  expect(ask("ROUTE_PUR_ORDER", versions, {}, at)).toMatchObject({ version: 2, usedDefault: true });
  expect(ask("TOL_PRICE", [], {}, at)).toMatchObject({ version: 0, outputs: { days: "0" }, usedDefault: true, fault: null });
});

describe("coverage", () => {
  const dead = (...cells: (Cells | string)[]) =>
    deadRows(table(cells.map((cell) => [typeof cell === "string" ? { amountBase: cell } : cell, "X"] as const))).map(
      ({ code, rule }) => `${code} ${rule}`,
    );

  test.each<[string, (Cells | string)[], string[]]>([
    ["two halves cover the whole", ["< 10", "≥ 10", "not empty"], ["UNREACHABLE r3"]],
    ["but not the empty value", ["< 10", "≥ 10", "–"], []],
    ["a point between two halves stays", ["< 10", "> 10", "10"], []],
    ["a range inside two that meet", ["[0..5]", "[5..9]", "[2..7]"], ["UNREACHABLE r3"]],
    ["a range inside two that leave a point", ["[0..5)", "(5..9]", "[2..7]"], []],
    ["nothing fits between", [{ amountBase: ": amountBase > 5 and amountBase < 5" }], ["NEVER r1"]],
    ["days are whole", [{ needDate: "≤ 2026-01-01" }, { needDate: "≥ 2026-01-02" }, { needDate: "not empty" }], ["UNREACHABLE r3"]],
    [
      "yes and no are all there is",
      [{ priceException: "Y" }, { priceException: "N" }, { priceException: "not empty" }],
      ["UNREACHABLE r3"],
    ],
    ["codes are open", [{ sourceType: "A" }, { sourceType: "B" }, { sourceType: "not empty" }], []],
    [
      "a list covers its parts",
      [{ sourceType: "A, B" }, { sourceType: "B" }, { sourceType: "not B" }, { sourceType: "C" }],
      ["UNREACHABLE r2", "UNREACHABLE r4"],
    ],
    [
      "the same expression covers itself",
      [": sum(lines.qty) > 5", { amountBase: "1", orgType: ":5 < sum(lines.qty)" }],
      ["UNREACHABLE r2"],
    ],
    ["opposite expressions cover what has a value", [": amountBase < count(lines)", ": amountBase ≥ count(lines)", "> 3"], []],
    ["two expressions with an order between them", [": sum(lines.qty) > 5", ": sum(lines.qty) > 3"], []],
  ])("%s", (_, cells, expected) => {
    expect(dead(...cells)).toEqual(expected);
  });

  test("a gap is told in words", () => {
    const open = table([
      [{ amountBase: "< 10", priceException: "Y" }, "A"],
      [{ amountBase: "≥ 20", sourceType: "not X" }, "B"],
    ]);
    expect(gaps(open)).toEqual({
      open: [
        ["amountBase ≥ 10 且 amountBase < 20", "amountBase ≥ 10 and amountBase < 20"],
        ["amountBase ≥ 20，sourceType = X", "amountBase ≥ 20, sourceType = X"],
        ["amountBase < 10，priceException = false", "amountBase < 10, priceException = false"],
      ],
      whenEmpty: ["amountBase", "priceException", "sourceType"],
      more: false,
    });
    expect(gaps(table([[{}, "A"]]))).toEqual({ open: [], whenEmpty: [], more: false });
    expect(gaps(table([])).open).toEqual([["任何输入", "Any input"]]);
  });
});

describe("families", () => {
  test("there are twelve, each with texts in both languages and a default that can be read", () => {
    expect(families.map(({ prefix }) => prefix)).toEqual([
      "ROUTE_",
      "NODE_",
      "ASSIGN_",
      "TOL_",
      "BUYER_",
      "METHOD_",
      "ACCESS_",
      "LEVEL_",
      "WARN_",
      "MSG_",
      "FIELD_",
      "SPLIT_",
    ]);
    for (const { prefix, outputs, defaults, hitPolicy } of families) {
      const decision = decide(set({ ruleCode: `${prefix}ANY`, hitPolicy }), {}, at);
      expect(decision.usedDefault).toBe(true);
      expect(Object.keys(decision.outputs)).toEqual(Object.keys(outputs));
      for (const name of Object.keys(defaults)) expect(decision.outputs[name]).not.toBe(null);
    }
  });

  test("outputs must be the family's", () => {
    const label = ["输出", "Output"] as const;
    const codes = (more: Partial<RuleSet>) => publishReport(set(more), [], at).errors.map(({ code, place }) => [code, place]);
    expect(codes({ outputs: { model: { label, type: "text" } } })).toEqual([["OUTPUT", "outputs.model"]]);
    expect(codes({ outputs: { processKey: { label, type: "number" } } })).toEqual([["OUTPUT", "outputs.processKey"]]);
    expect(codes({ outputs: {} })).toEqual([["OUTPUT", null]]);
    expect(codes({ ruleCode: "OTHER_X", outputs: {} })).toEqual([["OUTPUT", null]]);
  });

  test("a case expects numbers by value", () => {
    const tolerance = set({ ruleCode: "TOL_PRICE", rules: [row(1, {}, { days: "5.00" })] });
    expect(runCase(tolerance, { name: "n", inputs: {}, expected: { days: "5" } }, at)).toMatchObject({ green: true, wrong: [] });
    expect(runCase(tolerance, { name: "n", inputs: {}, expected: { days: "6", nothing: "1" } }, at).wrong).toEqual(["days", "nothing"]);
  });
});
