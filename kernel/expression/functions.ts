import { daysBetween } from "#kernel/days.ts";
import * as decimal from "../decimal.ts";
import { dayIn } from "../time.ts";
import type { Base } from "./tree.ts";
import { date, daysLater, monthsLater, number, order, plainOf, text, yesNo, type Value } from "./value.ts";
import type { FunctionName } from "./words.ts";

/** The moment and the place an expression is asked in. */
export interface Moment {
  /** ISO time in UTC. */
  readonly now: string;
  readonly zone: string;
}

type Accepts = readonly Base[] | "any";

/** A function on single values. Unless it `takesEmpty`, an empty argument makes an empty answer. */
export interface Func {
  readonly args: readonly Accepts[];
  /** The last argument may be left out. */
  readonly optional?: true;
  /** The last argument may be repeated. */
  readonly repeats?: true;
  /** All arguments are of one type, which is also the answer's. */
  readonly same?: true;
  readonly takesEmpty?: true;
  readonly answers: Base | "same";
  readonly run: (args: readonly Value[], at: Moment) => Value;
}

const numbers: Accepts = ["number"];
const texts: Accepts = ["text"];
const dates: Accepts = ["date", "time"];
const ordered: Accepts = ["number", "date", "time"];

const raw = (value: Value | undefined): string => {
  const plain = plainOf(value ?? null);
  return typeof plain === "string" ? plain : plain === true ? "Y" : plain === false ? "N" : "";
};

const dayOf = (value: Value | undefined, at: Moment): string => (value?.type === "time" ? dayIn(value.value, at.zone) : raw(value));

const count = (value: Value | undefined, most: number): number | null =>
  /^\d{1,4}(\.0+)?$/.test(raw(value)) && Number(raw(value)) <= most ? Number(raw(value)) : null;

const dated = (day: string | null): Value => (day === null ? null : date(day));

/** The greatest or least of several values. */
const extreme =
  (sign: 1 | -1): Func["run"] =>
  (args, at) =>
    args.reduce((best, next) => (order(next, best, at.zone) === sign ? next : best));

const isNothing = (value: Value | undefined): boolean =>
  !value || (value.type === "text" && value.value === "") || (value.type === "list" && value.items.length === 0);

function rounded([value, places]: readonly Value[]): Value {
  const scale = places === undefined ? 0 : count(places, 20);
  return scale === null ? null : number(decimal.round(raw(value), scale));
}

/** Longer texts are made nowhere. */
const mostText = 4_000;

function concat(args: readonly Value[]): Value {
  return text(args.map(raw).join("").slice(0, mostText));
}

function substr([value, from, length]: readonly Value[]): Value {
  const start = count(from, mostText);
  const size = count(length, mostText);
  if (start === null || start < 1 || size === null) return null;
  return text([...raw(value)].slice(start - 1, start - 1 + size).join(""));
}

function pad([value, width]: readonly Value[]): Value {
  const size = count(width, 100);
  return size === null ? null : text(raw(value).padStart(size, "0"));
}

export const functions: Readonly<Record<Exclude<FunctionName, "sum" | "count" | "avg" | "any" | "all">, Func>> = {
  min: { args: [ordered, ordered], repeats: true, same: true, answers: "same", run: extreme(-1) },
  max: { args: [ordered, ordered], repeats: true, same: true, answers: "same", run: extreme(1) },
  round: { args: [numbers, numbers], optional: true, answers: "number", run: rounded },
  abs: { args: [numbers], answers: "number", run: ([value]) => number(decimal.abs(raw(value))) },
  today: { args: [], answers: "date", run: (_, at) => date(dayIn(at.now, at.zone)) },
  daysBetween: { args: [dates, dates], answers: "number", run: ([a, b], at) => number(String(daysBetween(dayOf(a, at), dayOf(b, at)))) },
  addDays: { args: [dates, numbers], answers: "date", run: ([day, n], at) => dated(daysLater(dayOf(day, at), raw(n))) },
  addMonths: { args: [dates, numbers], answers: "date", run: ([day, n], at) => dated(monthsLater(dayOf(day, at), raw(n))) },
  dayOf: { args: [dates], answers: "date", run: ([value], at) => date(dayOf(value, at)) },
  isEmpty: { args: ["any"], takesEmpty: true, answers: "yesNo", run: ([value]) => yesNo(isNothing(value)) },
  ifEmpty: {
    args: [
      ["number", "text", "date", "time", "yesNo"],
      ["number", "text", "date", "time", "yesNo"],
    ],
    same: true,
    takesEmpty: true,
    answers: "same",
    run: ([value, other]) => (isNothing(value) ? (other ?? null) : value!),
  },
  upper: { args: [texts], answers: "text", run: ([value]) => text(raw(value).toUpperCase()) },
  lower: { args: [texts], answers: "text", run: ([value]) => text(raw(value).toLowerCase()) },
  trim: { args: [texts], answers: "text", run: ([value]) => text(raw(value).trim()) },
  length: { args: [texts], answers: "number", run: ([value]) => number(String([...raw(value)].length)) },
  substr: { args: [texts, numbers, numbers], answers: "text", run: substr },
  concat: { args: [["text", "number", "date", "time", "yesNo"]], repeats: true, takesEmpty: true, answers: "text", run: concat },
  pad: { args: [["text", "number"], numbers], answers: "text", run: pad },
};

export const functionOf = (name: string): Func | undefined =>
  Object.hasOwn(functions, name) ? functions[name as keyof typeof functions] : undefined;
