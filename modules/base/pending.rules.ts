import { supplierPending } from "#kernel/platform/todo.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule, set } from "#kernel/rule.ts";

/** A supplier's administrator gives a to-do to one of the own people; a to-do is never ticked off by hand. */
export const pendingRules = [
  rule(supplierPending, "assign", {
    reads: async (_, find, input) => ({ who: await find.maybe(user, input.assigneeId ?? null) }),
    decide: (doc, { who }, input) => [
      (who === null || who.supplierId !== doc.supplierId || who.userStatus !== "ACTIVE") &&
        refuse("BASE_DATA_404", "数据不存在或无权查看", "Not found or not visible"),
      set(doc, { userId: input.assigneeId! }),
    ],
  }),
];
