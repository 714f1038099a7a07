import { CalendarDays } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { isBlank, readDate, readMoment, showMoment } from "#kernel/cell.ts";
import { Popup } from "../../part/Popup.tsx";
import { words } from "../words.ts";
import { Calendar } from "./Calendar.tsx";
import type { EditorProps } from "./CellEditor.tsx";
import { useDraft } from "./plain.tsx";

/** A date is typed the quick way (1128, 11-28, 2026/11/28) or chosen in the calendar under Alt+↓. */
export function DateEditor(p: EditorProps) {
  const kind = p.column.editType ?? "date";
  const { today, zone } = p.reader.world;
  const read = (text: string): unknown => {
    if (text.trim() === "") return null;
    const date = readDate(text, kind, today());
    return date === null ? text : kind === "datetime" ? readMoment(date, zone) : date;
  };
  const start = isBlank(p.value) ? "" : kind === "datetime" ? showMoment(String(p.value), zone) : String(p.value);
  const { draft, type, element } = useDraft<HTMLInputElement>(p, start, read);
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(p.seed === "");
  const pickable = kind === "date" || kind === "datetime";

  const close = (): void => {
    setOpen(false);
    element.current?.focus();
  };
  const choose = (date: string): void => {
    type(kind === "datetime" ? `${date} ${draft.split(" ")[1] || "00:00:00"}` : date);
    close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown" && (event.altKey || kind === "date") && pickable && !event.shiftKey) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(true);
    }
  };
  const day = readDate(draft.slice(0, 10), "date", today());
  return (
    <span ref={setBox} className="dt-combo">
      <input
        ref={element}
        className="dt-input"
        value={draft}
        placeholder={{ date: "yyyy-MM-dd", datetime: "yyyy-MM-dd HH:mm:ss", month: "yyyy-MM", year: "yyyy" }[kind as string]}
        autoComplete="off"
        onKeyDown={onKeyDown}
        onChange={(event) => type(event.target.value)}
        aria-label={p.label}
        aria-required={p.required || undefined}
        aria-invalid={p.invalid || undefined}
        aria-describedby={p.describedBy}
        aria-haspopup={pickable ? "dialog" : undefined}
      />
      {pickable && (
        <button
          type="button"
          className="dt-icon dt-inside"
          tabIndex={-1}
          aria-label={p.reader.say(words.calendar)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setOpen(!open)}
        >
          <CalendarDays size={13} />
        </button>
      )}
      {open && pickable && (
        <Popup anchor={box} onClose={close} label={p.reader.say(words.calendar)} className="dt-date">
          <div role="presentation" onKeyDown={(event) => event.key !== "Escape" && event.stopPropagation()}>
            <Calendar value={day} today={today()} say={p.reader.say} choose={choose} />
          </div>
        </Popup>
      )}
    </span>
  );
}
