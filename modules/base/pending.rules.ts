import { insidePending, supplierPending } from "#kernel/platform/todo.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule, set, tell } from "#kernel/rule.ts";

/** Whoever a to-do waits for gives it to a colleague of the same responsibility, who is told. */
const transfer = rule(insidePending, "transfer", {
  reads: async (doc, find, input, me) => {
    const hat = doc.respId ?? me.responsibilityId ?? null;
    const [who, wears] = await Promise.all([
      find.maybe(user, input.toUserId ?? null),
      hat === null ? true : find.exists(userResp, { userId: input.toUserId ?? "-", responsibilityId: hat, status: "ACTIVE" }),
    ]);
    return { isColleague: who !== null && who.userType === "INTERNAL" && who.userStatus === "ACTIVE" && wears };
  },
  decide: (doc, { isColleague }, input, me) => [
    !isColleague && refuse("FIELD_INVALID", "只能转交给同一职责的在用同事", "Only to an active colleague of the same responsibility"),
    input.toUserId === me.userId && refuse("FIELD_INVALID", "不能转交给自己", "Not to yourself"),
    set(doc, { userId: input.toUserId! }),
    tell("PENDING_HANDED", {
      ...{ id: doc.id, title: doc.title, titleEn: doc.titleEn ?? doc.title, userId: input.toUserId!, from: me.displayName },
      reason: input.reason ?? "",
    }),
  ],
});

/** A supplier's administrator gives a to-do to one of the own people; a to-do is never ticked off by hand. */
export const pendingRules = [
  transfer,
  rule(supplierPending, "assign", {
    reads: async (_, find, input) => ({ who: await find.maybe(user, input.assigneeId ?? null) }),
    decide: (doc, { who }, input) => [
      (who === null || who.supplierId !== doc.supplierId || who.userStatus !== "ACTIVE") &&
        refuse("BASE_DATA_404", "数据不存在或无权查看", "Not found or not visible"),
      set(doc, { userId: input.assigneeId! }),
    ],
  }),
];
