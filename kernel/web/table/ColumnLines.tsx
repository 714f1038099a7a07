import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { useState } from "react";
import { moveKey, type ColumnState } from "#kernel/table.ts";
import { leavesOf, minWidth, mustShow } from "./columns.ts";
import type { Reader } from "./reader.ts";
import type { Column } from "./types.ts";
import { words } from "./words.ts";

interface LineProps {
  readonly column: Column;
  readonly state: ColumnState;
  readonly reader: Reader;
  readonly first: boolean;
  readonly last: boolean;
  change(state: ColumnState): void;
  move(by: -1 | 1): void;
  grab(): void;
  drop(): void;
}

const widthOf = (typed: string): Pick<ColumnState, "width"> =>
  /^\d+$/.test(typed) ? { width: Number(typed) } : ({ width: undefined } as unknown as Pick<ColumnState, "width">);

function Line({ column, state, reader, first, last, change, move, grab, drop }: LineProps) {
  const { say } = reader;
  const title = say(column.title);
  const must = mustShow(column);
  const group = column.children !== undefined;
  return (
    <tr draggable onDragStart={grab} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <td>
        <GripVertical size={14} aria-hidden="true" />
      </td>
      <td>
        <input
          type="checkbox"
          checked={state.columnsDisplay !== "N" || must}
          disabled={must}
          aria-label={`${say(words.columnsShown)} ${title}`}
          onChange={(event) => change({ ...state, columnsDisplay: event.target.checked ? "Y" : "N" })}
        />
      </td>
      <td title={must ? say(words.mustShow) : undefined}>
        {title}
        {group && (
          <small className="dt-code">
            {leavesOf([column])
              .map((leaf) => say(leaf.title))
              .join(" · ")}
          </small>
        )}
      </td>
      <td>
        {!group && (
          <input
            className="dt-input dt-framed"
            type="number"
            min={minWidth}
            max={1000}
            value={state.width ?? ""}
            aria-label={`${say(words.width)} ${title}`}
            onChange={(event) => change({ ...state, ...widthOf(event.target.value) })}
          />
        )}
      </td>
      <td>
        <select
          className="dt-input dt-framed"
          value={state.fixed ?? ""}
          aria-label={`${say(words.freeze)} ${title}`}
          onChange={(event) => change({ ...state, fixed: event.target.value as "" | "left" | "right" })}
        >
          <option value="">{say(words.freezeNone)}</option>
          <option value="left">{say(words.freezeLeft)}</option>
          <option value="right">{say(words.freezeRight)}</option>
        </select>
      </td>
      <td>
        <button type="button" className="dt-icon" disabled={first} aria-label={`${say(words.moveUp)} ${title}`} onClick={() => move(-1)}>
          <ArrowUp size={14} />
        </button>
        <button type="button" className="dt-icon" disabled={last} aria-label={`${say(words.moveDown)} ${title}`} onClick={() => move(1)}>
          <ArrowDown size={14} />
        </button>
      </td>
    </tr>
  );
}

interface ColumnLinesProps {
  readonly columns: readonly Column[];
  readonly states: readonly ColumnState[];
  readonly reader: Reader;
  change(states: ColumnState[]): void;
}

/** One line per column: seen or not, how wide, frozen where, before or after which. Dragging and buttons do the same. */
export function ColumnLines({ columns, states, reader, change }: ColumnLinesProps) {
  const [grabbed, setGrabbed] = useState<string | null>(null);
  const { say } = reader;
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const top = states.filter((state) => byKey.has(state.key));
  const shift = (at: number, by: -1 | 1): void =>
    change(moveKey(states, top[at]!.key, (by === -1 ? top[at - 1] : top[at + 2])?.key ?? null));
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">
            <span className="dt-hear">{say(words.dragColumn)}</span>
          </th>
          <th scope="col">{say(words.columnsShown)}</th>
          <th scope="col">{say(words.columnTitle)}</th>
          <th scope="col">{say(words.width)}</th>
          <th scope="col">{say(words.freeze)}</th>
          <th scope="col">
            <span className="dt-hear">{say(words.moveUp)}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {top.map((state, i) => (
          <Line
            key={state.key}
            column={byKey.get(state.key)!}
            state={state}
            reader={reader}
            first={i === 0}
            last={i === top.length - 1}
            change={(changed) => change(states.map((other) => (other.key === changed.key ? changed : other)))}
            move={(by) => shift(i, by)}
            grab={() => setGrabbed(state.key)}
            drop={() => grabbed !== null && change(moveKey(states, grabbed, state.key))}
          />
        ))}
      </tbody>
    </table>
  );
}
