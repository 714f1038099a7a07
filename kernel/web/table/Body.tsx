import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, type ReactNode } from "react";
import { Conflict } from "./Conflict.tsx";
import { rangeOf } from "./live.ts";
import type { TableState } from "./model.ts";
import { RowView } from "./Row.tsx";
import { heightOf, type Tops } from "./tops.ts";
import type { Table } from "./useTable.ts";
import { anchorsOf, type Spans, type ViewRow } from "./view.ts";

interface BodyProps {
  readonly table: Table;
  readonly state: TableState;
  readonly places: Tops;
  readonly rowHeight: number;
  readonly c0: number;
  readonly c1: number;
  readonly firstIndex: number;
}

/** From this many rows on only those near the screen are drawn. */
const virtualFrom = 100;

const noTops: readonly number[] = [];

/** The rows to draw: those near the screen, the focused one, and those whose merged cells reach into it. */
function useDrawnRows({ grid, lines, room }: Table, tops: readonly number[], focused: number, spans: Spans): readonly number[] {
  const { view } = lines;
  const few = view.length < virtualFrom;
  const rangeExtractor = useCallback(
    (range: Range) => {
      if (few) return Array.from({ length: range.count }, (_, i) => i);
      const shown = defaultRangeExtractor(range);
      const more = [focused, ...(spans.size === 0 ? [] : anchorsOf(spans, shown[0] ?? 0))].filter((i) => i >= 0 && i < range.count);
      return [...new Set([...shown, ...more])].sort((a, b) => a - b);
    },
    [few, focused, spans],
  );
  const virtual = useVirtualizer({
    count: view.length,
    getScrollElement: () => grid,
    estimateSize: (i) => tops[i + 1]! - tops[i]!,
    getItemKey: (i) => view[i]?.key ?? i,
    overscan: 5,
    rangeExtractor,
    initialRect: { width: room.width, height: room.height },
  });
  useLayoutEffect(() => virtual.measure(), [virtual, tops]);
  return virtual.getVirtualItems().map(({ index }) => index);
}

/** What hangs below a row: someone else's values after a lost race, or the page's own detail. */
function panelOf({ config, store, layout, reader, lines }: Table, open: ReadonlySet<string>, line: ViewRow): ReactNode {
  const theirs = lines.edit?.conflicts.get(line.key);
  if (theirs !== undefined && store !== null) return <Conflict line={line} store={store} layout={layout} reader={reader} theirs={theirs} />;
  if (config.expand === undefined || !open.has(line.key) || config.expandable?.(line.row) === false) return null;
  return config.expand(line.row);
}

export function Body({ table, state, places, rowHeight, c0, c1, firstIndex }: BodyProps) {
  const { config, store, reader, live, layout, lines, room, name } = table;
  const { focus, anchor, editing, picked, open, flash, answers, touched } = state;
  const { view, spans } = lines;
  const { tops, measure } = places;
  live.current.tops = tops;
  const drawn = useDrawnRows(table, tops, focus.r, spans);
  const set = useCallback((key: string, field: string, value: unknown) => store?.set([{ key, field, value }]), [store]);
  const range = rangeOf(focus, anchor);
  const treeKey = config.tree === undefined ? null : (config.tree.column ?? layout.leaves[layout.firstData]?.key ?? null);
  const problems = lines.edit?.problems;
  const row = (index: number): ReactNode => {
    const line = view[index];
    if (line === undefined) return null;
    const here = index === focus.r;
    const marked = anchor !== null && index >= range.r0 && index <= range.r1;
    return (
      <RowView
        key={line.key}
        name={name}
        config={config}
        store={store}
        reader={reader}
        live={live}
        layout={layout}
        line={line}
        r={index}
        rowIndex={firstIndex + index}
        top={tops[index]!}
        height={heightOf(problems, rowHeight, line)}
        tops={spans.size === 0 ? noTops : tops}
        z={spans.size === 0 ? 0 : view.length - index}
        c0={c0}
        c1={c1}
        spans={spans}
        focusC={here ? focus.c : -1}
        editing={here ? editing : null}
        from={marked ? range.c0 : -1}
        to={marked ? range.c1 : -1}
        picked={picked.has(line.key)}
        open={open.has(line.key)}
        flash={flash.has(line.key)}
        answer={answers.get(line.key)}
        current={config.isEdit === true ? here && touched : config.currentKey === line.key}
        problems={problems?.get(line.key)}
        treeKey={treeKey}
        panel={panelOf(table, open, line)}
        room={room.width}
        set={set}
        measure={measure}
      />
    );
  };
  const width = layout.leftWidth + layout.midWidth + layout.rightWidth;
  return (
    <div role="rowgroup" className="dt-body" style={{ height: tops[view.length], width }}>
      {drawn.map(row)}
    </div>
  );
}
