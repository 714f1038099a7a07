import { Question } from "#kernel/question.ts";

/** A line of a trial order as purchasing knows it. */
export interface TrialOrder {
  readonly orderNo: string;
  readonly orderLineId: string;
  readonly itemId: string;
  readonly isOpen: boolean;
}

/** What came of an item on trial orders and how it was judged, as receiving and quality know it. */
export interface TrialFigures {
  readonly itemId: string;
  readonly receivedQty: string;
  readonly okQty: string;
  readonly ngQty: string;
  readonly concessionQty: string;
  readonly defectDesc: string | null;
}

export interface TrialAsked {
  readonly tryoutId: string;
  readonly supplierId: string;
  readonly orgId: string;
  readonly itemIds: readonly string[];
  readonly from: string;
}

/** Which trial orders stand for this tryout? Purchasing answers; while nobody does, people type order numbers in. */
export const trialOrders = new Question<TrialAsked, TrialOrder>();
/** What was received and judged for this tryout? Receiving and quality answer; while nobody does, people type the figures in. */
export const trialFigures = new Question<TrialAsked, TrialFigures>();
