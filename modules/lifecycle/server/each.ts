import { Refusal } from "#kernel/refusal.ts";
import { newId } from "#kernel/server/id.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/permit.ts";

/** Runs an action of the system on every row, each in its own transaction; who was quicker is left alone. Answers how many were done. */
export const eachOf =
  (kernel: Kernel, clock: { now(): Date }) =>
  async <R extends { readonly id: string }>(
    entity: string,
    action: string,
    rows: readonly R[],
    input: (row: R) => Record<string, unknown> = () => ({}),
  ): Promise<number> => {
    let done = 0;
    for (const row of rows)
      try {
        await kernel.actor.act(
          { entity: kernel.declared.entity(entity), action, targets: [{ id: row.id, input: input(row) }] },
          { me: systemMe("lifecycle"), now: clock.now(), requestId: newId(), ip: null },
        );
        done += 1;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    return done;
  };
