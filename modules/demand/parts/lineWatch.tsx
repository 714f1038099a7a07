import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { RowStore } from "#kernel/web/table/rowStore.ts";
import { useEffect } from "react";

const patience = 350;

/** One look at the lines that are being written; `isGone` tells whether the page was left meanwhile. */
export type Turn = (model: EditModel, store: RowStore, asked: Map<string, string>, isGone: () => boolean) => Promise<void>;

function watch(model: EditModel, turn: Turn): () => void {
  const store = model.lines["lines"];
  if (!store) return () => undefined;
  const asked = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let gone = false;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!gone && model.editable()) void turn(model, store, asked, () => gone);
    }, patience);
  };
  const stops = [store.state.subscribe(later), model.state.subscribe((now, before) => void (now.header !== before.header && later()))];
  return () => {
    gone = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

/** Looks at lines and header of a document a moment after somebody stopped typing in them. */
export const useLineWatch = (model: EditModel, turn: Turn): void => useEffect(() => watch(model, turn), [model, turn]);
