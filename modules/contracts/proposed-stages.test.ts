import { expect, test } from "vitest";
import { proposedStages } from "./proposed-stages.ts";

const term = {
  nodes: [
    { nodeSeq: 20, nodeType: "RECEIPT", proportion: "70.0000", dueMode: "DAYS_AFTER", days: 30 },
    { nodeSeq: 10, nodeType: "PREPAY", proportion: "30", dueMode: "DAYS_AFTER", days: 5 },
  ],
} as never;
const plain = { retentionPct: null, warrantyMonths: null, effectiveDate: "2026-01-31" };
const shown = (stages: ReturnType<typeof proposedStages>) =>
  stages.map(({ stageType, percent, trigger, dueDays, dueDate }) => [stageType, percent, trigger, dueDays, dueDate ?? null]);

test("stages come from the template, else from the payment term", () => {
  const own = [{ stageName: "全款", stageNameEn: null, stageType: "OTHER", percent: "100", trigger: "SIGN", dueDays: null }];
  expect(proposedStages(plain, { defaultStages: own } as never, term)).toBe(own);
  expect(shown(proposedStages(plain, { defaultStages: null } as never, term))).toEqual([
    ["ADVANCE", "30", "SIGN", 5, null],
    ["DELIVERY", "70", "RECEIPT", 30, null],
  ]);
  expect(proposedStages(plain, { defaultStages: [] } as never, null)).toEqual([]);
});

test("a retention is a stage of its own at the end of the warranty; the others share the rest", () => {
  const kept = { ...plain, retentionPct: "10", warrantyMonths: 1 };
  expect(shown(proposedStages(kept, { defaultStages: null } as never, term))).toEqual([
    ["ADVANCE", "27", "SIGN", 5, null],
    ["DELIVERY", "63", "RECEIPT", 30, null],
    ["WARRANTY", "10", "DATE", null, "2026-02-28"],
  ]);
  expect(shown(proposedStages({ ...kept, warrantyMonths: null }, { defaultStages: null } as never, term)).at(-1)).toEqual([
    ...["WARRANTY", "10", "MANUAL", null, null],
  ]);
});
