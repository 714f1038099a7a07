import { isCopy } from "#kernel/server/excel/errors.ts";
import { readWorkbook } from "#kernel/server/excel/pool.ts";
import { importSheets, type ImportRow, type ImportSheet } from "../import-columns.ts";

const sheetKeys = Object.keys(importSheets) as ImportSheet[];
/** A heading or a name without what does not tell two of them apart. */
export const wordOf = (text: string): string => text.replace(/[*\s]/g, "").toLowerCase();

/** A sheet of the file: which of the four it is, and where its columns and rows stand. */
export interface ReadSheet {
  readonly sheet: ImportSheet;
  /** Its place among the sheets of the file. */
  readonly at: number;
  readonly name: string;
  readonly columns: readonly (string | null)[];
  lastHeaderRow: number;
}

const isKeys = (sheet: ImportSheet, cells: readonly (string | null)[]): boolean =>
  cells.some((cell) => cell?.startsWith("#") && importSheets[sheet].columns.some((column) => cell.startsWith(`#${column.key}`)));

/** The four sheets of a workbook as rows; a sheet is known by its name, a column by its heading in either language or its key. */
export async function readSuppliers(file: Buffer): Promise<{ readonly rows: readonly ImportRow[]; readonly sheets: readonly ReadSheet[] }> {
  const reading = readWorkbook(file, { every: true });
  const heads = new Map<number, Omit<ReadSheet, "name">>();
  const rows: (ImportRow & { readonly at: number })[] = [];
  const copies = new Set<number>();
  for await (const batch of reading)
    for (const sheetRow of batch) {
      const at = sheetRow.sheet ?? 0;
      if (sheetRow.row <= 20 && isCopy([sheetRow])) copies.add(at);
      const known = heads.get(at);
      if (!known) {
        const found = headOf(sheetRow.cells, at);
        if (found) heads.set(at, { ...found, at, lastHeaderRow: sheetRow.row });
      } else if (isKeys(known.sheet, sheetRow.cells)) {
        // Labels and hints of our own template stand above its row of keys; what is filled in stands below.
        known.lastHeaderRow = sheetRow.row;
        for (let i = rows.length - 1; i >= 0; i--) if (rows[i]!.at === at) rows.splice(i, 1);
      } else {
        const values = Object.fromEntries(
          known.columns.flatMap((key, i) => (key && sheetRow.cells[i] ? [[key, String(sheetRow.cells[i]).trim()]] : [])),
        );
        if (Object.keys(values).length) rows.push({ sheet: known.sheet, rowNo: sheetRow.row, values, at });
      }
    }
  // The second half of an error workbook shows what was sent before; it brings nothing in.
  return {
    rows: rows.filter((row) => !copies.has(row.at)).map(({ at: _, ...row }) => row),
    sheets: [...heads.values()].filter(({ at }) => !copies.has(at)).map((head) => ({ ...head, name: reading.info.sheets[head.at] ?? "" })),
  };
}

function headOf(cells: readonly (string | null)[], at: number) {
  for (const sheet of [sheetKeys[at], ...sheetKeys].flatMap((importSheet) => importSheet ?? [])) {
    const { columns } = importSheets[sheet];
    const names = cells.map(
      (cell) => columns.find((column) => cell && [column.key, ...column.label].some((name) => wordOf(name) === wordOf(cell)))?.key ?? null,
    );
    const must = columns.filter((column) => column.must).map((column) => column.key);
    if (must.every((key) => names.includes(key))) return { sheet, columns: names };
  }
  return null;
}
