import { format, isDecimal, isZero, trim } from "./decimal.ts";
import type { Field } from "./field.ts";
import { scaleOf } from "./field.ts";

/** What a cell shows for nothing. */
export const nothing = "–";

/** The sign of a currency where everybody knows it; the others are written out. */
const signs: Readonly<Record<string, string>> = { CNY: "¥", USD: "$", EUR: "€", GBP: "£" };

const minus = (text: string): string => (text.startsWith("-") ? `−${text.slice(1)}` : text);

/** Keeps at least so many digits after the point, and no zeros beyond them. */
function atLeast(value: string, digits: number): string {
  const short = trim(value);
  const [, fraction = ""] = short.split(".");
  return fraction.length >= digits ? format(short) : format(short, { scale: digits });
}

/** A number as people read it: thousands parted, money with two digits, prices with as many as they need. */
export function numberText(field: Pick<Field, "kind" | "scale">, value: unknown): string {
  const text = typeof value === "number" ? String(value) : value;
  if (!isDecimal(text)) return text === null || text === undefined || text === "" ? nothing : String(text);
  switch (field.kind) {
    case "money":
      return minus(format(text, { scale: scaleOf(field) ?? 2 }));
    case "price":
      return minus(atLeast(text, 2));
    case "percent":
      return `${minus(format(trim(text)))}%`;
    case "qty":
    case "rate":
      return minus(format(trim(text)));
    default:
      return minus(text);
  }
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

/** Full-width figures and thousands as pasted from elsewhere become a plain decimal; what is no number stays as typed. */
export function plainNumber(typed: string): string {
  const half = typed.replace(/[０-９．－＋，]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0));
  const bare = half.trim().replace(/[,\s]/g, "").replace(/^[−–]/, "-").replace(/^\+/, "").replace(/^(-?)\./, "$10.").replace(/\.$/, "");
  return isDecimal(bare) ? bare : typed.trim();
}

/** Amounts of several currencies are never added; each currency has its own sum. */
export const isMixed = (rows: readonly Readonly<Record<string, unknown>>[], currency: string | undefined): boolean =>
  currency !== undefined && new Set(rows.map((row) => row[currency]).filter(Boolean)).size > 1;

export const isNought = (value: unknown): boolean => isDecimal(value) && isZero(value);
