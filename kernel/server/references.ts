import type { Declared } from "../declared.ts";
import type { Action, Entity } from "../entity.ts";
import type { Fields } from "../field.ts";

/** What refers to an entity, in its fields or in what its actions ask, and by which codes it is chosen there. */
export interface References {
  readonly from: ReadonlyMap<string, readonly Entity[]>;
  readonly chosenBy: ReadonlyMap<string, ReadonlySet<string>>;
}

export function referencesOf(declared: Declared): References {
  const from = new Map<string, Entity[]>();
  const chosenBy = new Map<string, Set<string>>();
  for (const e of declared.entities.values())
    for (const fields of [e.fields, ...Object.values(e.actions as Record<string, Action>).map((a) => a.input ?? {})])
      for (const { kind, target = "", pick = {} } of Object.values(fields as Fields)) {
        if (kind !== "ref" && kind !== "refs") continue;
        from.set(target, [...(from.get(target) ?? []), e]);
        chosenBy.set(target, new Set([...(chosenBy.get(target) ?? []), ...Object.keys(pick)]));
      }
  return { from, chosenBy };
}
