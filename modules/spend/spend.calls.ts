import type { Call } from "#kernel/server/call.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { Reports } from "#kernel/server/report.ts";
import { branchOf, permitsOf } from "#modules/base/index.ts";
import { spendReports } from "./report.ts";
import { amountShare, pivot, rate, stat, supplierShare } from "./server/amounts.ts";
import { inOne } from "./server/currency.ts";
import { requisition, requisitionOrder } from "./server/demand.ts";
import { execution, payable } from "./server/desk.ts";
import { contrast, item, priceTrend } from "./server/prices.ts";
import { accuracy, sources } from "./server/standing.ts";

/** What is payable stands in the currency of each order; the others that are left count no money. */
const work = {
  ...{ stat: inOne(stat), rate: inOne(rate), contrast: inOne(contrast), supplierShare: inOne(supplierShare) },
  ...{ amountShare: inOne(amountShare), execution: inOne(execution), pivot: inOne(pivot), item: inOne(item) },
  ...{ sources: inOne(sources), requisition: inOne(requisition), priceTrend: inOne(priceTrend) },
  ...{ requisitionOrder, accuracy, payable },
};

/** The reports of purchasing. */
export const spendCalls = (kernel: Kernel): Call[] => new Reports(kernel, spendReports, { branchOf, permitsOf }, work).calls();
