import { explain, type Why } from "#kernel/expression/explain.ts";
import type { Moment } from "#kernel/expression/functions.ts";
import { parse } from "#kernel/expression/parse.ts";
import { print, type PrintOptions } from "#kernel/expression/print.ts";
import { evaluate, Meter, type Inputs, type Problem } from "#kernel/expression/run.ts";
import type { ScopeField } from "#kernel/expression/scope.ts";
import { fieldsOf, type Tree } from "#kernel/expression/tree.ts";
import { order, readValue, type Plain } from "#kernel/expression/value.ts";
import { Refusal } from "#kernel/refusal.ts";
import { joinText, say, type Language, type Text } from "#kernel/text.ts";
import { dayIn } from "#kernel/time.ts";
import { readOutput } from "./cell.ts";
import { familyOf } from "./family.ts";
import { prepare, type Prepared, type PreparedRule } from "./prepare.ts";
import type { Cells, RuleSet } from "./rule-set.ts";
import { countsOn } from "#kernel/effective.ts";

export type Answer = Readonly<Record<string, Plain>>;

/** A row that was looked at: whether it applies, and if not, which condition failed on which values. */
export interface Examined {
  readonly rule: string;
  readonly seq: number;
  readonly met: boolean;
  readonly failed: string | null;
  readonly values: Answer;
}

/** The answer of a rule set and everything a log needs to tell why. */
export interface Decision {
  readonly ruleCode: string;
  readonly version: number;
  /** Under ALL each output is the list of all answers, in order, each once. */
  readonly outputs: Answer;
  readonly matched: readonly { readonly rule: string; readonly seq: number; readonly outputs: Answer }[];
  readonly explanation: readonly Examined[];
  readonly usedDefault: boolean;
  /** What was empty or could not be worked out on the way. */
  readonly problems: readonly Omit<Problem, "span">[];
  /** Why the rules could not be asked at all. */
  readonly fault: { readonly code: string; readonly text: Text } | null;
  readonly steps: number;
}

export interface DecideOptions {
  readonly meter?: Meter;
  /** What the caller takes where neither a row nor the rule set answers. */
  readonly defaults?: Cells;
}

/** The version in force on the day: of those whose days hold it, the highest. */
export function inForce<R extends Pick<RuleSet, "status" | "version" | "effectiveFrom" | "effectiveTo">>(
  versions: readonly R[],
  at: Moment,
): R | null {
  const day = dayIn(at.now, at.zone);
  return versions
    .filter((version) => version.status === "EFFECTIVE" && countsOn({ from: version.effectiveFrom, to: version.effectiveTo }, day))
    .reduce<R | null>((best, next) => (best === null || next.version > best.version ? next : best), null);
}

class Asking {
  readonly examined: Examined[] = [];
  readonly matched: Decision["matched"][number][] = [];
  readonly problems = new Map<string, Omit<Problem, "span">>();
  readonly meter: Meter;
  readonly #set: RuleSet;
  readonly #inputs: Inputs;
  readonly #at: Moment;

  constructor(set: RuleSet, inputs: Inputs, at: Moment, meter: Meter) {
    this.#set = set;
    this.#inputs = inputs;
    this.#at = at;
    this.meter = meter;
  }

  value(tree: Tree): Plain {
    const { value, problems } = evaluate(tree, this.#set.inputs, this.#inputs, this.#at, { meter: this.meter });
    for (const { kind, field } of problems) this.problems.set(`${kind} ${field ?? ""}`, field === undefined ? { kind } : { kind, field });
    return value;
  }

  answer(outputs: PreparedRule["outputs"]): Answer {
    return Object.fromEntries(Object.entries(outputs).map(([name, tree]) => [name, tree ? this.value(tree) : null]));
  }

  rows({ rules }: Prepared): void {
    for (const { rule, parts, outputs } of rules) {
      const failed = parts.find((part) => this.value(part) !== true);
      const values = failed ? Object.fromEntries(fieldsOf(failed).map((path) => [path, this.#shown(path)])) : {};
      this.examined.push({ rule: rule.id, seq: rule.seq, met: !failed, failed: failed ? print(failed) : null, values });
      if (failed) continue;
      this.matched.push({ rule: rule.id, seq: rule.seq, outputs: this.answer(outputs) });
      if (this.#set.hitPolicy === "FIRST") return;
    }
  }

  /** The value of a field of the head; of lines only their names are told. */
  #shown(path: string): Plain {
    let raw: unknown = this.#inputs;
    for (const key of path.split("."))
      raw = raw !== null && typeof raw === "object" && Object.hasOwn(raw, key) ? (raw as Inputs)[key] : null;
    return typeof raw === "number" ? String(raw) : typeof raw === "string" || typeof raw === "boolean" ? raw : null;
  }
}

/** Whether one answer is greater than another: numbers and dates by value, codes by their declared order. */
function isGreater(a: Plain, b: Plain, field: ScopeField): boolean {
  if (b === null) return a !== null;
  if (field.codes) return field.codes.indexOf(a as string) > field.codes.indexOf(b as string);
  return order(readValue(a, field) ?? null, readValue(b, field) ?? null, "UTC") === 1;
}

/** Brings the answers of all rows that apply into one, as the hit policy says. */
function merged(set: RuleSet, answers: readonly Answer[]): Answer {
  const outputs: Record<string, Plain> = {};
  for (const [name, field] of Object.entries(set.outputs)) {
    const values = answers.map((answer) => answer[name] ?? null);
    if (set.hitPolicy === "FIRST") outputs[name] = values[0] ?? null;
    else if (set.hitPolicy === "ALL") outputs[name] = [...new Set(values.flat())].filter((value) => value !== null);
    else outputs[name] = values.reduce<Plain>((best, value) => (isGreater(value, best, field) ? value : best), null);
  }
  return outputs;
}

/** What is answered when no row applies: the rule set's own word, else the caller's, else the family's. */
function defaultTrees(set: RuleSet, own: Prepared["defaults"], callers: Cells): PreparedRule["outputs"] {
  const family = familyOf(set.ruleCode)?.defaults ?? {};
  const trees: Record<string, Tree | null> = {};
  for (const [name, field] of Object.entries(set.outputs)) {
    const cell = callers[name] ?? family[name];
    trees[name] = own[name] ?? (cell === undefined ? null : readOutput(cell, field));
  }
  return trees;
}

/** A broken default must not stop the caller either: then the caller's and the family's words count. */
function fallback(set: RuleSet, inputs: Inputs, at: Moment, ready: Prepared, callers: Cells): Answer {
  const answer = (own: Prepared["defaults"]): Answer => new Asking(set, inputs, at, new Meter()).answer(defaultTrees(set, own, callers));
  const isSound = ([name]: readonly [string, unknown]): boolean => !ready.faults.some(({ place }) => place === `defaults.${name}`);
  try {
    return answer(Object.fromEntries(Object.entries(ready.defaults).filter(isSound)));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return answer({});
  }
}

/**
 * Asks a rule set. It never fails in the middle of a business action: where no row applies, where the rules are broken or take
 * too long, the default is answered, and the decision says so.
 */
export function decide(set: RuleSet, inputs: Inputs, at: Moment, { meter = new Meter(), defaults = {} }: DecideOptions = {}): Decision {
  const ready = prepare(set);
  const asking = new Asking(set, inputs, at, meter);
  const before = meter.steps;
  let fault: Decision["fault"] = ready.faults[0] ? { code: ready.faults[0].code, text: ready.faults[0].text } : null;
  try {
    if (!fault) asking.rows(ready);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    fault = { code: error.code, text: error.text };
  }
  const steps = meter.steps - before;
  const matched = fault ? [] : asking.matched;
  const usedDefault = matched.length === 0;
  const answers = usedDefault ? [fallback(set, inputs, at, ready, defaults)] : matched.map(({ outputs }) => outputs);
  return {
    ruleCode: set.ruleCode,
    version: set.version,
    outputs: merged(set, answers),
    matched,
    explanation: asking.examined,
    usedDefault,
    problems: [...asking.problems.values()],
    fault,
    steps,
  };
}

/** Asks the version in force; a code without one answers its default. */
export function ask(ruleCode: string, versions: readonly RuleSet[], inputs: Inputs, at: Moment, options?: DecideOptions): Decision {
  return decide(inForce(versions, at) ?? withoutRules(ruleCode), inputs, at, options);
}

const withoutRules = (ruleCode: string): RuleSet => ({
  ruleCode,
  version: 0,
  kind: "TABLE",
  hitPolicy: familyOf(ruleCode)?.hitPolicy ?? "FIRST",
  status: "EFFECTIVE",
  effectiveFrom: null,
  effectiveTo: null,
  inputs: {},
  outputs: familyOf(ruleCode)?.outputs ?? {},
  rules: [],
  defaults: {},
});

const anyLength = { length: Number.MAX_SAFE_INTEGER, depth: 200 };

/** The explanation in words, one sentence a row; fields are called by `label`. */
export function told(decision: Decision, label: (path: string) => Text = (path) => [path, path]): Text[] {
  const rows = decision.explanation.map(({ seq, failed, values }): Text => {
    if (failed === null) return [`第${seq}行符合`, `Row ${seq} applies`];
    const tree = parse(failed, anyLength);
    const condition = (language: Language): string => print(tree, { language, label: (path) => say(label(path), language) });
    const shown = joinText(
      Object.entries(values).map(([path, value]): Text => {
        const [cn, en] = label(path);
        const text = value === null ? "∅" : String(value);
        return [`${cn} = ${text}`, `${en} = ${text}`];
      }),
    );
    return [`第${seq}行不符合：${condition("CN")}（${shown[0]}）`, `Row ${seq} does not apply: ${condition("EN")} (${shown[1]})`];
  });
  if (decision.fault) rows.push(decision.fault.text);
  if (decision.usedDefault) rows.push(["采用默认结果", "The default is used"]);
  return rows;
}

/** Every condition of every row with the value of each of its parts, whether it decided or not. */
export function whyRows(
  set: RuleSet,
  inputs: Inputs,
  at: Moment,
  options: PrintOptions = {},
): { readonly rule: string; readonly seq: number; readonly parts: readonly Why[] }[] {
  return prepare(set).rules.map(({ rule, parts }) => ({
    rule: rule.id,
    seq: rule.seq,
    parts: parts.map((part) => explain(part, set.inputs, inputs, at, options).why),
  }));
}
