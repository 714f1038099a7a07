import { OpenQuestion } from "#modules/admin/index.ts";

/** Is the period of this day closed for the organisation? Answered by whoever keeps the books; while nobody does, every period is open. */
export const closedPeriods = new OpenQuestion<{ readonly orgId: string; readonly day: string }, { readonly period: string }>();

/** Of which transactions does finance hold so much that they cannot be undone as errors? While nobody answers, what the transaction itself shows counts. */
export const heldByFinance = new OpenQuestion<
  { readonly rows: readonly { readonly transactionId: string; readonly qty: string }[] },
  { readonly transactionId: string; readonly qty: string }
>();
