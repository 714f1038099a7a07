import { isNonNegative, sum } from "#kernel/decimal.ts";
import type { FieldError } from "#kernel/refusal.ts";
import type { Text } from "#kernel/text.ts";
import { periodsOf } from "./forecast.ts";

/** What stands before the periods, under titles of either language. */
export const bookColumns = {
  supplier: ["供应商编码", "Supplier code"],
  org: ["组织编码", "Organisation code"],
  item: ["物料编码", "Item code"],
  itemName: ["物料名称", "Item name"],
  invOrg: ["收货组织编码", "Inventory organisation code"],
  uom: ["单位", "Unit"],
} as const satisfies Readonly<Record<string, Text>>;
export type BookColumn = keyof typeof bookColumns;

/** One item of one supplier as a sheet has it: words, and a figure for each period it names. */
export interface BookLine extends Readonly<Record<BookColumn, string>> {
  readonly row: number;
  readonly qtys: ReadonlyMap<string, string>;
}

interface SheetRow {
  readonly row: number;
  readonly cells: readonly (string | null)[];
}

const titles = new Map<string, BookColumn>(
  Object.entries(bookColumns).flatMap(([key, words]) => words.map((title) => [title, key as BookColumn] as const)),
);
const word = (cell: string | null | undefined): string => (cell ?? "").replace(/\s*[*＊]$/, "").trim();

/** The day a period's column begins with: a day, or a month by its first. */
function startOf(cell: string | null | undefined): string | null {
  const found = /^(\d{4})[-/.年](\d{1,2})(?:[-/.月](\d{1,2}))?/.exec(word(cell));
  if (!found) return null;
  const day = `${found[1]}-${found[2]!.padStart(2, "0")}-${(found[3] ?? "1").padStart(2, "0")}`;
  return Number.isNaN(Date.parse(day)) ? null : day;
}

/** Something wrong in one row of a sheet. */
export const wrongRow = (row: number, path: string, cn: string, en: string): FieldError => ({
  path,
  code: "IMPORT_ROW",
  text: [`第${row}行：${cn}`, `Row ${row}: ${en}`],
});

/** A sheet with one column for each period; the header is the first row that names the item's column. */
export function readBook(rows: readonly SheetRow[]): {
  readonly starts: readonly string[];
  readonly lines: readonly BookLine[];
  readonly errors: readonly FieldError[];
} {
  const head = rows.find((row) => row.cells.some((cell) => titles.get(word(cell)) === "item"));
  if (!head) return { starts: [], lines: [], errors: [] };
  const columns = head.cells.map((cell) => titles.get(word(cell)) ?? null);
  const periods = head.cells.map((cell, at) => (columns[at] ? null : startOf(cell)));
  const errors: FieldError[] = [];
  const lines = rows
    .filter((row) => row.row > head.row && row.cells.some((cell) => word(cell) !== ""))
    .map((row): BookLine => {
      const named = Object.fromEntries(columns.flatMap((key, at) => (key ? [[key, word(row.cells[at])]] : []))) as Record<
        BookColumn,
        string
      >;
      const qtys = new Map<string, string>();
      for (const [at, start] of periods.entries()) {
        const figure = word(row.cells[at]).replaceAll(/[,\s]/g, "");
        if (!start || figure === "") continue;
        if (isNonNegative(figure)) qtys.set(start, figure);
        else errors.push(wrongRow(row.row, start, `${start} 的数量不是数字`, `${start} holds no quantity`));
      }
      for (const key of ["supplier", "item"] as const)
        if (!named[key]) errors.push(wrongRow(row.row, key, `${bookColumns[key][0]}必填`, `${bookColumns[key][1]} is required`));
      const blank = { supplier: "", org: "", item: "", itemName: "", invOrg: "", uom: "" };
      return { ...blank, ...named, row: row.row, qtys };
    });
  return { starts: periods.filter((period): period is string => period !== null), lines, errors };
}

export interface Horizon {
  readonly periodType: "DAY" | "WEEK" | "MONTH";
  readonly startPeriod: string;
  readonly periodCount: number;
}

/** The horizon whose periods begin on these days, none left out; null where they follow no rhythm. */
export function horizonOf(starts: readonly string[]): Horizon | null {
  const days = [...new Set(starts)].toSorted();
  const [first] = days;
  if (!first || days.length > 52) return null;
  const types = days.length === 1 ? (["MONTH", "WEEK", "DAY"] as const) : (["DAY", "WEEK", "MONTH"] as const);
  const periodType = types.find((type) => periodsOf(first, type, days.length).every((slot, at) => slot.start === days[at]));
  return periodType ? { periodType, startPeriod: first, periodCount: days.length } : null;
}

export const totalOf = (qtys: Iterable<string>): string => sum([...qtys]);

/** What a workbook would do, or has done, to one forecast. */
export interface BookedForecast {
  readonly id: string | null;
  readonly num: string | null;
  readonly supplier: string;
  readonly org: string;
  readonly added: number;
  readonly changed: number;
  readonly total: string;
}
