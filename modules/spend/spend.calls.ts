import type { Call } from "#kernel/server/call.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { Reports } from "#kernel/server/report.ts";
import { branchOf, permitsOf } from "#modules/base/index.ts";
import { spendReports } from "./report.ts";
import { amountShare, pivot, rate, stat, supplierShare } from "./server/amounts.ts";
import { requisition, requisitionOrder } from "./server/demand.ts";
import { execution, payable } from "./server/desk.ts";
import { contrast, item, priceTrend } from "./server/prices.ts";
import { accuracy, sources } from "./server/standing.ts";

const work = {
  ...{ stat, rate, contrast, requisitionOrder, supplierShare, amountShare, execution },
  ...{ pivot, item, sources, accuracy, requisition, priceTrend, payable },
};

/** The reports of purchasing. */
export const spendCalls = (kernel: Kernel): Call[] => new Reports(kernel, spendReports, { branchOf, permitsOf }, work).calls();
