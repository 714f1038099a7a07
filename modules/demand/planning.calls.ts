import { Refusal } from "#kernel/refusal.ts";
import { newId } from "#kernel/server/id.ts";
import type { JobHandler } from "#kernel/server/job.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/permit.ts";
import { customerOrder } from "./customer-order.entity.ts";
import { forecast } from "./forecast.entity.ts";
import { liveForecasts, openCustomerOrders } from "./server/due.ts";

type Clock = { now(): Date };
type Page = (db: Kernel["db"], after: string) => Promise<readonly { readonly id: string }[]>;

/** Every morning the calendar alone may turn a customer order from fine into at risk; orders are counted against forecasts every hour. */
export function planningPrograms(kernel: Kernel, clock: Clock): Readonly<Record<string, JobHandler>> {
  const all = async (page: Page, entity: string, action: string): Promise<readonly [string, string]> => {
    let done = 0;
    for (let after = ""; ;) {
      const rows = await page(kernel.db, after);
      if (rows.length === 0) break;
      after = rows.at(-1)!.id;
      for (const { id } of rows) done += await reckoned(kernel, clock, entity, action, id);
    }
    return [`重算 ${done} 条`, `${done} reckoned`];
  };
  return {
    customerOrderCover: () => all(openCustomerOrders, customerOrder.name, "doCover"),
    countForecast: () => all(liveForecasts, forecast.name, "doCount"),
  };
}

async function reckoned(kernel: Kernel, clock: Clock, entity: string, action: string, id: string): Promise<number> {
  try {
    const doer = { me: systemMe("demand"), now: clock.now(), requestId: newId(), ip: null };
    await kernel.actor.act({ entity: kernel.declared.entity(entity), action, targets: [{ id, input: {} }] }, doer);
    return 1;
  } catch (error) {
    if (error instanceof Refusal) return 0;
    throw error;
  }
}
