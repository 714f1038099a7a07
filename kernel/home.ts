/** A block of the home board as the server lists it for this person: order and size already follow the saved layout. */
export interface Widget {
  readonly widgetCode: string;
  readonly nameCn: string;
  readonly nameEn: string;
  readonly widgetType: "FIGURE" | "TODO" | "NOTICE" | "CHART" | "LINKS" | "CALENDAR";
  readonly drillRoute?: string | null;
  readonly seq: number;
  /** columns it takes: 1 stands at the right, 2 and more at the left */
  readonly span: number;
  readonly visible: "Y" | "N";
  readonly refreshSeconds?: number | null;
  /** Its content as it came with the board; nothing where its source failed. */
  readonly data?: unknown;
}

/** A figure that says nothing: nobody looks at a row of noughts. */
export const isNought = (data: Pick<Figure, "value"> | null | undefined): boolean =>
  data !== null && data !== undefined && /^[0.,]+$/.test(data.value);

/** Times travel as yyyy-MM-dd HH:mm:ss in the session's zone; asOf is the server's now in that zone. */
interface Loaded {
  readonly asOf: string;
}

/** A list with the same filter stands behind every figure. */
export interface Drill {
  readonly route?: string | null;
  readonly query?: Readonly<Record<string, string>>;
}

export interface Figure extends Drill {
  readonly value: string;
  readonly unit?: string;
  /** one line of truth under the figure; red only for overdue */
  readonly note?: string;
  readonly tone?: "plain" | "success" | "warning" | "error";
}
export interface FigureData extends Loaded, Figure {}

export interface TodoRow extends Drill {
  readonly id: string;
  readonly kind: "APPROVAL" | "MATTER";
  readonly matter: string;
  readonly number: string;
  readonly from: string;
  readonly amount?: string | null;
  readonly currency?: string | null;
  readonly dueAt?: string | null;
}
export interface TodoData extends Loaded {
  readonly total: number;
  /** How many of all of them, not only of those shown. */
  readonly tallies: Readonly<Record<"overdue" | "today" | TodoRow["kind"], number>>;
  readonly rows: readonly TodoRow[];
}

export interface NoticeData extends Loaded {
  readonly unread: number;
  readonly rows: readonly (Drill & {
    readonly id: string;
    readonly title: string;
    readonly pinned?: boolean;
    readonly unread?: boolean;
    readonly date: string;
  })[];
}

export interface LinksData extends Loaded {
  /** the pages a person keeps at hand */
  readonly rows: readonly Link[];
  /** and those opened most, as far as they are not kept already */
  readonly often: readonly Link[];
}

export interface Link {
  readonly menuId: string;
  readonly name: string;
  readonly route: string;
}

export interface ChartData extends Loaded {
  /** the figure in words */
  readonly answer: string;
  readonly unit?: string;
  readonly bars: readonly (Drill & { readonly label: string; readonly value: string; readonly current?: boolean })[];
}

export interface CalendarData extends Loaded {
  readonly total: number;
  readonly rows: readonly (Drill & {
    readonly id: string;
    readonly at: string;
    readonly title: string;
    readonly note?: string;
    readonly live?: boolean;
  })[];
}

/** What a line is about, without the number that stands beside it. */
export function withoutNumber(words: string, number: string): string {
  if (number === "") return words;
  const rest = (words.includes(` ${number}`) ? words.replace(` ${number}`, "") : words.replace(number, "")).trim();
  // "Verify the bank account of change" waits for the number that was taken from it.
  return (words.endsWith(number) ? rest.replace(/ of (?:the )?\w+$/, "") : rest) || words;
}

export type TodoGroup = "overdue" | "today" | "later";

/** Overdue by the minute, due on the same day, or later (also: without a limit). */
export function todoGroup(row: Pick<TodoRow, "dueAt">, asOf: string): TodoGroup {
  if (!row.dueAt) return "later";
  if (row.dueAt < asOf) return "overdue";
  return row.dueAt.slice(0, 10) === asOf.slice(0, 10) ? "today" : "later";
}

/** The rows in the order people must act: overdue, today, later; the nearest limit first, no limit last. */
export function groupTodos(rows: readonly TodoRow[], asOf: string): readonly (readonly [TodoGroup, readonly TodoRow[]])[] {
  const byDue = (a: TodoRow, b: TodoRow): number => (a.dueAt || "9999").localeCompare(b.dueAt || "9999");
  return (["overdue", "today", "later"] as const)
    .map((group) => [group, rows.filter((row) => todoGroup(row, asOf) === group).toSorted(byDue)] as const)
    .filter(([, members]) => members.length > 0);
}

/** Days and hours between two times of one zone, rounded down; less than an hour counts in minutes. */
export function lateness(dueAt: string, asOf: string): { readonly days: number; readonly hours: number; readonly minutes: number } {
  const stamp = (time: string): number => Date.parse(`${time.replace(" ", "T")}Z`);
  const minutes = Math.max(0, Math.floor((stamp(asOf) - stamp(dueAt)) / 60_000));
  return { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 };
}

/** Sorted for the board: the strip of figures, the wide column, the narrow column. */
export function placeWidgets(widgets: readonly Widget[]): { readonly strip: Widget[]; readonly wide: Widget[]; readonly narrow: Widget[] } {
  const shown = widgets.filter((widget) => widget.visible === "Y").toSorted((a, b) => a.seq - b.seq);
  const strip = shown.filter((widget) => widget.widgetType === "FIGURE");
  const blocks = shown.filter((widget) => widget.widgetType !== "FIGURE");
  return { strip, wide: blocks.filter((widget) => widget.span > 1), narrow: blocks.filter((widget) => widget.span <= 1) };
}

/** Moves a widget one place among those of its own part of the board; numbers run in tens. */
export function moveWidget(widgets: readonly Widget[], widgetCode: string, by: 1 | -1): Widget[] {
  const order = widgets.toSorted((a, b) => a.seq - b.seq);
  const moved = order.find((widget) => widget.widgetCode === widgetCode);
  if (moved === undefined) return [...widgets];
  const sameStrip = (widget: Widget): boolean => (widget.widgetType === "FIGURE") === (moved.widgetType === "FIGURE");
  const peers = order.filter(sameStrip);
  const at = peers.indexOf(moved);
  const other = peers[at + by];
  if (other === undefined) return order;
  const swapped = order.map((widget) => (widget === moved ? other : widget === other ? moved : widget));
  return swapped.map((widget, i) => ({ ...widget, seq: (i + 1) * 10 }));
}
