import { pathOf } from "#kernel/declared.ts";
import { textOf, type Body } from "#kernel/server/admin/ask.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { like } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";

const kinds = [
  ["SrmBaseInterfaceLogs", "doResend"],
  ["SrmBaseTripartiteLogs", "doRetry"],
] as const;

/** Whoever settles a step says why; the word callers use for it belongs to every call's envelope, so it is taken over here. */
export const settleCalls = (kernel: Kernel): Call[] =>
  (["doSkip", "doDone"] as const).map((action) => {
    const e = kernel.declared.entity("BaseTransactionCompen");
    return {
      service: e.service,
      path: `v1/${pathOf(e)}/${action}`,
      guard: "session",
      input: like(e.name, action),
      handle: (ctx: Context, body: Body): Promise<unknown> =>
        kernel.calls.handle(ctx, e.service, pathOf(e), action, { ...body, note: body["note"] ?? body["reason"] }),
    };
  });

/** A message that left once leaves again, by whoever knows its partner; a row of its own tells how that went. */
export const resendCalls = (kernel: Kernel): Call[] =>
  kinds.map(([name, action]) => {
    const e = kernel.declared.entity(name);
    return {
      service: e.service,
      path: `v1/${pathOf(e)}/${action}`,
      guard: "session",
      input: like(e.name, action),
      async handle(ctx: Context, body: Body): Promise<unknown> {
        await kernel.finder.byId(e, textOf(body, "id"), ctx.me);
        const again = await kernel.outsideLog.resending(name, textOf(body, "id"));
        const answer = await kernel.calls.handle(ctx, e.service, pathOf(e), action, { ...body });
        await again();
        return answer;
      },
    };
  });
