import type { ReactNode } from "react";
import { format, isDecimal } from "../../decimal.ts";
import { percentText } from "../../page-format.ts";
import type { ReportParts, ReportReply, Row } from "../../report.ts";
import { useLookup } from "../page/lookup.ts";
import type { RowAction } from "../table/types.ts";

/** A figure as people read it: thousands apart, and a dash where nothing is known. */
export const figure = (value: unknown, more = ""): string =>
  more === "%" && isDecimal(String(value))
    ? percentText(value)
    : value === null || value === undefined || value === ""
      ? "–"
      : `${isDecimal(String(value)) ? format(String(value), { thousands: true }) : String(value)}${more}`;

/** The words of a lookup, or the code itself. */
export function useWords(type: string): (code: unknown) => string {
  const { meaning } = useLookup(type);
  return (code) => (code ? (meaning(String(code)) ?? String(code)) : "");
}

/** What hangs on something of a page stands in that page, so that those who hear it find it there. */
export const mainOf = (node: HTMLElement): HTMLElement => node.closest<HTMLElement>("main,[role=main]") ?? document.body;

export interface Shown<P extends ReportParts = ReportParts> {
  readonly reply: ReportReply<P>;
  readonly filter: Row;
  /** What of the rows is shown below, by a mark somebody pressed. */
  readonly chosen: Chosen<P["row"]> | null;
  choose(chosen: Chosen<P["row"]> | null): void;
  /** An amount inside the sentence: in the large unit of the language, with the currency of the report unless another is named. */
  money(value: unknown, currency?: string): string;
}

export interface Chosen<R = Row> {
  readonly label: string;
  /** Which mark of which chart it was, to be drawn dark. */
  readonly mark?: number;
  keep(row: R): boolean;
}

export interface Target {
  readonly path: string;
  readonly query: Record<string, string>;
  readonly title?: string;
}

export interface ReportProps<N extends string = string, P extends ReportParts = ReportParts> {
  readonly report: N;
  /** What is asked unless the reader asks otherwise, said in the filters themselves. */
  readonly begin?: Row;
  sentence(shown: Shown<P>): ReactNode;
  charts(shown: Shown<P>): ReactNode;
  /** The page a row opens, or one figure of it. */
  opens?(row: P["row"], key: keyof P["row"] & string): Target | null;
  /** What of the report a row stands for, where it opens no page. */
  picks?(row: P["row"]): Chosen<P["row"]>;
  rowActions?(row: P["row"]): readonly RowAction[];
  /** What stands below the rows. */
  after?(shown: Shown<P>): ReactNode;
}
