import type { Entity } from "#kernel/entity.ts";
import { differences, type Difference } from "#kernel/revision-diff.ts";
import { matchTexts, piecesOf, type Piece } from "#kernel/text-compare.ts";
import type { Contract } from "../contract-text-of.ts";
import type { Passage } from "../contract-text.ts";
import { contractTextFields } from "../contract-fields.ts";

/** A contract as it stood at one moment: what people agree on, and its text. */
export interface Snapshot {
  readonly passages: readonly Passage[];
  readonly doc: Readonly<Record<string, unknown>>;
}

const fields = Object.keys(contractTextFields).filter((key) => key !== "rate");
const items = ["itemId", "itemName", "spec", "uom", "qty", "unitPrice", "taxRate", "amountIncl", "deliveryDate", "warrantyMonths"] as const;
const stages = ["stageName", "stageType", "percent", "amount", "trigger", "dueDays", "dueDate", "needInvoice"] as const;

/** Which fields two versions are compared by. */
const compared = {
  changes: fields,
  lines: {
    items: { by: ["lineNum"], called: ["明细", "Item", "lineNum"], changes: items },
    stages: { by: ["stageNo"], called: ["付款阶段", "Payment stage", "stageNo"], changes: stages },
  },
} as const;

const part = (row: object, keys: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(keys.map((key) => [key, (row as Readonly<Record<string, unknown>>)[key] ?? null]));

export const snapshotOf = (doc: Contract, passages: readonly Passage[]): Snapshot => ({
  passages,
  doc: {
    ...part(doc, fields),
    items: doc.items.map((row) => part(row, ["lineNum", ...items])),
    stages: doc.stages.map((row) => part(row, ["stageNo", ...stages])),
  },
});

export interface PassageChange {
  readonly no: string;
  readonly title: string | null;
  readonly kind: "same" | "changed" | "moved" | "added" | "removed";
  readonly pieces: readonly Piece[];
}

const wordsOf = ({ title, text }: Passage): string => (title ? `${title}\n${text}` : text);

/** Two versions of a text, clause by clause and in each clause word by word. */
export function textChanges(before: readonly Passage[], after: readonly Passage[]): readonly PassageChange[] {
  return matchTexts(before.map(wordsOf), after.map(wordsOf)).map(({ kind, before: i, after: j }) => {
    const [old, now] = [i === null ? null : before[i]!, j === null ? null : after[j]!];
    const { no, title } = (now ?? old)!;
    return { no, title, kind, pieces: piecesOf(old?.text ?? "", now?.text ?? "") };
  });
}

/** Two versions by field and by text. */
export const compareSnapshots = (
  e: Entity,
  before: Snapshot,
  after: Snapshot,
): { readonly fields: readonly Difference[]; readonly text: readonly PassageChange[] } => ({
  fields: differences({ ...e, versioned: compared } as unknown as Entity, before.doc, after.doc),
  text: textChanges(before.passages, after.passages),
});
