import { flushSync } from "react-dom";
import { canEdit, leafAt, lineAt, type Live, type Now } from "./live.ts";
import type { Place } from "./model.ts";
import { markOf } from "./rows.ts";

/** Where the focus goes for a key; null when the key is none of ours. Row -1 is the header. */
export function nextPlace(from: Place, key: string, far: boolean, size: { rows: number; columns: number; screen: number }): Place | null {
  const lastR = size.rows - 1;
  const lastC = size.columns - 1;
  const row = (r: number): number => Math.max(-1, Math.min(lastR, r));
  const column = (c: number): number => Math.max(0, Math.min(lastC, c));
  switch (key) {
    case "ArrowUp":
      return { ...from, r: far ? Math.min(0, lastR) : row(from.r - 1) };
    case "ArrowDown":
      return { ...from, r: far ? lastR : row(from.r + 1) };
    case "ArrowLeft":
      return { ...from, c: far ? 0 : column(from.c - 1) };
    case "ArrowRight":
      return { ...from, c: far ? lastC : column(from.c + 1) };
    case "Home":
      return { r: far ? Math.min(0, lastR) : from.r, c: 0 };
    case "End":
      return { r: far ? lastR : from.r, c: lastC };
    case "PageUp":
      return { ...from, r: Math.max(Math.min(0, lastR), from.r - size.screen) };
    case "PageDown":
      return { ...from, r: row(from.r + size.screen) };
    default:
      return null;
  }
}

/** How many rows fit on the screen, for one press of PageDown. */
export function rowsOnScreen(now: Now): number {
  const height = (now.grid?.clientHeight ?? 400) - now.layout.headerHeight - now.footerHeight;
  const row = Math.max(24, (now.tops.at(-1) ?? 36) / Math.max(1, now.view.length));
  return Math.max(1, Math.floor(height / row) - 1);
}

/** Scrolls just as far as needed so that a cell can be seen between header, footer and frozen columns. */
export function reveal(now: Now, place: Place): void {
  const grid = now.grid;
  const leaf = leafAt(now, place.c);
  if (grid === null) return;
  if (place.r >= 0 && now.tops[place.r] !== undefined) {
    const top = now.tops[place.r]!;
    const bottom = now.tops[place.r + 1] ?? top + 36;
    const space = grid.clientHeight - now.layout.headerHeight - now.footerHeight;
    if (top < grid.scrollTop) grid.scrollTop = top;
    else if (bottom > grid.scrollTop + space) grid.scrollTop = bottom - space;
  }
  if (leaf === undefined) return;
  if (leaf.block === "mid") {
    const space = grid.clientWidth - (now.layout.sticky ? now.layout.leftWidth + now.layout.rightWidth : 0);
    const left = leaf.left + (now.layout.sticky ? 0 : now.layout.leftWidth);
    if (left < grid.scrollLeft) grid.scrollLeft = left;
    else if (left + leaf.width > grid.scrollLeft + space) grid.scrollLeft = Math.min(left, left + leaf.width - space);
  } else if (!now.layout.sticky) grid.scrollLeft = leaf.block === "left" ? 0 : grid.scrollWidth;
}

export const cellElement = (now: Now, place: Place): HTMLElement | null =>
  now.grid?.querySelector<HTMLElement>(`[data-r="${place.r}"] [data-c="${place.c}"]`) ?? null;

/** Gives the keyboard to the cell, or to the one thing in it that can be pressed. */
export function takeFocus(now: Now): void {
  const cell = cellElement(now, now.model.state.getState().focus);
  if (cell === null) return;
  const inner = cell.querySelectorAll<HTMLElement>("[data-focus]");
  (inner.length === 1 ? inner[0]! : cell).focus({ preventScroll: true });
}

/** Moves the focus to a cell; `extend` marks a range from where it was. Leaving a changed row checks it. */
export function moveTo(live: Live, place: Place, how: { extend?: boolean; keepFocus?: boolean } = {}): void {
  const now = live.current;
  const { focus, anchor } = now.model.state.getState();
  const left = lineAt(now, focus.r);
  flushSync(() => {
    now.model.state.setState({ focus: place, anchor: how.extend === true ? (anchor ?? focus) : null, editing: null, touched: true });
    if (left?.edit != null && place.r !== focus.r && markOf(left.edit) !== "") now.store?.check([left.key]);
  });
  const entered = lineAt(live.current, place.r);
  if (now.config.isEdit === true && place.r !== focus.r && entered !== undefined) now.config.onRowClick?.(entered.row);
  reveal(live.current, place);
  if (how.keepFocus !== true) takeFocus(live.current);
}

/** The next cell that can be edited, in reading order; null at the end of the table. */
export function nextEditable(now: Now, from: Place, by: 1 | -1): Place | null {
  const columns = now.layout.leaves.length;
  let at = from.r * columns + from.c + by;
  for (; at >= 0 && at < now.view.length * columns; at += by) {
    const place = { r: Math.floor(at / columns), c: at % columns };
    const line = lineAt(now, place.r);
    const leaf = leafAt(now, place.c);
    if (line !== undefined && leaf !== undefined && canEdit(now, line, leaf)) return place;
  }
  return null;
}
