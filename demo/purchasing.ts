import type { Kernel } from "#kernel/server/kernel.ts";
import { Desks } from "./purchasing/desks.ts";
import { Terms } from "./purchasing/terms.ts";

/** From need to receipt in the demonstration's company: every desk has something on it, each made by somebody's own action. */
export async function demoPurchasing(kernel: Kernel, now: () => Date, contracts: () => Promise<void>): Promise<void> {
  const [terms, desks] = [new Terms(kernel, now), new Desks(kernel, now)];
  if (!(await terms.look()) || !(await desks.look())) return;
  await terms.run();
  // What was ordered under contracts lies below today's orders.
  await contracts();
  await desks.run();
}
