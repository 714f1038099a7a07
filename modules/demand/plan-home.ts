import { ledgerHome } from "#kernel/ledger-rule.ts";
import { qtyLedger } from "./ledger.entity.ts";
import { planLedger } from "./plan.ledger.ts";
import { procurementPlan } from "./procurement-plan.entity.ts";

/** The lines of plans in force; an adjustment carries copies of their balances. */
export const planHome = ledgerHome(planLedger, {
  document: procurementPlan,
  path: ["lines"],
  postings: qtyLedger,
  org: "orgId",
  num: "planNum",
  live: { liveId: null },
  isCapped: (plan) => plan.controlMode === "BLOCK",
});
