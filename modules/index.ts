import { collections, type Entity } from "#kernel/entity.ts";
import type { Module } from "#kernel/module.ts";
import { access } from "./access/index.ts";
import { admin, usesOfLookup } from "./admin/index.ts";
import { devtools } from "./devtools/index.ts";
import { base, carriedBy } from "./base/index.ts";
import { commonNames } from "./messages/config.rules.ts";
import { delivery } from "./delivery/index.ts";
import { demand } from "./demand/index.ts";
import { lifecycle } from "./lifecycle/index.ts";
import { messages } from "./messages/index.ts";
import { holdOpenDocuments } from "./open-documents.ts";
import { ordering } from "./order/index.ts";
import { price } from "./price/index.ts";
import { register } from "./register/index.ts";
import { rules } from "./rules/index.ts";
import { schedule } from "./schedule/index.ts";
import { setup } from "./setup/index.ts";
import { spend } from "./spend/index.ts";
import { supplier } from "./supplier/index.ts";
import { workflow } from "./workflow/index.ts";

/** All business areas, lower layers first: a module knows only those above it in this list. */
export const modules: readonly Module[] = [
  ...[admin, access, rules, devtools, base, messages, schedule, workflow],
  ...[supplier, register, lifecycle],
  ...[demand, price, ordering, delivery, spend],
  setup,
];

/** Every place a lookup code can stand, found in the declarations: nobody has to remember to register one. */
const places = new Map<string, { readonly entity: Entity; readonly field: string }[]>();
const withLines = (entity: Entity): readonly Entity[] => [entity, ...Object.values(collections(entity)).flatMap(withLines)];
for (const entity of new Set(modules.flatMap((one) => one.entities).flatMap(withLines)))
  for (const [field, { kind, lookup }] of Object.entries(entity.fields))
    if (kind === "pick" && lookup) places.set(lookup, [...(places.get(lookup) ?? []), { entity, field }]);

// One count for each place, however many codes are asked about; only a place where some of them stand is asked code by code.
usesOfLookup.answeredBy(async (find, { type, codes }) => {
  const found = await Promise.all(
    (places.get(type) ?? []).map(async ({ entity, field }) => {
      if ((await find.count(entity, { [field]: codes })) === 0) return [];
      return Promise.all(codes.map(async (code) => ({ code, label: entity.label, count: await find.count(entity, { [field]: code }) })));
    }),
  );
  return found.flat();
});

holdOpenDocuments(modules);

// A text about an event may name what the event declares, and what messages know of every event.
const events = new Map(
  modules.flatMap((one) => Object.entries(one.events ?? {}).map(([code, event]) => [code, { event, module: one.label }])),
);
carriedBy.answeredBy(async (_, { eventCode }) => {
  const found = events.get(eventCode);
  return found ? [{ names: [...commonNames, ...Object.keys(found.event.carries)], module: found.module }] : [];
});
