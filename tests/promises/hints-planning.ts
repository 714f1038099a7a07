import type { Hints } from "../support/generate.ts";

/** What the rules of plans, summaries and customer orders demand beyond their declarations. */
export const planningHints: Hints = {
  SrmPurProcurementPlan: () => ({ periodStart: "2026-01-01", periodEnd: "2026-12-31", adjustReason: undefined }),
  SrmPurProcurementPlanLine: () => ({
    needMonth: undefined,
    uom: "PCS",
    planQty: "100",
    planAmount: "1000",
    adjustQty: "0",
    adjustAmount: "0",
  }),
  SrmPurCustomerOrder: (g) => ({ qty: "100", uom: "PCS", salesStatus: "OPEN", sourceSystem: "SALES", sourceId: g.word() }),
};
