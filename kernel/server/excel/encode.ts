import { columnLetters, significantDigits, toSerial } from "./cell.ts";
import type { Styles } from "./styles.ts";

/** How a column is written: dates become real dates, decimals numeric cells, everything else text. */
export type ColumnKind = "text" | "number" | "date" | "datetime" | "month" | "year";

/** A small picture that lies over its cell. */
export interface Picture {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export const isPicture = (value: unknown): value is Picture => typeof value === "object" && value !== null && "jpeg" in value;

/** What the engine needs to know of a column; width is in pixels as on the screen, group names the headers above it, outermost first. */
export interface Column {
  readonly key: string;
  readonly title: string;
  readonly width?: number;
  readonly kind?: ColumnKind | "picture";
  readonly scale?: number;
  readonly thousands?: boolean;
  readonly group?: readonly string[];
  /** There for the way back, not for people. */
  readonly hidden?: boolean;
  /** What the cells of this column may hold, as a drop-down. */
  readonly options?: readonly string[];
}

/** One value as the XML of a cell; an empty string where the cell stays blank. */
export type Encode = (value: unknown, row: number) => string;

/** The longest text a spreadsheet cell holds; a longer one makes the whole file "damaged" and is cut with an ellipsis. */
export const cellTextLimit = 32_767;

const markup = /[&<>]/;
const special = /[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]/;
const forbidden = /[\x00-\x08\x0b-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/g;
const entity: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const hex = (character: string): string => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;

/** Text as long as a cell may hold it. */
export const cutText = (text: string): string => (text.length > cellTextLimit ? `${text.slice(0, cellTextLimit - 1)}…` : text);

/** Text as spreadsheets want it in XML: markup escaped, characters XML cannot hold as _xHHHH_, and text that only looks like such an escape made safe. */
export function encodeText(text: string): string {
  let safe = cutText(text);
  if (safe.includes("_x")) safe = safe.replace(escapeLike, "_x005F_");
  if (markup.test(safe)) safe = safe.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  if (special.test(safe)) safe = safe.replace(forbidden, hex);
  return safe;
}

/** Text inside an attribute; control characters have no place there and are dropped. */
export const encodeAttribute = (text: string): string =>
  text.replace(/[\x00-\x1f\ufffe\uffff]/g, " ").replace(/[&<>"]/g, (c) => entity[c]!);

/** Text a spreadsheet would take for a formula once somebody edits the cell: = + - @ TAB CR in front. */
export function looksLikeFormula(text: string): boolean {
  const code = text.charCodeAt(0);
  return code === 61 || code === 43 || code === 45 || code === 64 || code === 9 || code === 13;
}

const edgeSpace = (text: string): boolean => text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32;

/** The XML of a text cell: always a string, never a formula, and marked so that editing does not turn it into one. */
export function textCell(reference: string, text: string, style: number, quoted: number): string {
  const chosen = looksLikeFormula(text) ? quoted : style;
  const start = `<c r="${reference}"${chosen === 0 ? "" : ` s="${chosen}"`} t="inlineStr"><is><t`;
  return `${start}${edgeSpace(text) ? ' xml:space="preserve">' : ">"}${encodeText(text)}</t></is></c>`;
}

/** A decimal as a numeric cell takes it, or null when digits would be lost: spreadsheets keep 15. */
export function numericText(value: string): string | null {
  if (!/^-?\d+(?:\.\d+)?$/.test(value)) return null;
  return value.length <= 15 || significantDigits(value) <= 15 ? value : null;
}

/** The number format for a fixed count of decimals; none means "as it comes". */
export const numberFormat = (scale: number | undefined, thousands = false): string => {
  if (scale === undefined) return "General";
  return (thousands ? "#,##0" : "0") + (scale > 0 ? `.${"0".repeat(scale)}` : "");
};

/** The product's date formats. */
export const dateFormats = { date: "yyyy-mm-dd", datetime: "yyyy-mm-dd hh:mm:ss", month: "yyyy-mm", time: "hh:mm:ss" } as const;

const asText = (value: unknown): string =>
  typeof value === "string"
    ? value
    : value instanceof Date
      ? value.toISOString()
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value);

/** Decides once per column how its values become cells, so that the loop over the rows decides nothing. */
export function encoder(column: Column, index: number, styles: Styles, zone: string | undefined): Encode {
  const letters = columnLetters(index);
  const plain = styles.index({});
  const quoted = styles.index({ quote: true });
  const text: Encode = (value, row) => {
    if (value === null || value === undefined || value === "") return "";
    return textCell(letters + row, asText(value), plain, quoted);
  };
  const kind = column.kind ?? "text";
  if (kind === "text") return text;
  if (kind === "picture") return (value, row) => (isPicture(value) ? "" : text(value, row));
  if (kind === "number" || kind === "year") {
    const style = styles.index({ format: kind === "year" ? "0" : numberFormat(column.scale, column.thousands) });
    const middle = style === 0 ? '"><v>' : `" s="${style}"><v>`;
    return (value, row) => {
      if (value === null || value === undefined || value === "") return "";
      const number = numericText(asText(value));
      return number === null ? text(value, row) : `<c r="${letters}${row}${middle}${number}</v></c>`;
    };
  }
  const style = styles.index({ format: dateFormats[kind] });
  return (value, row) => {
    if (value === null || value === undefined || value === "") return "";
    const given = asText(value);
    const serial = toSerial(kind === "month" && given.length === 7 ? `${given}-01` : given, zone);
    if (serial === null) return text(value, row);
    return `<c r="${letters}${row}" s="${style}"><v>${kind === "datetime" ? serial : Math.floor(serial)}</v></c>`;
  };
}
