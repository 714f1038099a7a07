import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { editedNumber, isBlank, readNumber } from "#kernel/cell.ts";
import { add, isDecimal, sub } from "#kernel/decimal.ts";
import { toDecimal } from "#kernel/table.ts";
import type { EditorProps } from "./CellEditor.tsx";

const asText = (value: unknown): string => (isBlank(value) ? "" : String(value));

/** The draft of a text editor: what was typed on the cell replaces it, otherwise all of it is marked. */
export function useDraft<E extends HTMLInputElement | HTMLTextAreaElement>(
  { seed, change }: Pick<EditorProps, "seed" | "change">,
  start: string,
  read: (typed: string) => unknown,
) {
  const [draft, setDraft] = useState(seed === null || seed === "" ? start : seed);
  const element = useRef<E>(null);
  const begin = useRef({ seed, change, read });
  useLayoutEffect(() => {
    const { seed: typed, change: tell, read: reading } = begin.current;
    element.current?.focus({ preventScroll: true });
    if (typed === null) element.current?.select();
    else if (typed !== "") tell(reading(typed));
  }, []);
  const type = (text: string): void => {
    setDraft(text);
    change(read(text));
  };
  return { draft, type, element };
}

const named = (p: EditorProps) =>
  ({
    "aria-label": p.label,
    "aria-required": p.required || undefined,
    "aria-invalid": p.invalid || undefined,
    "aria-describedby": p.describedBy,
  }) as const;

export function TextEditor(p: EditorProps) {
  const { draft, type, element } = useDraft<HTMLInputElement>(p, asText(p.value), (text) => (text === "" ? null : text));
  return (
    <input
      ref={element}
      className="dt-input"
      value={draft}
      maxLength={p.column.validate?.maxLength}
      onChange={(event) => type(event.target.value)}
      {...named(p)}
    />
  );
}

/** Enter keeps the text, Alt+Enter breaks the line. */
export function TextareaEditor(p: EditorProps) {
  const { draft, type, element } = useDraft<HTMLTextAreaElement>(p, asText(p.value), (text) => (text === "" ? null : text));
  const breakLine = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== "Enter" || !event.altKey) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    type(`${draft.slice(0, selectionStart)}\n${draft.slice(selectionEnd)}`);
  };
  return (
    <textarea
      ref={element}
      className="dt-input dt-area"
      rows={3}
      value={draft}
      maxLength={p.column.validate?.maxLength}
      onKeyDown={breakLine}
      onChange={(event) => type(event.target.value)}
      {...named(p)}
    />
  );
}

/** A number as plain digits; what is no number stays as typed and is marked, never changed behind one's back. */
export function NumberEditor(p: EditorProps) {
  const read = (text: string): unknown => (text.trim() === "" ? null : (readNumber(text) ?? text));
  const { draft, type, element } = useDraft<HTMLInputElement>(p, editedNumber(p.value), read);
  const step = (event: KeyboardEvent<HTMLInputElement>): void => {
    const by = toDecimal(p.column.step);
    if (by === null || (event.key !== "ArrowUp" && event.key !== "ArrowDown") || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const now = readNumber(draft) ?? "0";
    if (isDecimal(now)) type(event.key === "ArrowUp" ? add(now, by) : sub(now, by));
  };
  return (
    <input
      ref={element}
      className="dt-input dt-number"
      inputMode="decimal"
      value={draft}
      onKeyDown={step}
      onChange={(event) => type(event.target.value)}
      {...named(p)}
    />
  );
}

export function RadioEditor(p: EditorProps) {
  const choices = p.reader.choices(p.column, p.row).filter((choice) => choice.disabled !== true);
  const group = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    (
      group.current?.querySelector<HTMLElement>("[aria-checked=true]") ?? group.current?.querySelector<HTMLElement>("[role=radio]")
    )?.focus();
  }, []);
  const walk = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const all = [...(group.current?.querySelectorAll<HTMLElement>("[role=radio]") ?? [])];
    const at = (all.indexOf(document.activeElement as HTMLElement) + by + all.length) % all.length;
    all[at]?.focus();
    p.change(choices[at]?.value ?? null);
  };
  return (
    <span ref={group} role="radiogroup" className="dt-radios" onKeyDown={walk} aria-label={p.label} aria-required={p.required || undefined}>
      {choices.map((choice, i) => (
        <button
          key={choice.value}
          type="button"
          role="radio"
          aria-checked={choice.value === p.value}
          tabIndex={choice.value === p.value || (isBlank(p.value) && i === 0) ? 0 : -1}
          onClick={() => p.change(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </span>
  );
}
