import { memo, useLayoutEffect, useRef, type ReactNode } from "react";
import type { Layout, Leaf } from "./columns.ts";
import { renderCell } from "./Cell.tsx";
import type { Live } from "./live.ts";
import type { Reader } from "./reader.ts";
import type { RowStore } from "./rowStore.ts";
import type { Found } from "./rows.ts";
import { hasMessage } from "./tops.ts";
import type { RowAnswer, TableConfig } from "./types.ts";
import type { Spans, ViewRow } from "./view.ts";

export interface RowProps {
  readonly name: string;
  readonly config: TableConfig;
  readonly store: RowStore | null;
  readonly reader: Reader;
  readonly live: Live;
  readonly layout: Layout;
  readonly line: ViewRow;
  readonly r: number;
  readonly rowIndex: number;
  readonly top: number;
  readonly height: number;
  readonly tops: readonly number[];
  readonly z: number;
  readonly c0: number;
  readonly c1: number;
  readonly spans: Spans;
  readonly focusC: number;
  readonly editing: { readonly seed: string | null } | null;
  readonly from: number;
  readonly to: number;
  readonly picked: boolean;
  readonly open: boolean;
  readonly flash: boolean;
  readonly current: boolean;
  readonly answer: RowAnswer | undefined;
  readonly problems: Readonly<Record<string, Found>> | undefined;
  readonly treeKey: string | null;
  readonly panel: ReactNode;
  readonly room: number;
  set(key: string, field: string, value: unknown): void;
  measure(key: string, height: number): void;
}

/** What hangs below a row: it keeps to the seen width and tells its height, so that rows below know their place. */
function Panel({
  line,
  room,
  top,
  measure,
  children,
}: {
  line: ViewRow;
  room: number;
  top: number;
  measure: RowProps["measure"];
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const tell = (): void => {
      if (element.offsetParent !== null) measure(line.key, element.offsetHeight);
    };
    tell();
    const sizes = new ResizeObserver(tell);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [line.key, measure]);
  return (
    <div className="dt-under" style={{ top }} role="presentation">
      <div ref={box} data-panel="" className="dt-panel" style={{ width: room }} role="presentation">
        {children}
      </div>
    </div>
  );
}

function cells(list: readonly Leaf[], from: number, to: number, p: RowProps): ReactNode[] {
  const drawn: ReactNode[] = [];
  for (let i = 0; i < list.length; i++) {
    const leaf = list[i]!;
    if ((i < from || i >= to) && leaf.c !== p.focusC) continue;
    const span = p.spans.get(leaf.key)?.[p.r] ?? 1;
    if (span !== 0) drawn.push(renderCell(leaf, p, span === 1 ? p.height : p.tops[p.r + span]! - p.top, span));
  }
  return drawn;
}

/** One row in three blocks: frozen left, scrolling, frozen right. It is drawn again only when something of its own changed. */
export const RowView = memo(function RowView(p: RowProps) {
  const { layout, line } = p;
  const tone = p.config.rowTone?.(line.row);
  let className = "dt-row";
  if (p.picked) className += " dt-picked";
  if (p.current) className += " dt-current";
  if (p.flash) className += " dt-flash";
  if (tone != null) className += ` dt-tone-${tone}`;
  if (line.mark === "DELETED") className += " dt-struck";
  if (hasMessage(p.problems)) className += " dt-tall";
  if (p.answer !== undefined) className += " dt-answered";
  const blockHeight = { height: p.height };
  return (
    <div
      role="row"
      className={className}
      data-r={p.r}
      aria-rowindex={p.rowIndex}
      aria-selected={p.config.selection ? p.picked : undefined}
      aria-level={p.treeKey === null ? undefined : line.level}
      aria-expanded={p.treeKey !== null && line.parent ? line.open : undefined}
      style={p.z === 0 ? { top: p.top } : { top: p.top, zIndex: p.z }}
    >
      {layout.left.length > 0 && (
        <div className="dt-l" style={{ width: layout.leftWidth, ...blockHeight }}>
          {cells(layout.left, 0, layout.left.length, p)}
        </div>
      )}
      <div className="dt-m" style={{ width: layout.midWidth, ...blockHeight }}>
        {cells(layout.mid, p.c0, p.c1, p)}
      </div>
      {layout.right.length > 0 && (
        <div className="dt-r" style={{ width: layout.rightWidth, ...blockHeight }}>
          {cells(layout.right, 0, layout.right.length, p)}
        </div>
      )}
      {p.panel !== null && (
        <Panel line={line} room={p.room} top={p.height} measure={p.measure}>
          {p.panel}
        </Panel>
      )}
    </div>
  );
});
