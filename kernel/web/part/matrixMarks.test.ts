import { expect, test } from "vitest";
import { allColumns, marksOf, rowsMeant, squareKey, turnsOn } from "./matrixMarks.ts";
import type { CellOf, MatrixRow } from "./matrixMarks.ts";

const rows: readonly MatrixRow[] = [
  {
    key: "dir",
    title: "dir",
    children: [
      { key: "p1", title: "p1" },
      { key: "p2", title: "p2" },
      { key: "p3", title: "p3" },
    ],
  },
];
const cells: Readonly<Record<string, readonly [on: boolean, was: boolean]>> = {
  "p1 save": [true, true],
  "p2 save": [true, false],
  "p1 delete": [false, true],
  "p3 open": [false, false],
};
const cellOf: CellOf = (row, column) => {
  const found = cells[`${row} ${column}`];
  return found === undefined ? null : { on: found[0], was: found[1] };
};
const marks = marksOf(rows, ["open", "save", "delete", "none"], cellOf);

test("a parent is set when all below it is, half when some is, and nothing where there is nothing", () => {
  expect(marks.get(squareKey("dir", "save"))).toMatchObject({ state: "all", cells: 2, added: 1 });
  expect(marks.get(squareKey("dir", "delete"))).toMatchObject({ state: "none", cells: 1, removed: 1 });
  expect(marks.get(squareKey("dir", "none"))).toMatchObject({ cells: 0 });
  const half = marksOf(rows, ["save"], (row) => (row === "dir" ? null : { on: row === "p1", was: false }));
  expect(half.get(squareKey("dir", "save"))).toMatchObject({ state: "some", cells: 3, added: 1 });
});

test("a row is summed over its columns", () => {
  expect(marks.get(squareKey("p1", allColumns))).toMatchObject({ state: "some", cells: 2, removed: 1 });
  expect(marks.get(squareKey("p2", allColumns))).toMatchObject({ state: "all", cells: 1, added: 1 });
});

test("a column is summed over all rows", () => {
  expect(marks.get(squareKey("", "save"))).toMatchObject({ state: "all", cells: 2 });
});

test("a press on a folder means the squares below it, and sets unless all are set", () => {
  expect(rowsMeant(rows[0]!, "save", cellOf)).toEqual(["p1", "p2"]);
  expect(turnsOn(marks.get(squareKey("dir", "save")))).toBe(false);
  expect(turnsOn(marks.get(squareKey("dir", "delete")))).toBe(true);
});
