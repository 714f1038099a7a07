import { useEffect, useLayoutEffect, useMemo, useRef, useState, type CSSProperties, type ClipboardEvent } from "react";
import { useStore } from "zustand";
import { fill } from "#kernel/text.ts";
import { Body } from "./Body.tsx";
import { CellTip } from "./CellTip.tsx";
import { copyText, pasteText } from "./clipboard.ts";
import { visibleColumns, type Layout } from "./columns.ts";
import { rowHeights, tallRow, useDensity } from "./density.ts";
import { Footer } from "./Footer.tsx";
import { hasFooter } from "./footer.ts";
import { Header } from "./Header.tsx";
import { onKeyDown } from "./keyboard.ts";
import type { Live } from "./live.ts";
import type { TableModel } from "./model.ts";
import { onClick, onDoubleClick, onMouseDown, onMouseMove } from "./mouse.ts";
import { Pager } from "./Pager.tsx";
import type { Reader } from "./reader.ts";
import type { RowStore } from "./rowStore.ts";
import { Empty, Skeleton, useSlow } from "./States.tsx";
import type { TableConfig } from "./types.ts";
import type { Lines, Room } from "./useLines.ts";
import { words } from "./words.ts";

interface FrameProps {
  readonly config: TableConfig;
  readonly model: TableModel;
  readonly store: RowStore | null;
  readonly reader: Reader;
  readonly live: Live;
  readonly layout: Layout;
  readonly lines: Lines;
  readonly grid: HTMLElement | null;
  readonly setGrid: (grid: HTMLElement | null) => void;
  readonly room: Room;
  readonly name: string;
}

const summaryHeight = 40;
const pagerReserve = 42;
const bareReserve = 4;
/** A table as high as its rows scrolls by itself from here on. */
const contentRows = 20;

/** How high the grid may be: as said, as high as the page leaves room, or as its rows need. */
function useHeight(config: TableConfig, frame: HTMLElement | null, reserve: number, header: number, rowHeight: number): CSSProperties {
  const { height, isEdit } = config;
  const [free, setFree] = useState<number | null>(null);
  const auto = height === "auto";
  useLayoutEffect(() => {
    if (!auto || frame === null) return;
    const measure = (): void => {
      const top = frame.getBoundingClientRect().top;
      if (frame.offsetParent !== null) setFree(Math.max(160, window.innerHeight - top - reserve - 8));
    };
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [auto, frame, reserve]);
  if (typeof height === "number") return { height };
  if (auto) return { height: free ?? 500 };
  if (height === "fill") return { flex: "1 1 0", minHeight: 120 };
  if (height === "content") return { maxHeight: contentRows * rowHeight + header + 42 };
  return isEdit === true ? { maxHeight: 400 } : { flex: "1 1 500px", minHeight: 200 };
}

/** The columns near the screen; drawn again only when another column comes into sight. */
function useColumnRange(grid: HTMLElement | null, layout: Layout, room: number): readonly [number, number] {
  const [left, setLeft] = useState(0);
  const shown = useRef<readonly [number, number]>([0, 0]);
  shown.current = visibleColumns(layout, left, room);
  const [c0, c1] = shown.current;
  useEffect(() => {
    if (grid === null) return;
    const look = (): void => {
      const [a, b] = visibleColumns(layout, grid.scrollLeft, room);
      if (a !== shown.current[0] || b !== shown.current[1]) setLeft(grid.scrollLeft);
    };
    look();
    grid.addEventListener("scroll", look, { passive: true });
    return () => grid.removeEventListener("scroll", look);
  }, [grid, layout, room]);
  return useMemo(() => [c0, c1] as const, [c0, c1]);
}

/** A kept page comes back where it was left. */
function useKeptScroll(grid: HTMLElement | null): void {
  const place = useRef({ left: 0, top: 0 });
  useLayoutEffect(() => {
    if (grid === null) return;
    grid.scrollTo(place.current);
    const keep = (): void => void (grid.offsetParent !== null && (place.current = { left: grid.scrollLeft, top: grid.scrollTop }));
    grid.addEventListener("scroll", keep, { passive: true });
    return () => grid.removeEventListener("scroll", keep);
  }, [grid]);
}

export function Frame(p: FrameProps) {
  const { config, model, reader, live, layout, lines, grid, room } = p;
  const { phase, failure, focus, orderBy, params, pageIndex, pageRows, page, picked, onlyPicked, took, settled } = useStore(model.state);
  const density = useDensity((state) => state.density);
  const rowHeight = rowHeights[density];
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const paged = config.api !== undefined && config.isShowPage !== false && !onlyPicked;
  const footer = hasFooter(config);
  const style = useHeight(config, frame, paged ? pagerReserve : bareReserve, layout.headerHeight, rowHeight);
  const [c0, c1] = useColumnRange(grid, layout, room.width);
  useKeptScroll(grid);

  const { view } = lines;
  const waiting = config.api !== undefined && (phase === "loading" || (!settled && config.isAutoRequest !== false));
  const slow = useSlow(waiting && view.length === 0);
  const busy = useSlow(phase === "loading" && view.length > 0);
  const pageState = view.length > 0 && view.every((line) => picked.has(line.key)) ? "all" : view.some((line) => picked.has(line.key)) ? "some" : "none";
  const headRows = layout.depth;
  const total = config.tree !== undefined || page.capped === true ? -1 : (config.api === undefined || onlyPicked ? view.length : page.count) + headRows + (footer ? 1 : 0);
  const before = config.api === undefined || onlyPicked ? 0 : (pageIndex - 1) * pageRows;
  const cause = config.api === undefined && p.store === null ? "api" : failure?.denied === true ? "denied" : phase === "failed" ? "failed" : phase === "idle" && config.api !== undefined ? "idle" : Object.keys(params).length > 0 ? "filter" : p.store !== null && config.api === undefined ? "lines" : "none";
  const empty = view.length === 0 && !waiting;
  const bodyHeight = view.length * rowHeight + (lines.edit === null ? 0 : lines.edit.problems.size * (tallRow - rowHeight));
  const grown: CSSProperties = config.isEdit === true && config.height === undefined ? { ...style, minHeight: Math.min(400, layout.headerHeight + (footer ? summaryHeight : 0) + Math.max(bodyHeight, empty ? 150 : 0) + 2) } : empty && config.height === "content" ? { minHeight: 190 } : style;

  const onCopy = (event: ClipboardEvent): void => {
    if ((event.target as Element).closest("[data-editor],[data-panel]") !== null) return;
    const text = copyText(live.current);
    if (text === null) return;
    event.clipboardData.setData("text/plain", text);
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent): void => {
    if ((event.target as Element).closest("[data-panel]") !== null || !grid?.contains(event.target as Node)) return;
    const insideEditor = (event.target as Element).closest("[data-editor]") !== null;
    if (pasteText(live, event.clipboardData.getData("text/plain"), insideEditor)) event.preventDefault();
  };
  const noFocus = focus.r >= view.length || layout.leaves[focus.c] === undefined;
  const headerFocus = focus.r < 0 || view.length === 0 ? Math.min(focus.c, layout.leaves.length - 1) : -1;
  useEffect(() => {
    if (noFocus && view.length > 0) model.state.setState({ focus: { r: Math.min(focus.r, view.length - 1), c: Math.min(focus.c, layout.leaves.length - 1) }, anchor: null, editing: null });
  }, [noFocus, view.length, focus, layout.leaves.length, model]);

  return (
    <div ref={setFrame} className={`dt-frame${layout.overflows ? " dt-over" : ""}${layout.sticky ? "" : " dt-loose"}${phase === "failed" ? " dt-grey" : ""}${busy ? " dt-busy" : ""}`} style={{ "--dt-row": `${rowHeight}px` } as CSSProperties}>
      {config.showTableProcess === true && <div className={`dt-process${phase === "loading" ? " dt-on" : ""}`}>{phase !== "loading" && took !== null && <span>{reader.say(fill(words.took, { n: view.length, ms: took }))}</span>}</div>}
      <div
        ref={p.setGrid} className="dt-grid" style={grown} role={config.tree === undefined ? "grid" : "treegrid"} aria-label={reader.say(config.title ?? [config.name, config.name])}
        aria-rowcount={total} aria-colcount={layout.leaves.length} aria-multiselectable={config.selection === "multiple" || undefined} aria-busy={phase === "loading"} aria-describedby={`${p.name}-help`}
        onKeyDown={(event) => onKeyDown(live, event)} onMouseDown={(event) => onMouseDown(live, event)} onMouseMove={(event) => onMouseMove(live, event)}
        onClick={(event) => onClick(live, event)} onDoubleClick={(event) => onDoubleClick(live, event)} onCopy={onCopy} onPaste={onPaste}
      >
        {room.width > 0 && (
          <>
            <Header config={config} layout={layout} reader={reader} live={live} c0={c0} c1={c1} orderBy={orderBy} focusC={headerFocus} pageState={pageState} />
            <Body
              config={config} model={model} store={p.store} reader={reader} live={live} layout={layout} view={view} spans={lines.spans} problems={lines.edit?.problems ?? null} conflicts={lines.edit?.conflicts ?? null}
              rowHeight={rowHeight} grid={grid} c0={c0} c1={c1} room={room.width} firstIndex={before + headRows + 1} name={p.name}
            />
            {footer && <Footer config={config} layout={layout} reader={reader} figures={lines.figures} rows={lines.rows} c0={c0} c1={c1} rowIndex={before + headRows + view.length + 1} />}
          </>
        )}
      </div>
      {slow && room.width > 0 && <Skeleton layout={layout} rowHeight={rowHeight} rows={Math.min(pageRows === 0 ? 30 : pageRows, Math.ceil((room.height - layout.headerHeight) / rowHeight))} reader={reader} page={{ pageIndex, pageRows }} />}
      {empty && <div className="dt-empty" style={{ top: layout.headerHeight }}><Empty config={config} reader={reader} cause={cause} failure={failure} retry={() => void model.reload()} /></div>}
      {paged && <Pager live={live} reader={reader} rows={view.length} />}
      <span id={`${p.name}-help`} className="dt-hear">{reader.say(config.isEdit === true ? words.editHelp : words.gridHelp)}</span>
      <span className="dt-hear" role="status">{phase === "ready" ? reader.say(fill(words.loaded, { n: view.length, count: page.count })) : ""}</span>
      <CellTip live={live} grid={grid} />
    </div>
  );
}
