import { expect, test } from "vitest";
import { cutoffOf, groupsOf, isRunDay, type Plan } from "./generation.ts";

const row = (id: string, more: object = {}) =>
  ({
    id,
    ...{ orgId: "o", supplierId: "s", supplierSiteId: null, currency: "CNY", paymentTermId: "t", contractId: null, taxRate: "T13" },
    ...{ buyerId: "b", qty: "1", openQty: "1", openAmount: "113.00", takenStmtId: null },
    ...more,
  }) as never;
const plan = (more: Partial<Plan> = {}): Plan => ({
  ...{ period: "2026-03", splitBy: [], includeNegative: false, staged: new Set(), inDraft: new Set(), drafts: new Map() },
  ...more,
});

test("open transactions of a supplier go into one statement", () => {
  const [group, ...others] = groupsOf([row("a"), row("b"), row("c", { openQty: "0" })], plan());
  expect(others).toEqual([]);
  expect(group).toMatchObject({ ids: ["a", "b"], amount: "226.00", draftId: null, skipped: null });
});

test("what stands in a draft is left out, what is new is added to the draft of the run", () => {
  const { key } = groupsOf([row("a")], plan())[0]!;
  const [group] = groupsOf([row("a"), row("b")], plan({ inDraft: new Set(["a"]), drafts: new Map([[key, "d"]]) }));
  expect(group).toMatchObject({ ids: ["b"], draftId: "d", skipped: null });
  expect(groupsOf([row("a")], plan({ inDraft: new Set(["a"]), drafts: new Map([[key, "d"]]) }))[0]).toMatchObject({ skipped: "IN_DRAFT" });
});

test("terms, contracts with payment stages and options part statements; credits wait unless they are asked for", () => {
  const rows = [row("a"), row("b", { paymentTermId: "u" }), row("c", { contractId: "k" }), row("d", { taxRate: "T9" })];
  expect(groupsOf(rows, plan())).toHaveLength(2);
  expect(groupsOf(rows, plan({ staged: new Set(["k"]), splitBy: ["taxRate"] }))).toHaveLength(4);
  const credit = [row("a", { openQty: "-1", openAmount: "-1.00" })];
  expect(groupsOf(credit, plan())[0]).toMatchObject({ skipped: "NOT_POSITIVE" });
  expect(groupsOf(credit, plan({ includeNegative: true }))[0]).toMatchObject({ skipped: null });
});

test("the day of a run and the day it takes transactions up to", () => {
  expect([isRunDay("2026-03-01", 1), isRunDay("2026-02-28", 31), isRunDay("2026-03-30", 31)]).toEqual([true, true, false]);
  expect([cutoffOf("2026-03-01", 0), cutoffOf("2026-03-26", 25), cutoffOf("2026-03-20", 25)]).toEqual([
    "2026-02-28",
    "2026-03-25",
    "2026-02-25",
  ]);
});
