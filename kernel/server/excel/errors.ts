import type { Language } from "#kernel/text.ts";
import { Book, type Sheet } from "./book.ts";
import { columnLetters, kindOf, type SheetRow, toSerial } from "./cell.ts";
import { dateFormats, numericText, textCell } from "./encode.ts";
import { readTable, type ReadOptions } from "./read.ts";
import type { Look, Styles } from "./styles.ts";
import { copyKey, errorKey, findKeys, inputFormat, type KeyRow, Lists, type TemplateColumn } from "./template.ts";
import type { Sink } from "./zip.ts";

/** What is wrong with a row; column counts from 0 in the user's own file, null where the row as a whole is wrong. */
export interface RowError {
  readonly row: number;
  readonly column: number | null;
  readonly text: string;
}

/** One sheet of the file with what is wrong on it. */
export interface ErrorSheet {
  readonly errors: readonly RowError[];
  /** The last row above the data. */
  readonly lastHeaderRow: number;
  /** Position in the workbook; the first visible one when not given. */
  readonly sheet?: number;
  /** Its name, where there are several. */
  readonly name?: string;
  /** The template's columns, for formats and drop-downs in the cells to be corrected. */
  readonly columns?: readonly TemplateColumn[];
}

export interface ErrorPlan extends ErrorSheet {
  readonly language: Language;
  readonly options?: ReadOptions;
  /** Further sheets with wrong rows. */
  readonly more?: readonly ErrorSheet[];
}

/** The heading by which an added column is known and left out when the file comes back. */
export const errorLabel = "错误信息 / Error";
/** The same heading on a sheet that is only to be looked at. */
export const copyLabel = "错误信息 / Error (copy)";
/** In front of the names of sheets that hold the failed rows of one sheet among several. */
export const failedNames = ["失败行", "Failed rows"] as const;

/** Whether a sheet is the second half of an error workbook, which shows what was and brings nothing in. */
export const isCopy = (rows: readonly SheetRow[]): boolean =>
  rows.slice(0, 20).some(({ cells }) => cells.some((cell) => cell === copyLabel || cell === `#${copyKey}`));

const failedLook: Look = { fill: "FFC7CE", colour: "9C0006" };
const failedRowLook: Look = { fill: "FCE4D6" };
const noteLook: Look = { colour: "C00000" };
const headerLook: Look = { bold: true, fill: "F2F3F5", wrap: true };

/** The cell as it was read, with the same kind and the same digits; only its look may differ. */
function sameCell(row: SheetRow, column: number, number: number, styles: Styles, look: Look, blankFormat: string): string {
  const reference = columnLetters(column) + number;
  const value = row.cells[column] ?? null;
  if (value === null) return look.fill ? `<c r="${reference}" s="${styles.index({ ...look, format: blankFormat })}"/>` : "";
  const valued = (format: string, shown: string): string =>
    `<c r="${reference}" s="${styles.index({ ...look, format })}"><v>${shown}</v></c>`;
  const kind = kindOf(row, column);
  if (kind === "number") {
    const shown = numericText(value);
    if (shown !== null) return valued(blankFormat === "@" ? "General" : blankFormat, shown);
  } else if (kind === "date" || kind === "datetime") {
    const serial = toSerial(value);
    if (serial !== null) return valued(dateFormats[kind], String(serial));
  } else if (kind === "time") {
    const [hours = 0, minutes = 0, seconds = 0] = value.split(":").map(Number);
    return valued(dateFormats.time, String((hours * 3600 + minutes * 60 + seconds) / 86_400));
  } else if (kind === "boolean") {
    return `<c r="${reference}" s="${styles.index(look)}" t="b"><v>${value === "TRUE" ? 1 : 0}</v></c>`;
  }
  return textCell(reference, value, styles.index({ ...look, format: "@" }), styles.index({ ...look, format: "@", quote: true }));
}

/** What a first pass over the file learns. */
interface Survey {
  readonly header: readonly SheetRow[];
  readonly keys: KeyRow | null;
  /** Columns of the file without an error column of an earlier round. */
  readonly width: number;
  readonly errorColumn: number;
}

const readOptions = (plan: ErrorPlan, { sheet }: ErrorSheet): ReadOptions => ({
  ...plan.options,
  ...(sheet === undefined ? {} : { sheet }),
});

async function survey(file: Buffer | string, plan: ErrorSheet, options: ReadOptions): Promise<Survey> {
  const header: SheetRow[] = [];
  let widest = 0;
  for await (const batch of readTable(file, options)) {
    for (const row of batch) {
      widest = Math.max(widest, row.cells.length);
      if (row.row <= plan.lastHeaderRow) header.push(row);
    }
  }
  const isError = (cell: string | null): boolean => cell === errorLabel || cell === `#${errorKey}`;
  const earlier = header.map((row) => row.cells.findIndex(isError)).find((at) => at >= 0);
  return { header, keys: findKeys(header), width: widest, errorColumn: earlier ?? widest };
}

const filled = (row: SheetRow): number => row.cells.filter((cell) => cell !== null).length;

/** The row of labels: the last above the data, or the fullest above the keys. */
function labelRowOf({ header, keys }: Survey): number | undefined {
  if (!keys) return header.at(-1)?.row;
  const above = header.filter((row) => row.row < keys.row);
  return above.reduce<SheetRow | undefined>((best, row) => (best && filled(best) >= filled(row) ? best : row), undefined)?.row ?? keys.row;
}

function writeHeader(sheet: Sheet, found: Survey, styles: Styles, isShown: boolean): void {
  const { header, keys, errorColumn } = found;
  const labelRow = labelRowOf(found);
  for (const row of header) {
    const isKeys = row.row === keys?.row;
    let cells = "";
    for (let column = 0; column < Math.max(row.cells.length, errorColumn + 1); column++) {
      const reference = columnLetters(column) + row.row;
      const own = row.cells[column] ?? "";
      const text =
        column !== errorColumn
          ? own
          : isKeys
            ? `#${isShown ? copyKey : errorKey}`
            : row.row === labelRow
              ? isShown
                ? copyLabel
                : errorLabel
              : "";
      if (text === "") continue;
      const required = row.row === labelRow && (text.endsWith("*") || column === errorColumn);
      const look = isKeys
        ? {}
        : row.row === labelRow
          ? { ...headerLook, ...(required ? { colour: "C00000" } : {}) }
          : { bold: row.row === 1 };
      cells += textCell(reference, text, styles.index(look), styles.index({ ...look, quote: true }));
    }
    sheet.row(row.row, cells, isKeys ? ' hidden="1"' : "");
  }
}

/** The two sheets of an error workbook differ in which rows they show and how the failed ones are marked. */
interface Painter {
  readonly book: Book;
  readonly found: Survey;
  readonly plan: ErrorSheet;
  readonly options: ReadOptions;
  readonly byRow: ReadonlyMap<number, readonly RowError[]>;
  readonly formats: readonly string[];
}

function paintRow(p: Painter, sheet: Sheet, row: SheetRow, number: number, everyCell: boolean): void {
  const errors = p.byRow.get(row.row) ?? [];
  const failed = new Map<number, string>();
  for (const { column, text } of errors)
    if (column !== null) failed.set(column, failed.has(column) ? `${failed.get(column)}\n${text}` : text);
  let cells = "";
  const { errorColumn, width } = p.found;
  for (let column = 0; column < Math.max(width, errorColumn + 1); column++) {
    if (column === errorColumn) {
      const note = errors.map((error) => error.text).join("; ");
      if (note !== "")
        cells += textCell(
          columnLetters(column) + number,
          note,
          p.book.styles.index(noteLook),
          p.book.styles.index({ ...noteLook, quote: true }),
        );
      continue;
    }
    const bad = failed.get(column);
    const look = everyCell ? (errors.length > 0 ? failedRowLook : {}) : bad === undefined ? {} : failedLook;
    cells += sameCell(row, column, number, p.book.styles, look, p.formats[column] ?? "@");
    if (!everyCell && bad !== undefined) sheet.comment(number, column, bad);
  }
  sheet.row(number, cells);
}

async function paintSheet(
  p: Painter,
  file: Buffer | string,
  name: string,
  lists: Lists | null,
  signal: AbortSignal | undefined,
): Promise<void> {
  const onlyFailed = lists !== null;
  const top = p.plan.lastHeaderRow;
  const width = Math.max(p.found.width, p.found.errorColumn + 1);
  const widths = Array.from({ length: width }, (_, i) => (i === p.found.errorColumn ? 320 : 120));
  const columnStyles = onlyFailed ? p.formats.map((format) => p.book.styles.index({ format })) : [];
  const sheet = await p.book.sheet(name, { widths, columnStyles, frozenRows: top });
  writeHeader(sheet, p.found, p.book.styles, !onlyFailed);
  let next = top;
  for await (const batch of readTable(file, p.options, signal)) {
    for (const row of batch) {
      if (row.row <= top || (onlyFailed && !p.byRow.has(row.row))) continue;
      paintRow(p, sheet, row, onlyFailed ? ++next : row.row, !onlyFailed);
      if (sheet.full) await sheet.flush();
    }
  }
  p.found.keys?.keys.forEach((key, i) => {
    const options = onlyFailed ? p.plan.columns?.find((column) => column.key === key)?.options : undefined;
    if (options?.length)
      sheet.choose(`${columnLetters(i)}${top + 1}:${columnLetters(i)}${Math.max(next, top + 1)}`, lists!.formula(options));
  });
}

async function painterOf(book: Book, file: Buffer | string, plan: ErrorPlan, errorSheet: ErrorSheet): Promise<Painter> {
  const byRow = new Map<number, RowError[]>();
  for (const error of errorSheet.errors) {
    const known = byRow.get(error.row);
    if (known) known.push(error);
    else byRow.set(error.row, [error]);
  }
  const options = readOptions(plan, errorSheet);
  const found = await survey(file, errorSheet, options);
  const known = new Map(errorSheet.columns?.map((column) => [column.key, column]));
  const formats = (found.keys?.keys ?? []).map((key) => inputFormat(key === null ? undefined : known.get(key)));
  return { book, found, plan: errorSheet, options, byRow, formats };
}

/**
 * Writes the error workbook: first the failed rows alone, to be corrected and uploaded as they are, then the whole
 * sheets with the failed rows coloured. It reads the file again for each sheet instead of keeping it in memory.
 */
export async function writeErrors(sink: Sink, file: Buffer | string, plan: ErrorPlan, signal?: AbortSignal): Promise<void> {
  const book = new Book(sink);
  try {
    const painters: Painter[] = [];
    for (const errorSheet of [plan, ...(plan.more ?? [])]) painters.push(await painterOf(book, file, plan, errorSheet));
    const lists = new Lists();
    const english = plan.language === "EN";
    const named = (name: string, p: Painter): string => (p.plan.name === undefined ? name : `${name} ${p.plan.name}`);
    for (const p of painters) await paintSheet(p, file, named(failedNames[english ? 1 : 0], p), lists, signal);
    for (const p of painters) await paintSheet(p, file, named(english ? "All rows" : "全部行", p), null, signal);
    await lists.write(book);
    await book.finish();
  } catch (error) {
    book.abandon();
    throw error;
  }
}
