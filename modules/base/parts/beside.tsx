import { useEffect } from "react";
import { create } from "zustand";
import { call } from "#kernel/web/call.ts";
import { onLanguage, useLanguage } from "#kernel/web/language.ts";

const gatherMs = 20;
/** What was asked longer ago is asked again when its row is shown anew. */
const freshMs = 15_000;

/** What stands beside the rows of a list and is kept elsewhere: asked once for all rows that are shown; undefined until it is known, null where there is nothing. */
export function beside<T>(path: string): (id: string) => T | null | undefined {
  const known = create<Readonly<Record<string, T | null>>>(() => ({}));
  const askedAt = new Map<string, number>();
  let waiting: string[] = [];
  const send = async (): Promise<void> => {
    const ids = waiting;
    waiting = [];
    const found = await call<Readonly<Record<string, T>>>(path, { ids }).then(
      ({ data }) => data,
      () => ({}) as Readonly<Record<string, T>>,
    );
    known.setState(Object.fromEntries(ids.map((id) => [id, found[id] ?? null])));
  };
  onLanguage(() => askedAt.clear());
  const ask = (id: string): void => {
    const now = performance.now();
    if (now - (askedAt.get(id) ?? -Infinity) < freshMs) return;
    askedAt.set(id, now);
    waiting.push(id);
    if (waiting.length === 1) setTimeout(() => void send(), gatherMs);
  };
  return (id) => {
    const language = useLanguage((state) => state.language);
    useEffect(() => ask(id), [id, language]);
    return known((state) => state[id]);
  };
}
