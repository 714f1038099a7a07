import { createStore } from "zustand/vanilla";
import type { CellRules } from "#kernel/cell.ts";
import { selectionKey, type Row } from "#kernel/table.ts";
import { errorsIn, judgeAll, settleAll, settleFlags, type FoundCell } from "./judge.ts";
import {
  applyCell,
  changesOf,
  copyOf,
  markOf,
  moveRow,
  placeOf,
  again,
  rebased,
  removeRows,
  type Changes,
  type EditRow,
  type Found,
  type PinnedError,
  type Problems,
} from "./rows.ts";

export type { FoundCell } from "./judge.ts";

interface Step {
  readonly rows: readonly EditRow[];
  readonly tag: string | null;
}

/** A store that is read and heard; it is changed by its own functions. */
export interface Readable<T> {
  getState(): T;
  getInitialState(): T;
  subscribe(hear: (now: T, before: T) => void): () => void;
}

export interface RowState<R extends object = Row> {
  readonly rows: readonly EditRow<R>[];
  readonly problems: Problems;
  /** Rows that someone else changed meanwhile, with what the server holds now where known. */
  readonly conflicts: ReadonlyMap<string, R | null>;
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

/** The lines of a document under edit. It lives outside of the table, so hiding the page loses nothing. */
export interface RowStore<R extends object = Row> {
  readonly state: Readable<RowState<R>>;
  behave(behaviour: RowBehaviour): void;
  replace(rows: readonly R[]): void;
  /** The rows read once more, in another language: they come under what was typed into them. */
  reread(rows: readonly R[]): void;
  /** The same rows in other words, also those that undo brings back; no step of the writer's. */
  restate(say: (edit: EditRow<R>) => EditRow<R>): void;
  rows(): R[];
  set(changes: readonly CellChange[], tag?: string | null): void;
  cancel(tag: string): void;
  insert(rows: readonly R[], at?: "top" | "bottom" | { readonly after: string }): string[];
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
  conflict(key: string, theirs: R | null): void;
  takeTheirs(key: string): void;
  keepMine(key: string): void;
}

export const undoSteps = 50;

const fresh = (rows: readonly EditRow[]): RowState => ({ rows, problems: new Map(), conflicts: new Map(), past: [], future: [] });

/** Stored rows under their keys; a row without a usable key gets one of its own. */
function stored(list: readonly Row[], keyFields: readonly string[], name: () => string): EditRow[] {
  const taken = new Set<string>();
  return list.map((row) => {
    const own = selectionKey(row, keyFields);
    const key = own.replaceAll("\u0001", "") === "" || taken.has(own) ? name() : own;
    taken.add(key);
    return { key, row, base: row, deleted: false };
  });
}

/** Rows with the changes in them, and the flags that remain. */
function changedRows(now: RowState, list: readonly CellChange[], behaviour: RowBehaviour): Pick<RowState, "rows" | "problems"> | null {
  const byRow = Map.groupBy(list, (cellChange) => cellChange.key);
  const problems = new Map(now.problems);
  let touched = false;
  const rows = now.rows.map((edit) => {
    const wanted = byRow.get(edit.key);
    if (wanted === undefined || edit.deleted) return edit;
    const row = wanted.reduce((before, cellChange) => applyCell(before, cellChange.field, cellChange.value, behaviour.patch), edit.row);
    if (row === edit.row) return edit;
    touched = true;
    const changed = { ...edit, row };
    settleFlags(behaviour, changed, new Set(wanted.map((cellChange) => cellChange.field)), problems);
    return changed;
  });
  return touched ? { rows, problems } : null;
}

/** The server's objections at their cells; a lost race is remembered for its row. */
function pinned(now: RowState, errors: readonly PinnedError[], keys: readonly string[]): Pick<RowState, "problems" | "conflicts"> {
  const problems = new Map(now.problems);
  const conflicts = new Map(now.conflicts);
  for (const { path, code, msg, text } of errors) {
    const at = placeOf(path, keys);
    if (at === null) continue;
    const found: Found = { code, text: text ?? [msg ?? code, msg ?? code], level: "error", from: "server" };
    problems.set(at.key, { ...problems.get(at.key), [at.field]: found });
    if (code === "VERSION_CONFLICT" && !conflicts.has(at.key)) conflicts.set(at.key, null);
  }
  return { problems, conflicts };
}

/** A row after its conflict was settled one way or the other. */
function settledConflict(now: RowState, key: string, solve: (edit: EditRow, theirs: Row) => EditRow): RowState {
  const theirs = now.conflicts.get(key);
  if (theirs === undefined || theirs === null) return now;
  const without = <V>(map: ReadonlyMap<string, V>): Map<string, V> => new Map([...map].filter(([other]) => other !== key));
  const rows = now.rows.map((edit) => (edit.key === key ? solve(edit, theirs) : edit));
  return { rows, conflicts: without(now.conflicts), problems: without(now.problems), past: [], future: [] };
}

function inserted(rows: readonly EditRow[], edits: readonly EditRow[], at: "top" | "bottom" | { readonly after: string }): EditRow[] {
  const after = typeof at === "object" ? rows.findIndex((edit) => edit.key === at.after) + 1 : at === "top" ? 0 : rows.length;
  return [...rows.slice(0, after), ...edits, ...rows.slice(after)];
}

/** Makes the store of a line table from the rows the server sent; `keyFields` name a stored row. */
export function createRowStore(rows: readonly object[] = [], options: { readonly keyFields?: readonly string[] } = {}): RowStore {
  const keyFields = options.keyFields ?? ["id"];
  let born = 0;
  let behaviour: RowBehaviour = { rules: [] };
  const begin = (list: readonly object[]): RowState => fresh(stored(list as readonly Row[], keyFields, () => `row:${++born}`));
  const state = createStore<RowState>(() => begin(rows));
  const { getState: get, setState } = state;

  const change = (next: readonly EditRow[], tag: string | null = null, problems = get().problems): void => {
    const { rows: now, past } = get();
    if (next === now) return;
    const sameStep = tag !== null && past.at(-1)?.tag === tag;
    setState({ rows: next, problems, past: sameStep ? past : [...past, { rows: now, tag }].slice(-undoSteps), future: [] });
  };
  const goBack = (last: Step, more: Partial<RowState>): void =>
    setState({ rows: last.rows, problems: settleAll(behaviour, last.rows, get().problems), ...more });
  const step = (from: "past" | "future", to: "past" | "future"): void => {
    const now = get();
    const last = now[from].at(-1);
    if (last !== undefined)
      goBack(last, { [from]: now[from].slice(0, -1), [to]: [...now[to], { rows: now.rows, tag: null }].slice(-undoSteps) });
  };
  const insert: RowStore["insert"] = (list, at = "bottom") => {
    const edits = list.map((row) => ({ key: `new:${++born}`, row, base: null, deleted: false }));
    change(inserted(get().rows, edits, at));
    return edits.map((edit) => edit.key);
  };
  const errors = (): FoundCell[] => errorsIn(get().rows, get().problems);

  const restate = (say: (edit: EditRow) => EditRow): void => {
    const all = (steps: readonly Step[]): Step[] => steps.map((entry) => ({ ...entry, rows: entry.rows.map(say) }));
    setState({ rows: get().rows.map(say), past: all(get().past), future: all(get().future) });
  };
  const dirty = (): number => get().rows.filter((edit) => markOf(edit) !== "").length;

  return {
    state,
    insert,
    restate,
    dirty,
    errors,
    behave: (next) => void (behaviour = next),
    replace: (list) => setState(begin(list), true),
    reread(list) {
      const byKey = new Map(begin(list).rows.map((edit) => [edit.key, edit.row]));
      if (dirty() === 0) setState(begin(list), true);
      else restate((edit) => again(edit, byKey.get(edit.key) ?? null));
    },
    rows: () =>
      get()
        .rows.filter((edit) => !edit.deleted)
        .map((edit) => edit.row),
    set(list, tag = null) {
      const next = changedRows(get(), list, behaviour);
      if (next !== null) change(next.rows, tag, next.problems);
    },
    cancel(tag) {
      const last = get().past.at(-1);
      if (last?.tag === tag) goBack(last, { past: get().past.slice(0, -1) });
    },
    copy(key, clears = ["status"]) {
      const edit = get().rows.find((other) => other.key === key);
      return edit === undefined ? null : (insert([copyOf(edit.row, clears)], { after: key })[0] ?? null);
    },
    remove(keys) {
      const gone = new Set(keys);
      change(removeRows(get().rows, gone), null, new Map([...get().problems].filter(([key]) => !gone.has(key))));
    },
    restore: (keys) => change(get().rows.map((edit) => (keys.includes(edit.key) ? { ...edit, deleted: false } : edit))),
    move: (key, by, seqField) => change(moveRow(get().rows, key, by, seqField)),
    undo: () => step("past", "future"),
    redo: () => step("future", "past"),
    changes: () => changesOf(get().rows),
    check(keys) {
      const meant = keys === undefined ? get().rows : get().rows.filter((edit) => keys.includes(edit.key));
      setState({ problems: judgeAll(behaviour, meant, get().problems) });
      return errors();
    },
    pin(list, keys = get().rows.map((edit) => edit.key)) {
      setState(pinned(get(), list, keys));
      return errors();
    },
    conflict: (key, theirs) => setState({ conflicts: new Map(get().conflicts).set(key, theirs) }),
    takeTheirs: (key) => setState(settledConflict(get(), key, (edit, theirs) => ({ ...edit, row: theirs, base: theirs }))),
    keepMine: (key) => setState(settledConflict(get(), key, rebased)),
  };
}
