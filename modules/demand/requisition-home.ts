import { ledgerHome } from "#kernel/ledger-rule.ts";
import { qtyLedger } from "./ledger.entity.ts";
import { requisitionLedger } from "./requisition.ledger.ts";
import { requisition } from "./requisition.entity.ts";

/** The lines of requisitions. */
export const requisitionHome = ledgerHome(requisitionLedger, {
  document: requisition,
  path: ["lines"],
  postings: qtyLedger,
  org: "orgId",
  num: "requisitionNum",
});
