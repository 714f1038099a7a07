import { useCallback, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { footerFigures, hasFooter, type FooterFigure } from "./footer.ts";
import { compareRows } from "./local.ts";
import type { TableModel, TableState } from "./model.ts";
import type { RowState, RowStore } from "./rowStore.ts";
import type { Row, TableConfig } from "./types.ts";
import { editView, plainView, spansOf, treeView, type Spans, type ViewRow } from "./view.ts";

export interface Lines {
  readonly view: readonly ViewRow[];
  readonly spans: Spans;
  readonly rows: readonly Row[];
  readonly figures: ReadonlyMap<string, FooterFigure>;
  readonly edit: RowState | null;
  readonly count: number;
}

const nothing: RowState | null = null;

function useRows(store: RowStore | null): RowState | null {
  const subscribe = useCallback((tell: () => void) => store?.state.subscribe(tell) ?? (() => undefined), [store]);
  return useSyncExternalStore(subscribe, () => store?.state.getState() ?? nothing);
}

/** What decides which lines there are; moving the focus does not. */
const shown = ({ rows, picked, onlyPicked, open, branches, orderBy, page, pageIndex, pageRows }: TableState) => ({
  rows,
  picked: onlyPicked ? picked : noPicks,
  onlyPicked,
  open,
  branches,
  orderBy,
  page,
  pageIndex,
  pageRows,
});

const noPicks: ReadonlyMap<string, Row> = new Map();

const noFigures: ReadonlyMap<string, FooterFigure> = new Map();

/** The lines on the screen, from the server's page, the picked rows, or the rows under edit. */
export function useLines(config: TableConfig, model: TableModel, store: RowStore | null): Lines {
  const edit = useRows(store);
  const { rows, picked, onlyPicked, open, branches, orderBy, page, pageIndex, pageRows } = useStore(model.state, useShallow(shown));
  const before = onlyPicked || config.api === undefined ? 0 : (pageIndex - 1) * pageRows;
  const tree = config.tree;
  const editRows = edit?.rows ?? null;
  const view = useMemo(() => {
    if (editRows !== null)
      return editView(
        config.api === undefined && orderBy.length > 0 ? editRows.toSorted((a, b) => compareRows(a.row, b.row, orderBy)) : editRows,
        before,
      );
    if (onlyPicked)
      return [...picked].map(([key, row], i): ViewRow => ({
        key,
        row,
        edit: null,
        mark: "",
        level: 1,
        serial: i + 1,
        parent: false,
        open: false,
        branch: null,
      }));
    return tree === undefined ? plainView(rows, model.keyOf, before) : treeView(rows, tree, model.keyOf, open, branches, before);
  }, [editRows, onlyPicked, picked, tree, rows, model, open, branches, before, config.api, orderBy]);
  const fields = config.rowSpanFields;
  const spans = useMemo(
    () => spansOf(config.expand !== undefined && open.size > 0 ? [] : view, fields ?? [], orderBy),
    [view, fields, orderBy, open, config.expand],
  );
  const { columns, footerConfig, showSummary } = config;
  const footer = hasFooter(config);
  const summed = useMemo(
    () => (editRows === null ? rows : editRows.filter((editRow) => !editRow.deleted).map((editRow) => editRow.row)),
    [editRows, rows],
  );
  const figures = useMemo(
    () =>
      footer
        ? footerFigures(
            { columns, ...(footerConfig === undefined ? {} : { footerConfig }), ...(showSummary === undefined ? {} : { showSummary }) },
            summed,
            page,
          )
        : noFigures,
    [footer, columns, footerConfig, showSummary, summed, page],
  );
  return { view, spans, rows: summed, figures, edit, count: config.api === undefined ? summed.length : page.count };
}

export interface Room {
  readonly width: number;
  readonly height: number;
}

/** The room inside the scrolling grid; a hidden page keeps the last one, so nothing jumps when it comes back. */
export function useRoom(grid: HTMLElement | null): Room {
  const [room, setRoom] = useState<Room>({ width: 0, height: 0 });
  const last = useRef(room);
  useLayoutEffect(() => {
    if (grid === null) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = grid;
      if (width === 0 || (width === last.current.width && height === last.current.height)) return;
      last.current = { width, height };
      setRoom(last.current);
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(grid);
    return () => sizes.disconnect();
  }, [grid]);
  return room;
}
