import type { Attempt } from "./attempt.ts";
import { liveKeyOf } from "../../revision.ts";
import type { Tracked } from "./working.ts";

/** A draft that changes another document keeps what that document had chosen, lines included. */
function isRevision({ entity, row }: Tracked): boolean {
  const live = liveKeyOf(entity);
  return live !== undefined && Boolean(row[live]);
}

/** Somebody can still choose another: what was done under way and is submitted for its result is let be. */
const isOpen = ({ entity, before }: Tracked): boolean =>
  before === null || !entity.savesFrom || (entity.savesFrom as readonly string[]).includes(before[entity.stateField]);

/** Which choices of a document are asked about: of a saved one what it chooses anew, of a submitted one everything, since what ended in between is not relied on. */
export function askedOf({ submitted }: Attempt, t: Tracked): "all" | "new" | "none" {
  if (!isRevision(t)) return submitted.has(t) && isOpen(t) ? "all" : "new";
  return t.before === null ? "none" : "new";
}

/** Documents whose choices are asked about, with the path they are named by in errors. */
export const choosing = ({ saved, submitted }: Attempt): readonly (readonly [t: Tracked, path: string])[] =>
  [...new Set([...saved.keys(), ...submitted])].map((t) => [t, saved.get(t) ?? ""]);
