import { useVirtualizer } from "@tanstack/react-virtual";
import { Check, ChevronDown, ChevronRight, Clock3, Minus } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import type { Text } from "../../text.ts";
import { useText } from "../language.ts";
import { rowHeights, useDensity } from "../table/density.ts";
import { allColumns, marksOf, rowsMeant, squareKey, turnsOn } from "./matrixMarks.ts";
import type { CellOf, MatrixMark, MatrixRow } from "./matrixMarks.ts";

import "./matrix.css";

export type { CellOf, MatrixCell, MatrixRow } from "./matrixMarks.ts";

export interface MatrixColumn {
  readonly key: string;
  readonly title: string;
  /** Said when the pointer rests on the heading. */
  readonly hint?: string;
}

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

interface Line {
  readonly row: MatrixRow;
  readonly level: number;
  readonly parent: string | null;
  readonly open: boolean;
  readonly position: number;
  readonly siblings: number;
}

interface Spot {
  readonly row: string;
  /** -1 is the name of the row. */
  readonly column: number;
}

const linesOf = (rows: readonly MatrixRow[], isOpen: (row: MatrixRow) => boolean, level = 1, parent: string | null = null): readonly Line[] =>
  rows.flatMap((row, at) => {
    const open = (row.children?.length ?? 0) > 0 && isOpen(row);
    const line: Line = { row, level, parent, open, position: at + 1, siblings: rows.length };
    return open ? [line, ...linesOf(row.children ?? [], isOpen, level + 1, row.key)] : [line];
  });

/** Rows in a tree against columns, with squares of three states; what differs from before is amber and carries its sign. */
export function Matrix({ label, rowTitle, rows, columns, cellOf, readOnly = false, openAtFirst = true, empty, set }: Props) {
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [spot, setSpot] = useState<Spot | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const height = rowHeights[useDensity((state) => state.density)];
  const keys = useMemo(() => columns.map((column) => column.key), [columns]);
  const marks = useMemo(() => marksOf(rows, keys, cellOf), [rows, keys, cellOf]);
  const lines = linesOf(rows, (row) => opened.get(row.key) ?? openAtFirst);
  const virtual = useVirtualizer({ count: lines.length, getScrollElement: () => box.current, estimateSize: () => height, overscan: 12, getItemKey: (at) => lines[at]!.row.key });
  const at = Math.max(0, lines.findIndex((line) => line.row.key === spot?.row));
  const here: Spot = { row: lines[at]?.row.key ?? "", column: Math.min(spot?.column ?? -1, columns.length - 1) };

  useEffect(() => virtual.measure(), [height, virtual]);
  useEffect(() => {
    if (!wantsFocus.current) return;
    const square = box.current?.querySelector<HTMLElement>('[data-spot][tabindex="0"]');
    if (!square) return;
    wantsFocus.current = false;
    square.focus({ preventScroll: true });
    square.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  const go = (row: number, column: number): void => {
    const to = Math.max(0, Math.min(lines.length - 1, row));
    wantsFocus.current = true;
    virtual.scrollToIndex(to, { align: "auto" });
    setSpot({ row: lines[to]!.row.key, column: Math.max(-1, Math.min(columns.length - 1, column)) });
  };
  const turn = (row: MatrixRow, open: boolean): void => setOpened((now) => new Map(now).set(row.key, open));
  const meant = (row: MatrixRow, column: string): readonly MatrixSquare[] =>
    (column === allColumns ? keys : [column]).flatMap((one) => rowsMeant(row, one, cellOf).map((key) => ({ row: key, column: one })));
  const press = (line: MatrixRow | null, column: string): void => {
    if (readOnly || set === undefined) return;
    const squares = line === null ? rows.flatMap((row) => meant(row, column)) : meant(line, column);
    if (squares.length > 0) set(squares, turnsOn(marks.get(squareKey(line?.key ?? "", column))));
  };
  const keyed = (event: KeyboardEvent): void => {
    const line = lines[at];
    if (line === undefined || event.ctrlKey || event.metaKey || event.altKey || !(event.target as HTMLElement).dataset["spot"]) return;
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 400) / height) - 2);
    const act: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(at + 1, here.column),
      ArrowUp: () => go(at - 1, here.column),
      PageDown: () => go(at + page, here.column),
      PageUp: () => go(at - page, here.column),
      Home: () => go(at, -1),
      End: () => go(at, columns.length - 1),
      ArrowRight: () => (here.column < 0 && (line.row.children?.length ?? 0) > 0 && !line.open ? turn(line.row, true) : go(at, here.column + 1)),
      ArrowLeft: () => (here.column >= 0 ? go(at, here.column - 1) : line.open ? turn(line.row, false) : line.parent !== null && go(lines.findIndex((one) => one.row.key === line.parent), -1)),
      " ": () => press(line.row, event.shiftKey || here.column < 0 ? allColumns : keys[here.column]!),
      Enter: () => ((line.row.children?.length ?? 0) > 0 ? turn(line.row, !line.open) : press(line.row, here.column < 0 ? allColumns : keys[here.column]!)),
    };
    const run = act[event.key];
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
  if (rows.length === 0) return <div className="pt-matrix-empty">{empty}</div>;
  return (
    <div ref={box} className="pt-matrix" role="treegrid" aria-label={label} aria-rowcount={lines.length + 1} aria-colcount={columns.length + 1} aria-readonly={readOnly} data-keep-scroll onKeyDown={keyed}>
      <Head rowTitle={rowTitle} columns={columns} marks={marks} readOnly={readOnly} press={(column) => press(null, column)} />
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index]!;
          return (
            <LineRow
              key={line.row.key}
              line={line}
              index={item.index}
              top={item.start}
              height={height}
              columns={columns}
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

type Say = (text: Text) => string;

interface HeadProps {
  readonly rowTitle: string;
  readonly columns: readonly MatrixColumn[];
  readonly marks: ReadonlyMap<string, MatrixMark>;
  readonly readOnly: boolean;
  press(column: string): void;
}

function Head({ rowTitle, columns, marks, readOnly, press }: HeadProps) {
  const say = useText();
  return (
    <div className="pt-matrix-head" role="rowgroup">
      <div role="row" aria-rowindex={1} className="pt-matrix-row">
        <div role="columnheader" aria-colindex={1} className="pt-matrix-name">{rowTitle}</div>
        {columns.map((column, at) => (
          <div key={column.key} role="columnheader" aria-colindex={at + 2} className="pt-matrix-cell" title={column.hint}>
            <span>{column.title}</span>
            {readOnly ? null : <Square mark={marks.get(squareKey("", column.key))} label={say([`整列：${column.title}`, `Whole column: ${column.title}`])} tabIndex={0} say={say} press={() => press(column.key)} />}
          </div>
        ))}
        <div className="pt-matrix-rest" role="presentation" />
      </div>
    </div>
  );
}

interface LineProps {
  readonly line: Line;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly columns: readonly MatrixColumn[];
  readonly marks: ReadonlyMap<string, MatrixMark>;
  readonly readOnly: boolean;
  readonly spot: number | null;
  turn(): void;
  press(column: string): void;
  reach(column: number): void;
}

function LineRow({ line, index, top, height, columns, marks, readOnly, spot, turn, press, reach }: LineProps) {
  const say = useText();
  const { row, level, open } = line;
  const parent = (row.children?.length ?? 0) > 0;
  const shared = { readOnly, say, spotted: true as const };
  return (
    <div role="row" aria-rowindex={index + 2} aria-level={level} aria-posinset={line.position} aria-setsize={line.siblings} aria-expanded={parent ? open : undefined} className="pt-matrix-row" data-parent={parent || undefined} style={{ height, transform: `translateY(${top}px)`, position: "absolute", insetInline: 0 }}>
      <div role="rowheader" aria-colindex={1} className="pt-matrix-name" style={{ paddingLeft: 8 + (level - 1) * 18 }}>
        <span className="pt-matrix-turn" aria-hidden onClick={turn}>{parent ? open ? <ChevronDown size={14} /> : <ChevronRight size={14} /> : null}</span>
        <Square {...shared} mark={marks.get(squareKey(row.key, allColumns))} label={row.title} tabIndex={spot === -1 ? 0 : -1} press={() => press(allColumns)} reach={() => reach(-1)} whole />
        <span className="pt-matrix-title" title={row.title} onDoubleClick={turn}>{row.title}</span>
        {row.note ? <span className="pg-code">{row.note}</span> : null}
      </div>
      {columns.map((column, at) => {
        const mark = marks.get(squareKey(row.key, column.key));
        return (
          <div key={column.key} role="gridcell" aria-colindex={at + 2} className={`pt-matrix-cell${mark && mark.added + mark.removed > 0 ? " pt-changed" : ""}`}>
            <Square {...shared} mark={mark} label={`${row.title} · ${column.title}`} tabIndex={spot === at ? 0 : -1} press={() => press(column.key)} reach={() => reach(at)} folder={parent} />
          </div>
        );
      })}
      <div className="pt-matrix-rest" role="presentation" />
    </div>
  );
}

interface SquareProps {
  readonly mark: MatrixMark | undefined;
  readonly label: string;
  readonly tabIndex: number;
  readonly readOnly?: boolean;
  readonly spotted?: true;
  readonly folder?: boolean;
  /** Stands for the whole row: shows no sign of its own. */
  readonly whole?: boolean;
  readonly say: Say;
  press(): void;
  reach?(): void;
}

const spoken = { all: "true", some: "mixed", none: "false" } as const;

/** One square; where there is nothing to grant an empty place stays for the keyboard. */
function Square({ mark, label, tabIndex, readOnly, spotted, folder, whole, say, press, reach }: SquareProps) {
  const spot = spotted ? { "data-spot": "1" } : {};
  if (mark === undefined || mark.cells === 0) return <span {...spot} className="pt-nosquare" tabIndex={tabIndex} role="img" aria-label={say([`${label}：没有`, `${label}: none`])} onFocus={reach} />;
  const sign = whole ? "" : mark.added > 0 && mark.removed > 0 ? "±" : mark.added > 0 ? "+" : mark.removed > 0 ? "−" : "";
  const waiting = mark.waits > 0 && !whole && !folder;
  return (
    <span
      {...spot}
      role="checkbox"
      aria-checked={spoken[mark.state]}
      aria-readonly={readOnly}
      aria-label={`${label}${signWord(sign, say)}${waiting ? say(["，待复核", ", waiting for the second person"]) : ""}`}
      tabIndex={tabIndex}
      className="pt-square"
      onFocus={reach}
      onClick={press}
      onKeyDown={spotted ? undefined : (event) => (event.key === " " || event.key === "Enter") && (event.preventDefault(), press())}
    >
      <i className={waiting && mark.state === "all" ? "pt-waits" : undefined}>{glyph(mark, waiting)}</i>
      {sign === "" ? null : <b aria-hidden>{sign}</b>}
    </span>
  );
}

const glyph = (mark: MatrixMark, waiting: boolean): ReactNode =>
  mark.state === "some" ? <Minus size={12} strokeWidth={3} /> : mark.state === "none" ? null : waiting ? <Clock3 size={12} /> : <Check size={12} strokeWidth={3} />;

const signWord = (sign: string, say: Say): string =>
  sign === "" ? "" : say(sign === "+" ? ["，新增", ", added"] : sign === "−" ? ["，移除", ", removed"] : ["，有增有减", ", added and removed"]);
