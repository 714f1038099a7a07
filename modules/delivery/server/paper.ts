import { format, isDecimal } from "#kernel/decimal.ts";
import type { Block } from "#kernel/server/file/preview/office.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { say, type Language, type Text } from "#kernel/text.ts";

export const shown = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
export type Word = (cn: string, en: string) => string;
export type Units = ReadonlyMap<string, string>;

/** A column of a paper's lines: its head, and what stands under it. */
export type PaperColumn<Line = Row> = readonly [cn: string, en: string, of: string | ((line: Line) => unknown)];

export const wordIn =
  (language: Language): Word =>
  (cn, en) =>
    say([cn, en] as Text, language);

/** Facts about the whole document, two beside each other. */
export const factsOf = (rows: readonly (readonly string[])[]): Block => ({ t: "table", look: "facts", rows });

/** A figure with its thousands apart, so that nobody counts noughts at the gate. */
export const figure = (value: unknown, scale?: number): string =>
  isDecimal(String(value ?? "")) ? format(String(value), { thousands: true, ...(scale === undefined ? {} : { scale }) }) : shown(value);
const cellOf = (line: Row, key: string): string => (/qty$/i.test(key) ? figure(line[key]) : shown(line[key]));

/** Lines under their heads, with a title over them. */
export const linesOf = <Line extends Row>(
  word: Word,
  title: readonly [string, string],
  columns: readonly PaperColumn<Line>[],
  lines: readonly Line[],
): readonly Block[] => [
  { t: "h", level: 3, text: word(...title) },
  {
    t: "table",
    look: "lines",
    rows: [
      columns.map(([cn, en]) => word(cn, en)),
      ...lines.map((line) => columns.map(([, , of]) => (typeof of === "string" ? cellOf(line, of) : shown(of(line))))),
    ],
  },
];

/** The signatures at the foot of a paper. */
export const signedBy = (word: Word, ...who: readonly (readonly [string, string])[]): Block => ({
  t: "table",
  look: "signs",
  rows: [who.map(([cn, en]) => word(cn, en))],
});

export const lineTitle = ["明细", "Lines"] as const;
export const itemColumn: PaperColumn = ["物料", "Item", (line) => `${shown(line["itemCode"])} ${shown(line["itemDesc"])}`.trim()];
/** A unit by its name. */
export const unitColumn = (units: Units): PaperColumn => ["单位", "UOM", (line) => units.get(shown(line["uom"])) ?? line["uom"]];
/** The row of an order in three numbers. */
export const orderRowOf = (line: Row): string => `${shown(line["orderNum"])}-${shown(line["orderLineNum"])}-${shown(line["scheduleNum"])}`;
