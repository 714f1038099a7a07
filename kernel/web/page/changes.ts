import { useEffect, useRef } from "react";
import type { Row } from "../../page-document.ts";
import { onChanged, tellChanged as tellAll } from "../router.ts";

/** Something happened to a document: saved, acted upon or gone. */
export interface Changed {
  readonly entity: string;
  /** Empty: some documents of this entity, nobody says which. */
  readonly id: string;
  /** The document as the reply brought it; another window knows the id alone. */
  readonly document?: Row;
  readonly gone?: true;
}

const most = 200;
let log: readonly (Changed & { readonly seq: number })[] = [];
let seq = 0;
let own: Changed | null = null;
const listeners = new Set<() => void>();

onChanged((entity, id) => {
  const changed = own !== null && own.id === id ? own : { entity, id };
  // A list that reads everything anew once need not hear twice that it should.
  const before = id === "" ? log.filter((row) => row.entity !== entity || row.id !== "") : log;
  log = [...before, { ...changed, seq: ++seq }].slice(-most);
  listeners.forEach((hear) => hear());
});

/** Tells every list of this window, and by name those of other windows, which row is no longer what they show. */
export function tellChanged(changed: Changed): void {
  own = changed;
  tellAll(changed.entity, changed.id);
  own = null;
}

/** Hears of changes to documents of one entity; a page that was hidden hears what it missed when it is shown again. */
export function useChanged(entity: string, hear: (changed: readonly Changed[]) => void): void {
  const latest = useRef(hear);
  const seen = useRef(seq);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(() => {
    const catchUp = (): void => {
      const news = log.filter((row) => row.seq > seen.current && row.entity === entity);
      seen.current = seq;
      if (news.length > 0) latest.current(news);
    };
    catchUp();
    listeners.add(catchUp);
    return () => void listeners.delete(catchUp);
  }, [entity]);
}
