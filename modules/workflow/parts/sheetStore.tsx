import { useEffect } from "react";
import { create } from "zustand";
import { messageOf } from "#kernel/web/call.ts";
import { useLanguage } from "#kernel/web/language.ts";
import { tellChanged, useChanged } from "#kernel/web/page/changes.ts";
import { sheetOf, type Sheet } from "./wire.tsx";

interface Kept {
  /** null: asked and there is none. */
  readonly sheet: Sheet | null | undefined;
  readonly error: string;
}

const none: Kept = { sheet: undefined, error: "" };
const useKept = create<Readonly<Record<string, Kept>>>(() => ({}));
const asking = new Map<string, Promise<void>>();

/** Asks once, however many parts of the page want to know. */
function ask(entity: string, id: string): Promise<void> {
  const key = `${entity}:${id}`;
  const known = asking.get(key);
  if (known) return known;
  const asked = sheetOf(entity, id)
    .then(
      (sheet) => useKept.setState({ [key]: { sheet, error: "" } }),
      (cause: unknown) => useKept.setState((now) => ({ [key]: { sheet: now[key]?.sheet, error: messageOf(cause) } })),
    )
    .finally(() => asking.delete(key));
  asking.set(key, asked);
  return asked;
}

/** The approval of a document, shared by the sheet and the bar, fresh after every change of the document. */
export function useSheet(entity: string, id: string, version: unknown): Kept & { again(): Promise<void> } {
  const stored = useKept((state) => state[`${entity}:${id}`]) ?? none;
  // Steps and facts are named by the server, in the language of this moment.
  const language = useLanguage((state) => state.language);
  useEffect(() => void ask(entity, id), [entity, id, version, language]);
  useChanged(entity, (changed) => {
    if (changed.some((row) => row.id === id)) void ask(entity, id);
  });
  return { ...stored, again: () => ask(entity, id) };
}

/** Something happened to an approval: the document and its sheet are read anew; the lists of tasks follow the reply itself. */
export const tellMoved = (entity: string, id: string): void => tellChanged({ entity, id });
