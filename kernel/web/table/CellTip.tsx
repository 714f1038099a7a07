import { useEffect, useState } from "react";
import { fill } from "#kernel/text.ts";
import { useOtherLanguage } from "../language.ts";
import { leafAt, lineAt, type Live } from "./live.ts";
import { placeOf } from "./mouse.ts";
import { cellChanged } from "./rows.ts";
import { words } from "./words.ts";

interface Tip {
  readonly text: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly above: boolean;
}

const delay = 400;

/** What a tip says about a cell: its whole text where it is cut, its old value, what is wrong with it. */
function tipOf(live: Live, cell: HTMLElement): readonly string[] {
  const now = live.current;
  const place = placeOf(cell);
  if (place === null) return [];
  const leaf = leafAt(now, place.c);
  const line = lineAt(now, place.r);
  const cut =
    cell.scrollWidth > cell.clientWidth + 1 ||
    [...cell.children].some((child) => child.scrollWidth > child.clientWidth + 1 && child.clientWidth > 0);
  if (leaf === undefined || leaf.control === "operate" || leaf.control === "pick") return [];
  if (line === undefined) return cut ? [now.reader.say(leaf.column.title)] : [];
  const text: string[] = [];
  const answer = now.model.state.getState().answers.get(line.key);
  if (cut) text.push([now.reader.text(leaf.column, line.row), leaf.column.note?.(line.row) ?? ""].filter((part) => part !== "").join(" "));
  const alert = leaf.column.alert?.(line.row);
  if (alert != null) text.push(now.reader.say(alert.text));
  const problem = now.store?.state.getState().problems.get(line.key)?.[leaf.key];
  if (problem !== undefined) text.push(now.reader.say(problem.text));
  if (line.edit?.base != null && cellChanged(line.edit, leaf.key))
    text.push(now.reader.say(fill(words.wasValue, { old: now.reader.text(leaf.column, line.edit.base) || now.reader.say(words.nothing) })));
  if (answer !== undefined && answer.msg !== undefined) text.push(answer.msg);
  return text.filter((part) => part !== "");
}

/** One tip for the whole table: it appears over a cell that has more to say than it shows. */
export function CellTip({ live, grid }: { live: Live; grid: HTMLElement | null }) {
  const [tip, setTip] = useState<Tip | null>(null);
  useOtherLanguage(() => setTip(null));
  useEffect(() => {
    if (grid === null) return;
    let over: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = (): void => {
      clearTimeout(timer);
      setTip(null);
    };
    const wait = (target: EventTarget | null): void => {
      const cell = target instanceof Element ? target.closest<HTMLElement>("[data-c]") : null;
      if (cell === over) return;
      over = cell;
      hide();
      if (cell === null) return;
      timer = setTimeout(() => {
        const text = cell.isConnected ? tipOf(live, cell) : [];
        const box = cell.getBoundingClientRect();
        const above = box.bottom > window.innerHeight - 80;
        if (text.length > 0)
          setTip({ text, x: Math.max(8, Math.min(box.left, window.innerWidth - 420)), y: above ? box.top - 4 : box.bottom + 4, above });
      }, delay);
    };
    const move = (event: Event): void => wait(event.target);
    const leave = (): void => {
      over = null;
      hide();
    };
    grid.addEventListener("mouseover", move);
    grid.addEventListener("focusin", move);
    grid.addEventListener("mouseleave", leave);
    grid.addEventListener("scroll", leave);
    grid.addEventListener("mousedown", leave);
    grid.addEventListener("keydown", leave);
    return () => {
      leave();
      grid.removeEventListener("mouseover", move);
      grid.removeEventListener("focusin", move);
      grid.removeEventListener("mouseleave", leave);
      grid.removeEventListener("scroll", leave);
      grid.removeEventListener("mousedown", leave);
      grid.removeEventListener("keydown", leave);
    };
  }, [live, grid]);
  if (tip === null) return null;
  return (
    <div role="tooltip" className={`dt-tip${tip.above ? " dt-tip-above" : ""}`} style={{ left: tip.x, top: tip.y }}>
      {tip.text.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}
