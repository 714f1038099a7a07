import { refuse, type Reason } from "#kernel/refusal.ts";
import { sheetName } from "../excel/book.ts";
import type { SheetRow } from "../excel/cell.ts";
import { errorLabel, failedNames, isCopy } from "../excel/errors.ts";
import { findKeys, isMarked } from "../excel/template.ts";
import type { Kernel } from "../kernel.ts";
import { ancestorsOf, qualified, titleAt, type SheetShape } from "./shape.ts";

/** What is wrong, or worth a look, in one cell, by the person's own sheet and row number. */
export interface Finding extends Reason {
  readonly sheet: number;
  readonly row: number;
  readonly column: string;
  readonly value: unknown;
}

/** Which column brings which field of which level. */
export interface SheetColumn {
  readonly index: number;
  readonly path: string;
  readonly key: string;
}

/** A sheet of the file as it came. */
export interface RawSheet {
  readonly sheet: number;
  readonly name: string;
  readonly rows: readonly SheetRow[];
}

/** A sheet understood: whose rows it holds, which column brings which field, and the rows that are data. */
export interface Understood {
  readonly shape: SheetShape;
  readonly sheet: number;
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** Columns that say which row above a row belongs to. */
  readonly above: readonly SheetColumn[];
  readonly unknown: readonly string[];
  readonly lastHeaderRow: number;
  readonly rows: readonly SheetRow[];
  readonly version: string | null;
}

const plain = (label: string): string => label.replace(/[*＊\s]/g, "").toLowerCase();

const data = (rows: readonly SheetRow[], header: number): SheetRow[] =>
  rows.filter((row) => row.row > header && !isMarked(row) && row.cells.some((cell) => cell !== null && cell.trim() !== ""));

/** Every column a sheet of this shape may have, by its name in the whole workbook. */
function columnsOf(shape: SheetShape): Map<string, Omit<SheetColumn, "index">> {
  const known = new Map<string, Omit<SheetColumn, "index">>();
  for (const above of ancestorsOf(shape)) for (const key of above.keys) known.set(qualified(above.path, key), { path: above.path, key });
  for (const key of ["id", ...shape.keys, ...shape.fields]) known.set(qualified(shape.path, key), { path: shape.path, key });
  return known;
}

const part = (shape: SheetShape, columns: readonly SheetColumn[]) => ({
  columns: columns.filter((column) => column.path === shape.path),
  above: columns.filter((column) => column.path !== shape.path),
});

/** By the hidden row of keys: the deepest level a key names is the sheet's own. */
function byKeys(shapes: readonly SheetShape[], raw: RawSheet): Understood | null {
  const keyed = findKeys(raw.rows.slice(0, 20));
  if (!keyed) return null;
  const shape = shapes.findLast((sheetShape) =>
    keyed.keys.some((key) => key !== null && columnsOf(sheetShape).get(key)?.path === sheetShape.path),
  );
  if (!shape) return null;
  const known = columnsOf(shape);
  const columns = keyed.keys.flatMap((key, index) => (key && known.has(key) ? [{ index, ...known.get(key)! }] : []));
  const unknown = keyed.keys.filter((key): key is string => key !== null && !known.has(key));
  return {
    shape,
    sheet: raw.sheet,
    name: raw.name,
    ...part(shape, columns),
    unknown,
    lastHeaderRow: keyed.row,
    rows: data(raw.rows, keyed.row),
    version: keyed.version,
  };
}

/** By the labels in either language, among the first five rows. */
function byLabels(kernel: Pick<Kernel, "declared">, shape: SheetShape, raw: RawSheet): Understood | null {
  const byLabel = new Map<string, Omit<SheetColumn, "index">>();
  const enter = (of: SheetShape, keys: readonly string[]): void => {
    for (const key of keys)
      for (const label of [...titleAt(kernel, shape, of, key), key])
        if (!byLabel.has(plain(label))) byLabel.set(plain(label), { path: of.path, key });
  };
  enter(shape, [...shape.fields, ...shape.keys.filter((key) => key !== "id")]);
  for (const above of ancestorsOf(shape)) enter(above, above.keys);
  for (const row of raw.rows.slice(0, 5)) {
    const matched = row.cells.map((cell) => (cell === null ? undefined : byLabel.get(plain(cell))));
    if (!matched.some(Boolean)) continue;
    const columns = matched.flatMap((sheetColumn, index) => (sheetColumn ? [{ index, ...sheetColumn }] : []));
    const unknown = row.cells.filter((cell, i): cell is string => cell !== null && !matched[i] && cell !== errorLabel);
    return {
      shape,
      sheet: raw.sheet,
      name: raw.name,
      ...part(shape, columns),
      unknown,
      lastHeaderRow: row.row,
      rows: data(raw.rows, row.row),
      version: null,
    };
  }
  return null;
}

/** A sheet without keys is known by its name; "(2)" continues one, "Failed rows …" repeats one. */
function namedShape(shapes: readonly SheetShape[], name: string): SheetShape | undefined {
  const bare = failedNames.reduce((text, word) => (text.startsWith(`${word} `) ? text.slice(word.length + 1) : text), name);
  const own = bare.replace(/ \(\d+\)$/, "");
  return shapes.find(({ entity }) =>
    entity.label.some((label) => sheetName(label, new Set()).slice(0, own.length < 27 ? 31 : own.length) === own),
  );
}

/** Finds out which sheets hold what; sheets that hold nothing of this document are left out and named. */
export function understand(
  kernel: Pick<Kernel, "declared">,
  shapes: readonly SheetShape[],
  book: readonly RawSheet[],
): { readonly sheets: readonly Understood[]; readonly ignored: readonly string[] } {
  const sheets: Understood[] = [];
  const ignored: string[] = [];
  for (const raw of book) {
    if (isCopy(raw.rows)) continue;
    const shape = namedShape(shapes, raw.name) ?? (sheets.length === 0 ? shapes[0] : undefined);
    const understood = byKeys(shapes, raw) ?? (shape ? byLabels(kernel, shape, raw) : null);
    if (understood) sheets.push(understood);
    else ignored.push(raw.name);
  }
  if (sheets.length === 0)
    throw refuse(
      "IMPORT_HEADER",
      "模板列不匹配：没有认出任何列，请下载模板",
      "Template columns differ: no column was recognised, download the template",
    );
  return { sheets, ignored };
}
