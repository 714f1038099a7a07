import type { Doc } from "#kernel/entity.ts";
import type { YN } from "#kernel/field.ts";
import { isGroup, type Scope, type ScopeField, type ScopeGroup } from "#kernel/expression/scope.ts";
import type { Inputs } from "#kernel/expression/run.ts";
import { families, familyOf } from "./engine/family.ts";
import type { Cells, Condition, HitPolicy, Outputs, RuleSet, TestCase } from "./engine/rule-set.ts";
import type { ruleSet } from "./rule-set.entity.ts";

/** A field of a rule set as it is stored and edited. */
export interface FieldRow {
  readonly name: string;
  readonly labelCn: string;
  readonly labelEn: string | null;
  readonly type: string;
  readonly many?: YN | null;
  readonly ofLines?: YN | null;
  readonly codes?: string | null;
}

const types: Readonly<Record<string, ScopeField["type"]>> = {
  NUMBER: "number",
  TEXT: "text",
  DATE: "date",
  TIME: "time",
  YES_NO: "yesNo",
};
const typeCodes = Object.fromEntries(Object.entries(types).map(([code, type]) => [type, code]));

const codesOf = (written: string | null | undefined): readonly string[] | undefined => {
  const codes = (written ?? "").split(/[,，、\s]+/).filter((part) => part !== "");
  return codes.length ? codes : undefined;
};

const scopeField = (row: FieldRow): ScopeField => {
  const codes = codesOf(row.codes);
  return {
    label: [row.labelCn, row.labelEn || row.labelCn],
    type: types[row.type] ?? "text",
    ...(row.many === "Y" ? { many: true as const } : {}),
    ...(codes ? { codes } : {}),
  };
};

/** A declared field as a row of a rule set. */
export const fieldRowOf = (name: string, field: ScopeField, ofLines = false): Required<FieldRow> => ({
  name,
  labelCn: field.label[0],
  labelEn: field.label[1],
  type: typeCodes[field.type] ?? "TEXT",
  many: field.many ? "Y" : "N",
  ofLines: ofLines ? "Y" : "N",
  codes: field.codes?.join(",") ?? null,
});

/** What the conditions may name; "lines.amount" stands in a group of its own. */
export function scopeOfRows(rows: readonly FieldRow[]): Scope {
  const scope: Record<string, ScopeField | ScopeGroup> = {};
  for (const row of rows) {
    const path = row.name.split(".").filter((part) => part !== "");
    if (path.length === 0) continue;
    let place = scope;
    for (const part of path.slice(0, -1)) {
      const known = Object.hasOwn(place, part) ? place[part]! : null;
      const group: ScopeGroup =
        known && isGroup(known) ? known : { label: [part, part], fields: {}, ...(row.ofLines === "Y" ? { lines: true as const } : {}) };
      place[part] = group;
      place = group.fields as Record<string, ScopeField | ScopeGroup>;
    }
    place[path.at(-1)!] = scopeField(row);
  }
  return scope;
}

/** What a rule set answers: its own declaration, else all that its family knows. */
export function outputsOf(ruleCode: string, rows: readonly FieldRow[] | null | undefined): Outputs {
  if (rows?.length) return Object.fromEntries(rows.map((row) => [row.name, scopeField(row)]));
  return familyOf(ruleCode)?.outputs ?? {};
}

export const familyNames = families.map(({ prefix }) => prefix);

const cellsOf = (value: unknown): Cells =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).flatMap(([key, cell]) => (cell === null || cell === undefined ? [] : [[key, String(cell)]])))
    : {};

const isCondition = (value: unknown): value is Condition =>
  value !== null && typeof value === "object" && ["all", "any", "not", "field", "expression"].some((key) => Object.hasOwn(value, key));

/** A branch that says nothing applies to everything. */
const conditionOf = (value: unknown): Condition => (isCondition(value) ? value : { all: [] });

type Stored = Pick<
  Doc<typeof ruleSet>,
  "ruleCode" | "version" | "status" | "kind" | "hitPolicy" | "effectiveFrom" | "effectiveTo" | "inputFields" | "outputFields" | "defaults"
> & {
  readonly rules: readonly Pick<Doc<typeof ruleSet>["rules"][number], "id" | "seq" | "conditions" | "outputs" | "enabledFlag">[];
};

/** The stored version as the engine reads it. */
export const engineSet = (doc: Stored): RuleSet => ({
  ruleCode: doc.ruleCode,
  version: doc.version,
  kind: doc.kind === "TREE" ? "TREE" : "TABLE",
  hitPolicy: doc.hitPolicy as HitPolicy,
  status: doc.status as RuleSet["status"],
  effectiveFrom: doc.effectiveFrom,
  effectiveTo: doc.effectiveTo,
  inputs: scopeOfRows((doc.inputFields ?? []) as readonly FieldRow[]),
  outputs: outputsOf(doc.ruleCode, doc.outputFields as readonly FieldRow[] | null),
  rules: doc.rules.map((line) => ({
    id: line.id,
    seq: line.seq,
    conditions: doc.kind === "TREE" ? conditionOf(line.conditions) : cellsOf(line.conditions),
    outputs: cellsOf(line.outputs),
    enabled: line.enabledFlag !== "N",
  })),
  defaults: cellsOf(doc.defaults),
});

/** Written examples as the engine runs them; lists are written with commas, lines as they are. */
export const engineCases = (
  cases: readonly Pick<Doc<typeof ruleSet>["cases"][number], "caseName" | "inputs" | "expected">[],
  set: RuleSet,
): TestCase[] =>
  cases.map((example) => ({ name: example.caseName, inputs: readInputs(set.inputs, example.inputs), expected: cellsOf(example.expected) }));

/** Inputs as a person writes them: a list of a field with many values may be one text with commas. */
export function readInputs(scope: Scope, written: unknown): Inputs {
  if (written === null || typeof written !== "object" || Array.isArray(written)) return {};
  return Object.fromEntries(
    Object.entries(written).map(([key, value]) => {
      const entry = Object.hasOwn(scope, key) ? scope[key] : undefined;
      if (typeof value !== "string") return [key, value];
      if (value.trim() === "") return [key, null];
      return [key, entry && !isGroup(entry) && entry.many ? value.split(/[,，、]/).map((part) => part.trim()) : value];
    }),
  );
}
