import { readWorkbook } from "#kernel/server/excel/pool.ts";
import { importSheets, type ImportRow, type ImportSheet } from "../import-columns.ts";

const sheetKeys = Object.keys(importSheets) as ImportSheet[];
/** A heading or a name without what does not tell two of them apart. */
export const wordOf = (text: string): string => text.replace(/[*\s]/g, "").toLowerCase();

/** The four sheets of a workbook as rows; a sheet is known by its name, a column by its heading in either language or its key. */
export async function readSuppliers(file: Buffer): Promise<readonly ImportRow[]> {
  const reading = readWorkbook(file, { every: true });
  const heads = new Map<number, { readonly sheet: ImportSheet; readonly columns: readonly (string | null)[] }>();
  const rows: ImportRow[] = [];
  for await (const batch of reading)
    for (const one of batch) {
      const at = one.sheet ?? 0;
      const known = heads.get(at);
      if (known) {
        // Labels and hints of our own template stand above its row of keys; what is filled in stands below.
        if (
          one.cells.some(
            (cell) => cell?.startsWith("#") && importSheets[known.sheet].columns.some((column) => cell.startsWith(`#${column.key}`)),
          )
        ) {
          const begun = rows.findIndex((row) => row.sheet === known.sheet);
          if (begun >= 0) rows.splice(begun);
          continue;
        }
        const values = Object.fromEntries(
          known.columns.flatMap((key, i) => (key && one.cells[i] ? [[key, String(one.cells[i]).trim()]] : [])),
        );
        if (Object.keys(values).length) rows.push({ sheet: known.sheet, rowNo: one.row, values });
        continue;
      }
      const found = headOf(one.cells, at);
      if (found) heads.set(at, found);
    }
  return rows;
}

function headOf(cells: readonly (string | null)[], at: number) {
  for (const sheet of [sheetKeys[at], ...sheetKeys].flatMap((one) => one ?? [])) {
    const { columns } = importSheets[sheet];
    const names = cells.map(
      (cell) => columns.find((one) => cell && [one.key, ...one.label].some((name) => wordOf(name) === wordOf(cell)))?.key ?? null,
    );
    const must = columns.filter((one) => one.must).map((one) => one.key);
    if (must.every((key) => names.includes(key))) return { sheet, columns: names };
  }
  return null;
}
