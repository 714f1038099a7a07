import { Refusal } from "../../refusal.ts";
import { newId } from "./id.ts";
import type { Kernel } from "../kernel.ts";
import { systemMe } from "../access/permit.ts";

type Each = <R extends { readonly id: string }>(
  entity: string,
  action: string,
  rows: readonly R[],
  input?: (row: R) => Readonly<Record<string, unknown>>,
) => Promise<number>;

/**
 * What the clock does in an area's name: one action on every row that is due, each in its own transaction.
 * Where it is refused somebody was quicker: the row is left as it is, and the next round finds it. Answers how many were done.
 */
export const eachAs =
  (kernel: Kernel, clock: { now(): Date }, area: string): Each =>
  async (entity, action, rows, input) => {
    let done = 0;
    for (const row of rows)
      try {
        await kernel.actor.act(
          { entity: kernel.declared.entity(entity), action, targets: [{ id: row.id, input: { ...input?.(row) } }] },
          { me: systemMe(area), now: clock.now(), requestId: newId(), ip: null },
        );
        done += 1;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    return done;
  };
