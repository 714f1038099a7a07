import type { Form } from "#kernel/seen.ts";
import type { Text } from "#kernel/text.ts";
import { serverNow, ownZone } from "#kernel/web/clock.ts";
import { createRowStore } from "#kernel/web/table/rowStore.ts";
import type { RowStore } from "#kernel/web/table/rowStore.ts";
import { createStore, type StoreApi } from "zustand/vanilla";
import { told } from "../engine/decide.ts";
import { familyOf } from "../engine/family.ts";
import { publishReport, type CaseResult, type PublishReport } from "../engine/publish.ts";
import type { Finding } from "../engine/rule-set.ts";
import type { ruleSet } from "../rule-set.entity.ts";
import { fieldRowOf, type FieldRow } from "../stored.ts";
import { draftCases, draftSet, fieldOfPlace, flatCase, flatRule, storedCase, storedRule, type RuleHead } from "./ruleRows.ts";

/** How an example came out, and why. */
export interface JudgedCase extends CaseResult {
  readonly told: readonly Text[];
}

/** What is to be said about the rules as they stand in the editor now. */
export interface Judgement {
  readonly report: PublishReport;
  /** By row as the table holds it: the findings of its cells and those of the whole row. */
  readonly cells: ReadonlyMap<object, Readonly<Record<string, Finding>>>;
  readonly rows: ReadonlyMap<object, Finding>;
  readonly cases: ReadonlyMap<object, JudgedCase>;
  /** Where a finding about one cell stands, in words. */
  readonly places: ReadonlyMap<Finding, Text>;
}

interface RuleState {
  readonly head: RuleHead;
  /** The document as it is stored; null while it is not. */
  readonly base: Form<typeof ruleSet> | null;
  readonly headTouched: boolean;
  readonly judged: Judgement;
}

/** A version under edit: its head, its rows, its examples, and what stands against publishing it, always up to date. */
export interface RuleModel {
  readonly state: StoreApi<RuleState>;
  readonly rules: RowStore;
  readonly cases: RowStore;
  patch(head: Partial<RuleHead>): void;
  unsaved(): number;
  body(): Form<typeof ruleSet>;
  take(document: Form<typeof ruleSet>): void;
}

const listOf = (value: unknown): readonly FieldRow[] => (Array.isArray(value) ? (value as FieldRow[]) : []);

/** A new rule set begins with the answers of its family. */
export const familyFields = (ruleCode: string): readonly FieldRow[] =>
  Object.entries(familyOf(ruleCode)?.outputs ?? {}).map(([name, field]) => fieldRowOf(name, field));

function headOf(document: Form<typeof ruleSet>): RuleHead {
  const ruleCode = String(document.ruleCode ?? "");
  const outputs = listOf(document.outputFields);
  return {
    id: document.id ?? null,
    versionNum: document.versionNum ?? null,
    ruleCode,
    name: String(document.name ?? ""),
    nameEn: document.nameEn ?? null,
    kind: String(document.kind ?? "TABLE"),
    hitPolicy: String(document.hitPolicy ?? familyOf(ruleCode)?.hitPolicy ?? "FIRST"),
    version: Number(document.version ?? 1),
    status: String(document.status ?? "DRAFT"),
    effectiveFrom: document.effectiveFrom ?? null,
    effectiveTo: document.effectiveTo ?? null,
    inputFields: listOf(document.inputFields),
    outputFields: outputs.length ? outputs : familyFields(ruleCode),
    defaults: document.defaults ?? {},
    description: document.description ?? null,
  };
}

const living = (store: RowStore) => store.state.getState().rows.filter((edit) => !edit.deleted);

const empty: Finding = { code: "OUTPUT", rule: null, place: null, text: ["至少需要一行规则", "At least one row is needed"] };

/** What people call the column a finding stands in. */
function labelOf({ inputFields, outputFields }: RuleHead, place: string): Text {
  const [group, ...rest] = place.split(".");
  const name = rest.join(".");
  const field = (group === "outputs" ? outputFields : inputFields).find((outputField) => outputField.name === name);
  return field ? [field.labelCn, field.labelEn || field.labelCn] : ["条件", "condition"];
}

function judge(head: RuleHead, rules: RowStore, cases: RowStore): Judgement {
  const [lines, examples] = [living(rules), living(cases)];
  const set = draftSet(head, lines);
  const at = { now: new Date(serverNow()).toISOString(), zone: ownZone() };
  const found = publishReport(set, draftCases(head, set, examples), at);
  const report = lines.length > 0 ? found : { ...found, errors: [empty, ...found.errors] };
  const labels = new Map(
    head.inputFields.map((inputField) => [inputField.name, [inputField.labelCn, inputField.labelEn || inputField.labelCn] as Text]),
  );
  const cells = new Map<object, Record<string, Finding>>();
  const rows = new Map<object, Finding>();
  const places = new Map<Finding, Text>();
  for (const finding of [...report.errors, ...report.notes]) {
    const line = lines.find((edit) => edit.key === finding.rule)?.row;
    const field = fieldOfPlace(finding.place, head.kind);
    if (line && field) {
      cells.set(line, { ...cells.get(line), [field]: finding });
      const [cn, en] = labelOf(head, finding.place!);
      const seq = lines.findIndex((edit) => edit.key === finding.rule) + 1;
      places.set(finding, [`第${seq}行 ${cn}：`, `Row ${seq}, ${en}: `]);
    } else if (line && !rows.has(line)) rows.set(line, finding);
  }
  const judged = report.cases.map((example, index): readonly [object, JudgedCase] => [
    examples[index]!.row,
    { ...example, told: told(example.decision, (path) => labels.get(path) ?? [path, path]) },
  ]);
  return { report, cells, rows, cases: new Map(judged), places };
}

/** Opens a version for editing; a document without an id is a new one. */
export function createRuleModel(document: Form<typeof ruleSet>): RuleModel {
  const head = headOf(document);
  const rules = createRowStore((document.rules ?? []).map((line) => flatRule(line, head)));
  const cases = createRowStore((document.cases ?? []).map(flatCase));
  const state = createStore<RuleState>(() => ({
    head,
    base: head.id === null ? null : document,
    headTouched: head.id === null,
    judged: judge(head, rules, cases),
  }));
  const again = (): void => {
    state.setState(({ head: now }) => ({ judged: judge(now, rules, cases) }));
    rules.check();
  };
  for (const store of [rules, cases]) store.state.subscribe((now, before) => now.rows !== before.rows && again());
  return {
    state,
    rules,
    cases,
    patch(patch) {
      state.setState(({ head: now }) => ({ head: { ...now, ...patch }, headTouched: true }));
      again();
    },
    unsaved: () => (state.getState().headTouched ? 1 : 0) + rules.dirty() + cases.dirty(),
    body() {
      const { head: now } = state.getState();
      const { id, versionNum, version: _, status: __, ...fields } = now;
      return {
        ...(id ? { id, versionNum: versionNum! } : {}),
        ...fields,
        rules: living(rules).map((edit, index) => storedRule(edit.row, index, now)),
        cases: living(cases).map((edit, index) => storedCase(edit.row, index, now)),
      };
    },
    take(stored) {
      const next = headOf(stored);
      state.setState({ head: next, base: stored, headTouched: false });
      rules.replace((stored.rules ?? []).map((line) => flatRule(line, next)));
      cases.replace((stored.cases ?? []).map(flatCase));
      again();
    },
  };
}
