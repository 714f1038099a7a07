import { print } from "#kernel/expression/print.ts";
import type { Form } from "#kernel/seen.ts";
import { Refusal } from "#kernel/refusal.ts";
import { treeOf } from "../engine/prepare.ts";
import type { Cells, Condition, RuleSet, TestCase } from "../engine/rule-set.ts";
import type { ruleLine, ruleTestCase } from "../rule-set.entity.ts";
import { engineSet, readInputs, scopeOfRows, type FieldRow } from "../stored.ts";

/** A row of a table under edit: every cell under a key of its own. */
export type FlatRow = Readonly<Record<string, unknown>>;

/** The head of a version under edit. */
export interface RuleHead {
  readonly id: string | null;
  readonly versionNum: number | null;
  readonly ruleCode: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly kind: string;
  readonly hitPolicy: string;
  readonly version: number;
  readonly status: string;
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
  readonly inputFields: readonly FieldRow[];
  readonly outputFields: readonly FieldRow[];
  readonly defaults: Cells;
  readonly description: string | null;
}

type Part = "c" | "o" | "i";
const hidden = "·";

/** The key of a cell: c for a condition, o for an answer, i for an input of an example. A dot would be read as a path. */
export const cellKey = (part: Part, name: string): string => `${part}:${name.replaceAll(".", hidden)}`;

const textOf = (value: unknown): string =>
  value === null || value === undefined ? "" : Array.isArray(value) ? value.join(",") : String(value);

const spread = (part: Part, cells: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries((cells ?? {}) as object).map(([name, cell]) => [cellKey(part, name), textOf(cell)]));

function gathered(part: Part, row: FlatRow, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, textOf(row[cellKey(part, name)]).trim()] as const).filter(([, cell]) => cell !== ""),
  );
}

const expressionKey = cellKey("c", "expression");

/** A branch built from parts is shown as one expression. */
function written(condition: Condition | null | undefined, fields: readonly FieldRow[]): string {
  if (!condition || Object.keys(condition).length === 0) return "";
  if ("expression" in condition) return condition.expression;
  try {
    return print(treeOf(condition, scopeOfRows(fields)));
  } catch (error) {
    if (error instanceof Refusal) return "";
    throw error;
  }
}

export const namesOf = (fields: readonly FieldRow[]): string[] => fields.map((field) => field.name).filter((name) => name !== "");

/** A stored line as the table edits it. */
export function flatRule(line: FlatRow, { kind, inputFields }: Pick<RuleHead, "kind" | "inputFields">): FlatRow {
  const { id, versionNum, seq, remark, enabledFlag, conditions, outputs } = line;
  const cells = kind === "TREE" ? { [expressionKey]: written(conditions as Condition | null, inputFields) } : spread("c", conditions);
  return { id, versionNum, seq, remark: remark ?? null, enabledFlag: enabledFlag ?? "Y", ...cells, ...spread("o", outputs) };
}

/** A line as it is stored; its place in the table is its number. */
export function storedRule(row: FlatRow, index: number, head: RuleHead): Form<typeof ruleLine> {
  const expression = textOf(row[expressionKey]).trim();
  return {
    ...(row.id ? { id: String(row.id) } : {}),
    seq: index + 1,
    conditions: head.kind === "TREE" ? (expression ? { expression } : {}) : gathered("c", row, namesOf(head.inputFields)),
    outputs: gathered("o", row, namesOf(head.outputFields)),
    remark: textOf(row.remark) || null,
    enabledFlag: row.enabledFlag === "N" ? "N" : "Y",
  };
}

export const flatCase = ({ id, versionNum, seq, caseName, inputs, expected }: FlatRow): FlatRow => ({
  id,
  versionNum,
  seq,
  caseName,
  ...spread("i", inputs),
  ...spread("o", expected),
});

export const storedCase = (row: FlatRow, index: number, head: RuleHead): Form<typeof ruleTestCase> => ({
  ...(row.id ? { id: String(row.id) } : {}),
  seq: index + 1,
  caseName: textOf(row.caseName),
  inputs: gathered("i", row, namesOf(head.inputFields)),
  expected: gathered("o", row, namesOf(head.outputFields)),
});

/** The version as it stands in the editor, ready to be asked: what people see is what will be published. */
export function draftSet(head: RuleHead, rows: readonly { readonly key: string; readonly row: FlatRow }[]): RuleSet {
  const rules = rows.map(({ key, row }, index) => ({ ...storedRule(row, index, head), id: key }));
  return engineSet({ ...head, rules } as unknown as Parameters<typeof engineSet>[0]);
}

/** Examples as the engine runs them, each under the key of its row. */
export const draftCases = (
  head: RuleHead,
  set: RuleSet,
  rows: readonly { readonly key: string; readonly row: FlatRow }[],
): readonly (TestCase & { readonly key: string })[] =>
  rows.map(({ key, row }) => ({
    key,
    name: textOf(row.caseName) || "–",
    inputs: readInputs(set.inputs, gathered("i", row, namesOf(head.inputFields))),
    expected: gathered("o", row, namesOf(head.outputFields)),
  }));

/** Which field of a row a finding speaks of: conditions.amount → c:amount; the whole row when it names none. */
export function fieldOfPlace(place: string | null, kind: string): string | null {
  if (place === null) return null;
  if (place === "conditions" || kind === "TREE") return place.startsWith("outputs.") ? cellKey("o", place.slice(8)) : expressionKey;
  if (place.startsWith("conditions.")) return cellKey("c", place.slice(11));
  return place.startsWith("outputs.") ? cellKey("o", place.slice(8)) : null;
}
