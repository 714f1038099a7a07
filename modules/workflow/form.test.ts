import { describe, expect, test } from "vitest";
import { houseZone } from "#kernel/time.ts";
import { contentErrors, formProblems, mayStart, type FormLine } from "./form.ts";

const lines: readonly FormLine[] = [
  { key: "days", labelCn: "天数", labelEn: "Days", kind: "int", required: true },
  { key: "kind", labelCn: "类别", labelEn: "Kind", kind: "choice", options: ["用章", "借阅"] },
  { key: "many", labelCn: "份", kind: "choices", options: ["甲", "乙"] },
  { key: "until", labelCn: "截止", labelEn: "Until", kind: "date" },
];
const codes = (content: Record<string, unknown> | null, complete = true): string[] =>
  contentErrors(lines, content, houseZone, complete).map((e) => `${e.path} ${e.code}`);

describe("a form defined as data", () => {
  test("a form says what it lacks: codes, names, choices", () => {
    expect(formProblems(lines)).toEqual([]);
    const bad = [
      { key: "1x", labelCn: "" },
      { key: "a", labelCn: "甲", kind: "choice" },
      { key: "a", labelCn: "乙", kind: "magic" },
    ];
    expect(formProblems(bad).map(([, en]) => en)).toEqual([
      "field 1 needs a code of letters, digits and _",
      "field 1 has no Chinese name",
      "field 2 has nothing to choose from",
      "field 3 repeats the code a",
      "field 3 has an unknown kind",
    ]);
  });

  test("a draft may be unfinished, a submitted form may not; values are held to their kind", () => {
    expect(codes({}, false)).toEqual([]);
    expect(codes(null)).toEqual(["content.days FIELD_REQUIRED"]);
    expect(codes({ days: "many", kind: "别的", many: ["甲", "丙"], until: "soon", other: 1 })).toEqual([
      "content.other FIELD_UNKNOWN",
      "content.days FIELD_TYPE",
      "content.kind FIELD_LOOKUP",
      "content.many FIELD_LOOKUP",
      "content.until FIELD_TYPE",
    ]);
    expect(codes({ days: 3, kind: "用章", many: ["甲"], until: "2026-12-01" })).toEqual([]);
  });

  test("nothing said means everybody; a responsibility or an organisation narrows it", () => {
    expect(mayStart(null, [], [])).toBe(true);
    const scope = { respCodes: ["BUYER"], orgIds: ["o1"] };
    expect([mayStart(scope, ["BUYER"], []), mayStart(scope, [], ["o1"]), mayStart(scope, ["FINANCE"], ["o2"])]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
