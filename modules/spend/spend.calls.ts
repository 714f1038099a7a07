import type { Call } from "#kernel/server/http/call.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { Reports, type Comparison, type ReportWork } from "#kernel/server/find/report.ts";
import { branchOf, permitsOf } from "#modules/base/index.ts";
import type { SpendReplies } from "./replies.ts";
import { spendReports } from "./report.ts";
import { amountShare, amountShareBefore, beginOf, rate, stat, statBefore, supplierShare, supplierShareBefore } from "./server/amounts.ts";
import { pivot } from "./server/pivot.ts";
import { inOne } from "./server/currency.ts";
import { demandSince, requisition, requisitionBefore, requisitionOrder, requisitionOrderBefore } from "./server/demand.ts";
import { execution, executionBefore, payable } from "./server/desk.ts";
import { spanOf } from "./server/facts.ts";
import { contrast, contrastBefore, item, itemBefore, priceTrend } from "./server/prices.ts";
import { accuracy, accuracyBefore, documentsSince, sources } from "./server/standing.ts";

/** What is payable stands in the currency of each order; the others that are left count no money. */
const work: ReportWork<SpendReplies> = {
  ...{ stat: inOne(stat), rate: inOne(rate), contrast: inOne(contrast), supplierShare: inOne(supplierShare) },
  ...{ amountShare: inOne(amountShare), execution: inOne(execution), pivot: inOne(pivot), item: inOne(item) },
  ...{ sources: inOne(sources), requisition: inOne(requisition), priceTrend: inOne(priceTrend) },
  ...{ requisitionOrder, accuracy, payable },
};

const ordered = (figuresOf: NonNullable<Comparison["figuresOf"]>): Comparison => ({ spanOf, sinceOf: beginOf, figuresOf });
const requested = (figuresOf: NonNullable<Comparison["figuresOf"]>): Comparison => ({ spanOf, sinceOf: demandSince, figuresOf });

/** Reports about a span of days are held against the span before; those of a year or a day say themselves what they compare. */
const compared = {
  ...{ stat: ordered(statBefore), contrast: ordered(contrastBefore), supplierShare: ordered(supplierShareBefore) },
  ...{ amountShare: ordered(amountShareBefore), execution: ordered(executionBefore), item: ordered(itemBefore) },
  ...{
    requisition: requested(requisitionBefore),
    requisitionOrder: requested(requisitionOrderBefore),
    accuracy: { spanOf, sinceOf: documentsSince, figuresOf: accuracyBefore },
  },
};

/** The reports of purchasing. */
export const spendCalls = (kernel: Kernel): Call[] => new Reports(kernel, spendReports, { branchOf, permitsOf }, work, compared).calls();
