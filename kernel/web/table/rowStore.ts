import { createStore, type StoreApi } from "zustand/vanilla";
import { checkCell, type CellProblem, type CellRules } from "#kernel/cell.ts";
import { selectionKey, type Row } from "#kernel/table.ts";
import {
  applyCell, changesOf, changedFields, copyOf, markOf, moveRow, placeOf, removeRows,
  type Changes, type EditRow, type Found, type PinnedError, type Problems,
} from "./rows.ts";

interface Step {
  readonly rows: readonly EditRow[];
  readonly tag: string | null;
}

export interface RowState {
  readonly rows: readonly EditRow[];
  readonly problems: Problems;
  /** Rows that someone else changed meanwhile, with what the server holds now where known. */
  readonly conflicts: ReadonlyMap<string, Row | null>;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

export interface CellChange {
  readonly key: string;
  readonly field: string;
  readonly value: unknown;
}

/** What the table knows and the rows need: the rules of its columns and the page's calculation. */
export interface RowBehaviour {
  readonly rules: readonly CellRules<never>[];
  patch?(row: Row, field: string): Row | void;
  checks?(row: Row): boolean;
}

export interface FoundCell {
  readonly key: string;
  readonly field: string;
  readonly problem: Found;
}

/** The lines of a document under edit. It lives outside of the table, so hiding the page loses nothing. */
export interface RowStore {
  readonly state: StoreApi<RowState>;
  behave(behaviour: RowBehaviour): void;
  replace(rows: readonly Row[]): void;
  rows(): Row[];
  set(changes: readonly CellChange[], tag?: string | null): void;
  cancel(tag: string): void;
  insert(rows: readonly Row[], at?: "top" | "bottom" | { readonly after: string }): string[];
  copy(key: string, clears?: readonly string[]): string | null;
  remove(keys: readonly string[]): void;
  restore(keys: readonly string[]): void;
  move(key: string, by: -1 | 1, seqField: string): void;
  undo(): void;
  redo(): void;
  changes(): Changes;
  dirty(): number;
  check(keys?: readonly string[]): FoundCell[];
  pin(errors: readonly PinnedError[], keys?: readonly string[]): FoundCell[];
  errors(): FoundCell[];
  conflict(key: string, theirs: Row | null): void;
  takeTheirs(key: string): void;
  keepMine(key: string): void;
}

export const undoSteps = 50;

const fresh = (rows: readonly EditRow[]): RowState => ({ rows, problems: new Map(), conflicts: new Map(), past: [], future: [] });

/** Makes the store of a line table from the rows the server sent; `keyFields` name a stored row. */
export function createRowStore(rows: readonly object[] = [], options: { readonly keyFields?: readonly string[] } = {}): RowStore {
  const keyFields = options.keyFields ?? ["id"];
  let born = 0;
  let behaviour: RowBehaviour = { rules: [] };
  const stored = (list: readonly object[]): EditRow[] => {
    const taken = new Set<string>();
    return (list as readonly Row[]).map((row) => {
      const own = selectionKey(row, keyFields);
      const key = own.replaceAll("\u0001", "") === "" || taken.has(own) ? `row:${++born}` : own;
      taken.add(key);
      return { key, row, base: row, deleted: false };
    });
  };
  const state = createStore<RowState>(() => fresh(stored(rows)));
  const { getState: get, setState } = state;

  const change = (next: readonly EditRow[], tag: string | null = null, problems = get().problems): void => {
    const { rows: now, past } = get();
    if (next === now) return;
    const sameStep = tag !== null && past.at(-1)?.tag === tag;
    setState({ rows: next, problems, past: sameStep ? past : [...past, { rows: now, tag }].slice(-undoSteps), future: [] });
  };
  const editOf = (key: string): EditRow | undefined => get().rows.find((edit) => edit.key === key);
  const swap = (edit: EditRow): EditRow[] => get().rows.map((other) => (other.key === edit.key ? edit : other));

  const checkRow = (edit: EditRow): Record<string, Found> => {
    const found: Record<string, Found> = {};
    if (edit.deleted || behaviour.checks?.(edit.row) === false) return found;
    for (const rules of behaviour.rules) {
      const problem: CellProblem | null = checkCell(rules as CellRules, edit.row);
      if (problem !== null) found[rules.key] = { ...problem, from: "rule" };
    }
    return found;
  };
  /** After a change: a met rule is forgotten, the server's objection to a touched cell too, nothing new is flagged. */
  const settle = (edit: EditRow, touched: ReadonlySet<string>, problems: Map<string, Readonly<Record<string, Found>>>): void => {
    const known = problems.get(edit.key);
    if (known === undefined) return;
    const now = checkRow(edit);
    const left = Object.entries(known).flatMap(([field, problem]): [string, Found][] => {
      if (problem.from === "server") return touched.has(field) || field === "" ? [] : [[field, problem]];
      return now[field] === undefined ? [] : [[field, now[field]]];
    });
    if (left.length === 0) problems.delete(edit.key);
    else problems.set(edit.key, Object.fromEntries(left));
  };
  const errorsIn = (problems: Problems): FoundCell[] =>
    get().rows.flatMap((edit) =>
      Object.entries(problems.get(edit.key) ?? {}).flatMap(([field, problem]) => (problem.level === "error" ? [{ key: edit.key, field, problem }] : [])),
    );
  const step = (from: "past" | "future", to: "past" | "future"): void => {
    const now = get();
    const last = now[from].at(-1);
    if (last === undefined) return;
    setState({ rows: last.rows, [from]: now[from].slice(0, -1), [to]: [...now[to], { rows: now.rows, tag: null }].slice(-undoSteps), problems: settled(last.rows) });
  };
  /** Flags judged again after rows went back; flags of rows that are gone go with them. */
  const settled = (list: readonly EditRow[]): Problems => {
    const problems = new Map(get().problems);
    const here = new Map(list.map((edit) => [edit.key, edit]));
    for (const key of get().problems.keys()) {
      const edit = here.get(key);
      if (edit === undefined) problems.delete(key);
      else settle(edit, new Set(), problems);
    }
    return problems;
  };

  return {
    state,
    behave: (next) => void (behaviour = next),
    replace: (list) => setState(fresh(stored(list)), true),
    rows: () => get().rows.filter((edit) => !edit.deleted).map((edit) => edit.row),
    set(list, tag = null) {
      const byRow = new Map<string, CellChange[]>();
      for (const one of list) byRow.set(one.key, [...(byRow.get(one.key) ?? []), one]);
      const problems = new Map(get().problems);
      let touched = false;
      const next = get().rows.map((edit) => {
        const wanted = byRow.get(edit.key);
        if (wanted === undefined || edit.deleted) return edit;
        const row = wanted.reduce((now, one) => applyCell(now, one.field, one.value, behaviour.patch), edit.row);
        if (row === edit.row) return edit;
        touched = true;
        const changed = { ...edit, row };
        settle(changed, new Set(wanted.map((one) => one.field)), problems);
        return changed;
      });
      if (touched) change(next, tag, problems);
    },
    cancel(tag) {
      const last = get().past.at(-1);
      if (last?.tag === tag) setState({ rows: last.rows, past: get().past.slice(0, -1), problems: settled(last.rows) });
    },
    insert(list, at = "bottom") {
      const edits = list.map((row) => ({ key: `new:${++born}`, row, base: null, deleted: false }));
      const now = get().rows;
      const after = typeof at === "object" ? now.findIndex((edit) => edit.key === at.after) + 1 : at === "top" ? 0 : now.length;
      change([...now.slice(0, after), ...edits, ...now.slice(after)]);
      return edits.map((edit) => edit.key);
    },
    copy(key, clears = ["status"]) {
      const edit = editOf(key);
      return edit === undefined ? null : (this.insert([copyOf(edit.row, clears)], { after: key })[0] ?? null);
    },
    remove: (keys) => {
      const gone = new Set(keys);
      change(removeRows(get().rows, gone), null, new Map([...get().problems].filter(([key]) => !gone.has(key))));
    },
    restore: (keys) => change(get().rows.map((edit) => (keys.includes(edit.key) ? { ...edit, deleted: false } : edit))),
    move: (key, by, seqField) => change(moveRow(get().rows, key, by, seqField)),
    undo: () => step("past", "future"),
    redo: () => step("future", "past"),
    changes: () => changesOf(get().rows),
    dirty: () => get().rows.filter((edit) => markOf(edit) !== "").length,
    check(keys) {
      const problems = new Map(get().problems);
      for (const edit of get().rows) {
        if (keys !== undefined && !keys.includes(edit.key)) continue;
        const server = Object.entries(problems.get(edit.key) ?? {}).filter(([, problem]) => problem.from === "server");
        const found = { ...checkRow(edit), ...Object.fromEntries(server) };
        if (Object.keys(found).length > 0) problems.set(edit.key, found);
        else problems.delete(edit.key);
      }
      setState({ problems });
      return errorsIn(problems);
    },
    pin(errors, keys = get().rows.map((edit) => edit.key)) {
      const problems = new Map(get().problems);
      const conflicts = new Map(get().conflicts);
      for (const { path, code, msg, text } of errors) {
        const at = placeOf(path, keys);
        if (at === null) continue;
        problems.set(at.key, { ...problems.get(at.key), [at.field]: { code, text: text ?? [msg ?? code, msg ?? code], level: "error", from: "server" } });
        if (code === "VERSION_CONFLICT" && !conflicts.has(at.key)) conflicts.set(at.key, null);
      }
      setState({ problems, conflicts });
      return errorsIn(problems);
    },
    errors: () => errorsIn(get().problems),
    conflict: (key, theirs) => setState({ conflicts: new Map(get().conflicts).set(key, theirs) }),
    takeTheirs: (key) => settleConflict(key, (edit, theirs) => ({ ...edit, row: theirs, base: theirs })),
    keepMine: (key) =>
      settleConflict(key, (edit, theirs) => ({
        ...edit,
        base: theirs,
        row: { ...theirs, ...Object.fromEntries(changedFields(edit).filter((field) => field !== "versionNum").map((field) => [field, edit.row[field]])) },
      })),
  };

  function settleConflict(key: string, solve: (edit: EditRow, theirs: Row) => EditRow): void {
    const edit = editOf(key);
    const theirs = get().conflicts.get(key);
    if (edit === undefined || theirs === undefined || theirs === null) return;
    const conflicts = new Map(get().conflicts);
    conflicts.delete(key);
    const problems = new Map(get().problems);
    problems.delete(key);
    setState({ rows: swap(solve(edit, theirs)), conflicts, problems, past: [], future: [] });
  }
}
