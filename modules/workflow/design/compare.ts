import type { Definition, Flow, NodeSettings, ProcessNode } from "../engine/definition.ts";
import type { Text } from "#kernel/text.ts";
import type { Painting } from "../diagram/paint.tsx";

/** One difference between two versions of a process. */
export interface Difference {
  readonly id: string;
  readonly how: "added" | "removed" | "changed";
  readonly name: Text;
  /** What differs, by the names of the settings. */
  readonly what: readonly { readonly key: string; readonly old: unknown; readonly new: unknown }[];
}

const nameOf = (part: ProcessNode | Flow): Text => ("name" in part && (part.name[0] || part.name[1]) ? part.name : [part.id, part.id]);

function differing(before: object, after: object): Difference["what"] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  return keys.flatMap((key) => {
    if (JSON.stringify(old[key]) === JSON.stringify(now[key])) return [];
    if (key === "settings") return differing((old[key] ?? {}) as NodeSettings, (now[key] ?? {}) as NodeSettings);
    return [{ key, old: old[key] ?? null, new: now[key] ?? null }];
  });
}

/** What was added, taken away or set otherwise from one version to the next; places on the paper do not count. */
export function compareDefinitions(before: Definition, after: Definition): readonly Difference[] {
  const parts = (definition: Definition): ReadonlyMap<string, ProcessNode | Flow> =>
    new Map([...definition.nodes, ...definition.flows].map((part) => [part.id, part]));
  const [old, now] = [parts(before), parts(after)];
  const removed = [...old.values()]
    .filter((part) => !now.has(part.id))
    .map((part): Difference => ({ id: part.id, how: "removed", name: nameOf(part), what: [] }));
  const rest = [...now.values()].flatMap((part): readonly Difference[] => {
    const was = old.get(part.id);
    if (!was) return [{ id: part.id, how: "added", name: nameOf(part), what: [] }];
    const what = differing(was, part);
    return what.length === 0 ? [] : [{ id: part.id, how: "changed", name: nameOf(part), what }];
  });
  return [...removed, ...rest];
}

/** How the two drawings are coloured: what goes on the old one, what comes on the new one. */
export const paintingOf = (differences: readonly Difference[], side: "old" | "new"): Painting =>
  Object.fromEntries(
    differences.filter(({ how }) => how === "changed" || how === (side === "old" ? "removed" : "added")).map(({ id, how }) => [id, how]),
  );
