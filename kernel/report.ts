import type { Field } from "./field.ts";
import type { Text } from "./text.ts";

export type Row = Readonly<Record<string, unknown>>;

/** One column of a report: how its values are written on the screen, on paper and in a workbook. */
export interface ReportColumn {
  readonly key: string;
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
  /** Left out where no row has one. */
  readonly maybe?: true;
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
}

/** The entities its filters choose from. */
export const pickedIn = ({ filters }: Pick<ReportShape, "filters">): string[] => [
  ...new Set(Object.values(filters).flatMap(({ kind, target }) => (kind === "ref" && target ? [target] : []))),
];

/** What is written in digits, and stands at the right. */
export const isFigure = (column: ReportColumn): boolean => ["int", "money", "percent", "number", "qty"].includes(column.kind ?? "");

/** The columns these rows need. */
export const columnsFor = (shape: Pick<ReportShape, "columns">, rows: readonly Row[]): readonly ReportColumn[] =>
  shape.columns.filter((column) => !column.maybe || rows.some((row) => row[column.key] !== null && row[column.key] !== undefined));

/** What every report answers. */
export interface ReportReply {
  readonly rows: readonly Row[];
  /** What stands under the columns: of all rows, listed or not, reckoned before rounding. */
  readonly totals?: Readonly<Record<string, string | null>>;
  /** The figures of the sentence above the charts. */
  readonly figures: Row;
  /** Groups a chart is drawn from. */
  readonly groups: Readonly<Record<string, readonly Row[]>>;
  /** What was left out or could not be counted, said plainly. */
  readonly notes: readonly { readonly code: string; readonly text: Text; readonly count: number }[];
  /** The currency of its amounts, where they share one. */
  readonly currency?: string;
  readonly permits: { readonly orgs: readonly string[] | null; readonly categories: readonly string[] | null };
}

/** The reports of one area: the path their calls stand under, and each of them by its name. Whoever is granted its page may read a report, and export it with the button there. */
export interface ReportDesk<N extends string = string> {
  readonly path: string;
  readonly shapes: Readonly<Record<N, ReportShape>>;
}
