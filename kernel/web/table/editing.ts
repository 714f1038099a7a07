import { flushSync } from "react-dom";
import { isBlank, isNumberKind, settleNumber } from "#kernel/cell.ts";
import { readPath, toDecimal, type Row } from "#kernel/table.ts";
import { fill } from "#kernel/text.ts";
import { moveTo, nextEditable, reveal, takeFocus } from "./focus.ts";
import { canEdit, leafAt, lineAt, meantRows, rangeOf, type Live, type Now } from "./live.ts";
import type { Place } from "./model.ts";
import type { CellChange } from "./rowStore.ts";
import { words } from "./words.ts";

let session = 0;
const tagNow = (): string => `cell:${session}`;

export const isToggle = (kind: string | undefined): boolean => kind === "checkbox" || kind === "switch";

function here(now: Now) {
  const { focus } = now.model.state.getState();
  const line = lineAt(now, focus.r);
  const leaf = leafAt(now, focus.c);
  return line === undefined || leaf === undefined ? null : { focus, line, leaf };
}

/** Opens the focused cell for editing; `seed` is what was typed on it. False when it cannot be edited. */
export function beginEdit(live: Live, seed: string | null = null): boolean {
  const at = here(live.current);
  if (at === null || !canEdit(live.current, at.line, at.leaf) || at.leaf.column.editType === "attachment") return false;
  if (isToggle(at.leaf.column.editType)) return false;
  session++;
  reveal(live.current, at.focus);
  flushSync(() => live.current.model.state.setState({ editing: { seed }, anchor: null }));
  return true;
}

/** Writes what the editor holds now; further fields come along when a record was chosen. */
export function changeCell(live: Live, value: unknown, more: Row = {}): void {
  const at = here(live.current);
  if (at === null) return;
  const extra = Object.entries(more).map(([field, other]): CellChange => ({ key: at.line.key, field, value: other }));
  live.current.store?.set([...extra, { key: at.line.key, field: at.leaf.key, value }], tagNow());
}

/** Leaves the editor and keeps the value; a number is rounded to its precision here. */
export function commitEdit(live: Live, then: { readonly focus: boolean } = { focus: true }): void {
  const now = live.current;
  const at = here(now);
  if (now.model.state.getState().editing === null || at === null) return;
  const { column } = at.leaf;
  if (isNumberKind(column.editType)) {
    const line = now.store?.state.getState().rows.find((edit) => edit.key === at.line.key);
    const decimal = toDecimal(readPath(line?.row, at.leaf.key));
    if (decimal !== null)
      now.store?.set([{ key: at.line.key, field: at.leaf.key, value: settleNumber(decimal, column.precision) }], tagNow());
  }
  flushSync(() => now.model.state.setState({ editing: null }));
  if (then.focus) takeFocus(live.current);
}

export function cancelEdit(live: Live): void {
  flushSync(() => {
    live.current.store?.cancel(tagNow());
    live.current.model.state.setState({ editing: null });
  });
  takeFocus(live.current);
}

/** Tab: keeps the value and opens the next cell; behind the last one a new row begins. */
export function tabOn(live: Live, by: 1 | -1): void {
  commitEdit(live, { focus: false });
  const from = live.current.model.state.getState().focus;
  const next = nextEditable(live.current, from, by);
  if (next !== null) {
    moveTo(live, next);
    beginEdit(live);
  } else if (by === 1 && live.current.config.canAdd !== false) addRow(live);
  else takeFocus(live.current);
}

/** Flips a check cell between its two values. */
export function toggleCell(live: Live, place: Place): boolean {
  const now = live.current;
  const line = lineAt(now, place.r);
  const leaf = leafAt(now, place.c);
  if (line === undefined || leaf === undefined || !isToggle(leaf.column.editType) || !canEdit(now, line, leaf)) return false;
  const t = leaf.column.trueValue ?? "Y";
  const f = leaf.column.falseValue ?? "N";
  now.store?.set([{ key: line.key, field: leaf.key, value: readPath(line.row, leaf.key) === t ? f : t }]);
  return true;
}

/** A new row at the end (or at the top), with its first editable cell open. */
export function addRow(live: Live, row?: Row, at: "top" | "bottom" = "bottom"): void {
  const { store, config } = live.current;
  if (store === null) return;
  if (live.current.model.state.getState().editing !== null) commitEdit(live, { focus: false });
  const [key] = flushSync(() => store.insert([row ?? config.newRow?.() ?? {}], at));
  const r = live.current.view.findIndex((line) => line.key === key);
  const first = nextEditable(live.current, { r, c: -1 }, 1);
  moveTo(live, first !== null && first.r === r ? first : { r, c: live.current.layout.firstData });
  beginEdit(live);
}

export function copyRow(live: Live): void {
  const { store, config, model } = live.current;
  const [line] = meantRows(live.current);
  if (store === null || line === undefined) return;
  const key = flushSync(() => store.copy(line.key, config.copyClears));
  const r = live.current.view.findIndex((other) => other.key === key);
  if (r >= 0) moveTo(live, { r, c: model.state.getState().focus.c });
}

/** Deletes the ticked rows or the focused one, after asking. */
export async function deleteRows(live: Live): Promise<void> {
  const now = live.current;
  if (now.store === null || now.config.canDelete === false) return;
  const lines = meantRows(now).filter((line) => line.mark !== "DELETED" && now.config.rowEditable?.(line.row) !== false);
  if (lines.length === 0) return;
  const answer = await now.ask({
    title: fill(words.deleteAsk, { n: lines.length }),
    detail: words.deleteDetail,
    choices: [
      { key: "cancel", label: words.cancel },
      { key: "delete", label: words.delete, danger: true, primary: true },
    ],
  });
  if (answer !== "delete") return takeFocus(live.current);
  const keys = lines.map((line) => line.key);
  flushSync(() => {
    now.store?.remove(keys);
    now.model.forget(keys);
  });
  const focus = live.current.model.state.getState().focus;
  moveTo(live, { r: Math.min(focus.r, live.current.view.length - 1), c: focus.c });
}

/** Empties the marked cells that may be edited. */
export function clearCells(live: Live): void {
  const { focus, anchor } = live.current.model.state.getState();
  live.current.store?.set(
    editableIn(live.current, rangeOf(focus, anchor)).flatMap(({ key, field }) =>
      [...carried(live.current, field), field].map((name) => ({ key, field: name, value: null })),
    ),
  );
}

/** Ctrl+D: the first marked row goes down the range; a single cell takes the value above it. */
export function fillDown(live: Live): void {
  const now = live.current;
  const { focus, anchor } = now.model.state.getState();
  const range = rangeOf(focus, anchor);
  const from = range.r0 === range.r1 ? range.r0 - 1 : range.r0;
  const source = lineAt(now, from);
  if (source === undefined) return;
  const cells = editableIn(now, { ...range, r0: from + 1 });
  now.store?.set(
    cells.flatMap(({ key, field }) =>
      [...carried(now, field), field].map((name) => ({ key, field: name, value: readPath(source.row, name) })),
    ),
  );
}

/** Fields that travel with a chosen record: its shown text and what its fill map copies. */
function carried(now: Now, field: string): string[] {
  const column = now.layout.leaves.find((leaf) => leaf.key === field)?.column;
  return [...(column?.displayKey === undefined ? [] : [column.displayKey]), ...Object.keys(column?.fillMap ?? {})];
}

/** Sets one column for the given rows at once. */
export function setColumn(live: Live, field: string, value: unknown, more: Row, keys: readonly string[]): number {
  const now = live.current;
  const leaf = now.layout.leaves.find((other) => other.key === field);
  const lines = now.view.filter((line) => keys.includes(line.key) && leaf !== undefined && canEdit(now, line, leaf));
  now.store?.set(
    lines.flatMap((line) =>
      Object.entries({ ...more, [field]: value }).map(([name, entry]) => ({ key: line.key, field: name, value: entry })),
    ),
  );
  return lines.length;
}

function editableIn(now: Now, range: { r0: number; r1: number; c0: number; c1: number }): { key: string; field: string }[] {
  const cells: { key: string; field: string }[] = [];
  for (let r = Math.max(0, range.r0); r <= range.r1; r++) {
    for (let c = range.c0; c <= range.c1; c++) {
      const line = lineAt(now, r);
      const leaf = leafAt(now, c);
      if (line !== undefined && leaf !== undefined && canEdit(now, line, leaf)) cells.push({ key: line.key, field: leaf.key });
    }
  }
  return cells;
}

export function moveRow(live: Live, by: -1 | 1): void {
  const { store, model, config } = live.current;
  const at = here(live.current);
  const seqField = config.seqField ?? "seqNum";
  if (store === null || at === null || !(seqField in at.line.row) || model.state.getState().orderBy.length > 0) return;
  flushSync(() => store.move(at.line.key, by, seqField));
  const r = live.current.view.findIndex((line) => line.key === at.line.key);
  moveTo(live, { r, c: at.focus.c });
}

/** What a new value of a chosen record brings along: the shown text and the fields of the fill map. */
export function fillsOf(
  column: { readonly displayKey?: string; readonly fillMap?: Readonly<Record<string, string>> },
  record: Row | null,
): Row {
  const shown =
    column.displayKey === undefined ? {} : { [column.displayKey]: record === null ? null : (record[column.displayKey] ?? null) };
  const filled = Object.entries(column.fillMap ?? {}).map(([own, theirs]) => [
    own,
    record === null || isBlank(record[theirs]) ? null : record[theirs],
  ]);
  return { ...shown, ...Object.fromEntries(filled) };
}
