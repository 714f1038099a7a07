import { Book } from "./book.ts";
import { columnLetters, type SheetRow } from "./cell.ts";
import { type ColumnKind, dateFormats, numberFormat, textCell } from "./encode.ts";

/** A column people fill in; options become a drop-down. */
export interface TemplateColumn {
  readonly key: string;
  readonly label: string;
  readonly required?: boolean;
  readonly hint?: string;
  readonly kind?: ColumnKind;
  readonly scale?: number;
  readonly width?: number;
  readonly options?: readonly string[];
}

/** One sheet of an import template. */
export interface TemplatePlan {
  readonly title: string;
  readonly version: string;
  readonly columns: readonly TemplateColumn[];
  readonly example?: readonly string[];
  readonly sheet?: string;
  readonly maxRows?: number;
}

const listSheet = "_lists";
const layout = { title: 1, labels: 2, hints: 3, keys: 4, data: 5 } as const;

/** The key of the column an error workbook adds; a key row that holds it means "not a column of the template". */
export const errorKey = "!error";
/** The key of that column on a sheet that is only to be looked at: it never comes back in. */
export const copyKey = "!copy";

/** Cells people type into: text stays text (001 keeps its zeros), dates and numbers get their format. */
export function inputFormat(column: Pick<TemplateColumn, "kind" | "scale"> | undefined): string {
  const kind = column?.kind ?? "text";
  if (kind === "text") return "@";
  if (kind === "number") return numberFormat(column?.scale);
  return kind === "year" ? "0" : dateFormats[kind];
}

/** Keeps the drop-down lists of a book; a list too long for its cell's formula goes to a hidden sheet. */
export class Lists {
  readonly #long: (readonly string[])[] = [];

  formula(options: readonly string[]): string {
    const joined = options.join(",");
    if (joined.length <= 255 && !options.some((option) => /[,"]|^\s|\s$/.test(option))) return `"${joined}"`;
    const column = columnLetters(this.#long.push(options) - 1);
    return `${listSheet}!$${column}$1:$${column}$${options.length}`;
  }

  async write(book: Book): Promise<void> {
    if (this.#long.length === 0) return;
    const sheet = await book.sheet(listSheet, { hidden: true });
    const quoted = book.styles.index({ quote: true });
    const longest = Math.max(...this.#long.map((list) => list.length));
    for (let row = 1; row <= longest; row++) {
      sheet.row(
        row,
        this.#long.map((list, c) => (list[row - 1] ? textCell(columnLetters(c) + row, list[row - 1]!, 0, quoted) : "")).join(""),
      );
      if (sheet.full) await sheet.flush();
    }
  }
}

/** The cell of the hidden row that tells a column's key; the first one also carries the template's version, so that it survives every program and CSV. */
export const keyText = (key: string, index: number, version: string): string => `#${key}${index === 0 ? ` v${version}` : ""}`;

async function writePlan(book: Book, plan: TemplatePlan, lists: Lists): Promise<void> {
  const { columns } = plan;
  const look = (of: Parameters<typeof book.styles.index>[0]): number => book.styles.index(of);
  const sheet = await book.sheet(plan.sheet ?? plan.title, {
    widths: columns.map((column) => column.width ?? 120),
    columnStyles: columns.map((column) => look({ format: inputFormat(column) })),
    frozenRows: layout.keys,
  });
  const line = (
    row: number,
    text: (column: TemplateColumn, index: number) => string,
    style: (column: TemplateColumn) => number,
    attributes = "",
  ): void => {
    const cells = columns.map((column, i) => {
      const shown = text(column, i);
      return shown === "" ? "" : textCell(columnLetters(i) + row, shown, style(column), style(column));
    });
    sheet.row(row, cells.join(""), attributes);
  };
  sheet.row(layout.title, textCell("A1", plan.title, look({ bold: true, size: 14 }), look({ bold: true, size: 14 })));
  const label = { bold: true, fill: "F2F3F5", wrap: true } as const;
  line(
    layout.labels,
    (c) => (c.required ? `${c.label} *` : c.label),
    (c) => look(c.required ? { ...label, colour: "C00000" } : label),
  );
  line(
    layout.hints,
    (c) => c.hint ?? "",
    () => look({ italic: true, colour: "808080", wrap: true }),
  );
  line(
    layout.keys,
    (c, i) => keyText(c.key, i, plan.version),
    () => 0,
    ' hidden="1"',
  );
  const { example } = plan;
  if (example)
    line(
      layout.data,
      (_, i) => (i === 0 ? `# ${example[0] ?? ""}` : (example[i] ?? "")),
      () => look({ italic: true, colour: "808080", format: "@" }),
    );
  const last = layout.data + (plan.maxRows ?? 20_000);
  columns.forEach((column, i) => {
    if (column.options?.length) sheet.choose(`${columnLetters(i)}${layout.data}:${columnLetters(i)}${last}`, lists.formula(column.options));
  });
}

/** The workbook people fill in: title, labels, hints, a hidden row of keys, an example that is not imported; one sheet per plan. */
export async function templateWorkbook(plans: readonly TemplatePlan[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const book = new Book(async (bytes) => void chunks.push(bytes));
  const lists = new Lists();
  for (const plan of plans) await writePlan(book, plan, lists);
  await lists.write(book);
  await book.finish();
  return Buffer.concat(chunks);
}

/** The hidden row of keys in a file that came back. */
export interface KeyRow {
  readonly row: number;
  readonly keys: readonly (string | null)[];
  readonly version: string | null;
}

const keyPattern = /^#([^\s#]+)(?: v(\S+))?$/;

/** Finds the row of keys among the first rows; null when the file was not made from a template. */
export function findKeys(rows: readonly SheetRow[]): KeyRow | null {
  for (const { row, cells } of rows.slice(0, 20)) {
    const parts = cells.map((cell) => (cell === null ? null : keyPattern.exec(cell)));
    if (!cells.some((cell) => cell !== null) || parts.some((part, i) => part === null && cells[i] !== null)) continue;
    const keys = parts.map((part) => (part === null || part[1] === errorKey || part[1] === copyKey ? null : part[1]!));
    return { row, keys, version: parts.find((part) => part?.[2])?.[2] ?? null };
  }
  return null;
}

/** Rows that are not data wherever they stand: the example and the keys, both marked with #. */
export const isMarked = (row: SheetRow): boolean => row.cells[0]?.trimStart().startsWith("#") ?? false;
