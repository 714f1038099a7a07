import type { Profiles } from "#kernel/module.ts";
import { Question } from "#kernel/question.ts";
import type { Effect } from "#kernel/rule.ts";

export const stockProfiles: Profiles = {
  PUR_STOCK_OPEN_FROM: {
    module: "PUR",
    label: ["最早开放的库存日期（yyyy-MM-dd）", "Earliest open stock date (yyyy-MM-dd)"],
    type: "TEXT",
    initial: "2000-01-01",
  },
};

/** Of which transactions does finance hold so much that they cannot be undone as errors? While nobody answers, what the transaction itself shows counts. */
export const heldByFinance = new Question<
  { readonly rows: readonly { readonly transactionId: string; readonly qty: string }[] },
  { readonly transactionId: string; readonly qty: string }
>();

/** Goods taken under concession, and what is deducted for them. */
interface ConcededLine {
  readonly receiveLineId: string;
  readonly sourceNo: string;
  readonly supplierId: string;
  readonly orgId: string;
  readonly currency: string;
  readonly amountIncl: string;
  readonly happenDate: string;
  readonly reason: string;
  readonly ownerId: string;
}

/** What follows from deductions that an inspector states for goods taken under concession, in the same transaction. */
export const afterConcession = new Question<{ readonly lines: readonly ConcededLine[]; readonly newId: () => string }, Effect>();
