import { ChevronLeft, ChevronRight } from "lucide-react";
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import type { Text } from "#kernel/text.ts";
import { addDays, addMonths, monthStart, weekStart } from "#kernel/days.ts";
import { words } from "../words.ts";

const weekdays: readonly Text[] = [
  ["一", "Mo"],
  ["二", "Tu"],
  ["三", "We"],
  ["四", "Th"],
  ["五", "Fr"],
  ["六", "Sa"],
  ["日", "Su"],
];

const steps: Readonly<Record<string, (date: string) => string>> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  PageUp: (date) => addMonths(date, -1),
  PageDown: (date) => addMonths(date, 1),
};

interface CalendarProps {
  readonly value: string | null;
  readonly today: string;
  readonly say: (text: Text) => string;
  choose(date: string): void;
}

/** One month of days. Arrows walk days and weeks, PageUp and PageDown months, Enter chooses. */
export function Calendar({ value, today, say, choose }: CalendarProps) {
  const [seen, setSeen] = useState(value ?? today);
  const grid = useRef<HTMLTableElement>(null);
  const start = weekStart(monthStart(seen));
  useLayoutEffect(() => {
    grid.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  }, [seen]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setSeen(step(seen));
  };
  return (
    <div className="dt-calendar">
      <header>
        <button type="button" className="dt-icon" aria-label={say(words.prevMonth)} onClick={() => setSeen(addMonths(seen, -1))}>
          <ChevronLeft size={15} />
        </button>
        <b aria-live="polite">{seen.slice(0, 7)}</b>
        <button type="button" className="dt-icon" aria-label={say(words.nextMonth)} onClick={() => setSeen(addMonths(seen, 1))}>
          <ChevronRight size={15} />
        </button>
      </header>
      <table ref={grid} role="grid" aria-label={seen.slice(0, 7)} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name[1]} scope="col">
                {say(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: 6 }, (_, week) => (
            <tr key={week}>
              {Array.from({ length: 7 }, (_, i) => {
                const date = addDays(start, week * 7 + i);
                return (
                  <td key={date} role="gridcell" aria-selected={date === value}>
                    <button
                      type="button"
                      tabIndex={date === seen ? 0 : -1}
                      aria-label={date}
                      aria-current={date === today ? "date" : undefined}
                      className={`${date.slice(0, 7) === seen.slice(0, 7) ? "" : "dt-other"}${date === value ? " dt-on" : ""}`}
                      onClick={() => choose(date)}
                    >
                      {Number(date.slice(8))}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        <button type="button" className="dt-link" onClick={() => choose(today)}>
          {say(words.today)}
        </button>
      </footer>
    </div>
  );
}
