import { describe, expect, test } from "vitest";
import { declare } from "#kernel/declared.ts";
import { referencesTo } from "#kernel/merge.ts";
import { modules } from "#modules/index.ts";
import { supplierInfo } from "#modules/supplier/index.ts";

/** Records that can be merged into another of their kind. */
const mergeable = [supplierInfo];

describe.each(mergeable.map((e) => [e.name, e] as const))("what names %s when two of them are merged", (_, target) => {
  const declared = declare(modules);
  const references = referencesTo(declared, target);

  test("every reference says what becomes of it", () => {
    expect(references.length).toBeGreaterThan(50);
    const silent = references
      .filter((reference) => reference.merging === null)
      .map((reference) => `${reference.row.name}.${reference.field}`);
    expect(silent, 'say merging: "carry", "keep", "follow" or "own" on these fields').toEqual([]);
  });

  test("what is carried may still be written, and what follows is computed", () => {
    const bound = references.filter(({ row, field, merging }) => {
      if (merging === "follow") return !(row.computes && field in row.computes);
      if (merging !== "carry") return false;
      const stored = row.appendOnly === true || (row.appendOnly && !(row.appendOnly.but as readonly string[]).includes(field));
      return stored || (row.frozen && !(row.frozen.but as readonly string[]).includes(field));
    });
    expect(bound.map((reference) => `${reference.row.name}.${reference.field}`)).toEqual([]);
  });
});
