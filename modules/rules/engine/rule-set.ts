import type { Place } from "#kernel/expression/fault.ts";
import type { Inputs } from "#kernel/expression/run.ts";
import type { Scope, ScopeField } from "#kernel/expression/scope.ts";
import type { Text } from "#kernel/text.ts";

/** FIRST: the first row that applies answers. ALL: every row that applies does. COLLECT_MAX: the greatest answer of those that apply. */
export type HitPolicy = "FIRST" | "ALL" | "COLLECT_MAX";

/** A condition built from parts, as the editor shows it; `is` holds what a cell of a table would. */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | { readonly field: string; readonly is: string }
  | { readonly expression: string };

/** The cells of one row by column, as people write them. */
export type Cells = Readonly<Record<string, string>>;

/** One row of a table, or one branch of a tree: when it applies and what it answers. */
export interface Rule {
  readonly id: string;
  readonly seq: number;
  /** Of a table the cells by input field, of a tree one condition. */
  readonly conditions: Cells | Condition;
  readonly outputs: Cells;
  readonly enabled: boolean;
}

export type Outputs = Readonly<Record<string, ScopeField>>;

/** One version of a set of rules that answers one question. */
export interface RuleSet {
  readonly ruleCode: string;
  readonly version: number;
  readonly kind: "TABLE" | "TREE";
  readonly hitPolicy: HitPolicy;
  readonly status: "DRAFT" | "EFFECTIVE" | "INVALID";
  /** The days it is in force, both included; null is open. */
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
  readonly inputs: Scope;
  readonly outputs: Outputs;
  readonly rules: readonly Rule[];
  /** What is answered when no row applies; what it leaves out is the caller's or the family's default. */
  readonly defaults: Cells;
}

/** An example that must come out right before a version is published. */
export interface TestCase {
  readonly name: string;
  readonly inputs: Inputs;
  readonly expected: Cells;
}

/** Where in a rule set something is wrong. */
export interface Finding {
  readonly code: "RULE_SYNTAX" | "RULE_FIELD" | "NEVER" | "UNREACHABLE" | "CASE" | "OUTPUT" | "OVERLAP";
  readonly rule: string | null;
  /** A column like conditions.amount, an output, or the name of a case. */
  readonly place: string | null;
  readonly text: Text;
  /** The characters of the cell or expression that are wrong. */
  readonly mark?: Place;
}
