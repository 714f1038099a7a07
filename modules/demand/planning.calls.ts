import { eachAs } from "#kernel/server/each.ts";
import type { JobHandler } from "#kernel/server/job.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { customerOrder } from "./customer-order.entity.ts";
import { openCustomerOrders } from "./server/due.ts";

/** Every morning the calendar alone may turn a customer order from fine into at risk. */
export function planningPrograms(kernel: Kernel, clock: { now(): Date }): Readonly<Record<string, JobHandler>> {
  const each = eachAs(kernel, clock, "demand");
  return {
    customerOrderCover: async () => {
      let done = 0;
      for (let after = ""; ;) {
        const rows = await openCustomerOrders(kernel.db, after);
        if (rows.length === 0) break;
        after = rows.at(-1)!.id;
        done += await each(customerOrder.name, "doCover", rows);
      }
      return [`重算 ${done} 条`, `${done} reckoned`];
    },
  };
}
