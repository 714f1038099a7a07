import type { Context } from "#kernel/server/call.ts";
import { Facts } from "#kernel/server/facts.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { WorkingSet } from "#kernel/server/working.ts";
import type { Find } from "#kernel/rule.ts";

/** The same questions that rules ask, for a call that only answers. */
export const findFor = (kernel: Kernel, ctx: Pick<Context, "me">): Find =>
  new Facts(
    kernel.declared,
    kernel.db,
    new WorkingSet(kernel.declared),
    null,
    (code, of) =>
      kernel.settings.value(code, { userId: ctx.me.userId, responsibilityId: ctx.me.responsibilityId, orgId: of?.orgId ?? null }),
    ctx.me.language,
  );
