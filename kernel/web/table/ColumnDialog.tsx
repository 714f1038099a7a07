import { Button, Checkbox, InputNumber, Modal, Select } from "antd";
import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { useState, type DragEvent } from "react";
import { moveKey, pageSizeOptions, type ColumnState } from "#kernel/table.ts";
import { fill } from "#kernel/text.ts";
import { currentStates, defaultStates, leavesOf, minWidth, mustShow } from "./columns.ts";
import type { Live } from "./live.ts";
import type { Reader } from "./reader.ts";
import type { Column, TableConfig } from "./types.ts";
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

function Line({ column, state, reader, first, last, change, move, grab, drop }: LineProps) {
  const { say } = reader;
  const title = say(column.title);
  const must = mustShow(column);
  const group = column.children !== undefined;
  const over = (event: DragEvent): void => event.preventDefault();
  return (
    <tr draggable onDragStart={grab} onDragOver={over} onDrop={drop}>
      <td><GripVertical size={14} aria-hidden="true" /></td>
      <td><Checkbox checked={state.columnsDisplay !== "N" || must} disabled={must} aria-label={`${say(words.columnsShown)} ${title}`} onChange={(event) => change({ ...state, columnsDisplay: event.target.checked ? "Y" : "N" })} /></td>
      <td title={must ? say(words.mustShow) : undefined}>{title}{group && <small className="dt-code">{leavesOf([column]).map((leaf) => say(leaf.title)).join(" · ")}</small>}</td>
      <td>{!group && <InputNumber size="small" min={minWidth} max={1000} value={state.width ?? null} aria-label={`${say(words.width)} ${title}`} onChange={(width) => change(width === null ? { ...state, width: undefined } as unknown as ColumnState : { ...state, width })} />}</td>
      <td>
        <Select
          size="small" value={state.fixed ?? ""} aria-label={`${say(words.freeze)} ${title}`} onChange={(fixed: "" | "left" | "right") => change({ ...state, fixed })}
          options={[{ value: "", label: say(words.freezeNone) }, { value: "left", label: say(words.freezeLeft) }, { value: "right", label: say(words.freezeRight) }]}
        />
      </td>
      <td>
        <button type="button" className="dt-icon" disabled={first} aria-label={`${say(words.moveUp)} ${title}`} onClick={() => move(-1)}><ArrowUp size={14} /></button>
        <button type="button" className="dt-icon" disabled={last} aria-label={`${say(words.moveDown)} ${title}`} onClick={() => move(1)}><ArrowDown size={14} /></button>
      </td>
    </tr>
  );
}

/** Which columns are shown, in which order, how wide, what is frozen, how many rows a page: for me, or for everybody. */
export function ColumnDialog({ config, reader, live, close }: { config: TableConfig; reader: Reader; live: Live; close: () => void }) {
  const { model } = live.current;
  const { settings, pageRows } = model.state.getState();
  const [states, setStates] = useState(() => currentStates(config.columns, settings.columns));
  const [size, setSize] = useState(pageRows);
  const [grabbed, setGrabbed] = useState<string | null>(null);
  const { say, world } = reader;
  const byKey = new Map(config.columns.map((column) => [column.key, column]));
  const top = states.filter((state) => byKey.has(state.key));
  const next = { ...settings, pageSize: size, columns: states.map((state, seq) => ({ ...state, seq })) };

  const apply = async (forAll: boolean): Promise<void> => {
    if (forAll) {
      try {
        await world.preferences?.save(config.name, next, true);
      } catch (cause) {
        world.log("table settings not stored", cause);
        live.current.note("error", say(words.settingsNotSaved));
      }
      model.state.setState({ settings: next });
    } else model.keep(next);
    close();
    if (size !== pageRows) await model.resize(size);
  };
  const restore = async (): Promise<void> => {
    let back = null;
    try {
      back = (await world.preferences?.reset(config.name)) ?? null;
    } catch (cause) {
      world.log("table settings not reset", cause);
    }
    model.state.setState({ settings: back ?? {} });
    setStates(currentStates(config.columns, back?.columns ?? defaultStates(config.columns)));
    close();
  };
  const shift = (key: string, by: -1 | 1): void => {
    const at = top.findIndex((state) => state.key === key);
    setStates(moveKey(states, key, by === -1 ? (top[at - 1]?.key ?? null) : (top[at + 2]?.key ?? null)));
  };
  return (
    <Modal
      open centered width={640} onCancel={close} title={say(words.columnSettings)} className="dt-dialog"
      footer={
        <div className="dt-dialog-foot">
          <Button type="text" onClick={() => void restore()}>{say(words.restoreDefault)}</Button>
          <span />
          {world.preferences?.mayShare === true && <Button onClick={() => void apply(true)}>{say(words.saveForAll)}</Button>}
          <Button type="primary" onClick={() => void apply(false)}>{say(words.saveForMe)}</Button>
        </div>
      }
    >
      <div className="dt-settings">
        <table>
          <thead><tr><th scope="col"><span className="dt-hear">{say(words.dragColumn)}</span></th><th scope="col">{say(words.columnsShown)}</th><th scope="col">{say(words.columnTitle)}</th><th scope="col">{say(words.width)}</th><th scope="col">{say(words.freeze)}</th><th scope="col"><span className="dt-hear">{say(words.moveUp)}</span></th></tr></thead>
          <tbody>
            {top.map((state, i) => (
              <Line
                key={state.key} column={byKey.get(state.key)!} state={state} reader={reader} first={i === 0} last={i === top.length - 1}
                change={(changed) => setStates(states.map((other) => (other.key === changed.key ? changed : other)))} move={(by) => shift(state.key, by)}
                grab={() => setGrabbed(state.key)} drop={() => grabbed !== null && setStates(moveKey(states, grabbed, state.key))}
              />
            ))}
          </tbody>
        </table>
      </div>
      {config.api !== undefined && config.isShowPage !== false && (
        <div className="dt-sizeline">
          <span id={`${config.name}-size`}>{say(words.pageSize)}</span>
          <Select size="small" value={size} aria-labelledby={`${config.name}-size`} onChange={setSize} options={pageSizeOptions(settings.customPageSizes ?? []).map((n) => ({ value: n, label: n === 0 ? say(words.allRows) : say(fill(words.perPage, { n })) }))} />
        </div>
      )}
    </Modal>
  );
}
