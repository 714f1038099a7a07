import { Book, type Sheet } from "./book.ts";
import { columnLetters } from "./cell.ts";
import { type Column, type Encode, encoder, isPicture, textCell } from "./encode.ts";
import { keyText, Lists } from "./template.ts";
import type { Sink } from "./zip.ts";

/** One table of an export; maxRow counts the header as one row and opens a further sheet after it. */
export interface SheetPlan {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly titleRows?: readonly (readonly string[])[];
  readonly maxRow?: number;
  /** A hidden row under the header that tells each column's key and the template's version, so that the file can come back. */
  readonly keys?: { readonly of: readonly string[]; readonly version: string };
  /** Columns whose equal neighbours become one cell, each inside the ones before it. */
  readonly merge?: readonly number[];
}

/** A plan with its rows: batches of arrays in the order of the columns. */
export interface SheetSource extends SheetPlan {
  readonly rows: AsyncIterable<readonly (readonly unknown[])[]> | Iterable<readonly (readonly unknown[])[]>;
}

export interface WriteOptions {
  /** The reader's time zone, for moments that carry an offset. */
  readonly zone?: string;
  readonly limit?: number;
}

export interface Written {
  readonly rows: number;
  readonly sheets: number;
}

/** The handbook's rows per sheet, header included. */
export const defaultMaxRow = 20_001;
const spreadsheetRows = 1_048_576;
/** Rows below the data that still get their drop-downs. */
const spareRows = 1_000;
const headerFill = "F2F3F5";

/** Draws the header: groups merged over their columns, a column without a group merged down to the last header row. */
function header(sheet: Sheet, columns: readonly Column[], first: number, depth: number, style: number, quoted: number): void {
  const label = (column: Column, level: number): string => {
    const group = column.group ?? [];
    return level < group.length ? group[level]! : level === group.length ? column.title : "";
  };
  for (let level = 0; level < depth; level++) {
    let cells = "";
    columns.forEach((column, i) => {
      const reference = columnLetters(i) + (first + level);
      const text = label(column, level);
      cells += text === "" ? `<c r="${reference}" s="${style}"/>` : textCell(reference, text, style, quoted);
    });
    sheet.row(first + level, cells);
  }
  const samePath = (a: Column, b: Column, level: number): boolean =>
    (a.group ?? []).slice(0, level + 1).join("\u0001") === (b.group ?? []).slice(0, level + 1).join("\u0001");
  for (let level = 0; level < depth; level++) {
    for (let i = 0; i < columns.length;) {
      const column = columns[i]!;
      const groups = column.group?.length ?? 0;
      let next = i + 1;
      if (level < groups) {
        while (next < columns.length && (columns[next]!.group?.length ?? 0) > level && samePath(column, columns[next]!, level)) next++;
        if (next > i + 1) sheet.merge(`${columnLetters(i)}${first + level}:${columnLetters(next - 1)}${first + level}`);
      } else if (level === groups && level < depth - 1) {
        sheet.merge(`${columnLetters(i)}${first + level}:${columnLetters(i)}${first + depth - 1}`);
      }
      i = next;
    }
  }
}

/** A sheet with its title rows and header, ready for data; answers the number of its last header row. */
async function begin(book: Book, plan: SheetPlan): Promise<{ sheet: Sheet; top: number }> {
  const titles = plan.titleRows ?? [];
  const depth = Math.max(1, ...plan.columns.map((c) => (c.group?.length ?? 0) + 1));
  const labels = titles.length + depth;
  const top = labels + (plan.keys ? 1 : 0);
  const hiddenColumns = plan.columns.flatMap((c, i) => (c.hidden ? [i] : []));
  const sheet = await book.sheet(plan.name, { widths: plan.columns.map((c) => c.width ?? 100), frozenRows: top, hiddenColumns });
  const look = { bold: true, fill: headerFill, wrap: true, centre: depth > 1 };
  const [title, quotedTitle] = [book.styles.index({ bold: true }), book.styles.index({ bold: true, quote: true })];
  titles.forEach((texts, i) =>
    sheet.row(i + 1, texts.map((text, c) => (text === "" ? "" : textCell(columnLetters(c) + (i + 1), text, title, quotedTitle))).join("")),
  );
  header(sheet, plan.columns, titles.length + 1, depth, book.styles.index(look), book.styles.index({ ...look, quote: true }));
  if (plan.keys) {
    const { of, version } = plan.keys;
    sheet.row(top, of.map((key, i) => textCell(columnLetters(i) + top, keyText(key, i, version), 0, 0)).join(""), ' hidden="1"');
  }
  return { sheet, top };
}

/** Puts the filter over the header row, which is possible only when the last row is known; drop-downs reach some rows further. */
function end(sheet: Sheet, plan: SheetPlan, top: number, rows: number, lists: Lists): void {
  if (plan.columns.length > 0 && !plan.keys) sheet.filter(`A${top}:${columnLetters(plan.columns.length - 1)}${top + rows}`);
  plan.columns.forEach(({ options }, i) => {
    const letters = columnLetters(i);
    if (options?.length) sheet.choose(`${letters}${top + 1}:${letters}${top + rows + spareRows}`, lists.formula(options));
  });
}

/** Equal neighbours of the chosen columns as merged cells; a later column only inside a merge of the earlier ones. */
class Merger {
  readonly #columns: readonly number[];
  #began: number[] = [];
  #values: unknown[] = [];

  constructor(columns: readonly number[]) {
    this.#columns = columns;
  }

  row(sheet: Sheet, values: readonly unknown[], number: number): void {
    const broken = this.#columns.findIndex((column, level) => this.#began.length === 0 || values[column] !== this.#values[level]);
    if (broken < 0) return;
    this.#close(sheet, broken, number - 1);
    for (let level = broken; level < this.#columns.length; level++) {
      this.#began[level] = number;
      this.#values[level] = values[this.#columns[level]!];
    }
  }

  end(sheet: Sheet, last: number): void {
    this.#close(sheet, 0, last);
    this.#began = [];
  }

  #close(sheet: Sheet, from: number, last: number): void {
    for (let level = from; level < this.#began.length; level++) {
      const letters = columnLetters(this.#columns[level]!);
      if (last > this.#began[level]!) sheet.merge(`${letters}${this.#began[level]}:${letters}${last}`);
    }
  }
}

/** Lays a row's pictures over their cells; the row is then as high as the highest. */
function lay(sheet: Sheet, columns: readonly number[], values: readonly unknown[], row: number): string {
  let height = 0;
  for (const column of columns) {
    const value = values[column];
    if (!isPicture(value)) continue;
    sheet.picture(row, column, value);
    height = Math.max(height, value.height);
  }
  return height === 0 ? "" : ` ht="${Math.max(15, (height + 4) * 0.75)}" customHeight="1"`;
}

async function writeSheets(
  book: Book,
  source: SheetSource,
  zone: string | undefined,
  lists: Lists,
  signal: AbortSignal | undefined,
): Promise<number> {
  const encoders: Encode[] = source.columns.map((column, i) => encoder(column, i, book.styles, zone));
  let { sheet, top } = await begin(book, source);
  const merger = source.merge?.length ? new Merger(source.merge) : null;
  const pictures = source.columns.flatMap((column, i) => (column.kind === "picture" ? [i] : []));
  const perSheet = Math.max(1, Math.min((source.maxRow ?? defaultMaxRow) - 1, spreadsheetRows - top));
  let total = 0;
  let onSheet = 0;
  for await (const batch of source.rows) {
    signal?.throwIfAborted();
    for (const values of batch) {
      if (onSheet === perSheet) {
        merger?.end(sheet, top + onSheet);
        end(sheet, source, top, onSheet, lists);
        ({ sheet, top } = await begin(book, source));
        onSheet = 0;
      }
      const number = top + ++onSheet;
      let cells = "";
      for (let i = 0; i < encoders.length; i++) cells += encoders[i]!(values[i], number);
      sheet.row(number, cells, pictures.length ? lay(sheet, pictures, values, number) : "");
      merger?.row(sheet, values, number);
      if (sheet.full) await sheet.flush();
    }
    total += batch.length;
  }
  merger?.end(sheet, top + onSheet);
  end(sheet, source, top, onSheet, lists);
  return total;
}

/** Writes a whole workbook as a stream: memory does not grow with the number of rows. */
export async function writeWorkbook(
  sink: Sink,
  sources: readonly SheetSource[],
  options: WriteOptions = {},
  signal?: AbortSignal,
): Promise<Written> {
  const book = new Book(sink, options.limit);
  let rows = 0;
  try {
    const lists = new Lists();
    for (const source of sources) rows += await writeSheets(book, source, options.zone, lists, signal);
    await lists.write(book);
    await book.finish();
  } catch (error) {
    book.abandon();
    throw error;
  }
  return { rows, sheets: book.sheetCount };
}
