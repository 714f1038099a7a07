import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useMemo, useState, type ReactNode } from "react";
import { useStore } from "zustand";
import type { Layout } from "./columns.ts";
import { Conflict } from "./Conflict.tsx";
import { rangeOf, type Live } from "./live.ts";
import type { TableModel } from "./model.ts";
import type { Reader } from "./reader.ts";
import { RowView } from "./Row.tsx";
import type { RowStore } from "./rowStore.ts";
import type { Problems } from "./rows.ts";
import type { Row, TableConfig } from "./types.ts";
import { anchorsOf, type Spans, type ViewRow } from "./view.ts";
import { tallRow } from "./density.ts";

interface BodyProps {
  readonly config: TableConfig;
  readonly model: TableModel;
  readonly store: RowStore | null;
  readonly reader: Reader;
  readonly live: Live;
  readonly layout: Layout;
  readonly view: readonly ViewRow[];
  readonly spans: Spans;
  readonly problems: Problems | null;
  readonly conflicts: ReadonlyMap<string, Row | null> | null;
  readonly rowHeight: number;
  readonly grid: HTMLElement | null;
  readonly c0: number;
  readonly c1: number;
  readonly room: number;
  readonly firstIndex: number;
  readonly name: string;
}

/** From this many rows on only those near the screen are drawn. */
export const virtualFrom = 100;

const none: ReadonlyMap<string, number> = new Map();

/** Where each row begins, and at the end where the last one ends. */
function topsOf(p: Pick<BodyProps, "view" | "problems" | "rowHeight">, panels: ReadonlyMap<string, number>): number[] {
  const tops = new Array<number>(p.view.length + 1);
  let at = 0;
  p.view.forEach((line, i) => {
    tops[i] = at;
    at += heightOf(p, line) + (panels.get(line.key) ?? 0);
  });
  tops[p.view.length] = at;
  return tops;
}

const heightOf = (p: Pick<BodyProps, "problems" | "rowHeight">, line: ViewRow): number => (p.problems?.has(line.key) === true ? Math.max(tallRow, p.rowHeight) : p.rowHeight);

/** The rows: only those near the screen, the focused one, and those whose merged cells reach into it. */
export function Body(p: BodyProps) {
  const { config, model, view, spans, live, layout } = p;
  const state = useStore(model.state);
  const { focus, anchor, editing, picked, open, flash, answers, touched } = state;
  const [heights, setHeights] = useState(none);
  const measure = useCallback((key: string, height: number) => setHeights((now) => (now.get(key) === height ? now : new Map(now).set(key, height))), []);

  const panelOf = (line: ViewRow): ReactNode => {
    if (p.conflicts?.has(line.key) === true && p.store !== null) return <Conflict line={line} store={p.store} layout={layout} reader={p.reader} theirs={p.conflicts.get(line.key) ?? null} />;
    return config.expand !== undefined && open.has(line.key) && config.expandable?.(line.row) !== false ? config.expand(line.row) : null;
  };
  const hanging = useMemo(() => {
    const seen = new Map<string, number>();
    for (const line of view) {
      const hangs = (config.expand !== undefined && open.has(line.key)) || p.conflicts?.has(line.key) === true;
      if (hangs) seen.set(line.key, heights.get(line.key) ?? 0);
    }
    return seen;
  }, [view, heights, open, config.expand, p.conflicts]);
  const tops = useMemo(() => topsOf({ view, problems: p.problems, rowHeight: p.rowHeight }, hanging), [view, p.problems, p.rowHeight, hanging]);
  live.current.tops = tops;

  const few = view.length < virtualFrom;
  const rangeExtractor = useCallback(
    (range: Range) => {
      if (few) return Array.from({ length: range.count }, (_, i) => i);
      const shown = defaultRangeExtractor(range);
      const more = [focus.r, ...(spans.size === 0 ? [] : anchorsOf(spans, shown[0] ?? 0))].filter((i) => i >= 0 && i < range.count);
      return [...new Set([...shown, ...more])].sort((a, b) => a - b);
    },
    [few, focus.r, spans],
  );
  const virtual = useVirtualizer({
    count: view.length,
    getScrollElement: () => p.grid,
    estimateSize: (i) => tops[i + 1]! - tops[i]!,
    getItemKey: (i) => view[i]?.key ?? i,
    overscan: 8,
    rangeExtractor,
    initialRect: { width: p.room, height: 900 },
  });
  useLayoutEffect(() => virtual.measure(), [virtual, tops]);

  const set = useCallback((key: string, field: string, value: unknown) => p.store?.set([{ key, field, value }]), [p.store]);
  const range = rangeOf(focus, anchor);
  const treeKey = config.tree === undefined ? null : (config.tree.column ?? layout.leaves[layout.firstData]?.key ?? null);
  return (
    <div role="rowgroup" className="dt-body" style={{ height: tops[view.length], width: layout.leftWidth + layout.midWidth + layout.rightWidth }}>
      {virtual.getVirtualItems().map(({ index }) => {
        const line = view[index];
        if (line === undefined) return null;
        const here = index === focus.r;
        const marked = anchor !== null && index >= range.r0 && index <= range.r1;
        return (
          <RowView
            key={line.key} name={p.name} config={config} model={model} store={p.store} reader={p.reader} live={live} layout={layout} line={line} r={index} rowIndex={p.firstIndex + index}
            top={tops[index]!} height={heightOf(p, line)} tops={spans.size === 0 ? noTops : tops} z={spans.size === 0 ? 0 : view.length - index} c0={p.c0} c1={p.c1} spans={spans}
            focusC={here ? focus.c : -1} editing={here ? editing : null} from={marked ? range.c0 : -1} to={marked ? range.c1 : -1}
            picked={picked.has(line.key)} open={open.has(line.key)} flash={flash.has(line.key)} answer={answers.get(line.key)}
            current={config.isEdit === true ? here && touched : config.currentKey === line.key} problems={p.problems?.get(line.key)} treeKey={treeKey} panel={panelOf(line)} room={p.room} set={set} measure={measure}
          />
        );
      })}
    </div>
  );
}

const noTops: readonly number[] = [];
