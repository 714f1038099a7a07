import { cmp } from "#kernel/decimal.ts";
import { readPath, toDecimal, type OrderBy, type Row } from "#kernel/table.ts";
import type { TableApi } from "./types.ts";

/** Orders two rows by the given keys: numbers as numbers, words as people sort them, nothing last. */
export function compareRows(a: Row, b: Row, orderBy: readonly OrderBy[]): number {
  for (const { key, dir } of orderBy) {
    const [x, y] = [readPath(a, key), readPath(b, key)];
    if (x === y) continue;
    const blank = Number(x === null || x === undefined || x === "") - Number(y === null || y === undefined || y === "");
    if (blank !== 0) return blank;
    const [m, n] = [toDecimal(x), toDecimal(y)];
    const order = m !== null && n !== null ? cmp(m, n) : String(x).localeCompare(String(y), "zh-CN");
    if (order !== 0) return dir === "asc" ? order : -order;
  }
  return 0;
}

/** Rows already at hand, paged and sorted as a server would. */
export const localApi =
  (rows: readonly Row[]): TableApi =>
  ({ pageIndex, pageRows, orderBy }) => {
    const sorted = orderBy.length === 0 ? rows : rows.toSorted((a, b) => compareRows(a, b, orderBy));
    const from = pageRows === 0 ? 0 : (pageIndex - 1) * pageRows;
    return Promise.resolve({
      rows: pageRows === 0 ? sorted : sorted.slice(from, from + pageRows),
      page: { count: rows.length, curIndex: pageIndex },
    });
  };
