import type { Language } from "../../text.ts";
import { unitFor, type Unit } from "../../short-figure.ts";
import type { Drawing, Series, Tone } from "./drawing.ts";

const values = (series: readonly Series[]): number[] => series.flatMap((entry) => entry.values.filter((value) => value !== null));

/** Series that have something to draw: a line of nothing is no line, and no word in the legend. */
export const drawnSeries = ({ series }: Pick<Drawing, "series">): readonly Series[] =>
  series.filter((candidate) => candidate.values.some((value) => value !== null));

/** Is everything on this side of the chart a percent? */
export const isPercentSide = (series: readonly Series[]): boolean =>
  series.length > 0 && series.every((candidate) => candidate.percent === true || candidate.axis === "right");

/** The unit of an axis: that of its greatest figure, so that all its labels are read alike. */
export function axisUnit(series: readonly Series[], language: Language): Unit {
  const most = Math.max(0, ...values(series).map(Math.abs));
  // Stacked marks reach higher than each of them.
  const stacked = series.filter((candidate) => candidate.stack);
  const height = stacked.length
    ? Math.max(...(stacked[0]?.values ?? []).map((_, i) => stacked.reduce((all, entry) => all + Math.abs(entry.values[i] ?? 0), 0)))
    : 0;
  return unitFor(String(Math.round(Math.max(most, height))), language);
}

/** A figure in the unit of its axis; nothing stays nothing. */
export function axisText(value: number, unit: Unit, percent: boolean): string {
  const text = (value / Number(unit.by)).toLocaleString("en-US", { maximumFractionDigits: 2 }).replace("-", "−");
  if (percent) return `${text}%`;
  return value === 0 || unit.word === "" ? text : `${text} ${unit.word}`;
}

/** A figure in full, as a table and a hint show it. */
export const fullText = (value: number | null | undefined, percent: boolean): string =>
  value === null || value === undefined
    ? "–"
    : `${value.toLocaleString("en-US", { maximumFractionDigits: percent ? 2 : 4 }).replace("-", "−")}${percent ? "%" : ""}`;

/** Does the axis begin near the least value? Lines of prices only: the length of a bar is read from zero. */
export const beginsNear = ({ near, series }: Pick<Drawing, "near" | "series">): boolean =>
  near === true && series.every((candidate) => candidate.line === true);

/** A percent axis of shares goes from nothing to all of it; growth goes where it goes. */
export function percentEnds(series: readonly Series[]): { readonly min?: number; readonly max?: number; readonly interval?: number } {
  const all = values(series);
  const most = Math.max(0, ...all);
  const isShare = all.every((value) => value >= 0 && value <= 100) && (most > 50 || most === 0);
  return isShare ? { min: 0, max: 100, interval: 25 } : {};
}

/** The tones of single marks: of bars side by side one is dark, the pressed or the greatest, and the others are pale. */
export function markTones({ series, pressed }: Drawing): readonly (readonly (Tone | null)[])[] {
  const bars = series.filter((candidate) => !candidate.line && candidate.tone !== "none");
  return series.map((entry) => {
    if (entry.tones) return entry.tones;
    if (bars.length !== 1 || entry !== bars[0] || entry.stack || entry.tone !== "dark") return [];
    const most = Math.max(...values([entry]));
    const at = pressed ?? entry.values.findIndex((value) => value === most);
    return entry.values.map((value, i) => ((value ?? 0) < 0 ? "warm" : i === at ? "dark" : "pale"));
  });
}
