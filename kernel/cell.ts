import { daysInMonth } from "./days.ts";
import { cmp, format, isDecimal, round, trim, type Decimal } from "./decimal.ts";
import { readPath, toDecimal, type Row } from "./table.ts";
import { fill, type Text } from "./text.ts";

/** Everything a cell can show or edit. */
export type CellKind =
  | "text"
  | "textarea"
  | "number"
  | "money"
  | "percent"
  | "date"
  | "datetime"
  | "month"
  | "year"
  | "daterange"
  | "select"
  | "multiSelect"
  | "remoteSelect"
  | "picker"
  | "tree"
  | "cascader"
  | "checkbox"
  | "radio"
  | "switch"
  | "link"
  | "button"
  | "attachment"
  | "image"
  | "tag"
  | "progress"
  | "rich"
  | "html"
  | "icon"
  | "index";

/** What stops a save, or only asks for a second look. */
export interface CellProblem {
  readonly code: string;
  readonly text: Text;
  readonly level: "error" | "warning";
}

/** What a column of rows of one kind answers, and a table of any rows asks. */
export type OfRow<R extends object, T> = { of(row: R): T }["of"];

/** The part of a column that decides what a value may be; pages, imports and pastes read the same words. */
export interface CellRules<R extends object = Row> {
  readonly key: string;
  readonly title: Text;
  readonly cellType?: CellKind;
  readonly editType?: CellKind;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly precision?: number;
  readonly trueValue?: unknown;
  readonly falseValue?: unknown;
  readonly validate?: {
    readonly required?: boolean | OfRow<R, boolean>;
    readonly pattern?: RegExp;
    readonly patternText?: Text;
    readonly maxLength?: number;
    fn?(value: unknown, row: R): Text | CellProblem | null | undefined;
  };
}

export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

export const isNumberKind = (kind: CellKind | undefined): boolean =>
  kind === "number" || kind === "money" || kind === "percent" || kind === "progress";

const isCheckKind = (kind: CellKind | undefined): boolean => kind === "checkbox" || kind === "switch";

/** What a value should look like for people: true minus sign, thousands where asked, no digits beyond the precision. */
export function showNumber(
  value: unknown,
  how: { readonly least?: number; readonly precision?: number; readonly thousands?: boolean } = {},
): string {
  const decimal = toDecimal(value);
  if (decimal === null) return isBlank(value) ? "" : String(value);
  const least = how.least ?? 0;
  const exact =
    how.precision !== undefined && (decimal.split(".")[1]?.length ?? 0) > how.precision ? round(decimal, how.precision) : decimal;
  const short = trim(exact);
  const shown = (short.split(".")[1]?.length ?? 0) < least ? round(short, least) : short;
  return format(shown, { thousands: how.thousands ?? false }).replace("-", "−");
}

const fullWidth = /[\uff01-\uff5e]/g;

/** Reads a number as people type or paste it: commas, spaces, currency signs, full-width digits; null when it is none. */
export function readNumber(typed: string): Decimal | null {
  const text = typed
    .replace(fullWidth, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/[\s,，'’¥￥$€£]/g, "")
    .replace(/^[−–]/, "-")
    .replace(/%$/, "");
  const plain = text
    .replace(/^(-?)\./, "$10.")
    .replace(/^\+/, "")
    .replace(/\.$/, "");
  if (!isDecimal(plain)) return null;
  return plain.replace(/^(-?)0+(?=\d)/, "$1");
}

/** A stored number as an editor begins with it: all its digits, no idle zeros. */
export function editedNumber(value: unknown): string {
  const decimal = toDecimal(value);
  if (decimal !== null) return trim(decimal);
  return isBlank(value) ? "" : String(value);
}

/** The number as it stays in the cell when the person leaves it: rounded half up where the precision says so. */
export const settleNumber = (value: Decimal, precision: number | undefined): Decimal =>
  precision !== undefined && (value.split(".")[1]?.length ?? 0) > precision ? round(value, precision) : value;

const pad = (n: number): string => String(n).padStart(2, "0");

const realDay = (y: number, m: number, d: number): boolean => m >= 1 && m <= 12 && d >= 1 && d <= daysInMonth(y, m);

/** Reads a date, month, year or date and time in the spellings people use; today fills in a missing year; null when it is none. */
export function readDate(typed: string, kind: CellKind, today: string): string | null {
  const text = typed
    .trim()
    .replace(fullWidth, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/[年月./]/g, "-")
    .replace(/日/g, "");
  if (kind === "year") return /^\d{4}$/.test(text) ? text : null;
  if (kind === "month") {
    const month = /^(\d{4})-?(\d{1,2})-?$/.exec(text);
    return month !== null && realDay(Number(month[1]), Number(month[2]), 1) ? `${month[1]}-${pad(Number(month[2]))}` : null;
  }
  const [dayText = "", time = ""] = text.split(/[ T]+/, 2);
  const day = readDay(dayText, today);
  if (day === null || kind !== "datetime") return time === "" || kind === "datetime" ? day : null;
  const clock = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?$/.exec(time === "" ? "0:00" : time);
  if (clock === null) return null;
  const [h, m, s] = [Number(clock[1]), Number(clock[2]), Number(clock[3] ?? 0)];
  return h < 24 && m < 60 && s < 60 ? `${day} ${pad(h)}:${pad(m)}:${pad(s)}` : null;
}

function readDay(text: string, today: string): string | null {
  const long = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  const short = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? /^(\d{2})(\d{2})$/.exec(text);
  const [y, m, d] =
    long !== null
      ? [Number(long[1]), Number(long[2]), Number(long[3])]
      : short !== null
        ? [Number(today.slice(0, 4)), Number(short[1]), Number(short[2])]
        : [0, 0, 0];
  return realDay(y, m, d) ? `${String(y).padStart(4, "0")}-${pad(m)}-${pad(d)}` : null;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat("sv-SE", {
      timeZone: zone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    clocks.set(zone, clock);
  }
  return clock;
}

/** A moment as the user's wall clock shows it: yyyy-MM-dd HH:mm:ss. */
export function showMoment(iso: string, zone: string): string {
  if (!/^\d{4}-\d\d-\d\dT/.test(iso)) return iso;
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? iso : clockOf(zone).format(moment);
}

/** The moment at which the user's wall clock shows this; an hour skipped in spring becomes the one after it. */
export function readMoment(local: string, zone: string): string {
  const wanted = Date.parse(`${local.replace(" ", "T")}Z`);
  let guess = wanted;
  for (let i = 0; i < 2; i++) guess += wanted - Date.parse(`${clockOf(zone).format(new Date(guess)).replace(" ", "T")}Z`);
  return new Date(guess).toISOString();
}

/** Only the words of a piece of HTML: tags, scripts and styles never reach the page. */
export const htmlText = (html: string): string =>
  html
    .replace(/<(script|style)\b[^]*?<\/\1\s*>/gi, "")
    .replace(/<(br|\/p|\/div|\/li)\b[^>]*>/gi, " ")
    .replace(/<[^>]*>?/g, "")
    .replace(
      /&(nbsp|lt|gt|quot|#39|amp);/g,
      (_, name: string) => ({ nbsp: " ", lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" })[name] ?? "",
    )
    .replace(/\s+/g, " ")
    .trim();

const isDateKind = (kind: CellKind | undefined): boolean => kind === "date" || kind === "datetime" || kind === "month" || kind === "year";

const dateShape = /^\d{4}(-\d\d(-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?)?)?$/;

const error = (code: string, text: Text): CellProblem => ({ code, text, level: "error" });

/** A check cell holds one of its two values and nothing else. */
export function checkValueProblem(rules: Pick<CellRules, "trueValue" | "falseValue">, value: unknown): CellProblem | null {
  const t = rules.trueValue ?? "Y";
  const f = rules.falseValue ?? "N";
  if (value === t || value === f || isBlank(value)) return null;
  return error("TABLE_CHECK_VALUE", fill(["值应为{t}或{f}", "Value should be {t} or {f}"], { t, f }));
}

function rangeProblem(rules: CellRules<never>, value: Decimal): CellProblem | null {
  const low = toDecimal(rules.min);
  const high = toDecimal(rules.max);
  if ((low === null || cmp(value, low) >= 0) && (high === null || cmp(value, high) <= 0)) return null;
  const [cn, en] = rules.title;
  if (low !== null && high !== null)
    return error("TABLE_RANGE", [`${cn}应在${low}至${high}之间`, `${en} must be between ${low} and ${high}`]);
  return low !== null
    ? error("TABLE_RANGE", [`${cn}不能小于${low}`, `${en} cannot be less than ${low}`])
    : error("TABLE_RANGE", [`${cn}不能大于${high}`, `${en} cannot be more than ${high}`]);
}

export function isRequired<R extends object>(rules: CellRules<R>, row: R): boolean {
  const required = rules.validate?.required;
  return typeof required === "function" ? required(row) : required === true;
}

/** The first thing wrong with a value, in the words the person sees; null when it may stay. */
export function checkCell<R extends object>(rules: CellRules<R>, row: R): CellProblem | null {
  const value = readPath(row, rules.key);
  const kind = rules.editType ?? rules.cellType;
  const [cn, en] = rules.title;
  if (isBlank(value)) return isRequired(rules, row) ? error("TABLE_REQUIRED", [`${cn}必填`, `${en} is required`]) : null;
  if (isCheckKind(kind)) return checkValueProblem(rules, value);
  if (isNumberKind(kind)) {
    const decimal = toDecimal(value);
    if (decimal === null) return error("TABLE_NUMBER", [`${cn}应为数字`, `${en} must be a number`]);
    const outside = rangeProblem(rules as CellRules<never>, decimal);
    if (outside !== null) return outside;
  }
  if (isDateKind(kind) && !dateShape.test(String(value))) return error("TABLE_DATE", [`${cn}应为日期`, `${en} must be a date`]);
  const text = String(value);
  const { pattern, patternText, maxLength, fn } = rules.validate ?? {};
  if (maxLength !== undefined && text.length > maxLength)
    return error("TABLE_LENGTH", [`${cn}最多 ${maxLength} 个字符`, `${en} can have at most ${maxLength} characters`]);
  if (pattern !== undefined && !pattern.test(text))
    return error("TABLE_PATTERN", patternText ?? [`${cn}格式不正确`, `${en} has the wrong format`]);
  const found = fn?.(value, row);
  if (found === null || found === undefined) return null;
  return "level" in found ? found : error("TABLE_RULE", found);
}
