import { describe, expect, test } from "vitest";
import { date, datetime, int, money, picks, qty, secret, text, yn } from "#kernel/field.ts";
import type { Refusal } from "#kernel/refusal.ts";
import { houseZone } from "#kernel/time.ts";
import { check } from "./check.ts";
import { explain } from "./explain.ts";
import { compile, holds, valueOf } from "./expression.ts";
import { parse } from "./parse.ts";
import { print } from "./print.ts";
import { Meter } from "./run.ts";
import { scopeOf, type Scope } from "./scope.ts";
import { bare } from "./tree.ts";

const at = { now: "2026-03-01T20:00:00.000Z", zone: houseZone };

const scope: Scope = {
  amount: { label: ["金额", "Amount"], type: "number" },
  limit: { label: ["限额", "Limit"], type: "number" },
  name: { label: ["名称", "Name"], type: "text" },
  kind: { label: ["类型", "Kind"], type: "text", codes: ["CATALOG", "AGREEMENT"] },
  urgent: { label: ["紧急", "Urgent"], type: "yesNo" },
  dueDate: { label: ["到期", "Due"], type: "date" },
  sentAt: { label: ["发送", "Sent"], type: "time" },
  tags: { label: ["标签", "Tags"], type: "text", many: true },
  COSTS: { label: ["成本项", "Costs"], type: "number", many: true },
  H: { label: ["表头", "Header"], fields: { STEEL_PRICE: { label: ["钢价", "Steel"], type: "number" } } },
  lines: {
    label: ["明细", "Lines"],
    lines: true,
    fields: {
      qty: { label: ["数量", "Quantity"], type: "number" },
      price: { label: ["单价", "Price"], type: "number" },
      kind: { label: ["类型", "Kind"], type: "text" },
      needDate: { label: ["需求日", "Need"], type: "date" },
      plans: { label: ["计划", "Plans"], lines: true, fields: { qty: { label: ["数量", "Quantity"], type: "number" } } },
    },
  },
};

const inputs = {
  amount: "999.995",
  limit: null,
  name: "North Gate Castings",
  kind: "CATALOG",
  urgent: "Y",
  dueDate: "2026-03-20",
  sentAt: "2026-03-01T20:00:00.000Z",
  tags: ["A", "B"],
  COSTS: ["6.1", null, "2.35"],
  H: { STEEL_PRICE: "4200" },
  lines: [
    { qty: "12.500000", price: "8.12345600", kind: "A", needDate: "2026-03-20", plans: [{ qty: 5 }, { qty: 7 }] },
    { qty: "2", price: null, kind: "B", needDate: "2026-03-05", plans: [] },
    { qty: "3", price: "1", kind: "A", needDate: null, plans: [{ qty: 3 }] },
  ],
};

const value = (text: string, more: object = {}) => valueOf(compile(text, scope), { ...inputs, ...more }, at).value;

function fault(work: () => unknown): Refusal {
  try {
    work();
  } catch (error) {
    return error as Refusal;
  }
  throw new Error("no fault");
}

test.each([
  ["0.1 + 0.2", "0.3"],
  ["1 - 3 × 2", "-5"],
  ["(1 − 3) * 2", "-4"],
  ["1 / 3", "0.33333333333333333333"],
  ["1 ÷ 8", "0.125"],
  ["1 / 3000000000", "0.00000000033333333333333333333"],
  ["-amount", "-999.995"],
  ["round(amount, 2)", "1000.00"],
  ["round(-2.5)", "-3"],
  ["ROUND((6.1 + 2.35) * (1 + 7.5/100), 4)", "9.0838"],
  ["abs(-3) + min(2, 1, 3) + Max(4, 5)", "9"],
  ["H.STEEL_PRICE / 1000", "4.2"],
  ["SUM(COSTS)", "8.45"],
  ["sum(lines.qty * lines.price)", "104.5432"],
  ["round(sum(lines.qty * lines.price), 2)", "104.54"],
  ["count(lines)", "3"],
  ["count(lines.price)", "2"],
  ["count(lines.qty > 2)", "2"],
  ["count(lines where lines.kind = 'A') / count(lines) * 100", "66.666666666666666667"],
  ["avg(lines.qty)", "5.83333333333333333333"],
  ["min(lines.price)", "1"],
  ["max(lines.needDate)", "2026-03-20"],
  ["sum(sum(lines.plans.qty))", "15"],
  ["sum(count(lines.plans))", "3"],
  ["sum(lines.qty where lines.kind = 'C')", "0"],
  ["avg(lines.qty where lines.kind = 'C')", null],
  ["dueDate - 2026-03-01", "19"],
  ["dueDate + 10", "2026-03-30"],
  ["daysBetween(today(), dueDate)", "18"],
  ["addDays(dueDate, -20)", "2026-02-28"],
  ["addMonths(2026-01-31, 1)", "2026-02-28"],
  ["dayOf(sentAt)", "2026-03-02"],
  ["if amount < 1000 then 1 else 2", "1"],
  ["IF(amount < 100, 1, 2) + 1", "3"],
  ["如果 amount < 100 那么 1 否则 2", "2"],
  ["ifEmpty(limit, 0) + 1", "1"],
  ["concat(name, '/', 5, limit)", "North Gate Castings/5"],
  ["pad(10, 5)", "00010"],
  ["substr(upper(trim(name)), 1, 5)", "NORTH"],
  ["length(name)", "19"],
])("%s is %s", (text, expected) => {
  expect(value(text)).toBe(expected);
});

test.each([
  ["amount < 1000 and urgent", true],
  ["amount ≥ 1000 or not urgent", false],
  ['urgent = "Y"', true],
  ['kind in ("CATALOG", "AGREEMENT")', true],
  ['kind not in ("AGREEMENT")', true],
  ['kind <> "CATALOG"', false],
  ["amount between 999.995 and 1000", true],
  ["amount 介于 1 至 2 或 name 包含 “Gate”", true],
  ['name startsWith "North"', true],
  ['tags contains "B"', true],
  ['"C" in tags', false],
  ["isEmpty(limit)", true],
  ["dueDate > '2026-03-01'", true],
  ["sentAt = 2026-03-02", true],
  ["any(lines.qty > 12)", true],
  ["all(lines.qty > 2)", false],
  ["any(lines.qty < 0 where lines.kind = 'A')", false],
  ["all(lines.qty < 0 where lines.kind = 'C')", true],
])("%s is %s", (text, expected) => {
  expect(value(text)).toBe(expected);
});

describe("empty values", () => {
  test.each([
    ["limit + 1", null],
    ["limit × 0", null],
    ["limit < 1", null],
    ["not (limit < 1)", null],
    ["limit = limit", null],
    ["limit < 1 and false", false],
    ["false and limit < 1", false],
    ["limit < 1 and true", null],
    ["limit < 1 or true", true],
    ["limit < 1 or false", null],
    ["limit in (1, 2)", null],
    ["1 in (limit, 1)", true],
    ["1 in (limit, 2)", null],
    ["limit between 1 and 2", null],
    ["1 between 2 and limit", false],
    ["if limit < 1 then 1 else 2", "2"],
    ["min(limit, 1)", null],
    ["any(lines.price > 100)", null],
    ["all(lines.price > 0)", null],
    ["any(lines.price > 1)", true],
    ["if true then null else 1", null],
  ])("%s is %s", (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  test("a condition that cannot be known is not met, nor is its opposite", () => {
    expect(holds(compile("limit < 1", scope), inputs, at)).toBe(false);
    expect(holds(compile("not (limit < 1)", scope), inputs, at)).toBe(false);
  });

  test("the reason of an empty answer is told", () => {
    const problems = (text: string, more: object = {}) =>
      valueOf(compile(text, scope), { ...inputs, ...more }, at).problems.map(({ kind, field }) => [kind, field]);
    expect(problems("1 + limit")).toEqual([["EMPTY", "limit"]]);
    expect(problems("amount / (1 - 1)")).toEqual([["DIVISION_BY_ZERO", undefined]]);
    expect(problems("amount + 1", { amount: "many" })).toContainEqual(["ILL_FORMED", "amount"]);
    expect(problems("kind = 'CATALOG'", { kind: "OTHER" })).toContainEqual(["ILL_FORMED", "kind"]);
    expect(problems("dueDate + 9999999")).toEqual([["OUT_OF_RANGE", undefined]]);
    expect(problems("isEmpty(limit)")).toEqual([]);
  });
});

describe("faults", () => {
  test.each([
    ["amount <", 8, "规则语法错误：第9个字符，此处不应出现文本结束", "Rule syntax: character 9, the end does not fit here"],
    ["(amount", 7, "规则语法错误：第8个字符，此处应为“)”，而不是文本结束", "Rule syntax: character 8, “)” expected instead of the end"],
    [
      "1 < amount < 3",
      11,
      "规则语法错误：第12个字符，比较不能连写，请用且或介于",
      "Rule syntax: character 12, comparisons cannot be chained, use and or between",
    ],
    ["amount # 1", 7, "规则语法错误：第8个字符，无法识别“#”", "Rule syntax: character 8, “#” means nothing here"],
    ["'abc", 0, "规则语法错误：第1个字符，文本缺少结束引号", "Rule syntax: character 1, the text has no closing quote"],
    ["eval(1)", 0, "规则语法错误：第1个字符，没有函数“eval”", "Rule syntax: character 1, there is no function “eval”"],
    ["name + 1", 0, "规则语法错误：第1个字符，此处应为数字，而不是文本", "Rule syntax: character 1, a number expected instead of a text"],
    [
      "amount and urgent",
      0,
      "规则语法错误：第1个字符，此处应为是否条件，而不是数字",
      "Rule syntax: character 1, a condition expected instead of a number",
    ],
    [
      "lines.qty > 1",
      0,
      "规则语法错误：第1个字符，lines.qty在明细lines中，请用合计等函数",
      "Rule syntax: character 1, lines.qty is in lines: use sum, count or similar",
    ],
    ["kind = 'CATALOGUE'", 7, "规则语法错误：第8个字符，kind没有代码“CATALOGUE”", "Rule syntax: character 8, kind has no code “CATALOGUE”"],
    [
      "amount = null",
      9,
      "规则语法错误：第10个字符，判断是否为空请用isEmpty",
      "Rule syntax: character 10, use isEmpty to ask whether something is empty",
    ],
    [
      "sum(amount)",
      4,
      "规则语法错误：第5个字符，此处应为明细中的值，而不是数字",
      "Rule syntax: character 5, a field of lines expected instead of a number",
    ],
    ["2026-02-30", 0, "规则语法错误：第1个字符，2026-02-30不是日期", "Rule syntax: character 1, 2026-02-30 is not a date"],
  ])("%s", (text, from, cn, en) => {
    const found = fault(() => compile(text, scope));
    expect([found.code, ...found.text]).toEqual(["RULE_SYNTAX", cn, en]);
    expect(found.data).toMatchObject({ from });
  });

  test.each(["amunt > 1", "constructor = 1", "H.COPPER > 1", "lines.nothing > 1", "amount.value > 1", "__proto__ = 1"])("%s", (text) => {
    const found = fault(() => compile(text, scope));
    const name = text.split(" ")[0]!;
    expect([found.code, ...found.text]).toEqual(["RULE_FIELD", `未知字段${name}`, `Unknown field ${name}`]);
    expect(found.data).toEqual({ from: 0, to: name.length });
  });

  test.each([
    "urgent < true",
    "tags = 'A'",
    "amount in 5",
    "sum(lines.qty * count(lines))",
    "sum(lines)",
    "any(lines.qty)",
    "round()",
    "round(1, 2, 3)",
    "sum(1, 2)",
    "min(1, dueDate)",
    "dueDate * 2",
    "if 1 then 2 else 3",
    "if true then 1 else 'a'",
    "H = 1",
    "isEmpty(lines)",
    "amount not 5",
    "- - 1",
    "1 2",
    "",
    "in",
    "1.",
    "amount.",
  ])("%s is refused", (text) => {
    expect(fault(() => compile(text, scope)).code).toBe("RULE_SYNTAX");
  });

  test("all faults of an expression are found, each once", () => {
    const found = check(parse("nothing between 1 and 2 and nobody in (1, 2, 3) and name + 1 > 0"), scope);
    expect(found.faults.map(({ code }) => code)).toEqual(["RULE_FIELD", "RULE_FIELD", "RULE_SYNTAX"]);
    expect(found.fields).toEqual(["nothing", "nobody", "name"]);
  });

  test("the answer must be of the wanted type", () => {
    expect(compile("amount > 1", scope, { type: "yesNo" }).fields).toEqual(["amount"]);
    expect(fault(() => compile("amount + 1", scope, { type: "yesNo" })).code).toBe("RULE_SYNTAX");
  });
});

describe("limits", () => {
  test("texts too long or too deep are refused before anything is worked out", () => {
    expect(fault(() => parse("1 + ".repeat(1_000) + "1")).code).toBe("RULE_SYNTAX");
    expect(fault(() => parse("(".repeat(60) + "1" + ")".repeat(60))).code).toBe("RULE_SYNTAX");
    expect(fault(() => parse("((1))", { length: 500, depth: 2 })).code).toBe("RULE_SYNTAX");
    expect(fault(() => parse("not ".repeat(900) + "urgent")).code).toBe("RULE_SYNTAX");
    expect(fault(() => parse("if(".repeat(900) + "1")).code).toBe("RULE_SYNTAX");
  });

  test("a long chain is worked out without exhausting anything", () => {
    expect(value("1" + " +1".repeat(1_300))).toBe("1301");
    expect(print(parse("1" + " +1".repeat(1_300))).length).toBeGreaterThan(5_000);
  });

  test("nested brackets of a condition are judged once each", () => {
    let text = "amount";
    for (let n = 0; n < 40; n++) text = `(${text} between 1 and 2)`;
    expect(fault(() => compile(text, scope)).code).toBe("RULE_SYNTAX");
  });

  test("more than 10,000 steps are a timeout, counted over all expressions of one meter", () => {
    const many = { lines: Array.from({ length: 6_000 }, () => ({ qty: 1 })) };
    const sum = compile("sum(lines.qty)", scope);
    const found = fault(() => valueOf(compile("sum(lines.qty * 2)", scope), many, at));
    expect([found.code, ...found.text]).toEqual(["RULE_TIMEOUT", "规则执行超时", "Rule timed out"]);
    const meter = new Meter();
    expect(valueOf(sum, many, at, { meter })).toMatchObject({ value: "6000", steps: 6_001 });
    expect(fault(() => valueOf(sum, many, at, { meter })).code).toBe("RULE_TIMEOUT");
  });

  test("a clock that runs out is a timeout too", () => {
    let ms = 0;
    const lines = Array.from({ length: 2_000 }, () => ({ qty: 1 }));
    const run = (ticks: number) =>
      valueOf(compile("sum(lines.qty)", scope), { lines }, at, { meter: new Meter({ clock: () => (ms += ticks) }) });
    expect(run(1).value).toBe("2000");
    expect(fault(() => run(20)).code).toBe("RULE_TIMEOUT");
  });

  test("numbers stay within bounds", () => {
    expect(value(`${"9".repeat(40)} × ${"9".repeat(40)}`)).toBe(null);
    expect(value(Array.from({ length: 20 }, () => "0.0000000001").join(" × "))).toBe("0");
  });
});

describe("print", () => {
  test.each([
    ["a+b*c", "a + b × c", "a + b × c"],
    ["(a+b)*c", "(a + b) × c", "(a + b) × c"],
    ["a-(b-c)", "a - (b - c)", "a - (b - c)"],
    ["not(a in(1,2))", "a not in (1, 2)", "a 非 属于 (1, 2)"],
    ["not (a and b) or c", "not (a and b) or c", "非 (a 且 b) 或 c"],
    ["a between 1 and b+1 and c", "a between 1 and b + 1 and c", "a 介于 1 至 b + 1 且 c"],
    ['IF(a!=1, \'x\', "y""z")', 'if a ≠ 1 then "x" else "y""z"', '如果 a ≠ 1 那么 "x" 否则 "y""z"'],
    ["sum(l.a where l.b>=2)", "sum(l.a where l.b ≥ 2)", "合计(l.a 其中 l.b ≥ 2)"],
    ["`in`.`单价`=null", "`in`.`单价` = null", "`in`.`单价` = 空"],
  ])("%s", (text, en, cn) => {
    const tree = parse(text);
    expect([print(tree), print(tree, { language: "CN" })]).toEqual([en, cn]);
    expect(bare(parse(en))).toEqual(bare(tree));
    expect(bare(parse(cn))).toEqual(bare(tree));
  });

  test("fields are called by their labels for people", () => {
    expect(print(parse("amount < 5"), { language: "CN", label: (path) => `〔${path}〕` })).toBe("〔amount〕 < 5");
  });
});

test("explain tells the value of every part that was needed", () => {
  const { tree } = compile("amount < 1000 and (urgent or limit > 1)", scope);
  expect(explain(tree, scope, inputs, at).why).toEqual({
    text: "amount < 1000 and (urgent or limit > 1)",
    value: true,
    parts: [
      { text: "amount < 1000", value: true, parts: [{ text: "amount", value: "999.995", parts: [] }] },
      { text: "urgent or limit > 1", value: true, parts: [{ text: "urgent", value: true, parts: [] }] },
    ],
  });
});

test("a declared entity gives the names an expression may use", () => {
  const label = ["单", "Order"] as const;
  const line = { label, fields: { qty: qty("数量", "Quantity") }, lines: {} };
  const fields = {
    total: money("金额", "Total"),
    priority: int("优先", "Priority"),
    title: text("标题", "Title"),
    isUrgent: yn("紧急", "Urgent"),
    due: date("到期", "Due"),
    sentAt: datetime("发送", "Sent"),
    modes: picks("方式", "Modes", "MODE"),
    key: secret("密钥", "Key"),
    account: text("账号", "Account", { hidden: "last4" }),
  };
  const found = scopeOf({ label, fields, lines: { lines: line } });
  expect(Object.entries(found).map(([key, entry]) => `${key} ${"type" in entry ? entry.type : "lines"}`)).toEqual([
    "total number",
    "priority number",
    "title text",
    "isUrgent yesNo",
    "due date",
    "sentAt time",
    "modes text",
    "lines lines",
  ]);
  expect(compile("sum(lines.qty) > total", found, { type: "yesNo" }).fields).toEqual(["lines.qty", "total"]);
});
