import type { Doc } from "#kernel/entity.ts";
import { rule, set, type Effect } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { supplierSite } from "./place.entity.ts";
import { joinedWith, rederived, standingAndAfter, type Patch, type Source } from "./standing.rules.ts";
import { supplierInfo } from "./supplier.entity.ts";

/** Whether payments wait, why, and at which sites; the whole of it, each time. */
interface PaymentHold {
  readonly flag: "Y" | "N";
  readonly reason?: Text | null;
  readonly siteIds?: readonly string[];
}

/** Marks the sites whose payments wait, and no others. */
const heldAt = (hold: PaymentHold, sites: readonly Doc<typeof supplierSite>[]): Effect[] =>
  sites.flatMap((site) => {
    const paymentHoldFlag = hold.siteIds?.includes(site.id) ? "Y" : "N";
    return site.paymentHoldFlag === paymentHoldFlag ? [] : [set(site, { paymentHoldFlag })];
  });

/** What documents say about a supplier as a whole: introductions, exit, blacklist, level, payments. */
export const standingRule = rule(supplierInfo, "doStanding", {
  reads: async (doc, find, input) => ({
    ...(await standingAndAfter(doc, find)),
    sites: input.paymentHold ? await find.where(supplierSite, { supplierId: doc.id }, 2000) : [],
  }),
  decide: (doc, { stored, follow, sites }, input, me, at) => {
    const has = joinedWith(doc, stored);
    const hold = input.paymentHold as PaymentHold | null | undefined;
    const patch: Patch = {
      ...(input.tracks ? { runningTracks: Math.max(0, doc.runningTracks + Number(input.tracks)) } : {}),
      ...(input.quitDate === undefined ? {} : { quitDate: input.quitDate }),
      ...(input.quitScopeAll ? { quitScopeAll: input.quitScopeAll } : {}),
      ...(input.blacklistFlag
        ? { blacklistFlag: input.blacklistFlag, ...(input.blacklistFlag === "N" ? { paymentPolicy: null } : {}) }
        : {}),
      // What was released was on its way then; who leaves or is listed again is asked about again.
      ...(input.blacklistFlag || input.quitScopeAll
        ? ({ goodsReleasedFlag: "N", goodsReleaseReason: null, goodsReleasedBy: null, goodsReleasedAt: null } as const)
        : {}),
      ...(input.paymentPolicy ? { paymentPolicy: input.paymentPolicy } : {}),
      ...(input.level ? { supLevel: input.level } : {}),
      ...(hold
        ? { paymentHoldFlag: hold.flag, paymentHoldReason: hold.reason?.[0] ?? null, paymentHoldReasonEn: hold.reason?.[1] ?? null }
        : {}),
      ...(hold ? { heldSites: sites.filter((site) => hold.siteIds?.includes(site.id)).length } : {}),
    };
    return [
      ...rederived(doc, patch, has, input as Source, me, at),
      ...(hold ? heldAt(hold, sites) : []),
      ...(input.quitScopeAll || input.blacklistFlag ? follow : []),
    ];
  },
});
