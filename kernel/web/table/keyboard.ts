import type { KeyboardEvent } from "react";
import { addRow, beginEdit, cancelEdit, clearCells, commitEdit, deleteRows, fillDown, moveRow, tabOn, toggleCell } from "./editing.ts";
import { cellElement, moveTo, nextPlace, rowsOnScreen, takeFocus } from "./focus.ts";
import { isRange, leafAt, lineAt, type Live } from "./live.ts";
import { pickTo, sortBy, togglePage, toggleOpen } from "./acts.ts";

const isEditorTarget = (target: EventTarget): boolean => target instanceof HTMLElement && target.closest("[data-editor]") !== null;

const pressable = "a[href],button,[data-act]";

/** Keys inside an open editor: what leaves it. Everything else belongs to the editor. */
function editorKey(live: Live, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.nativeEvent.isComposing) return;
  const { config } = live.current;
  if (event.key === "Enter" && !event.altKey && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    commitEdit(live);
    const { r, c } = live.current.model.state.getState().focus;
    moveTo(live, { r: Math.max(0, Math.min(live.current.view.length - 1, r + (event.shiftKey ? -1 : 1))), c });
  } else if (event.key === "Tab") {
    event.preventDefault();
    tabOn(live, event.shiftKey ? -1 : 1);
  } else if (event.key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
    cancelEdit(live);
  } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s" && config.onSave !== undefined) {
    event.preventDefault();
    commitEdit(live);
    config.onSave();
  } else if (event.altKey && (event.key.toLowerCase() === "n" || event.key === "Delete")) {
    commitEdit(live);
    gridKey(live, event);
  }
}

/** Keys among several buttons of one cell: arrows walk, Esc returns to the cell. */
function insideCellKey(live: Live, event: KeyboardEvent, target: HTMLElement): boolean {
  const cell = target.closest<HTMLElement>("[data-c]");
  if (cell === null || target === cell || target.dataset["focus"] !== undefined) return false;
  const all = [...cell.querySelectorAll<HTMLElement>(pressable)];
  const at = all.indexOf(target);
  if (at < 0) return false;
  if (event.key === "ArrowLeft" || event.key === "ArrowRight")
    all[(at + (event.key === "ArrowRight" ? 1 : all.length - 1)) % all.length]?.focus();
  else if (event.key === "Escape") takeFocus(live.current);
  else return event.key === "Enter" || event.key === " ";
  event.preventDefault();
  return true;
}

/** Enter on a cell that is not edited: presses what is in it, sorts a header, opens a row. */
function press(live: Live): void {
  const now = live.current;
  const { focus } = now.model.state.getState();
  const leaf = leafAt(now, focus.c);
  const line = lineAt(now, focus.r);
  const inner = cellElement(now, focus)?.querySelectorAll<HTMLElement>(pressable) ?? [];
  if (focus.r < 0) {
    if (leaf?.control === "pick") togglePage(now);
    else if (leaf !== undefined) sortBy(live, leaf, false);
  } else if (inner.length > 1) inner[0]!.focus();
  else if (inner.length === 1) inner[0]!.click();
  else if (line !== undefined) (now.config.onRowClick ?? now.config.onRowDblClick)?.(line.row);
}

function space(live: Live, event: KeyboardEvent): void {
  const now = live.current;
  const { focus } = now.model.state.getState();
  const leaf = leafAt(now, focus.c);
  if (focus.r < 0) return press(live);
  if (!event.shiftKey && (toggleCell(live, focus) || leaf?.control === "expand")) {
    if (leaf?.control === "expand") toggleOpen(now, focus.r);
    return;
  }
  pickTo(now, focus.r, false);
}

function command(live: Live, event: KeyboardEvent): boolean {
  const now = live.current;
  const { config, store } = now;
  switch (event.key.toLowerCase()) {
    case "a":
      if (config.selection === "multiple") togglePage(now, true);
      else
        now.model.state.setState({
          focus: { r: now.view.length - 1, c: now.layout.leaves.length - 1 },
          anchor: { r: 0, c: now.layout.firstData },
        });
      return true;
    case "d":
      return store !== null && (fillDown(live), true);
    case "z":
      return store !== null && (event.shiftKey ? store.redo() : store.undo(), true);
    case "y":
      return store !== null && (store.redo(), true);
    case "s":
      return config.onSave !== undefined && (config.onSave(), true);
    case "f":
      return config.onFind !== undefined && (config.onFind(), true);
    case "enter":
      return config.onSearch !== undefined && (config.onSearch(), true);
    default:
      return false;
  }
}

function altKey(live: Live, event: KeyboardEvent): boolean {
  if (event.shiftKey && (event.key === "ArrowUp" || event.key === "ArrowDown"))
    return (moveRow(live, event.key === "ArrowUp" ? -1 : 1), true);
  if (event.key === "ArrowDown") return beginEdit(live, "");
  if (live.current.store === null) return false;
  if (event.code === "KeyN" && live.current.config.canAdd !== false) return (addRow(live), true);
  if (event.key === "Delete") return (void deleteRows(live), true);
  return false;
}

/** Arrows in the column of a tree open and close before they move. */
function treeKey(live: Live, key: string): boolean {
  const now = live.current;
  if (now.config.tree === undefined) return false;
  const { focus } = now.model.state.getState();
  const line = lineAt(now, focus.r);
  const column = now.config.tree.column ?? leafAt(now, now.layout.firstData)?.key;
  if (line === undefined || !line.parent || leafAt(now, focus.c)?.key !== column) return false;
  if ((key === "ArrowRight" && !line.open) || (key === "ArrowLeft" && line.open)) return (toggleOpen(now, focus.r), true);
  return false;
}

function walk(live: Live, event: KeyboardEvent): boolean {
  const now = live.current;
  const { focus } = now.model.state.getState();
  const far = event.ctrlKey || event.metaKey;
  const letter = now.store === null && !far && !event.shiftKey ? { j: "ArrowDown", k: "ArrowUp" }[event.key] : undefined;
  if (!event.shiftKey && treeKey(live, event.key)) return true;
  const place = nextPlace(focus, letter ?? event.key, far, {
    rows: now.view.length,
    columns: now.layout.leaves.length,
    screen: rowsOnScreen(now),
  });
  if (place === null) return false;
  moveTo(live, place, { extend: event.shiftKey });
  const line = lineAt(live.current, place.r);
  if (letter !== undefined && line !== undefined && now.config.currentKey != null) now.config.onRowClick?.(line.row);
  return true;
}

function gridKey(live: Live, event: KeyboardEvent): void {
  const now = live.current;
  const { focus, anchor, picked } = now.model.state.getState();
  const ctrl = event.ctrlKey || event.metaKey;
  const handled = ((): boolean => {
    if (event.altKey) return altKey(live, event);
    if (ctrl && command(live, event)) return true;
    if (walk(live, event)) return true;
    if (ctrl) return false;
    switch (event.key) {
      case "Enter":
      case "F2":
        if (!beginEdit(live) && !(event.key === "Enter" && toggleCell(live, focus))) press(live);
        return true;
      case " ":
        space(live, event);
        return true;
      case "Escape":
        if (isRange(focus, anchor)) now.model.state.setState({ anchor: null });
        else if (picked.size > 0) now.model.clearPicked();
        else return false;
        return true;
      case "Delete":
      case "Backspace":
        return now.store !== null && (clearCells(live), true);
      default:
        return (
          (event.key.length === 1 || event.key === "Process") &&
          beginEdit(live, event.key === "Process" ? "" : event.key) &&
          event.key !== "Process"
        );
    }
  })();
  if (handled) event.preventDefault();
}

/** The one place where keys of the table arrive. */
export function onKeyDown(live: Live, event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (live.current.model.state.getState().editing !== null && (isEditorTarget(target) || !live.current.grid?.contains(target)))
    return editorKey(live, event);
  if (!live.current.grid?.contains(target) || event.defaultPrevented) return;
  if (target.closest("[data-panel]") !== null) return;
  if (insideCellKey(live, event, target)) return;
  gridKey(live, event);
}
