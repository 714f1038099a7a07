import type { ClipboardEvent, DOMAttributes } from "react";
import { copyText, pasteText } from "./clipboard.ts";
import { onKeyDown } from "./keyboard.ts";
import type { Live } from "./live.ts";
import { onClick, onDoubleClick, onMouseDown, onMouseMove } from "./mouse.ts";

const inside = (event: ClipboardEvent, selector: string): boolean => (event.target as Element).closest(selector) !== null;

function onCopy(live: Live, event: ClipboardEvent): void {
  if (inside(event, "[data-editor],[data-panel]")) return;
  const text = copyText(live.current);
  if (text === null) return;
  event.clipboardData.setData("text/plain", text);
  event.preventDefault();
}

function onPaste(live: Live, event: ClipboardEvent): void {
  if (inside(event, "[data-panel]") || live.current.grid?.contains(event.target as Node) !== true) return;
  if (pasteText(live, event.clipboardData.getData("text/plain"), inside(event, "[data-editor]"))) event.preventDefault();
}

const known = new WeakMap<Live, DOMAttributes<HTMLElement>>();

/** All that can happen to the grid arrives here, once for the whole table; cells carry no handlers. */
export function listeners(live: Live): DOMAttributes<HTMLElement> {
  let all = known.get(live);
  if (all === undefined) {
    all = {
      onKeyDown: (event) => onKeyDown(live, event),
      onMouseDown: (event) => onMouseDown(live, event),
      onMouseMove: (event) => onMouseMove(live, event),
      onClick: (event) => onClick(live, event),
      onDoubleClick: (event) => onDoubleClick(live, event),
      onCopy: (event) => onCopy(live, event),
      onPaste: (event) => onPaste(live, event),
    };
    known.set(live, all);
  }
  return all;
}
