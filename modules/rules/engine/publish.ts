import type { Moment } from "#kernel/expression/functions.ts";
import { evaluate } from "#kernel/expression/run.ts";
import type { ScopeField } from "#kernel/expression/scope.ts";
import { order, readValue, type Plain } from "#kernel/expression/value.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Text } from "#kernel/text.ts";
import { readOutput } from "./cell.ts";
import { deadRows, gaps, overlaps, type Gaps } from "./coverage.ts";
import { decide, type Decision } from "./decide.ts";
import { familyOf } from "./family.ts";
import { prepare } from "./prepare.ts";
import type { Finding, RuleSet, TestCase } from "./rule-set.ts";

/** How an example came out. */
export interface CaseResult {
  readonly name: string;
  readonly green: boolean;
  readonly decision: Decision;
  /** Outputs that came out otherwise than expected. */
  readonly wrong: readonly string[];
}

/** What stands against publishing a version, and what is worth knowing before. */
export interface PublishReport {
  readonly errors: readonly Finding[];
  readonly notes: readonly Finding[];
  readonly gaps: Gaps;
  readonly cases: readonly CaseResult[];
}

/** 5 and 5.00 are the same number; lists are equal when their items are, in order. */
function same(a: Plain, b: Plain, field: ScopeField): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, at) => same(item, b[at]!, field));
  if (a === null || b === null || Array.isArray(a) || Array.isArray(b)) return a === b;
  const entry = { ...field, many: undefined };
  return order(readValue(a, entry) ?? null, readValue(b, entry) ?? null, "UTC") === 0;
}

/** What a case expects of an output; under ALL every output is a list. */
function expectedValue(set: RuleSet, cell: string, field: ScopeField, at: Moment): Plain {
  const wanted: ScopeField = set.hitPolicy === "ALL" ? { ...field, many: true } : field;
  const tree = readOutput(cell, wanted);
  return tree ? evaluate(tree, {}, {}, at).value : wanted.many && set.hitPolicy === "ALL" ? [] : null;
}

/** Runs one example through the rules. */
export function runCase(set: RuleSet, { name, inputs, expected }: TestCase, at: Moment): CaseResult {
  const decision = decide(set, inputs, at);
  const wrong = Object.entries(expected).flatMap(([output, cell]) => {
    const field = Object.hasOwn(set.outputs, output) ? set.outputs[output] : undefined;
    if (!field) return [output];
    try {
      return same(decision.outputs[output] ?? null, expectedValue(set, cell, field, at), field) ? [] : [output];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return [output];
    }
  });
  return { name, green: wrong.length === 0 && decision.fault === null, decision, wrong };
}

/** The outputs must be those of the family, and greatest answers need an order. */
function outputFindings(set: RuleSet): Finding[] {
  const family = familyOf(set.ruleCode);
  const finding = (name: string | null, text: Text): Finding => ({ code: "OUTPUT", rule: null, place: name && `outputs.${name}`, text });
  if (!family) return [finding(null, [`编码${set.ruleCode}不属于任何规则族`, `The code ${set.ruleCode} belongs to no rule family`])];
  if (Object.keys(set.outputs).length === 0) return [finding(null, ["没有输出", "There is no output"])];
  return Object.entries(set.outputs).flatMap(([name, field]) => {
    const wanted = Object.hasOwn(family.outputs, name) ? family.outputs[name]! : null;
    if (!wanted) return [finding(name, [`${family.prefix}规则没有输出${name}`, `Rules of ${family.prefix} have no output ${name}`])];
    if (wanted.type !== field.type || wanted.many !== field.many) {
      return [finding(name, [`输出${name}的类型与规则族不符`, `The type of output ${name} differs from its family's`])];
    }
    const isOrdered = !field.many && (field.codes !== undefined || field.type === "number" || field.type === "date");
    if (set.hitPolicy === "COLLECT_MAX" && !isOrdered) {
      return [finding(name, [`输出${name}无大小之分，不能取最大`, `Output ${name} has no order, so there is no highest`])];
    }
    return [];
  });
}

const caseFinding = ({ name, wrong }: CaseResult): Finding => ({
  code: "CASE",
  rule: null,
  place: name,
  text: [`用例“${name}”未通过：${wrong.join("，")}`, `Test case “${name}” failed: ${wrong.join(", ")}`],
});

/** Everything that is looked at before a version may be published; it may be when there are no errors. */
export function publishReport(set: RuleSet, cases: readonly TestCase[], at: Moment): PublishReport {
  const { faults } = prepare(set);
  const results = cases.map((example) => runCase(set, example, at));
  const red = results.filter(({ green }) => !green).map(caseFinding);
  // rows that cannot be read cannot be compared with each other
  const dead = faults.length ? [] : deadRows(set);
  return {
    errors: [...faults, ...outputFindings(set), ...dead, ...red],
    notes: set.hitPolicy === "ALL" && !faults.length ? overlaps(set) : [],
    gaps: faults.length ? { open: [], whenEmpty: [], more: true } : gaps(set),
    cases: results,
  };
}
