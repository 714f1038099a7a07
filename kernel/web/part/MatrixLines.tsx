import { Check, ChevronDown, ChevronRight, Clock3, Minus } from "lucide-react";
import type { ReactNode } from "react";
import type { Text } from "../../text.ts";
import { useText } from "../language.ts";
import { allColumns, squareKey } from "./matrixMarks.ts";
import type { MatrixMark, MatrixRow } from "./matrixMarks.ts";

export interface MatrixColumn {
  readonly key: string;
  readonly title: string;
  /** Said when the pointer rests on the heading. */
  readonly hint?: string;
}

/** Pixels of the column of names and of every other one. */
export const [nameWidth, squareWidth] = [300, 76];

/** Which columns are drawn, and how much room the others take on both sides. */
export interface Sight {
  readonly first: number;
  readonly last: number;
  readonly before: number;
  readonly after: number;
}

/** Keeps the place of columns that are out of sight. */
const Room = ({ width }: { readonly width: number }) => (width > 0 ? <div role="presentation" style={{ flex: "none", width }} /> : null);

/** A row that can be seen, and where it stands. */
export interface SeenRow {
  readonly row: MatrixRow;
  readonly level: number;
  readonly parent: string | null;
  readonly open: boolean;
  readonly position: number;
  readonly siblings: number;
}

/** The rows that can be seen, from top to bottom. */
export const seenRows = (
  rows: readonly MatrixRow[],
  isOpen: (row: MatrixRow) => boolean,
  level = 1,
  parent: string | null = null,
): readonly SeenRow[] =>
  rows.flatMap((row, at) => {
    const open = (row.children?.length ?? 0) > 0 && isOpen(row);
    const line: SeenRow = { row, level, parent, open, position: at + 1, siblings: rows.length };
    return open ? [line, ...seenRows(row.children ?? [], isOpen, level + 1, row.key)] : [line];
  });

type Say = (text: Text) => string;

interface HeadProps {
  readonly rowTitle: string;
  readonly columns: readonly MatrixColumn[];
  readonly sight: Sight;
  readonly marks: ReadonlyMap<string, MatrixMark>;
  readonly readOnly: boolean;
  press(column: string): void;
}

/** The headings of the columns, each with the square of its whole column. */
export function MatrixHead({ rowTitle, columns, sight, marks, readOnly, press }: HeadProps) {
  const say = useText();
  return (
    <div className="pt-matrix-head" role="rowgroup">
      <div role="row" aria-rowindex={1} className="pt-matrix-row">
        <div role="columnheader" aria-colindex={1} className="pt-matrix-name">
          {rowTitle}
        </div>
        <Room width={sight.before} />
        {columns.slice(sight.first, sight.last + 1).map((column, at) => (
          <div key={column.key} role="columnheader" aria-colindex={sight.first + at + 2} className="pt-matrix-cell" title={column.hint}>
            <span>{column.title}</span>
            {readOnly ? null : (
              <Square
                mark={marks.get(squareKey("", column.key))}
                label={say([`整列：${column.title}`, `Whole column: ${column.title}`])}
                tabIndex={-1}
                say={say}
                press={() => press(column.key)}
              />
            )}
          </div>
        ))}
        <Room width={sight.after} />
        <div className="pt-matrix-rest" role="presentation" />
      </div>
    </div>
  );
}

interface LineProps {
  readonly line: SeenRow;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly columns: readonly MatrixColumn[];
  readonly sight: Sight;
  readonly marks: ReadonlyMap<string, MatrixMark>;
  readonly readOnly: boolean;
  readonly spot: number | null;
  turn(): void;
  press(column: string): void;
  reach(column: number): void;
}

/** One row: its name with the square of the whole row, then its squares. */
export function MatrixLine({ line, index, top, height, columns, sight, marks, readOnly, spot, turn, press, reach }: LineProps) {
  const say = useText();
  const { row, level, open } = line;
  const parent = (row.children?.length ?? 0) > 0;
  const shared = { readOnly, say, spotted: true as const };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-level={level}
      aria-posinset={line.position}
      aria-setsize={line.siblings}
      aria-expanded={parent ? open : undefined}
      className="pt-matrix-row"
      data-parent={parent || undefined}
      style={{ height, transform: `translateY(${top}px)`, position: "absolute", insetInline: 0 }}
    >
      <div role="rowheader" aria-colindex={1} className="pt-matrix-name" style={{ paddingLeft: 8 + (level - 1) * 18 }}>
        <span className="pt-matrix-turn" aria-hidden onClick={turn}>
          {parent ? open ? <ChevronDown size={14} /> : <ChevronRight size={14} /> : null}
        </span>
        <Square
          {...shared}
          mark={marks.get(squareKey(row.key, allColumns))}
          label={row.title}
          tabIndex={spot === -1 ? 0 : -1}
          press={() => press(allColumns)}
          reach={() => reach(-1)}
          whole
        />
        <span className="pt-matrix-title" title={row.title} onDoubleClick={turn}>
          {row.title}
        </span>
        {row.note ? <span className="pg-code">{row.note}</span> : null}
      </div>
      <Room width={sight.before} />
      {columns.slice(sight.first, sight.last + 1).map((column, i) => {
        const at = sight.first + i;
        const mark = marks.get(squareKey(row.key, column.key));
        return (
          <div
            key={column.key}
            role="gridcell"
            aria-colindex={at + 2}
            className={`pt-matrix-cell${mark && mark.added + mark.removed > 0 ? " pt-changed" : ""}`}
          >
            <Square
              {...shared}
              mark={mark}
              label={`${row.title} · ${column.title}`}
              tabIndex={spot === at ? 0 : -1}
              press={() => press(column.key)}
              reach={() => reach(at)}
              folder={parent}
            />
          </div>
        );
      })}
      <Room width={sight.after} />
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
  if (mark === undefined || mark.cells === 0)
    return (
      <span
        {...spot}
        className="pt-nosquare"
        tabIndex={tabIndex}
        role="img"
        aria-label={say([`${label}：没有`, `${label}: none`])}
        onFocus={reach}
      />
    );
  const sign = whole ? "" : mark.added > 0 && mark.removed > 0 ? "±" : mark.added > 0 ? "+" : mark.removed > 0 ? "−" : "";
  const waiting = mark.waits > 0 && !whole && !folder;
  return (
    <span
      {...spot}
      role="checkbox"
      aria-checked={spoken[mark.state]}
      aria-readonly={readOnly}
      aria-label={`${label}${signWord(sign, say)}${waiting ? say(["，待复核", ", awaiting second person"]) : ""}`}
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
  mark.state === "some" ? (
    <Minus size={12} strokeWidth={3} />
  ) : mark.state === "none" ? null : waiting ? (
    <Clock3 size={12} />
  ) : (
    <Check size={12} strokeWidth={3} />
  );

const signWord = (sign: string, say: Say): string =>
  sign === ""
    ? ""
    : say(sign === "+" ? ["，新增", ", added"] : sign === "−" ? ["，移除", ", removed"] : ["，有增有减", ", added and removed"]);
