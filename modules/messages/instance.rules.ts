import type { Doc, Me } from "#kernel/entity.ts";
import { isSelf, rule, set, tell } from "#kernel/rule.ts";
import { shift } from "#kernel/time.ts";
import { msgInstance } from "./instance.entity.ts";
import { checkSelf, noPermission, wrongState } from "./texts.ts";

type Instance = Doc<typeof msgInstance>;

const isOwn = (doc: Instance, me: Me): boolean =>
  me.audience === "system" || doc.senderUserId === me.userId || me.may("BaseMsgCfg", "btnSave");

/** Whoever wrote a mass message does not release it. */
const release = rule(msgInstance, "doRelease", {
  decide: (doc, _, __, me, at) => [
    (isSelf(me, doc.senderUserId) || isSelf(me, doc.createdBy)) && checkSelf(),
    set(doc, { checkedBy: me.userId, checkedAt: at.now }),
  ],
});

const refuseInstance = rule(msgInstance, "doRefuse", {
  decide: (doc, _, input, me, at) => [
    (isSelf(me, doc.senderUserId) || isSelf(me, doc.createdBy)) && checkSelf(),
    set(doc, { checkedBy: me.userId, checkedAt: at.now, checkNote: input.checkNote ?? null }),
    doc.senderUserId !== null &&
      tell("MSG_REFUSED", { instanceNum: doc.instanceNum, reason: input.checkNote ?? "", userId: doc.senderUserId }),
  ],
});

const cancel = rule(msgInstance, "doCancel", { decide: (doc, _, __, me) => [!isOwn(doc, me) && noPermission()] });

/** Within a day, and only what nobody has read; what left by mail or phone has left. */
const recall = rule(msgInstance, "doRecall", {
  decide: (doc, _, __, me, at) => [
    !isOwn(doc, me) && noPermission(),
    at.now > shift(doc.creationDate, { days: 1 }) && me.audience !== "system" && wrongState(),
  ],
});

export const instanceRules = [release, refuseInstance, cancel, recall];
