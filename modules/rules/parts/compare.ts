import type { Text } from "#kernel/text.ts";
import type { Form } from "#kernel/seen.ts";
import type { ruleLine, ruleSet, ruleTestCase } from "../rule-set.entity.ts";

type ComparedField = NonNullable<Form<typeof ruleSet>["inputFields"]>[number];

/** A version as two of them are compared. */
export interface ComparedVersion {
  readonly hitPolicy?: unknown;
  readonly kind?: unknown;
  readonly effectiveFrom?: unknown;
  readonly effectiveTo?: unknown;
  readonly inputFields?: readonly ComparedField[] | null;
  readonly outputFields?: readonly ComparedField[] | null;
  readonly defaults?: unknown;
  readonly rules?: readonly Form<typeof ruleLine>[];
  readonly cases?: readonly Form<typeof ruleTestCase>[];
}

/** One place where two versions differ; null stands for nothing there. */
export interface Difference {
  readonly place: Text;
  readonly old: string | null;
  readonly new: string | null;
}

const cellsText = (cells: unknown): string =>
  Object.entries((cells ?? {}) as object)
    .filter(([, cell]) => cell !== null && cell !== "")
    .map(([name, cell]) => `${name} ${typeof cell === "object" ? JSON.stringify(cell) : String(cell)}`)
    .join("; ");

const ruleText = (line: Form<typeof ruleLine>): string =>
  `${cellsText(line.conditions) || "*"} → ${cellsText(line.outputs) || "–"}${line.enabledFlag === "N" ? " (off)" : ""}`;
const caseText = (line: Form<typeof ruleTestCase>): string => `${cellsText(line.inputs) || "*"} → ${cellsText(line.expected) || "–"}`;
const fieldText = (field: ComparedField): string =>
  [field.labelCn, field.type, field.many === "Y" ? "[]" : "", field.codes ?? ""].filter((part) => part !== "").join(" ");

function keyed<T>(
  before: readonly T[],
  after: readonly T[],
  key: (current: T) => string,
  text: (current: T) => string,
  place: (key: string) => Text,
): Difference[] {
  const old = new Map(before.map((entry) => [key(entry), text(entry)]));
  const now = new Map(after.map((entry) => [key(entry), text(entry)]));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((value) =>
    old.get(value) === now.get(value) ? [] : [{ place: place(value), old: old.get(value) ?? null, new: now.get(value) ?? null }],
  );
}

/** Rows are paired by the longest run they share, so that one row put in between is one difference. */
function rowDifferences(before: readonly string[], after: readonly string[]): Difference[] {
  const run = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0));
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      run[i]![j] = before[i] === after[j] ? run[i + 1]![j + 1]! + 1 : Math.max(run[i + 1]![j]!, run[i]![j + 1]!);
  const found: Difference[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      i++;
      j++;
      continue;
    }
    const [gone, come] = [i < before.length, j < after.length];
    const takesOld = gone && (!come || run[i + 1]![j]! >= run[i]![j + 1]!);
    const pairs = takesOld && come && run[i + 1]![j + 1]! >= run[i]![j + 1]! && run[i + 1]![j + 1]! >= run[i + 1]![j]!;
    if (pairs) {
      found.push({ place: [`第${j + 1}行`, `Row ${j + 1}`], old: before[i]!, new: after[j]! });
      i++;
      j++;
    } else if (takesOld) {
      found.push({ place: [`原第${i + 1}行`, `Old row ${i + 1}`], old: before[i]!, new: null });
      i++;
    } else {
      found.push({ place: [`第${j + 1}行`, `Row ${j + 1}`], old: null, new: after[j]! });
      j++;
    }
  }
  return found;
}

const plain = (value: unknown): string | null => (value === null || value === undefined || value === "" ? null : String(value));

/** Everything in which two versions of a rule set differ, rows first. */
export function differences(before: ComparedVersion, after: ComparedVersion): Difference[] {
  const single = (place: Text, read: (comparedVersion: ComparedVersion) => string | null): Difference[] =>
    read(before) === read(after) ? [] : [{ place, old: read(before), new: read(after) }];
  return [
    ...rowDifferences((before.rules ?? []).map(ruleText), (after.rules ?? []).map(ruleText)),
    ...single(["默认结果", "Default answer"], (comparedVersion) => plain(cellsText(comparedVersion.defaults))),
    ...single(["命中方式", "Hit policy"], (comparedVersion) => plain(comparedVersion.hitPolicy)),
    ...single(["形式", "Kind"], (comparedVersion) => plain(comparedVersion.kind)),
    ...single(["生效日期", "Effective from"], (comparedVersion) => plain(comparedVersion.effectiveFrom)),
    ...single(["失效日期", "Effective to"], (comparedVersion) => plain(comparedVersion.effectiveTo)),
    ...keyed(
      before.inputFields ?? [],
      after.inputFields ?? [],
      (inputField) => inputField.name ?? "",
      fieldText,
      (name) => [`输入 ${name}`, `Input ${name}`],
    ),
    ...keyed(
      before.outputFields ?? [],
      after.outputFields ?? [],
      (outputField) => outputField.name ?? "",
      fieldText,
      (name) => [`输出 ${name}`, `Output ${name}`],
    ),
    ...keyed(
      before.cases ?? [],
      after.cases ?? [],
      (example) => String(example.caseName),
      caseText,
      (name) => [`用例 ${name}`, `Case ${name}`],
    ),
  ];
}
