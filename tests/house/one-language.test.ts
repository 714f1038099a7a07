import { expect, test } from "vitest";
import { declare } from "#kernel/declared.ts";
import type { Entity } from "#kernel/entity.ts";
import { modules } from "#modules/index.ts";
import { inOneLanguage } from "./one-language.ts";

const declared = declare(modules);

/** What people keep here: what only the server writes, or nobody changes any more, is no master. */
const isKept = (e: Entity): boolean => !e.appendOnly && (e.saves !== undefined || declared.parent(e) !== undefined);
/** Codes and numbers are the same in every language. */
const isCode = (key: string): boolean => /(code|num|no|id|key|pattern|version|ip|uscc)$/i.test(key);

/** Texts by which pickers, lists and other documents name a record, and which a reader of English finds in one language only. What repeats a record is read by that record's name. */
const singleNames = (e: Entity): string[] =>
  e.title.filter((key) => {
    const field = e.fields[key];
    return field && ["text", "longtext"].includes(field.kind) && !field.english && !field.repeats && !field.computed && !isCode(key);
  });

const single = [...declared.entities.values()].filter(isKept).flatMap((e) => singleNames(e).map((key) => `${e.name}.${key}`));

test("a name that people write has an English half, or a reason why it needs none", () => {
  const silent = single.filter((name) => !(name in inOneLanguage));
  expect(silent, "declare the name with `bilingual`, or give the reason in one-language.ts").toEqual([]);
  expect(
    Object.keys(inOneLanguage).filter((name) => !single.includes(name)),
    "no longer single",
  ).toEqual([]);
});

test("what an order names of a supplier and a plant is written in both", () => {
  const both = { SrmSupSite: "siteName", SrmBaseDeliveryInfo: "addressFull", SrmSupLocation: "address", SrmSupContact: "contactName" };
  for (const [name, key] of Object.entries(both)) expect(declared.entity(name).fields[key]?.english).toBe(`${key}En`);
});
