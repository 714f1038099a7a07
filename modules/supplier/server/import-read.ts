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
    for (const one of batch) {
      const at = one.sheet ?? 0;
      if (one.row <= 20 && isCopy([one])) copies.add(at);
      const known = heads.get(at);
      if (!known) {
        const found = headOf(one.cells, at);
        if (found) heads.set(at, { ...found, at, lastHeaderRow: one.row });
      } else if (isKeys(known.sheet, one.cells)) {
        // Labels and hints of our own template stand above its row of keys; what is filled in stands below.
        known.lastHeaderRow = one.row;
        for (let i = rows.length - 1; i >= 0; i--) if (rows[i]!.at === at) rows.splice(i, 1);
      } else {
        const values = Object.fromEntries(
          known.columns.flatMap((key, i) => (key && one.cells[i] ? [[key, String(one.cells[i]).trim()]] : [])),
        );
        if (Object.keys(values).length) rows.push({ sheet: known.sheet, rowNo: one.row, values, at });
      }
    }
  // The second half of an error workbook shows what was sent before; it brings nothing in.
  return {
    rows: rows.filter((row) => !copies.has(row.at)).map(({ at: _, ...row }) => row),
    sheets: [...heads.values()].filter(({ at }) => !copies.has(at)).map((one) => ({ ...one, name: reading.info.sheets[one.at] ?? "" })),
  };
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
