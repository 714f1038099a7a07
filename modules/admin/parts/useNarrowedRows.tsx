import type { CellOf, MatrixColumn, MatrixRow } from "#kernel/web/part/Matrix.tsx";
import { useMemo } from "react";

type Which = "all" | "held" | "changed";

/** Rows by name and by what is granted in them; what stands above a found row stays, and a found folder keeps what is below. */
export function useNarrowedRows(
  rows: readonly MatrixRow[],
  columns: readonly MatrixColumn[],
  cellOf: CellOf,
  text: string,
  which: Which,
): readonly MatrixRow[] {
  const wanted = text.trim().toLowerCase();
  return useMemo(() => {
    if (wanted === "" && which === "all") return rows;
    const counts = (row: MatrixRow): boolean =>
      which === "all" ||
      columns.some(({ key }) => {
        const cell = cellOf(row.key, key);
        return cell !== null && (which === "held" ? cell.on : cell.on !== cell.was);
      });
    const keep = (row: MatrixRow, named: boolean): MatrixRow[] => {
      const fits = named || row.title.toLowerCase().includes(wanted);
      const children = (row.children ?? []).flatMap((child) => keep(child, fits));
      if (children.length > 0) return [{ ...row, children }];
      const { children: _, ...leaf } = row;
      return fits && counts(row) && (row.children === undefined || which !== "all") ? [leaf] : [];
    };
    return rows.flatMap((row) => keep(row, false));
  }, [rows, columns, cellOf, wanted, which]);
}
