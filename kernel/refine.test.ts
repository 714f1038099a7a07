import { afterEach, describe, expect, test } from "vitest";
import { entity } from "./entity.ts";
import { text } from "./field.ts";
import { listOf } from "./page.ts";
import { asDeclared, refine } from "./refine.ts";

const make = () =>
  entity("RefineTrial", "试验", "Trial", {
    fields: { code: text("编码", "Code"), name: text("名称", "Name"), phone: text("电话", "Phone") },
    sees: { internal: "all" },
    search: ["code", "name"],
  });

afterEach(() => refine([]));

describe("what an installation changes about a declaration", () => {
  test("labels, search, export and sensitivity take effect on what exists and on what comes later, and go back", () => {
    const before = make();
    refine([
      {
        entity: "RefineTrial",
        label: ["名册", "Register"],
        fields: [
          { key: "name", label: ["全称", "Full name"], searchable: false },
          { key: "phone", searchable: true, sensitive: 1 },
          { key: "code", exportable: false },
          { key: "gone", searchable: true },
        ],
      },
    ]);
    const later = make();
    for (const e of [before, later]) {
      expect(e.label).toEqual(["名册", "Register"]);
      expect(e.fields.name.label).toEqual(["全称", "Full name"]);
      expect(listOf(e).search).toEqual(["code", "phone"]);
      expect(e.fields.phone).toMatchObject({ sensitive: 1 });
      expect(e.fields.code).toMatchObject({ stays: true });
    }
    expect(asDeclared("RefineTrial")?.fields["name"]?.label).toEqual(["名称", "Name"]);
    refine([{ entity: "RefineTrial", fields: [{ key: "phone", sensitive: 2 }] }]);
    expect(before.fields.phone).toMatchObject({ stays: true });
    expect(before.fields.phone.sensitive).toBeUndefined();
    refine([]);
    expect(listOf(before).search).toEqual(["code", "name"]);
    expect(before.fields.phone).toEqual(asDeclared("RefineTrial")?.fields["phone"]);
  });
});
