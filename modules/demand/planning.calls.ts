import { eachAs } from "#kernel/server/act/each.ts";
import type { JobHandler } from "#kernel/server/jobs/job.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { customerOrder } from "./customer-order.entity.ts";
import { forecast } from "./forecast.entity.ts";
import { liveForecasts, openCustomerOrders } from "./server/due.ts";

type Page = (db: Kernel["db"], after: string) => Promise<readonly { readonly id: string }[]>;

/** Every morning the calendar alone may turn a customer order from fine into at risk; orders are counted against forecasts every hour. */
export function planningPrograms(kernel: Kernel, clock: { now(): Date }): Readonly<Record<string, JobHandler>> {
  const each = eachAs(kernel, clock, "demand");
  const all = async (page: Page, entity: string, action: string): Promise<readonly [string, string]> => {
    let done = 0;
    for (let after = ""; ;) {
      const rows = await page(kernel.db, after);
      if (rows.length === 0) break;
      after = rows.at(-1)!.id;
      done += await each(entity, action, rows);
    }
    return [`重算 ${done} 条`, `${done} calculated`];
  };
  return {
    customerOrderCover: () => all(openCustomerOrders, customerOrder.name, "doCover"),
    countForecast: () => all(liveForecasts, forecast.name, "doCount"),
  };
}
