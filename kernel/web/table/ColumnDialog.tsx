import { Button, Modal } from "antd";
import { useState } from "react";
import { pageSizeOptions } from "#kernel/table.ts";
import { fill } from "#kernel/text.ts";
import { ColumnLines } from "./ColumnLines.tsx";
import { currentStates } from "./columns.ts";
import type { Live } from "./live.ts";
import type { Reader } from "./reader.ts";
import type { TableConfig, TableSettings } from "./types.ts";
import { words } from "./words.ts";

/** Stores settings for everybody; the person sees them at once even when that failed. */
async function saveForAll(live: Live, { say, world }: Reader, name: string, settings: TableSettings): Promise<void> {
  try {
    await world.preferences?.save(name, settings, true);
  } catch (cause) {
    world.log("table settings not stored", cause);
    live.current.note("error", say(words.settingsNotSaved));
  }
  live.current.model.state.setState({ settings });
}

async function restoreDefault(live: Live, { world }: Reader, name: string): Promise<void> {
  let settings: TableSettings | null = null;
  try {
    settings = (await world.preferences?.reset(name)) ?? null;
  } catch (cause) {
    world.log("table settings not reset", cause);
  }
  live.current.model.state.setState({ settings: settings ?? {} });
}

/** Which columns are shown, in which order, how wide, what is frozen, how many rows a page: for me, or for everybody. */
export function ColumnDialog({ config, reader, live, close }: { config: TableConfig; reader: Reader; live: Live; close: () => void }) {
  const { model } = live.current;
  const { settings, pageRows } = model.state.getState();
  const [states, setStates] = useState(() => currentStates(config.columns, settings.columns));
  const [size, setSize] = useState(pageRows);
  const { say, world } = reader;
  const sizes = [...new Set([...pageSizeOptions(settings.customPageSizes ?? []), pageRows])];

  const apply = async (forAll: boolean): Promise<void> => {
    const next = { ...settings, pageSize: size, columns: states.map((state, seq) => ({ ...state, seq })) };
    if (forAll) await saveForAll(live, reader, config.name, next);
    else model.keep(next);
    close();
    if (size !== pageRows) await model.resize(size);
  };
  const restore = async (): Promise<void> => {
    await restoreDefault(live, reader, config.name);
    close();
  };
  const footer = (
    <div className="dt-dialog-foot">
      <Button type="text" onClick={() => void restore()}>
        {say(words.restoreDefault)}
      </Button>
      <span />
      {world.preferences?.mayShare === true && <Button onClick={() => void apply(true)}>{say(words.saveForAll)}</Button>}
      <Button type="primary" onClick={() => void apply(false)}>
        {say(words.saveForMe)}
      </Button>
    </div>
  );
  return (
    <Modal open centered width={640} onCancel={close} title={say(words.columnSettings)} className="dt-dialog" footer={footer}>
      <div className="dt-settings">
        <ColumnLines columns={config.columns} states={states} reader={reader} change={setStates} />
      </div>
      {config.api !== undefined && config.isShowPage !== false && (
        <label className="dt-sizeline">
          {say(words.pageSize)}
          <select className="dt-input dt-framed" value={size} onChange={(event) => setSize(Number(event.target.value))}>
            {sizes.map((n) => (
              <option key={n} value={n}>
                {n === 0 ? say(words.allRows) : say(fill(words.perPage, { n }))}
              </option>
            ))}
          </select>
        </label>
      )}
    </Modal>
  );
}
