import { DueDates } from "#kernel/server/constructs/due.ts";
import type { Kernel } from "#kernel/server/kernel.ts";

/** Runs what entities declare by their dates, as a program does at that moment; answers how many documents it was done to. */
export const runDue = (kernel: Kernel, program: string, now: Date): Promise<number> =>
  new DueDates(kernel, { now: () => now }).run(program);
