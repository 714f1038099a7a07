import type { Call } from "#kernel/server/call.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { Reports, type Comparison } from "#kernel/server/report.ts";
import { branchOf, permitsOf } from "#modules/base/index.ts";
import { spendReports } from "./report.ts";
import { amountShare, beginOf, pivot, rate, stat, supplierShare } from "./server/amounts.ts";
import { inOne } from "./server/currency.ts";
import { demandSince, requisition, requisitionOrder } from "./server/demand.ts";
import { execution, payable } from "./server/desk.ts";
import { spanOf } from "./server/facts.ts";
import { contrast, item, priceTrend } from "./server/prices.ts";
import { accuracy, documentsSince, sources } from "./server/standing.ts";

/** What is payable stands in the currency of each order; the others that are left count no money. */
const work = {
  ...{ stat: inOne(stat), rate: inOne(rate), contrast: inOne(contrast), supplierShare: inOne(supplierShare) },
  ...{ amountShare: inOne(amountShare), execution: inOne(execution), pivot: inOne(pivot), item: inOne(item) },
  ...{ sources: inOne(sources), requisition: inOne(requisition), priceTrend: inOne(priceTrend) },
  ...{ requisitionOrder, accuracy, payable },
};

const ordered: Comparison = { spanOf, sinceOf: beginOf };
const requested: Comparison = { spanOf, sinceOf: demandSince };

/** Reports about a span of days are held against the span before; those of a year or a day say themselves what they compare. */
const compared = {
  ...{ stat: ordered, contrast: ordered, supplierShare: ordered, amountShare: ordered, execution: ordered, item: ordered },
  ...{ requisition: requested, requisitionOrder: requested, accuracy: { spanOf, sinceOf: documentsSince } },
};

/** The reports of purchasing. */
export const spendCalls = (kernel: Kernel): Call[] => new Reports(kernel, spendReports, { branchOf, permitsOf }, work, compared).calls();
