import type { Refusal } from "#kernel/refusal.ts";
import { Question } from "#kernel/question.ts";

/** A line about to be approved: who would supply what, where. */
export interface PpapAsked {
  readonly orgId: string;
  readonly supplierId: string;
  readonly supplierSiteId: string | null;
  readonly itemId: string | null;
  readonly categoryId: string | null;
}

/** Which of these may not be approved because a production part approval is missing? Whoever keeps them answers; without one nothing stands in the way. */
export const ppapHolds = new Question<{ readonly lines: readonly PpapAsked[] }, Refusal>();

/** A line of the approved list somebody wants to change. */
export interface SourceLine extends PpapAsked {
  readonly aslLineId: string;
}

/** What is under way with a source: how many documents, and the quantity still to come in the stock unit. */
export interface SourceUse {
  readonly kind: "ORDER" | "INQUIRY";
  readonly aslLineId: string;
  readonly count: number;
  readonly qty?: string | null;
  readonly route?: string;
}

/** What is under way with these sources? Each area answers for its documents, also with nothing. */
export const sourceUses = new Question<{ readonly lines: readonly SourceLine[] }, SourceUse>();
