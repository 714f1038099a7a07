import { describe, expect, test } from "vitest";
import { publishReport } from "../engine/publish.ts";
import { differences } from "./compare.ts";
import { cellKey, draftCases, draftSet, fieldOfPlace, flatCase, flatRule, storedCase, storedRule, type RuleHead } from "./ruleRows.ts";

const head: RuleHead = {
  id: "s1",
  versionNum: 1,
  ruleCode: "LEVEL_X",
  name: "等级",
  nameEn: null,
  kind: "TABLE",
  hitPolicy: "FIRST",
  version: 1,
  status: "DRAFT",
  effectiveFrom: null,
  effectiveTo: null,
  inputFields: [{ name: "head.amount", labelCn: "金额", labelEn: "Amount", type: "NUMBER" }],
  outputFields: [{ name: "level", labelCn: "等级", labelEn: "Level", type: "TEXT" }],
  defaults: {},
  description: null,
};
const at = { now: "2026-11-15T00:00:00Z", zone: "UTC" };
const row = (key: string, amount: string, level: string) => ({
  key,
  row: { [cellKey("c", "head.amount")]: amount, [cellKey("o", "level")]: level },
});

describe("the table under edit", () => {
  test("a line goes into the table and back unchanged, names with dots too", () => {
    const stored = { id: "r1", seq: 1, conditions: { "head.amount": "< 100" }, outputs: { level: "A" }, remark: "x", enabledFlag: "Y" };
    expect(storedRule(flatRule(stored, head), 0, head)).toEqual(stored);
    const example = { id: "c1", seq: 1, caseName: "one", inputs: { "head.amount": "5" }, expected: { level: "A" } };
    expect(storedCase(flatCase(example), 0, head)).toEqual(example);
  });

  test("a condition built from parts is shown as an expression", () => {
    const tree = { ...head, kind: "TREE" };
    const flat = flatRule(
      {
        id: "r",
        conditions: {
          any: [
            { field: "head.amount", is: "< 5" },
            { field: "head.amount", is: "> 9" },
          ],
        },
      },
      tree,
    );
    expect(flat[cellKey("c", "expression")]).toBe("head.amount < 5 or head.amount > 9");
    expect(storedRule(flat, 0, tree)["conditions"]).toEqual({ expression: "head.amount < 5 or head.amount > 9" });
  });

  test("what is wrong is found at its cell and its row", () => {
    const set = draftSet(head, [row("a", "< 1000", "B"), row("b", "< 100", "A")]);
    const { errors } = publishReport(set, draftCases(head, set, []), at);
    expect(errors).toMatchObject([{ code: "UNREACHABLE", rule: "b", place: null }]);
    const broken = publishReport(draftSet(head, [row("a", "< x", "B")]), [], at);
    expect(fieldOfPlace(broken.errors[0]!.place, "TABLE")).toBe(cellKey("c", "head.amount"));
  });
});

describe("two versions", () => {
  const line = (amount: string, level: string) => ({ conditions: { amount }, outputs: { level } });

  test("a row put in between is one difference, a changed one is old and new", () => {
    const before = { rules: [line("< 100", "A"), line("< 1000", "B")] };
    expect(differences(before, { rules: [line("< 100", "A"), line("< 500", "AB"), line("< 1000", "B")] })).toEqual([
      { place: ["第2行", "Row 2"], old: null, new: "amount < 500 → level AB" },
    ]);
    expect(differences(before, { rules: [line("< 100", "A"), line("< 900", "B")] })).toEqual([
      { place: ["第2行", "Row 2"], old: "amount < 1000 → level B", new: "amount < 900 → level B" },
    ]);
    expect(differences(before, { rules: [line("< 1000", "B")] })).toEqual([
      { place: ["原第1行", "Old row 1"], old: "amount < 100 → level A", new: null },
    ]);
    expect(differences(before, before)).toEqual([]);
  });
});
