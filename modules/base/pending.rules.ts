import { insidePending, supplierPending } from "#kernel/platform/todo.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule, set, tell } from "#kernel/rule.ts";

const notYours = () =>
  refuse(
    "PENDING_NOT_YOURS",
    "该待办不在您名下，也不属于您当前的职责",
    "This to-do belongs neither to you nor to your current responsibility",
  );

/** Whoever a to-do waits for gives it to a colleague of the same responsibility, who is told, or takes it on himself. */
const transfer = rule(insidePending, "transfer", {
  reads: async (doc, find, input, me) => {
    const responsibility = doc.respId ?? me.responsibilityId ?? null;
    const [who, wears] = await Promise.all([
      find.maybe(user, input.toUserId ?? null),
      responsibility === null
        ? true
        : find.exists(userResp, { userId: input.toUserId ?? "-", responsibilityId: responsibility, status: "ACTIVE" }),
    ]);
    return { isColleague: who !== null && who.userType === "INTERNAL" && who.userStatus === "ACTIVE" && wears };
  },
  decide: (doc, { isColleague }, input, me) => [
    !isColleague && refuse("FIELD_INVALID", "只能转交给同一职责的在用同事", "Only to an active colleague of the same responsibility"),
    input.toUserId === me.userId && doc.userId === me.userId && refuse("FIELD_INVALID", "该待办已在您名下", "It is already yours"),
    set(doc, { userId: input.toUserId! }),
    input.toUserId !== me.userId &&
      tell("PENDING_HANDED", {
        id: doc.id,
        title: doc.title,
        titleEn: doc.titleEn ?? doc.title,
        userId: input.toUserId!,
        from: me.displayName,
        reason: input.reason ?? "",
      }),
  ],
});

/** What waits for a responsibility is taken by one of its people, and given back to all of them. */
const claim = rule(insidePending, "claim", {
  decide: (doc, _, __, me) => [
    doc.userId !== null &&
      refuse("PENDING_TAKEN", "该待办已有人处理，请刷新列表", "Someone has already claimed this to-do. Refresh the list"),
    doc.userId === null && doc.respId !== me.responsibilityId && notYours(),
    set(doc, { userId: me.userId }),
  ],
});

const giveBack = rule(insidePending, "giveBack", {
  decide: (doc, _, __, me) => [
    doc.userId !== me.userId && notYours(),
    doc.respId === null &&
      refuse("PENDING_PERSONAL", "该待办不属于任何职责：请转交给同事", "It belongs to no responsibility. Transfer it to a colleague"),
    set(doc, { userId: null }),
  ],
});

/** A supplier's administrator gives a to-do to one of the own people; a to-do is never ticked off by hand. */
export const pendingRules = [
  claim,
  giveBack,
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
