import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "#kernel/server/http/call.ts";
import { exportWorkbook } from "#kernel/server/excel/pool.ts";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { modules } from "#modules/index.ts";
import { freshDatabase, type FreshDatabase } from "../../tests/support/database.ts";
import { shipped } from "../../tests/support/shipped.ts";
import { press, save, someone } from "../../tests/support/kernel.ts";
import { DecisionCalls } from "./decision.calls.ts";
import { readLines, sheetOf } from "./workbook.calls.ts";

const clock = { now: () => new Date("2026-11-15T02:00:00.000Z") };
let database: FreshDatabase;
let kernel: Kernel;
let calls: DecisionCalls;

beforeAll(async () => {
  database = await freshDatabase(await shipped());
  kernel = await openKernel(modules, database.url, clock);
  calls = new DecisionCalls(kernel);
});
afterAll(async () => {
  await kernel.close();
  await database.drop();
});

const ctx = (more: Partial<Context> = {}): Context =>
  ({ me: someone(), db: kernel.db, now: clock.now(), language: "EN", requestId: "r", ip: "", ...more }) as Context;
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error) => error.code ?? String(error),
  );

const amount = { name: "amount", labelCn: "金额", labelEn: "Amount", type: "NUMBER" };
const row = (seq: number, conditions: object, outputs: object) => ({ seq, conditions, outputs });
const levels = (ruleCode: string, rules: readonly object[], more: object = {}) =>
  save(kernel, "BaseRuleSet", { ruleCode, name: "等级", nameEn: "Level", inputFields: [amount], defaults: { level: "C" }, rules, ...more });

describe("rule sets", () => {
  test("workflow 22: amount <100 is A, <1000 is B, default C: 999.995 is B, an empty one the default with a line in the log", async () => {
    const set = await levels("LEVEL_22", [row(1, { amount: "< 100" }, { level: "A" }), row(2, { amount: "< 1000" }, { level: "B" })], {
      cases: [{ seq: 1, caseName: "near", inputs: { amount: "999.995" }, expected: { level: "B" } }],
    });
    await press(kernel, "BaseRuleSet", set.id, "doPublish");
    const [near, empty] = await calls.evaluate(ctx(), "LEVEL_22", [{ inputs: { amount: "999.995" } }, { inputs: { amount: null } }]);
    expect(near).toMatchObject({ outputs: { level: "B" }, usedDefault: false });
    expect(empty).toMatchObject({ outputs: { level: "C" }, usedDefault: true });
    const logged = await kernel.db.one(`select "usedDefault", outputs, problems from "BaseRuleDecisionLog" where id = $1`, [
      empty!["logId"],
    ]);
    expect(logged).toEqual({ usedDefault: "Y", outputs: { level: "C" }, problems: [{ kind: "EMPTY", field: "amount" }] });
    const explanation = (await calls.explain(ctx(), { logId: near!["logId"] })) as { told: string[] };
    expect(explanation.told).toEqual(["Row 1 does not apply: Amount < 100 (Amount = 999.995)", "Row 2 applies"]);
  });

  test("the shipped example ROUTE_PUR_ORDER has no row out of reach and answers in order", async () => {
    const yesNo = { labelCn: "价格例外", labelEn: "Price exception", type: "YES_NO" };
    const set = await save(kernel, "BaseRuleSet", {
      ruleCode: "ROUTE_PUR_ORDER",
      name: "采购订单流程",
      inputFields: [
        { name: "amountBase", labelCn: "本位币金额", labelEn: "Base amount", type: "NUMBER" },
        { name: "priceException", ...yesNo },
        { name: "sourceType", labelCn: "来源", labelEn: "Source", type: "TEXT", codes: "CATALOG,AGREEMENT,MANUAL" },
      ],
      defaults: { processKey: "PO_STANDARD" },
      rules: [
        row(1, { sourceType: "CATALOG" }, { processKey: "NONE" }),
        row(2, { amountBase: "< 10000", priceException: "N", sourceType: "AGREEMENT" }, { processKey: "NONE" }),
        row(3, { amountBase: "< 100000", priceException: "N" }, { processKey: "PO_SIMPLE" }),
        row(4, { priceException: "Y" }, { processKey: "PO_EXCEPTION" }),
        row(5, { amountBase: "≥ 100000", priceException: "N" }, { processKey: "PO_STANDARD" }),
      ],
    });
    await press(kernel, "BaseRuleSet", set.id, "doPublish");
    const ask = async (amountBase: string, priceException: string, sourceType: string) =>
      (await calls.evaluate(ctx(), "ROUTE_PUR_ORDER", [{ inputs: { amountBase, priceException, sourceType } }]))[0]!["outputs"];
    expect(await ask("5", "Y", "CATALOG")).toEqual({ processKey: "NONE" });
    expect(await ask("9999.99", "N", "AGREEMENT")).toEqual({ processKey: "NONE" });
    expect(await ask("10000", "N", "AGREEMENT")).toEqual({ processKey: "PO_SIMPLE" });
    expect(await ask("500000", "Y", "MANUAL")).toEqual({ processKey: "PO_EXCEPTION" });
    expect(await ask("100000", "N", "MANUAL")).toEqual({ processKey: "PO_STANDARD" });
  });

  test("a row that an earlier one covers, a red example and a broken cell keep a version from being published, each with its place", async () => {
    const covered = await levels("LEVEL_DEAD", [row(1, { amount: "< 1000" }, { level: "B" }), row(2, { amount: "< 100" }, { level: "A" })]);
    const refused = await press(kernel, "BaseRuleSet", covered.id, "doPublish").catch((error) => error);
    expect(refused).toMatchObject({ code: "RULE_UNREACHABLE", fieldErrors: [{ path: "rules[1]", code: "RULE_UNREACHABLE" }] });
    const red = await levels("LEVEL_RED", [row(1, { amount: "< 100" }, { level: "A" })], {
      cases: [{ seq: 1, caseName: "wrong", inputs: { amount: "5" }, expected: { level: "B" } }],
    });
    expect(await codeOf(press(kernel, "BaseRuleSet", red.id, "doPublish"))).toBe("RULE_CASE");
    const broken = await levels("LEVEL_BROKEN", [row(1, { amount: "< many" }, { level: "A" })]);
    const answer = await press(kernel, "BaseRuleSet", broken.id, "doPublish").catch((error) => error);
    expect(answer).toMatchObject({ code: "RULE_SYNTAX", fieldErrors: [{ path: "rules[0].conditions.amount" }] });
    expect(await codeOf(levels("NOSUCH_X", []))).toBe("RULE_FAMILY");
    expect(await codeOf(press(kernel, "BaseRuleSet", (await levels("LEVEL_NONE", [])).id, "doPublish"))).toBe("RULE_EMPTY");
  });

  test("a published version is frozen; changes go into a draft of the next one, in force from its day", async () => {
    const first = await levels("LEVEL_NEXT", [row(1, { amount: "< 100" }, { level: "A" })]);
    await press(kernel, "BaseRuleSet", first.id, "doPublish");
    expect(await codeOf(save(kernel, "BaseRuleSet", { id: first.id, name: "x" }))).toBe("STATE_NOT_ALLOWED");
    await press(kernel, "BaseRuleSet", first.id, "doRevise");
    expect(await codeOf(press(kernel, "BaseRuleSet", first.id, "doRevise"))).toBe("RULE_DRAFT");
    const draft = (await kernel.db.one<{ id: string; version: number }>(
      `select id, version from "BaseRuleSet" where "ruleCode" = 'LEVEL_NEXT' and status = 'DRAFT'`,
    ))!;
    expect(draft.version).toBe(2);
    const [line] = (await kernel.finder.byId(kernel.declared.entity("BaseRuleSet"), draft.id, someone()))["rules"];
    await save(kernel, "BaseRuleSet", {
      id: draft.id,
      effectiveFrom: "2026-12-01",
      rules: { changed: [{ id: line.id, outputs: { level: "Z" } }] },
    });
    await press(kernel, "BaseRuleSet", draft.id, "doPublish");
    const answer = async (day: string) =>
      (await calls.evaluate(ctx({ now: new Date(`${day}T02:00:00Z`) }), "LEVEL_NEXT", [{ inputs: { amount: "5" } }]))[0]!;
    expect(await answer("2026-11-15")).toMatchObject({ version: 1, outputs: { level: "A" } });
    expect(await answer("2026-12-01")).toMatchObject({ version: 2, outputs: { level: "Z" } });
    await press(kernel, "BaseRuleSet", draft.id, "doInvalid");
    expect(await answer("2026-12-01")).toMatchObject({ version: 1, outputs: { level: "A" } });
  });

  test("a table goes out to a workbook and comes back row by row; a header it does not know is refused", async () => {
    const set = await levels("LEVEL_SHEET", [
      { ...row(1, { amount: "< 100" }, { level: "A" }), remark: "小额" },
      { ...row(2, { amount: "[100..1000)" }, { level: "B" }), enabledFlag: "N" },
      row(3, {}, { level: "Z" }),
    ]);
    const written = async (doc: Record<string, unknown>): Promise<Buffer> => {
      const out = new PassThrough();
      const bytes = buffer(out);
      await exportWorkbook({ ...sheetOf(doc, "CN"), out });
      return bytes;
    };
    const back = await readLines(await written(set), set);
    expect(back).toEqual([
      { seq: 1, conditions: { amount: "< 100" }, outputs: { level: "A" }, remark: "小额", enabledFlag: "Y" },
      { seq: 2, conditions: { amount: "[100..1000)" }, outputs: { level: "B" }, remark: null, enabledFlag: "N" },
      { seq: 3, conditions: {}, outputs: { level: "Z" }, remark: null, enabledFlag: "Y" },
    ]);
    const other = { ...set, inputFields: [{ ...amount, name: "score" }] };
    expect(await codeOf(readLines(await written(set), other))).toBe("RULE_FIELD");
  });

  test("who may not see the rules may not ask them, and is told of a decision only about a record of his own", async () => {
    const blind = someone({ may: (entity) => entity !== "BaseRuleSet" && entity !== "BaseRuleDecisionLog" });
    expect(await codeOf(calls.evaluate(ctx({ me: blind }), "LEVEL_22", [{ inputs: {} }]))).toBe("PERM_DENIED");
    const [done] = await calls.evaluate(ctx(), "LEVEL_22", [
      { inputs: { amount: "5" }, bizRef: { bizType: "BaseLookupTypes", bizId: "nobody" } },
    ]);
    expect(await codeOf(calls.explain(ctx({ me: blind }), { logId: done!["logId"] }))).not.toBe("done");
  });
});
