import { perProduct } from "#kernel/declared.ts";
import type { Entity } from "#kernel/entity.ts";
import { usesOfLookup } from "./questions.ts";

/** Every field that holds a code of a lookup type, read from the declarations of all modules. */
const places = perProduct(({ entities }) =>
  Map.groupBy(
    [...entities.values()].flatMap((entity: Entity) =>
      Object.entries(entity.fields).flatMap(([field, { kind, lookup }]) => (kind === "pick" && lookup ? [{ entity, field, lookup }] : [])),
    ),
    ({ lookup }) => lookup,
  ),
);

/** One count for each place, however many codes are asked about; only a place where some of them stand is asked code by code. */
export const lookupUses = usesOfLookup.answeredBy(async (find, { type, codes }) => {
  const found = await Promise.all(
    (places(find.declared).get(type) ?? []).map(async ({ entity, field }) => {
      if ((await find.count(entity, { [field]: codes })) === 0) return [];
      return Promise.all(codes.map(async (code) => ({ code, label: entity.label, count: await find.count(entity, { [field]: code }) })));
    }),
  );
  return found.flat();
});
