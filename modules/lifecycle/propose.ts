import { cmp } from "#kernel/decimal.ts";
import type { Text } from "#kernel/text.ts";
import { monthsBetween } from "#kernel/days.ts";

/** What is known of a supplier that might be visited. */
export interface Candidate {
  readonly supplierId: string;
  readonly riskLight: string | null;
  /** Bought from it in the last twelve months; null where nobody knows. */
  readonly spend: string | null;
  readonly lastDate: string | null;
  readonly lastScore: string | null;
}

export interface Proposal {
  readonly supplierId: string;
  readonly reasonType: "QUALITY_ISSUE" | "PERIODIC";
  readonly planMonth: string;
  readonly note: Text;
}

const months: Readonly<Record<string, readonly [first: number, last: number]>> = {
  YEAR: [1, 12],
  H1: [1, 6],
  H2: [7, 12],
  Q1: [1, 3],
  Q2: [4, 6],
  Q3: [7, 9],
  Q4: [10, 12],
};

/** The months of a plan's period, as yyyy-MM. */
export function monthsOf(year: string, period: string): readonly string[] {
  const [first, last] = months[period] ?? [1, 12];
  return Array.from({ length: last - first + 1 }, (_, i) => `${year}-${String(first + i).padStart(2, "0")}`);
}

const risks: Readonly<Record<string, number>> = { RED: 2, YELLOW: 1 };

/** Red lights first, then yellow, then by spend, then by how long nobody was there; whoever is quiet and was visited lately is left out. */
export function propose(
  candidates: readonly Candidate[],
  how: {
    readonly today: string;
    readonly year: string;
    readonly period: string;
    readonly most: number;
    readonly months: number;
  },
): readonly Proposal[] {
  const age = (candidate: Candidate): number => (candidate.lastDate === null ? 999 : monthsBetween(candidate.lastDate, how.today));
  const risk = (candidate: Candidate): number => risks[candidate.riskLight ?? ""] ?? 0;
  const chosen = candidates
    .filter((candidate) => risk(candidate) > 0 || age(candidate) >= how.months)
    .toSorted(
      (a, b) => risk(b) - risk(a) || cmp(b.spend ?? "0", a.spend ?? "0") || age(b) - age(a) || (a.supplierId < b.supplierId ? -1 : 1),
    )
    .slice(0, how.most);
  const open = monthsOf(how.year, how.period).filter((month) => month >= how.today.slice(0, 7));
  const free = open.length > 0 ? open : monthsOf(how.year, how.period).slice(-1);
  return chosen.map((candidate, at) => ({
    supplierId: candidate.supplierId,
    reasonType: risk(candidate) === 2 ? "QUALITY_ISSUE" : "PERIODIC",
    // The most urgent come first; the others are spread evenly.
    planMonth: free[Math.floor((at * free.length) / chosen.length)]!,
    note: noteOf(candidate, age(candidate)),
  }));
}

function noteOf(candidate: Candidate, age: number): Text {
  const parts: Text[] = [
    ...(candidate.riskLight === "RED" ? [["风险红灯", "red light"] as const] : []),
    ...(candidate.riskLight === "YELLOW" ? [["风险黄灯", "yellow light"] as const] : []),
    candidate.lastDate === null ? ["从未考察", "never visited"] : [`上次考察${age}个月前`, `last visit ${age} months ago`],
    ...(candidate.spend === null ? [] : [[`近12个月采购额${candidate.spend}`, `spend of 12 months ${candidate.spend}`] as const]),
  ];
  return [parts.map(([cn]) => cn).join("；"), parts.map(([, en]) => en).join("; ")];
}
