import { trim } from "#kernel/decimal.ts";
import { msOf, offsetAt } from "#kernel/time.ts";
import { dayFromNumber, daysInMonth } from "#kernel/days.ts";

/** What stands in a cell of a sheet that was read. Values travel as text, exactly as the file gives them; the kind says what the text is. */
export type CellKind = "blank" | "text" | "number" | "date" | "datetime" | "time" | "boolean" | "error";

/** One row that was read: kinds holds one letter per cell, because a million small objects would cost more than the reading itself. */
export interface SheetRow {
  readonly row: number;
  readonly cells: (string | null)[];
  readonly kinds: string;
  /** Position of its sheet in the workbook; only where every sheet is read. */
  readonly sheet?: number;
}

const kindOfLetter: Readonly<Record<string, CellKind>> = {
  "-": "blank",
  t: "text",
  n: "number",
  d: "date",
  s: "datetime",
  h: "time",
  b: "boolean",
  e: "error",
};

/** The kind of one cell; a cell beyond the row's end is blank. */
export const kindOf = (row: SheetRow, column: number): CellKind => kindOfLetter[row.kinds[column] ?? "-"] ?? "blank";

const letterCache: string[] = [];

/** 0 → A, 25 → Z, 26 → AA. */
export function columnLetters(index: number): string {
  const known = letterCache[index];
  if (known !== undefined) return known;
  let letters = "";
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) letters = String.fromCharCode(65 + ((n - 1) % 26)) + letters;
  if (index < 16384) letterCache[index] = letters;
  return letters;
}

/** The column of a cell reference like AB12, or -1 when it is none. */
export function columnOf(reference: string): number {
  let column = 0;
  let at = 0;
  for (; at < reference.length; at++) {
    const code = reference.charCodeAt(at) & 0xdf;
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return at === 0 || at > 3 ? -1 : column - 1;
}

const day = msOf({ days: 1 });
const twoDigits = (n: number): string => (n < 10 ? `0${n}` : String(n));

/** Days since 1970 of a calendar date, by counting in years that begin in March; NaN where the calendar has no such day. */
function daysSince1970(year: number, month: number, date: number): number {
  if (!(month >= 1 && month <= 12 && date >= 1 && date <= daysInMonth(year, month))) return Number.NaN;
  const y = month > 2 ? year : year - 1;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + date - 1;
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468;
}

const digit = (text: string, at: number): number => {
  const value = text.charCodeAt(at) - 48;
  return value >= 0 && value <= 9 ? value : Number.NaN;
};
const pair = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1);
const suffix = /^(?:\.\d{1,9})?(?:(Z)|([+-])(\d\d):?(\d\d))?$/;

/** Days since 1900 of a date or time in the product's forms, or NaN; a moment with its own offset (Z, +08:00) is turned to the wall clock of the zone. */
function serialOf(text: string, zone: string | undefined): number {
  if (text[4] !== "-" || text[7] !== "-") return Number.NaN;
  const days = daysSince1970(pair(text, 0) * 100 + pair(text, 2), pair(text, 5), pair(text, 8));
  if (text.length === 10) return days + 25_569;
  if ((text[10] !== "T" && text[10] !== " ") || text[13] !== ":") return Number.NaN;
  const [hour, minute] = [pair(text, 11), pair(text, 14)];
  const hasSeconds = text[16] === ":";
  const second = hasSeconds ? pair(text, 17) : 0;
  if (!(hour < 24 && minute < 60 && second < 60)) return Number.NaN;
  let seconds = hour * 3600 + minute * 60 + second;
  const rest = text.slice(hasSeconds ? 19 : 16);
  if (rest !== "") {
    const part = suffix.exec(rest);
    if (!part) return Number.NaN;
    if (part[2]) seconds -= (part[2] === "-" ? -60 : 60) * (Number(part[3]) * 60 + Number(part[4]));
    if (part[1] || part[2]) seconds += offsetAt(days * day + seconds * 1000, zone ?? "UTC") / 1000;
  }
  return days + 25_569 + seconds / 86_400;
}

/** A date as spreadsheets count it. Null for what is no date, and before March 1900, where spreadsheets miscount. */
export function toSerial(text: string, zone?: string): number | null {
  const serial = serialOf(text, zone);
  return serial >= 61 ? serial : null;
}

const dateTexts = new Map<number, string>();

/** The same few days come again and again, so their texts are kept. */
function dateText(days: number): string {
  let text = dateTexts.get(days);
  if (text === undefined) {
    text = dayFromNumber(days - 25_569);
    if (dateTexts.size > 10_000) dateTexts.clear();
    dateTexts.set(days, text);
  }
  return text;
}

/** The date or time behind a serial number, to the second; null where no calendar has such a day. */
export function fromSerial(
  serial: number,
  from1904: boolean,
): { readonly kind: "date" | "datetime" | "time"; readonly value: string } | null {
  if (!(serial >= 0) || serial >= 2_958_466) return null;
  let seconds = Math.round(serial * 86_400);
  if (from1904) seconds += 1462 * 86_400;
  let days = Math.floor(seconds / 86_400);
  seconds -= days * 86_400;
  if (days === 60 || days > 2_958_465) return null;
  if (days === 0) return { kind: "time", value: clockText(seconds) };
  const text = dateText(days < 60 ? days + 1 : days);
  return seconds === 0 ? { kind: "date", value: text } : { kind: "datetime", value: `${text} ${clockText(seconds)}` };
}

/** Seconds of a day, or of several where a sheet counts hours, as HH:mm:ss. */
export const clockText = (seconds: number): string =>
  `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;

const plainPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const numberPattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/** Moves the point instead of calculating, so that no digit changes: 1.5E-7 → 0.00000015. */
function plainDecimal(sign: string, whole: string, fraction: string, exponent: number): string {
  let digits = whole + fraction;
  let point = whole.length + exponent;
  if (point < 1) {
    digits = "0".repeat(1 - point) + digits;
    point = 1;
  }
  if (point > digits.length) digits = digits.padEnd(point, "0");
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, "");
  const right = digits.slice(point);
  const text = right === "" ? left : `${left}.${right}`;
  return sign === "-" && /[1-9]/.test(text) ? `-${text}` : text;
}

/** How many digits carry meaning: zeros in front, and behind the point at the end, do not. */
export function significantDigits(plain: string): number {
  return trim(plain)
    .replace(/^-?0*\.?0*/, "")
    .replace(".", "").length;
}

/**
 * The number in a cell as a plain decimal. Spreadsheets keep 15 digits: a 16th or 17th is either noise of binary
 * arithmetic (1.1000000000000001), which is rounded away, or a digit of a long code, which must survive as text.
 */
export function readNumber(text: string): { readonly kind: "number" | "text"; readonly value: string } {
  if (text.length <= 15 && plainPattern.test(text))
    return { kind: "number", value: text.startsWith("-0") && !/[1-9]/.test(text) ? text.slice(1) : text };
  const part = text.length > 400 ? null : numberPattern.exec(text.trim());
  const exponent = Number(part?.[4] ?? 0);
  if (!part || (!part[2] && !part[3]) || Math.abs(exponent) > 350) return { kind: "text", value: text };
  const plain = plainDecimal(part[1]!, part[2]!, part[3] ?? "", exponent);
  const digits = part[4] ? (part[2]! + (part[3] ?? "")).replace(/^0+|0+$/g, "").length : significantDigits(plain);
  if (digits <= 15) return { kind: "number", value: plain };
  if (part[3] || part[4]) {
    const rounded = trim(readNumber(Number(text).toPrecision(15)).value);
    if (significantDigits(rounded) <= 12 || Number(rounded) === Number(text)) return { kind: "number", value: rounded };
  }
  return { kind: "text", value: plain };
}
