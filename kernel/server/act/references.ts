import type { Declared } from "../../declared.ts";
import type { Action, Entity } from "../../entity.ts";
import type { Fields } from "../../field.ts";

/** What refers to an entity, in its fields or in what its actions ask, by which codes it is chosen there, and what of it a document begins with. */
export interface References {
  readonly from: ReadonlyMap<string, readonly Entity[]>;
  readonly chosenBy: ReadonlyMap<string, ReadonlySet<string>>;
  readonly brings: ReadonlyMap<string, ReadonlySet<string>>;
  /** By entity and fit: where it is chosen by that fit, and what it has to go with. */
  readonly fits: ReadonlyMap<string, ReadonlyMap<string, readonly Fitting[]>>;
}

/** A document that names two records which go together. */
interface Fitting {
  readonly by: Entity;
  readonly of: Entity;
}

/** What a field is to go with, named beside it or in a document above it. */
function fittingOf(declared: Declared, e: Entity, name: string): Entity | undefined {
  const target = e.fields[name]?.target;
  const above = declared.parent(e)?.entity;
  return target !== undefined ? declared.entities.get(target) : above && fittingOf(declared, above, name);
}

function fitsOf(declared: Declared): References["fits"] {
  const found = new Map<string, Map<string, Fitting[]>>();
  for (const by of declared.entities.values())
    for (const { fits, target = "" } of Object.values(by.fields)) {
      const of = fits && fittingOf(declared, by, fits[1]);
      if (!fits || !of) continue;
      const own = found.get(target) ?? new Map<string, Fitting[]>();
      found.set(target, own.set(fits[0], [...(own.get(fits[0]) ?? []), { by, of }]));
    }
  return found;
}

export function referencesOf(declared: Declared): References {
  const from = new Map<string, Entity[]>();
  const chosenBy = new Map<string, Set<string>>();
  const brings = new Map<string, Set<string>>();
  for (const e of declared.entities.values())
    for (const fields of [e.fields, ...Object.values(e.actions as Record<string, Action>).map((a) => a.input ?? {})])
      for (const { kind, target = "", pick = {}, begins } of Object.values(fields as Fields)) {
        const given = typeof begins === "object" && "of" in begins ? begins : null;
        const of = given ? (fields as Fields)[given.of]?.target : undefined;
        if (given && of) brings.set(of, new Set([...(brings.get(of) ?? []), given.field]));
        if (kind !== "ref" && kind !== "refs") continue;
        from.set(target, [...(from.get(target) ?? []), e]);
        chosenBy.set(target, new Set([...(chosenBy.get(target) ?? []), ...Object.keys(pick)]));
      }
  return { from, chosenBy, brings, fits: fitsOf(declared) };
}
