import type { Draft, Me } from "#kernel/entity.ts";
import type { Moment } from "#kernel/rule.ts";
import type { qtyLedger } from "./ledger.entity.ts";

/** One movement of one bucket of one owner. */
export interface LedgerPost {
  readonly ownerType: "REQ_LINE" | "AGR_HEADER" | "AGR_LINE" | "AGR_ORG" | "ORDER_DELIVERY" | "NOTICE_LINE" | "NOTE_LINE" | "PLAN_LINE";
  readonly ownerId: string;
  readonly orgId: string;
  readonly bucket: string;
  /** Signed. */
  readonly delta: string;
  readonly eventCode: string;
  readonly causeType: string;
  readonly causeId: string;
  readonly causeLineId?: string | null;
  readonly causeNum?: string | null;
  /** The same for all rows of one posting: the caller's own, or a new id. */
  readonly requestId: string;
}

/** The ledger row of one bucket movement, for `make(qtyLedger, at.newId(), …)`. */
export const ledgerDraft = (post: LedgerPost, me: Pick<Me, "userId">, at: Pick<Moment, "now">): Draft<typeof qtyLedger> => ({
  ...post,
  causeLineId: post.causeLineId ?? post.causeId,
  causeNum: post.causeNum ?? null,
  postedAt: at.now,
  postedBy: me.userId,
});
