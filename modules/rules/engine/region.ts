import { cmp } from "#kernel/decimal.ts";
import { daysLater } from "#kernel/expression/value.ts";

/** One end of an interval; null goes on for ever. */
export type End = { readonly value: string; readonly open: boolean } | null;

export interface Interval {
  readonly low: End;
  readonly high: End;
}

/** Which values a column can have: in order like numbers and days, or apart like codes, of which all may be known. */
export type Domain = { readonly by: "number" | "date" } | { readonly by: "code"; readonly codes: readonly string[] | null };

/** A part of a column's values; an empty value is a value of its own. */
export type Region = { readonly domain: Domain; readonly empty: boolean } & (
  | { readonly intervals: readonly Interval[] }
  | { readonly codes: readonly string[]; readonly others: boolean }
);

type Ordered = Domain & { readonly by: "number" | "date" };

const isOrdered = (domain: Domain): domain is Ordered => domain.by !== "code";

const compare = (a: string, b: string, domain: Ordered): number => (domain.by === "number" ? cmp(a, b) : a < b ? -1 : a > b ? 1 : 0);

/** Days are whole: after the 1st means from the 2nd on. */
function closed(end: End, step: "1" | "-1", domain: Ordered): End {
  if (!end?.open || domain.by === "number") return end;
  const day = daysLater(end.value, step);
  return day === null ? end : { value: day, open: false };
}

function interval(low: End, high: End, domain: Ordered): Interval | null {
  const from = closed(low, "1", domain);
  const to = closed(high, "-1", domain);
  if (!from || !to) return { low: from, high: to };
  const order = compare(from.value, to.value, domain);
  return order < 0 || (order === 0 && !from.open && !to.open) ? { low: from, high: to } : null;
}

/** The end that leaves less: later for a beginning, earlier for an end. */
function tighter(a: End, b: End, side: 1 | -1, domain: Ordered): End {
  if (!a || !b) return a ?? b;
  const order = compare(a.value, b.value, domain) * side;
  return order > 0 || (order === 0 && a.open) ? a : b;
}

const opposite = (end: NonNullable<End>): End => ({ value: end.value, open: !end.open });

/** What lies before, between and after the intervals. */
function outside(intervals: readonly Interval[], domain: Ordered): Interval[] {
  let rest: Interval[] = [{ low: null, high: null }];
  for (const { low, high } of intervals) {
    const before = low ? [{ low: null, high: opposite(low) }] : [];
    const after = high ? [{ low: opposite(high), high: null }] : [];
    rest = common(rest, [...before, ...after], domain);
  }
  return rest;
}

const common = (a: readonly Interval[], b: readonly Interval[], domain: Ordered): Interval[] =>
  a.flatMap((entry) =>
    b.flatMap((other) => interval(tighter(entry.low, other.low, 1, domain), tighter(entry.high, other.high, -1, domain), domain) ?? []),
  );

export const between = (domain: Domain, low: End, high: End): Region => {
  const found = isOrdered(domain) ? interval(low, high, domain) : null;
  return { domain, empty: false, intervals: found ? [found] : [] };
};

/** Exactly these values. */
export function only(domain: Domain, values: readonly string[]): Region {
  if (domain.by === "code") {
    const known = domain.codes;
    return { domain, empty: false, codes: known ? values.filter((value) => known.includes(value)) : [...new Set(values)], others: false };
  }
  const points = [...new Set(values)].map((value) => ({ low: { value, open: false }, high: { value, open: false } }));
  return { domain, empty: false, intervals: points };
}

/** Every value but the empty one. */
export function present(domain: Domain): Region {
  if (domain.by !== "code") return { domain, empty: false, intervals: [{ low: null, high: null }] };
  return domain.codes ? only(domain, domain.codes) : { domain, empty: false, codes: [], others: true };
}

export const absent = (domain: Domain): Region => ({ ...only(domain, []), empty: true });

export const whole = (domain: Domain): Region => ({ ...present(domain), empty: true });

/** All values that are not in it, the empty one included. */
export function complement(region: Region): Region {
  const { domain, empty } = region;
  if ("intervals" in region) return { domain, empty: !empty, intervals: outside(region.intervals, domain as Ordered) };
  const known = domain.by === "code" ? domain.codes : null;
  if (known) return { domain, empty: !empty, codes: known.filter((code) => !region.codes.includes(code)), others: false };
  return { domain, empty: !empty, codes: region.codes, others: !region.others };
}

export function intersect(a: Region, b: Region): Region {
  const { domain } = a;
  const empty = a.empty && b.empty;
  if ("intervals" in a) return { domain, empty, intervals: "intervals" in b ? common(a.intervals, b.intervals, domain as Ordered) : [] };
  if ("intervals" in b) return { domain, empty, codes: [], others: false };
  if (a.others && b.others) return { domain, empty, codes: [...new Set([...a.codes, ...b.codes])], others: true };
  const [listed, other] = a.others ? [b, a] : [a, b];
  return { domain, empty, codes: listed.codes.filter((code) => other.codes.includes(code) !== other.others), others: false };
}

export const isNone = (region: Region): boolean =>
  !region.empty && ("intervals" in region ? region.intervals.length === 0 : !region.others && region.codes.length === 0);
