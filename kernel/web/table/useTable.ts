import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { PastePlan } from "#kernel/paste.ts";
import { useLanguage, useOtherLanguage } from "../language.ts";
import { leavingPage } from "./acts.ts";
import { operateWidth } from "./Actions.tsx";
import { controlWidths, currentStates, defaultStates, layoutOf, leavesOf, type Layout } from "./columns.ts";
import { commitEdit } from "./editing.ts";
import { hasFooter } from "./footer.ts";
import type { Live, Now } from "./live.ts";
import { localApi } from "./local.ts";
import { createTableModel, type TableModel } from "./model.ts";
import { createReader, type Reader } from "./reader.ts";
import { createRowStore, type RowStore } from "./rowStore.ts";
import type { Confirmation, Row, TableConfig, World } from "./types.ts";
import { useLines, useRoom, type Lines, type Room } from "./useLines.ts";
import { useWorld } from "./world.ts";

export interface Note {
  readonly kind: "info" | "error";
  readonly text: string;
}

export interface Question {
  readonly question: Confirmation;
  answer(key: string | null): void;
}

export interface Report {
  readonly plan: PastePlan;
  readonly first: number;
}

/** A table put together: its parts stay the same while it lives, `live` always shows them as they are now. */
export interface Table {
  readonly config: TableConfig;
  readonly model: TableModel;
  readonly store: RowStore | null;
  readonly reader: Reader;
  readonly live: Live;
  readonly layout: Layout;
  readonly lines: Lines;
  readonly room: Room;
  readonly grid: HTMLElement | null;
  readonly setGrid: (grid: HTMLElement | null) => void;
  readonly name: string;
  readonly note: Note | null;
  readonly question: Question | null;
  readonly report: Report | null;
  readonly closeReport: () => void;
}

const noteTime = 4000;

/** The page's configuration; rows at hand become a call like any other. */
function useConfig(given: TableConfig): TableConfig {
  const { rows } = given;
  const api = useMemo(() => given.api ?? (rows === undefined ? undefined : localApi(rows as readonly Row[])), [given.api, rows]);
  return useMemo(() => (api === given.api ? given : { ...given, api: api! }), [given, api]);
}

/** Tells model and rows what the page says now, before anything is drawn. */
function useBehaviour(config: TableConfig, given: TableConfig, model: TableModel, store: RowStore | null, world: World): void {
  useLayoutEffect(() => {
    const onLoadSuccess: TableConfig["onLoadSuccess"] = (reply, isReread) => {
      if (reply !== null && given.store === undefined) store?.[isReread ? "reread" : "replace"](reply.rows);
      config.onLoadSuccess?.(reply, isReread);
    };
    model.configure({ ...config, onLoadSuccess }, world.preferences, world.log);
    if (config.isEdit !== true) return;
    store?.behave({
      rules: leavesOf(config.columns).filter((column) => column.editType !== undefined) as never,
      ...(config.onCellChange === undefined ? {} : { patch: (row, key) => config.onCellChange!(row, key) }),
      ...(config.rowEditable === undefined ? {} : { checks: (row) => config.rowEditable!(row) }),
    });
  });
}

/** Loads at first, searches when the filter changes, reads again when rows at hand change or are to be named in another language. */
function useLoads(config: TableConfig, model: TableModel, live: Live): void {
  const { columns, searchParams, rows } = config;
  useEffect(() => void model.start(defaultStates(columns)), [model, columns]);
  const asked = JSON.stringify(searchParams ?? {});
  useEffect(() => {
    const params = JSON.parse(asked) as Row;
    if (model.asks(params)) void leavingPage(live, () => model.search(params));
  }, [model, asked, live]);
  const known = useRef(rows);
  useEffect(() => {
    if (rows === known.current) return;
    known.current = rows;
    void model.reload();
  }, [model, rows]);
  useOtherLanguage(() => void (rows === undefined && model.reread()));
}

const elsewhere = ".dt-popup,.ant-select-dropdown,.ant-cascader-dropdown,[role=dialog]";

/** Pressing outside of the table keeps what is in the open cell. */
function useCommitOutside(live: Live, model: TableModel, grid: HTMLElement | null): void {
  useEffect(() => {
    const outside = (event: MouseEvent): void => {
      const target = event.target as Element;
      if (model.state.getState().editing === null || grid === null || grid.contains(target)) return;
      if (target.closest(elsewhere) === null) commitEdit(live, { focus: false });
    };
    document.addEventListener("mousedown", outside, true);
    return () => document.removeEventListener("mousedown", outside, true);
  }, [model, grid, live]);
}

function useLayout(config: TableConfig, model: TableModel, reader: Reader, lines: Lines, width: number): Layout {
  const settings = useStore(model.state, (state) => state.settings);
  const { columns, showIndex, selection, expand } = config;
  const states = useMemo(() => currentStates(columns, settings.columns), [columns, settings.columns]);
  const operate = useMemo(
    () => (config.operateSlot === undefined ? undefined : operateWidth(config, reader, lines.view)),
    [config, reader, lines.view],
  );
  const expands = expand !== undefined;
  return useMemo(() => {
    const controls = {
      ...(showIndex === false ? {} : { index: controlWidths.index }),
      ...(selection ? { pick: controlWidths.pick } : {}),
      ...(expands ? { expand: controlWidths.expand } : {}),
      ...(operate === undefined ? {} : { operate }),
    };
    return layoutOf(columns, states, controls, width);
  }, [columns, states, showIndex, selection, expands, operate, width]);
}

/** What a table says and asks by itself. */
function useVoice(tell: World["tell"]) {
  const [note, setNote] = useState<Note | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  useEffect(() => {
    if (note === null) return;
    const timer = setTimeout(() => setNote(null), noteTime);
    return () => clearTimeout(timer);
  }, [note]);
  const say = useCallback((kind: Note["kind"], text: string) => (tell === undefined ? setNote({ kind, text }) : tell(kind, text)), [tell]);
  const ask = useCallback((asked: Confirmation) => {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const answer = (key: string | null): void => {
      setQuestion(null);
      resolve(key);
    };
    setQuestion({ question: asked, answer });
    return promise;
  }, []);
  return { note, question, report, setReport, say, ask };
}

/** Puts a table together from its configuration and its surroundings. */
export function useTable(given: TableConfig): Table {
  const world = useWorld(given);
  const language = useLanguage((state) => state.language);
  const reader = useMemo(() => createReader(language, world), [language, world]);
  const config = useConfig(given);
  const [ownStore] = useState(() =>
    given.isEdit === true && given.store === undefined ? createRowStore([], { keyFields: given.pageSelection?.keyFields ?? ["id"] }) : null,
  );
  const store = given.store ?? ownStore;
  const [model] = useState(() => createTableModel(config));
  const [grid, setGrid] = useState<HTMLElement | null>(null);
  const voice = useVoice(world.tell);
  useBehaviour(config, given, model, store, world);
  const lines = useLines(config, model, store);
  const room = useRoom(grid);
  const layout = useLayout(config, model, reader, lines, room.width);
  const now: Now = {
    config,
    model,
    store,
    layout,
    view: lines.view,
    reader,
    grid,
    tops: [],
    footerHeight: hasFooter(config) ? 40 : 0,
    note: voice.say,
    ask: voice.ask,
    report: (plan, first) => voice.setReport({ plan, first }),
  };
  const live = useRef<Now>(now) as Live;
  live.current = { ...now, tops: live.current.tops };
  useLoads(config, model, live);
  useCommitOutside(live, model, grid);
  const { note, question, report, setReport } = voice;
  const closeReport = useCallback(() => setReport(null), [setReport]);
  return { config, model, store, reader, live, layout, lines, room, grid, setGrid, name: useId(), note, question, report, closeReport };
}
