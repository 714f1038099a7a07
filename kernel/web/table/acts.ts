import type { Leaf } from "./columns.ts";
import { lineAt, type Live, type Now } from "./live.ts";
import { fill } from "#kernel/text.ts";
import type { TableModel } from "./model.ts";
import { words } from "./words.ts";

const lastPicked = new WeakMap<TableModel, number>();

/** Ticks a row or takes the tick away; with `range` all rows from the last ticked one on. */
export function pickTo(now: Now, r: number, range: boolean): void {
  const line = lineAt(now, r);
  const mode = now.config.selection;
  if (line === undefined || mode === undefined || mode === false || now.config.selectable?.(line.row) === false) return;
  if (mode === "single") return now.model.pickOnly(line);
  const from = range ? (lastPicked.get(now.model) ?? r) : r;
  const on = range || !now.model.state.getState().picked.has(line.key);
  now.model.pick(now.view.slice(Math.min(from, r), Math.max(from, r) + 1), on);
  lastPicked.set(now.model, r);
}

export function togglePage(now: Now, on?: boolean): void {
  if (now.config.selection !== "multiple") return;
  const open = now.view.filter((line) => now.config.selectable?.(line.row) !== false);
  const all = open.every((line) => now.model.state.getState().picked.has(line.key));
  now.model.pick(open, on ?? !all);
}

export function sortBy(live: Live, leaf: Leaf, more: boolean): void {
  const { model } = live.current;
  if (leaf.control !== null || leaf.column.sortable !== true) return;
  void leavingPage(live, () => model.sort(leaf.key, more));
}

/** Opens or closes the row below: its branch in a tree, its detail otherwise. */
export function toggleOpen(now: Now, r: number): void {
  const line = lineAt(now, r);
  if (line === undefined) return;
  const tree = now.config.tree;
  const children = line.row[tree?.childrenKey ?? "children"];
  const load = tree?.load !== undefined && !Array.isArray(children) ? tree.load.bind(tree) : undefined;
  now.model.toggleOpen(line.row, load);
}

/** Runs what leaves this page of rows; unsaved changes are saved, thrown away, or keep the person here. */
export async function leavingPage(live: Live, work: () => Promise<void> | void): Promise<void> {
  const { store, config, reader } = live.current;
  const dirty = store === null || config.api === undefined ? 0 : store.dirty();
  if (dirty > 0) {
    const answer = await live.current.ask({
      title: words.leaveAsk,
      detail: fill(words.leaveDetail, { n: dirty }),
      choices: [
        { key: "stay", label: words.stay },
        { key: "discard", label: words.discard, danger: true },
        ...(config.onSave === undefined ? [] : [{ key: "save", label: words.save, primary: true }]),
      ],
    });
    if (answer !== "save" && answer !== "discard") return;
    if (answer === "save") {
      const wrong = store!.check().length;
      if (wrong > 0)
        return live.current.note("error", reader.say(wrong === 1 ? words.needsCorrection : fill(words.needCorrection, { n: wrong })));
      await config.onSave?.();
      if (store!.dirty() > 0) return;
    }
  }
  await work();
}
