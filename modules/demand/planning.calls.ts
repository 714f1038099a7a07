import { Refusal } from "#kernel/refusal.ts";
import { newId } from "#kernel/server/id.ts";
import type { JobHandler } from "#kernel/server/job.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/permit.ts";
import { customerOrder } from "./customer-order.entity.ts";
import { openCustomerOrders } from "./server/due.ts";

/** Every morning the calendar alone may turn a customer order from fine into at risk. */
export function planningPrograms(kernel: Kernel, clock: { now(): Date }): Readonly<Record<string, JobHandler>> {
  return {
    customerOrderCover: async () => {
      let done = 0;
      for (let after = ""; ;) {
        const rows = await openCustomerOrders(kernel.db, after);
        if (rows.length === 0) break;
        after = rows.at(-1)!.id;
        for (const { id } of rows) done += await covered(kernel, clock, id);
      }
      return [`重算 ${done} 条`, `${done} reckoned`];
    },
  };
}

async function covered(kernel: Kernel, clock: { now(): Date }, id: string): Promise<number> {
  try {
    const doer = { me: systemMe("demand"), now: clock.now(), requestId: newId(), ip: null };
    await kernel.actor.act({ entity: kernel.declared.entity(customerOrder.name), action: "doCover", targets: [{ id, input: {} }] }, doer);
    return 1;
  } catch (error) {
    if (error instanceof Refusal) return 0;
    throw error;
  }
}
