import { describe, expect, test } from "vitest";
import type { Find } from "#kernel/rule.ts";
import { houseZone } from "#kernel/time.ts";
import { askRule, logDecision } from "./ask.ts";

const at = { now: "2026-11-15T02:00:00.000Z", zone: houseZone };
const line = (seq: number, conditions: object, outputs: object) => ({ id: `r${seq}`, seq, conditions, outputs, enabledFlag: "Y" });

const level = {
  id: "v1",
  versionNum: 1,
  ruleCode: "LEVEL_TEST",
  version: 1,
  status: "EFFECTIVE",
  kind: "TABLE",
  hitPolicy: "FIRST",
  effectiveFrom: null,
  effectiveTo: null,
  inputFields: [{ name: "amount", labelCn: "金额", labelEn: "Amount", type: "NUMBER" }],
  outputFields: [{ name: "level", labelCn: "等级", labelEn: "Level", type: "TEXT" }],
  defaults: { level: "C" },
  rules: [line(1, { amount: "< 100" }, { level: "A" }), line(2, { amount: "< 1000" }, { level: "B" })],
};

function finding(docs: readonly object[]): { readonly find: Find; readonly asked: () => number } {
  let count = 0;
  return { find: { declared: {}, where: async () => (count++, docs) } as unknown as Find, asked: () => count };
}

describe("asking rules from a business action", () => {
  test("workflow 22: 999.995 is B, an empty amount is the declared default, and both leave a line in the log", async () => {
    const { find } = finding([level]);
    const near = await askRule(find, "LEVEL_TEST", { amount: "999.995" }, at);
    expect(near).toMatchObject({ outputs: { level: "B" }, usedDefault: false });
    const empty = await askRule(find, "LEVEL_TEST", { amount: null }, at, { biz: { bizType: "SrmX", bizId: "x1" } });
    expect(empty).toMatchObject({ outputs: { level: "C" }, usedDefault: true, problems: [{ kind: "EMPTY", field: "amount" }] });
    const effect = logDecision(empty, { newId: () => "log1" });
    expect(effect).toMatchObject({
      kind: "make",
      id: "log1",
      draft: { ruleCode: "LEVEL_TEST", version: 1, bizType: "SrmX", bizId: "x1", usedDefault: "Y", outputs: { level: "C" } },
    });
  });

  test("every line of one action is judged by rules read once", async () => {
    const { find, asked } = finding([level]);
    await Promise.all(Array.from({ length: 50 }, (_, n) => askRule(find, "LEVEL_TEST", { amount: String(n * 30) }, at)));
    expect(asked()).toBe(1);
  });

  test("a code without rules answers the caller's default, then its family's, and never refuses", async () => {
    const { find } = finding([]);
    expect((await askRule(find, "ROUTE_NOTHING", {}, at)).outputs).toEqual({ processKey: null });
    expect((await askRule(find, "ROUTE_NOTHING", {}, at, { defaults: { processKey: "PO_STANDARD" } })).outputs).toEqual({
      processKey: "PO_STANDARD",
    });
    expect((await askRule(find, "NODE_NOTHING", {}, at)).outputs).toEqual({ applies: true });
    expect((await askRule(find, "NO_FAMILY", {}, at)).usedDefault).toBe(true);
  });

  test("a broken table answers the default and says why", async () => {
    const { find } = finding([{ ...level, id: "v2", rules: [line(1, { amount: "< abc" }, { level: "A" })] }]);
    const decision = await askRule(find, "LEVEL_TEST", { amount: "5" }, at);
    expect(decision).toMatchObject({ outputs: { level: "C" }, usedDefault: true, fault: { code: "RULE_SYNTAX" } });
  });
});
