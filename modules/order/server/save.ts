import type { Entity, Me } from "#kernel/entity.ts";
import { newId } from "#kernel/server/act/id.ts";
import type { Kernel } from "#kernel/server/kernel.ts";

/** Saves a row the product itself makes; answers its id. */
export async function save(kernel: Kernel, entity: Entity, input: Readonly<Record<string, unknown>>, me: Me, now: Date): Promise<string> {
  const outcome = await kernel.actor.act(
    { entity, action: "saveOrUpdate", targets: [{ input: { ...input } }] },
    { me, now, requestId: newId(), ip: null },
  );
  return String(outcome.documents[0]?.["id"]);
}
