import type { Layout, Leaf } from "./columns.ts";
import type { Place, TableModel } from "./model.ts";
import type { Reader } from "./reader.ts";
import type { RowStore } from "./rowStore.ts";
import type { Confirmation, TableConfig } from "./types.ts";
import type { ViewRow } from "./view.ts";
import type { PastePlan } from "#kernel/paste.ts";

/** The table as it stands at this moment; handlers read it when something happens, so they never need to be made again. */
export interface Now {
  config: TableConfig;
  model: TableModel;
  store: RowStore | null;
  layout: Layout;
  view: readonly ViewRow[];
  reader: Reader;
  /** The scrolling grid itself. */
  grid: HTMLElement | null;
  tops: readonly number[];
  footerHeight: number;
  note(kind: "info" | "error", text: string): void;
  ask(question: Confirmation): Promise<string | null>;
  report(plan: PastePlan, first: number): void;
}

export interface Live {
  current: Now;
}

export const leafAt = (now: Now, c: number): Leaf | undefined => now.layout.leaves[c];
export const lineAt = (now: Now, r: number): ViewRow | undefined => now.view[r];

/** Whether a cell may be edited now; the row's own rule, the cell's rule and the column all have a say. */
export function canEdit(now: Pick<Now, "config" | "store">, line: ViewRow, leaf: Leaf): boolean {
  const { config, store } = now;
  if (config.isEdit !== true || store === null || leaf.column.editType === undefined || leaf.control !== null || line.mark === "DELETED")
    return false;
  return config.rowEditable?.(line.row) !== false && config.cellEditable?.(line.row, leaf.key) !== false;
}

/** The rectangle of marked cells, in order. */
export function rangeOf(focus: Place, anchor: Place | null): { r0: number; r1: number; c0: number; c1: number } {
  const other = anchor ?? focus;
  return { r0: Math.min(focus.r, other.r), r1: Math.max(focus.r, other.r), c0: Math.min(focus.c, other.c), c1: Math.max(focus.c, other.c) };
}

export const isRange = (focus: Place, anchor: Place | null): boolean => anchor !== null && (anchor.r !== focus.r || anchor.c !== focus.c);

/** The rows a row action means: the ticked ones, else the focused one. */
export function meantRows(now: Now): ViewRow[] {
  const { picked, focus } = now.model.state.getState();
  const ticked = now.view.filter((line) => picked.has(line.key));
  const viewRow = now.view[focus.r];
  return ticked.length > 0 ? ticked : viewRow === undefined ? [] : [viewRow];
}
