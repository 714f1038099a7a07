import { add, div, isDecimal, isZero, mul, round, sub, sum } from "./decimal.ts";
import type { Field } from "./field.ts";
import type { Text } from "./text.ts";

export type Row = Readonly<Record<string, unknown>>;

/** One column of a report: how its values are written on the screen, on paper and in a workbook. */
export interface ReportColumn<K extends string = string> {
  readonly key: K;
  readonly label: Text;
  /** A quantity has as many digits as it needs; other numbers those they come with. */
  readonly kind?: "text" | "int" | "money" | "percent" | "number" | "qty" | "date";
  /** The words of its codes. */
  readonly lookup?: string;
  readonly width?: number;
  /** Pressing it opens what the row is about. */
  readonly links?: true;
  /** The greater the figure, the stronger its ground. */
  readonly heat?: true;
  /** A small bar beside the figure, as long as it is beside the greatest, so that rows compare at a glance. */
  readonly bar?: true;
  /** Left out where no row has one. */
  readonly maybe?: true;
}

/** A figure of the sentence that is held against the period before. */
export interface Headline<K extends string = string> {
  readonly key: K;
  readonly label: Text;
  /** A rate changes by points, everything else by percent. */
  readonly kind: "money" | "count" | "rate";
}

/** One report: where it stands, how it is called, what may be asked and which columns answer. */
export interface ReportShape {
  readonly route: string;
  readonly call: string;
  readonly label: Text;
  readonly filters: Readonly<Record<string, Field>>;
  readonly columns: readonly ReportColumn[];
  /** What its figures mean, in words. */
  readonly formula: Text;
  /** What it means that no row was found, where that is an answer: what is so, and what to ask next. */
  readonly none?: { readonly title: Text; readonly next: Text };
  /** What is compared with the period before. */
  readonly headlines?: readonly Headline[];
}

/** By how much a figure changed: percent, or points of a rate; null without a base. */
export function changeOf(kind: Headline["kind"], now: unknown, before: unknown): string | null {
  const [a, b] = [String(now ?? ""), String(before ?? "")];
  if (!isDecimal(a) || !isDecimal(b)) return null;
  if (kind === "rate") return round(sub(a, b), 2);
  return isZero(b) ? null : round(div(mul(sub(a, b), "100"), b, 8), 1);
}

/** Shares in percent that show 100.00 together: the last one takes what rounding left. */
export function sharesOf(amounts: readonly string[]): (string | null)[] {
  const whole = sum(amounts);
  if (isZero(whole)) return amounts.map(() => null);
  const rounded = amounts.map((amount) => round(div(mul(amount, "100"), whole, 8), 2));
  return rounded.map((value, i) => (i === rounded.length - 1 ? sub("100.00", sum(rounded.slice(0, -1))) : value));
}

/** The sums of some rows under the columns that have one: a share adds up like an amount. */
export function totalsOf(keys: readonly string[], rows: readonly Row[]): Readonly<Record<string, string | null>> {
  const sumOf = (key: string): string | null =>
    rows.reduce<string | null>((all, row) => {
      const value = String(row[key] ?? "");
      return isDecimal(value) ? add(all ?? "0", value) : all;
    }, null);
  return Object.fromEntries(keys.map((key) => [key, sumOf(key)]));
}

/** The entities its filters choose from. */
export const pickedIn = ({ filters }: Pick<ReportShape, "filters">): string[] => [
  ...new Set(Object.values(filters).flatMap(({ kind, target }) => (kind === "ref" && target ? [target] : []))),
];

/** What is written in digits, and stands at the right. */
export const isFigure = (column: ReportColumn): boolean => ["int", "money", "percent", "number", "qty"].includes(column.kind ?? "");

/** The columns these rows need. */
export const columnsFor = (shape: Pick<ReportShape, "columns">, rows: readonly Row[]): readonly ReportColumn[] =>
  shape.columns.filter(
    (column) => !column.maybe || rows.some((row) => row[column.key] !== null && row[column.key] !== undefined && row[column.key] !== ""),
  );

/** What a report answers: its rows, the figures of its sentence and the groups its charts are drawn from. */
export interface ReportParts {
  readonly row: Row;
  readonly figures: Row;
  readonly groups: Readonly<Record<string, Row>>;
}

/** The reports of an area whose columns and headlines are parts of what they answer. */
export type ReportShapes<R extends Readonly<Record<string, ReportParts>>> = {
  readonly [N in keyof R]: Omit<ReportShape, "columns" | "headlines"> & {
    readonly columns: readonly ReportColumn<keyof R[N]["row"] & string>[];
    readonly headlines?: readonly Headline<keyof R[N]["figures"] & string>[];
  };
};

/** What every report answers. */
export interface ReportReply<P extends ReportParts = ReportParts> {
  readonly rows: readonly P["row"][];
  /** What stands under the columns: of all rows, listed or not, reckoned before rounding. */
  readonly totals?: Readonly<Record<string, string | null>>;
  /** The figures of the sentence above the charts. */
  readonly figures: P["figures"];
  /** Groups a chart is drawn from. */
  readonly groups: { readonly [G in keyof P["groups"]]: readonly P["groups"][G][] };
  /** What was left out or could not be counted, said plainly. */
  readonly notes: readonly { readonly code: string; readonly text: Text; readonly count: number }[];
  /** The currency of its amounts, where they share one. */
  readonly currency?: string;
  /** When the figures were counted. */
  readonly at: string;
  /** The period before, with its figures; none where what is counted begins later than it (since). */
  readonly before?: { readonly from: string; readonly to: string; readonly figures: P["figures"] | null; readonly since: string | null };
  readonly permits: { readonly orgs: readonly string[] | null; readonly categories: readonly string[] | null };
}

/** The reports of one area: the path their calls stand under, and each of them by its name. Whoever is granted its page may read a report, and export it with the button there. */
export interface ReportDesk<N extends string = string> {
  readonly path: string;
  readonly shapes: Readonly<Record<N, ReportShape>>;
}
