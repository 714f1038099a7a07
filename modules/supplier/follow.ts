import type { Effect } from "#kernel/rule.ts";
import { Question } from "#kernel/question.ts";
import type { BusinessScope } from "./open-business.ts";

/** What must follow elsewhere, in the same transaction, when the grants, controls or standing of a supplier change. */
export const afterStanding = new Question<{ readonly supplierId: string }, Effect>();

/** What must follow elsewhere, in the same transaction, when a supplier has left a stretch for good: by its exit or by being listed. */
export const afterLeaving = new Question<BusinessScope & { readonly docId: string }, Effect>();
