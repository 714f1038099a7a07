import type { Call } from "#kernel/server/call.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { Reports, type Answered, type Asking } from "#kernel/server/report.ts";
import { branchOf, permitsOf } from "#modules/base/index.ts";
import { spendReports } from "./report.ts";
import { amountShare, pivot, rate, stat, supplierShare } from "./server/amounts.ts";
import { requisition, requisitionOrder } from "./server/demand.ts";
import { execution, payable } from "./server/desk.ts";
import { given } from "./server/facts.ts";
import { contrast, groupCurrency, item, priceTrend } from "./server/prices.ts";
import { accuracy, sources } from "./server/standing.ts";

type Work = (asking: Asking) => Promise<Answered>;

/** Amounts of several orders stand in base currency unless one currency was asked for, and say so. */
const inOne =
  (work: Work): Work =>
  async (asking) => {
    const [answer, base] = await Promise.all([work(asking), asking.db.one<{ code: string }>(`select code from ${groupCurrency}`)]);
    return { ...answer, currency: given(asking.filter, "currency") ?? base!.code };
  };

/** What is payable stands in the currency of each order; the others that are left count no money. */
const work = {
  ...{ stat: inOne(stat), rate: inOne(rate), contrast: inOne(contrast), supplierShare: inOne(supplierShare) },
  ...{ amountShare: inOne(amountShare), execution: inOne(execution), pivot: inOne(pivot), item: inOne(item) },
  ...{ sources: inOne(sources), requisition: inOne(requisition), priceTrend: inOne(priceTrend) },
  ...{ requisitionOrder, accuracy, payable },
};

/** The reports of purchasing. */
export const spendCalls = (kernel: Kernel): Call[] => new Reports(kernel, spendReports, { branchOf, permitsOf }, work).calls();
