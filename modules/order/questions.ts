import type { Doc } from "#kernel/entity.ts";
import type { Effect } from "#kernel/rule.ts";
import { Question } from "#kernel/question.ts";
import type { storageTransaction } from "./ledger/transaction.entity.ts";

/** Which delivery notes carry goods of these rows that have not arrived or are not judged? */
export const notesUnderway = new Question<{ readonly rowIds: readonly string[] }, { readonly noteNum: string; readonly rowId: string }>();

/** What becomes of the notices of rows that end; the order itself posts what was on notice, the notice only follows. */
export const noticesEnd = new Question<
  { readonly orderId: string; readonly rowIds: readonly string[]; readonly event: "E3" | "E3c" },
  Effect
>();

/** Which of these months are closed for the money of an organisation, and the next open one of each? Answered by whoever keeps the books; while nobody does, every month is open. Goods keep their true date. */
export const closedPeriods = new Question<
  { readonly orgId: string; readonly months: readonly string[] },
  { readonly month: string; readonly next: string }
>();

/** What became of a storage transaction: it was posted, a return in approval holds part of it, or its price is final. */
export type TransactionStep = "POSTED" | "HELD" | "FINAL";

/** What follows from a storage transaction in the same database transaction; `transaction` is it as the step leaves it. */
export const followsTransaction = new Question<
  { readonly step: TransactionStep; readonly transaction: Doc<typeof storageTransaction> },
  Effect
>();
