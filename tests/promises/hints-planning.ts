import type { Hints, Row } from "../support/generate.ts";

const monthAt = (i: number): string => `${2026 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, "0")}`;

/** What the rules of plans, summaries and customer orders demand beyond their declarations. */
export const planningHints: Hints = {
  SrmPurProcurementPlan: (_, { lines }) => ({
    periodStart: "2026-01-01",
    periodEnd: "2099-12-31",
    adjustReason: undefined,
    lines: (lines as readonly Row[]).map((line, i) => ({ ...line, needMonth: monthAt(i) })),
  }),
  SrmPurProcurementPlanLine: () => ({ uom: "PCS", planQty: "100", planAmount: "1000", adjustQty: "0", adjustAmount: "0" }),
  "SrmPurProcurementPlan.doPost": () => ({ postings: [] }),
  SrmPurDemandSummary: (_, { splits }) => ({ splits: (splits as readonly Row[]).slice(0, 1) }),
  SrmPurDemandSummarySplit: () => ({ qty: "0", reason: "集中采购" }),
  "SrmPurDemandSummary.doFollow": () => ({ rels: [] }),
  "SrmPurDemandSummary.doToTarget": () => ({ targetType: "ORDER" }),
  SrmPurCustomerOrder: (g) => ({ qty: "100", uom: "PCS", salesStatus: "OPEN", sourceSystem: "SALES", sourceId: g.word() }),
};
