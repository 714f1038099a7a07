import type { Effect } from "#kernel/rule.ts";
import { OpenQuestion } from "#modules/admin/index.ts";
import type { BusinessScope } from "./open-business.ts";

/** What must follow elsewhere, in the same transaction, when the grants, controls or standing of a supplier change. */
export const afterStanding = new OpenQuestion<{ readonly supplierId: string }, Effect>();

/** What must follow elsewhere, in the same transaction, when a supplier has left a stretch for good: by its exit or by being listed. */
export const afterLeaving = new OpenQuestion<BusinessScope & { readonly docId: string }, Effect>();
