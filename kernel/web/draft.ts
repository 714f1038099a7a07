import { useEffect, useRef, useState } from "react";

/**
 * Unsaved work survives the end of a session: it stays in the memory of this page, never on disk,
 * and is offered again after the same person signs in here.
 */
const collectors = new Map<string, () => unknown>();
let stored: { readonly userId: string; readonly drafts: Map<string, unknown> } | null = null;

/** Takes the unsaved content of the named tabs before their pages go. */
export function keepDrafts(userId: string, tabKeys: readonly string[]): void {
  const drafts = new Map(
    tabKeys.flatMap((key) => {
      const collect = collectors.get(key);
      return collect === undefined ? [] : [[key, collect()] as const];
    }),
  );
  stored = drafts.size > 0 ? { userId, drafts } : null;
}

/** Drops what belongs to somebody else. */
export function claimDrafts(userId: string): void {
  if (stored?.userId !== userId) stored = null;
}

/** The tabs whose unsaved content waits to be shown again. */
export const draftKeys = (): readonly string[] => [...(stored?.drafts.keys() ?? [])];

export const keptDrafts = (): number => stored?.drafts.size ?? 0;

/** A tab that was closed or saved has nothing left to collect or to offer again. */
export function forgetDraft(tabKey: string, isClosed: boolean): void {
  stored?.drafts.delete(tabKey);
  if (isClosed) collectors.delete(tabKey);
}

/**
 * Registers how to collect a page's unsaved content, and answers what was kept of it from before, until it is saved or closed.
 * The registration outlives the effect: a hidden tab's effects are undone, its unsaved work is not.
 */
export function useDraft<T>(tabKey: string, collect: () => T): T | undefined {
  const latest = useRef(collect);
  const [draft] = useState(() => stored?.drafts.get(tabKey) as T | undefined);
  useEffect(() => {
    latest.current = collect;
  });
  useEffect(() => {
    collectors.set(tabKey, () => latest.current());
  }, [tabKey]);
  return draft;
}
