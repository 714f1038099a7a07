import { useCallback, useMemo, useState } from "react";
import { useStore } from "zustand";
import { tallRow } from "./density.ts";
import type { Found, Problems } from "./rows.ts";
import type { Table } from "./useTable.ts";
import type { ViewRow } from "./view.ts";

/** Where rows stand: `tops[i]` is where row i begins, the last one where the rows end. */
export interface Tops {
  readonly tops: readonly number[];
  /** What hangs below a row tells its height here. */
  measure(key: string, height: number): void;
}

/** Whether a message stands in one of the cells; one about the whole row stands below it. */
export const hasMessage = (flags: Readonly<Record<string, Found>> | undefined): boolean =>
  flags !== undefined && Object.keys(flags).some((field) => field !== "");

/** A row grows when one of its cells carries a message. */
export const heightOf = (problems: Problems | undefined, rowHeight: number, line: ViewRow): number =>
  hasMessage(problems?.get(line.key)) ? Math.max(tallRow, rowHeight) : rowHeight;

const none: ReadonlyMap<string, number> = new Map();

export function useTops({ config, model, lines }: Table, rowHeight: number): Tops {
  const [heights, setHeights] = useState(none);
  const measure = useCallback(
    (key: string, height: number) => setHeights((now) => (now.get(key) === height ? now : new Map(now).set(key, height))),
    [],
  );
  const open = useStore(model.state, (state) => state.open);
  const expands = config.expand !== undefined;
  const problems = lines.edit?.problems;
  const conflicts = lines.edit?.conflicts;
  const { view } = lines;
  const tops = useMemo(() => {
    let at = 0;
    const list = view.map((line) => {
      const top = at;
      const hangs = (expands && open.has(line.key)) || conflicts?.has(line.key) === true;
      at += heightOf(problems, rowHeight, line) + (hangs ? (heights.get(line.key) ?? 0) : 0);
      return top;
    });
    return [...list, at];
  }, [view, heights, open, expands, problems, conflicts, rowHeight]);
  return { tops, measure };
}
