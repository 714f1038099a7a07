import { useEffect, useRef } from "react";
import type { Text } from "../text.ts";

/** One key and what it does here; the "?" list shows all that are live now. */
export interface KeyEntry {
  /** written like "Mod+K", "Alt+R", "Ctrl+Alt+ArrowLeft", "N", "?" ; Mod is Cmd on a Mac, else Ctrl */
  readonly combo: string;
  readonly text: Text;
  readonly group: "shell" | "page";
  /** also while a field has the focus */
  readonly inFields: boolean;
  run(event: KeyboardEvent): void;
}

const live: KeyEntry[] = [];
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

const comboOf = (event: KeyboardEvent): string => {
  const parts = [
    event.ctrlKey && "Ctrl",
    event.metaKey && "Meta",
    event.altKey && "Alt",
    event.shiftKey && event.key.length > 1 && "Shift",
  ].filter(Boolean);
  // with Alt a Mac types another letter, so the place of the key counts
  const key =
    event.altKey && /^Key[A-Z]$/.test(event.code) ? event.code.slice(3) : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  return [...parts, key].join("+");
};

const resolved = (combo: string): string => combo.replace("Mod", isMac ? "Meta" : "Ctrl");

/** How a combo is written for people on this machine. */
export const comboText = (combo: string): string =>
  (isMac ? combo.replace("Mod", "⌘").replace("Ctrl", "⌃").replace("Alt", "⌥") : combo.replace("Mod", "Ctrl"))
    .replace("ArrowLeft", "←")
    .replace("ArrowRight", "→")
    .replaceAll("+", isMac ? "" : "+");

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !/^(checkbox|radio|button)$/.test((target as HTMLInputElement).type);

window.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing) return;
  const combo = comboOf(event);
  const blocked = document.querySelector("dialog[open], .ant-modal-wrap:not([style*='display: none'])") !== null;
  const entry = live.findLast(
    (keyEntry) => resolved(keyEntry.combo) === combo && (keyEntry.inFields || !isField(event.target)) && (!blocked || keyEntry.inFields),
  );
  if (entry === undefined) return;
  event.preventDefault();
  entry.run(event);
});

export const liveKeys = (): readonly KeyEntry[] =>
  live.filter((entry, i) => live.findLastIndex((other) => other.combo === entry.combo) === i);

/** Binds a key while the component is shown; a hidden tab's keys sleep with it. */
export function useKey(
  combo: string,
  text: Text,
  run: (event: KeyboardEvent) => void,
  options: { group?: "shell" | "page"; inFields?: boolean; off?: boolean } = {},
): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const { group = "page", inFields = /^(Mod|Alt|Ctrl)\+/.test(combo), off = false } = options;
  const [cn, en] = text;
  useEffect(() => {
    if (off) return;
    const entry: KeyEntry = { combo, text: [cn, en], group, inFields, run: (event) => latest.current(event) };
    live.push(entry);
    return () => void live.splice(live.indexOf(entry), 1);
  }, [combo, cn, en, group, inFields, off]);
}
