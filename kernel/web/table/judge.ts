import { checkCell, type CellRules } from "#kernel/cell.ts";
import type { EditRow, Found, Problems } from "./rows.ts";
import type { RowBehaviour } from "./rowStore.ts";

type Flags = Readonly<Record<string, Found>>;

/** What the rules say of a row now; a row going away or not open to edit is not judged. */
export function judgeRow(behaviour: RowBehaviour, edit: EditRow): Flags {
  const found: Record<string, Found> = {};
  if (edit.deleted || behaviour.checks?.(edit.row) === false) return found;
  for (const rules of behaviour.rules) {
    const problem = checkCell(rules as CellRules, edit.row);
    if (problem !== null) found[rules.key] = { ...problem, from: "rule" };
  }
  return found;
}

const put = (problems: Map<string, Flags>, key: string, flags: Flags): void => {
  if (Object.keys(flags).length > 0) problems.set(key, flags);
  else problems.delete(key);
};

/** After a change: a met rule is forgotten, the server's objection to a touched cell too; nothing new is flagged while typing. */
export function settleFlags(behaviour: RowBehaviour, edit: EditRow, touched: ReadonlySet<string>, problems: Map<string, Flags>): void {
  const known = problems.get(edit.key);
  if (known === undefined) return;
  const now = judgeRow(behaviour, edit);
  const left = Object.entries(known).flatMap(([field, problem]): [string, Found][] => {
    if (problem.from === "server") return touched.has(field) || (field === "" && touched.size > 0) ? [] : [[field, problem]];
    return now[field] === undefined ? [] : [[field, now[field]]];
  });
  put(problems, edit.key, Object.fromEntries(left));
}

const untouched: ReadonlySet<string> = new Set();

/** Flags judged again after rows went back; flags of rows that are gone go with them. */
export function settleAll(behaviour: RowBehaviour, rows: readonly EditRow[], before: Problems): Problems {
  const problems = new Map(before);
  const here = new Map(rows.map((edit) => [edit.key, edit]));
  for (const key of before.keys()) {
    const edit = here.get(key);
    if (edit === undefined) problems.delete(key);
    else settleFlags(behaviour, edit, untouched, problems);
  }
  return problems;
}

/** Every problem of the given rows, new ones included; what the server said stays until its cell is touched. */
export function judgeAll(behaviour: RowBehaviour, rows: readonly EditRow[], before: Problems): Problems {
  const problems = new Map(before);
  for (const edit of rows) {
    const server = Object.entries(problems.get(edit.key) ?? {}).filter(([, problem]) => problem.from === "server");
    put(problems, edit.key, { ...judgeRow(behaviour, edit), ...Object.fromEntries(server) });
  }
  return problems;
}

export interface FoundCell {
  readonly key: string;
  readonly field: string;
  readonly problem: Found;
}

/** What stops a save, in the order of the rows. */
export const errorsIn = (rows: readonly EditRow[], problems: Problems): FoundCell[] =>
  rows.flatMap((edit) =>
    Object.entries(problems.get(edit.key) ?? {}).flatMap(([field, problem]) =>
      problem.level === "error" ? [{ key: edit.key, field, problem }] : [],
    ),
  );
