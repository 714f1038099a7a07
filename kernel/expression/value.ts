import { addDays, addMonths, daysBetween, monthNumber } from "#kernel/days.ts";
import * as decimal from "../decimal.ts";
import { dayIn, isDay } from "../time.ts";
import type { ScopeField } from "./scope.ts";
import type { Base, Comparison } from "./tree.ts";

/** A value on its way through an expression; null is an empty one. Times are ISO texts in UTC. */
export type Value =
  | { readonly type: "number" | "text" | "date" | "time"; readonly value: string }
  | { readonly type: "yesNo"; readonly value: boolean }
  | { readonly type: "list"; readonly items: readonly Value[] }
  | null;

/** A value as callers know it: numbers and dates are texts, yes and no are true and false. */
export type Plain = string | boolean | null | readonly Plain[];

export const plainOf = (value: Value): Plain => (value === null ? null : value.type === "list" ? value.items.map(plainOf) : value.value);

export const number = (value: string): Value => ({ type: "number", value });
export const text = (value: string): Value => ({ type: "text", value });
export const date = (value: string): Value => ({ type: "date", value });
export const yesNo = (value: boolean | null): Value => (value === null ? null : { type: "yesNo", value });

/** Digits before and after the point that a number may have on its way. */
const most = { whole: 60, places: 60 };

/** Keeps a number within the limits: places beyond them are rounded half up, a number too great is no number. */
function kept(value: string): string | null {
  const dot = value.indexOf(".");
  const whole = (dot < 0 ? value.length : dot) - (value.startsWith("-") ? 1 : 0);
  if (whole > most.whole) return null;
  return dot >= 0 && value.length - dot - 1 > most.places ? decimal.round(value, most.places) : value;
}

/** A computed number, empty when there is none or it is too great. */
export function computed(value: string | null): Value {
  const fits = value === null ? null : kept(value);
  return fits === null ? null : number(fits);
}

/** The power of ten of the first digit that is not 0: 1 for 12.5, -3 for 0.0012. */
function magnitude(value: string): number {
  const [whole = "", places = ""] = decimal.abs(value).split(".");
  const digits = whole.replace(/^0+/, "");
  return digits ? digits.length - 1 : -(places.search(/[1-9]/) + 1);
}

/** Quotients carry 20 places, and more where they are small: never less than 20 digits that count. */
export function quotient(a: string, b: string): string | null {
  if (decimal.isZero(b)) return null;
  if (decimal.isZero(a)) return "0";
  return decimal.trim(decimal.div(a, b, Math.max(20, 20 - (magnitude(a) - magnitude(b)))));
}

const whole = (count: string): number | null => (/^-?\d{1,7}(\.0+)?$/.test(count) ? Number(count) : null);

/** The date so many whole days later; null when it leaves the calendar or the count is no whole number. */
export function daysLater(day: string, count: string): string | null {
  const days = whole(count);
  if (days === null) return null;
  const found = addDays(day, days);
  return daysBetween(day, found) === days ? found : null;
}

/** The same date so many months later, or the last day of a shorter month; null where daysLater is. */
export function monthsLater(day: string, count: string): string | null {
  const months = whole(count);
  if (months === null) return null;
  const found = addMonths(day, months);
  return monthNumber(found) - monthNumber(day) === months ? found : null;
}

/** A written value in the type of the one it is compared with: "2026-01-01" as a date, "Y" as yes. */
export function asType(written: string, type: Base): Value {
  if (type === "text") return text(written);
  if (type === "yesNo") return written === "Y" ? yesNo(true) : written === "N" ? yesNo(false) : null;
  if (type === "number") return decimal.isDecimal(written) ? number(written) : null;
  return isDay(written) ? date(written) : null;
}

/** -1, 0 or 1; null when a side is empty or the two cannot be compared. A time meets a date as the day it is in that zone. */
export function order(a: Value, b: Value, zone: string): -1 | 0 | 1 | null {
  if (!a || !b || a.type === "list" || b.type === "list") return null;
  if (a.type !== b.type) {
    if (a.type === "time" && b.type === "date") return order(date(dayIn(a.value, zone)), b, zone);
    if (b.type === "time" && a.type === "date") return order(a, date(dayIn(b.value, zone)), zone);
    if (a.type === "text") return b.type === "text" ? null : order(asType(a.value, b.type === "time" ? "date" : b.type), b, zone);
    if (b.type === "text") return order(a, asType(b.value, a.type === "time" ? "date" : a.type), zone);
    return null;
  }
  if (a.type === "number") return decimal.cmp(a.value, b.value as string);
  return a.value === b.value ? 0 : a.value < b.value ? -1 : 1;
}

const tests: Readonly<Record<Comparison, (order: number) => boolean>> = {
  "=": (o) => o === 0,
  "<>": (o) => o !== 0,
  "<": (o) => o < 0,
  "<=": (o) => o <= 0,
  ">": (o) => o > 0,
  ">=": (o) => o >= 0,
};

/** Comparing with nothing tells nothing: the answer is empty, and an empty condition is not met. */
export function compared(op: Comparison, a: Value, b: Value, zone: string): boolean | null {
  const found = order(a, b, zone);
  return found === null ? null : tests[op](found);
}

const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/;

function readOne(raw: unknown, field: ScopeField): Value | undefined {
  switch (field.type) {
    case "number": {
      const digits = typeof raw === "number" && Number.isSafeInteger(raw) ? String(raw) : raw;
      return decimal.isDecimal(digits) && kept(digits) !== null ? number(digits) : undefined;
    }
    case "yesNo":
      return raw === "Y" || raw === true ? yesNo(true) : raw === "N" || raw === false ? yesNo(false) : undefined;
    case "date":
      return typeof raw === "string" && isDay(raw) ? date(raw) : undefined;
    case "time":
      return typeof raw === "string" && timePattern.test(raw) && !Number.isNaN(Date.parse(raw))
        ? { type: "time", value: new Date(raw).toISOString() }
        : undefined;
    case "text": {
      const written = typeof raw === "number" ? String(raw) : raw;
      return typeof written === "string" && (!field.codes || field.codes.includes(written)) ? text(written) : undefined;
    }
  }
}

/** A stored value as its field declares it; undefined when it is something else. Empty text is no value. */
export function readValue(raw: unknown, field: ScopeField): Value | undefined {
  if (raw === null || raw === undefined || raw === "") return null;
  if (!field.many) return readOne(raw, field);
  if (!Array.isArray(raw)) return undefined;
  const items = raw.map((entry: unknown) => (entry === null || entry === "" ? null : readOne(entry, field)));
  return items.includes(undefined) ? undefined : { type: "list", items: items as Value[] };
}
