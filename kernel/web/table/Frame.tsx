import { useEffect, useState, type CSSProperties } from "react";
import { useStore } from "zustand";
import { fill } from "#kernel/text.ts";
import { Body } from "./Body.tsx";
import { CellTip } from "./CellTip.tsx";
import { rowHeights, useDensity } from "./density.ts";
import { Footer } from "./Footer.tsx";
import { hasFooter } from "./footer.ts";
import { Header } from "./Header.tsx";
import { listeners } from "./listeners.ts";
import type { TableState } from "./model.ts";
import { Pager } from "./Pager.tsx";
import { useColumnRange, useHeight, useKeptScroll } from "./scrolling.ts";
import { causeOf, Empty, Skeleton, useSlow } from "./States.tsx";
import { useTops, type Tops } from "./tops.ts";
import type { Table } from "./useTable.ts";
import { words } from "./words.ts";

const summaryHeight = 40;

/** A row that went away takes the focus with it to the nearest one. */
function useFocusInside({ model, lines, layout }: Table, { focus }: TableState): void {
  const rows = lines.view.length;
  const columns = layout.leaves.length;
  const lost = rows > 0 && columns > 0 && (focus.r >= rows || focus.c >= columns);
  useEffect(() => {
    if (lost) {
      const { r, c } = model.state.getState().focus;
      model.state.setState({ focus: { r: Math.min(r, rows - 1), c: Math.min(c, columns - 1) }, anchor: null, editing: null });
    }
  }, [lost, rows, columns, model]);
}

interface GridProps {
  readonly table: Table;
  readonly state: TableState;
  readonly style: CSSProperties;
  readonly rowHeight: number;
  readonly places: Tops;
}

/** The grid with its header, rows and footer: one scrolling element, so that frozen parts need no second copy. */
function Grid({ table, state, style, rowHeight, places }: GridProps) {
  const { config, reader, live, layout, lines, grid, room, name } = table;
  const { view } = lines;
  const { phase, focus, orderBy, pageIndex, pageRows, page, picked, onlyPicked } = state;
  const [c0, c1] = useColumnRange(grid, layout, room.width);
  useKeptScroll(grid);
  useFocusInside(table, state);
  const footer = hasFooter(config);
  const local = config.api === undefined || onlyPicked;
  const before = local ? 0 : (pageIndex - 1) * pageRows;
  const ticked = view.filter((line) => picked.has(line.key)).length;
  const unknown = config.tree !== undefined || page.capped === true;
  const count = (local ? view.length : page.count) + layout.depth + (footer ? 1 : 0);
  return (
    <div
      ref={table.setGrid}
      className="dt-grid"
      style={style}
      role={config.tree === undefined ? "grid" : "treegrid"}
      aria-label={reader.say(config.label ?? config.title ?? [config.name, config.name])}
      aria-rowcount={unknown ? -1 : count}
      aria-colcount={layout.leaves.length}
      aria-multiselectable={config.selection === "multiple" || undefined}
      aria-busy={phase === "loading"}
      aria-describedby={`${name}-help`}
      {...listeners(live)}
    >
      {room.width > 0 && (
        <>
          <Header
            config={config}
            layout={layout}
            reader={reader}
            live={live}
            c0={c0}
            c1={c1}
            orderBy={orderBy}
            focusC={focus.r < 0 || view.length === 0 ? Math.min(focus.c, layout.leaves.length - 1) : -1}
            pageState={ticked === 0 ? "none" : ticked === view.length ? "all" : "some"}
          />
          <Body table={table} state={state} places={places} rowHeight={rowHeight} c0={c0} c1={c1} firstIndex={before + layout.depth + 1} />
          {footer && (
            <Footer
              config={config}
              layout={layout}
              reader={reader}
              figures={lines.figures}
              rows={lines.rows}
              c0={c0}
              c1={c1}
              rowIndex={before + layout.depth + view.length + 1}
            />
          )}
        </>
      )}
    </div>
  );
}

/** The framed part of a table: grid, what lies over it while there is nothing, and the pager. */
export function Frame({ table }: { table: Table }) {
  const { config, model, store, reader, live, layout, lines, grid, room, name } = table;
  const state = useStore(model.state);
  const { phase, failure, pageIndex, pageRows, page, onlyPicked, took, settled } = state;
  const rowHeight = rowHeights[useDensity((now) => now.density)];
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const paged = config.api !== undefined && config.isShowPage !== false && !onlyPicked;
  const { view } = lines;
  const waiting = config.api !== undefined && (phase === "loading" || (!settled && config.isAutoRequest !== false));
  const slow = useSlow(waiting && view.length === 0);
  const busy = useSlow(phase === "loading" && view.length > 0);
  const empty = view.length === 0 && !waiting;
  const places = useTops(table, rowHeight);
  const grows = config.height === "content" || (config.height === undefined && config.isEdit === true);
  const scrollBar = grid === null || !grows || !layout.overflows ? 0 : grid.offsetHeight - grid.clientHeight;
  const needed = scrollBar + layout.headerHeight + (hasFooter(config) ? summaryHeight : 0) + (empty ? 150 : places.tops.at(-1)!);
  const style = useHeight(config, frame, paged, rowHeight, needed, layout.headerHeight);
  const looks = `${layout.overflows ? " dt-over" : ""}${layout.sticky ? "" : " dt-loose"}${phase === "failed" ? " dt-grey" : ""}${busy ? " dt-busy" : ""}`;
  const ghosts = Math.min(pageRows === 0 ? 30 : pageRows, Math.ceil((room.height - layout.headerHeight) / rowHeight));
  return (
    <div ref={setFrame} className={`dt-frame${looks}`} style={{ "--dt-row": `${rowHeight}px` } as CSSProperties}>
      {config.showTableProcess === true && (
        <div className={`dt-process${phase === "loading" ? " dt-on" : ""}`}>
          {phase !== "loading" && took !== null && <span>{reader.say(fill(words.took, { n: view.length, ms: took }))}</span>}
        </div>
      )}
      <Grid table={table} state={state} style={style} rowHeight={rowHeight} places={places} />
      {slow && room.width > 0 && (
        <Skeleton layout={layout} rowHeight={rowHeight} rows={ghosts} reader={reader} page={{ pageIndex, pageRows }} />
      )}
      {empty && (
        <div className="dt-empty" style={{ top: layout.headerHeight }}>
          <Empty
            config={config}
            reader={reader}
            cause={causeOf(config, state, store)}
            failure={failure}
            retry={() => void model.reload()}
          />
        </div>
      )}
      {paged && <Pager live={live} reader={reader} rows={view.length} />}
      <span id={`${name}-help`} className="dt-hear">
        {reader.say(config.isEdit === true ? words.editHelp : words.gridHelp)}
      </span>
      <span className="dt-hear" role="status">
        {phase === "ready" ? reader.say(fill(words.loaded, { n: view.length, count: page.count })) : ""}
      </span>
      <CellTip live={live} grid={grid} />
    </div>
  );
}
