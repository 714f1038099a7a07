import { eachAs } from "#kernel/server/act/each.ts";
import type { JobHandler } from "#kernel/server/jobs/job.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { plansUnderWay } from "../server/production-due.ts";

/** What production plans do by themselves every morning: whoever will be late is told of. */
export const productionPrograms = (kernel: Kernel, clock: { now(): Date }): Readonly<Record<string, JobHandler>> => ({
  productionRisk: async () => {
    const done = await eachAs(kernel, clock, "order")("SrmPurProductionPlan", "doRisk", await plansUnderWay(kernel.db));
    return [`检查 ${done} 个生产计划`, `${done} plans checked`];
  },
});
