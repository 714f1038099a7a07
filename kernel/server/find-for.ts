import type { Me } from "../entity.ts";
import type { Find } from "../rule.ts";
import { Facts } from "./facts.ts";
import type { Kernel } from "./kernel.ts";
import { WorkingSet } from "./working.ts";

/** The same questions that rules ask, for a call that only answers. */
export const findFor = (kernel: Kernel, me: Me): Find =>
  new Facts({
    declared: kernel.declared,
    db: kernel.db,
    ws: new WorkingSet(kernel.declared),
    locked: null,
    setting: (code, of) =>
      kernel.settings.value(code, { userId: me.userId, responsibilityId: me.responsibilityId, orgId: of?.orgId ?? null }),
    language: me.language,
    holders: kernel.holders,
  });
