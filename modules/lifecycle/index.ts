import { joined, module } from "#kernel/module.ts";
import { inspecting } from "./inspecting.ts";
import { managing } from "./managing.ts";
import { qualifying } from "./qualifying.ts";
import { reports } from "./reports.ts";
import { sampling } from "./sampling.ts";
import { signing } from "./signing.ts";
import { lifecycleRemedies } from "./remedies.ts";

/** The way of a supplier through the house: qualification, inspection, samples, agreements, daily management, exit. */
export const lifecycle = module(
  "lifecycle",
  "供应商生命周期",
  "Supplier lifecycle",
  joined(qualifying, inspecting, sampling, signing, managing, reports, { remedies: lifecycleRemedies }),
);

export { purchaseAmounts } from "./amounts.ts";
export { spendOfSuppliers } from "./plan.rules.ts";
export { trialFigures, trialOrders } from "./trial-facts.ts";
export { afterQualified, type QualifiedApplication } from "./qualified.rules.ts";
