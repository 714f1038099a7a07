import { showNumber } from "./cell.ts";
import { cmp, div, format, isDecimal, mul, type Decimal } from "./decimal.ts";
import type { Field } from "./field.ts";
import { scaleOf } from "./field.ts";
import type { ReportColumn } from "./report.ts";
import type { Text } from "./text.ts";

/** What a cell shows for nothing. */
export const nothing = "–";

/** A value as it is sent; "" for nothing. */
export const textOf = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/** The sign of a currency where everybody knows it; the others are written out. */
export const signs: Readonly<Record<string, string>> = { CNY: "¥", USD: "$", EUR: "€", GBP: "£" };

/** A number as people read it: thousands parted, money with two digits, prices with as many as they need. */
export function numberText(field: Pick<Field, "kind" | "scale">, value: unknown): string {
  if (value === null || value === undefined || value === "") return nothing;
  const scale = scaleOf(field);
  const least = field.kind === "money" ? (scale ?? 2) : field.kind === "price" ? 2 : 0;
  const text = showNumber(value, { least, thousands: field.kind !== "int", ...(scale === undefined ? {} : { precision: scale }) });
  return field.kind === "percent" ? `${text}%` : text;
}

export const qtyText = (value: unknown): string => numberText({ kind: "qty" }, value);
export const priceText = (value: unknown): string => numberText({ kind: "price" }, value);

/** A share of a whole in percent, as bars draw it. */
export const shareOf = (part: Decimal, whole: Decimal): number =>
  cmp(whole, "0") > 0 ? Math.max(0, Number(div(mul(part, "100"), whole, 2))) : 0;

/** A share or a rate with its sign: as many digits as it needs, at most those its field keeps. */
export const percentText = (value: unknown, scale?: number): string =>
  numberText({ kind: "percent", ...(scale === undefined ? {} : { scale }) }, value);

/** A figure as a column of a report writes it, with a minus that is one. */
export function reportText({ kind }: Pick<ReportColumn, "kind">, value: unknown): string {
  const text = String(value);
  if (kind === "percent") return percentText(value);
  if (kind === "money") return format(text, { scale: 2, thousands: true }).replace("-", "−");
  if (kind === "qty") return showNumber(value, { thousands: true });
  return kind === "number" && isDecimal(text) ? format(text, { thousands: true }).replace("-", "−") : text;
}

/** An amount one looks for first, with the sign of its currency: ¥549,060.00, or EUR 32,974.50 where no sign is plain. */
export function amountText(value: unknown, currency: string | undefined, base = "CNY"): string {
  const figure = numberText({ kind: "money" }, value);
  if (figure === nothing) return nothing;
  const sign = signs[currency ?? base];
  return sign ? (figure.startsWith("−") ? `−${sign}${figure.slice(1)}` : sign + figure) : `${currency} ${figure}`;
}

/** Inside the current year a list leaves the year out. */
export function dateText(field: Pick<Field, "kind">, value: unknown, thisYear?: string): string {
  if (typeof value !== "string" || value === "") return nothing;
  const short = thisYear !== undefined && value.startsWith(`${thisYear}-`) && (field.kind === "date" || field.kind === "datetime");
  const shown = field.kind === "datetime" ? value.slice(0, 16) : value;
  return short ? shown.slice(5) : shown;
}

/** Amounts of several currencies and quantities of several units are never added; each has its own sum. */
export const isMixed = (rows: readonly Readonly<Record<string, unknown>>[], counted: string | undefined): boolean =>
  counted !== undefined && new Set(rows.map((row) => row[counted]).filter(Boolean)).size > 1;

/** A label inside a sentence: "Purchase order" becomes "purchase order", "ERP code" stays. */
export const midSentence = (label: string): string => (/^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label);

const uncounted = /(s|each|equipment|history|information|content)$/i;

/** What several of a thing are called: "Order line" becomes "Order lines", "Source of a summary" "Sources of a summary". */
export function several([cn, en]: Text): Text {
  const [, head = en, rest = ""] = /^(.+?)( (?:of|to|for|in) .+)$/.exec(en) ?? [];
  if (uncounted.test(head)) return [cn, en];
  const many = /[^aeiou]y$/.test(head) ? `${head.slice(0, -1)}ies` : /(x|ch|sh)$/.test(head) ? `${head}es` : `${head}s`;
  return [cn, many + rest];
}

/** A unit after its figure: "1 piece", "400 pieces", "400 件". */
export const unitAfter = (value: unknown, unit: Text): Text =>
  Number(value) === 1 ? [unit[0], midSentence(unit[1])] : [unit[0], midSentence(several(unit)[1])];
