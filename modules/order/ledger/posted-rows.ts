import { ledgerHome } from "#kernel/ledger-rule.ts";
import { qtyLedger } from "#modules/demand/index.ts";
import { orderLedger } from "./buckets.ts";
import { order } from "../order.entity.ts";

/** The delivery rows of orders that were approved once, when their rate was fixed; a draft that was cancelled never was. */
export const orderHome = ledgerHome(orderLedger, {
  document: order,
  path: ["lines", "deliveries"],
  postings: qtyLedger,
  org: "orgId",
  num: "orderNum",
  live: { liveId: null, exchangeRate: { not: null }, status: { not: ["DRAFT", "APPROVING", "REJECTED"] } },
});
