import { addDays } from "#kernel/days.ts";
import { closeTodo, rule, run, set, tell, todo } from "#kernel/rule.ts";
import { fault } from "../common.ts";
import { contract } from "../contract.entity.ts";
import { contractWarning } from "./warning.entity.ts";

/** People hear of these by reminders of the contract and its stages themselves. */
const remindedOf = ["EXPIRE", "STAGE_DUE", "STAGE_OVERDUE", "AMOUNT_USED"];
const roleTodo = "CCT_WARNING_ROLE";

const raise = rule(contractWarning, "doRaise", {
  reads: async (doc, find) => ({ of: await find.one(contract, doc.contractId) }),
  decide: (doc, { of }) => {
    // What is said of a secret contract reaches its owner alone.
    const isSecret = of.secretLevel === "SECRET";
    const roles = isSecret ? [] : (doc.receiverRoles ?? "").split(",").filter(Boolean);
    const told = {
      id: doc.id,
      num: doc.contractNum,
      orgId: doc.orgId,
      ownerId: doc.ownerId,
      text: doc.message,
      textEn: doc.messageEn ?? doc.message,
    };
    return [
      !remindedOf.includes(doc.warnType) && tell("CCT_WARNED", told),
      ...roles.map((respCode) =>
        todo(roleTodo, doc, { respCode, orgId: doc.orgId, dueDate: doc.dueDate, title: [told.text, told.textEn] }),
      ),
    ];
  },
});

const handled = (action: "doHandle" | "doClose") =>
  rule(contractWarning, action, {
    decide: (doc, _, { handleNote }, me, at) => [
      set(doc, { handleNote: handleNote!, handledAt: at.now, handledBy: me.userId as never, snoozeTo: null }),
      closeTodo(roleTodo, doc, "HANDLED"),
    ],
  });

const snooze = rule(contractWarning, "doSnooze", {
  decide: (doc, _, { snoozeTo }, __, at) => [
    (snoozeTo! <= at.today || snoozeTo! > addDays(at.today, 30)) &&
      fault("snoozeTo", "CCT-108", "延后日期须晚于今天且不超过30天", "Snooze until a day within the next 30 days"),
    set(doc, { snoozeTo: snoozeTo! }),
  ],
});

export const warningRules = [
  raise,
  handled("doHandle"),
  handled("doClose"),
  snooze,
  rule(contractWarning, "doWake", { decide: (doc) => set(doc, { snoozeTo: null }) }),
  rule(contractWarning, "doClear", { decide: (doc) => closeTodo(roleTodo, doc, "HANDLED") }),
  rule(contractWarning, "saveOrUpdate", { decide: (doc, _, { before }) => (before ? [] : run(contractWarning, doc.id, "doRaise", {})) }),
];
