import { filledIn } from "./placeholders.ts";

/** A paragraph of a contract as it is read: its number, its heading, its words. */
export interface Passage {
  readonly no: string;
  readonly title: string | null;
  readonly text: string;
}

interface Source {
  readonly head: string | null;
  readonly clauses: readonly { readonly title: string; readonly text: string }[];
  readonly tail: string | null;
}

/** The text of a contract in order: opening, numbered clauses, closing; with its data filled in. */
export function passagesOf({ head, clauses, tail }: Source, valueOf: (name: string) => string | null): readonly Passage[] {
  const plain = (text: string | null): Passage[] => (text?.trim() ? [{ no: "", title: null, text: filledIn(text, valueOf) }] : []);
  return [
    ...plain(head),
    ...clauses.map((clause, i) => ({ no: `${i + 1}.`, title: clause.title, text: filledIn(clause.text, valueOf) })),
    ...plain(tail),
  ];
}
