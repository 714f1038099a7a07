import { cmp } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { addDays, addMonths, monthStart } from "#kernel/days.ts";
import { periodOf } from "./demand-summary.ts";
import type { forecast } from "./forecast.entity.ts";

export type Forecast = Doc<typeof forecast>;

function next(day: string, type: string): string {
  if (type === "DAY") return addDays(day, 1);
  if (type === "WEEK") return addDays(day, 7);
  return addMonths(monthStart(day), 1);
}

/** The periods of a horizon, from the Monday or the first it begins with. */
export function periodsOf(start: string, type: string, count: number): { readonly start: string; readonly end: string }[] {
  const found: { start: string; end: string }[] = [];
  for (let at = periodOf(start, type); found.length < count; at = next(at, type))
    found.push({ start: at, end: addDays(next(at, type), -1) });
  return found;
}

/** Where a period lies: firm first, then material, then free. */
export const zoneOf = (index: number, of: { readonly firmPeriods: number | null; readonly materialPeriods: number | null }) =>
  index < (of.firmPeriods ?? 0) ? "FIRM" : index < (of.materialPeriods ?? 0) ? "MATERIAL" : "FREE";

/** Periods of the firm zone of the version before, not yet begun, whose demand would be lowered. */
export function loweredFirm(doc: Forecast, before: Forecast, today: string): string[] {
  const starts = periodsOf(before.startPeriod, before.periodType, before.firmPeriods ?? 0).map((period) => period.start);
  const firm = new Set(starts.filter((start) => start > today));
  const key = (line: Forecast["lines"][number]): string => `${line.itemId}|${line.invOrgId}`;
  const now = new Map(
    doc.lines.flatMap((line) => line.periods.map((period) => [`${key(line)}|${period.periodStart}`, period.demandQty] as const)),
  );
  const lowered = before.lines.flatMap((line) =>
    line.periods.flatMap((period) =>
      firm.has(period.periodStart) && cmp(now.get(`${key(line)}|${period.periodStart}`) ?? "0", period.demandQty) < 0
        ? [period.periodStart]
        : [],
    ),
  );
  return [...new Set(lowered)].toSorted();
}

export interface Answer {
  readonly periodId: string;
  readonly commitQty: string | null;
  readonly gapReason?: string | null;
  readonly gapRemark?: string | null;
}

/** Periods as they stand with a supplier's answers laid over them. */
export function answered(doc: Forecast, answers: readonly Answer[]) {
  const given = new Map(answers.map((answer) => [answer.periodId, answer]));
  return doc.lines.flatMap((line) =>
    line.periods.map((period) => {
      const entry = given.get(period.id);
      const stored = { commitQty: period.commitQty, gapReason: period.gapReason, gapRemark: period.gapRemark };
      const result = entry && {
        commitQty: entry.commitQty ?? null,
        gapReason: entry.gapReason ?? null,
        gapRemark: entry.gapRemark ?? null,
      };
      return { period, line, ...(result ?? stored), isGiven: entry !== undefined };
    }),
  );
}
type Answered = ReturnType<typeof answered>[number];

export const isShort = (current: Pick<Answered, "commitQty" | "period">): boolean =>
  current.commitQty !== null && cmp(current.commitQty, current.period.demandQty) < 0;

/** What a reply still owes: every period answered, every shortfall explained. */
export function owedBy(rows: readonly Answered[]): Refusal[] {
  const open = rows.filter((row) => row.commitQty === null).length;
  const silent = rows.some((row) => isShort(row) && !row.gapReason);
  return [
    ...(open ? [refuse("PUR-1101", `尚有${open}个时段未回复`, `${open} periods are not answered`)] : []),
    ...(silent ? [refuse("PUR-1102", "承诺数量小于需求时必须填写差异原因", "Give a reason when commitment is below demand")] : []),
  ];
}

export const isAsAsked = (rows: readonly Answered[]): boolean =>
  rows.every((row) => cmp(row.commitQty ?? "-1", row.period.demandQty) === 0);
