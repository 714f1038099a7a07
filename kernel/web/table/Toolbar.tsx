import {
  CircleHelp,
  Columns3,
  Copy,
  Download,
  Plus,
  Redo2,
  RefreshCw,
  Rows3,
  Trash2,
  Undo2,
  Upload,
  PencilLine,
  LoaderCircle,
} from "lucide-react";
import { useState, type ReactNode } from "react";
import { useStore } from "zustand";
import { fill } from "#kernel/text.ts";
import { leavingPage } from "./acts.ts";
import { reasonsOf } from "./Actions.tsx";
import { useDensity, type Density } from "./density.ts";
import { addRow, copyRow, deleteRows } from "./editing.ts";
import type { Live } from "./live.ts";
import type { Picked } from "./types.ts";
import { Menu } from "../part/Popup.tsx";
import type { Reader } from "./reader.ts";
import { SchemeMenu } from "./SchemeMenu.tsx";
import type { Button, RowAnswer, TableConfig } from "./types.ts";
import { WhyNot, type WhyShape } from "./WhyNot.tsx";
import { words } from "./words.ts";

interface ToolbarProps {
  readonly config: TableConfig;
  readonly reader: Reader;
  readonly live: Live;
  readonly count: number | null;
  readonly openColumns: () => void;
  readonly openBatchSet: () => void;
}

/** Why a button cannot be pressed for this selection: too few rows, too many, or the business's own reasons. */
export function whyNot(button: Button, picked: Picked): WhyShape[] {
  const need = button.needSelection ?? "none";
  if (need !== "none" && picked.count === 0) return [{ met: false, text: words.pickFirst }];
  if (need === "one" && picked.count > 1) return [{ met: false, text: fill(words.pickOne, { n: picked.count }) }];
  return reasonsOf(button.disabled?.(picked.rows));
}

/** The buttons this person sees: granted, with something to do. */
export const shownButtons = (config: TableConfig, reader: Reader): Button[] =>
  (config.toolbar ?? []).filter(
    (button) => button.handler !== undefined && (button.resourceCode === undefined || reader.world.granted(button.resourceCode)),
  );

const isAnswers = (value: unknown): value is readonly RowAnswer[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((candidate) => candidate !== null && typeof candidate === "object" && "key" in candidate && "status" in candidate);

function ToolButton({ button, live, reader, bulk }: { button: Button; live: Live; reader: Reader; bulk: boolean }) {
  const [why, setWhy] = useState<HTMLElement | null>(null);
  const [busy, setBusy] = useState(false);
  const { model } = live.current;
  useStore(model.state, (state) => state.picked);
  const picked = model.picked();
  const reasons = whyNot(button, picked);
  const Icon = busy ? LoaderCircle : button.icon;
  const look = button.primary === true ? " dt-primary" : button.danger === true ? " dt-danger" : "";
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      const answers = await button.handler?.(picked);
      if (isAnswers(answers)) model.answer(answers);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button
        type="button"
        aria-disabled={reasons.length > 0 || busy}
        className={`dt-button${look}${button.quiet === true && !bulk ? " dt-quietbutton" : ""}${bulk ? " dt-small" : ""}`}
        onClick={(event) => (busy ? undefined : reasons.length > 0 ? setWhy(event.currentTarget) : void run())}
      >
        {Icon !== undefined && (!bulk || busy) && <Icon size={14} />}
        {reader.say(button.label)}
        {reasons.length > 0 && <CircleHelp size={13} />}
      </button>
      {why !== null && (
        <WhyNot anchor={why} onClose={() => setWhy(null)} title={reader.say(button.label)} reasons={reasons} say={reader.say} />
      )}
    </>
  );
}

function Tool({
  label,
  onClick,
  children,
  popup,
  off,
}: {
  label: string;
  onClick: (target: HTMLElement) => void;
  children: ReactNode;
  popup?: boolean;
  off?: boolean;
}) {
  return (
    <button
      type="button"
      className="dt-icon"
      aria-label={label}
      title={label}
      aria-haspopup={popup === true ? "menu" : undefined}
      disabled={off}
      onClick={(event) => onClick(event.currentTarget)}
    >
      {children}
    </button>
  );
}

function EditTools({ live, reader, config, openBatchSet }: ToolbarProps) {
  const store = live.current.store!;
  const past = useStore(store.state, (state) => state.past.length);
  const future = useStore(store.state, (state) => state.future.length);
  const { say } = reader;
  return (
    <>
      <span className="dt-hints" aria-hidden="true">
        <span>{say(words.tabHint)}</span>
        <span>{say(words.fillHint)}</span>
      </span>
      <Tool label={say(words.undo)} off={past === 0} onClick={() => store.undo()}>
        <Undo2 size={15} />
      </Tool>
      {future > 0 && (
        <Tool label={say(words.redo)} onClick={() => store.redo()}>
          <Redo2 size={15} />
        </Tool>
      )}
      {config.selection === "multiple" && (
        <Tool label={say(words.batchSet)} onClick={openBatchSet}>
          <PencilLine size={15} />
        </Tool>
      )}
      {config.canAdd !== false && (
        <Tool label={say(words.copyRow)} onClick={() => copyRow(live)}>
          <Copy size={15} />
        </Tool>
      )}
      {config.canDelete !== false && (
        <Tool label={say(words.deleteRow)} onClick={() => void deleteRows(live)}>
          <Trash2 size={15} />
        </Tool>
      )}
    </>
  );
}

function ViewTools({ live, reader, openColumns, config }: ToolbarProps) {
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const { density, setDensity } = useDensity();
  const { say } = reader;
  const sizes: readonly Density[] = ["compact", "normal", "roomy"];
  return (
    <>
      {config.api !== undefined && (
        <Tool label={say(words.refresh)} onClick={() => void leavingPage(live, () => live.current.model.reload())}>
          <RefreshCw size={15} />
        </Tool>
      )}
      <Tool label={say(words.density)} popup onClick={setMenu}>
        <Rows3 size={15} />
      </Tool>
      <Tool label={say(words.columnSettings)} onClick={openColumns}>
        <Columns3 size={15} />
      </Tool>
      {menu !== null && (
        <Menu
          anchor={menu}
          onClose={() => setMenu(null)}
          label={say(words.density)}
          items={sizes.map((size) => ({ key: size, label: say(words[size]), checked: size === density, run: () => setDensity(size) }))}
        />
      )}
    </>
  );
}

/** What can be done with the selection; it stands where the toolbar was and says what stays selected. */
function BulkBar({ live, reader, config }: ToolbarProps) {
  const { model } = live.current;
  const { picked, filterPicked, onlyPicked, page, rows } = useStore(model.state);
  const { say } = reader;
  const across = (config.pageSelection?.keyFields.length ?? 0) > 0;
  const n = filterPicked ? page.count : picked.size;
  const wholePage = rows.length > 0 && rows.every((row) => picked.has(model.keyOf(row)));
  return (
    <div className="dt-bulk" role="group" aria-label={say(words.pick)}>
      <b aria-live="polite">{say(fill(filterPicked ? words.pickedFilter : words.across, { n: n.toLocaleString("en-US") }))}</b>
      {shownButtons(config, reader)
        .filter((button) => (button.needSelection ?? "none") !== "none")
        .map((button) => (
          <ToolButton key={button.label[1]} button={button} live={live} reader={reader} bulk />
        ))}
      {wholePage && !filterPicked && across && page.count > rows.length && (
        <button type="button" className="dt-link" onClick={() => model.pickFilter()}>
          {say(fill(words.pickFilter, { n: page.count.toLocaleString("en-US") }))}
        </button>
      )}
      {across && !filterPicked && (
        <button type="button" className="dt-link" onClick={() => model.showPicked(!onlyPicked)}>
          {say(onlyPicked ? words.showAll : words.showPicked)}
        </button>
      )}
      <button type="button" className="dt-plain" onClick={() => model.clearPicked()}>
        {say(words.clearPicked)} <kbd>Esc</kbd>
      </button>
    </div>
  );
}

/** The line over the table: actions at the left, ways of looking at the right. */
export function Toolbar(p: ToolbarProps) {
  const { config, reader, live } = p;
  const some = useStore(live.current.model.state, (state) => state.picked.size > 0);
  const { say, world } = reader;
  const buttons = shownButtons(config, reader);
  const editing = config.isEdit === true && live.current.store !== null;
  const bulk = some && (!editing || buttons.some((button) => (button.needSelection ?? "none") !== "none"));
  return (
    <div className="dt-bar">
      {config.title !== undefined && (
        <h2 className="dt-heading">
          {say(config.title)} {p.count !== null && <span className="dt-count">{p.count.toLocaleString("en-US")}</span>}
        </h2>
      )}
      {bulk ? (
        <BulkBar {...p} />
      ) : (
        <div className="dt-buttons" role="group" aria-label={say(words.operate)}>
          {editing && config.canAdd !== false && (
            <button type="button" className="dt-button" onClick={() => addRow(live)}>
              <Plus size={14} />
              {say(words.addRow)}
            </button>
          )}
          {buttons.map((button) => (
            <ToolButton key={button.label[1]} button={button} live={live} reader={reader} bulk={false} />
          ))}
          {config.isShowImport === true && config.onImport !== undefined && world.granted("btnImport") && (
            <button type="button" className="dt-button" onClick={() => config.onImport?.()}>
              <Upload size={14} />
              {say(words.importExcel)}
            </button>
          )}
          {config.isShowExport === true && config.onExport !== undefined && world.granted("btnExport") && (
            <button type="button" className="dt-button" onClick={() => config.onExport?.(live.current.model.picked())}>
              <Download size={14} />
              {say(words.exportExcel)}
            </button>
          )}
          {config.toolbarExtra}
        </div>
      )}
      <div className="dt-tools">
        {world.schemes !== undefined && config.onScheme !== undefined && (
          <SchemeMenu config={config} reader={reader} schemes={world.schemes} live={live} />
        )}
        {editing && <EditTools {...p} />}
        {config.tools !== false && <ViewTools {...p} />}
      </div>
    </div>
  );
}
