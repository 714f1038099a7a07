import { refuse } from "#kernel/refusal.ts";
import { closeTodo, rule, run, set, tell } from "#kernel/rule.ts";
import { supplierChange } from "./change.entity.ts";
import { kept } from "./sensitive.ts";
import { checkFault, ended, endFacts, numbersOnFile } from "./verify.ts";

const selfVerified = () => refuse("SUP_ACC_003", "核验人不能是变更发起人", "Verifier may not be the initiator");

/** Finance calls somebody it knew before: only then the change goes on to be approved. */
const verifyChange = rule(supplierChange, "doVerifyBank", {
  reads: async (doc, find, _, __, at) => ({
    onFile: await numbersOnFile(find, doc.supplierId, at.now),
    end: await endFacts(doc, find),
  }),
  decide: (doc, { onFile, end }, input, me, at) => {
    if (doc.initiatorId === me.userId) return selfVerified();
    const fault = checkFault(input as never, onFile);
    if (fault) return fault;
    const done = set(doc, {
      verifyStatus: input.result!,
      verifyMethod: input.method!,
      verifyNumber: kept(input.callNumber, "SrmSupChangeInfo.verifyNumber"),
      verifyRecord: input.record!,
      verifyFiles: input.fileIds ?? null,
      verifiedBy: me.userId,
      verifyDate: at.now,
    });
    const closed = closeTodo("BANK_VERIFY", doc, "HANDLED");
    if (input.result === "VERIFIED") return [done, closed, run(supplierChange, doc.id, "doSendToApproval", {})];
    const reason = `账户核验未通过：${input.record ?? ""}`.slice(0, 500);
    return [
      done,
      closed,
      set(doc, { status: "REJECTED", rejectReason: reason }),
      ...ended(doc, end),
      tell("CHANGE_REJECTED", { id: doc.id, no: doc.changeNo, reason, userId: doc.initiatorId, supplierId: doc.supplierId }),
    ];
  },
});

export const verifyRules = [verifyChange];
