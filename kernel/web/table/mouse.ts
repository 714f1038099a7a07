import type { MouseEvent } from "react";
import { pickTo, sortBy, togglePage, toggleOpen } from "./acts.ts";
import { beginEdit, commitEdit, toggleCell } from "./editing.ts";
import { moveTo, reveal } from "./focus.ts";
import { canEdit, leafAt, lineAt, type Live } from "./live.ts";
import type { Place } from "./model.ts";
import { words } from "./words.ts";

/** The cell under a pointer, by the numbers written on it. */
export function placeOf(target: EventTarget | null): Place | null {
  if (!(target instanceof Element)) return null;
  const cell = target.closest<HTMLElement>("[data-c]");
  const row = cell?.closest<HTMLElement>("[data-r]");
  return cell === null || row == null ? null : { r: Number(row.dataset["r"]), c: Number(cell.dataset["c"]) };
}

const inside = (live: Live, event: MouseEvent): boolean =>
  live.current.grid?.contains(event.target as Node) === true &&
  (event.target as Element).closest("[data-panel],[data-editor],[data-resize]") === null;

let dragging: { live: Live; from: Place; moved: boolean } | null = null;

/** Pressing on a cell puts the focus there; dragging on marks a range. */
export function onMouseDown(live: Live, event: MouseEvent): void {
  const place = placeOf(event.target);
  if (place === null || event.button !== 0 || !inside(live, event)) return;
  const act = (event.target as Element).closest("[data-act]");
  if (live.current.model.state.getState().editing !== null) commitEdit(live, { focus: false });
  const control = leafAt(live.current, place.c)?.control ?? null;
  if (place.r < 0) return;
  event.preventDefault();
  moveTo(live, place, { extend: event.shiftKey && control === null });
  if (act !== null || control !== null) return;
  dragging = { live, from: place, moved: false };
  window.addEventListener("mouseup", endDrag, { once: true });
}

function endDrag(): void {
  const drag = dragging;
  setTimeout(() => {
    if (dragging === drag) dragging = null;
  });
}

export function onMouseMove(live: Live, event: MouseEvent): void {
  if (dragging === null || dragging.live !== live || event.buttons !== 1) return;
  const place = placeOf(event.target);
  const { focus } = live.current.model.state.getState();
  if (place === null || place.r < 0 || (place.r === focus.r && place.c === focus.c)) return;
  dragging.moved = true;
  live.current.model.state.setState({ focus: place, anchor: dragging.from });
  reveal(live.current, place);
}

function follow(live: Live, event: MouseEvent, place: Place): void {
  const now = live.current;
  const line = lineAt(now, place.r);
  const column = leafAt(now, place.c)?.column;
  if (line === undefined || column === undefined) return;
  const href = column.href?.(line.row);
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (href != null && !plain) return;
  event.preventDefault();
  if (column.onClick !== undefined) void column.onClick(line.row);
  else if (href != null) now.reader.world.navigate(href);
  else now.note("error", now.reader.say(words.noLink));
}

/** What a click does is written on what was clicked. */
export function onClick(live: Live, event: MouseEvent): void {
  const place = placeOf(event.target);
  if (place === null || !inside(live, event)) return;
  const now = live.current;
  const leaf = leafAt(now, place.c);
  const line = lineAt(now, place.r);
  const act = (event.target as Element).closest<HTMLElement>("[data-act]")?.dataset["act"] ?? null;
  if (leaf === undefined || (dragging?.moved === true && place.r >= 0)) return;
  if (place.r < 0) {
    if (leaf.control === "pick") togglePage(now);
    else sortBy(live, leaf, event.shiftKey);
  } else if (leaf.control === "pick") pickTo(now, place.r, event.shiftKey);
  else if (leaf.control === "expand" || act === "tree") toggleOpen(now, place.r);
  else if (act === "link") follow(live, event, place);
  else if (act === "button") void leaf.column.onClick?.(line!.row);
  else if (act === "action" || leaf.control === "operate") return;
  else if (line !== undefined) {
    if (act === "check" && toggleCell(live, place)) return;
    if (!event.shiftKey && canEdit(now, line, leaf) && beginEdit(live)) return;
    if (now.config.isEdit !== true) now.config.onRowClick?.(line.row);
  }
}

export function onDoubleClick(live: Live, event: MouseEvent): void {
  const place = placeOf(event.target);
  const line = place === null ? undefined : lineAt(live.current, place.r);
  if (line !== undefined && inside(live, event) && (event.target as Element).closest("[data-act]") === null)
    live.current.config.onRowDblClick?.(line.row);
}
