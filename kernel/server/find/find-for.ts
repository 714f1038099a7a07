import type { Me } from "../../entity.ts";
import type { Find } from "../../rule.ts";
import { Facts } from "../act/facts.ts";
import type { Kernel } from "../kernel.ts";
import { scopeOf } from "./visible.ts";
import { WorkingSet } from "../act/working.ts";

const parts = (kernel: Kernel, me: Me) => ({
  declared: kernel.declared,
  db: kernel.db,
  ws: new WorkingSet(kernel.declared),
  locked: null,
  setting: (code: string, of?: { readonly orgId?: string }) =>
    kernel.settings.value(code, { userId: me.userId, responsibilityId: me.responsibilityId, orgId: of?.orgId ?? null }),
  language: me.language,
  holders: kernel.holders,
});

/** The same questions that rules ask, for a call that only answers, of the rows this caller sees: what it tells stays within his permits. */
export const findFor = (kernel: Kernel, me: Me): Find => new Facts({ ...parts(kernel, me), scope: (e) => scopeOf(kernel.declared, e, me) });

/** The same beyond the caller's permits, as rules read: for what a call must know (settings, organisations above, whether a rule would refuse), never for what it shows. Each use stands with its reason in tests/house/reading-beyond.ts. */
export const factsFor = (kernel: Kernel, me: Me): Find => new Facts(parts(kernel, me));
