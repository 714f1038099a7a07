import type { Row } from "#kernel/table.ts";
import type { Core, Line, TableState } from "./model.ts";
import type { Picked, RowAnswer } from "./types.ts";

/** What may happen to the ticked rows of a table. */
export interface Selection {
  pick(lines: readonly Line[], on: boolean): void;
  pickOnly(line: Line): void;
  /** All rows of the filter are meant from now on, also those never seen. */
  pickFilter(): void;
  clearPicked(): void;
  showPicked(on: boolean): void;
  picked(): Picked;
  /** Takes the answers of a batch action: what was done is unticked, what was refused stays and is marked. */
  answer(answers: readonly RowAnswer[]): void;
  forget(keys: readonly string[]): void;
}

/** The ticked rows by key, with the rows as they were seen, over all pages. */
export function createSelection(core: Core): Selection & { setPicked(picked: ReadonlyMap<string, Row>, more?: Partial<TableState>): void } {
  const { getState: get, setState: set } = core.state;
  const picked = (): Picked => {
    const { picked: rows, filterPicked, params, page } = get();
    return {
      rows: [...rows.values()],
      keys: [...rows.keys()],
      filter: filterPicked ? params : null,
      count: filterPicked ? page.count : rows.size,
    };
  };
  const setPicked = (next: ReadonlyMap<string, Row>, more: Partial<TableState> = {}): void => {
    set({ picked: next, filterPicked: false, ...(next.size === 0 ? { onlyPicked: false } : {}), ...more });
    core.config.onSelectionChange?.(picked());
  };
  const without = (keys: readonly string[]): Map<string, Row> => {
    const left = new Map(get().picked);
    for (const key of keys) left.delete(key);
    return left;
  };
  return {
    picked,
    setPicked,
    pick(lines, on) {
      if (!on) return setPicked(without(lines.map((line) => line.key)));
      const next = new Map(get().picked);
      for (const { key, row } of lines) if (core.config.selectable?.(row) !== false) next.set(key, row);
      setPicked(next);
    },
    pickOnly: ({ key, row }) => setPicked(new Map([[key, row]])),
    pickFilter() {
      set({ filterPicked: true });
      core.config.onSelectionChange?.(picked());
    },
    clearPicked: () => setPicked(new Map(), { answers: new Map() }),
    showPicked: (on) => set({ onlyPicked: on, anchor: null, focus: { r: 0, c: get().focus.c } }),
    answer(list) {
      const refused = list.filter((rowAnswer) => rowAnswer.status === "E");
      setPicked(without(list.filter((rowAnswer) => rowAnswer.status === "S").map((rowAnswer) => rowAnswer.key)), {
        answers: new Map(refused.map((rowAnswer) => [rowAnswer.key, rowAnswer])),
      });
    },
    forget(keys) {
      const left = without(keys);
      if (left.size !== get().picked.size) setPicked(left);
    },
  };
}
