import { cmp } from "#kernel/decimal.ts";
import type { Doc, Me } from "#kernel/entity.ts";
import { transactionCompen } from "#kernel/platform/compen.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { isSelf, rule, set, warn, type Effect } from "#kernel/rule.ts";

type Compen = Doc<typeof transactionCompen>;

const wrongState = (): Refusal => refuse("COMPEN_STATE", "当前状态不能执行该操作", "Not allowed in this state");
const leastReason = 5;

export const retryCompen = rule(transactionCompen, "doRetry", {
  decide: (doc, _facts, _input, _me, at) => [
    doc.status !== "FAILED" && wrongState(),
    set(doc, { status: "PENDING", tryCount: 0, triedAt: null, nextTryAt: at.now, proposedAction: null, proposedBy: null }),
  ],
});

/** Money needs two people: the first proposes with a reason, another one carries it out. */
function settle(doc: Compen, action: "doSkip" | "doDone", reason: string, me: Me, now: string): (Refusal | Effect | false)[] {
  const { userId } = me;
  const words = reason.trim();
  const needsTwo = doc.amount !== null && cmp(doc.amount, "0") > 0;
  const isSecond = doc.proposedAction === action && !isSelf(me, doc.proposedBy);
  const end = set(doc, {
    status: action === "doSkip" ? "SKIPPED" : "MANUAL",
    doneAt: now,
    nextTryAt: null,
    operatorNote: needsTwo ? `${doc.operatorNote ?? ""}${doc.operatorNote ? " / " : ""}${words}`.slice(0, 500) : words,
    proposedAction: null,
    proposedBy: needsTwo ? doc.proposedBy : null,
  });
  return [
    doc.status !== "FAILED" && wrongState(),
    [...words].length < leastReason &&
      refuse("REASON_SHORT", `原因至少${leastReason}个字`, `Enter a reason of at least ${leastReason} characters`),
    needsTwo &&
      doc.proposedAction === action &&
      isSelf(me, doc.proposedBy) &&
      refuse("COMPEN_FOUR_EYES", "涉及金额，须由另一人复核", "Money is involved: another person must confirm"),
    ...(!needsTwo || isSecond
      ? [end]
      : [
          set(doc, { proposedAction: action, proposedBy: userId, operatorNote: words }),
          warn("COMPEN_SECOND", "涉及金额，已提出处理，等待另一人复核", "Money is involved: proposed, another person must confirm"),
        ]),
  ];
}

export const skipCompen = rule(transactionCompen, "doSkip", {
  decide: (doc, _facts, input, me, at) => settle(doc, "doSkip", input.note ?? "", me, at.now),
});

export const doneCompen = rule(transactionCompen, "doDone", {
  decide: (doc, _facts, input, me, at) => settle(doc, "doDone", input.note ?? "", me, at.now),
});

export const compenRules = [retryCompen, skipCompen, doneCompen];
