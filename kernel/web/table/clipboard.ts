import { flushSync } from "react-dom";
import { planPaste, readBlock, writeBlock, type PasteColumn } from "#kernel/paste.ts";
import { fill } from "#kernel/text.ts";
import { commitEdit } from "./editing.ts";
import { canEdit, isRange, lineAt, rangeOf, type Live, type Now } from "./live.ts";
import type { Leaf } from "./columns.ts";
import type { ViewRow } from "./view.ts";
import { words } from "./words.ts";

const dataLeaves = (now: Now, c0: number, c1: number): Leaf[] =>
  now.layout.leaves.filter((leaf) => leaf.c >= c0 && leaf.c <= c1 && leaf.control === null && leaf.kind !== "button");

const lines = (now: Now, leaves: readonly Leaf[], rows: readonly ViewRow[]): string =>
  writeBlock([
    leaves.map((leaf) => now.reader.say(leaf.column.title)),
    ...rows.map((line) => leaves.map((leaf) => now.reader.plain(leaf.column, line.row))),
  ]);

/** What Ctrl+C takes: the marked range or the ticked rows with their headers, else the one cell. */
export function copyText(now: Now): string | null {
  const { focus, anchor, picked } = now.model.state.getState();
  if (isRange(focus, anchor)) {
    const { r0, r1, c0, c1 } = rangeOf(focus, anchor);
    return lines(now, dataLeaves(now, c0, c1), now.view.slice(Math.max(0, r0), r1 + 1));
  }
  if (picked.size > 0) {
    const here = new Map(now.view.map((line) => [line.key, line]));
    const rows = [...picked].map(([key, row]) => here.get(key) ?? ({ key, row } as ViewRow));
    return lines(now, dataLeaves(now, 0, now.layout.leaves.length), rows);
  }
  const line = lineAt(now, focus.r);
  const leaf = now.layout.leaves[focus.c];
  if (leaf === undefined || leaf.control !== null) return null;
  return line === undefined ? now.reader.say(leaf.column.title) : now.reader.plain(leaf.column, line.row);
}

const isBlock = (text: string): boolean => /[\t\n]/.test(text.replace(/\r?\n$/, ""));

/** Puts a block from a spreadsheet into the table, from the focused cell to the right and down; what finds no place is reported. */
export function pasteText(live: Live, text: string, insideEditor: boolean): boolean {
  const now = live.current;
  if (now.store === null || (insideEditor && !isBlock(text)) || text === "") return false;
  if (insideEditor) commitEdit(live);
  const { focus } = now.model.state.getState();
  const leaves = now.layout.leaves.slice(focus.c).filter((leaf) => leaf.control === null);
  if (leaves.length === 0 || focus.r < 0) return false;
  const sample = lineAt(now, focus.r) ?? { row: {}, mark: "" };
  const columns = leaves.map((leaf): PasteColumn => ({
    ...leaf.column,
    validate: {},
    editable: leaf.column.editType !== undefined,
    choices: now.reader.choices(leaf.column, sample.row),
  }));
  const here = now.view.slice(focus.r);
  const canAdd = now.config.canAdd !== false;
  const mayFill = (row: number, key: string): boolean => {
    const line = here[row];
    const leaf = leaves.find((other) => other.key === key);
    return line === undefined ? canAdd : leaf !== undefined && canEdit(now, line, leaf);
  };
  const { world } = now.reader;
  const plan = planPaste(text, columns, canAdd ? readBlock(text).length : here.length, { today: world.today(), zone: world.zone }, mayFill);
  flushSync(() => {
    const missing = Math.max(0, plan.rows - here.length);
    const added = missing === 0 ? [] : now.store!.insert(Array.from({ length: missing }, () => now.config.newRow?.() ?? {}));
    const keys = [...here.map((line) => line.key), ...added];
    now.store!.set(
      plan.cells.map((cell) => ({ key: keys[cell.row]!, field: cell.key, value: cell.value })),
      missing === 0 ? null : `paste:${added[0]}`,
    );
  });
  if (plan.unmatched.length > 0) now.report(plan, focus.r);
  else now.note("info", now.reader.say(fill(words.pasteDone, { n: plan.cells.length })));
  return true;
}
