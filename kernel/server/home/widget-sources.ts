import type { Coming, Waiting } from "../../module.ts";
import type { Context } from "../http/call.ts";
import type { Kernel } from "../kernel.ts";

interface Sources {
  readonly waiting: Waiting;
  readonly coming: Coming;
}

/** Of what the modules declare for home: what this side may read and has the page of. */
export async function readable<K extends keyof Sources>(kernel: Kernel, ctx: Context, what: K): Promise<readonly Sources[K][]> {
  if (!ctx.me.responsibilityId) return [];
  const audience = ctx.me.audience === "supplier" ? "SUPPLIER" : "INTERNAL";
  const { routes } = await kernel.permits.grants(ctx.session!.responsibilityId!);
  const all = kernel.declared.modules.flatMap((module) => (module[what] ?? []) as readonly Sources[K][]);
  return all.filter(
    (candidate) => candidate.audience === audience && routes.has(candidate.route) && kernel.finder.mayRead(candidate.entity, ctx.me),
  );
}
