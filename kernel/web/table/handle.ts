import { useImperativeHandle, type Ref } from "react";
import { addRow } from "./editing.ts";
import { cellElement, moveTo } from "./focus.ts";
import type { Live } from "./live.ts";
import type { TableModel } from "./model.ts";
import type { CellChange, FoundCell, RowStore } from "./rowStore.ts";
import type { Picked, Row } from "./types.ts";
import type { Table } from "./useTable.ts";

/** What a page may do with a table from outside. */
export interface TableHandle {
  readonly model: TableModel;
  readonly store: RowStore | null;
  reload(): Promise<void>;
  picked(): Picked;
  clearPicked(): void;
  forget(keys: readonly string[]): void;
  addRow(row?: Row): void;
  set(changes: readonly CellChange[]): void;
  /** Checks all rows; the first wrong cell is shown and focused. Answers how many cells need correction. */
  check(): number;
  /** Pins what the server objected to; `keys` are those of the store's changes. */
  pin(errors: Parameters<RowStore["pin"]>[0], keys?: readonly string[]): number;
  focusCell(rowKey: string, field: string): void;
  step(by: 1 | -1): void;
}

function goTo(live: Live, rowKey: string, field: string): void {
  const { view, layout } = live.current;
  const r = view.findIndex((line) => line.key === rowKey);
  const c = layout.leaves.find((leaf) => leaf.key === field)?.c ?? layout.firstData;
  if (r >= 0) moveTo(live, { r, c });
}

/** Shows the first wrong cell once the flags are drawn, and says how many there are. */
function show(live: Live, errors: readonly FoundCell[]): number {
  const [first] = errors;
  if (first !== undefined) setTimeout(() => goTo(live, first.key, first.field));
  return errors.length;
}

/** From the row whose panel is open, else from the focused one; the first step of all goes to the first row. */
function step(live: Live, by: 1 | -1): void {
  const { model, view, config } = live.current;
  const { focus, touched } = model.state.getState();
  const shown = config.currentKey == null ? -1 : view.findIndex((line) => line.key === config.currentKey);
  const from = shown >= 0 ? shown : touched ? focus.r : -1;
  const r = Math.max(0, Math.min(view.length - 1, from + by));
  const inTable = live.current.grid?.contains(document.activeElement) === true && cellElement(live.current, focus) !== null;
  moveTo(live, { r, c: focus.c }, { keepFocus: !inTable });
  const line = live.current.view[r];
  if (line !== undefined && config.isEdit !== true) config.onRowClick?.(line.row);
}

export function useHandle(ref: Ref<TableHandle> | undefined, { model, store, live }: Table): void {
  useImperativeHandle(
    ref,
    () => ({
      model,
      store,
      reload: () => model.reload(),
      picked: () => model.picked(),
      clearPicked: () => model.clearPicked(),
      forget: (keys) => model.forget(keys),
      addRow: (row) => addRow(live, row),
      set: (changes) => store?.set(changes),
      check: () => show(live, store?.check() ?? []),
      pin: (errors, keys) => show(live, store?.pin(errors, keys) ?? []),
      focusCell: (rowKey, field) => goTo(live, rowKey, field),
      step: (by) => step(live, by),
    }),
    [model, store, live],
  );
}
