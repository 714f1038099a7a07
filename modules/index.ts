import type { Entity } from "#kernel/entity.ts";
import type { Module } from "#kernel/module.ts";
import { admin, usesOfLookup, type Held } from "./admin/index.ts";

/** All business areas, lower layers first: a module knows only those above it in this list. */
export const modules: readonly Module[] = [admin];

/** Every place a lookup code can stand, found in the declarations: nobody has to remember to register one. */
const places = new Map<string, { readonly entity: Entity; readonly field: string }[]>();
for (const entity of new Set(modules.flatMap((one) => one.entities)))
  for (const [field, { kind, lookup }] of Object.entries(entity.fields))
    if (kind === "pick" && lookup) places.set(lookup, [...(places.get(lookup) ?? []), { entity, field }]);

usesOfLookup.answeredBy(async (find, { type, code }) =>
  Promise.all(
    (places.get(type) ?? []).map(async ({ entity, field }): Promise<Held> => ({
      label: entity.label,
      count: await find.count(entity, { [field]: code }),
    })),
  ),
);
