import { createStore } from "zustand/vanilla";
import type { Entity, Lines } from "../../../entity.ts";
import { maySave } from "../../../page-action.ts";
import type { Viewer } from "../../../page-action.ts";
import type { Change, Row } from "../../../page-document.ts";
import { blankOf, bodyOf, changesOf, isSame, recompute, withLoosened } from "../../../page-document.ts";
import { differences, merge } from "../../../page-merge.ts";
import type { Difference } from "../../../page-merge.ts";
import { isShown } from "../../../page.ts";
import type { Form, Save, Seen } from "../../../seen.ts";
import type { FieldMessage } from "../../call.ts";
import type { FixPlace } from "../../call-error.ts";
import type { Readable, RowStore } from "../../table/rowStore.ts";
import { createLineStores, rowsIn } from "./lineStores.ts";
import { fieldOf, headerProblems, refusedOf } from "./problems.ts";
import type { Records } from "./rename.ts";
import { restating } from "./restate.ts";

export interface EditState<D extends object = Row, F extends object = Row> {
  /** As the server holds it; null while the document is new. */
  readonly base: D | null;
  readonly header: F;
  /** Header, lines and formulas together, as the page shows them. */
  readonly doc: F;
  readonly errors: ReadonlyMap<string, string>;
  /** A sentence the server said about the whole document. */
  readonly said: string;
  /** Pages that put right what stopped the last save or action. */
  readonly fixes: readonly FixPlace[];
  readonly unsaved: number;
  readonly lineErrors: Readonly<Record<string, number>>;
  /** The line that the docked column and the nested tables follow. */
  readonly focus: { readonly collection: string; readonly key: string } | null;
  readonly theirs: D | null;
  /** What somebody else saved while this is being edited; nothing is asked before one wants to know. */
  readonly newer: D | null;
  readonly checked: boolean;
}

/** Everything unsaved, as it is kept over the end of a session. */
export interface KeptDraft {
  readonly base: Row | null;
  readonly header: Row;
  readonly lines: Readonly<Record<string, readonly Row[]>>;
}

/** The line tables of a document; those its reader may not see are not there. */
type LineStoresOf<E extends Entity> = string extends keyof E["lines"]
  ? Readonly<Record<string, RowStore>>
  : { readonly [K in keyof E["lines"]]?: RowStore<Form<E["lines"][K]>> };

/** One document under edit, outside of any component: hiding the page loses nothing. */
interface ModelOf<E extends Entity, D extends object, F extends object, L, B> {
  readonly entity: E;
  /** Whoever reads the page, with the grants of this moment. */
  readonly viewer: Viewer;
  see(viewer: Viewer): void;
  readonly state: Readable<EditState<D, F>>;
  readonly lines: L;
  editable(): boolean;
  patch(patch: F): void;
  /** Fills in what a new document begins with: no change of the writer's. */
  begin(patch: F): void;
  /** Whether nobody has written into a field of a new document yet. */
  isFree(key: string): boolean;
  changes(): readonly Change[];
  body(): B;
  /** Runs every check of header and lines; the number of errors. */
  check(): number;
  pin(errors: readonly FieldMessage[], msg: string): void;
  /** The document as a reply brought it replaces what was edited. */
  take(document: D): void;
  /** The version that is open, read once more: what was typed stays, everything else is as it is read now. */
  reread(document: D): void;
  /** Names of what was chosen here, as they are said now; no change of the writer's. */
  rename(records: Records): void;
  focusLine(collection: string, key: string | null): void;
  /** Somebody saved a newer version; null when the question is put off. */
  stale(theirs: D | null): void;
  /** Tells of a newer version without asking. */
  note(newer: D): void;
  /** Where my version and the newer one differ. */
  differences(): readonly Difference[];
  /** Goes on from the newer version, with my side at the chosen places. */
  settle(takesMine: (key: string) => boolean): void;
  /** Files on their way into the document, by field: nothing is saved before they have arrived. */
  hold(key: string, uploads: number): void;
  uploading(): number;
  draft(): KeptDraft;
  undoAll(): void;
}

/** The model of a document of one entity; of any entity it is one of plain rows. */
export type EditModel<E extends Entity = Entity> = ModelOf<E, Seen<E>, Form<E>, LineStoresOf<E>, Save<E>>;

function without(row: Row, collections: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([key]) => !collections.includes(key)));
}

const clean = { errors: new Map<string, string>(), said: "", fixes: [], checked: false, theirs: null, newer: null };

type Messages = ReadonlyMap<string, string>;

/** A message goes with the field it is about; what the own check found also when another field no longer asks for it. */
function stillWrong(errors: Messages, patch: Row, checked: Messages, problems: () => Messages): Messages {
  const left = [...errors].filter(([key]) => !(fieldOf(key) in patch));
  if (!left.some(([key]) => checked.has(key))) return new Map(left);
  const now = problems();
  return new Map(left.filter(([key]) => !checked.has(key) || now.has(key)));
}

/** Makes the model of a document: an existing one, or a blank one when there is none. What was kept of it before stands on the version it began with. */
export function createEditModel<E extends Entity>(entity: E, reader: Viewer, found: Seen<E> | null, keptDraft?: KeptDraft): EditModel<E> {
  return modelOf(entity, reader, found as Row | null, keptDraft) as EditModel as EditModel<E>;
}

function modelOf(entity: Entity, reader: Viewer, found: Row | null, keptDraft?: KeptDraft): EditModel {
  let viewer = reader;
  const holds = new Map<string, number>();
  const document = found && keptDraft?.base ? keptDraft.base : found;
  const names = Object.keys(entity.lines as Lines).filter((key) => isShown(entity, key, viewer.audience));
  const first = document ?? blankOf(entity);
  const lines = createLineStores(entity, names, first);
  const state = createStore<EditState>(() => ({
    ...clean,
    ...{ base: document, header: without(first, names), doc: first, unsaved: 0, lineErrors: {}, focus: null },
  }));
  const { getState: get, setState: set } = state;
  const collected = (): Row => ({ ...get().header, ...lines.collect(get().base) });
  /** What the page filled in by itself. */
  let begun: Row = {};
  const changes = (): readonly Change[] =>
    changesOf(entity, get().base, collected()).filter(
      (change) => get().base !== null || !(change.path in begun) || !isSame(begun[change.path], change.new),
    );
  const settle = (): void => set({ doc: recompute(entity, collected()), unsaved: changes().length, lineErrors: lines.errors() });
  const load = (base: Row | null): void => {
    set({ ...clean, base, header: without(base ?? blankOf(entity), names) });
    lines.replace(base);
    settle();
  };
  /** What the own check found, apart from what the server said. */
  let checked: ReadonlyMap<string, string> = new Map();
  lines.hear(settle);
  if (keptDraft) {
    set({ header: keptDraft.header, theirs: found && document?.["versionNum"] !== found["versionNum"] ? found : null });
    lines.lay(document, keptDraft.lines);
  }
  if (keptDraft || document === null) settle();

  return {
    entity,
    get viewer() {
      return viewer;
    },
    see: (next) => (viewer = next),
    state,
    lines: lines.stores,
    changes,
    editable: () => maySave(entity, get().base ?? {}, viewer),
    patch(asked) {
      const patch = withLoosened(entity.fields, get().header, asked);
      set({ header: { ...get().header, ...patch } });
      const errors = stillWrong(get().errors, patch, checked, () => headerProblems(entity, collected()));
      set({ errors, ...(errors.size === 0 ? { said: "", fixes: [] } : {}) });
      lines.follow(get().header);
      settle();
    },
    begin(patch) {
      begun = { ...begun, ...patch };
      set({ header: { ...get().header, ...patch } });
      lines.follow(get().header);
      settle();
    },
    isFree: (key) => [null, entity.fields[key]?.initial ?? null, begun[key] ?? null].some((first) => isSame(get().header[key], first)),
    body() {
      const { base, header } = get();
      const parent = base === null && header["parentId"] ? { parentId: header["parentId"] } : {};
      return { ...parent, ...bodyOf(entity, base, collected()) };
    },
    check() {
      const errors = headerProblems(entity, collected());
      const bad = lines.check();
      checked = errors;
      set({ errors, fixes: [], checked: true });
      settle();
      return errors.size + bad;
    },
    pin(errors, msg) {
      const { linesWrong, ...told } = refusedOf(errors, msg, names);
      lines.pin(linesWrong);
      checked = new Map();
      set({ ...told, checked: true });
      settle();
    },
    take: load,
    ...restating(entity, state, lines, { headerOf: (document) => without(document, names), settle }),
    focusLine: (collection, key) => set({ focus: key === null ? null : { collection, key } }),
    stale: (theirs) => set({ theirs }),
    note: (newer) => set({ newer }),
    differences() {
      const { theirs, base } = get();
      return theirs && base ? differences(entity, base, collected(), theirs) : [];
    },
    settle(takesMine) {
      const { theirs, base } = get();
      if (theirs === null || base === null) return;
      const merged = merge(entity, base, collected(), theirs, takesMine);
      set({ ...clean, base: theirs, header: without(merged, names) });
      lines.lay(theirs, Object.fromEntries(names.map((name) => [name, rowsIn(merged, name)])));
      settle();
    },
    hold: (key, uploads) => void holds.set(key, uploads),
    uploading: () => [...holds.values()].reduce((sum, count) => sum + count, 0),
    draft: () => ({ base: get().base, header: get().header, lines: lines.edited() }),
    undoAll: () => load(get().base),
  };
}
