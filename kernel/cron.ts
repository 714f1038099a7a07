import { dayFromNumber, daysInMonth, weekday } from "./days.ts";
import { msOf, offsetAt } from "./time.ts";

/** A cron expression read once: which seconds, minutes, hours and days pass. */
export interface Cron {
  readonly text: string;
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly months: ReadonlySet<number>;
  readonly days: Days;
  readonly weekdays: Weekdays;
}

interface Days {
  readonly all: boolean;
  readonly set: ReadonlySet<number>;
  /** Days counted back from the end of the month: 0 is the last. */
  readonly back: readonly number[];
}

interface Weekdays {
  readonly all: boolean;
  readonly set: ReadonlySet<number>;
  /** The last such weekday of the month. */
  readonly last: ReadonlySet<number>;
  /** The n-th such weekday of the month. */
  readonly nth: readonly { readonly day: number; readonly n: number }[];
}

/** What is wrong with an expression, so that a screen can point at it. */
class CronMistake extends Error {
  readonly part: string;
  constructor(part: string) {
    super(`bad cron part: ${part}`);
    this.part = part;
  }
}

const monthNames = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const dayNames = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
const minute = msOf({ minutes: 1 });
const hour = msOf({ hours: 1 });
const day = msOf({ days: 1 });
/** No calendar makes anybody wait longer: 29 February may be eight years away. */
const horizonDays = 366 * 9;
/** No zone moves its clocks by more. */
const mostShift = msOf({ hours: 3 });

interface Span {
  readonly least: number;
  readonly most: number;
  readonly names?: readonly string[];
  readonly nameFrom?: number;
}

function number(text: string, { least, most, names, nameFrom = 0 }: Span, part: string): number {
  const named = names?.indexOf(text.toUpperCase()) ?? -1;
  const value = named >= 0 ? named + nameFrom : /^\d{1,2}$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most)) throw new CronMistake(part);
  return value;
}

/** One element of a list: a star, a number, a range, each with a step. */
function element(text: string, span: Span): number[] {
  const [body, stepText, ...rest] = text.split("/");
  if (rest.length || !body) throw new CronMistake(text);
  if (stepText !== undefined && !/^[1-9]\d?$/.test(stepText)) throw new CronMistake(text);
  const step = stepText === undefined ? 1 : Number(stepText);
  const [from, to, ...more] = body === "*" ? [String(span.least), String(span.most)] : body.split("-");
  if (more.length) throw new CronMistake(text);
  const first = number(from!, span, text);
  const last = to !== undefined ? number(to, span, text) : stepText === undefined ? first : span.most;
  if (last < first) throw new CronMistake(text);
  const found: number[] = [];
  for (let n = first; n <= last; n += step) found.push(n);
  return found;
}

const list = (text: string, span: Span): number[] =>
  [...new Set(text.split(",").flatMap((part) => element(part, span)))].sort((a, b) => a - b);

function readDays(text: string): Days {
  if (text === "*" || text === "?") return { all: true, set: new Set(), back: [] };
  const parts = text.split(",");
  const isLast = (part: string): boolean => /^L(-\d{1,2})?$/i.test(part);
  const plain = parts.filter((part) => !isLast(part));
  return {
    all: false,
    set: new Set(plain.flatMap((part) => element(part, { least: 1, most: 31 }))),
    back: parts.filter(isLast).map((part) => Number(part.slice(2) || "0")),
  };
}

const weekdaySpan: Span = { least: 0, most: 7, names: dayNames };

function readWeekdays(text: string): Weekdays {
  const found = {
    all: text === "*" || text === "?",
    set: new Set<number>(),
    last: new Set<number>(),
    nth: [] as Weekdays["nth"][number][],
  };
  if (found.all) return found;
  for (const part of text.split(",")) {
    const nth = /^(\w+)#([1-5])$/.exec(part);
    const last = /^(\w+)L$/i.exec(part);
    if (nth) found.nth.push({ day: number(nth[1]!, weekdaySpan, part) % 7, n: Number(nth[2]) });
    else if (last) found.last.add(number(last[1]!, weekdaySpan, part) % 7);
    else for (const value of element(part, weekdaySpan)) found.set.add(value % 7);
  }
  return found;
}

/** Reads five fields (minute first) or six (second first): lists, ranges, steps, names, L and #. Throws on anything else. */
export function readCron(text: string): Cron {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 5 && parts.length !== 6) throw new CronMistake(text);
  const [seconds, minutes, hours, days, months, weekdays] = parts.length === 6 ? parts : ["0", ...parts];
  return {
    text: parts.join(" "),
    seconds: list(seconds!, { least: 0, most: 59 }),
    minutes: list(minutes!, { least: 0, most: 59 }),
    hours: list(hours!, { least: 0, most: 23 }),
    months: new Set(list(months!, { least: 1, most: 12, names: monthNames, nameFrom: 1 })),
    days: readDays(days!),
    weekdays: readWeekdays(weekdays!),
  };
}

export function isCron(text: string): boolean {
  try {
    return nextRun(readCron(text), 0, "UTC") !== null;
  } catch {
    return false;
  }
}

/** Does it run on this day? Where both kinds of days are named, either is enough. */
function passesDay(cron: Cron, wall: number): boolean {
  const date = dayFromNumber(Math.floor(wall / day));
  const [year, month, dom] = date.split("-").map(Number) as [number, number, number];
  if (!cron.months.has(month)) return false;
  const dow = weekday(date);
  const length = daysInMonth(year, month);
  const { days, weekdays } = cron;
  const byDay = days.set.has(dom) || days.back.some((back) => dom === length - back);
  const byWeekday =
    weekdays.set.has(dow) ||
    (weekdays.last.has(dow) && dom + 7 > length) ||
    weekdays.nth.some((candidate) => candidate.day === dow && Math.ceil(dom / 7) === candidate.n);
  if (days.all) return weekdays.all || byWeekday;
  return weekdays.all ? byDay : byDay || byWeekday;
}

/** The first time of day at or after `from` (milliseconds of the day) that passes; null when the day is over. */
function timeOfDay(cron: Cron, from: number): number | null {
  for (const h of cron.hours) {
    if ((h + 1) * hour <= from) continue;
    const found = timeInHour(cron, Math.max(0, from - h * hour));
    if (found !== null) return h * hour + found;
  }
  return null;
}

/** The local times that pass, in order, from one on. */
function* walls(cron: Cron, from: number): Generator<number> {
  let start = from - (((from % day) + day) % day);
  for (let n = 0; n < horizonDays; n++, start += day) {
    if (!passesDay(cron, start)) continue;
    for (let at = timeOfDay(cron, Math.max(0, from - start)); at !== null; at = timeOfDay(cron, at + 1000)) yield start + at;
  }
}

/** The moments at which clocks of the zone show this local time: usually one, two where clocks go back, none where they go forward. */
function momentsOf(wall: number, zone: string): number[] {
  const offsets = new Set([offsetAt(wall - day, zone), offsetAt(wall + day, zone)]);
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((at) => at + offsetAt(at, zone) === wall)
    .sort((a, b) => a - b);
}

/** The moment at which clocks jump over this local time. */
function jumpOver(wall: number, zone: string): number {
  const before = offsetAt(wall - day, zone);
  const quarter = msOf({ minutes: 15 });
  let at = Math.floor((wall - before - mostShift) / quarter) * quarter;
  while (offsetAt(at, zone) === before) at += quarter;
  return at;
}

/**
 * When it runs next after a moment (both in milliseconds). A local time that clocks skip runs once at the next valid minute, one
 * they show twice runs the first time only. What runs every hour follows real hours instead: it neither pauses nor doubles.
 */
export function nextRun(cron: Cron, after: number, zone: string): number | null {
  if (cron.hours.length === 24) return nextHourly(cron, after, zone);
  for (const wall of walls(cron, after + offsetAt(after, zone) - mostShift)) {
    const at = momentsOf(wall, zone)[0] ?? jumpOver(wall, zone);
    if (at > after) return at;
  }
  return null;
}

function nextHourly(cron: Cron, after: number, zone: string): number | null {
  let at = Math.floor(after / 1000) * 1000 + 1000;
  for (const end = at + horizonDays * day; at < end;) {
    const local = at + offsetAt(at, zone);
    const inHour = ((local % hour) + hour) % hour;
    const found = passesDay(cron, local) ? timeInHour(cron, inHour) : null;
    if (found !== null) return at + found - inHour;
    at += hour - inHour;
  }
  return null;
}

function timeInHour(cron: Cron, from: number): number | null {
  for (const m of cron.minutes) {
    if ((m + 1) * minute <= from) continue;
    for (const s of cron.seconds) if (m * minute + s * 1000 >= from) return m * minute + s * 1000;
  }
  return null;
}

/** The next few runs, for whoever wants to see what an expression means. */
export function nextRuns(text: string, zone: string, after: number, count: number): number[] {
  const cron = readCron(text);
  const found: number[] = [];
  for (let at = nextRun(cron, after, zone); at !== null && found.length < count; at = nextRun(cron, at, zone)) found.push(at);
  return found;
}
