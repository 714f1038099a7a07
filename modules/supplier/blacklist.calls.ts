import { eachAs } from "#kernel/server/each.ts";
import type { JobHandler } from "#kernel/server/job.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { houseDay } from "#kernel/time.ts";
import { entriesOver } from "./server/due.ts";

/** Entries whose last day is behind us come off the list by themselves. */
export function blacklistPrograms(kernel: Kernel, clock: { now(): Date }): Readonly<Record<string, JobHandler>> {
  return {
    BLACKLIST_TICK: async () => {
      const today = houseDay(clock.now());
      const rows = await entriesOver(kernel.db, today);
      const done = await eachAs(kernel, clock, "supplier")("SrmSlcSupplierBlacklist", "doExpire", rows);
      return [`到期 ${done} 条`, `${done} ended`];
    },
  };
}
