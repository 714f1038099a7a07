import type { Readable, RowStore } from "#kernel/web/table/rowStore.ts";
import { useEffect } from "react";

const patience = 350;

/** A document under edit whose lines are looked at. */
interface Watched<L extends object> {
  readonly state: Readable<{ readonly header: object }>;
  readonly lines: { readonly lines?: RowStore<L> };
  editable(): boolean;
}

/** One look at the lines that are being written; `isGone` tells whether the page was left meanwhile. */
export type Turn<M, L extends object> = (model: M, store: RowStore<L>, asked: Map<string, string>, isGone: () => boolean) => Promise<void>;

function watch<L extends object, M extends Watched<L>>(model: M, turn: Turn<M, L>): () => void {
  const store = model.lines.lines;
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
export const useLineWatch = <L extends object, M extends Watched<L>>(model: M, turn: Turn<M, L>): void =>
  useEffect(() => watch(model, turn), [model, turn]);
