import { Question } from "#kernel/question.ts";

/** What share of an item or a category each supplier is meant to have in these days, in percent: whoever keeps quotas answers. */
export const quotaShares = new Question<
  {
    readonly by: "ITEM" | "CATEGORY";
    readonly orgId: string | null;
    readonly ids: readonly string[];
    readonly from: string;
    readonly to: string;
  },
  { readonly id: string; readonly supplierId: string; readonly share: string }
>();

/** What was paid in advance for some orders and is not settled yet, in the order's currency: whoever pays answers. */
export const openAdvances = new Question<{ readonly orderIds: readonly string[] }, { readonly orderId: string; readonly amount: string }>();
