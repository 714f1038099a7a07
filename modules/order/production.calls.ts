import { Refusal } from "#kernel/refusal.ts";
import { newId } from "#kernel/server/id.ts";
import type { JobHandler } from "#kernel/server/job.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/permit.ts";
import { plansUnderWay } from "./server/production-due.ts";

/** What production plans do by themselves every morning: whoever will be late is told of. */
export function productionPrograms(kernel: Kernel, clock: { now(): Date }): Readonly<Record<string, JobHandler>> {
  const entity = kernel.declared.entity("SrmPurProductionPlan");
  return {
    productionRisk: async () => {
      let done = 0;
      for (const id of await plansUnderWay(kernel.db))
        try {
          await kernel.actor.act(
            { entity, action: "doRisk", targets: [{ id, input: {} }] },
            { me: systemMe("order"), now: clock.now(), requestId: newId(), ip: null },
          );
          done += 1;
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
      return [`检查 ${done} 个生产计划`, `${done} plans looked at`];
    },
  };
}
