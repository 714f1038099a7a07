import type { CellFinding, CheckedRow, ImportAnswer } from "./importCall.ts";

export type Kind = "all" | "new" | "changed" | "same" | "wrong" | "warned";

/** Problems of one cause, the most frequent first. */
export interface Cause {
  readonly msg: string;
  readonly level: "error" | "warning";
  readonly rows: readonly number[];
}

export const warningsOf = (answer: ImportAnswer): readonly CellFinding[] => (Array.isArray(answer.warnings) ? answer.warnings : []);

export function causesOf(answer: ImportAnswer): readonly Cause[] {
  const group = (list: readonly CellFinding[], level: Cause["level"]): Cause[] => {
    const by = new Map<string, number[]>();
    for (const one of list) by.set(one.msg, [...(by.get(one.msg) ?? []), one.row]);
    return [...by]
      .map(([msg, rows]) => ({ msg, level, rows: [...new Set(rows)].sort((a, b) => a - b) }))
      .sort((a, b) => b.rows.length - a.rows.length);
  };
  return [...group(answer.errors, "error"), ...group(warningsOf(answer), "warning")];
}

/** What each counter shows; new, changed, same and wrong add up to all, warnings are a part of what can be written. */
export function countsOf(answer: ImportAnswer): Readonly<Record<Kind, number>> {
  const warned = new Set(warningsOf(answer).map((one) => one.row)).size || (typeof answer.warnings === "number" ? answer.warnings : 0);
  const same = answer.same ?? Math.max(0, answer.total - answer.inserts - answer.updates - answer.failed);
  return { all: answer.total, new: answer.inserts, changed: answer.updates, same, wrong: answer.failed, warned };
}

/** Rows to draw: those the server described, else only the wrong ones as far as errors tell. */
export function rowsOf(answer: ImportAnswer): readonly CheckedRow[] {
  if (answer.rows) return answer.rows;
  const by = new Map<number, Record<string, unknown>>();
  for (const one of answer.errors) by.set(one.row, { ...by.get(one.row), [one.column]: one.value });
  return [...by].sort(([a], [b]) => a - b).map(([row, values]) => ({ row, result: "wrong" as const, values }));
}

export function fits(row: CheckedRow, kind: Kind, warned: ReadonlySet<number>): boolean {
  return kind === "all" || (kind === "warned" ? warned.has(row.row) : row.result === kind);
}
