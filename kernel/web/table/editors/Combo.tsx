import { Check } from "lucide-react";
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { readPath } from "#kernel/table.ts";
import { fillsOf } from "../editing.ts";
import { Popup } from "../../part/Popup.tsx";
import { listOf } from "../reader.ts";
import type { EditorProps } from "./CellEditor.tsx";
import { useChoices, type Choices, type FoundChoice } from "./choices.ts";

interface ListProps {
  readonly id: string;
  readonly anchor: HTMLElement | null;
  readonly label: string;
  readonly choices: Choices;
  readonly chosen: readonly string[];
  readonly at: number;
  readonly multiple: boolean;
  readonly say: EditorProps["reader"]["say"];
  take(choice: FoundChoice): void;
  close(): void;
}

function ChoiceList({ id, anchor, label, choices, chosen, at, multiple, say, take, close }: ListProps) {
  const { found, settled, status, none } = choices;
  useLayoutEffect(() => {
    void document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [id, at]);
  return (
    <Popup anchor={anchor} onClose={close} role="listbox" id={id} label={label} className="dt-list" fit multi={multiple}>
      {found.map((choice, i) => {
        const on = chosen.includes(choice.value);
        return (
          <div
            key={choice.value}
            id={`${id}-${i}`}
            role="option"
            aria-selected={on}
            className={i === at ? "dt-active" : ""}
            onMouseDown={(event) => {
              event.preventDefault();
              take(choice);
            }}
          >
            {multiple && (
              <span className="dt-box" aria-hidden="true" data-on={on}>
                {on && <Check size={12} strokeWidth={3} />}
              </span>
            )}
            <span>{choice.label}</span>
            {choice.note !== undefined && <small className="dt-code">{choice.note}</small>}
          </div>
        );
      })}
      {(found.length === 0 || !settled) && (
        <div className="dt-none" role="option" aria-disabled="true" aria-selected="false">
          {none ?? say(status)}
        </div>
      )}
    </Popup>
  );
}

/** A box to type in with the choices below: letters narrow them, arrows walk, Enter or Tab takes one. */
export function Combo(p: EditorProps & { readonly button?: ReactNode }) {
  const { column, row, reader } = p;
  const multiple = column.editType === "multiSelect";
  const shown = column.displayKey === undefined ? reader.text(column, row) : String(readPath(row, column.displayKey) ?? "");
  const [typed, setTyped] = useState<string | null>(p.seed === null || p.seed === "" ? null : p.seed);
  const [open, setOpen] = useState(p.seed !== null || column.search === undefined);
  const [active, setActive] = useState(-1);
  const [box, setBox] = useState<HTMLElement | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const choices = useChoices(p, typed, open);
  const { found } = choices;
  const chosen = listOf(p.value);
  const searching = typed !== null && typed !== "";
  const resting = searching ? 0 : found.findIndex((choice) => chosen.includes(choice.value));
  const at = active >= 0 ? Math.min(active, found.length - 1) : resting;

  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    if (p.seed === null) input.current?.select();
  }, [p.seed]);

  const take = (choice: FoundChoice): void => {
    setTyped(null);
    if (multiple) {
      const next = chosen.includes(choice.value) ? chosen.filter((value) => value !== choice.value) : [...chosen, choice.value];
      p.change(Array.isArray(p.value) ? next : next.join(",") || null);
      return;
    }
    p.change(choice.value, choice.record === undefined ? {} : fillsOf(column, choice.record));
    setOpen(false);
  };
  const walk = (event: KeyboardEvent): void => {
    event.preventDefault();
    if (open && found.length > 0) setActive((at + (event.key === "ArrowDown" ? 1 : found.length - (at < 0 ? 0 : 1))) % found.length);
    setOpen(true);
  };
  /** Enter and Tab take the marked choice; before the server has answered they wait rather than guess. */
  const settle = (event: KeyboardEvent): void => {
    const choice = found[at];
    if (typed === "" && !multiple) p.change(null, fillsOf(column, null));
    else if (open && searching && !choices.settled) event.preventDefault();
    else if (open && choice !== undefined && (active >= 0 || searching)) {
      if (event.key === "Enter" || !multiple) take(choice);
      if (multiple && event.key === "Enter") event.preventDefault();
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !event.shiftKey) walk(event);
    else if (event.key === "Enter" || event.key === "Tab") settle(event);
  };
  return (
    <span ref={setBox} className="dt-combo">
      <input
        ref={input}
        className="dt-input"
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && at >= 0 ? `${id}-${at}` : undefined}
        aria-label={p.label}
        aria-required={p.required || undefined}
        aria-invalid={p.invalid || undefined}
        aria-describedby={p.describedBy}
        autoComplete="off"
        value={typed ?? shown}
        onKeyDown={onKeyDown}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(-1);
          setOpen(true);
        }}
      />
      {p.button}
      {open && (
        <ChoiceList
          {...{ id, choices, chosen, at, multiple, take }}
          anchor={box}
          label={p.label}
          say={reader.say}
          close={() => setOpen(false)}
        />
      )}
    </span>
  );
}
