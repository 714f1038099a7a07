import { Checkbox } from "antd";
import { useState, type ReactNode } from "react";

interface Ticks<R> {
  readonly rows: readonly R[];
  /** The rows that are ticked; all until somebody takes one out. */
  readonly chosen: readonly R[];
  isOn(row: R): boolean;
  toggle(row: R): void;
}

/** Rows of which some are meant: all of them to begin with. */
export function useTicks<R extends { readonly id: string }>(rows: readonly R[]): Ticks<R> {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const isOn = (row: R): boolean => !left.has(row.id);
  const toggle = (row: R): void => {
    const next = new Set(left);
    if (!next.delete(row.id)) next.add(row.id);
    setLeft(next);
  };
  return { rows, chosen: rows.filter(isOn), isOn, toggle };
}

interface Props<R> {
  readonly ticks: Ticks<R>;
  title(row: R): ReactNode;
  /** At the end of the row. */
  end(row: R): ReactNode;
}

/** The rows with a check box each. */
export function TickList<R extends { readonly id: string }>({ ticks, title, end }: Props<R>) {
  return (
    <ul className="bk-ticks">
      {ticks.rows.map((row) => (
        <li key={row.id}>
          <Checkbox checked={ticks.isOn(row)} onChange={() => ticks.toggle(row)}>
            {title(row)}
          </Checkbox>
          {end(row)}
        </li>
      ))}
    </ul>
  );
}
