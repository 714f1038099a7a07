import { Check } from "lucide-react";
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { isBlank } from "#kernel/cell.ts";
import { readPath, type Row } from "#kernel/table.ts";
import { fillsOf } from "../editing.ts";
import { Popup } from "../Popup.tsx";
import { listOf } from "../reader.ts";
import type { Choice } from "../types.ts";
import { words } from "../words.ts";
import type { EditorProps } from "./CellEditor.tsx";

interface Found extends Choice {
  readonly record?: Row;
  readonly note?: string;
}

const searchDelay = 300;
const searchHits = 20;

type Answer = { readonly phase: "idle" | "searching" | "failed" | "ready"; readonly found: readonly Found[] };

/** Asks the server a moment after the last letter; only the newest answer counts. */
function useRemote(p: EditorProps, typed: string, on: boolean): Answer {
  const [answer, setAnswer] = useState<Answer>({ phase: "idle", found: [] });
  const { column, row } = p;
  const ask = useRef({ column, row });
  ask.current = { column, row };
  useEffect(() => {
    if (!on || ask.current.column.search === undefined) return;
    const abort = new AbortController();
    const wait = setTimeout(() => {
      setAnswer((now) => ({ phase: "searching", found: now.found }));
      ask.current.column.search!(typed, ask.current.row, abort.signal).then(
        (records) => abort.signal.aborted || setAnswer({ phase: "ready", found: records.slice(0, searchHits).map((record) => recordChoice(ask.current.column, record)) }),
        () => abort.signal.aborted || setAnswer({ phase: "failed", found: [] }),
      );
    }, typed === "" ? 0 : searchDelay);
    return () => {
      clearTimeout(wait);
      abort.abort();
    };
  }, [typed, on]);
  return answer;
}

function recordChoice(column: EditorProps["column"], record: Row): Found {
  const value = String(record[column.valueField ?? "id"] ?? "");
  const label = String(record[column.displayKey ?? "name"] ?? value);
  const note = record["code"] ?? record[`${(column.displayKey ?? "").replace(/Name$/, "")}Code`];
  return { value, label, record, ...(isBlank(note) ? {} : { note: String(note) }) };
}

const matches = (choice: Choice, typed: string): boolean => {
  const text = typed.trim().toLowerCase();
  return text === "" || choice.label.toLowerCase().includes(text) || choice.value.toLowerCase().includes(text);
};

/** A box to type in with the choices below: letters narrow them, arrows walk, Enter or Tab takes one. */
export function Combo(p: EditorProps & { readonly button?: ReactNode }) {
  const { column, row, reader } = p;
  const multiple = column.editType === "multiSelect";
  const remote = column.search !== undefined && column.lookup === undefined;
  const shown = column.displayKey === undefined ? reader.text(column, row) : String(readPath(row, column.displayKey) ?? "");
  const [typed, setTyped] = useState<string | null>(p.seed === null || p.seed === "" ? null : p.seed);
  const [open, setOpen] = useState(p.seed !== null || !remote);
  const [active, setActive] = useState(-1);
  const [box, setBox] = useState<HTMLElement | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const answer = useRemote(p, typed ?? "", remote && open);
  const all: readonly Found[] = remote ? answer.found : reader.choices(column, row).filter((choice) => choice.disabled !== true);
  const found = remote || typed === null ? all : all.filter((choice) => matches(choice, typed));
  const chosen = listOf(p.value);
  const at = active >= 0 ? Math.min(active, found.length - 1) : typed !== null && typed !== "" ? 0 : found.findIndex((choice) => chosen.includes(choice.value));

  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    if (p.seed === null) input.current?.select();
  }, [p.seed]);
  useLayoutEffect(() => document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" }), [id, at]);

  const take = (choice: Found): void => {
    if (multiple) {
      const next = chosen.includes(choice.value) ? chosen.filter((value) => value !== choice.value) : [...chosen, choice.value];
      p.change(Array.isArray(p.value) ? next : next.join(",") || null);
      setTyped(null);
      return;
    }
    p.change(choice.value, choice.record === undefined ? {} : fillsOf(column, choice.record));
    setTyped(null);
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !event.shiftKey) {
      event.preventDefault();
      setOpen(true);
      if (open && found.length > 0) setActive((at + (event.key === "ArrowDown" ? 1 : found.length - 1) + (at < 0 && event.key === "ArrowUp" ? 1 : 0)) % found.length);
    } else if (event.key === "Enter" || event.key === "Tab") {
      const choice = found[at];
      if (typed === "" && !multiple) p.change(null, fillsOf(column, null));
      else if (open && choice !== undefined && (active >= 0 || (typed !== null && typed !== ""))) {
        if (event.key === "Enter" || !multiple) take(choice);
        if (multiple && event.key === "Enter") event.preventDefault();
      }
    }
  };
  const status = answer.phase === "failed" ? words.searchFailed : answer.phase === "searching" ? words.searching : remote && answer.phase === "idle" ? words.typeToSearch : words.noChoice;
  return (
    <span ref={setBox} className="dt-combo">
      <input
        ref={input} className="dt-input" role="combobox" aria-expanded={open} aria-controls={open ? id : undefined} aria-autocomplete="list" aria-activedescendant={open && at >= 0 ? `${id}-${at}` : undefined}
        aria-label={p.label} aria-required={p.required || undefined} aria-invalid={p.invalid || undefined} aria-describedby={p.describedBy} autoComplete="off"
        value={typed ?? shown} onKeyDown={onKeyDown} onClick={() => setOpen(true)}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(-1);
          setOpen(true);
        }}
      />
      {p.button}
      {open && (
        <Popup anchor={box} onClose={() => setOpen(false)} role="listbox" id={id} label={p.label} className="dt-list" fit multi={multiple}>
          {found.map((choice, i) => (
            <div
              key={choice.value} id={`${id}-${i}`} role="option" aria-selected={chosen.includes(choice.value)} className={i === at ? "dt-active" : ""}
              onMouseDown={(event) => {
                event.preventDefault();
                take(choice);
              }}
            >
              {multiple && <span className="dt-box" aria-hidden="true" data-on={chosen.includes(choice.value)}>{chosen.includes(choice.value) && <Check size={12} strokeWidth={3} />}</span>}
              <span>{choice.label}</span>
              {choice.note !== undefined && <small className="dt-code">{choice.note}</small>}
            </div>
          ))}
          {(found.length === 0 || answer.phase === "searching") && <div className="dt-none" role="option" aria-disabled="true" aria-selected="false">{reader.say(status)}</div>}
        </Popup>
      )}
    </span>
  );
}
