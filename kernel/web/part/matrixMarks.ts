import type { CheckState } from "../../tree.ts";

/** A row of a matrix; rows with rows below them gather what stands there. */
export interface MatrixRow {
  readonly key: string;
  readonly title: string;
  /** A small grey code after the title. */
  readonly note?: string;
  readonly children?: readonly MatrixRow[];
}

/** One square: whether it is set, whether it was, and whether it still waits for somebody. */
export interface MatrixCell {
  readonly on: boolean;
  readonly was: boolean;
  readonly waits?: boolean;
}

/** Answers the square of a row and a column, or nothing where there is none. */
export type CellOf = (row: string, column: string) => MatrixCell | null;

/** What is drawn in one square, of a row alone or of everything below it. */
export interface MatrixMark {
  readonly state: CheckState;
  readonly cells: number;
  readonly added: number;
  readonly removed: number;
  readonly waits: number;
}

const nothing: MatrixMark = { state: "none", cells: 0, added: 0, removed: 0, waits: 0 };

function join(marks: readonly MatrixMark[]): MatrixMark {
  const real = marks.filter((mark) => mark.cells > 0);
  if (real.length === 0) return nothing;
  const sum = (read: (mark: MatrixMark) => number): number => real.reduce((total, mark) => total + read(mark), 0);
  const state = real.every((mark) => mark.state === "all") ? "all" : real.every((mark) => mark.state === "none") ? "none" : "some";
  return { state, cells: sum((m) => m.cells), added: sum((m) => m.added), removed: sum((m) => m.removed), waits: sum((m) => m.waits) };
}

const markOf = (cell: MatrixCell | null): MatrixMark =>
  cell === null
    ? nothing
    : {
        state: cell.on ? "all" : "none",
        cells: 1,
        added: cell.on && !cell.was ? 1 : 0,
        removed: !cell.on && cell.was ? 1 : 0,
        waits: cell.waits ? 1 : 0,
      };

/** The column that stands for all columns of a row. */
export const allColumns = "*";

/** The key of a square in the answer of `marksOf`. */
export const squareKey = (row: string, column: string): string => `${row}\u0001${column}`;

/** Every square of the matrix worked out once: rows from below upwards, and each column over all rows under "". */
export function marksOf(rows: readonly MatrixRow[], columns: readonly string[], cellOf: CellOf): ReadonlyMap<string, MatrixMark> {
  const marks = new Map<string, MatrixMark>();
  const enter = (row: MatrixRow): void => {
    for (const child of row.children ?? []) enter(child);
    for (const column of columns) {
      const below = (row.children ?? []).map((child) => marks.get(squareKey(child.key, column))!);
      marks.set(squareKey(row.key, column), join([markOf(cellOf(row.key, column)), ...below]));
    }
    marks.set(squareKey(row.key, allColumns), join(columns.map((column) => marks.get(squareKey(row.key, column))!)));
  };
  for (const row of rows) enter(row);
  for (const column of columns) marks.set(squareKey("", column), join(rows.map((row) => marks.get(squareKey(row.key, column))!)));
  return marks;
}

/** The rows whose own square in this column a press on the row means. */
export const rowsMeant = (row: MatrixRow, column: string, cellOf: CellOf): readonly string[] => [
  ...(cellOf(row.key, column) === null ? [] : [row.key]),
  ...(row.children ?? []).flatMap((child) => rowsMeant(child, column, cellOf)),
];

/** A press sets everything unless everything is set already. */
export const turnsOn = (mark: MatrixMark | undefined): boolean => mark?.state !== "all";
