import { Search } from "lucide-react";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { readPath } from "#kernel/table.ts";
import { fillsOf } from "../editing.ts";
import { words } from "../words.ts";
import type { EditorProps } from "./CellEditor.tsx";
import { Combo } from "./Combo.tsx";

/** Chooses a record in its own window; where the column can also search, typing finds it without the window. */
export function PickerEditor(p: EditorProps) {
  const { column, row, reader } = p;
  const input = useRef<HTMLInputElement>(null);
  const busy = useRef(false);
  const pick = async (): Promise<void> => {
    if (busy.current || column.pick === undefined) return;
    busy.current = true;
    const record = await column.pick(row).finally(() => (busy.current = false));
    if (record !== null) p.change(record[column.valueField ?? "id"] ?? null, fillsOf(column, record));
    input.current?.focus();
  };
  const openFirst = useRef(p.seed === "" && column.search === undefined);
  const open = useRef(pick);
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    if (openFirst.current) void open.current();
  }, []);
  const button =
    column.pick === undefined ? null : (
      <button
        type="button"
        className="dt-icon dt-inside"
        tabIndex={-1}
        aria-label={reader.say(words.openPicker)}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => void pick()}
      >
        <Search size={13} />
      </button>
    );
  if (column.search !== undefined) return <Combo {...p} button={button} />;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" || (event.key === "ArrowDown" && event.altKey)) {
      event.preventDefault();
      event.stopPropagation();
      void pick();
    } else if (event.key === "Delete" || event.key === "Backspace") p.change(null, fillsOf(column, null));
  };
  const shown = column.displayKey === undefined ? reader.text(column, row) : String(readPath(row, column.displayKey) ?? "");
  return (
    <span className="dt-combo">
      <input
        ref={input}
        className="dt-input"
        readOnly
        value={shown}
        aria-label={p.label}
        aria-required={p.required || undefined}
        aria-invalid={p.invalid || undefined}
        aria-describedby={p.describedBy}
        aria-haspopup="dialog"
        onKeyDown={onKeyDown}
        onClick={() => void pick()}
      />
      {button}
    </span>
  );
}
