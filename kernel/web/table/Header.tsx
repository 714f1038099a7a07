import { ArrowDown, ArrowUp, Check, Minus } from "lucide-react";
import { memo, type CSSProperties, type ReactNode } from "react";
import type { OrderBy } from "#kernel/table.ts";
import type { GroupCell, Layout, Leaf } from "./columns.ts";
import { dragColumn, fitColumn, resizeColumn } from "./resize.ts";
import type { Live } from "./live.ts";
import type { Reader } from "./reader.ts";
import type { TableConfig } from "./types.ts";
import { words } from "./words.ts";

export interface HeaderProps {
  readonly config: TableConfig;
  readonly layout: Layout;
  readonly reader: Reader;
  readonly live: Live;
  readonly c0: number;
  readonly c1: number;
  readonly orderBy: readonly OrderBy[];
  readonly focusC: number;
  readonly pageState: "all" | "some" | "none";
}

const line = 25;

/** Which way a column is sorted; the sign of one that could be is drawn by the stylesheet alone. */
function Sort({ order, place }: { order: OrderBy | undefined; place: number }) {
  if (order === undefined) return null;
  return (
    <>
      {order.dir === "asc" ? <ArrowUp size={13} className="dt-sort" /> : <ArrowDown size={13} className="dt-sort" />}
      {place > 0 && <small className="dt-place">{place}</small>}
    </>
  );
}

function inside(leaf: Leaf, p: HeaderProps): ReactNode {
  const { reader, config } = p;
  switch (leaf.control) {
    case "index":
      return reader.say(words.sequence);
    case "operate":
      return reader.say(words.operate);
    case "expand":
      return <span className="dt-hear">{reader.say(words.expand)}</span>;
    case "pick":
      if (config.selection !== "multiple") return <span className="dt-hear">{reader.say(words.pick)}</span>;
      return (
        <span
          role="checkbox"
          aria-checked={p.pageState === "some" ? "mixed" : p.pageState === "all"}
          aria-label={reader.say(words.pickPage)}
          tabIndex={-1}
          data-focus=""
          className="dt-box"
        >
          {p.pageState === "all" ? (
            <Check size={12} strokeWidth={3} />
          ) : p.pageState === "some" ? (
            <Minus size={12} strokeWidth={3} />
          ) : null}
        </span>
      );
    default: {
      const at = p.orderBy.findIndex((order) => order.key === leaf.key);
      const required =
        leaf.column.editType !== undefined && leaf.column.validate?.required !== undefined && leaf.column.validate.required !== false;
      return (
        <>
          {required && config.isEdit === true && (
            <b className="dt-star" aria-hidden="true">
              *
            </b>
          )}
          <span className="dt-title">{reader.say(leaf.column.title)}</span>
          {required && config.isEdit === true && <span className="dt-hear">{reader.say(words.required)}</span>}
          {leaf.column.sortable === true && <Sort order={p.orderBy[at]} place={p.orderBy.length > 1 ? at + 1 : 0} />}
        </>
      );
    }
  }
}

function leafCell(leaf: Leaf, p: HeaderProps): ReactNode {
  const { layout, config } = p;
  const order = p.orderBy.find((orderBy) => orderBy.key === leaf.key);
  const above = layout.depth === 1 ? 0 : (layout.depth - 1 - leaf.groups.length) * line;
  const style: CSSProperties = { ...leaf.style, top: -above, height: layout.depth === 1 ? layout.headerHeight : line + above };
  const focused = p.focusC === leaf.c;
  const sortable = leaf.control === null && leaf.column.sortable === true;
  const movable = leaf.control === null && leaf.groups.length === 0;
  return (
    <div
      key={leaf.key}
      role="columnheader"
      aria-colindex={leaf.c + 1}
      data-c={leaf.c}
      data-key={leaf.key}
      style={style}
      tabIndex={focused ? 0 : undefined}
      className={`${leaf.className} dt-h${sortable ? " dt-sortable" : ""}${order === undefined ? "" : " dt-ordered"}${focused ? " dt-focus" : ""}`}
      aria-sort={sortable ? (order === undefined ? "none" : order.dir === "asc" ? "ascending" : "descending") : undefined}
      onPointerDown={movable ? (event) => dragColumn(p.live, leaf.key, event) : undefined}
    >
      {inside(leaf, p)}
      {leaf.control === null && leaf.column.resizable !== false && config.columns.length > 0 && (
        <span
          data-resize=""
          aria-hidden="true"
          className="dt-grip"
          onPointerDown={(event) => resizeColumn(p.live, leaf, event)}
          onDoubleClick={() => fitColumn(p.live, leaf)}
        />
      )}
    </div>
  );
}

const groupCell = (cell: GroupCell, p: HeaderProps): ReactNode => (
  <div
    key={`${cell.column.key}:${cell.from}`}
    role="columnheader"
    aria-colindex={cell.from + 1}
    aria-colspan={cell.span}
    data-key={cell.column.key}
    className="dt-c dt-h dt-group"
    style={{ left: cell.left, width: cell.width, height: line }}
    onPointerDown={cell.level === 0 ? (event) => dragColumn(p.live, cell.column.key, event) : undefined}
  >
    <span className="dt-title">{p.reader.say(cell.column.title)}</span>
  </div>
);

function Block({ side, width, children }: { side: "l" | "m" | "r"; width: number; children: ReactNode }) {
  return (
    <div className={`dt-${side}`} style={{ width }}>
      {children}
    </div>
  );
}

/** The titles: groups above, leaves below; a leaf without a group reaches up to the top. */
export const Header = memo(function Header(p: HeaderProps) {
  const { layout } = p;
  const levels = Array.from({ length: layout.depth - 1 }, (_, level) => level);
  const first = layout.mid[p.c0]?.c ?? 0;
  const last = layout.mid[p.c1 - 1]?.c ?? -1;
  const groups = (level: number, block: Leaf["block"]): ReactNode[] =>
    layout.groups
      .filter(
        (cell) => cell.level === level && cell.block === block && (block !== "mid" || (cell.from <= last && cell.from + cell.span > first)),
      )
      .map((cell) => groupCell(cell, p));
  return (
    <div
      role="rowgroup"
      className="dt-head"
      style={{ height: layout.headerHeight, width: layout.leftWidth + layout.midWidth + layout.rightWidth }}
    >
      {levels.map((level) => (
        <div key={level} role="row" aria-rowindex={level + 1} className="dt-headrow" style={{ height: line, top: level * line }}>
          {layout.left.length > 0 && (
            <Block side="l" width={layout.leftWidth}>
              {groups(level, "left")}
            </Block>
          )}
          <Block side="m" width={layout.midWidth}>
            {groups(level, "mid")}
          </Block>
          {layout.right.length > 0 && (
            <Block side="r" width={layout.rightWidth}>
              {groups(level, "right")}
            </Block>
          )}
        </div>
      ))}
      <div
        role="row"
        data-r={-1}
        aria-rowindex={layout.depth}
        className="dt-headrow"
        style={{ top: levels.length * line, height: layout.headerHeight - levels.length * line }}
      >
        {layout.left.length > 0 && (
          <Block side="l" width={layout.leftWidth}>
            {layout.left.map((leaf) => leafCell(leaf, p))}
          </Block>
        )}
        <Block side="m" width={layout.midWidth}>
          {layout.mid.filter((leaf, i) => (i >= p.c0 && i < p.c1) || leaf.c === p.focusC).map((leaf) => leafCell(leaf, p))}
        </Block>
        {layout.right.length > 0 && (
          <Block side="r" width={layout.rightWidth}>
            {layout.right.map((leaf) => leafCell(leaf, p))}
          </Block>
        )}
      </div>
    </div>
  );
});
