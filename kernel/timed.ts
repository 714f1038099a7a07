import { addDays, addMonths, addWorkingDays, daysBetween, workingDayFrom, type WorkingDays } from "./days.ts";
import type { Where } from "./entity.ts";
import { dayIn, inZone, msOf, shift, toUtc } from "./time.ts";

/** A distance from a date, backwards where it is negative; a number counts days. A field name stands for the number in that field. Days, months and working days move the calendar day of the zone, hours and minutes are elapsed time. */
export type Offset<K extends string = string> =
  | number
  | {
      readonly months?: number | K;
      readonly days?: number | K;
      readonly workingDays?: number | K;
      readonly hours?: number;
      readonly minutes?: number;
      /** A day without work moves on to the next working day. */
      readonly toWorkingDay?: true;
    };

/** A document as it is stored, by the fields of its entity. */
// oxlint-disable-next-line typescript/no-explicit-any -- declarations see rows typed by their entity
export type DatedRow = Readonly<Record<string, any>>;
type Row = DatedRow;

/** A condition for the document that a line belongs to: `parent: whose({ … })`. */
export const whose = (where: Where): { readonly some: Where } => where as never;

/** When something is due: from the date in a field, once that date is over, or at a moment worked out from several fields. */
type When<K extends string> =
  | { readonly on: K; readonly plus?: Offset<K> }
  | { readonly after: K; readonly plus?: Offset<K> }
  | { readonly due: { readonly of: readonly K[]; readonly at: (row: Row) => string | null } };

interface Which<S extends string, K extends string> {
  /** Only in these states; any state unless said. */
  readonly in?: readonly S[];
  /** Only rows that pass. */
  readonly where?: Where;
  /** The program that looks at it; DUE_DATES unless said. */
  readonly program?: string;
  /** The reference that names the document whose action is run, where the date stands on a line or beside it. */
  readonly of?: K;
  /** What the action is given. */
  readonly input?: (row: Row, at: Reached) => Row;
}

/** What happens when a date arrives: the action is run on each document, which thereby leaves what is declared here. */
export type Timed<S extends string = string, K extends string = string, A extends string = string> = When<K> &
  Which<S, K> & {
    readonly does: A;
    /** The action leaves the document as due as it was: it is run once for each document and due date. */
    readonly once?: true;
    /** The action may leave it as due as it was, and is then run again with every run of the program. */
    readonly again?: true;
    /** The action that is run instead where `does` is refused; it gets the reason. */
    readonly otherwise?: A;
  };

/** Who is reminded of a date, and how often: steps before it until it arrives, or steps after it; in either case until the state is left. */
export type Remind<S extends string = string, K extends string = string, A extends string = string> = Which<S, K> &
  (
    | { readonly before: K; readonly by: readonly Offset<K>[] }
    | { readonly since: K; readonly by: readonly Offset<K>[]; readonly every?: Offset<K> }
    | { readonly steps: { readonly of: readonly K[]; readonly at: (row: Row) => readonly string[] } }
  ) &
  (
    | { readonly does: A }
    | {
        /** The event that is told; `says` gives its values besides the id. */
        readonly tells: string;
        readonly says?: (row: Row, at: Reached) => Row;
        /** Only as long as a to-do of this kind is open about the document: the event gets its people as userIds and supplierIds. */
        readonly todo?: string;
      }
  );

/** How far a date has come: the days left to it, negative once it is over, and of a reminder its step, beginning with 1. */
export interface Reached {
  readonly date: string;
  readonly left: number;
  readonly step: number;
  readonly now: string;
  readonly today: string;
}

/** Where a moment falls in the calendar that dates are judged by. */
export interface Clockface {
  readonly now: string;
  readonly today: string;
  readonly zone: string;
  readonly calendar: WorkingDays;
}

export const clockface = (now: Date, zone: string, calendar: WorkingDays): Clockface => ({
  now: now.toISOString(),
  today: dayIn(now.toISOString(), zone),
  zone,
  calendar,
});

const isDayText = (value: string): boolean => value.length === 10;

type Count = number | string | undefined;
const parts = (offset: Offset): readonly Count[] =>
  typeof offset === "number" ? [offset] : [offset.months, offset.days, offset.workingDays];

/** The day so much later, or earlier with sign -1. */
function shiftDay(day: string, offset: Offset, row: Row, calendar: WorkingDays, sign: 1 | -1): string {
  if (typeof offset === "number") return addDays(day, sign * offset);
  const count = (part: Count): number => sign * Number(typeof part === "string" ? (row[part] ?? 0) : (part ?? 0));
  const moved = addDays(addMonths(day, count(offset.months)), count(offset.days));
  const worked = offset.workingDays === undefined ? moved : addWorkingDays(calendar, moved, count(offset.workingDays));
  return offset.toWorkingDay ? workingDayFrom(calendar, worked) : worked;
}

type Calendar = Pick<Clockface, "zone" | "calendar">;

/** A day or a moment so much later, or earlier with sign -1. A moment keeps its time of day in the zone, whatever clocks do between. */
export function offsetFrom(date: string, offset: Offset, row: Row, { zone, calendar }: Calendar, sign: 1 | -1 = 1): string {
  if (isDayText(date)) return shiftDay(date, offset, row, calendar, sign);
  const wall = inZone(date, zone);
  const day = shiftDay(wall.slice(0, 10), offset, row, calendar, sign);
  const moved = day === wall.slice(0, 10) ? date : toUtc(day + wall.slice(10), zone);
  return typeof offset === "number" ? moved : shift(moved, { hours: sign * (offset.hours ?? 0), minutes: sign * (offset.minutes ?? 0) });
}

const isReached = (date: string, at: Clockface): boolean => date <= (isDayText(date) ? at.today : at.now);
const isPast = (date: string, at: Clockface): boolean => date < (isDayText(date) ? at.today : at.now);

/** The date of a row that a declaration goes by; null as long as its fields are empty. */
export function dueDate(when: Timed, row: Row, at: Calendar): string | null {
  if ("due" in when) return when.due.at(row);
  const date = row["on" in when ? when.on : when.after] as string | null | undefined;
  return date ? offsetFrom(date, when.plus ?? 0, row, at) : null;
}

const daysLeft = (date: string, at: Clockface): number =>
  isDayText(date) ? daysBetween(at.today, date) : Math.ceil((Date.parse(date) - Date.parse(at.now)) / msOf({ days: 1 }));

const reached = (date: string, step: number, at: Clockface): Reached => ({
  date,
  step,
  left: daysLeft(date, at),
  now: at.now,
  today: at.today,
});

/** Whether a row is due: on its date, or once that date is over. */
export function isDue(when: Timed, row: Row, at: Clockface): Reached | null {
  const date = dueDate(when, row, at);
  return date !== null && ("after" in when ? isPast(date, at) : isReached(date, at)) ? reached(date, 1, at) : null;
}

/** More repetitions than any reminder has sense for. */
const mostSteps = 5_000;

const dateOf = (remind: Remind, row: Row): string | null =>
  ("steps" in remind ? remind.steps.at(row).at(-1) : row["before" in remind ? remind.before : remind.since]) ?? null;

/** The dates of a reminder that a row has come to, in their order. */
export function stepDates(remind: Remind, row: Row, at: Clockface): readonly string[] {
  const date = dateOf(remind, row);
  if (date === null) return [];
  const isThere = (step: string): boolean => isReached(step, at);
  if ("steps" in remind) return remind.steps.at(row).filter(isThere);
  if ("before" in remind) return remind.by.map((by) => offsetFrom(date, by, row, at, -1)).filter(isThere);
  const dates = remind.by.map((by) => offsetFrom(date, by, row, at));
  for (let next = dates.at(-1) ?? date; remind.every !== undefined && isThere(next) && dates.length < mostSteps; dates.push(next))
    next = offsetFrom(next, remind.every, row, at);
  return dates.filter(isThere);
}

/** The last step of a reminder that a row has come to, however many were passed unseen; null before the first, and before a date once it has arrived. */
export function stepReached(remind: Remind, row: Row, at: Clockface): Reached | null {
  const step = stepDates(remind, row, at).length;
  const date = dateOf(remind, row);
  if (step === 0 || date === null) return null;
  const isOver = isDayText(date) ? isPast(date, at) : isReached(date, at);
  return "before" in remind && isOver ? null : reached(date, step, at);
}

/** The fewest days an offset moves a date forward: what is due today lies at most so long ago. Null where a field of the row decides. */
function leastDays(offset: Offset): number | null {
  if (parts(offset).some((part) => typeof part === "string")) return null;
  if (typeof offset === "number") return offset;
  const [months, days, worked] = [offset.months ?? 0, offset.days ?? 0, offset.workingDays ?? 0].map(Number) as [number, number, number];
  const elapsed = Math.floor(((offset.hours ?? 0) * 60 + (offset.minutes ?? 0)) / 1440);
  return months * (months < 0 ? 31 : 28) + days + (worked < 0 ? worked * 3 - 30 : worked) + elapsed;
}

const negated = (offset: Offset): Offset =>
  typeof offset === "number"
    ? -offset
    : Object.fromEntries(Object.entries(offset).map(([key, part]) => [key, typeof part === "number" ? -part : part]));

/** The field whose values are looked through in their order, and the latest day of interest; no field where several decide. */
export function searched(current: Timed | Remind, today: string): { readonly field: string | null; readonly to: string | null } {
  if ("due" in current || "steps" in current) return { field: null, to: null };
  const field = "on" in current ? current.on : "after" in current ? current.after : "before" in current ? current.before : current.since;
  const offsets = "before" in current ? current.by.map(negated) : "since" in current ? current.by : [current.plus ?? 0];
  const least = offsets.map(leastDays);
  // A day more on either side: a moment of today falls on another day in another zone.
  return { field, to: least.includes(null) ? null : addDays(today, 2 - Math.min(...(least as number[]))) };
}

/** The program that looks at every date of which no other program is named. */
export const dueProgram = "DUE_DATES";
