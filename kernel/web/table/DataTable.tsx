import { lazy, Suspense, useCallback, useEffect, useId, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type Ref } from "react";
import { useStore } from "zustand";
import type { PastePlan } from "#kernel/paste.ts";
import { fill } from "#kernel/text.ts";
import { useLanguage } from "../language.ts";
import { leavingPage } from "./acts.ts";
import { operateWidth } from "./Actions.tsx";
import { controlWidths, currentStates, defaultStates, layoutOf, leavesOf } from "./columns.ts";
import { addRow, commitEdit } from "./editing.ts";
import { cellElement, moveTo } from "./focus.ts";
import { hasFooter } from "./footer.ts";
import { Frame } from "./Frame.tsx";
import type { Live, Now } from "./live.ts";
import { localApi } from "./local.ts";
import { createTableModel, type TableModel } from "./model.ts";
import { createReader } from "./reader.ts";
import { createRowStore, type FoundCell, type RowStore } from "./rowStore.ts";
import type { CellChange } from "./rowStore.ts";
import { FailedBar } from "./States.tsx";
import { Toolbar } from "./Toolbar.tsx";
import type { Confirmation, Picked, Row, TableConfig } from "./types.ts";
import { useLines, useRoom } from "./useLines.ts";
import { words } from "./words.ts";
import { useWorld } from "./world.ts";
import "./table.css";

const ColumnDialog = lazy(() => import("./ColumnDialog.tsx").then((room) => ({ default: room.ColumnDialog })));
const dialogs = () => import("./dialogs.tsx");
const Ask = lazy(() => dialogs().then((room) => ({ default: room.Ask })));
const PasteReport = lazy(() => dialogs().then((room) => ({ default: room.PasteReport })));
const BatchSet = lazy(() => dialogs().then((room) => ({ default: room.BatchSet })));

/** What a page may do with a table from outside. */
export interface TableHandle {
  readonly model: TableModel;
  readonly store: RowStore | null;
  reload(): Promise<void>;
  picked(): Picked;
  clearPicked(): void;
  forget(keys: readonly string[]): void;
  addRow(row?: Row): void;
  set(changes: readonly CellChange[]): void;
  /** Checks all rows; the first wrong cell is shown and focused. Answers how many cells need correction. */
  check(): number;
  /** Pins what the server objected to; `keys` are those of getChanges. */
  pin(errors: Parameters<RowStore["pin"]>[0], keys?: readonly string[]): number;
  focusCell(rowKey: string, field: string): void;
  step(by: 1 | -1): void;
}

interface Note {
  readonly kind: "info" | "error";
  readonly text: string;
}

const noteTime = 4000;

/** The table of every screen: it reads, searches, selects, acts; with `isEdit` its rows are edited in place. */
export function DataTable<R extends object = Row>({ config: typed, ref }: { config: TableConfig<R>; ref?: Ref<TableHandle> }) {
  const given = typed as unknown as TableConfig;
  const world = useWorld(given);
  const language = useLanguage((state) => state.language);
  const reader = useMemo(() => createReader(language, world), [language, world]);
  const [ownStore] = useState(() => (given.isEdit === true ? createRowStore([], { keyFields: given.pageSelection?.keyFields ?? ["id"] }) : null));
  const store = given.store ?? ownStore;
  const rows = given.rows;
  const api = useMemo(() => given.api ?? (rows === undefined ? undefined : localApi(rows as readonly Row[])), [given.api, rows]);
  const config = useMemo(() => (api === given.api ? given : { ...given, api: api! }), [given, api]);
  const [model] = useState(() => createTableModel(config));
  const [grid, setGrid] = useState<HTMLElement | null>(null);
  const [note, setNote] = useState<Note | null>(null);
  const [asked, setAsked] = useState<{ question: Confirmation; answer: (key: string | null) => void } | null>(null);
  const [report, setReport] = useState<{ plan: PastePlan; first: number } | null>(null);
  const [dialog, setDialog] = useState<"columns" | "batch" | null>(null);
  const name = useId();

  useLayoutEffect(() => {
    model.configure(
      { ...config, onLoadSuccess: (reply) => {
        if (reply !== null && given.store === undefined) store?.replace(reply.rows);
        config.onLoadSuccess?.(reply);
      } },
      world.preferences, world.log,
    );
    store?.behave({
      rules: leavesOf(config.columns).filter((column) => column.editType !== undefined) as never,
      ...(config.onCellChange === undefined ? {} : { patch: (row, key) => config.onCellChange!(row, key) }),
      ...(config.rowEditable === undefined ? {} : { checks: (row) => config.rowEditable!(row) }),
    });
  });

  const tell = world.tell;
  const showNote = useCallback((kind: Note["kind"], text: string) => (tell === undefined ? setNote({ kind, text }) : tell(kind, text)), [tell]);
  useEffect(() => {
    if (note === null) return;
    const timer = setTimeout(() => setNote(null), noteTime);
    return () => clearTimeout(timer);
  }, [note]);
  const ask = useCallback((question: Confirmation) => new Promise<string | null>((answer) => setAsked({ question, answer: (key) => (setAsked(null), answer(key)) })), []);

  const lines = useLines(config, model, store);
  const settings = useStore(model.state, (state) => state.settings);
  const room = useRoom(grid);
  const states = useMemo(() => currentStates(config.columns, settings.columns), [config.columns, settings.columns]);
  const operate = useMemo(() => (config.operateSlot === undefined ? undefined : operateWidth(config, reader, lines.view)), [config, reader, lines.view]);
  const layout = useMemo(
    () =>
      layoutOf(config.columns, states, {
        ...(config.showIndex === false ? {} : { index: controlWidths.index }),
        ...(config.selection ? { pick: controlWidths.pick } : {}),
        ...(config.expand === undefined ? {} : { expand: controlWidths.expand }),
        ...(operate === undefined ? {} : { operate }),
      }, room.width),
    [config.columns, states, config.showIndex, config.selection, config.expand, operate, room.width],
  );

  const now: Now = { config, model, store, layout, view: lines.view, reader, grid, tops: [], footerHeight: hasFooter(config) ? 40 : 0, note: showNote, ask, report: (plan, first) => setReport({ plan, first }) };
  const live = useRef<Now>(now) as Live;
  live.current = { ...now, tops: live.current.tops };

  const searchKey = JSON.stringify(config.searchParams ?? {});
  useEffect(() => void model.start(defaultStates(config.columns)), [model, config.columns]);
  useEffect(() => {
    if (JSON.stringify(live.current.config.searchParams ?? {}) === searchKey) void leavingIfAsked(live, model);
  }, [model, searchKey, live]);
  const firstRows = useRef(rows);
  useEffect(() => {
    if (rows === firstRows.current) return;
    firstRows.current = rows;
    void model.reload();
  }, [model, rows]);
  useEffect(() => {
    if (store === null) return;
    const outside = (event: MouseEvent): void => {
      const target = event.target as Element;
      if (model.state.getState().editing === null || grid === null || grid.contains(target) || target.closest(".dt-popup,.ant-select-dropdown,.ant-cascader-dropdown,[role=dialog]") !== null) return;
      commitEdit(live, { focus: false });
    };
    document.addEventListener("mousedown", outside, true);
    return () => document.removeEventListener("mousedown", outside, true);
  }, [store, model, grid, live]);

  const show = useCallback((errors: readonly FoundCell[]) => {
    const [first] = errors;
    if (first === undefined) return;
    const r = live.current.view.findIndex((line) => line.key === first.key);
    const c = live.current.layout.leaves.find((leaf) => leaf.key === first.field)?.c ?? live.current.layout.firstData;
    if (r >= 0) setTimeout(() => moveTo(live, { r, c }));
  }, [live]);
  useImperativeHandle(ref, () => ({
    model, store,
    reload: () => model.reload(),
    picked: () => model.picked(),
    clearPicked: () => model.clearPicked(),
    forget: (keys) => model.forget(keys),
    addRow: (row) => addRow(live, row),
    set: (changes) => store?.set(changes),
    check() {
      const errors = store?.check() ?? [];
      show(errors);
      return errors.length;
    },
    pin(errors, keys) {
      const found = store?.pin(errors, keys) ?? [];
      show(found);
      return found.length;
    },
    focusCell(rowKey, field) {
      const r = live.current.view.findIndex((line) => line.key === rowKey);
      const c = live.current.layout.leaves.find((leaf) => leaf.key === field)?.c;
      if (r >= 0 && c !== undefined) moveTo(live, { r, c });
    },
    step(by) {
      const { focus } = model.state.getState();
      const r = Math.max(0, Math.min(live.current.view.length - 1, focus.r + by));
      moveTo(live, { r, c: focus.c }, { keepFocus: cellElement(live.current, focus) === null });
      const line = live.current.view[r];
      if (line !== undefined) config.onRowClick?.(line.row);
    },
  }), [model, store, live, show, config]);

  const failure = useStore(model.state, (state) => state.failure);
  const bars = config.toolbar !== undefined || config.title !== undefined || config.tools !== false || config.selection !== undefined;
  const errors = useErrorCount(store);
  return (
    <section className={`dt${config.isEdit === true ? " dt-edit" : ""}${config.height === "fill" || config.height === undefined && config.isEdit !== true ? " dt-fill" : ""}`} aria-label={config.title === undefined ? undefined : reader.say(config.title)}>
      {bars && <Toolbar config={config} reader={reader} live={live} count={lines.count} openColumns={() => setDialog("columns")} openBatchSet={() => setDialog("batch")} />}
      {failure !== null && !failure.denied && lines.view.length > 0 && <FailedBar failure={failure} reader={reader} retry={() => void model.reload()} />}
      <div className="dt-live" aria-live="polite">{note !== null && <div className={`dt-note dt-note-${note.kind}`} role={note.kind === "error" ? "alert" : undefined}>{note.text}</div>}</div>
      <Frame config={config} model={model} store={store} reader={reader} live={live} layout={layout} lines={lines} grid={grid} setGrid={setGrid} room={room} name={name} />
      {errors > 0 && config.title === undefined && <div className="dt-errors" role="status">{reader.say(fill(words.needCorrection, { n: errors }))}</div>}
      <Suspense fallback={null}>
        {dialog === "columns" && <ColumnDialog config={config} reader={reader} live={live} close={() => setDialog(null)} />}
        {dialog === "batch" && <BatchSet reader={reader} live={live} close={() => setDialog(null)} />}
        {report !== null && <PasteReport plan={report.plan} first={report.first} reader={reader} live={live} close={() => setReport(null)} />}
        {asked !== null && <Ask question={asked.question} reader={reader} answer={asked.answer} />}
      </Suspense>
    </section>
  );
}

/** A new filter from outside also asks about unsaved rows before they go. */
const leavingIfAsked = (live: Live, model: TableModel): Promise<void> => {
  const params = live.current.config.searchParams;
  return model.asks(params) ? leavingPage(live, () => model.search(params)) : Promise.resolve();
};

const noErrors = { subscribe: () => () => undefined, count: () => 0 };

function useErrorCount(store: RowStore | null): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (store === null) return noErrors.subscribe();
    const read = (): void => setCount(store.errors().length);
    read();
    return store.state.subscribe(read);
  }, [store]);
  return count;
}
