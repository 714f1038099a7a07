import { add, div, isDecimal, round, type Decimal } from "./decimal.ts";
import { refuse, type Refusal } from "./refusal.ts";

/** What every table works on; a business page knows the fields, the table does not. */
export type Row = Record<string, unknown>;

export interface OrderBy {
  readonly key: string;
  readonly dir: "asc" | "desc";
}

/** How one column stands for one user, as stored in SrmBaseTableConfig.columns. */
export interface ColumnState {
  readonly key: string;
  readonly width?: number;
  readonly fixed?: "left" | "right" | "";
  readonly columnsDisplay?: "Y" | "N";
  readonly seq?: number;
}

export const standardPageSizes: readonly number[] = [20, 50, 100, 200, 500];
export const editorPageSize = 20;
export const tablePageSize = 200;
export const customPageSizeLimit = 5;

/** Reads a field by its path, so that a column may show `supplier.name`. */
export function readPath(row: unknown, key: string): unknown {
  if (row === null || typeof row !== "object") return undefined;
  const direct = (row as Row)[key];
  if (direct !== undefined || !key.includes(".")) return direct;
  let value: unknown = row;
  for (const part of key.split(".")) {
    if (value === null || typeof value !== "object") return undefined;
    value = (value as Row)[part];
  }
  return value;
}

/** A copy of the row with one field changed; what did not change is shared. */
export function writePath(row: Row, key: string, value: unknown): Row {
  const dot = key.indexOf(".");
  if (dot < 0 || key in row) return { ...row, [key]: value };
  const head = key.slice(0, dot);
  const inner = row[head];
  return { ...row, [head]: writePath(inner !== null && typeof inner === "object" ? (inner as Row) : {}, key.slice(dot + 1), value) };
}

/** Writes a JavaScript number in full, without an exponent: 1e21 has 22 digits. */
function plainNumber(value: number): Decimal | null {
  if (!Number.isFinite(value)) return null;
  const text = String(value);
  if (isDecimal(text)) return text;
  const parts = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (parts === null) return null;
  const [, sign = "", whole = "", fraction = "", power = "0"] = parts;
  const digits = whole + fraction;
  const point = whole.length + Number(power);
  if (point >= digits.length) return sign + digits.padEnd(point, "0");
  if (point > 0) return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
  return `${sign}0.${"0".repeat(-point)}${digits}`;
}

/** The value as a decimal where it is a number or a plain decimal text; everything else is no number. */
export function toDecimal(value: unknown): Decimal | null {
  if (typeof value === "number") return plainNumber(value);
  if (typeof value === "bigint") return value.toString();
  return isDecimal(value) ? value : null;
}

function decimalsOf(rows: Iterable<Row>, key: string): Decimal[] {
  const found: Decimal[] = [];
  for (const row of rows) {
    const value = toDecimal(readPath(row, key));
    if (value !== null) found.push(value);
  }
  return found;
}

/** The footer sum: numbers only, exact, at least two decimals. */
export function sumOf(rows: Iterable<Row>, key: string): Decimal {
  const whole = decimalsOf(rows, key).reduce(add, "0");
  return round(whole, Math.max(2, whole.split(".")[1]?.length ?? 0));
}

/** The footer mean: divided by the count of numbers, two decimals; null where there is nothing to average. */
export function meanOf(rows: Iterable<Row>, key: string): Decimal | null {
  const values = decimalsOf(rows, key);
  return values.length === 0 ? null : div(values.reduce(add, "0"), String(values.length), 2);
}

/**
 * Spans of merged cells per field: n where a block of n equal rows begins, 0 where a cell is covered.
 * A later field merges only inside the merge of the earlier ones.
 */
export function rowSpans(rows: readonly Row[], fields: readonly string[]): number[][] {
  let breaks: readonly boolean[] = rows.map((_, i) => i === 0);
  return fields.map((field) => {
    breaks = rows.map((row, i) => breaks[i] === true || !Object.is(readPath(row, field), readPath(rows[i - 1], field)));
    const spans = rows.map(() => 0);
    let start = 0;
    breaks.forEach((starts, i) => {
      if (starts) start = i;
      spans[start] = (spans[start] ?? 0) + 1;
    });
    return spans;
  });
}

/** Merged cells only make sense while equal rows stand together, so sorting by another column turns them off. */
export const spansHold = (orderBy: readonly OrderBy[], fields: readonly string[]): boolean =>
  fields.length > 0 && orderBy.every((order) => fields.includes(order.key));

/** The key of a row over pages: its key fields joined by a character no code contains. */
export const selectionKey = (row: Row, keyFields: readonly string[]): string =>
  keyFields.map((field) => String(readPath(row, field) ?? "")).join("\u0001");

export const lastPage = (count: number, pageRows: number): number => (pageRows <= 0 ? 1 : Math.max(1, Math.ceil(count / pageRows)));

/** The refusal of a page size a person typed, or null when it is fine; 0 means all rows. */
export const checkPageSize = (size: number): Refusal | null =>
  Number.isInteger(size) && size >= 0 ? null : refuse("TABLE_PAGE_SIZE", "每页条数不能小于0", "Page size cannot be less than 0");

/** What the page-size list offers: the standard sizes and the user's own, in order, "all" last. */
export function pageSizeOptions(custom: readonly number[]): number[] {
  const sizes = new Set([...standardPageSizes, ...custom.filter((size) => checkPageSize(size) === null)]);
  return [...sizes].sort((a, b) => (a === 0 ? 1 : b === 0 ? -1 : a - b));
}

/** Adds a user's own page size; the oldest one goes when there are more than five. */
export function addPageSize(custom: readonly number[], size: number): number[] {
  const refusal = checkPageSize(size);
  if (refusal !== null) throw refusal;
  if (standardPageSizes.includes(size) || custom.includes(size)) return [...custom];
  return [...custom, size].slice(-customPageSizeLimit);
}

/** Filters without the empty ones: an empty field of a search form asks nothing. */
export function cleanParams(params: Readonly<Row> | undefined): Row {
  return Object.fromEntries(
    Object.entries(params ?? {}).filter(
      ([, value]) => value !== "" && value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/**
 * The user's stored columns over the columns of the code: stored order kept, a new column stands after its
 * default left neighbour, a column the code no longer has is dropped.
 */
export function mergeColumns(defaults: readonly ColumnState[], stored: readonly ColumnState[] | null | undefined): ColumnState[] {
  if (stored === null || stored === undefined || stored.length === 0) return [...defaults];
  const known = new Map(defaults.map((column) => [column.key, column]));
  const merged: ColumnState[] = [];
  const placed = new Set<string>();
  const inOrder = stored.map((column, i) => [column.seq ?? i, i, column] as const).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  for (const [, , column] of inOrder) {
    const own = known.get(column.key);
    if (own === undefined || placed.has(column.key)) continue;
    placed.add(column.key);
    merged.push({ ...own, ...column });
  }
  defaults.forEach((column, i) => {
    if (placed.has(column.key)) return;
    const left = defaults[i - 1]?.key;
    merged.splice(left === undefined ? 0 : merged.findIndex((other) => other.key === left) + 1, 0, column);
    placed.add(column.key);
  });
  return merged;
}

/** Moves one key before another (or to the end), for dragging columns. */
export function moveKey<T extends { readonly key: string }>(list: readonly T[], key: string, before: string | null): T[] {
  const moved = list.find((item) => item.key === key);
  if (moved === undefined || key === before) return [...list];
  const rest = list.filter((item) => item.key !== key);
  const at = before === null ? rest.length : rest.findIndex((item) => item.key === before);
  rest.splice(at < 0 ? rest.length : at, 0, moved);
  return rest;
}

/** The three states of a sortable header: ascending, descending, not sorted; `more` keeps the other keys. */
export function nextOrder(orderBy: readonly OrderBy[], key: string, more: boolean): OrderBy[] {
  const now = orderBy.find((order) => order.key === key);
  const others = more ? orderBy.filter((order) => order.key !== key) : [];
  if (now === undefined) return [...others, { key, dir: "asc" }];
  return now.dir === "asc" ? [...others, { key, dir: "desc" }] : others;
}
