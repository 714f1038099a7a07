import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { rowHeights, useDensity } from "../table/density.ts";
import { MatrixHead, MatrixLine, nameWidth, seenRows, squareWidth } from "./MatrixLines.tsx";
import type { MatrixColumn, SeenRow, Sight } from "./MatrixLines.tsx";
import { stepOf } from "./matrixKeys.ts";
import { allColumns, marksOf, rowsMeant, squareKey, turnsOn } from "./matrixMarks.ts";
import type { CellOf, MatrixRow } from "./matrixMarks.ts";

export type { MatrixColumn } from "./MatrixLines.tsx";
export type { CellOf, MatrixRow } from "./matrixMarks.ts";

export interface MatrixSquare {
  readonly row: string;
  readonly column: string;
}

interface Props {
  readonly label: string;
  readonly rowTitle: string;
  readonly rows: readonly MatrixRow[];
  readonly columns: readonly MatrixColumn[];
  readonly cellOf: CellOf;
  readonly readOnly?: boolean;
  readonly openAtFirst?: boolean;
  readonly empty?: ReactNode;
  /** Sets or clears squares; a press on a folder names all squares below it. */
  set?(squares: readonly MatrixSquare[], on: boolean): void;
}

interface Spot {
  readonly row: string;
  /** -1 is the name of the row. */
  readonly column: number;
}

/** Which rows and columns are near enough to be drawn. */
function useSight(box: RefObject<HTMLDivElement | null>, lines: readonly SeenRow[], columns: number, height: number) {
  const down = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 6,
    getItemKey: (at) => lines[at]!.row.key,
  });
  const across = useVirtualizer({
    horizontal: true,
    count: columns,
    getScrollElement: () => box.current,
    estimateSize: () => squareWidth,
    overscan: 3,
    paddingStart: nameWidth,
    scrollPaddingStart: nameWidth,
    initialRect: { width: 1200, height: 600 },
  });
  useEffect(() => down.measure(), [height, down]);
  const items = across.getVirtualItems();
  const sight: Sight = {
    first: items[0]?.index ?? 0,
    last: items.at(-1)?.index ?? -1,
    before: (items[0]?.start ?? nameWidth) - nameWidth,
    after: across.getTotalSize() - (items.at(-1)?.end ?? across.getTotalSize()),
  };
  return { down, across, sight };
}

/** The one square of the tab order; where it goes the focus follows, as soon as the square is drawn. */
function useSpot(box: RefObject<HTMLDivElement | null>, lines: readonly SeenRow[], columns: number) {
  const [spot, setSpot] = useState<Spot | null>(null);
  const wantsFocus = useRef(false);
  const at = Math.max(
    0,
    lines.findIndex((line) => line.row.key === spot?.row),
  );
  const here: Spot = { row: lines[at]?.row.key ?? "", column: Math.min(spot?.column ?? -1, columns - 1) };
  useEffect(() => {
    if (!wantsFocus.current) return;
    const square = box.current?.querySelector<HTMLElement>('[data-spot][tabindex="0"]');
    if (!square) return;
    wantsFocus.current = false;
    square.focus({ preventScroll: true });
    square.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  const move = (to: Spot): void => {
    wantsFocus.current = true;
    setSpot(to);
  };
  return { at, here, setSpot, move };
}

/** Rows in a tree against columns, with squares of three states; what differs from before is amber and carries its sign. */
export function Matrix({ label, rowTitle, rows, columns, cellOf, readOnly = false, openAtFirst = true, empty, set }: Props) {
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const box = useRef<HTMLDivElement>(null);
  const height = rowHeights[useDensity((state) => state.density)];
  const keys = useMemo(() => columns.map((column) => column.key), [columns]);
  const marks = useMemo(() => marksOf(rows, keys, cellOf), [rows, keys, cellOf]);
  const lines = seenRows(rows, (row) => opened.get(row.key) ?? openAtFirst);
  const { down, across, sight } = useSight(box, lines, columns.length, height);
  const { at, here, setSpot, move } = useSpot(box, lines, columns.length);
  const go = (row: number, column: number): void => {
    const to = Math.max(0, Math.min(lines.length - 1, row));
    down.scrollToIndex(to, { align: "auto" });
    if (column >= 0) across.scrollToIndex(Math.min(columns.length - 1, column), { align: "auto" });
    move({ row: lines[to]!.row.key, column: Math.max(-1, Math.min(columns.length - 1, column)) });
  };
  const turn = (row: MatrixRow, open: boolean): void => setOpened((now) => new Map(now).set(row.key, open));
  const meant = (row: MatrixRow, column: string): readonly MatrixSquare[] =>
    (column === allColumns ? keys : [column]).flatMap((value) => rowsMeant(row, value, cellOf).map((key) => ({ row: key, column: value })));
  const press = (line: MatrixRow | null, column: string): void => {
    if (readOnly || set === undefined) return;
    const squares = line === null ? rows.flatMap((row) => meant(row, column)) : meant(line, column);
    if (squares.length > 0) set(squares, turnsOn(marks.get(squareKey(line?.key ?? "", column))));
  };
  const keyed = (event: KeyboardEvent): void => {
    const line = lines[at];
    if (line === undefined || event.ctrlKey || event.metaKey || event.altKey || !(event.target as HTMLElement).dataset["spot"]) return;
    const above = lines.findIndex((seenRow) => seenRow.row.key === line.parent);
    const step = stepOf(event.key, event.shiftKey, {
      at,
      column: here.column,
      columns: columns.length,
      parentAt: above < 0 ? null : above,
      page: Math.max(1, Math.floor((box.current?.clientHeight ?? 400) / height) - 2),
      isParent: (line.row.children?.length ?? 0) > 0,
      isOpen: line.open,
    });
    if (step === null) return;
    event.preventDefault();
    if (step.kind === "go") go(step.at, step.column);
    else if (step.kind === "turn") turn(line.row, step.open);
    else press(line.row, step.column < 0 ? allColumns : keys[step.column]!);
  };
  if (rows.length === 0) return <div className="pt-matrix-empty">{empty}</div>;
  return (
    <div
      ref={box}
      className="pt-matrix"
      role="treegrid"
      aria-label={label}
      aria-rowcount={lines.length + 1}
      aria-colcount={columns.length + 1}
      aria-readonly={readOnly}
      data-keep-scroll
      onKeyDown={keyed}
    >
      <MatrixHead
        rowTitle={rowTitle}
        columns={columns}
        sight={sight}
        marks={marks}
        readOnly={readOnly}
        press={(column) => press(null, column)}
      />
      <div role="rowgroup" style={{ height: down.getTotalSize(), position: "relative" }}>
        {down.getVirtualItems().map((item) => {
          const line = lines[item.index]!;
          return (
            <MatrixLine
              key={line.row.key}
              line={line}
              index={item.index}
              top={item.start}
              height={height}
              columns={columns}
              sight={sight}
              marks={marks}
              readOnly={readOnly}
              spot={line.row.key === here.row ? here.column : null}
              turn={() => turn(line.row, !line.open)}
              press={(column) => (setSpot({ row: line.row.key, column: keys.indexOf(column) }), press(line.row, column))}
              reach={(column) => setSpot({ row: line.row.key, column })}
            />
          );
        })}
      </div>
    </div>
  );
}
