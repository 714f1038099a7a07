import { useMemo, useState } from "react";
import type { Entity } from "../../../entity.ts";
import type { Viewer } from "../../../page-action.ts";
import type { Row } from "../../../page-document.ts";
import type { Filter } from "../../../page-filter.ts";
import { filterParams, filtersIn, filtersOf } from "../../../page-filter.ts";
import { listOf, viewsOf } from "../../../page.ts";
import type { Query } from "../../../routes.ts";
import type { SavedView } from "./savedViews.ts";

/** Which rows a list shows: the chosen view, what was typed, and what of it is in force. */
export interface Filters {
  readonly all: readonly Filter[];
  readonly typed: Row;
  readonly applied: Row;
  /** "" is all rows, a declared view by its key, a saved one by its id. */
  readonly view: string;
  readonly saved: SavedView | null;
  type(patch: Row): void;
  /** Puts what was typed in force. */
  query(): void;
  apply(typed: Row): void;
  reset(): void;
  choose(view: string, saved?: SavedView): void;
  /** What narrows the list now, as it is sent. */
  readonly params: Row;
}

export function useFilters(entity: Entity, list: string | undefined, viewer: Viewer, query: Query): Filters {
  const all = useMemo(() => filtersOf(entity, viewer.audience, list), [entity, viewer.audience, list]);
  const [typed, setTyped] = useState<Row>(() => filtersIn(all, query));
  const [applied, setApplied] = useState<Row>(typed);
  const [view, setView] = useState(() => {
    if (viewsOf(entity, list, viewer.audience).some((candidate) => candidate.key === query["view"])) return query["view"]!;
    // Whoever is led here by a filter sees all that it finds.
    return Object.keys(typed).length > 0 ? "" : (listOf(entity, list).opens ?? "");
  });
  const [saved, setSaved] = useState<SavedView | null>(null);
  const params = useMemo(() => {
    const declared = saved ? saved.params.view : view;
    return { ...filterParams(all, applied), ...(declared ? { view: declared } : {}) };
  }, [all, applied, view, saved]);
  const apply = (next: Row): void => {
    setTyped(next);
    setApplied(next);
  };
  return {
    all,
    typed,
    applied,
    view,
    saved,
    params,
    apply,
    type: (patch) => setTyped((now) => ({ ...now, ...patch })),
    query: () => setApplied(typed),
    reset: () => apply({}),
    choose(next, savedView) {
      setView(next);
      setSaved(savedView ?? null);
      if (savedView) apply(savedView.params.typed);
      else if (saved) apply({});
    },
  };
}
