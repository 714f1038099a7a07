import { check, type Type } from "#kernel/expression/check.ts";
import { fieldFault, syntaxFault, type Place } from "#kernel/expression/fault.ts";
import { parse } from "#kernel/expression/parse.ts";
import { isGroup, resolve, type Scope, type ScopeField } from "#kernel/expression/scope.ts";
import type { Tree } from "#kernel/expression/tree.ts";
import { Refusal } from "#kernel/refusal.ts";
import { joined, readCell, readOutput } from "./cell.ts";
import type { Cells, Condition, Finding, Rule, RuleSet } from "./rule-set.ts";

/** A rule whose texts have been read: it applies when all parts are met. */
export interface PreparedRule {
  readonly rule: Rule;
  readonly parts: readonly Tree[];
  readonly outputs: Readonly<Record<string, Tree | null>>;
}

/** A rule set ready to decide; with faults it may not. */
export interface Prepared {
  readonly rules: readonly PreparedRule[];
  readonly defaults: Readonly<Record<string, Tree | null>>;
  readonly faults: readonly Finding[];
}

/** How deep conditions may stand inside each other. */
const mostLevels = 30;

function fieldAt(scope: Scope, path: string): ScopeField {
  const found = resolve(scope, path.split("."));
  if (!found || isGroup(found.entry) || found.collections.length) throw fieldFault(path, [0, path.length]);
  return found.entry;
}

/** A condition built from parts as one expression. */
export function treeOf(condition: Condition, scope: Scope, level = 0): Tree {
  if (level > mostLevels) throw syntaxFault([`嵌套超过${mostLevels}层`, `nested more than ${mostLevels} levels`], [0, 0]);
  const inner = (part: Condition): Tree => treeOf(part, scope, level + 1);
  if ("all" in condition) return joined("and", condition.all.map(inner));
  if ("any" in condition) return joined("or", condition.any.map(inner));
  if ("not" in condition) {
    const of = inner(condition.not);
    return { kind: "prefix", op: "not", of, span: of.span };
  }
  if ("expression" in condition) return parse(condition.expression);
  return readCell(condition.is, condition.field, fieldAt(scope, condition.field)) ?? joined("and", []);
}

class Reader {
  readonly faults: Finding[] = [];
  readonly #set: RuleSet;

  constructor(set: RuleSet) {
    this.#set = set;
  }

  /** Reads one text; what is wrong with it is noted at its place. */
  #read(rule: Rule | null, place: string, work: () => Tree | null, fits: (type: Type) => boolean): Tree | null {
    const fault = ({ code, text, data }: Refusal) =>
      this.faults.push({ code: code as Finding["code"], rule: rule?.id ?? null, place, text, mark: data as Place });
    try {
      const tree = work();
      if (!tree) return null;
      const { faults, type } = check(tree, this.#set.inputs);
      faults.forEach(fault);
      if (!faults.length && !fits(type)) fault(syntaxFault(["结果类型不符", "the answer is of the wrong type"], tree.span));
      return tree;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fault(error);
      return null;
    }
  }

  rule(rule: Rule): PreparedRule {
    const isCondition = (type: Type): boolean => type === "yesNo";
    const { inputs, kind } = this.#set;
    const parts =
      kind === "TREE"
        ? [this.#read(rule, "conditions", () => treeOf(rule.conditions as Condition, inputs), isCondition)]
        : Object.entries(rule.conditions as Cells).map(([path, cell]) =>
            this.#read(rule, `conditions.${path}`, () => readCell(cell, path, fieldAt(inputs, path)), isCondition),
          );
    return { rule, parts: parts.filter((part) => part !== null), outputs: this.outputs(rule, rule.outputs) };
  }

  outputs(rule: Rule | null, cells: Cells): Record<string, Tree | null> {
    const read: Record<string, Tree | null> = {};
    for (const [name, cell] of Object.entries(cells)) {
      const field = Object.hasOwn(this.#set.outputs, name) ? this.#set.outputs[name]! : null;
      const place = `${rule ? "outputs" : "defaults"}.${name}`;
      const fits = (type: Type): boolean =>
        type === "null" || type === (field?.many ? `${field.type}[]` : field?.type) || isDay(type, field);
      read[name] = this.#read(
        rule,
        place,
        () => {
          if (!field) throw fieldFault(name, [0, name.length]);
          return readOutput(cell, field);
        },
        fits,
      );
    }
    return read;
  }
}

const isDay = (type: Type, field: ScopeField | null): boolean => field?.type === "time" && type === "date";

const prepared = new WeakMap<RuleSet, Prepared>();

/** Reads and checks all texts of a rule set, once for each. */
export function prepare(set: RuleSet): Prepared {
  const known = prepared.get(set);
  if (known) return known;
  const reader = new Reader(set);
  const rules = set.rules
    .filter(({ enabled }) => enabled)
    .toSorted((a, b) => a.seq - b.seq)
    .map((rule) => reader.rule(rule));
  const made = { rules, defaults: reader.outputs(null, set.defaults), faults: reader.faults };
  prepared.set(set, made);
  return made;
}
