import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import type { Entity, Lines } from "../../../entity.ts";
import { maySave } from "../../../page-action.ts";
import type { Viewer } from "../../../page-action.ts";
import type { Change, Row } from "../../../page-document.ts";
import { blankOf, bodyOf, changesOf, recompute } from "../../../page-document.ts";
import { isShown } from "../../../page.ts";
import type { FieldMessage } from "../../call.ts";
import { createRowStore } from "../../table/rowStore.ts";
import type { RowStore } from "../../table/rowStore.ts";
import { headerProblems, sortErrors } from "./problems.ts";

export interface EditState {
  /** As the server holds it; null while the document is new. */
  readonly base: Row | null;
  readonly header: Row;
  /** Header, lines and formulas together, as the page shows them. */
  readonly doc: Row;
  readonly errors: ReadonlyMap<string, string>;
  /** A sentence the server said about the whole document. */
  readonly said: string;
  readonly unsaved: number;
  readonly lineErrors: Readonly<Record<string, number>>;
  /** The line that the docked column and the nested tables follow. */
  readonly focus: { readonly collection: string; readonly key: string } | null;
  readonly theirs: Row | null;
  readonly checked: boolean;
}

/** Everything unsaved, as it is kept over the end of a session. */
export interface KeptDraft {
  readonly base: Row | null;
  readonly header: Row;
  readonly lines: Readonly<Record<string, readonly Row[]>>;
}

/** One document under edit, outside of any component: hiding the page loses nothing. */
export interface EditModel {
  readonly entity: Entity;
  readonly viewer: Viewer;
  readonly state: StoreApi<EditState>;
  readonly lines: Readonly<Record<string, RowStore>>;
  editable(): boolean;
  patch(patch: Row): void;
  changes(): readonly Change[];
  body(): Row;
  /** Runs every check of header and lines; the number of errors. */
  check(): number;
  pin(errors: readonly FieldMessage[], msg: string): void;
  /** The document as a reply brought it replaces what was edited. */
  take(document: Row): void;
  focusLine(collection: string, key: string | null): void;
  stale(theirs: Row | null): void;
  keepMine(): void;
  draft(): KeptDraft;
  undoAll(): void;
}

const rowsIn = (row: Row | null, key: string): readonly Row[] => (Array.isArray(row?.[key]) ? (row[key] as Row[]) : []);

function without(row: Row, collections: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([key]) => !collections.includes(key)));
}

/** Makes the model of a document: an existing one, or a blank one when there is none. */
export function createEditModel(entity: Entity, viewer: Viewer, document: Row | null, kept?: KeptDraft): EditModel {
  const names = Object.keys(entity.lines as Lines).filter((key) => isShown(entity, key, viewer.audience));
  const first = document ?? blankOf(entity);
  const lines = Object.fromEntries(names.map((name) => [name, createRowStore(rowsIn(first, name))]));
  const state = createStore<EditState>(() => ({
    base: document,
    header: without(first, names),
    doc: first,
    errors: new Map(),
    said: "",
    unsaved: 0,
    lineErrors: {},
    focus: null,
    theirs: null,
    checked: false,
  }));
  const { getState: get, setState: set } = state;

  const collected = (): Row => {
    const { base, header } = get();
    return {
      ...header,
      ...Object.fromEntries(names.map((name) => [name, lines[name]!.dirty() === 0 && base ? rowsIn(base, name) : lines[name]!.rows()])),
    };
  };
  const changes = (): readonly Change[] => changesOf(entity, get().base, collected());
  const settle = (): void => {
    const doc = recompute(entity, collected());
    set({ doc, unsaved: changes().length, lineErrors: Object.fromEntries(names.map((name) => [name, lines[name]!.errors().length])) });
  };
  /** A formula of a line may read the header, so lines follow when the header changes. */
  const followHeader = (): void => {
    for (const name of names) {
      const line = (entity.lines as Lines)[name]!;
      if (!line.computes) continue;
      const wanted = lines[name]!.state.getState().rows.flatMap((edit) => {
        const next = recompute(line, edit.row, get().header);
        return next === edit.row ? [] : Object.keys(line.computes ?? {}).map((field) => ({ key: edit.key, field, value: next[field] }));
      });
      if (wanted.length > 0) lines[name]!.set(wanted, "header");
    }
  };
  const load = (document: Row | null, header: Row, rows: (name: string) => readonly Row[]): void => {
    set({ base: document, header: without(header, names), errors: new Map(), said: "", checked: false, theirs: null });
    for (const name of names) lines[name]!.replace(rows(name));
    settle();
  };
  for (const name of names) lines[name]!.state.subscribe(settle);
  if (kept) restore(kept);
  else if (document === null) settle();

  function restore(draft: KeptDraft): void {
    set({ base: document, header: draft.header });
    for (const name of names) merge(lines[name]!, rowsIn(document, name), draft.lines[name] ?? []);
    settle();
  }

  return {
    entity,
    viewer,
    state,
    lines,
    changes,
    editable: () => maySave(entity, get().base ?? {}, viewer),
    patch(patch) {
      const errors = new Map([...get().errors].filter(([key]) => !(key in patch)));
      set({ header: { ...get().header, ...patch }, errors, said: errors.size === 0 ? "" : get().said });
      followHeader();
      settle();
    },
    body: () => ({
      ...(get().base === null && get().header["parentId"] ? { parentId: get().header["parentId"] } : {}),
      ...bodyOf(entity, get().base, collected()),
    }),
    check() {
      const errors = headerProblems(entity, collected());
      const bad = names.reduce((sum, name) => sum + lines[name]!.check().length, 0);
      set({ errors, checked: true });
      settle();
      return errors.size + bad;
    },
    pin(errors, msg) {
      const sorted = sortErrors(errors, names);
      for (const name of names) lines[name]!.pin(sorted.lines[name] ?? [], sentKeys(lines[name]!));
      set({
        errors: new Map(sorted.header.map((error) => [error.path, error.msg])),
        said: sorted.header.length + Object.keys(sorted.lines).length === 0 ? msg : "",
        checked: true,
      });
      settle();
    },
    take: (document) => load(document, document, (name) => rowsIn(document, name)),
    focusLine: (collection, key) => set({ focus: key === null ? null : { collection, key } }),
    stale: (theirs) => set({ theirs }),
    keepMine() {
      const { theirs, header, base } = get();
      if (theirs === null) return;
      const mine = Object.fromEntries(
        Object.keys(entity.fields)
          .filter((key) => !Object.is(header[key], base?.[key]))
          .map((key) => [key, header[key]]),
      );
      const rows = Object.fromEntries(names.map((name) => [name, lines[name]!.rows()]));
      const kept = Object.fromEntries(names.map((name) => [name, lines[name]!.dirty() > 0]));
      set({ base: theirs, header: { ...without(theirs, names), ...mine }, theirs: null, errors: new Map() });
      for (const name of names)
        kept[name] ? merge(lines[name]!, rowsIn(theirs, name), rows[name]!) : lines[name]!.replace(rowsIn(theirs, name));
      settle();
    },
    draft: () => ({ base: get().base, header: get().header, lines: Object.fromEntries(names.map((name) => [name, lines[name]!.rows()])) }),
    undoAll: () => load(get().base, get().base ?? blankOf(entity), (name) => rowsIn(get().base, name)),
  };
}

/** Lays edited rows over stored ones: what is gone is removed, what differs is changed, what is new is added. */
function merge(store: RowStore, stored: readonly Row[], mine: readonly Row[]): void {
  store.replace(stored);
  const byId = new Map(mine.filter((row) => row["id"]).map((row) => [String(row["id"]), row]));
  const rows = store.state.getState().rows;
  store.set(
    rows.flatMap((edit) =>
      Object.entries(byId.get(String(edit.row["id"])) ?? {}).flatMap(([field, value]) =>
        field === "versionNum" || Object.is(value, edit.row[field]) ? [] : [{ key: edit.key, field, value }],
      ),
    ),
  );
  store.remove(rows.filter((edit) => !byId.has(String(edit.row["id"]))).map((edit) => edit.key));
  store.insert(mine.filter((row) => !row["id"]));
}

/** The keys of the rows in the order in which they travel. */
function sentKeys(store: RowStore): readonly string[] {
  const rows = store.state.getState().rows.filter((edit) => !edit.deleted);
  return [...rows.filter((edit) => edit.row["id"]), ...rows.filter((edit) => !edit.row["id"])].map((edit) => edit.key);
}
