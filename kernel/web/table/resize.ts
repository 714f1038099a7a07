import type { PointerEvent } from "react";
import { moveKey } from "#kernel/table.ts";
import { currentStates, minWidth, type Leaf } from "./columns.ts";
import type { Live } from "./live.ts";

/** Sets the width of one column in the user's settings; `store` only when the hand lets go. */
export function setWidth(live: Live, key: string, width: number, store: boolean): void {
  const { model, config } = live.current;
  const { settings } = model.state.getState();
  const states = currentStates(config.columns, settings.columns);
  const known = states.some((state) => state.key === key);
  const columns = known ? states.map((state) => (state.key === key ? { ...state, width } : state)) : [...states, { key, width }];
  if (store) model.keep({ ...settings, columns });
  else model.state.setState({ settings: { ...settings, columns } });
}

/** Dragging the edge of a header changes its width while the hand moves. */
export function resizeColumn(live: Live, leaf: Leaf, event: PointerEvent<HTMLElement>): void {
  event.stopPropagation();
  event.preventDefault();
  const grip = event.currentTarget;
  const start = event.clientX;
  let width = leaf.width;
  let frame = 0;
  grip.setPointerCapture(event.pointerId);
  const move = (moving: globalThis.PointerEvent): void => {
    width = Math.max(minWidth, Math.round(leaf.width + moving.clientX - start));
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => setWidth(live, leaf.key, width, false));
  };
  const end = (): void => {
    cancelAnimationFrame(frame);
    grip.removeEventListener("pointermove", move);
    if (width !== leaf.width) setWidth(live, leaf.key, width, true);
  };
  grip.addEventListener("pointermove", move);
  grip.addEventListener("pointerup", end, { once: true });
  grip.addEventListener("pointercancel", end, { once: true });
}

const around = 22;
const extra: Readonly<Record<string, number>> = { tag: 26, link: 2, progress: 70 };

/** A double click on the edge makes the column as wide as its longest text on this page. */
export function fitColumn(live: Live, leaf: Leaf): void {
  const { view, reader, grid } = live.current;
  const pen = document.createElement("canvas").getContext("2d");
  if (pen === null || grid === null) return;
  const { fontFamily } = getComputedStyle(grid);
  const texts = view
    .map((line) => `${reader.text(leaf.column, line.row)}${leaf.column.note?.(line.row) ?? ""}`)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 60);
  pen.font = `13px ${fontFamily}`;
  const longest = Math.max(0, ...texts.map((text) => pen.measureText(text).width)) + (extra[leaf.kind] ?? 0);
  pen.font = `12px ${fontFamily}`;
  const title =
    pen.measureText(reader.say(leaf.column.title)).width +
    (leaf.column.sortable === true ? 20 : 0) +
    (leaf.column.validate?.required === true ? 10 : 0);
  setWidth(live, leaf.key, Math.max(minWidth, Math.min(640, Math.ceil(Math.max(longest, title)) + around)), true);
}

/** Dragging a header moves its column (a group moves as one); a line shows where it will stand. */
export function dragColumn(live: Live, key: string, event: PointerEvent<HTMLElement>): void {
  if (event.button !== 0 || event.pointerType === "touch") return;
  const head = event.currentTarget;
  const start = event.clientX;
  let target: { key: string | null; x: number } | null = null;
  const top = (element: Element | null): HTMLElement | null => {
    const cell = element?.closest<HTMLElement>("[data-key]") ?? null;
    if (cell === null || !live.current.grid?.contains(cell)) return null;
    return live.current.config.columns.some((column) => column.key === cell.dataset["key"]) ? cell : null;
  };
  const move = (moving: globalThis.PointerEvent): void => {
    if (Math.abs(moving.clientX - start) < 6) return;
    head.classList.add("dt-dragged");
    const over = top(document.elementFromPoint(moving.clientX, moving.clientY));
    const grid = live.current.grid;
    if (over === null || grid === null) return;
    const box = over.getBoundingClientRect();
    const before = moving.clientX < box.left + box.width / 2;
    target = {
      key: before ? over.dataset["key"]! : nextKey(live, over.dataset["key"]!),
      x: (before ? box.left : box.right) - grid.getBoundingClientRect().left,
    };
    grid.parentElement?.style.setProperty("--dt-drop", `${target.x}px`);
    grid.parentElement?.classList.add("dt-dropping");
  };
  const end = (): void => {
    head.classList.remove("dt-dragged");
    live.current.grid?.parentElement?.classList.remove("dt-dropping");
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", end);
    if (target === null) return;
    window.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    setTimeout(() => placeColumn(live, key, target!.key));
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", end);
}

function nextKey(live: Live, key: string): string | null {
  const states = currentStates(live.current.config.columns, live.current.model.state.getState().settings.columns);
  return states[states.findIndex((state) => state.key === key) + 1]?.key ?? null;
}

function placeColumn(live: Live, key: string, before: string | null): void {
  const { model, config } = live.current;
  const { settings } = model.state.getState();
  const columns = moveKey(currentStates(config.columns, settings.columns), key, before).map((state, seq) => ({ ...state, seq }));
  model.keep({ ...settings, columns });
}
